import SwiftFacts

/// Requirements that conforming types meet without knowing it.
extension Matching {
  public func defaultedRequirements() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].kind == .protocol && before[old].kind == .protocol {
      let known = before.membersDeclared(about: old)
      for (requirement, span) in after.namedRequirements(of: type) where !known.contains(requirement) {
        guard let empty = after.emptyDefault(for: requirement, of: type) else { continue }
        let conformers = (after.descendants[type] ?? []).filter { conformer in
          after[conformer].kind != .protocol && !isNew(conformer) && !after.isTest(conformer)
        }
        let without = conformers.filter { !after.answers(requirement, $0) }
        guard !without.isEmpty else { continue }
        // Where none meets it, it is there for types to come, unless somebody calls it already and comes to nothing.
        guard without.count < conformers.count || isNewlyCalled(requirement, of: type) else { continue }
        result.append(
          Alteration(
            kind: .gainedDefaultedRequirement, span: span, name: requirement.spelling,
            after: after.name(of: type),
            affected: without.map { after.name(of: $0) }, evidence: [empty] + without.compactMap { after.span(of: $0) })
        )
      }
    }
    return result
  }

  private func isNew(_ type: NominalID) -> Bool {
    guard let declaration = after[type].declarations.first else { return true }
    return changedFiles.contains(declaration.file) && types[type] == nil
  }

  /// Whether code that the change brought in calls a method which nobody outside of the program can have, and which
  /// nothing in the program has.
  private func isNewlyCalled(_ requirement: MemberName, of type: NominalID) -> Bool {
    guard after[type].access < .everywhere, let labels = requirement.labels,
      !(after.descendants[type] ?? []).contains(where: { heir in
        after[heir].kind != .protocol && after.answers(requirement, heir)
      })
    else { return false }
    return after.productionFunctions.contains { function in
      guard changedFiles.contains(after.file(of: function)) else { return false }
      let code = after[after.file(of: function)].facts.code
      return after.expressions(of: function).contains { index in
        guard case .call(let callee, let list) = code.expressions[index],
          case .member(let base, requirement.name) = code[callee], code[list].map(\.label) == labels
        else { return false }
        return !code.isSelf(base)
      }
    }
  }
}

/// What a member is called, with the labels of a function: those of a delegate differ by their labels alone.
struct MemberName: Hashable, Sendable {
  var name: Symbol
  /// Nil for a property.
  var labels: [Symbol?]?

  /// `gate(_:didOpen:)`, and the name alone of what takes nothing.
  var spelling: String {
    guard let labels, !labels.isEmpty else { return name.text }
    return name.called(with: labels)
  }
}

extension Program {
  func ownRequirements(of type: NominalID) -> [(name: Symbol, span: SourceSpan)] {
    namedRequirements(of: type).map { ($0.0.name, $0.1) }
  }

  /// What a protocol itself asks for.
  fileprivate func namedRequirements(of type: NominalID) -> [(MemberName, SourceSpan)] {
    self[type].declarations.flatMap { declaration -> [(MemberName, SourceSpan)] in
      guard self[declaration.file].facts[declaration.type].kind == .protocol else { return [] }
      return functionsAndProperties(of: declaration)
    }
  }

  /// The functions and properties that a declaration of a type has, each with the span of its name.
  private func functionsAndProperties(of declaration: Nominal.Declaration) -> [(MemberName, SourceSpan)] {
    let functions = functions(in: declaration).map(self.declaration(of:)).filter { $0.kind == .function }
    let properties = properties(in: declaration).map(self.declaration(of:))
    return functions.map { (memberName(of: $0), SourceSpan(file: declaration.file, bytes: $0.nameSpan)) }
      + properties.map {
        (MemberName(name: $0.name, labels: nil), SourceSpan(file: declaration.file, bytes: $0.nameSpan))
      }
  }

  private func memberName(of function: FunctionDeclaration) -> MemberName {
    MemberName(name: function.name, labels: function.parameters.map(\.label))
  }

  /// What a protocol asks for, with those it refines, and what its extensions have.
  fileprivate func membersDeclared(about type: NominalID) -> Set<MemberName> {
    lineage(of: type).filter { self[$0].kind == .protocol }.reduce(into: []) { result, ancestor in
      for declaration in self[ancestor].declarations
      where ancestor == type || self[declaration.file].facts[declaration.type].kind == .protocol {
        result.formUnion(functionsAndProperties(of: declaration).map(\.0))
      }
    }
  }

  /// Whether a type, or one that it inherits from, has what a protocol asks for itself.
  fileprivate func answers(_ requirement: MemberName, _ type: NominalID) -> Bool {
    lineage(of: type).contains { ancestor in
      guard self[ancestor].kind != .protocol else { return false }
      return self[ancestor].declarations.contains { declaration in
        guard self[declaration.file].facts[declaration.type].kind != .protocol else { return false }
        return functionsAndProperties(of: declaration).contains { $0.0 == requirement }
      }
    }
  }

  /// Where an extension of a protocol meets a requirement by doing nothing: no statements, or a literal as its value.
  fileprivate func emptyDefault(for requirement: MemberName, of type: NominalID) -> SourceSpan? {
    for declaration in self[type].declarations {
      let facts = self[declaration.file].facts
      guard facts[declaration.type].kind == .extension else { continue }
      for function in functions(in: declaration).map(self.declaration(of:))
      where function.name == requirement.name && function.hasBody {
        switch function.kind {
        case .function where memberName(of: function) == requirement: break
        case .getter where requirement.labels == nil: break
        default: continue
        }
        let values =
          function.firstExpression
          + Int32(function.parameters.count { $0.defaultValue != nil })..<max(
            function.firstExpression + Int32(function.parameters.count { $0.defaultValue != nil }),
            function.endExpression)
        let isEmpty = values.isEmpty
        let isLiteral = values.count == 1 && facts.code[function.results].first.map { facts.code.isBlank($0) } ?? false
        if isEmpty || isLiteral { return SourceSpan(file: declaration.file, bytes: function.nameSpan) }
      }
    }
    return nil
  }
}

extension Code {
  /// `nil`, `false`, `""`, `0`, `[]`.
  fileprivate func isBlank(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .literal(.null), .literal(.boolean(false)): true
    case .literal(.string(let text)): text == Names.empty
    case .literal(.number(let digits)): digits == "0"
    case .array(let parts), .dictionary(let parts): parts.count == 0
    default: false
    }
  }
}
