import SwiftFacts

/// Calls of completions, of continuations and of `super` that were there before a change, where the rest still is.
extension Matching {
  /// Blocks that called a completion or resumed a continuation, or what they override, and only that has gone; and
  /// calls of completions that a check kept from being made again, which has gone.
  public func lostCalls() -> [Alteration] {
    let finder = ClosureEscape(inference: Inference(program: after))
    var result: [Alteration] = []
    for (function, old) in functions.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: function)) {
      let (was, now) = (before.declaration(of: old), after.declaration(of: function))
      guard was.hasBody, now.hasBody, isRestated(function, old) else { continue }
      var found: [Alteration] = []
      for one in awaited(in: function, old) {
        let first = CallSites(one.was, in: old, of: before)
        var second = CallSites(one.now, in: function, of: after)
        if case .slot(let name) = one.now, first.total > second.total {
          second.addCalls(of: newCallers(of: name, around: function), in: after.expressions(of: function))
        }
        // What the program after the change is told of by itself is not told again; of objects that have gone it is
        // told nothing.
        let told =
          one.isParameter
          ? after.missedCompletions(in: function, finder).filter { !$0.isAboutObject }.map(\.span.bytes) : []
        var calls = lost(.lostCompletionCall, one, first, second, in: function, told)
        if calls.isEmpty, told.isEmpty, one.isGiven {
          calls = missed(one, first, second, in: function, old, finder)
        }
        if calls.isEmpty, told.isEmpty { calls = goneAnswers(one, first, second, in: function) }
        if calls.isEmpty { calls = lostChecks(one, first, second, in: function) }
        if calls.isEmpty { calls = doubledAnswers(one, first, second, in: function, old, finder) }
        if calls.isEmpty, one.isParameter { calls = repeatedAnswers(one, first, second, in: function) }
        found += calls
      }
      if found.isEmpty { found = lostEntryAnswers(in: function, old) }
      if found.isEmpty { found = overwrittenAnswers(in: function, old) }
      if found.isEmpty { found = lostBegins(in: function, old) }
      result += found.isEmpty ? emptiedClosures(in: function, old) : found
      guard was.isOverride, now.isOverride, was.kind == .function, !overridesNothing(function) else { continue }
      let labels = was.parameters.map(\.label)
      guard now.name == was.name, now.parameters.map(\.label) == labels else { continue }
      let callable = Callable.superMethod(was.name, labels: labels)
      let told = after.missedSuperCalls(in: function, finder).map(\.span.bytes)
      result += lost(
        .lostSuperCall, Awaited(name: was.name, was: callable, now: callable),
        CallSites(callable, in: old, of: before), CallSites(callable, in: function, of: after), in: function, told)
    }
    return result + lostAnswers() + uncheckedWaits()
  }

  /// The ways on which a function does not call what it called on every way before the change.
  private func missed(
    _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID, _ old: FunctionID,
    _ finder: ClosureEscape
  ) -> [Alteration] {
    // What a `defer` did is done on every way, errors included.
    let isUndeferred = first.isDeferred && !second.isDeferred
    guard first.total > second.total || isUndeferred, second.total > 0,
      isUndeferred || after.declaration(of: function).result == nil,
      let was = first.names.blocks.first, let now = second.names.blocks.first,
      second.others(in: now.statement).isSubset(of: first.others(in: was.statement)),
      let lost = first.blocks.sorted(by: { $0.key < $1.key }).first(where: { name, block in
        block.count > second.blocks[name]?.count ?? 0
      })?.value.spelling,
      case let earlier = ClosureEscape(inference: Inference(program: before)),
      let was = ways(without: awaited.was, in: Frame(old, in: before), earlier),
      let now = ways(without: awaited.now, in: Frame(function, in: after), finder)
    else { return [] }
    // A way that has been silent all along is nothing of the change's.
    var known: [SilentWay: Int] = [:]
    for way in was { known[SilentWay(way), default: 0] += 1 }
    let silent = now.filter { way in
      let key = SilentWay(way)
      known[key, default: 0] -= 1
      return known[key, default: 0] < 0
    }
    return silent.prefix(max(1, first.total - second.total)).map { way in
      Alteration(kind: .lostCompletionCall, span: way.span, name: awaited.name.text, before: lost)
    }
  }

  /// What tells two ways apart in both versions of a function.
  private struct SilentWay: Hashable {
    var flaw: MissedCall.Flaw
    var fork: MissedCall.Fork
    var asked: String

    init(_ way: MissedCall) { (flaw, fork, asked) = (way.flaw, way.fork, way.asked) }
  }

  private func ways(without callable: Callable, in frame: Frame, _ finder: ClosureEscape) -> [MissedCall]? {
    guard let (walk, ends) = finder.walk(callable, in: frame, isLenient: true) else { return nil }
    return walk.missedCalls(named: "", ends: ends).filter { $0.flaw != .twice }
  }

  /// Whether what a function overrides does nothing.
  private func overridesNothing(_ function: FunctionID) -> Bool {
    guard let type = after.owner(of: function), let parent = after.lineage(of: type).dropFirst().first(where: { one in
      after[one].functions[after.declaration(of: function).name] != nil
    }) else { return false }
    let bodies = after[parent].functions[after.declaration(of: function).name] ?? []
    return bodies.allSatisfy { after.declaration(of: $0).hasBody && after.expressions(of: $0).isEmpty }
  }

  /// Whether a body says anything else than it did.
  private func isRestated(_ function: FunctionID, _ old: FunctionID) -> Bool {
    let (was, now) = (before.declaration(of: old), after.declaration(of: function))
    return was.endStatement - was.firstStatement != now.endStatement - now.firstStatement
      || isRewritten(function)
  }

  private func lost(
    _ kind: Alteration.Kind, _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID,
    _ told: [ByteSpan]
  ) -> [Alteration] {
    // What is kept is called later, wherever else it may be called.
    let isLeft = kind == .lostCompletionCall && first.isKept && !second.isKept
    guard isLeft || first.total > second.total, first.isDeferred || !second.isDeferred else { return [] }
    let code = after[after.file(of: function)].facts.code
    var result: [Alteration] = []
    let known = Set(second.names.blocks.map(\.name))
    for block in second.names.blocks {
      var old = first.blocks[block.name]
      if old == nil, kind == .lostCompletionCall { old = first.calls(inTwinOf: block, of: second) }
      let gone = kind == .lostCompletionCall && !awaited.isResumed ? first.callInGoneBranch(of: block.name, known) : nil
      if old?.count ?? 0 <= second.blocks[block.name]?.count ?? 0, let gone,
        !second.isCalled(onEachWayThrough: block.statement)
      {
        old = gone
      }
      guard let old, old.count > second.blocks[block.name]?.count ?? 0 else { continue }
      // Where something else is called in its stead, that may do it.
      let (others, oldOthers) = (second.others(in: block.statement), first.others(in: old.statement))
      guard others.isSubset(of: oldOthers) || awaited.isGiven && isStillDone(others, oldOthers, first) else { continue }
      // A helper may have come to call what a property holds.
      if case .slot(let name) = awaited.now, !others.isDisjoint(with: newCallers(of: name, around: function)) {
        continue
      }
      if kind == .lostCompletionCall, second.isAnswered(inOrBehind: block.statement) { continue }
      // Of two calls on one way, one is too many.
      if kind == .lostCompletionCall, !awaited.isResumed || isContinuation(awaited),
        second.isCalled(onEachWayThrough: block.statement)
      {
        continue
      }
      // `.always { … }` of the same chain does it for all of them.
      if kind == .lostCompletionCall,
        second.isCalled(inNewLinkBehind: block.statement, unlike: first, after.knowledge)
      {
        continue
      }
      // Who waits in a list is told from there.
      if kind == .lostCompletionCall, second.isKept(onEachWayThrough: block.statement, unlike: first) { continue }
      // What left after it had answered goes on, to where the answer is given for all.
      if kind == .lostCompletionCall, first.leaves(old.statement), second.isUsedBehind(block.statement) { continue }
      if kind == .lostCompletionCall, second.isNoted(in: block.statement, unlike: first) { continue }
      // A body that was written anew may well do without what it called on its superclass.
      if kind == .lostSuperCall, others != oldOthers { continue }
      let statement = code.statements[Int(block.statement)]
      if kind == .lostCompletionCall,
        // Who is told on other ways of the same event waits for it.
        let handler = code.handler(around: statement, after.knowledge), second.uses.isDisjoint(with: handler)
      {
        continue
      }
      // What the program after the change is told of by itself is not told again.
      guard !told.contains(where: { statement.span.start <= $0.start && $0.end <= statement.span.end }) else {
        continue
      }
      if kind == .lostSuperCall, !told.isEmpty { continue }
      // Where a completion is called last, `super` is called anywhere: what lacks it is the function.
      let isWhole = kind == .lostSuperCall && block.statement == after.declaration(of: function).firstStatement
      let place = SourceSpan(file: after.file(of: function), bytes: second.code.end(of: block.statement))
      result.append(
        Alteration(kind: kind, span: isWhole ? after.span(of: function) : place, name: awaited.name.text,
          before: old.spelling))
    }
    guard kind == .lostCompletionCall, result.isEmpty else { return result }
    func closures(_ labels: CallSites.Labels) -> [Alteration] {
      lostClosures(first, second, told, labels).map { place, spelling in
        Alteration(
          kind: kind, span: SourceSpan(file: after.file(of: function), bytes: place), name: awaited.name.text,
          before: spelling)
      }
    }
    result = closures(.same)
    if result.isEmpty, told.isEmpty { result = lostUse(awaited, first, second, in: function) }
    return result.isEmpty ? closures(.butForTrailing) : result
  }

  /// Whether a block does what it did, and besides nothing that the function has not done all along: what is not given
  /// a parameter does not call it.
  private func isStillDone(_ others: Set<Symbol>, _ oldOthers: Set<Symbol>, _ first: CallSites) -> Bool {
    guard !oldOthers.isEmpty, oldOthers.isSubset(of: others), let whole = first.names.blocks.first else { return false }
    return others.isSubset(of: first.others(in: whole.statement))
  }

  /// A completion that nothing calls or hands on since the change, in a function that still does what else it did.
  private func lostUse(
    _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID
  ) -> [Alteration] {
    // A promise has another way to be settled; a stream ends where it is told so.
    if case .method(let name, let local) = awaited.now, !after.knowledge[.tellsWhoWaits].contains(name) {
      guard case .closureParameter = second.code[local].kind else { return [] }
    }
    guard second.total == 0, let local = awaited.now.locals.first,
      let was = first.names.blocks.first, let now = second.names.blocks.first,
      case let (others, oldOthers) = (second.others(in: now.statement), first.others(in: was.statement)),
      !others.isDisjoint(with: oldOthers), others.isDisjoint(with: after.knowledge[.neverReturns].names),
      let call = first.blocks.sorted(by: { $0.key < $1.key }).first(where: { _, block in
        // Of events, nothing but the end is waited for.
        if case .method = awaited.was { return true }
        return first.code.handler(around: first.code.statement(block.statement), before.knowledge) == nil
      })?.value.spelling
    else { return [] }
    let span = SourceSpan(file: after.file(of: function), bytes: second.code[local].span)
    return [Alteration(kind: .lostOnlyCall, span: span, name: awaited.name.text, before: call)]
  }

  /// Whether one method tells success and failure alike, so that a second call of it is one too many.
  private func isContinuation(_ awaited: Awaited) -> Bool {
    if case .method(let name, _) = awaited.now { after.knowledge[.resumes].contains(name) } else { false }
  }

  /// Calls that were given one more closure, in which the callable was called: nobody tells what it told.
  private func lostClosures(
    _ first: CallSites, _ second: CallSites, _ told: [ByteSpan], _ labels: CallSites.Labels
  ) -> [(ByteSpan, String)] {
    var places: Set<ByteSpan> = []
    // Of two, the one that was given last is taken for the one that has gone.
    return first.blocks.sorted { $0.key > $1.key }.compactMap { _, old -> (ByteSpan, String)? in
      guard let closure = first.names.closure(around: old.statement),
        let outer = first.names.block(around: closure.statement),
        let block = second.names.blocks.first(where: { $0.name == outer.name }),
        second.others(in: block.statement).isSubset(of: first.others(in: outer.statement)),
        let span = closure.call == nil
          ? second.assignment(instead: closure, of: first, in: block.statement)
          : second.call(without: closure, of: first, in: block.statement, labels),
        !told.contains(where: { span.start <= $0.start && $0.end <= span.end }), places.insert(span).inserted
      else { return nil }
      return (span, old.spelling)
    }
  }
}

extension Code {
  /// Whether a closure is told that there will be no more events, beside another one that is told of each.
  private func isEndOfEvents(_ closure: Closure, of call: ExpressionID, _ knowledge: Knowledge) -> Bool {
    guard case .call(_, let list) = self[call], let own = self[list].first(where: { $0.value == closure.expression })
    else { return false }
    if let label = own.label { return knowledge[.completes].fits(label) }
    return self[list].contains { other in
      guard other.isTrailingClosure, other.label != nil, case .closure = self[other.value] else { return false }
      return own.isTrailingClosure
    }
  }

  /// The closure around a statement that is run for each of some events: nobody waits for what it may call.
  fileprivate func handler(around statement: Statement, _ knowledge: Knowledge) -> Range<Int32>? {
    closures.first { closure in
      guard closure.firstExpression <= statement.firstExpression, statement.endExpression <= closure.endExpression,
        let call = closure.call,
        let name = callee(of: call)
      else { return false }
      return knowledge[.comesOften].fits(name) && !isEndOfEvents(closure, of: call, knowledge)
    }.map { $0.firstExpression..<$0.endExpression }
  }
}
