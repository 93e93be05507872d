import SwiftFacts

/// Methods by which an object answers whoever waits for it.
extension Program {
  /// The method of its own object that a call runs, if it answers somebody, and the object's type.
  func ownAnswer(_ callee: ExpressionID, in function: FunctionID) -> (name: Symbol, type: NominalID)? {
    let code = self[file(of: function)].facts.code
    guard let type = owner(of: function), let name = code.ownMember(callee), isOwnAnswer(name, of: type) else {
      return nil
    }
    return (name, type)
  }

  /// Whether the name of a method says that something is done, and it ends an operation that is kept until then, or it
  /// calls what the object keeps of who waits.
  func isOwnAnswer(_ name: Symbol, of type: NominalID) -> Bool {
    guard
      knowledge[.completes].begins(name) || knowledge[.fails].begins(name) && !knowledge[.cancels].begins(name)
        || knowledge[.succeeds].begins(name) || knowledge[.settlesPromise].contains(name)
    else { return false }
    if knowledge[.completes].begins(name), inherits(type, fromAny: .keptUntilDone) { return true }
    return answersKept(name, of: type, depth: Self.mostSteps)
  }

  private static let mostSteps = 3

  private func answersKept(_ name: Symbol, of type: NominalID, depth: Int) -> Bool {
    guard depth > 0 else { return false }
    return lineage(of: type).flatMap { self[$0].functions[name] ?? [] }.contains { method in
      guard declaration(of: method).hasBody, !isTest(file(of: method)) else { return false }
      if !calledSlots(in: method).isEmpty || tellsEntryAndTakesItOut(method) { return true }
      let code = self[file(of: method)].facts.code
      return expressions(of: method).contains { at in
        guard case .call(let callee, _) = code.expressions[at] else { return false }
        if let taken = code.takingCall(callee), knowledge[.takesOut].begins(taken) { return true }
        guard let next = code.ownMember(callee), next != name else { return false }
        return answersKept(next, of: type, depth: depth - 1)
      }
    }
  }
}

extension Code {
  /// What takes a called local out of a property of the object: `removeValue` of `let done = waiting.removeValue(…)`.
  fileprivate func takingCall(_ callee: ExpressionID) -> Symbol? {
    guard case .local(let local) = self[callee], let value = self[local].initializer,
      case .call(let taking, _) = self[value], case .member(let list, let name) = self[taking],
      ownProperty(list) != nil
    else { return nil }
    return name
  }

  /// The member of the object that a callee names: `finish` of `finish()`, `self?.finish()`, `strongSelf.finish()`.
  func ownMember(_ callee: ExpressionID) -> Symbol? {
    switch self[callee] {
    case .name(let name, implicitSelf: .some): name
    case .member(let base, let name):
      if case .local(let local) = self[base], isSelf(local) { name } else { nil }
    default: nil
    }
  }
}
