import SwiftFacts

/// New types that lack a conformance which casts ask for, and have all else of it.
extension Matching {
  /// Types that are new beside others which meet a protocol, have all that it asks for, and do not say so: whoever
  /// picks out what meets it by a cast leaves them out.
  public func missingConformances() -> [Alteration] {
    let new = after.declaredTypes.filter { type in
      types[type] == nil && !after.isTest(type) && after[type].isConcrete && after[type].kind != .actor
        && after[type].declarations.contains { changedFiles.contains($0.file) }
    }
    guard !new.isEmpty else { return [] }
    let inference = Inference(program: after)
    var result: [Alteration] = []
    for asked in after.declaredTypes where after[asked].kind == .protocol && !after.isTest(asked) {
      guard twin(of: asked) != nil else { continue }
      let wanted = after.ownRequirements(of: asked).map(\.name)
      guard !wanted.isEmpty else { continue }
      let fitting = new.filter { type in
        !after.lineage(of: type).contains(asked) && wanted.allSatisfy { has($0, type, asked, inference) }
      }
      guard !fitting.isEmpty else { continue }
      let meeting = (after.descendants[asked] ?? []).filter { after[$0].isConcrete && !after.isTest($0) }
      let casts = after.casts(to: asked)
      guard let cast = casts.first else { continue }
      for type in fitting where meeting.contains(where: { areSiblings($0, type, but: asked) }) {
        guard let span = after.span(of: type) else { continue }
        result.append(
          Alteration(
            kind: .missingConformance, span: span, name: after.name(of: type), after: after.name(of: asked),
            affected: [after.name(of: cast.function)], evidence: casts.map(\.span)))
      }
    }
    return result
  }

  /// Whether a type has a member of the name, and of the type, that a protocol asks for.
  private func has(_ name: Symbol, _ type: NominalID, _ asked: NominalID, _ inference: Inference) -> Bool {
    if let requirement = after.property(named: name, of: asked) {
      guard let own = after.property(named: name, of: type) else { return false }
      let wanted = inference.type(of: requirement)
      return !wanted.isUnknown && inference.type(of: own) == wanted
    }
    let wanted = (after[asked].functions[name] ?? []).filter { after.owner(of: $0) == asked }
      .map { signature(of: $0, inference) }
    let own = (after[type].functions[name] ?? []).map { signature(of: $0, inference) }
    return !wanted.isEmpty && wanted.allSatisfy { one in one.isKnown && own.contains { $0 == one } }
  }

  /// What a function takes, and answers with.
  private struct Signature: Equatable {
    var labels: [Symbol?]
    var types: [Type?]

    var isKnown: Bool { types.allSatisfy { $0?.isUnknown == false } }
  }

  private func signature(of function: FunctionID, _ inference: Inference) -> Signature {
    let parameters = after.declaration(of: function).parameters
    let answer = after.declaration(of: function).result == nil ? [] : [inference.resultType(of: function)]
    return Signature(
      labels: parameters.map(\.label),
      types: parameters.indices.map { inference.declaredType(at: $0, of: function) } + answer)
  }

  /// Whether two types are values of one enum, or have something of the program in common that they stand on.
  private func areSiblings(_ one: NominalID, _ other: NominalID, but asked: NominalID) -> Bool {
    let common = Set(after.lineage(of: one).dropFirst()).intersection(after.lineage(of: other).dropFirst())
    if common.contains(where: { $0 != asked && after[$0].kind != .foreign }) { return true }
    return after.declaredTypes.contains { type in
      after[type].kind == .enum && Set(after.payloadTypes(of: type)).isSuperset(of: [one, other])
    }
  }
}

extension Program {
  /// The types of the program that the cases of an enum hold.
  fileprivate func payloadTypes(of type: NominalID) -> [NominalID] {
    self[type].declarations.flatMap { place in
      self[place.file].facts[place.type].cases.flatMap(\.payload).compactMap {
        self.resolve($0.type, in: place.file, context: type).nominal
      }
    }
  }

  /// Where production code casts to a protocol, if what is cast is one.
  fileprivate func casts(to type: NominalID) -> [(function: FunctionID, span: SourceSpan)] {
    productionFunctions.flatMap { function -> [(function: FunctionID, span: SourceSpan)] in
      let file = file(of: function)
      let code = self[file].facts.code
      return expressions(of: function).compactMap { index in
        let id = ExpressionID(index: Int32(index))
        guard case .cast(_, to: let spelled) = code[id], code.marks(of: id).contains(.conditional),
          resolve(spelled, in: file, context: owner(of: function)).nominal == type
        else { return nil }
        return (function, SourceSpan(file: file, bytes: code.span(of: id)))
      }
    }
  }
}
