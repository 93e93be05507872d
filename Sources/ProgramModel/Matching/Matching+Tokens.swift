import SwiftFacts

/// What a function starts and something that lasts keeps, and what the change did to the one way to end it.
extension Matching {
  /// Starts whose token a property kept, to end it by, and that nothing keeps since the change.
  func lostTokens() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      let ends = before.functions(of: oldType).flatMap { before.teardownCalls(in: $0) }
      guard !ends.isEmpty else { return [] }
      let was = before.startCalls(in: old).compactMap { start -> (start: StartCall, end: TeardownCall)? in
        guard let kept = start.kept, before.property(named: Symbol(kept), of: oldType) != nil,
          let end = ends.first(where: { start.isEnded(by: $0) }),
          start.isRegistration || before.isWork(start)
        else { return nil }
        return (start, end)
      }
      guard !was.isEmpty else { return [] }
      let uses = ValueUses(of: function, in: after)
      let now = after.startCalls(in: function)
      var told: Set<ExpressionID> = []
      return was.compactMap { start, end -> Alteration? in
        guard !now.contains(where: { $0.kept == start.kept }),
          let loose = now.first(where: { one in
            one.name == start.name && one.receiver == start.receiver && !told.contains(one.call)
              && after.isLoose(one, uses, mayEnd: before.isDoneLeaving(end.function, of: oldType))
          }), start.isRegistration || goesOnAsBefore(loose, start)
        else { return nil }
        told.insert(loose.call)
        return Alteration(
          kind: .lostToken, span: loose.span, name: start.kept ?? "", before: end.spelling,
          affected: [after.name(of: function)])
      }
    }
  }

  /// Whether work that nobody can call off any more does what it did: it calls something of what it called, and asks no
  /// more questions than it did, such as whether it is wanted still.
  private func goesOnAsBefore(_ now: StartCall, _ was: StartCall) -> Bool {
    let (work, old) = (after.work(of: now), before.work(of: was))
    return !work.names.isDisjoint(with: old.names) && work.questions <= old.questions
  }

  /// Starts whose tokens were put into a list, each of which was ended, and that nothing keeps since the change.
  func lostListTokens() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      let was = before.listedStarts(in: old, of: oldType)
      guard !was.isEmpty else { return [] }
      let uses = ValueUses(of: function, in: after)
      var told: Set<ExpressionID> = []
      return was.compactMap { start, list, end -> Alteration? in
        guard after.property(named: list, of: type) == nil,
          let loose = after.startCalls(in: function).first(where: { one in
            one.name == start.name && one.receiver == start.receiver && !told.contains(one.call)
              && after.isLoose(one, uses, mayEnd: false)
          })
        else { return nil }
        told.insert(loose.call)
        return Alteration(
          kind: .lostToken, span: loose.span, name: list.text, before: end, affected: [after.name(of: function)])
      }
    }
  }

  /// Objects that a function makes for itself and ended before it returned, and does not end since the change, though
  /// nobody else gets them.
  func lostLocalEnds() -> [Alteration] {
    let inference = (before: Inference(program: before), after: Inference(program: after))
    return functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), after.declaration(of: function).hasBody,
        before.declaration(of: old).hasBody
      else { return [] }
      let was = before.localEnds(in: old, inference.before)
      guard !was.isEmpty else { return [] }
      let now = after.localEnds(in: function, inference.after)
      let (others, oldOthers) = (Set(after.callNames(in: function)), Set(before.callNames(in: old)))
      guard now.count < was.count, others.isSubset(of: oldOthers) else { return [] }
      let uses = ValueUses(of: function, in: after)
      var told: Set<String> = []
      return was.compactMap { end -> Alteration? in
        guard !now.contains(where: { $0.made == end.made }), told.insert(end.made).inserted,
          gainedCallNames.isDisjoint(with: end.names),
          let made = after.ownMade(end.made, in: function, uses, handedTo: oldOthers)
        else { return nil }
        return Alteration(
          kind: .lostLocalEnd, span: SourceSpan(file: after.file(of: function), bytes: made), name: end.name.text,
          before: end.spelling, affected: [after.name(of: function)])
      }
    }
  }
}

/// A call that ends what a local holds.
private struct LocalEnd {
  var name: Symbol
  /// What the local was given, as it is spelled.
  var made: String
  var spelling: String
  /// The names of what is called to end it.
  var names: [Symbol]
}

extension Program {
  /// The starts of a body whose tokens go into a list of the object, with what ends each of that.
  fileprivate func listedStarts(
    in function: FunctionID, of type: NominalID
  ) -> [(start: StartCall, list: Symbol, end: String)] {
    let code = self[file(of: function)].facts.code
    let starts = startCalls(in: function).filter(\.isRegistration)
    if starts.isEmpty { return [] }
    return expressions(of: function).compactMap { at -> (start: StartCall, list: Symbol, end: String)? in
      guard case .call(let callee, let arguments) = code.expressions[at],
        case .member(let base, let name) = code[callee], knowledge[.keepsArgument].begins(name),
        let list = code.ownProperty(base), let given = code[arguments].first
      else { return nil }
      var made = given.value
      if case .local(let local) = code[made], let value = code[local].initializer { made = value }
      guard let start = starts.first(where: { $0.call == made }),
        let end = functions(of: type).lazy.compactMap({ self.endOfEach(of: list, by: start.ends, in: $0) }).first
      else { return nil }
      return (start, list, end)
    }
  }

  /// The call in a body that ends each of a list: `tokens.forEach(center.removeObserver)`, or in a loop.
  private func endOfEach(of list: Symbol, by ends: Set<Symbol>, in function: FunctionID) -> String? {
    let code = self[file(of: function)].facts.code
    let all = expressions(of: function).map { ExpressionID(index: Int32($0)) }
    guard all.contains(where: { code.ownProperty($0) == list }) else { return nil }
    return all.first { id in
      if case .member(_, let name) = code[id] { ends.contains(name) } else { false }
    }.map { code.spelling(of: $0) }
  }

  /// Whether a call begins work that is done in a closure, and can be called off.
  fileprivate func isWork(_ start: StartCall) -> Bool {
    let code = self[file(of: start.function)].facts.code
    guard case .call(_, let list) = code[start.call] else { return false }
    return start.ends.contains(where: knowledge[.cancelsTask].contains)
      && code[list].contains { code.closure($0.value) != nil }
  }

  /// What the closures of a call do: the names of what they call, and how many questions they ask.
  fileprivate func work(of start: StartCall) -> (names: Set<Symbol>, questions: Int) {
    let body = Body(start.function, in: self)
    let code = body.code
    guard case .call(_, let list) = code[start.call] else { return ([], 0) }
    let closures = code[list].compactMap { argument in
      code.closure(argument.value).map { code[$0].firstExpression..<code[$0].endExpression }
    }
    let names = closures.joined().compactMap { index -> Symbol? in
      if case .call(let callee, _) = code[ExpressionID(index: index)] { code.calledName(callee) } else { nil }
    }
    let questions = body.statements.count { index in
      guard case .condition = code.statement(index).kind else { return false }
      let inside = code.expressions(in: index)
      return closures.contains { $0.lowerBound <= inside.lowerBound && inside.upperBound <= $0.upperBound }
    }
    return (Set(names), questions)
  }

  /// Whether a function is `deinit`, or called by it.
  fileprivate func isDoneLeaving(_ function: FunctionID, of type: NominalID) -> Bool {
    let name = declaration(of: function).name
    if declaration(of: function).kind == .deinitializer { return true }
    return functions(of: type).contains {
      declaration(of: $0).kind == .deinitializer && callNames(in: $0).contains(name)
    }
  }

  /// Whether nothing keeps what a call answers with, and what it starts does not end itself.
  /// - Parameter mayEnd: Whether it may do so on some way: what it was ended by came sooner.
  fileprivate func isLoose(_ start: StartCall, _ uses: ValueUses, mayEnd: Bool) -> Bool {
    let code = self[file(of: start.function)].facts.code
    guard case .call(_, let list) = code[start.call] else { return false }
    // A block that is given the timer may end it; one that is given what has happened cannot.
    let isByToken = start.ends.contains(where: knowledge[.removesObserver].contains)
    for argument in code[list] where !isByToken {
      guard let closure = code.closure(argument.value) else { continue }
      for parameter in code[closure].parameters where !uses.mentions(of: parameter).isEmpty {
        if knowledge.ends[start.name] != nil, ends(parameter, uses, code),
          !mayEnd || endsAtOnce(parameter, in: closure, uses, start.function)
        {
          return false
        }
      }
    }
    if uses.isDropped(start.call) || isOnlyStatement(start.call, uses, code) { return true }
    guard let local = uses.variable(givenBy: start.call) else { return false }
    return uses.mentions(of: local).allSatisfy { use in
      guard let parent = uses.parent(of: use), case .call(let callee, let list) = code[parent],
        let name = code.calledName(callee)
      else { return false }
      return code[list].contains { $0.value == use } && knowledge[.schedulesTimer].contains(name)
    }
  }

  /// Whether a closure ends what a parameter stands for each time it runs, and not on some way alone.
  private func endsAtOnce(_ local: LocalID, in closure: ClosureID, _ uses: ValueUses, _ function: FunctionID) -> Bool {
    let body = Body(function, in: self)
    let inner = body.code[closure].firstExpression..<body.code[closure].endExpression
    return uses.mentions(of: local).contains { use in
      let place = body.place(of: use).range
      return place.lowerBound <= inner.lowerBound && inner.upperBound <= place.upperBound
    }
  }

  private func ends(_ local: LocalID, _ uses: ValueUses, _ code: Code) -> Bool {
    uses.mentions(of: local).contains { use in
      guard let member = uses.parent(of: use), case .member(_, let name) = code[member] else {
        // It is handed on.
        return true
      }
      return knowledge.endings.contains(name)
    }
  }

  /// The calls in a body that end what a call has made for a local of its own.
  fileprivate func localEnds(in function: FunctionID, _ inference: Inference) -> [LocalEnd] {
    let code = self[file(of: function)].facts.code
    var frame: Frame?
    let direct = teardownCalls(in: function).compactMap { end -> (end: TeardownCall, given: ExpressionID)? in
      guard case .call(let callee, let list) = code[end.call] else { return nil }
      if case .member(let base, _) = code[callee], case .local = code[base] { return (end, base) }
      return code[list].first.map { (end, $0.value) }
    }
    return (direct + helpedEnds(in: function)).compactMap { end, given -> LocalEnd? in
      guard case .local(let local) = code[given], case .variable = code[local].kind,
        let value = code[local].initializer, case .call(let maker, _) = code[value]
      else { return nil }
      let isStarted =
        knowledge.ends[code.calleeName(maker)]?.contains { $0.fact.endings.contains(end.name) } ?? false
      if !isStarted {
        // What a function of the program hands out is known by its type.
        let here = frame ?? Frame(function, in: self)
        frame = here
        guard let type = inference.type(of: value, in: here).nominal,
          knowledge.ends[self[type].name]?.contains(where: { $0.fact.endings.contains(end.name) }) ?? false
        else { return nil }
      }
      guard registers(end.name) else { return nil }
      let names = [end.name] + [code.callee(of: end.call)].compactMap(\.self)
      return LocalEnd(
        name: code[local].name, made: code.plainSpelling(of: value), spelling: code.spelling(of: end.call),
        names: names)
    }
  }

  /// The calls of a body that hand a local to a function of the same type which ends it: `close(session)`.
  private func helpedEnds(in function: FunctionID) -> [(end: TeardownCall, given: ExpressionID)] {
    let code = self[file(of: function)].facts.code
    guard let type = owner(of: function) else { return [] }
    return expressions(of: function).compactMap { at -> (end: TeardownCall, given: ExpressionID)? in
      let id = ExpressionID(index: Int32(at))
      guard case .call(let callee, let list) = code[id], let name = code.selfMember(callee),
        case .functions(let all)? = member(name, of: type),
        case let found = all.filter({ declaration(of: $0).hasBody }), found.count == 1, found[0] != function,
        let match = declaration(of: found[0]).match(code[list])
      else { return nil }
      for (position, argument) in zip(match, code[list]) {
        guard case .local = code[argument.value] else { continue }
        let parameter = declaration(of: found[0]).parameters[position]
        let named = self[file(of: found[0])].facts.code[parameter.local].name.text
        let ends = teardownCalls(in: found[0])
        guard var end = ends.first(where: { $0.receiver == named || $0.argument == named }) else { continue }
        end.call = id
        return (end, argument.value)
      }
      return nil
    }
  }

  /// Whether what a call of a name ends is kept by something that lasts.
  private func registers(_ ending: Symbol) -> Bool {
    let starting = knowledge[.registers].calledNames
    return knowledge.ends.contains { name, overloads in
      starting.contains(name) && overloads.contains { $0.fact.endings.contains(ending) }
    }
  }

  /// Whether a task is all that a closure makes which a call is given: `build { Task { … } }`. The closure answered
  /// with nothing when the task was ended in it, and does still.
  private func isOnlyStatement(_ id: ExpressionID, _ uses: ValueUses, _ code: Code) -> Bool {
    guard case .call(let callee, _) = code[id], startsTask(callee, in: code), let closure = uses.closure(around: id),
      closure.call != nil
    else { return false }
    return code[closure.results].contains(id)
  }

  /// Where a body makes something that it looks at, and gives to nobody but to whom it has given it all along.
  fileprivate func ownMade(
    _ made: String, in function: FunctionID, _ uses: ValueUses, handedTo known: Set<Symbol>
  ) -> ByteSpan? {
    let code = self[file(of: function)].facts.code
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      guard case .call = code[id], code.plainSpelling(of: id) == made else { continue }
      func isLookedAt(_ use: ExpressionID) -> Bool {
        guard let parent = uses.parent(of: use) else { return false }
        if case .call(let callee, _) = code[parent] {
          return code.selfMember(callee).map { known.contains($0) && !knowledge[.keepsArgument].begins($0) } ?? false
        }
        guard case .member(use, _) = code[parent] else { return false }
        return true
      }
      if let local = uses.variable(givenBy: id) {
        guard uses.mentions(of: local).allSatisfy({ isLookedAt($0) && !uses.isResult($0) }) else { return nil }
      } else if !uses.isDropped(id), !isLookedAt(id), !isOnlyStatement(id, uses, code) {
        return nil
      }
      return code.span(of: id)
    }
    return nil
  }
}
