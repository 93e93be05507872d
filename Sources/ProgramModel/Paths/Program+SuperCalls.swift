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
    let labels = declaration.parameters.map(\.label)
    guard
      entries.contains(where: { $0.labels == labels.map { $0 ?? Names.wildcard } && inherits(owner, from: $0.type) }),
      overridesWork(declaration.name, in: owner, Set(entries.map(\.type)))
    else { return [] }
    let frame = Frame(id, in: self)
    guard let (walk, ends) = finder.walk(.superMethod(declaration.name, labels: labels), in: frame, isMust: true) else {
      return []
    }
    let reaches = ends.flatMap { $0.reaches.all }
    guard reaches.contains(where: { $0.count == .never }) else { return [] }
    if !walk.uses.isUsed {
      guard walk.uses.closures.isEmpty else { return [] }
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

  /// Whether what a method overrides does something: a class of the program between, or the nearest system class that a
  /// table speaks of, unless it is documented to do nothing there.
  private func overridesWork(_ name: Symbol, in owner: NominalID, _ required: Set<Symbol>) -> Bool {
    let idle = Set(knowledge[.doesNothing][name].compactMap(\.type))
    for ancestor in lineage(of: owner) {
      let nominal = self[ancestor]
      if ancestor != owner, nominal.kind == .class, nominal.functions[name] != nil { return true }
      for type in [nominal.name] + nominal.foreignSupertypes {
        if idle.contains(type) { return false }
        if required.contains(type) { return true }
      }
    }
    return true
  }
}
