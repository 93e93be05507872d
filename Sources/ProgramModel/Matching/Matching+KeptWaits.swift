import SwiftFacts

/// Tasks that let go of their object while they waited for values before a change, and hold it since.
extension Matching {
  /// Those with a loop over values that are awaited, whoever sends them: most such loops end with their object, or not
  /// at all.
  public func keptWhileWaiting() -> [Alteration] {
    changedMembers { function, old, type, _ in
      let was = before.waitingTasks(in: old)
      guard was.contains(where: { !$0.isHeld }) else { return [] }
      let now = after.waitingTasks(in: function)
      guard was.count == now.count, !after.livesForever(type) else { return [] }
      return zip(was, now).compactMap { twin, one -> Alteration? in
        guard one.isHeld, !twin.isHeld else { return nil }
        return Alteration(
          kind: .keptWhileWaiting, span: one.span, name: Names.self_.text, affected: [after.name(of: function)],
          evidence: [one.loop])
      }
    }
  }
}

/// A task that goes through values as they come.
private struct WaitingTask {
  /// What starts it.
  var span: SourceSpan
  var loop: SourceSpan
  /// Whether it holds the object of its function from before the first value on.
  var isHeld: Bool
}

extension Program {
  fileprivate func waitingTasks(in function: FunctionID) -> [WaitingTask] {
    let body = Body(function, in: self)
    let code = body.code
    return body.expressions.compactMap { call -> WaitingTask? in
      guard case .call(let callee, let list) = code[call], startsTask(callee, in: code),
        let id = code[list].last.flatMap({ code.closure($0.value) })
      else { return nil }
      let closure = code[id]
      let sources = (closure.firstExpression..<closure.endExpression).compactMap { at -> ExpressionID? in
        let element = ExpressionID(index: at)
        guard case .element(let source) = code[element], code.innermostClosure(around: element) == id,
          awaitsElements(of: source, closure, code)
        else { return nil }
        return source
      }
      guard let source = sources.first else { return nil }
      let weak = closure.captureList.first { code[$0].name == Names.self_ && code[$0].isWeak }
      return WaitingTask(
        span: body.span(of: callee), loop: body.span(of: source),
        isHeld: weak.map { isUnwrapped($0, before: source, in: closure, code) } ?? holdsSelf(closure, in: function))
    }
  }
}
