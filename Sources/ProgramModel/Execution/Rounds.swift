import SwiftFacts

/// A loop, or a call that goes through something, by where it stands.
struct LoopPlace: Hashable {
  var function: FunctionID
  var index: Int32
  var isCall = false
}

/// How often a program has done what it does: each time round a loop that no other loop is around is a round of its
/// own, and so is each call by the body in which it begins.
struct Rounds {
  /// A loop that has left objects of several of its rounds.
  struct Loop {
    var place: LoopPlace
    /// How many rounds it has made, and what they took.
    var count: Int
    var steps: Int
    var objects: Int
    /// How many calls are around it.
    var depth: Int
    /// Its rounds.
    var range = 0..<0
    /// How many times as many it is to make.
    var factor = 1

    /// How many times as many it can make, if each takes as much.
    var most: Int {
      min(ExecutionLimits.steps * 2 / 3 / max(steps, 1), ExecutionLimits.objects * 2 / 3 / max(objects, 1))
    }
  }

  /// A round, and that of the body in which the program begins.
  struct Moment {
    var round = 0
    var outer = 0
  }

  /// What is underway.
  private(set) var moment = Moment()
  /// The loop that is underway.
  private(set) var loop: Loop?
  private var first = 0
  /// Those that are over.
  private(set) var found: [Loop] = []
  /// The loop that is to go on, as far as it has made as many rounds as it is written to make.
  var longer: Loop?
  /// What that loop has left when it was over.
  var left: LoopRemains?

  /// Whether a loop is the one that is to go on.
  func isLonger(_ place: LoopPlace) -> Bool { loop?.place == place && longer?.place == place && left == nil }

  /// How many rounds the loop makes that is to go on.
  var wanted: Int { longer.map { $0.count * $0.factor } ?? 0 }

  /// Notes a call by the body in which the program begins.
  mutating func call() {
    guard loop == nil else { return }
    moment.round += 1
    moment.outer += 1
  }

  mutating func begin(_ place: LoopPlace, _ steps: Int, _ objects: Int, depth: Int) {
    loop = Loop(place: place, count: 0, steps: steps, objects: objects, depth: depth)
    first = moment.round + 1
  }

  mutating func next() {
    moment.round += 1
    loop?.count += 1
    if loop?.depth == 0 { moment.outer += 1 }
  }

  /// Forgets the loop that is underway, whatever became of it.
  mutating func leave() { loop = nil }

  /// The rounds of the loop that is underway.
  var own: Range<Int> { first..<moment.round + 1 }

  /// Notes the loop that is underway, which is over.
  mutating func end(_ steps: Int, _ objects: Int, hasLeft: Bool) {
    guard var loop else { return }
    loop.steps = steps - loop.steps
    loop.objects = objects - loop.objects
    loop.range = own
    if hasLeft { found.append(loop) }
    self.loop = nil
    moment.round += 1
    if loop.depth == 0 { moment.outer += 1 }
  }
}
