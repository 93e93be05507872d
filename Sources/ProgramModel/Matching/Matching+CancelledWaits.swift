import SwiftFacts

/// Continuations that whoever cancels a task resumes.
extension Matching {
  /// Waits that were not begun in a task that was cancelled before, and are since the change: what is done about the
  /// cancellation has been done by then, and finds nobody who waits.
  func uncheckedWaits() -> [Alteration] {
    changedMembers { function, old, type, _ in
      guard let wait = after.cancellableWait(in: function), before.cancellableWait(in: old) != nil,
        let asked = before.asksForCancellation(in: old), after.asksForCancellation(in: function) == nil,
        callsNothingNew(function, since: old)
      else { return [] }
      let code = after[after.file(of: function)].facts.code
      return [
        Alteration(
          kind: .lostCancellationCheck,
          span: SourceSpan(file: after.file(of: function), bytes: code.span(of: wait.callee)),
          name: wait.name.text, before: asked, affected: [after.name(of: type)])
      ]
    }
  }
}

extension Program {
  /// What begins a wait for a continuation inside of what is told of a cancellation, and the continuation.
  fileprivate func cancellableWait(in function: FunctionID) -> (callee: ExpressionID, name: Symbol)? {
    let code = self[file(of: function)].facts.code
    let all = expressions(of: function)
    let handlers = all.lazy.map { ExpressionID(index: Int32($0)) }.filter { id in
      code.callee(of: id).map { self.knowledge[.handlesCancellation].contains($0) } ?? false
    }
    for handler in handlers {
      guard case .call(_, let list) = code[handler],
        let operation = code[list].first.flatMap({ code.closure($0.value) })
      else { continue }
      for at in code[operation].firstExpression..<code[operation].endExpression {
        guard case .call(let callee, let arguments) = code[ExpressionID(index: at)],
          let name = code.calledName(callee), knowledge[.suspends].contains(name),
          let body = code[arguments].last.flatMap({ code.closure($0.value) }),
          let continuation = code[body].parameters.first
        else { continue }
        return (callee, code[continuation].name)
      }
    }
    return nil
  }

  /// Where a function asks whether its task has been cancelled, as it is spelled.
  fileprivate func asksForCancellation(in function: FunctionID) -> String? {
    let code = self[file(of: function)].facts.code
    let asking = knowledge[.asksForCancellation]
    return expressions(of: function).lazy.compactMap { at -> String? in
      guard case .member(let base, let name) = code.expressions[at], asking.contains(name),
        case let type = code.spelling(of: base), asking[name].contains(where: { $0.type?.text == type })
      else { return nil }
      return code.spelling(of: ExpressionID(index: Int32(at)))
    }.first
  }
}
