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

/// Walks the statements of one body and follows what is called on each way through it.
///
/// What it cannot follow counts as unknown from there on, and of what is unknown nothing is said.
final class PathWalk {
  let finder: PathFinder
  let frame: Frame
  let code: Code
  let uses: CallableUses
  /// Jumps out of what is being walked.
  var leaves: [Leave] = []
  var doubles: [DoubledCall] = []
  /// Ends of closures that are run once by a call, by that call.
  var closureMisses: [Int32: [MissedEnd]] = [:]
  /// Calls whose closures are not the only ones to do the calling.
  var shared: Set<Int32> = []
  /// The forks around what is being walked, innermost last.
  var forks: [Reach.Turn] = []
  var underway: Set<ClosureID> = []
  /// The closures that run later and have been walked.
  var seen: Set<ClosureID> = []
  /// Whether it has to be called, even if no way does.
  let isMust: Bool
  var steps = 0
  static let stepLimit = 20_000

  init(_ finder: PathFinder, _ frame: Frame, _ uses: CallableUses, isMust: Bool = false) {
    self.isMust = isMust
    self.finder = finder
    self.frame = frame
    code = frame.facts.code
    self.uses = uses
  }

  var isExhausted: Bool { steps > Self.stepLimit }

  /// Where the ways through a body end, from how they come to it.
  func ends(ofBody statement: Int32, from start: Reaches) -> [Leave] {
    let outer = (leaves, forks)
    leaves = []
    forks = []
    let falls = sequence(statement, from: start)
    let span = code.statements[Int(statement)].span
    var result = leaves.filter { $0.exit == .return || $0.exit == .throw }
    if !falls.isEmpty {
      let end = ByteSpan(start: max(span.start, span.end &- 1), end: span.end)
      result.append(Leave(exit: .return, label: nil, span: end, reaches: falls, turn: nil, isWritten: false))
    }
    (leaves, forks) = outer
    return result
  }

  /// The statements directly inside one.
  func children(of statement: Int32) -> [Int32] {
    var result: [Int32] = []
    var next = statement + 1
    let end = code.statements[Int(statement)].end
    while next < end {
      result.append(next)
      next = max(next + 1, code.statements[Int(next)].end)
    }
    return result
  }

  /// What is inside a statement, one after the other; what `defer` holds comes last.
  func sequence(_ statement: Int32, from start: Reaches) -> Reaches {
    var state = start
    var deferred: [(statement: Int32, mark: Int)] = []
    let whole = code.statements[Int(statement)]
    var place = whole.firstExpression
    for child in children(of: statement) {
      let inner = code.statements[Int(child)]
      if place < inner.firstExpression { state = expressions(place..<inner.firstExpression, from: state) }
      place = max(place, inner.endExpression)
      if case .deferred = inner.kind {
        deferred.append((child, leaves.count))
      } else {
        state = walk(child, from: state)
      }
    }
    if place < whole.endExpression { state = expressions(place..<whole.endExpression, from: state) }
    for (child, mark) in deferred.reversed() {
      state = block(child, from: state)
      for index in mark..<max(mark, leaves.count) {
        let kept = leaves
        leaves = []
        let reaches = block(child, from: kept[index].reaches)
        leaves = kept
        leaves[index].reaches = reaches
      }
    }
    return state
  }

  /// The block of a statement that has only one.
  private func block(_ statement: Int32, from state: Reaches) -> Reaches {
    state.isEmpty ? state : sequence(statement, from: state)
  }

  private func walk(_ statement: Int32, from state: Reaches) -> Reaches {
    steps += 1
    let this = code.statements[Int(statement)]
    switch this.kind {
    // What is only made here does not run here.
    case .closure, .declaration: return state
    case _ where state.isEmpty || isExhausted: return state
    case .block, .condition, .awaiting, .deferred, .catching, .selectionCase, .matching: return sequence(statement, from: state)
    case .branch: return branch(statement, from: state)
    case .guarding: return guarding(statement, from: state)
    case .ternary: return branch(statement, from: state)
    case .selection: return selection(statement, from: state)
    case .loop(let kind): return loop(statement, kind, from: state)
    case .attempt: return attempt(statement, from: state)
    case .skippable: return skippable(statement, from: state)
    case .compilation(let hasElse): return compilation(statement, hasElse, from: state)
    case .trying(let kind):
      let after = sequence(statement, from: state)
      if kind == .propagating { leave(.throw, nil, this.span, state) }
      return after
    case .leave(let exit, let label):
      leave(exit, label, this.span, sequence(statement, from: state))
      return .none
    case .labelled(let label):
      let mark = leaves.count
      var after = sequence(statement, from: state)
      after.add(taken(since: mark) { $0.label == label })
      return after
    }
  }

  func leave(_ exit: Statement.Exit, _ label: Symbol?, _ span: ByteSpan, _ reaches: Reaches) {
    guard !reaches.isEmpty else { return }
    leaves.append(Leave(exit: exit, label: label, span: span, reaches: reaches, turn: forks.last))
  }

  /// Takes the jumps that end where a statement does.
  func taken(since mark: Int, where ends: (Leave) -> Bool) -> Reaches {
    var result = Reaches.none
    guard mark < leaves.count else { return result }
    var rest: [Leave] = []
    for leave in leaves[mark...] {
      if ends(leave) { result.add(leave.reaches) } else { rest.append(leave) }
    }
    leaves.replaceSubrange(mark..., with: rest)
    return result
  }

  func acts(_ statement: Int32) -> Bool {
    let this = code.statements[Int(statement)]
    return uses.acts(in: this.firstExpression..<max(this.firstExpression, this.endExpression))
  }
}
