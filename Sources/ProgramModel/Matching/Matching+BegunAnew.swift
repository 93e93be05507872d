import SwiftFacts

/// What a property is given to run, as it was before a change and as it is since.
extension Matching {
  /// Whether what is begun for a property asks more questions than it did: whether it is wanted still, and by whom.
  func asksForItself(_ name: Symbol, of type: NominalID) -> Bool {
    guard let old = types[type] else { return false }
    return after.questions(inGiftsTo: name, of: type) > before.questions(inGiftsTo: name, of: old)
  }

  /// Whether what is begun for a property is begun with other values: it may end by itself, as a timer that does not
  /// repeat.
  func isBegunAnew(_ name: Symbol, of type: NominalID) -> Bool {
    guard let old = types[type], let property = after.property(named: name, of: type),
      let twin = before.property(named: name, of: old)
    else { return false }
    func heads(_ gifts: Set<String>) -> Set<String> { Set(gifts.map { String($0.prefix { $0 != "{" }) }) }
    let (now, was) = (heads(after.gifts(to: property, of: type)), heads(before.gifts(to: twin, of: old)))
    func callees(_ heads: Set<String>) -> Set<String> { Set(heads.map { String($0.prefix { $0 != "(" }) }) }
    return now != was && callees(now) == callees(was)
  }
}

extension Program {
  /// How many conditions stand in the closures that a property is given, or that what it is given is made with.
  fileprivate func questions(inGiftsTo property: Symbol, of type: NominalID) -> Int {
    functions(of: type).reduce(0) { sum, function in
      let body = Body(function, in: self)
      let gifts = body.expressions.compactMap { id -> ExpressionID? in
        guard case .assign(let target, let value) = body.code[id], body.code.ownProperty(target) == property else {
          return nil
        }
        return value
      }
      let closures = gifts.flatMap { gift -> [Range<Int32>] in
        guard case .call(_, let list) = body.code[gift] else { return [] }
        return body.code[list].compactMap { argument in
          guard let closure = body.code.closure(argument.value) else { return nil }
          let (first, end) = (body.code[closure].firstExpression, body.code[closure].endExpression)
          return first..<max(first, end)
        }
      }
      return sum
        + body.statements.count { index in
          guard case .condition = body.code.statement(index).kind else { return false }
          let inside = body.code.expressions(in: index)
          return closures.contains { $0.lowerBound <= inside.lowerBound && inside.upperBound <= $0.upperBound }
        }
    }
  }
}
