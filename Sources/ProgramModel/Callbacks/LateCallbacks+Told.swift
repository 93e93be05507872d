import SwiftFacts

/// Callbacks that are told of what came before them, though they are set late.
extension LateCallbacks {
  /// Whether a later call may call it: what came first was then not meant to be told.
  func isWantedAgain(
    _ path: AccessPath, after id: ExpressionID, _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Bool {
    body.expressions.contains { $0 > id && !body.isInClosure($0) && order.wants(at: $0).contains(path) }
  }

  /// Whether an object calls a callback as soon as it is set: `didSet { if let last { onText?(last) } }`.
  func isToldWhenSet(_ slot: Symbol, of type: NominalID?) -> Bool {
    guard let type else { return false }
    return summaries.observers(of: slot, in: type).contains { observer in
      summaries.summary(of: observer).wants.keys.contains([slot])
    }
  }

  /// Whether a method that sets a callback has another use for it as well: it calls it for what is there already, or
  /// hands it on.
  func tellsWhoeverIsGiven(_ method: FunctionID) -> Bool {
    let body = Body(method, in: program)
    let given = Set(program.declaration(of: method).parameters.map(\.local))
    let set = body.expressions.compactMap { id -> LocalID? in
      guard case .assign(_, let value) = body.code[id], case .local(let local) = body.code[value] else { return nil }
      return given.contains(local) ? local : nil
    }
    return set.contains { body.uses(of: $0).count > 1 }
  }
}
