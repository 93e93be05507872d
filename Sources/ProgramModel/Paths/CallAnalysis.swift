import SwiftFacts

/// A way through a body on which what others call is not called.
struct MissedEnd {
  /// How the way ends.
  enum Manner: Hashable { case leaves, runsOut, throwsAway, nothingThere }
  var manner: Manner
  /// The `return`, or the fork after which nothing calls.
  var span: ByteSpan
  var turn: Reach.Turn?
  /// Whether the way ends in a closure that is run once, as far as is known.
  var proof: Proof
}

/// Two calls on one way.
struct DoubledCall {
  var first: ByteSpan
  var second: ByteSpan
}

/// How often something is called on each way through a body: a client of the forward driver.
///
/// What it cannot follow counts as unknown from there on, and of what is unknown nothing is said.
final class CallAnalysis: Transfer {
  let finder: ClosureEscape
  let frame: Frame
  let code: Code
  let uses: CallableUses
  let forks: Forks
  var doubles: [DoubledCall] = []
  /// Ends of closures that are run once by a call, by that call.
  var closureMisses: [Int32: [MissedEnd]] = [:]
  /// Calls whose closures are not the only ones to do the calling.
  var shared: Set<Int32> = []
  var underway: Set<ClosureID> = []
  /// The outermost call by name of a closure whose body is being followed.
  var sites: ExpressionID?
  /// The closures that run later and have been walked.
  var seen: Set<ClosureID> = []
  /// Whether it has to be called, even if no way does.
  let isMust: Bool
  /// Whether a limit was hit, so that nothing is known.
  private(set) var isExhausted = false
  private var graphs: [Int32: FlowGraph] = [:]

  init(_ finder: ClosureEscape, _ frame: Frame, _ uses: CallableUses, isMust: Bool = false) {
    self.isMust = isMust
    self.finder = finder
    self.frame = frame
    code = frame.facts.code
    self.uses = uses
    forks = Forks(code: frame.facts.code, uses: uses)
  }

  private func graph(of body: Int32) -> FlowGraph? {
    if let known = graphs[body] { return known }
    let made = finder.inference.program.flow(of: body, in: frame.file)
    graphs[body] = made
    return made
  }

  /// Where the ways through a body end, from how they come to it.
  func ends(ofBody statement: Int32, from start: Reaches) -> [Leave] {
    guard !start.isEmpty else { return [] }
    guard let graph = graph(of: statement), let solution = graph.solve(self, from: start) else {
      isExhausted = true
      return []
    }
    let span = code.statement(statement).span
    return graph.exits.compactMap { exit in
      guard exit.manner != .end, let reaches = solution.after[exit.block], !reaches.isEmpty else { return nil }
      guard let leaving = exit.statement else {
        let end = ByteSpan(start: max(span.start, span.end &- 1), end: span.end)
        return Leave(exit: .return, span: end, reaches: reaches, turn: nil, isWritten: false)
      }
      return Leave(
        exit: exit.manner, span: code.statement(leaving).span, reaches: reaches, turn: forks.turn(around: leaving, in: statement))
    }
  }

  // MARK: Edges

  func cross(_ state: inout Reaches, _ edge: FlowGraph.Edge) -> Bool {
    learn(code.told(by: edge.kind), &state)
    switch edge.kind {
    case .next, .test, .pattern, .round, .thrown: break
    case .skippable(let statement, runs: false): return skip(statement, &state)
    case .skippable: break
    case .enter(let statement, let block): enter(statement, block, &state)
    case .done(let loop):
      // How often a loop goes round is not known, so neither is what calls in it add up to.
      if forks.acts(loop) { state = forgotten(state) }
    }
    return !state.isEmpty
  }

  /// The ways on which what has been told can be true.
  private func learn(_ told: [(Refinement.Question, Bool)], _ state: inout Reaches) {
    guard !told.isEmpty else { return }
    let isMissing = told.contains { question, answer in
      guard !answer, case .isPresent(let path) = question, case .local(let local) = path.root, path.members.isEmpty else { return false }
      return uses.aliases.contains(local)
    }
    state = state.map { reach in
      var reach = reach
      guard reach.facts.learn(told) else { return nil }
      // Nobody waits for what is not there.
      if isMissing { reach.count = .unknown }
      return reach
    }
  }

  /// The way past what `?`, `&&`, `||` or `??` leaves out.
  private func skip(_ statement: Int32, _ state: inout Reaches) -> Bool {
    guard case .skippable(let skip, let base) = code.statement(statement).kind else { return true }
    // `completion?()`: nobody waits where there is none.
    if skip == .chain, case .local(let local) = code[base], uses.aliases.contains(local) { return false }
    guard forks.acts(statement) else { return !state.isEmpty }
    // What would only be kept on the other way is not known to be called on it.
    if skip == .chain, uses.calls(in: code.expressions(in: statement)) {
      let turn = Reach.Turn(kind: .chain, span: code.statement(statement).span, asked: code.spelling(of: base))
      state = passing(turn, state, calls: false, others: true)
    } else {
      state = forgotten(state)
    }
    return !state.isEmpty
  }

  private func enter(_ statement: Int32, _ block: Int32?, _ state: inout Reaches) {
    guard let turn = forks.turn(into: statement, block) else {
      // `#if` without `#else`.
      if block == nil, forks.acts(statement) { state = forgotten(state) }
      return
    }
    let calls = block.map(forks.acts) ?? false
    // In a wrapper that calls on each of its ways, no way is one that a further call may be meant for.
    let isCertain = sites != nil && forks.allAct(statement)
    switch turn.kind {
    case .guardElse:
      if forks.asksWhatIsSet(statement) { state = forgotten(state) }
      state = passing(turn, state, calls: calls, others: false)
    case .selectionCase:
      // What no version of the enum has yet is nothing that anybody waits for.
      if let block, forks.isUnknownCase(block) { state = forgotten(state) }
      state = passing(turn, state, calls: calls, others: forks.othersAct(statement, besides: block), isCertain: isCertain)
    default:
      let isFlagged = turn.kind != .catching && forks.isFlagged(statement)
      state = passing(turn, state, calls: calls, others: forks.othersAct(statement, besides: block), isFlagged: isFlagged, isCertain: isCertain)
    }
  }

  /// Takes one way of a fork.
  ///
  /// - Parameter others: Whether another way of the fork calls.
  /// - Parameter isFlagged: Whether what is asked is set on another way.
  /// - Parameter isCertain: Whether every way of it calls.
  private func passing(
    _ turn: Reach.Turn, _ state: Reaches, calls: Bool, others: Bool, isFlagged: Bool = false, isCertain: Bool = false
  ) -> Reaches {
    state.map { reach in
      var reach = reach
      if calls, !isCertain, reach.count == .once, turn.kind != .catching { reach.isDoubtful = true }
      if !calls, others { reach.turn = turn }
      // A flag that is set on some way tells that it has been taken before.
      if isFlagged, !calls { reach.count = .unknown }
      if others, turn.kind == .noElse || turn.kind == .chain || turn.kind == .otherwise { reach.passed += 1 }
      return reach
    }
  }

  func forgotten(_ state: Reaches) -> Reaches {
    state.map { reach in
      var reach = reach
      reach.count = .unknown
      return reach
    }
  }
}
