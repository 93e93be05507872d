import SwiftFacts

/// Callbacks of which nothing is lost, for whoever sets them does by itself what they would have done until then.
extension LateCallbacks {
  /// Whether a body calls all that the callback calls, or asks the object that it has just made for what it has.
  ///
  /// - Parameters:
  ///   - id: The assignment.
  ///   - early: The call that may have wanted the callback.
  func isDoneHere(
    _ id: ExpressionID, _ object: AccessPath, _ slot: Symbol, _ early: ExpressionID, _ order: CallbackOrder,
    _ body: Body
  ) -> Bool {
    if callsTheSame(id, body) { return true }
    guard let made = body.code.callee(of: early), made.isCapitalized else { return false }
    return body.expressions.contains { one in
      guard !body.isInClosure(one), case .member(let base, let name) = body.code[one], name != slot,
        body.code.accessPath(base).map(order.canonical) == object
      else { return false }
      return isRead(one, body)
    }
  }

  /// Whether a closure calls something, and the body that sets it calls all of that as well.
  private func callsTheSame(_ id: ExpressionID, _ body: Body) -> Bool {
    guard case .assign(_, let value) = body.code[id], case .closure(let closure) = body.code[value] else {
      return false
    }
    let inside = body.code[closure]
    func calls(_ isWanted: (ExpressionID) -> Bool) -> Set<Symbol> {
      Set(
        body.expressions.filter(isWanted).compactMap { one in
          guard case .call(let callee, _) = body.code[one] else { return nil }
          return body.code.calledName(callee)
        })
    }
    let wanted = calls { inside.firstExpression <= $0.index && $0.index < inside.endExpression }
    return !wanted.isEmpty && wanted.isSubset(of: calls { !body.isInClosure($0) })
  }

  /// Whether a member is asked for its value: it is not what is called, given a value or bound.
  private func isRead(_ member: ExpressionID, _ body: Body) -> Bool {
    guard let parent = body.parent(of: member) else { return false }
    switch body.code[parent] {
    case .assign(member, _), .mutate(member, _): return false
    case .call(member, _): return false
    case .member(member, _):
      // `view.layer.cornerRadius = 9` asks for nothing.
      return isRead(parent, body)
    default: return true
    }
  }
}
