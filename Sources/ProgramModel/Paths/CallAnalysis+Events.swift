import SwiftFacts

/// What expressions do to the ways that lead through them.
extension CallAnalysis {
  func step(_ state: inout Reaches, at expression: ExpressionID) {
    guard let events = uses.events[expression.index] else { return }
    for event in events {
      guard !state.isEmpty else { return }
      state = after(event, at: expression, from: state)
    }
  }

  private func after(_ event: PathEvent, at id: ExpressionID, from state: Reaches) -> Reaches {
    switch event {
    case .escape:
      if isLenient, case .closure(let closure) = code[id] { followAside(closure, at: id) }
      return forgotten(state)
    case .assignment:
      guard let path = code.writtenPath(id) else { return state }
      return state.map { reach in
        var reach = reach
        reach.facts.forget(path)
        return reach
      }
    case .emptying: return forgotten(state)
    case .keeping(let slot, let closure):
      return state.map { reach in
        var reach = reach
        reach.kept = reach.count == .never ? .init(slot: slot, closure: closure) : nil
        reach.count = .unknown
        return reach
      }
    case .taking(let slot, let function): return taken(out: slot, by: function, at: id, from: state)
    case .call: return called(at: id, from: state)
    case .handing(let position): return handed(position, at: id, from: state)
    case .running(let closure): return run(closure, at: id, from: state)
    case .closure(let closure, let position): return given(closure, position, at: id, from: state)
    }
  }

  private func called(at id: ExpressionID, from state: Reaches) -> Reaches {
    let site = sites ?? id
    let span = code.span(of: site)
    tellers.insert(span)
    return state.map { reach in
      var reach = reach
      if let other = reach.handed { shared.insert(other) }
      switch reach.count {
      case .never:
        reach.count = .once
        reach.call = span
      case .once:
        if let first = reach.call, isLenient || !reach.isDoubtful, isMistake(first, site, span) {
          double(first, span)
        }
        reach.count = .unknown
      case .unknown: break
      }
      return reach
    }
  }

  /// A method of the same object that does something with what a property holds.
  private func taken(out slot: Symbol, by function: FunctionID, at id: ExpressionID, from state: Reaches) -> Reaches {
    let runs = finder.runs(ofSlot: slot, in: function)
    if runs == .never { return state }
    if uses.callable == .slot(slot) {
      if case .once(.inPlace, _, _) = runs { return called(at: id, from: state) }
      return forgotten(state)
    }
    var after = Reaches.none
    for reach in state.all {
      guard let kept = reach.kept, kept.slot == slot else {
        after.add(reach)
        continue
      }
      var free = reach
      free.kept = nil
      guard case .once(.inPlace, _, _) = runs else {
        after.add(free)
        continue
      }
      free.count = .never
      let one = Reaches([free])
      after.add(kept.closure.map { run($0, at: id, from: one) } ?? called(at: id, from: one))
    }
    return after
  }

  /// Whether two calls on one way are not meant: a continuation takes one, and so does whoever is called twice in a row
  /// or after a block that seems to be meant to end there.
  private func isMistake(_ first: ByteSpan, _ site: ExpressionID, _ second: ByteSpan) -> Bool {
    switch uses.callable {
    case .method: return true
    case .parameters(let list):
      // What a loop goes on calling may be called for each of something.
      if isRepeated(site) { return false }
      let isInRow = code.innermostBlock(around: first) == code.innermostBlock(around: second)
      if isInRow, tellOfDifferentEvents(first, site) { return false }
      return isLenient || list.count == 1 && isInRow || isForgottenExit(first, second)
    case .superMethod: return isForgottenExit(first, second)
    case .slot: return isLenient && !isRepeated(site) || isForgottenExit(first, second)
    }
  }

  private func double(_ first: ByteSpan, _ second: ByteSpan) {
    if !doubles.contains(where: { $0.first == first }) { doubles.append(DoubledCall(first: first, second: second)) }
  }

  /// Whether the first of two calls stands in a block that seems to be meant to end there.
  private func isForgottenExit(_ first: ByteSpan, _ second: ByteSpan) -> Bool {
    func holds(_ span: ByteSpan, _ inner: ByteSpan) -> Bool { span.start <= inner.start && inner.end <= span.end }
    for index in code.statements.indices {
      let statement = code.statements[index]
      guard holds(statement.span, first) else { continue }
      switch statement.kind {
      case .branch, .ternary, .guarding, .selection, .catching:
        if !holds(statement.span, second) { return true }
      case .attempt:
        if code.inner(of: Int32(index)).dropFirst().contains(where: { holds(code.statements[Int($0)].span, second) }) {
          return true
        }
      default: continue
      }
    }
    return false
  }

  private func handed(_ position: Int, at id: ExpressionID, from state: Reaches) -> Reaches {
    let runs = finder.summary(ofArgument: position, of: id, in: frame).runs
    if runs == .never { return state }
    if case .once(.inPlace, .proven, _) = runs { return called(at: id, from: state) }
    tellers.insert(code.span(of: sites ?? id))
    if let answered = answered(position, at: id, from: state) { return answered }
    return state.map { reach in
      var reach = reach
      if let other = reach.handed { shared.insert(other) }
      if case .once(_, let proof, _) = runs, isLenient || proof == .proven, reach.count == .never {
        reach.count = .once
        reach.call = code.span(of: id)
        // A second call after it may be meant: first what is at hand, then what is fetched.
        reach.isDoubtful = true
        reach.isLater = true
      } else {
        if isLenient, case .once = runs, reach.count == .once, let first = reach.call, !isRepeated(id) {
          double(first, code.span(of: id))
        }
        reach.count = .unknown
      }
      return reach
    }
  }

  /// The ways through a function of the program that is given it, as far as the answer tells them apart: on some it has
  /// called, on the others not.
  private func answered(_ position: Int, at id: ExpressionID, from state: Reaches) -> Reaches? {
    guard let ends = finder.answers(withArgument: position, of: id, in: frame) else { return nil }
    let span = code.span(of: sites ?? id)
    var after = Reaches.none
    for end in ends {
      after.add(
        state.map { reach in
          var reach = reach
          reach.answer = Reach.Answer(call: id, isSo: end.answer)
          guard end.hasCalled else { return reach }
          if reach.count == .once, let first = reach.call, isMistake(first, id, span) { double(first, span) }
          reach.count = reach.count == .never ? .once : .unknown
          reach.call = span
          return reach
        })
    }
    return after
  }

  /// What happens in a closure of which it is not known how often it runs, each time that it does.
  private func followAside(_ closure: ClosureID, at id: ExpressionID) {
    guard let ends = laterEnds(of: closure), seen.insert(closure).inserted, !isRepeated(id) else { return }
    closureMisses[id.index, default: []] += misses(in: ends, proof: .guessed, dropsErrors: false)
  }

  /// A closure called where it stands, or by its name.
  ///
  /// - Parameter site: The call, where it stands elsewhere than the closure: what is called inside is called there.
  private func run(_ closure: ClosureID, at site: ExpressionID?, from state: Reaches) -> Reaches {
    guard underway.insert(closure).inserted else { return forgotten(state) }
    let outer = sites
    if let site, sites == nil, !code.isCalledInPlace(closure, by: site) { sites = site }
    defer {
      underway.remove(closure)
      sites = outer
    }
    var after = Reaches.none
    for end in ends(ofBody: code[closure].statement, from: state) where end.exit == .return {
      let answer = site.map { Reach.Answer(call: $0, isSo: end.answer) }
      after.add(
        end.reaches.map { reach in
          var reach = reach
          reach.answer = answer
          // The fork that a closure is left at is the one at which this way was chosen.
          if reach.count == .never, end.isWritten, let turn = end.turn { reach.turn = turn }
          return reach
        })
    }
    return after
  }

  private func given(_ closure: ClosureID, _ position: Int, at id: ExpressionID, from state: Reaches) -> Reaches {
    let runs = finder.summary(ofArgument: position, of: id, in: frame).runs
    if runs == .never { return state }
    guard case .once(let moment, let proof, let dropsErrors) = runs else {
      noteNeither(closure, at: id)
      // How often it runs is not known, so its other ends tell nothing.
      if isLenient { followAside(closure, at: id) }
      return forgotten(state)
    }
    if moment == .inPlace { return run(closure, at: nil, from: state) }
    var isTold = false
    var mayCall = false
    if let ends = laterEnds(of: closure) {
      if seen.insert(closure).inserted, !isRepeated(id) {
        closureMisses[id.index, default: []] += misses(in: ends, proof: proof, dropsErrors: dropsErrors)
      }
      // A continuation takes one call, whenever it comes.
      let reaches = ends.filter { $0.exit == .return }.flatMap(\.reaches.all)
      if reaches.contains(where: { $0.count == .never }) { uncertain.insert(id.index) }
      if isLenient, proof != .guessed || trustsNames || reaches.allSatisfy({ $0.count == .once }) {
        mayCall = reaches.contains { $0.count == .once }
      }
      if case .method = uses.callable, moment == .later, proof != .guessed, let second = reaches.first?.call,
        reaches.allSatisfy({ $0.count == .once })
      {
        isTold = true
        // Of two closures of one call, one for each outcome, one runs.
        for reach in state.all
        where reach.count == .once && !reach.isDoubtful && reach.handed != id.index
          && !isLink(id, after: reach.handed)
        {
          if let first = reach.call { double(first, second) }
        }
      }
    }
    return state.map { reach in
      var reach = reach
      if let other = reach.handed, other != id.index {
        shared.formUnion([other, id.index])
      } else if reach.handed == nil, reach.count != .never || hasTwins(closure, of: id) {
        shared.insert(id.index)
      }
      if mayCall, reach.count == .once, reach.handed != id.index, !isLink(id, after: reach.handed),
        !hasTwins(closure, of: id), !isRepeated(id), let first = reach.call
      {
        double(first, code.span(of: id))
      }
      if isTold || mayCall, reach.count == .never {
        reach.count = .once
        reach.call = code.span(of: id)
        reach.isLater = true
      } else {
        reach.count = .unknown
      }
      reach.handed = id.index
      return reach
    }
  }

  /// Of a closure that is given to what is out of sight, the ways on which neither of two things has come: whenever it
  /// runs, nothing else is left for them.
  private func noteNeither(_ closure: ClosureID, at id: ExpressionID) {
    guard code[closure].parameters.count > 1, !isRepeated(id), isOutOfSight(id) else { return }
    // What else is called in there is no part of what is known.
    let known = (tellers, doubles)
    defer { (tellers, doubles) = known }
    guard let ends = laterEnds(of: closure), ends.contains(where: { $0.reaches.all.contains { $0.count != .never } })
    else { return }
    let open = ends.compactMap { end -> Leave? in
      var open = end
      open.reaches = Reaches(end.reaches.all.filter { $0.count == .never && isNeither($0) })
      return open.reaches.isEmpty ? nil : open
    }
    guard !open.isEmpty, seen.insert(closure).inserted else { return }
    for end in open {
      closureMisses[id.index, default: []] += end.reaches.all.compactMap { miss($0, end, .guessed) }
    }
  }

  /// Whether what a call runs is no part of the program, or a requirement that stands for whatever meets it.
  private func isOutOfSight(_ call: ExpressionID) -> Bool {
    switch finder.inference.target(of: call, in: frame).kind {
    case .foreign: true
    case .functions(let targets): targets.allSatisfy { !finder.program.declaration(of: $0).hasBody }
    case .memberwise, .enumCase, .value: false
    }
  }

  /// Whether a call goes on with what an earlier one answers with, as in `work.done { … }.catch { … }`: which of the
  /// two closures runs is then for the answer to decide.
  private func isLink(_ call: ExpressionID, after earlier: Int32?) -> Bool {
    guard let earlier else { return false }
    var link = call
    while case .call(let callee, _) = code[link], case .member(let base, _) = code[callee] {
      if base.index == earlier { return true }
      link = base
    }
    return false
  }

  /// Whether a call is given another closure that may do the calling as well, and not for failure instead of success.
  private func hasTwins(_ closure: ClosureID, of call: ExpressionID) -> Bool {
    guard case .call(_, let list) = code[call] else { return false }
    let telling = code[list].filter { argument in
      if case .closure(let other) = code[argument.value] {
        uses.closures.contains(other)
      } else {
        uses.isIt(argument.value)
      }
    }
    return telling.count > 1
      && !telling.contains { argument in argument.label.map { finder.program.knowledge[.fails].fits($0) } ?? false }
  }

  /// The ends of a closure that runs at another time.
  private func laterEnds(of closure: ClosureID) -> [Leave]? {
    if let known = laterEnds[closure] { return known }
    guard underway.insert(closure).inserted else { return nil }
    defer { underway.remove(closure) }
    let made = ends(ofBody: code[closure].statement, from: .start)
    laterEnds[closure] = made
    return made
  }

  /// The ends without a call; unless it is a must, those that others of the same body do better than.
  func misses(in ends: [Leave], proof: Proof, dropsErrors: Bool) -> [MissedEnd] {
    guard isMust || ends.contains(where: { $0.reaches.all.contains { $0.count != .never } }) else { return [] }
    var result: [MissedEnd] = []
    for end in ends where end.exit == .return || dropsErrors {
      for reach in end.reaches.all where reach.count == .never || isLost(reach) {
        guard let miss = miss(reach, end, proof) else { continue }
        if !result.contains(where: { $0.span == miss.span }) { result.append(miss) }
      }
    }
    return result
  }

  /// Whether it is kept by what nobody else takes it out of.
  private func isLost(_ reach: Reach) -> Bool {
    guard let kept = reach.kept else { return false }
    return finder.isTakenOut(of: kept.slot, byNobodyBut: frame)
  }

  private func miss(_ reach: Reach, _ end: Leave, _ proof: Proof) -> MissedEnd? {
    if isExcludedBySystem(reach) { return nil }
    if end.exit == .throw { return MissedEnd(manner: .throwsAway, span: end.span, turn: end.turn, proof: proof) }
    // A `return` after a fork that has no call on this way ends it as the end of the body would.
    let lastFork = reach.turn.map { $0.span.start > end.turn?.span.start ?? 0 } ?? false
    if end.isWritten, !lastFork {
      if end.turn?.kind == .loop { return nil }
      return MissedEnd(manner: .leaves, span: end.span, turn: end.turn ?? reach.turn, proof: proof)
    }
    guard isMust || reach.passed < 2 || isNeither(reach) else { return nil }
    guard let turn = reach.turn else {
      return isMust ? MissedEnd(manner: .runsOut, span: end.span, turn: nil, proof: proof) : nil
    }
    var told = turn
    // Whoever keeps an answer means to give it.
    if reach.kept != nil { told.isPastAnswer = true }
    return MissedEnd(manner: turn.kind == .chain ? .nothingThere : .runsOut, span: turn.span, turn: told, proof: proof)
  }
}

extension Code {
  /// The innermost block, or body of a closure, that a stretch of source stands in.
  fileprivate func innermostBlock(around span: ByteSpan) -> Int? {
    statements.indices.last { index in
      switch statements[index].kind {
      case .block, .closure: statements[index].span.contains(span)
      default: false
      }
    }
  }

  /// Whether a call is of a closure where that stands.
  fileprivate func isCalledInPlace(_ closure: ClosureID, by call: ExpressionID) -> Bool {
    guard case .call(let callee, _) = self[call] else { return false }
    return self[callee] == .closure(closure)
  }
}
