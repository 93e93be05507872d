import SwiftFacts

extension Program {
  /// What a function does where a stored optional of its own object holds nothing: one entry for each property, which
  /// is called as the property is.
  ///
  /// Of the ways of telling of it, only an error and a call of what the caller has handed over count: whoever asked
  /// hears of those.
  func slotReads(in body: Body, _ declaration: FunctionDeclaration) -> [Conversion] {
    guard declaration.kind == .function, let type = owner(of: body.function) else { return [] }
    let code = body.code
    var result: [Symbol: Conversion] = [:]
    for id in body.expressions {
      guard let name = code.ownProperty(id), let property = property(named: name, of: type),
        self.declaration(of: property).isStored, isOptional(property),
        let failure = failure(where: id, isMissing: body, declaration)
      else { continue }
      if let known = result[name]?.failure, known.isHeard || !failure.isHeard { continue }
      result[name] = Conversion(place: id, key: name.text, failure: failure)
    }
    return result.values.sorted { $0.place < $1.place }
  }

  private func failure(
    where id: ExpressionID, isMissing body: Body, _ declaration: FunctionDeclaration
  ) -> Conversion.Failure? {
    let code = body.code
    guard code.marks(of: id).isDisjoint(with: [.unwrapped, .forced]) else { return nil }
    if let around = binding(of: id, in: body) {
      let blocks = code.blocks(of: around)
      guard code.statement(around).kind == .guarding || blocks.count > 1 else { return .skipped }
      guard let block = blocks.last, let failure = failure(block, code) else { return nil }
      switch failure {
      case .thrown, .left, .skipped, .ended, .stopped: return failure
      case .answered: return callsParameter(in: block, declaration, code) ? failure : nil
      default: return nil
      }
    }
    guard code.marks(of: id).contains(.chained) else { return nil }
    var inner = id
    while let outer = body.parent(of: inner) {
      switch code[outer] {
      case .member(inner, _), .call(inner, _): inner = outer
      case .choice(let parts):
        guard code[parts].first == inner, let last = code[parts].last else { return nil }
        return .replaced(code.spelling(of: last))
      default: return nil
      }
    }
    return nil
  }

  private func callsParameter(in block: Int32, _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    code.expressions(in: block).contains { index in
      guard case .call(let callee, _) = code[ExpressionID(index: index)], case .local(let local) = code[callee] else {
        return false
      }
      return declaration.parameters.contains { $0.local == local }
    }
  }
}

extension Conversion.Failure {
  /// Whether whoever called a function hears of it.
  fileprivate var isHeard: Bool {
    switch self {
    case .thrown, .answered, .ended, .stopped: true
    default: false
    }
  }
}
