import SwiftFacts

/// What expressions do to the ways that lead through them.
extension PathWalk {
  func expressions(_ range: Range<Int32>, from start: Reaches) -> Reaches {
    var state = start
    for place in uses.places(in: range) {
      for event in uses.events[place] ?? [] {
        guard !state.isEmpty else { return state }
        state = after(event, at: ExpressionID(index: place), from: state)
      }
    }
    return state
  }

  private func after(_ event: PathEvent, at id: ExpressionID, from state: Reaches) -> Reaches {
    switch event {
    case .end: return .none
    case .escape: return forgotten(state)
    case .assignment(let target):
      return state.map { reach in
        guard !reach.facts.isEmpty else { return reach }
        var reach = reach
        reach.facts = reach.facts.filter { !$0.key.contains(target) }
        return reach
      }
    case .call: return called(at: id, from: state)
    case .handing(let position): return handed(position, at: id, from: state)
    case .running(let closure): return run(closure, from: state)
    case .closure(let closure, let position): return given(closure, position, at: id, from: state)
    }
  }

  private func called(at id: ExpressionID, from state: Reaches) -> Reaches {
    let span = code.span(of: id)
    return state.map { reach in
      var reach = reach
      if let other = reach.handed { shared.insert(other) }
      switch reach.count {
      case .never:
        reach.count = .once
        reach.call = span
      case .once:
        if let first = reach.call, !reach.isDoubtful, !forks.contains(where: { $0.kind == .loop }), isForgottenExit(first, span) {
          if !doubles.contains(where: { $0.second == span }) { doubles.append(DoubledCall(first: first, second: span)) }
        }
        reach.count = .unknown
      case .unknown: break
      }
      return reach
    }
  }

  /// Whether the first of two calls stands in a block that seems to be meant to end there.
  private func isForgottenExit(_ first: ByteSpan, _ second: ByteSpan) -> Bool {
    func holds(_ span: ByteSpan, _ inner: ByteSpan) -> Bool { span.start <= inner.start && inner.end <= span.end }
    for index in code.statements.indices {
      let statement = code.statements[index]
      guard holds(statement.span, first) else { continue }
      switch statement.kind {
      case .branch, .guarding, .selection:
        if !holds(statement.span, second) { return true }
      case .attempt:
        if children(of: Int32(index)).dropFirst().contains(where: { holds(code.statements[Int($0)].span, second) }) { return true }
      default: continue
      }
    }
    return false
  }

  private func handed(_ position: Int, at id: ExpressionID, from state: Reaches) -> Reaches {
    let runs = finder.runs(ofArgument: position, of: id, in: frame)
    return state.map { reach in
      var reach = reach
      if let other = reach.handed { shared.insert(other) }
      if case .once(_, let proof, _) = runs, proof == .proven, reach.count == .never {
        reach.count = .once
        reach.call = code.span(of: id)
        // A second call after it may be meant: first what is at hand, then what is fetched.
        reach.isDoubtful = true
      } else {
        reach.count = .unknown
      }
      return reach
    }
  }

  /// A closure called where it stands, or by its name.
  private func run(_ closure: ClosureID, from state: Reaches) -> Reaches {
    guard underway.insert(closure).inserted else { return forgotten(state) }
    defer { underway.remove(closure) }
    var after = Reaches.none
    for end in ends(ofBody: code[closure].statement, from: state) {
      if end.exit == .throw { leave(.throw, nil, end.span, end.reaches) } else { after.add(end.reaches) }
    }
    return after
  }

  private func given(_ closure: ClosureID, _ position: Int, at id: ExpressionID, from state: Reaches) -> Reaches {
    guard case .once(let moment, let proof, let dropsErrors) = finder.runs(ofArgument: position, of: id, in: frame) else {
      // How often it runs is not known, so its ends tell nothing.
      return forgotten(state)
    }
    if moment == .inPlace { return run(closure, from: state) }
    if seen.insert(closure).inserted, let ends = look(into: closure) {
      closureMisses[id.index, default: []] += misses(in: ends, proof: proof, dropsErrors: dropsErrors)
    }
    return state.map { reach in
      var reach = reach
      if let other = reach.handed, other != id.index {
        shared.formUnion([other, id.index])
      } else if reach.handed == nil, reach.count != .never {
        shared.insert(id.index)
      }
      reach.count = .unknown
      reach.handed = id.index
      return reach
    }
  }

  /// Walks a closure that runs at another time.
  private func look(into closure: ClosureID) -> [Leave]? {
    guard underway.insert(closure).inserted else { return nil }
    defer { underway.remove(closure) }
    return ends(ofBody: code[closure].statement, from: .start)
  }

  /// The ends without a call; unless it is a must, those that others of the same body do better than.
  func misses(in ends: [Leave], proof: Proof, dropsErrors: Bool) -> [MissedEnd] {
    guard isMust || ends.contains(where: { $0.reaches.all.contains { $0.count != .never } }) else { return [] }
    var result: [MissedEnd] = []
    for end in ends where end.exit == .return || dropsErrors {
      for reach in end.reaches.all where reach.count == .never {
        guard let miss = miss(reach, end, proof) else { continue }
        if !result.contains(where: { $0.span == miss.span }) { result.append(miss) }
      }
    }
    return result
  }

  private func miss(_ reach: Reach, _ end: Leave, _ proof: Proof) -> MissedEnd? {
    if end.exit == .throw { return MissedEnd(manner: .throwsAway, span: end.span, turn: end.turn, proof: proof) }
    // A `return` after a fork that has no call on this way ends it as the end of the body would.
    let lastFork = reach.turn.map { $0.span.start > end.turn?.span.start ?? 0 } ?? false
    if end.isWritten, !lastFork {
      if end.turn?.kind == .loop { return nil }
      return MissedEnd(manner: .leaves, span: end.span, turn: end.turn ?? reach.turn, proof: proof)
    }
    guard isMust || reach.passed < 2 else { return nil }
    guard let turn = reach.turn else {
      return isMust ? MissedEnd(manner: .runsOut, span: end.span, turn: nil, proof: proof) : nil
    }
    return MissedEnd(manner: turn.kind == .chain ? .nothingThere : .runsOut, span: turn.span, turn: turn, proof: proof)
  }
}
