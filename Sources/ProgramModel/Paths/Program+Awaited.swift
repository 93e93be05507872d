public import SwiftFacts

extension Program {
  /// Whether a closure calls, or hands on, what somebody waits for: a completion of the function around it, or the
  /// continuation of the closure around it. Who leaves it early leaves them waiting.
  public func answersSomebody(_ closure: Closure, in file: FileID) -> Bool {
    let facts = self[file].facts
    let code = facts.code
    var awaited: Set<LocalID> = []
    for outer in code.closures {
      guard outer.firstExpression <= closure.firstExpression, closure.endExpression <= outer.endExpression,
        let call = outer.call, case .call(let callee, _) = code[call], let name = code.calledName(callee),
        knowledge[.suspends].contains(name), let continuation = outer.parameters.first
      else { continue }
      awaited.insert(continuation)
    }
    for (index, declaration) in facts.functions.enumerated()
    where declaration.firstExpression <= closure.firstExpression && closure.endExpression <= declaration.endExpression {
      awaited.formUnion(completions(of: function(FunctionIndex(index: Int32(index)), in: file)).joined())
    }
    return (closure.firstExpression..<closure.endExpression).contains { index in
      if case .local(let local) = code[ExpressionID(index: index)] { awaited.contains(local) } else { false }
    }
  }
}
