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
    let groups = completions(of: declaration, code).filter { group in
      !group.contains { local in
        code.tries(local, in: declaration) || isAnsweredAnyway(local, of: id) || isKeptForGood(local, of: id)
      }
    }
    guard let awaited = groups.last else { return [] }
    let frame = Frame(id, in: self)
    let telling = answers(of: declaration, groups, code)
    func missed(without excluded: ExcludedWays?, given facts: Refinement) -> [MissedCall] {
      missedCompletions(groups, awaited, telling, in: frame, finder, without: excluded, given: facts)
    }
    // What values can be, and what callers have asked, is asked only where it makes a difference.
    if missed(without: nil, given: Refinement()).isEmpty { return [] }
    return missed(without: ExcludedWays(in: frame, finder.inference), given: finder.asked.facts(of: id))
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
      guard let (walk, ends) = finder.walk(.parameters(group), in: frame, without: excluded, given: facts) else {
        continue
      }
      found += walk.missedCalls(named: code[group[0]].name, ends: ends).filter { $0.flaw == .twice }
    }
    guard !isNotAwaited,
      // Whoever is told by any of its closures is told.
      let (walk, ends) = finder.walk(.parameters(telling), in: frame, without: excluded, given: facts)
    else { return found }
    // Whoever is answered with a value is told by it.
    let silent =
      isNothing(declaration)
      ? ends
      : ends.map { end in
        var end = end
        if end.isWritten { end.reaches = walk.forgotten(end.reaches) }
        return end
      }
    let tells = awaited.count == 1 ? tells(awaited[0], in: frame) : .anything
    var missed = walk.missedCalls(named: code[awaited[0]].name, ends: silent)
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

  /// The parameters by which a caller is told of something: those that are awaited, and others whose names say so.
  private func answers(of declaration: FunctionDeclaration, _ awaited: [[LocalID]], _ code: Code) -> [LocalID] {
    declaration.parameters.filter { parameter in
      guard isHandler(parameter, code) else { return false }
      let name = code[parameter.local].name
      return awaited.contains { $0.contains(parameter.local) } || knowledge[.namesEvent].begins(name)
        || knowledge[.fails].fits(name) || knowledge[.completes].fits(name)
    }.map(\.local)
  }

  /// A closure that takes nothing at all tells that something has been done; one that takes nothing which could be
  /// missing, empty, false or an error may be for success alone; one that takes an error in any case, for failure.
  private func tells(_ local: LocalID, in frame: Frame) -> Telling {
    let code = frame.facts.code
    guard let parameter = frame.declaration.parameters.first(where: { $0.local == local }), var type = parameter.type
    else { return .anything }
    if case .function(let none, _) = frame.resolve(type), none.isEmpty { return .done }
    if case .optional(let wrapped) = code[type] { type = wrapped }
    guard case .function(let list, _) = code[type] else { return .anything }
    let names = code[list].map { parameter -> Symbol? in
      if case .named(let name, _) = code[parameter] { name } else { nil }
    }
    if names.count == 1, let name = names[0], knowledge[.isError].ends(name) { return .failure }
    let isPlain = names.allSatisfy { name in
      name.map { !knowledge[.tellsOutcome].contains($0) && !knowledge[.isOutcome].ends($0) } ?? false
    }
    return isPlain ? .success : .anything
  }

  /// The parameters one of which has to be called on each way, in groups.
  func completions(of declaration: FunctionDeclaration, _ code: Code) -> [[LocalID]] {
    var single: [LocalID] = []
    var good: [LocalID] = []
    var bad: [LocalID] = []
    for parameter in declaration.parameters where parameter.isEscaping {
      guard isHandler(parameter, code), parameter.isMarkedEscaping || !isAlias(parameter, code) else { continue }
      let words = code[parameter.local].name.text.words
      guard let last = words.last else { continue }
      if words.contains(where: { knowledge[.succeeds].contains($0) }) {
        good.append(parameter.local)
      } else if words.contains(where: { knowledge[.fails].contains($0) }) {
        bad.append(parameter.local)
      } else if words.contains(where: { knowledge[.completes].contains($0) }) || takesResult(parameter, code)
        || knowledge[.answers].contains(last) && words.dropLast().allSatisfy({ knowledge[.namesAnswer].contains($0) })
      {
        single.append(parameter.local)
      }
    }
    if !bad.isEmpty, !(single + good).isEmpty { return [single + good + bad] }
    return single.map { [$0] }
  }

  /// The parameters that take a closure: those one of which has to be called, in groups, then the others by themselves.
  func handlers(of declaration: FunctionDeclaration, _ code: Code) -> [[LocalID]] {
    let groups = completions(of: declaration, code)
    let others = declaration.parameters.filter { parameter in
      parameter.isEscaping && !groups.contains { $0.contains(parameter.local) }
        && isHandler(parameter, code)
    }
    return groups + others.map { [$0.local] }
  }

  /// Whether its closure is told of success or failure: `(Result<Receipt, Error>) -> Void`.
  private func takesResult(_ parameter: FunctionDeclaration.Parameter, _ code: Code) -> Bool {
    guard var type = parameter.type else { return false }
    if case .optional(let wrapped) = code[type] { type = wrapped }
    guard case .function(let parameters, _) = code[type], parameters.count == 1, let first = code[parameters].first,
      case .named("Result", _) = code[first]
    else { return false }
    return !knowledge[.goesOn].fits(code[parameter.local].name)
  }

  private func isHandler(_ parameter: FunctionDeclaration.Parameter, _ code: Code) -> Bool {
    parameter.type.map { isHandler($0, code, parameter.closureKind) } ?? false
  }

  /// Whether its type has a name. Without `@escaping` the closure is called before the function returns, and nobody has
  /// to wait.
  private func isAlias(_ parameter: FunctionDeclaration.Parameter, _ code: Code) -> Bool {
    guard let type = parameter.type else { return false }
    return switch code[type] {
    case .named, .member: true
    default: false
    }
  }

  /// Whether a type is a closure that answers with nothing, as far as its spelling tells.
  private func isHandler(_ type: TypeID, _ code: Code, _ kind: FunctionDeclaration.ClosureKind) -> Bool {
    switch code[type] {
    case .optional(let wrapped): isHandler(wrapped, code, kind)
    case .function(_, let result):
      switch code[result] {
      case .named(let name, _): name == "Void"
      case .tuple(let parts): parts.count == 0
      default: false
      }
    // An alias of a function type.
    case .named(let name, _): kind == .perhaps && knowledge[.isHandler].ends(name)
    case .member(_, let name, _): knowledge[.isHandler].ends(name)
    default: false
    }
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
