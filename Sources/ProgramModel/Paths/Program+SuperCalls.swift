public import SwiftFacts

/// Overrides that have to call what they override.
extension Program {
  /// Ways through overrides on which `super` is not called, though a knowledge table says that it has to be.
  public func missedSuperCalls(threads: Int) -> [MissedCall] {
    guard !knowledge.supers.isEmpty else { return [] }
    return foundByFunction(.superCalls, threads: threads, state: { ClosureEscape(inference: $0) }) {
      program, own, function in
      program.missedSuperCalls(in: function, own)
    }
  }

  func missedSuperCalls(in id: FunctionID, _ finder: ClosureEscape) -> [MissedCall] {
    let declaration = declaration(of: id)
    guard declaration.kind == .function, declaration.isOverride, !declaration.isStatic, declaration.hasBody,
      let entries = knowledge.supers[declaration.name], let owner = owner(of: id), !isTest(file(of: id))
    else { return [] }
    let frame = Frame(id, in: self)
    let labels = labelsAsCalled(declaration, frame.facts.code)
    guard
      entries.contains(where: { $0.labels == labels.map { $0 ?? Names.wildcard } && inherits(owner, from: $0.type) }),
      overridesWork(id, in: owner, Set(entries.map(\.type)))
    else { return [] }
    guard let (walk, ends) = finder.walk(.superMethod(declaration.name, labels: labels), in: frame, isMust: true) else {
      return []
    }
    let reaches = ends.flatMap { $0.reaches.all }
    guard reaches.contains(where: { $0.count == .never }) else { return [] }
    if !walk.uses.isUsed {
      guard walk.uses.closures.isEmpty, !leavesSuperCall(id, toOwn: declaration.name) else { return [] }
      return [
        MissedCall(
          function: id, name: declaration.name, flaw: .runsOut, span: span(of: id), fork: .none, asked: "",
          forkSpan: nil,
          call: nil, proof: .known, isAboutObject: false)
      ]
    }
    return walk.missedCalls(named: declaration.name, ends: ends).filter { $0.flaw == .leaves || $0.flaw == .runsOut }
  }

  /// The call of another method of the superclass that an override makes instead: a slip more often than not.
  public func otherSuperCall(in function: FunctionID) -> (name: Symbol, span: SourceSpan)? {
    let own = declaration(of: function).name
    let file = file(of: function)
    let code = self[file].facts.code
    for index in expressions(of: function) {
      guard case .call(let callee, _) = code.expressions[index], let name = code.superMember(callee), name != own,
        knowledge.supers[name] != nil
      else { continue }
      return (name, SourceSpan(file: file, bytes: code.spans[index]))
    }
    return nil
  }

  /// Whether another method of the class, which an override calls, makes the call in its stead.
  private func leavesSuperCall(_ override: FunctionID, toOwn name: Symbol) -> Bool {
    guard let own = declaration(of: override).selfLocal, let owner = owner(of: override) else { return false }
    let code = self[file(of: override)].facts.code
    return expressions(of: override).contains { index in
      guard case .call(let callee, _) = code.expressions[index], let called = code.ownCall(callee, own),
        case .functions(let methods)? = member(called, of: owner)
      else { return false }
      return methods.contains { $0 != override && callsSuper(name, in: $0) }
    }
  }

  private func callsSuper(_ name: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      if case .call(let callee, _) = code.expressions[index] { code.superMember(callee) == name } else { false }
    }
  }

  /// The labels that calls of an override have. Before Swift 3 a first parameter with one name had no label, so what is
  /// spelled with one now is the override that was there then.
  private func labelsAsCalled(_ declaration: FunctionDeclaration, _ code: Code) -> [Symbol?] {
    var labels = declaration.parameters.map(\.label)
    if let first = declaration.parameters.first, first.label == code[first.local].name { labels[0] = nil }
    return labels
  }

  /// Whether all that a method does is to hand on to `super`, to set properties which a class sets itself as well, and
  /// to call what the override calls itself: it reports another event instead.
  private func isMadeUpFor(_ overridden: FunctionID, by owner: NominalID, in override: FunctionID) -> Bool {
    let own = calledByItself(override)
    let body = Body(overridden, in: self)
    let code = body.code
    guard declaration(of: overridden).hasBody else { return false }
    var set: Set<String> = []
    for expression in body.expressions {
      switch code[expression] {
      case .assign(let target, _):
        guard let path = code.accessPath(target), case .local(let root) = path.root, code.isSelf(root),
          !path.members.isEmpty
        else { return false }
        set.insert(code.plainSpelling(of: target))
      case .call(let callee, _):
        if code.superMember(callee) == nil, !own.contains(code.plainSpelling(of: callee)) { return false }
      case .mutate, .closure: return false
      default: continue
      }
    }
    return set.isSubset(of: setByItself(owner))
  }

  private func hasLabels(of declaration: FunctionDeclaration, _ function: FunctionID) -> Bool {
    self.declaration(of: function).parameters.map(\.label) == declaration.parameters.map(\.label)
  }

  /// Whether a method is there to be overridden: all that it does is to stop the program.
  private func onlyStops(_ function: FunctionID) -> Bool {
    guard declaration(of: function).hasBody else { return false }
    let code = self[file(of: function)].facts.code
    let called = expressions(of: function).compactMap { index -> ExpressionID? in
      if case .call(let callee, _) = code.expressions[index] { callee } else { nil }
    }
    guard called.count == 1, case .name(let name, _) = code[called[0]] else { return false }
    return knowledge[.neverReturns].contains(name)
  }

  /// What a function calls, as it spells it.
  private func calledByItself(_ function: FunctionID) -> Set<String> {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).reduce(into: []) { result, index in
      if case .call(let callee, _) = code.expressions[index] { result.insert(code.plainSpelling(of: callee)) }
    }
  }

  /// What the methods of a class give a value, as they spell it.
  private func setByItself(_ owner: NominalID) -> Set<String> {
    functions(of: owner).reduce(into: []) { result, function in
      let code = self[file(of: function)].facts.code
      for index in expressions(of: function) {
        if case .assign(let target, _) = code.expressions[index] { result.insert(code.plainSpelling(of: target)) }
      }
    }
  }

  /// Whether what a method overrides does something that its class does not: a class of the program between, or the
  /// nearest system class that a table speaks of, unless it is documented to do nothing there.
  private func overridesWork(_ override: FunctionID, in owner: NominalID, _ required: Set<Symbol>) -> Bool {
    let declaration = declaration(of: override)
    let name = declaration.name
    let idle = Set(knowledge[.doesNothing][name].compactMap(\.type))
    for ancestor in lineage(of: owner) {
      let nominal = self[ancestor]
      if ancestor != owner, nominal.kind == .class, let overridden = nominal.functions[name] {
        if overridden.contains(where: { hasLabels(of: declaration, $0) && onlyStops($0) }) { return false }
        if !overridden.allSatisfy({ isMadeUpFor($0, by: owner, in: override) }) { return true }
      }
      for type in [nominal.name] + nominal.foreignSupertypes {
        if idle.contains(type) { return false }
        if required.contains(type) { return true }
      }
    }
    return true
  }
}
