import SwiftFacts

extension Program {
  /// Lookups in lists that are there for any index and answer `nil` for one that is too large, and not for one that is
  /// too small.
  ///
  /// Only what extends a list itself is there for any index; a type that has a list knows by what it is asked.
  public func halfBounds() -> [Hazard] {
    var result: [Hazard] = []
    for function in productionFunctions {
      let declaration = declaration(of: function)
      let file = file(of: function)
      let code = self[file].facts.code
      guard let type = declaration.result, case .optional = code[type], let owner = owner(of: function),
        knowledge[.indexedByInteger].contains(self[owner].name)
      else { continue }
      let elements = ElementReads(of: function, in: self)
      guard !elements.reads.isEmpty, let checks = elements.checks() else { continue }
      for read in elements.reads {
        guard case .local(let base) = code[read.base], code.isSelf(base), case .local(let index) = code[read.index],
          case .parameter = code[index].kind, let known = checks[read.place]
        else { continue }
        let kinds = known.reduce(into: Set<ElementReads.Check.Kind>()) { $0.formUnion($1.kinds) }
        guard kinds == [.below] else { continue }
        result.append(
          Hazard(
            kind: .halfBound, span: SourceSpan(file: file, bytes: code.span(of: read.place)), name: read.text,
            other: code[index].name.text, owner: name(of: owner),
            evidence: known.map { SourceSpan(file: file, bytes: code.span(of: $0.test)) },
            essence: declaration.name.text))
      }
    }
    return result
  }
}
