import SwiftFacts

/// When functions run, as far as their names and callers tell: with the end of an object's use, or never.
struct Endings {
  private let program: Program
  private let calls: CallIndex
  private let inference: Inference

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    inference = Inference(program: program)
  }

  /// Whether a function may be one that runs when a screen is left or a piece of work ends: it is named so, or
  /// called by one that is.
  func mayEnd(_ function: FunctionID, depth: Int = 0) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.kind == .function else { return true }
    if isNamedLikeAnEnd(declaration) { return true }
    guard depth < 3 else { return false }
    return callers(of: function).contains { $0 != function && mayEnd($0, depth: depth + 1) }
  }

  private func isNamedLikeAnEnd(_ declaration: FunctionDeclaration) -> Bool {
    let name = declaration.name.text
    return Self.lifecycle.contains(name) || Self.verbs.contains { name.hasPrefix($0) }
  }

  /// Whether nothing in the program calls a function, nor can anything outside. One that is named like an end
  /// may be there for code to come.
  func isNeverCalled(_ function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.kind == .function, !declaration.isPublic, !declaration.isOverride, declaration.attributes.isEmpty,
      !isNamedLikeAnEnd(declaration), let owner = program.owner(of: function)
    else { return false }
    if callers(of: function).contains(where: { $0 != function }) { return false }
    return !isAsked(declaration, of: owner) && !isReferred(to: declaration.name)
  }

  /// Whether a function may be what a protocol or a superclass asks for: whoever knows that calls it.
  private func isAsked(_ declaration: FunctionDeclaration, of owner: NominalID) -> Bool {
    guard !declaration.isPrivate else { return false }
    return program.lineage(of: owner).contains { ancestor in
      if ancestor != owner, program[ancestor].functions[declaration.name] != nil { return true }
      guard program[ancestor].kind == .foreign || !program[ancestor].foreignSupertypes.isEmpty else { return false }
      // What the system asks for tells the event in its name, or begins with who asks.
      let name = declaration.name.text
      return declaration.parameters.first.map { $0.label == nil } ?? true
        || ["did", "Did", "will", "Will", "should", "Should"].contains { name.contains($0) }
    }
  }

  /// The functions with a call that can be to this one: by a name alone it is one of the caller's own type, and
  /// one that is private of its own file.
  private func callers(of function: FunctionID) -> [FunctionID] {
    let declaration = program.declaration(of: function)
    return (calls.callers[declaration.name] ?? []).filter { caller in
      guard !declaration.isPrivate || program.file(of: caller) == program.file(of: function) else { return false }
      let facts = program[program.file(of: caller)].facts
      let other = program.declaration(of: caller)
      let isRelated = isRelated(caller, to: function)
      return (other.firstExpression..<other.endExpression).contains { index in
        let id = ExpressionID(index: index)
        guard case .call(let callee, let list) = facts.code[id], facts.code.calledName(callee) == declaration.name,
          declaration.match(facts.code[list]) != nil
        else { return false }
        return isRelated || facts.code.hasReceiver(callee) && mayRun(function, at: id, in: caller)
      }
    }
  }

  /// Whether a call on some object can be to a function, as far as the type of the object is known.
  private func mayRun(_ function: FunctionID, at call: ExpressionID, in caller: FunctionID) -> Bool {
    switch inference.target(of: call, in: Frame(caller, in: program)).kind {
    case .functions(let functions): functions.contains(function)
    case .foreign(let owner, _, _): owner == nil
    default: true
    }
  }

  private func isRelated(_ caller: FunctionID, to function: FunctionID) -> Bool {
    guard let here = program.owner(of: caller), let owner = program.owner(of: function) else { return true }
    return program.scopes(from: here).contains { program.lineage(of: $0).contains(owner) || program.lineage(of: owner).contains($0) }
  }

  /// Whether a function of this name is used without being called, as a closure or a selector.
  private func isReferred(to name: Symbol) -> Bool {
    program.files.contains { file in
      let code = file.facts.code
      var called: Set<ExpressionID> = []
      for expression in code.expressions { if case .call(let callee, _) = expression { called.insert(callee) } }
      return code.expressions.indices.contains { index in
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .name(name, _), .member(_, name): return !called.contains(id)
        default: return false
        }
      }
    }
  }

  private static let lifecycle: Set<String> = [
    "viewWillDisappear", "viewDidDisappear", "willMove", "didMove", "removeFromSuperview", "removeFromParent",
    "applicationDidEnterBackground", "onDisappear",
  ]

  /// Words that functions begin with which end something.
  private static let verbs = [
    "dismiss", "close", "stop", "finish", "end", "cancel", "tearDown", "teardown", "cleanUp", "cleanup",
    "invalidate", "unload", "detach", "disconnect", "logout", "logOut", "signOut", "complete", "destroy", "dispose",
    "deactivate", "unsubscribe", "exit", "quit", "pop", "leave", "handleClose", "shutdown", "shutDown",
  ]
}

extension Code {
  /// `x.f` rather than `f` or `self.f`.
  fileprivate func hasReceiver(_ callee: ExpressionID) -> Bool {
    guard case .member(let base, _) = self[callee] else { return false }
    if case .local(let local) = self[base] { return self[local].name != Names.self_ }
    return true
  }
}
