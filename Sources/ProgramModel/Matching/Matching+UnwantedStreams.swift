import SwiftFacts

/// Streams whose maker was told when nobody took their values any more, and is not since the change.
extension Matching {
  /// Closures that ended what makes the values of a stream, and are given to it no more, though that begins as before.
  func lostUnwantedEnds() -> [Alteration] {
    changedMembers { function, old, type, _ in
      let told = after.knowledge[.toldWhenUnwanted]
      let (was, now) = (Body(old, in: before), Body(function, in: after))
      guard callsNothingNew(function, since: old), now.closures(givenTo: told).isEmpty else { return [] }
      return was.closures(givenTo: told).compactMap { assignment, closure -> Alteration? in
        guard let end = was.lastEnd(in: closure),
          let maker = was.code.innermostClosure(around: assignment).flatMap({ was.code[$0].call }),
          let name = was.code.callee(of: maker),
          let place = now.expressions.first(where: { now.code.callee(of: $0) == name && now.beginsSomething(in: $0) })
        else { return nil }
        return Alteration(
          kind: .lostTeardown, span: now.span(of: place), name: name.text, before: was.code.spelling(of: end),
          affected: [after.name(of: type)])
      }
    }
  }
}

extension Body {
  /// The closures that are put into members by which a stream says that nobody wants it.
  fileprivate func closures(givenTo told: RoleTable) -> [(assignment: ExpressionID, closure: ClosureID)] {
    expressions.compactMap { id in
      guard case .assign(let target, let value) = code[id], case .member(_, let name) = code[target],
        told.contains(name), let closure = code.closure(value)
      else { return nil }
      return (id, closure)
    }
  }

  /// The last call of a closure that is more than a word to the log.
  fileprivate func lastEnd(in closure: ClosureID) -> ExpressionID? {
    (code[closure].firstExpression..<code[closure].endExpression).map { ExpressionID(index: $0) }.last { id in
      guard case .call(let callee, _) = code[id], let name = code.calledName(callee) else { return false }
      return !program.knowledge[.logs].fits(name) && !program.knowledge[.logs].fits(code.spelling(of: callee))
    }
  }

  /// Whether the closure that a call is given begins something that goes on: a task, or what is kept.
  fileprivate func beginsSomething(in call: ExpressionID) -> Bool {
    guard case .call(_, let list) = code[call],
      let closure = code[list].lazy.compactMap({ code.closure($0.value) }).first
    else { return false }
    return (code[closure].firstExpression..<code[closure].endExpression).contains { at in
      let id = ExpressionID(index: at)
      switch code[id] {
      case .call(let callee, let list):
        return program.startsTask(callee, in: code) || code.selfMember(callee) != nil
          || code[list].contains { code.closure($0.value) != nil }
      case .assign(let target, _):
        if case .subscripted = code[target] { return true }
        return code.ownProperty(target) != nil
      default: return false
      }
    }
  }
}
