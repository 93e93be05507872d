import SwiftFacts

/// Parameters that somebody waits to be called.
extension Program {
  /// Ways through functions on which a completion is forgotten, or called twice, in the order of files.
  public func missedCompletions(threads: Int) -> [MissedCall] {
    foundByFunction(.completions, threads: threads, state: { ClosureEscape(inference: $0) }) {
      program, own, function in
      program.missedCompletions(in: function, own)
    }
  }

  func missedCompletions(in id: FunctionID, _ finder: ClosureEscape) -> [MissedCall] {
    let declaration = declaration(of: id)
    guard declaration.kind == .function || declaration.kind == .initializer, declaration.hasBody, !isTest(file(of: id))
    else { return [] }
    let code = self[file(of: id)].facts.code
    let groups = completions(of: id).filter { group in
      !group.contains { local in
        code.tries(local, in: declaration) || isAnsweredAnyway(local, of: id) || isKeptForGood(local, of: id)
      }
    }
    guard let awaited = groups.last else { return [] }
    let frame = Frame(id, in: self)
    let telling = answers(of: id, groups)
    func missed(without excluded: ExcludedWays?, given facts: Refinement) -> [MissedCall] {
      missedCompletions(groups, awaited, telling, in: frame, finder, without: excluded, given: facts)
    }
    // What values can be, and what callers have asked, is asked only where it makes a difference.
    if missed(without: nil, given: Refinement()).isEmpty { return [] }
    let found = missed(without: ExcludedWays(in: frame, finder.inference), given: finder.asked.facts(of: id))
    guard found.contains(where: \.isOfFailure), finder.unnoticed.areUnnoticed(telling, of: id) else { return found }
    return found.filter { !$0.isOfFailure }
  }

  /// Whether the system answers where the closure that it hands to a function is dropped.
  private func isAnsweredAnyway(_ local: LocalID, of function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    guard let owner = owner(of: function), isOne(declaration, of: .answersItself),
      let parameter = declaration.parameters.first(where: { $0.local == local })
    else { return false }
    return knowledge[.answersItself][declaration.name].contains { row in
      row.argument == parameter.label && row.type.map { inherits(owner, from: $0) } ?? false
    }
  }

  /// Whether all that a function does with a closure is to put it into a property that never becomes empty: what is
  /// called from there on is told of events, each time that there is one.
  private func isKeptForGood(_ local: LocalID, of function: FunctionID) -> Bool {
    guard let owner = owner(of: function) else { return false }
    let code = self[file(of: function)].facts.code
    var (uses, kept) = (0, 0)
    for index in expressions(of: function) {
      switch code.expressions[index] {
      case .local(local): uses += 1
      case .assign(let target, let value) where code[value] == .local(local):
        guard let name = code.ownProperty(target), let property = property(named: name, of: owner),
          declaration(of: property).isStored, !isOptional(property)
        else { return false }
        kept += 1
      default: continue
      }
    }
    return uses > 0 && uses == kept
  }

  private func missedCompletions(
    _ groups: [[LocalID]], _ awaited: [LocalID], _ telling: [LocalID], in frame: Frame, _ finder: ClosureEscape,
    without excluded: ExcludedWays?, given facts: Refinement
  ) -> [MissedCall] {
    let declaration = frame.declaration
    let code = frame.facts.code
    var found: [MissedCall] = []
    let isNotAwaited = isNotAwaited(awaited, declaration, code)
    // Of two calls one is too many even where callers may do without any.
    for group in groups where group.count < telling.count || isNotAwaited {
      guard let (walk, ends) = walk(group, in: frame, finder, without: excluded, given: facts) else { continue }
      found += walk.missedCalls(named: code[group[0]].name, ends: ends).filter { $0.flaw == .twice }
    }
    guard !isNotAwaited,
      // Whoever is told by any of its closures is told.
      let (walk, ends) = walk(telling, in: frame, finder, without: excluded, given: facts)
    else { return found }
    // Whoever is answered with a value is told by it.
    let silent =
      isNothing(declaration) || answeredClosure(for: telling, in: frame) != nil
      ? ends
      : ends.map { end in
        var end = end
        if end.isWritten { end.reaches = walk.forgotten(end.reaches) }
        return end
      }
    let tells = awaited.count == 1 ? tells(awaited[0], in: frame) : .anything
    var missed = walk.missedCalls(named: code[awaited[0]].name, ends: silent)
    // What is asked in a closure that is handed out may leave no other way.
    if answeredClosure(for: telling, in: frame) != nil { missed.removeAll { $0.flaw == .runsOut } }
    if awaited.count > 1 {
      for index in missed.indices where missed[index].flaw != .twice {
        missed[index].others = awaited.dropFirst().map { code[$0].name }
      }
    }
    // What is forgotten nearly everywhere is no answer that somebody waits for.
    let isRare = missed.count <= Self.mostMisses
    let isAlone = missed.count { $0.flaw != .twice } == 1
    return found
      + missed.filter { call in
        if isPastOnceGate(call, in: frame, finder.inference) { return false }
        if call.flaw == .twice { return groups.contains { $0.count == telling.count } }
        if !isRare || knowledge[.cancels].fits(call.asked) { return false }
        // Of some events there is nothing to say.
        if call.fork == .selectionCase, knowledge[.isEvent].fits(call.asked) { return false }
        switch tells {
        case .anything: return true
        case .failure: return false
        // Where there is nothing to do it to, there is nothing that could be done.
        case .done where call.isAboutAbsence: return false
        // What several ways leave out tells of success alone.
        case .done where !isAlone && !walk.forks.callsInDefer: return false
        case .success, .done:
          return walk.forks.callsInDefer || !call.isOfFailure(calls: walk.tellers.count, isAlone: isAlone)
        }
      }
  }

  /// Walks the body of a function; or that of the closure which it answers with, if all that has to do with some
  /// parameters is done there: whoever is given the closure calls it.
  private func walk(
    _ group: [LocalID], in frame: Frame, _ finder: ClosureEscape, without excluded: ExcludedWays?,
    given facts: Refinement
  ) -> (walk: CallAnalysis, ends: [Leave])? {
    if let closure = answeredClosure(for: group, in: frame) {
      return finder.walk(.parameters(group), in: closure, of: frame, without: excluded)
    }
    return finder.walk(.parameters(group), in: frame, without: excluded, given: facts)
  }

  private func answeredClosure(for group: [LocalID], in frame: Frame) -> Closure? {
    let code = frame.facts.code
    let results = Array(code[frame.declaration.results])
    guard results.count == 1, case .closure(let id) = code[results[0]] else { return nil }
    let closure = code[id]
    let uses = expressions(of: frame.function).filter { index in
      if case .local(let local) = code.expressions[index] { group.contains(local) } else { false }
    }
    let inside = Int(closure.firstExpression)..<Int(max(closure.firstExpression, closure.endExpression))
    return !uses.isEmpty && uses.allSatisfy(inside.contains) ? closure : nil
  }

  /// What a closure can tell whoever waits.
  private enum Telling { case anything, success, failure, done }

  private static let mostMisses = 6

  /// Whether nobody has to wait for it: callers may do without, by a default of `nil`, or something is given up,
  /// or the function is told of an event and answers where there is something to say.
  private func isNotAwaited(_ group: [LocalID], _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    let name = declaration.name
    return knowledge[.cancels].begins(name)
      || knowledge[.handlesEvent].begins(name) && !group.contains { knowledge[.systemHandler].isWhole(code[$0].name) }
      || declaration.parameters.contains { parameter in
        group.contains(parameter.local) && parameter.defaultValue.map { code[$0] == .literal(.null) } ?? false
      }
  }

  private func isNothing(_ declaration: FunctionDeclaration) -> Bool {
    declaration.kind == .function && declaration.result == nil
  }

  /// A closure that takes nothing at all tells that something has been done; one that takes nothing which could be
  /// missing, empty, false or an error may be for success alone; one that takes an error in any case, for failure.
  private func tells(_ local: LocalID, in frame: Frame) -> Telling {
    guard let parameter = frame.declaration.parameters.first(where: { $0.local == local }),
      let type = handlerType(of: parameter, of: frame.function)
    else { return .anything }
    if type.parameters.isEmpty { return .done }
    let names = type.parameters.map { parameter -> Symbol? in
      if case .named(let name, _) = type.code[parameter] { name } else { nil }
    }
    if names.count == 1, let name = names[0], knowledge[.isError].ends(name) { return .failure }
    let isPlain = names.allSatisfy { name in
      name.map { !knowledge[.tellsOutcome].contains($0) && !knowledge[.isOutcome].ends($0) } ?? false
    }
    return isPlain ? .success : .anything
  }
}

extension Code {
  /// Whether what is called by this name may throw: then it is the work, and no answer, and its error leads elsewhere.
  fileprivate func tries(_ local: LocalID, in declaration: FunctionDeclaration) -> Bool {
    let body = declaration.firstExpression..<declaration.endExpression
    return statements.contains { statement in
      guard case .trying = statement.kind, body.contains(statement.firstExpression),
        statement.firstExpression < statement.endExpression,
        case .call(let callee, _) = self[ExpressionID(index: statement.endExpression - 1)]
      else { return false }
      return self[callee] == .local(local)
    }
  }
}

extension MissedCall {
  /// Whether it is not called where something has failed, or is not there.
  fileprivate var isOfFailure: Bool {
    flaw != .twice && (fork == .guard || fork == .catching || flaw == .throwsAway || isAboutAbsence)
  }

  /// Whether a closure that can tell of success alone may be left uncalled here: where only one place calls it, or one
  /// of several ways does not and others, too. Whoever is told where something has failed waits for the rest as well.
  fileprivate func isOfFailure(calls: Int, isAlone: Bool) -> Bool {
    switch flaw {
    case .runsOut where fork == .loop: calls <= 1
    case .runsOut: fork != .catching && !isPastAnswer && (calls <= 1 || !isAlone)
    case .leaves: fork != .catching && calls <= 1
    case .throwsAway, .nothingThere, .twice: false
    }
  }
}
