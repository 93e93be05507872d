import SwiftFacts

/// What became of an object after it was made.
final class Usage {
  enum Kind {
    /// It is called, or one of its properties is read or given something.
    case called, read, written
    /// A closure that it has is asked for, to tell somebody else.
    case told
    /// It is looked at in a search for one of many, or for some.
    case passed
  }

  /// The round in which it was made, and that of the body in which the program begins.
  let round: Int
  let outer: Int
  /// The call that made it, as long as that is underway; nil for the body in which the program begins.
  private weak var maker: Activation?
  private let isOfBody: Bool
  /// Whether it is whole: what its initialiser does with it is no use.
  var isMade = false
  /// The last round in which something was done with it, and in which anything was.
  private(set) var last: Int
  private(set) var lastTold: Int
  private var lastOuter: Int
  /// Whether it did something, in the round in which it was made, for who made it or who got it from there.
  private(set) var hasWorked = false
  private(set) var isUsedAtOnce = false
  /// Whether somebody else than who made it has called it since.
  private var isCalledElsewhere = false

  init(at moment: Rounds.Moment = Rounds.Moment(), by maker: Activation? = nil) {
    (round, last, lastTold) = (moment.round, moment.round, moment.round)
    (outer, lastOuter) = (moment.outer, moment.outer)
    self.maker = maker
    isOfBody = maker == nil
  }

  /// Notes that something is done with it by the last of the calls that are underway.
  func note(_ kind: Kind, at moment: Rounds.Moment, _ calls: [Activation]) {
    guard isMade else { return }
    lastTold = max(lastTold, moment.round)
    if kind == .passed { return }
    lastOuter = max(lastOuter, moment.outer)
    if kind != .told { last = max(last, moment.round) }
    if moment.outer == outer { isUsedAtOnce = true }
    guard !hasWorked, moment.round == round, kind != .written else { return }
    let isUnderway = isOfBody || maker.map { maker in calls.contains { $0 === maker } } ?? false
    let isByMaker = isOfBody ? calls.isEmpty : calls.last === maker
    // Whoever makes it looks at it to put it somewhere, or to see what came of its work.
    hasWorked = !isUnderway || isByMaker && (kind == .called || isCalledElsewhere)
    if kind == .called { isCalledElsewhere = true }
  }

  var isUsedLater: Bool { lastOuter > outer }
  /// Whether somebody came back to it, not only what was still to be done at the end of its own round.
  var isUsedAgain: Bool { last > round + 1 }
}
