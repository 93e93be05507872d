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
  /// Calls whose closures have a way on which they do not call.
  var uncertain: Set<Int32> = []
  var underway: Set<ClosureID> = []
  /// The outermost call by name of a closure whose body is being followed.
  var sites: ExpressionID?
  /// The closures that run later and have been walked.
  var seen: Set<ClosureID> = []
  var laterEnds: [ClosureID: [Leave]] = [:]
  /// Whether it has to be called, even if no way does.
  let isMust: Bool
  /// Whether ways count that may be meant: calls that may be two answers, ends of closures that may run often. Asked of
  /// both versions of a function, what one of them has more than the other is what the change did.
  let isLenient: Bool
  /// Whether a closure of which only names say that it runs once is taken to do so, whatever it does on its ways.
  let trustsNames: Bool
  /// Where it is called or handed on, each wrapper by the place that calls it.
  var tellers: Set<ByteSpan> = []
  /// The loops that go on after something in them has called.
  private(set) var repeating: Set<Int32> = []
  /// Whether a limit was hit, so that nothing is known.
  private(set) var isExhausted = false
  private var graphs: [Int32: FlowGraph] = [:]
  private lazy var questions = RepeatedQuestions(
    frame.declaration.firstStatement..<max(frame.declaration.firstStatement, frame.declaration.endStatement), in: code)
  private let excluded: ExcludedWays?

  init(
    _ finder: ClosureEscape, _ frame: Frame, _ uses: CallableUses, isMust: Bool = false, isLenient: Bool = false,
    trustsNames: Bool = false, without excluded: ExcludedWays? = nil
  ) {
    self.isMust = isMust
    self.isLenient = isLenient
    self.trustsNames = trustsNames
    self.excluded = excluded
    self.finder = finder
    self.frame = frame
    code = frame.facts.code
    self.uses = uses
    forks = Forks(code: frame.facts.code, uses: uses)
  }

  private func graph(of body: Int32) -> FlowGraph? {
    if let known = graphs[body] { return known }
    guard let made = finder.inference.program.flow(of: body, in: frame.file) else { return nil }
    graphs[body] = made
    for loop in made.loops where forks.acts(loop) && made.goesRound(loop, after: uses.acts(in:)) {
      repeating.insert(loop)
    }
    return made
  }

  /// Whether an expression stands in a loop that goes on after it has called.
  func isRepeated(_ id: ExpressionID) -> Bool {
    repeating.contains { code.expressions(in: $0).contains(id.index) }
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
        exit: exit.manner, span: code.statement(leaving).span, reaches: reaches,
        turn: forks.turn(around: leaving, in: statement), answer: code.spelledAnswer(of: leaving))
    }
  }

  // MARK: Edges

  func cross(_ state: inout Reaches, _ edge: FlowGraph.Edge) -> Bool {
    if excluded?.excludes(edge.kind) == true { return false }
    learn(code.told(by: edge.kind), &state)
    switch edge.kind {
    case .next, .pattern, .thrown: break
    case .test(let condition, let holds):
      fit(condition, holds, &state)
      if holds { pass(condition, &state) }
    case .round(let loop): goRound(loop, &state)
    case .skippable(let statement, runs: false): return skip(statement, &state)
    case .skippable(let statement, runs: true): standIn(statement, &state)
    case .enter(let statement, let block): enter(statement, block, &state)
    case .done(let loop): leave(loop, &state)
    }
    return !state.isEmpty
  }

  /// The ways on which a function of the same body has answered so that a test of its answer comes out like this.
  private func fit(_ condition: Int32, _ holds: Bool, _ state: inout Reaches) {
    guard case .condition(_, let value?) = code.statement(condition).kind else { return }
    var (asked, wanted) = (value, holds)
    while case .operation("!", let list) = code[asked], let negated = code[list].first {
      (asked, wanted) = (negated, !wanted)
    }
    state = state.map { reach in
      guard let answer = reach.answer, answer.call == asked else { return reach }
      if let isSo = answer.isSo { return isSo == wanted ? reach : nil }
      // What is worked out there is something as a rule, where another way spells out that there is nothing.
      var reach = reach
      if !wanted { reach.count = .unknown }
      return reach
    }
  }

  /// The way past a `guard` that calls where it leaves.
  private func pass(_ condition: Int32, _ state: inout Reaches) {
    guard let statement = forks.guarding(condition), forks.acts(statement) else { return }
    state = passing(forks.passed(statement), state, calls: false, others: true)
  }

  private func goRound(_ loop: Int32, _ state: inout Reaches) {
    guard !state.isEmpty else { return }
    let span = code.statement(loop).span
    let isOfSlot = uses.slotLoops.contains(loop)
    state = state.map { reach in
      var reach = reach
      if isOfSlot {
        // The one round that is asked about.
        if reach.isElement { return nil }
        reach.isElement = true
      }
      // What the round before has called, and what it was told of its own values, says nothing of this one.
      if reach.count == .once, let call = reach.call, span.contains(call) { reach.count = .unknown }
      if !reach.facts.isEmpty { reach.facts.forget { code.isDeclared($0, within: span) } }
      return reach
    }
  }

  private func leave(_ loop: Int32, _ state: inout Reaches) {
    guard forks.acts(loop) else { return }
    if uses.slotLoops.contains(loop) {
      state = state.map { $0.isElement ? $0 : nil }
      return
    }
    let isRepeating = repeating.contains(loop)
    let turn = Reach.Turn(kind: .loop, span: code.statement(loop).span, asked: "", isPastAnswer: true)
    state = state.map { reach in
      var reach = reach
      guard reach.count == .never else { return reach }
      // How often such a loop goes round is not known, so neither is what the calls in it add up to.
      if isRepeating { reach.count = .unknown } else { reach.turn = turn }
      return reach
    }
  }

  /// The ways on which what has been told can be true.
  private func learn(_ told: [(Refinement.Question, Bool)], _ state: inout Reaches) {
    guard !told.isEmpty else { return }
    let lasting = questions.lasting(told)
    let isMissing = told.contains { question, answer in
      guard !answer, case .isPresent(let path) = question, case .local(let local) = path.root else { return false }
      return path.members.isEmpty
        ? uses.aliases.contains(local) : uses.callable == .slot(path.members[0]) && path.members.count == 1
    }
    state = state.map { reach in
      var reach = reach
      guard reach.facts.allows(told), reach.facts.learn(lasting) else { return nil }
      if reach.facts.isFull {
        reach.count = Limits.hit(.answers) ?? .unknown
        reach.kept = nil
        reach.facts = Refinement()
      }
      // Nobody waits for what is not there.
      if isMissing {
        if case .slot = uses.callable { return nil }
        reach.count = .unknown
      }
      return reach
    }
  }

  /// The way past what `?`, `&&`, `||` or `??` leaves out.
  private func skip(_ statement: Int32, _ state: inout Reaches) -> Bool {
    guard case .skippable(let skip, let base) = code.statement(statement).kind else { return true }
    // `completion?()`: nobody waits where there is none.
    if skip == .chain, uses.isIt(base) { return false }
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

  /// The way to what stands behind `??`. Whoever was called before it, in `object?.ask(done) ?? done(nil)`, has left
  /// nothing to stand in for, unless it answers with nothing itself.
  private func standIn(_ statement: Int32, _ state: inout Reaches) {
    guard case .skippable(.coalescing, let value) = code.statement(statement).kind else { return }
    let span = code.span(of: value)
    state = state.map { reach in
      guard reach.count == .once, let call = reach.call, span.contains(call) else { return reach }
      var reach = reach
      reach.count = .unknown
      return reach
    }
  }

  private func enter(_ statement: Int32, _ block: Int32?, _ state: inout Reaches) {
    guard let turn = forks.turn(into: statement, block) else {
      // `#if` without `#else`.
      if block == nil, forks.acts(statement) { state = forgotten(state) }
      return
    }
    if turn.kind == .done, let body = code.inner(of: statement).first, forks.acts(body) { return }
    let calls = block.map(forks.acts) ?? false
    // Where each way calls, in a wrapper by whatever it runs, no way is one that a further call may be meant for.
    let isCertain = sites != nil ? forks.allAct(statement) : forks.allCall(statement)
    switch turn.kind {
    case .guardElse:
      if forks.asksWhatIsSet(statement) { state = forgotten(state) }
      state = passing(turn, state, calls: calls, others: false)
    case .selectionCase:
      // What no version of the enum has yet is nothing that anybody waits for.
      if let block, forks.isUnknownCase(block) { state = forgotten(state) }
      state = passing(
        turn, state, calls: calls, others: forks.othersAct(statement, besides: block), isCertain: isCertain)
    default:
      let isFlagged = turn.kind != .catching && forks.isFlagged(statement)
      state = passing(
        turn, state, calls: calls, others: forks.othersAct(statement, besides: block), isFlagged: isFlagged,
        isCertain: isCertain, asksAnew: turn.kind == .noElse && forks.asksAnew(statement))
    }
  }

  /// Takes one way of a fork.
  ///
  /// - Parameter others: Whether another way of the fork calls.
  /// - Parameter isFlagged: Whether what is asked is set on another way.
  /// - Parameter isCertain: Whether every way of it calls.
  /// - Parameter asksAnew: Whether no fork before excludes that it is taken.
  private func passing(
    _ turn: Reach.Turn, _ state: Reaches, calls: Bool, others: Bool, isFlagged: Bool = false, isCertain: Bool = false,
    asksAnew: Bool = false
  ) -> Reaches {
    state.map { reach in
      var reach = reach
      if calls, !isCertain, reach.count == .once, turn.kind != .catching { reach.isDoubtful = true }
      if !calls, others { reach.turn = turn }
      // A flag that is set on some way tells that it has been taken before.
      if isFlagged, !calls {
        reach.count = .unknown
        reach.kept = nil
      }
      let isPassed = turn.kind == .noElse || turn.kind == .chain || turn.kind == .otherwise && !calls
      if others, isPassed, !asksAnew { reach.passed += 1 }
      return reach
    }
  }

  func forgotten(_ state: Reaches) -> Reaches {
    state.map { reach in
      var reach = reach
      reach.count = .unknown
      reach.kept = nil
      return reach
    }
  }
}

extension Code {
  /// `true` of `return true`, `false` of `return false` and `return nil`.
  fileprivate func spelledAnswer(of statement: Int32) -> Bool? {
    let value = expressions(in: statement)
    guard value.count == 1, case .literal(let literal) = self[ExpressionID(index: value.lowerBound)] else { return nil }
    return switch literal {
    case .boolean(let answer): answer
    case .null: false
    default: nil
    }
  }
}
