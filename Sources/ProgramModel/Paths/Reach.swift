import SwiftFacts

/// One way of getting to a place in a body, with what has happened on it.
struct Reach: Hashable {
  /// How often what is asked about has been called.
  enum Count: Hashable { case never, once, unknown }

  /// A fork at which the way was chosen.
  struct Turn: Hashable {
    enum Kind: Hashable {
      case guardElse, guardPassed, branch, otherwise, noElse, selectionCase, catching, done, chain, loop
    }
    var kind: Kind
    var span: ByteSpan
    /// What was tested, as the source spells it.
    var asked: String
    /// Whether the ways that call here leave early, or call because something has failed.
    var isPastAnswer = false
    /// What it asks to be there: the values of `if let`, `guard let`.
    var bound: [ExpressionID] = []
  }

  var count = Count.never
  /// What conditions have told, by what they tested.
  var facts = Refinement()
  /// The last fork one of whose other ways calls, or that was left by.
  var turn: Turn?
  /// How many forks were passed that have a call on another way, and do not exclude one another.
  var passed = 0
  /// Where it was called.
  var call: ByteSpan?
  /// Whether a fork with a further call was passed since.
  var isDoubtful = false
  /// Whether it is called when the body has ended.
  var isLater = false
  /// The property of `self` that keeps it and that nothing has taken it out of.
  var kept: Kept?
  /// Whether a loop goes through what the property holds, with what is asked about among it.
  var isElement = false

  struct Kept: Hashable {
    var slot: Symbol
    /// What is kept calls it, and is not it.
    var closure: ClosureID?
  }
  /// The call that was given a closure which may do the calling.
  var handed: Int32?
  /// What the last function of the same body that was called has answered with on this way.
  var answer: Answer?

  struct Answer: Hashable {
    var call: ExpressionID
    /// Whether with `true`, or with `false` or `nil`; nil where it is not spelled out.
    var isSo: Bool?
  }
  /// Whether it stands for several ways, too many to tell apart.
  var isMerged = false
}

/// All ways of getting to a place; empty where none does.
struct Reaches: Lattice {
  private(set) var all: [Reach] = []

  static let start = Reaches(all: [Reach()])
  static let none = Reaches()

  static func start(given facts: Refinement) -> Reaches { facts.isEmpty ? start : Reaches(all: [Reach(facts: facts)]) }

  var isEmpty: Bool { all.isEmpty }

  init() {}
  private init(all: [Reach]) { self.all = all }

  init(_ all: some Sequence<Reach>) {
    for reach in all { add(reach) }
  }

  mutating func add(_ reach: Reach) {
    if let at = all.firstIndex(where: {
      $0.count == reach.count && $0.handed == reach.handed && $0.isDoubtful == reach.isDoubtful
        && $0.isLater == reach.isLater && $0.kept == reach.kept && $0.isElement == reach.isElement
        && $0.answer == reach.answer && $0.facts == reach.facts
    }) {
      if all[at].passed > reach.passed, !all[at].isMerged { all[at] = reach }
      return
    }
    guard all.count >= Limits.states,
      let at = all.firstIndex(where: { $0.count == reach.count && $0.handed == reach.handed && $0.kept == reach.kept })
    else {
      all.append(reach)
      return
    }
    // Too many to tell apart: what they agree on is kept.
    all[at].isMerged = true
    all[at].facts = all[at].facts.common(with: reach.facts)
    if all[at].answer != reach.answer { all[at].answer = nil }
    all[at].isDoubtful = all[at].isDoubtful || reach.isDoubtful
    all[at].isLater = all[at].isLater || reach.isLater
    all[at].passed = max(all[at].passed, reach.passed)
  }

  mutating func join(_ other: Reaches) { add(other) }

  mutating func add(_ other: Reaches) {
    for reach in other.all { add(reach) }
  }

  func map(_ change: (Reach) -> Reach?) -> Reaches { Reaches(all.compactMap(change)) }
}

/// A way out of a body.
struct Leave {
  var exit: FlowGraph.Exit.Manner
  var span: ByteSpan
  var reaches: Reaches
  /// The fork inside which it stands.
  var turn: Reach.Turn?
  /// Whether it is written out: not the end of the body.
  var isWritten = true
  /// Whether it answers with `true`, or with `false` or `nil`; nil where it is not spelled out.
  var answer: Bool?
}
