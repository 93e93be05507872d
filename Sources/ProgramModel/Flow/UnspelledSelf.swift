import SwiftFacts

/// Closures in whose bodies members of an object stand without `self.`: the compiler allows that only of closures that
/// do not escape, and of the work of tasks.
extension Program {
  /// Whether a closure that is given to a call cannot outlive it, by what its body leaves unsaid. O(body).
  func staysByUnspelledSelf(_ id: ClosureID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    let closure = code[id]
    guard let context = frame.context, self[context].kind == .class, !frame.declaration.isStatic,
      !closure.isLocalFunction, let call = closure.call, case .call(let callee, _) = code[call],
      !startsTask(callee, in: code)
    else { return false }
    return (closure.firstExpression..<closure.endExpression).contains { index in
      let use = ExpressionID(index: index)
      // A capture list that names `self` says it once for all of the body.
      guard case .name(let name, let own?) = code[use], code[own].kind == .selfReference,
        !code.isInLocalFunction(use, within: closure)
      else { return false }
      return isDeclaredInstanceMember(name, of: context)
    }
  }

  /// The same for what the program itself declares.
  private func isDeclaredInstanceMember(_ name: Symbol, of type: NominalID) -> Bool {
    if case .known? = member(name, of: type) { return false }
    return isInstanceMember(name, of: type)
  }
}

extension Code {
  /// Whether a function that is declared inside of a closure stands around an expression.
  fileprivate func isInLocalFunction(_ id: ExpressionID, within closure: Closure) -> Bool {
    closures(around: id).contains { around in
      self[around].isLocalFunction && closure.firstExpression <= self[around].firstExpression
        && self[around].endExpression <= closure.endExpression
    }
  }
}
