import SwiftFacts

/// Calls that ended something in a function which otherwise does what it did.
extension Matching {
  /// What an object or another holds was ended there, with `self` or without, and nothing has come in its stead.
  func lostEndCalls() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      guard after.declaration(of: function).kind != .deinitializer else { return [] }
      let (others, oldOthers) = (after.callNames(in: function), before.callNames(in: old))
      let gained = Set(others).subtracting(oldOthers)
      let pauses = after.knowledge[.pausesWork]
      guard gained.allSatisfy(pauses.contains) else { return [] }
      let now = after.endCalls(in: function, of: type)
      var left: [String: Int] = [:]
      for end in now { left[end.spelling, default: 0] += 1 }
      let was = before.endCalls(in: old, of: oldType)
      let lost = was.filter { end in
        left[end.spelling, default: 0] -= 1
        return left[end.spelling, default: 0] < 0 && !isSpelledOtherwise(end, now, was)
          && !isGivenOtherwise(end, now, was)
          && !(gained.isEmpty && isEndedAlong(end, with: now)) && !wentWithBeginning(end, in: function, old)
      }
      // Where more has gone than what ends, the function may have come to be for something else, unless it is there to
      // end things.
      let knowledge = after.knowledge
      let isEnd = after.isEnd(function)
      let gone = Set(oldOthers).subtracting(others).filter { name in
        !knowledge[.logs].fits(name) && !knowledge[.endsReceiver].contains(name) && !knowledge[.endsWork].begins(name)
      }
      guard !lost.isEmpty, lost.count <= 3 || Set(lost.map(\.method)).count == 1,
        isEnd || gone.isSubset(of: Set(lost.flatMap(\.around)))
          // What is left is more than what went along, not counting what only writes a log.
          || gone.count < Set(others).count(where: { !knowledge.logs($0) }) && stoodBeside(gone, lost, in: old),
        // What does nothing any more ended something if its name says so.
        !others.isEmpty || isEnd || isEmptied(function, of: lost, in: type)
      else { return [] }
      var told: Set<Symbol> = []
      return lost.compactMap { end -> Alteration? in
        // What begins the same is one matter.
        if case .begun = end.ended {
          let calls = (others.count { $0 == end.method }, oldOthers.count { $0 == end.method })
          guard calls.0 < calls.1, told.insert(end.method).inserted else { return nil }
        }
        if !gained.isEmpty {
          // `timer.cancel()` has become `timer.suspend()`: it is there still, and may go on.
          guard case .held(let held, _) = end.ended, let pause = onlyPause(of: held, end, in: function, old, of: type)
          else { return nil }
          return Alteration(
            kind: .lostEndOnOneWay, span: pause, name: end.name, before: end.spelling,
            after: after.declaration(of: function).name.text, affected: [after.name(of: type)])
        }
        // `for timer in all { timer.invalidate() }` ends each of them as well.
        if case .held = end.ended,
          !after.spelledCalls(of: end.method, in: function).isSubset(of: before.spelledCalls(of: end.method, in: old))
        {
          return nil
        }
        guard !gainedCallNames.contains(end.method), isStillThere(end, of: type, oldType, in: function),
          !isIdle(end, in: old), !isMovedOut(end, now, in: function, old, of: oldType),
          !isBegunNoMore(end, of: type, oldType),
          !(before.catches(end, in: old) && after.attempts(in: function) < before.attempts(in: old))
        else { return nil }
        return Alteration(
          kind: .lostEndOnOneWay, span: place(of: end.id, in: function, old), name: end.name, before: end.spelling,
          after: after.declaration(of: function).name.text, affected: [after.name(of: type)])
      }
    }
  }

  /// Whether what a property of the object holds is ended as often as it was, under another name: `let old = token`.
  private func isSpelledOtherwise(_ end: EndCall, _ now: [EndCall], _ was: [EndCall]) -> Bool {
    switch end.ended {
    case .given, .held(_, isOwn: true): break
    default: return false
    }
    func count(_ all: [EndCall]) -> Int { all.count { $0.ended == end.ended && $0.method == end.method } }
    return count(now) >= count(was)
  }

  /// Whether the same is called on the same as often as it was, and given something else, or the same in other words.
  private func isGivenOtherwise(_ end: EndCall, _ now: [EndCall], _ was: [EndCall]) -> Bool {
    func count(_ all: [EndCall]) -> Int { all.count { $0.method == end.method && $0.calledAs == end.calledAs } }
    return count(now) >= count(was)
  }

  /// Whether another end takes what one ended with it: all observers go at once, or what ends when it is let go of is
  /// let go of.
  private func isEndedAlong(_ end: EndCall, with others: [EndCall]) -> Bool {
    others.contains { other in
      switch (end.ended, other.ended) {
      case (.observers(of: .some), .observers(of: nil)): true
      case (.held(let held, _), .letGo(let bag)): held == bag
      default: false
      }
    }
  }

  /// Whether a function that the system calls, and that did nothing but end things, does nothing any more, though
  /// others start them.
  private func isEmptied(_ function: FunctionID, of lost: [EndCall], in type: NominalID) -> Bool {
    let declaration = after.declaration(of: function)
    guard declaration.isOverride || declaration.attributes.contains(where: after.knowledge[.seenByObjectiveC].contains)
    else { return false }
    return after.functions(of: type).contains { other in
      other != function
        && after.startCalls(in: other).contains { start in lost.contains { start.ends.contains($0.method) } }
    }
  }

  /// Whether all calls of some names stood right beside the ends that have gone, as statements of the same blocks, with
  /// nothing between them that is left: the change took that part of the function.
  private func stoodBeside(_ names: Set<Symbol>, _ lost: [EndCall], in old: FunctionID) -> Bool {
    let body = Body(old, in: before)
    let calls = body.expressions.filter { id in
      if case .call(let callee, _) = body.code[id] { names.contains(body.code.calleeName(callee)) } else { false }
    }
    return calls.allSatisfy { call in
      lost.contains { end in
        guard body.place(of: call).range == body.place(of: end.id).range else { return false }
        // What begins it again may be what ended it.
        if call == end.id { return true }
        let between = min(call, end.id).index + 1..<max(call, end.id).index
        return !between.contains { index in
          let id = ExpressionID(index: index)
          guard case .call(let callee, _) = body.code[id] else { return false }
          return !names.contains(body.code.calleeName(callee)) && !lost.contains { $0.id == id }
        }
      }
    }
  }

  /// Where a function pauses what it cancelled, and did not pause it before.
  private func onlyPause(
    of held: Symbol, _ end: EndCall, in function: FunctionID, _ old: FunctionID, of type: NominalID
  ) -> SourceSpan? {
    let knowledge = after.knowledge
    guard knowledge[.cancels].begins(end.method) || knowledge[.endsTimer].contains(end.method),
      isStored(held, of: type), !gainedCallNames.contains(end.method), before.pause(of: held, in: old) == nil
    else { return nil }
    return after.pause(of: held, in: function)
  }

  /// Whether there is still something to be ended.
  private func isStillThere(
    _ end: EndCall, of type: NominalID, _ oldType: NominalID, in function: FunctionID
  ) -> Bool {
    switch end.ended {
    case .held(let name, let isOwn):
      return (isOwn ? isStored(name, of: type) : isStillDeclared(name)) && !assigns(name, besides: end, in: function)
    case .given(let name): return isStored(name, of: type)
    case .local(let name): return after.hasLocal(name, in: function)
    case .kept(let path):
      return after.functions(of: type).contains { after.puts(into: path, in: $0) }
    case .begun(let starts):
      let sites = after.calls(threads: 1).sites
      return starts.contains { !(sites[$0] ?? []).isEmpty }
    case .letGo(let name):
      // One that is filled again is told of by what empties bags.
      return isStored(name, of: type) && isStillLetGo(name, of: type, oldType) && !assigns(name, in: function)
        && !after.fillsBag(name, in: function)
    case .observers(let key):
      return after.functions(of: type).contains { $0 != function && after.addsObserver(of: key, in: $0) }
    case .joined(let receiver):
      return after.lineage(of: type).flatMap { after.functions(of: $0) }.contains { one in
        one != function && after.joins(receiver, in: one, before: end.method)
      }
    case .all(let method):
      guard before.endsSomething(method, of: oldType) else { return false }
      if let now = functions.first(where: { $0.value == method })?.key { return after.endsSomething(now, of: type) }
      // The method has gone with the call: what it ended is there, and nothing has come to end it.
      let now = after.functions(of: type).flatMap { one -> [EndCall.Ended] in
        let known = functions[one].map { before.endCalls(in: $0, of: oldType).map(\.ended) } ?? []
        return after.endCalls(in: one, of: type).map(\.ended).filter { !known.contains($0) }
      }
      return before.endCalls(in: method, of: oldType).contains { one in
        if case .all = one.ended { return false }
        return isStillThere(one, of: type, oldType, in: function) && !now.contains(one.ended)
      }
    }
  }

  /// Whether a type began what such a call ends, and does not any more: what it asks for instead ends by itself.
  private func isBegunNoMore(_ end: EndCall, of type: NominalID, _ oldType: NominalID) -> Bool {
    func begins(_ type: NominalID, in program: Program) -> Bool {
      program.functions(of: type).contains { one in
        program.startCalls(in: one).contains { $0.ends.contains(end.method) }
      }
    }
    return begins(oldType, in: before) && !begins(type, in: after)
  }

  /// Whether what a call ended was begun in the same function, and that has gone out of it as well: `lock.lock()` and
  /// `lock.unlock()`.
  private func wentWithBeginning(_ end: EndCall, in function: FunctionID, _ old: FunctionID) -> Bool {
    let code = before[before.file(of: old)].facts.code
    guard case .call(let callee, _) = code[end.id], case .member(let base, end.method) = code[callee] else {
      return false
    }
    let receiver = code.fullSpelling(of: base)
    func beginnings(_ program: Program, _ function: FunctionID) -> Int {
      program.startCalls(in: function).count { $0.ends.contains(end.method) && $0.receiver == receiver }
    }
    return beginnings(after, function) < beginnings(before, old)
  }

  /// Whether a property can be emptied as it could before.
  private func isStillLetGo(_ name: Symbol, of type: NominalID, _ oldType: NominalID) -> Bool {
    guard let property = after.property(named: name, of: type), let old = before.property(named: name, of: oldType)
    else { return false }
    return after.isOptional(property) || !before.isOptional(old)
  }

  /// Whether some type has a property of a name, as far as some had one before.
  private func isStillDeclared(_ name: Symbol) -> Bool {
    func declares(_ program: Program) -> Bool {
      program.allProperties.contains { program.declaration(of: $0).name == name }
    }
    return declares(after) || !declares(before)
  }

  /// Whether what a call ran in the program does nothing any more.
  private func isIdle(_ end: EndCall, in old: FunctionID) -> Bool {
    let frame = Frame(old, in: before)
    let code = frame.facts.code
    guard case .call(let callee, _) = code[end.id], case .member(let base, end.method) = code[callee],
      let was = Inference(program: before).type(of: base, in: frame).nominal,
      let now = types.first(where: { $0.value == was })?.key
    else { return false }
    let isNow = does(end.method, of: now, in: after)
    return isNow == false && does(end.method, of: was, in: before) == true
  }

  /// Whether some body that a call of a method on an object of a type may run does anything; nil where there is none.
  private func does(_ method: Symbol, of type: NominalID, in program: Program) -> Bool? {
    let own = Set(program.lineage(of: type) + (program.descendants[type] ?? []))
    let bodies = own.flatMap { program[$0].functions[method] ?? [] }
      .filter { program.declaration(of: $0).hasBody && !program.isTest(program.file(of: $0)) }
    return bodies.isEmpty ? nil : bodies.contains { !program.expressions(of: $0).isEmpty }
  }

  /// Whether a type has a stored property that is given something.
  private func isStored(_ name: Symbol, of type: NominalID) -> Bool {
    guard let property = after.property(named: name, of: type), after.declaration(of: property).isStored else {
      return false
    }
    return after.owner(of: property) != type || !after.gifts(to: property, of: type).isEmpty
      || after.functions(of: type).contains { after.handsOut(name, in: $0) }
      // A value is made of what it is given.
      || after[type].kind == .struct && after.declaration(of: property).initialValue == nil
        && !after.isOptional(property)
  }

  /// Whether a function puts something into a property, or empties it, when it comes to where something was ended: not
  /// in another closure, which runs at another time, and not on a way that never came there.
  private func assigns(_ name: Symbol, besides end: EndCall, in function: FunctionID) -> Bool {
    let body = Body(function, in: after)
    guard let was = functions[function].map({ Body($0, in: before) }) else { return true }
    let (now, then) = (body.assignments(to: name), was.assignments(to: name))
    let here = was.place(of: end.id)
    return now.contains { spelling, list in
      var twins = then[spelling] ?? []
      // What stood beside the end has gone with it.
      while twins.count > list.count, let gone = twins.firstIndex(where: { was.place(of: $0) == here }) {
        twins.remove(at: gone)
      }
      return list.enumerated().contains { number, id in
        if number < twins.count, !was.place(of: twins[number]).range.overlaps(here.range) { return false }
        // What was put there first, and ended on a way behind that, is there still.
        if case .assign(_, let value) = body.code[id], body.code[value] != .literal(.null),
          then[spelling]?.contains(where: { $0 < end.id }) ?? false
        {
          return false
        }
        let range = Int32(body.range.lowerBound)..<Int32(body.range.upperBound)
        let depth = body.code.closures(around: id, within: range).count
        return depth == end.depth || depth > 0 && end.depth > 0
      }
    }
  }

  /// Whether the same call stands further out now, for several ways at once.
  private func isMovedOut(
    _ end: EndCall, _ now: [EndCall], in function: FunctionID, _ old: FunctionID, of oldType: NominalID
  ) -> Bool {
    let left = now.filter { $0.spelling == end.spelling }
    if left.isEmpty { return false }
    let (body, was) = (Body(function, in: after), Body(old, in: before))
    var depths: [Int: Int] = [:]
    for one in before.endCalls(in: old, of: oldType) where one.spelling == end.spelling {
      depths[was.place(of: one.id).depth, default: 0] += 1
    }
    for one in left { depths[body.place(of: one.id).depth, default: 0] -= 1 }
    return depths.contains { $0.value < 0 }
  }

  /// Whether a function puts something into a property, or empties it.
  private func assigns(_ name: Symbol, in function: FunctionID) -> Bool {
    let body = Body(function, in: after)
    return body.expressions.contains { id in
      if case .assign(let target, _) = body.code[id] { body.code.writtenName(target) == name } else { false }
    }
  }

  /// The call that stood before it and still does, or the one behind it; the function where there is neither.
  func place(of end: ExpressionID, in function: FunctionID, _ old: FunctionID) -> SourceSpan {
    let (was, now) = (Body(old, in: before), Body(function, in: after))
    func calls(_ body: Body) -> [(id: ExpressionID, spelling: String)] {
      body.expressions.compactMap { id in
        if case .call = body.code[id] { (id, body.code.spelling(of: id)) } else { nil }
      }
    }
    let (then, here) = (calls(was), calls(now))
    let earlier = then.filter { $0.id < end }.reversed()
    let later = then.filter { $0.id > end }
    // What stands in the same closure is nearer than what comes before that.
    let around = was.code.innermostClosure(around: end)
    let all = Array(earlier) + later
    let near = all.filter { was.code.innermostClosure(around: $0.id) == around }
    for one in near + all {
      guard let twin = here.first(where: { $0.spelling == one.spelling }) else { continue }
      return now.span(of: twin.id)
    }
    return after.span(of: function)
  }
}

extension Program {
  /// Whether a call ends what has failed to begin: it stands in a `catch`.
  fileprivate func catches(_ end: EndCall, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return code.statements(of: declaration(of: function)).contains { statement in
      guard case .catching = statement.kind else { return false }
      return statement.firstExpression <= end.id.index && end.id.index < statement.endExpression
    }
  }

  fileprivate func attempts(in function: FunctionID) -> Int {
    self[file(of: function)].facts.code.statements(of: declaration(of: function)).count { $0.kind == .attempt }
  }

  /// Whether a function is there to end things, by its name or because the system calls it where its object goes.
  fileprivate func isEnd(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let words = declaration.name.words
    return knowledge[.endsWork].begins(declaration.name)
      // `onCancel`
      || words.count > 1 && knowledge[.namesEvent].contains(words[0]) && knowledge[.endsWork].contains(words[1])
      || declaration.isOverride && knowledge[.comesWhenDropped].contains(declaration.name)
  }

  /// Whether a body has a property filled by what it calls: `open(path, &file)`.
  fileprivate func handsOut(_ property: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      let id = ExpressionID(index: Int32(at))
      return code.marks(of: id).contains(.inout) && code.ownProperty(id) == property
    }
  }

  /// Whether a body has a local of a name: a variable, or a parameter of it or of a closure.
  fileprivate func hasLocal(_ name: Symbol, in function: FunctionID) -> Bool {
    let (code, declaration) = (self[file(of: function)].facts.code, declaration(of: function))
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).contains { at in
      code[LocalID(index: at)].name == name
    }
  }

  /// Where a body pauses what a property holds.
  fileprivate func pause(of held: Symbol, in function: FunctionID) -> SourceSpan? {
    let body = Body(function, in: self)
    return body.expressions.lazy.compactMap { id -> SourceSpan? in
      guard case .call(let callee, _) = body.code[id], case .member(let base, let name) = body.code[callee],
        knowledge[.pausesWork].contains(name), body.code.writtenName(base) == held
      else { return nil }
      return body.span(of: id)
    }.first
  }

  /// Whether a body puts what a call answers with into a path, as it is spelled.
  fileprivate func puts(into path: String, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .assign(let target, let value) = code[ExpressionID(index: Int32(at))], case .call = code[value] else {
        return false
      }
      return code.plainSpelling(of: target) == path
    }
  }

  /// Whether a body adds an observer for its object, of something or of anything.
  fileprivate func addsObserver(of key: String?, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code[ExpressionID(index: Int32(at))],
        let name = code.calledName(callee), knowledge[.addsObserver].contains(name)
      else { return false }
      guard let key else { return true }
      return code[list].contains { code.spelling(of: $0.value) == key }
    }
  }

  /// The calls by a name in a body, as they are spelled.
  fileprivate func spelledCalls(of name: Symbol, in function: FunctionID) -> Set<String> {
    let code = self[file(of: function)].facts.code
    return Set(
      expressions(of: function).compactMap { at in
        let id = ExpressionID(index: Int32(at))
        return code.callee(of: id) == name ? code.spelling(of: id) : nil
      })
  }

  /// Whether a body puts a subscription into a property.
  fileprivate func fillsBag(_ bag: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code[ExpressionID(index: Int32(at))],
        let name = code.calledName(callee), knowledge[.fillsBag].contains(name)
      else { return false }
      return code[list].contains { code.ownProperty($0.value) == bag }
    }
  }
}
