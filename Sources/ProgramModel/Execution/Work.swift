import Platform
import SwiftFacts

/// What the system has of an object that it makes: what that keeps, and how far it is.
final class Handle {
  /// What it was given to keep, and where.
  var kept: [Field] = []
  /// What its properties were given.
  var named: [Symbol: Value] = [:]
  /// How many are to come, or how many may go on.
  var count = 0
  var isEnded = false
  /// What somebody is to get from it, in the order in which it came.
  var values: [Value] = []
  /// What it stands for.
  var work: Work?
  /// What was begun as a part of it, and has not been asked for yet.
  var parts: [Work] = []
  /// How far apart what it does again and again is.
  var interval: Double?
}

/// Something that was given away to be done, until it is.
final class Work {
  enum Outcome {
    case value(Value)
    case thrown(Value)
  }

  /// What the interpreter goes by while it does it.
  struct Context {
    var depth = 0
    var functions = 0
    var life = Life()
    /// How many were given away one by another before it.
    var generation = 0
    /// The round to which it belongs.
    var given: Rounds.Moment?
    /// The calls that are underway.
    var stack: [Activation] = []
  }

  var closure: Value
  var given: [Value]
  /// Of what is done for as long as an object is there, that object.
  weak var owner: Core?
  let isOwned: Bool
  /// When it is to be begun.
  var due: Double
  /// Its place among those that are due.
  var order: Int
  /// The queue that it was given to.
  var queue: Int?
  /// How far apart it is done again and again.
  var interval: Double?
  var rounds = 0
  var context: Context
  var strand: Strand?
  var isCancelled = false
  var outcome: Outcome?
  /// What it waits for, and until when, where it has begun.
  var condition: (() -> Bool)?
  /// What lets it go on, and has it until then; nil for the system.
  weak var keeper: Core?
  /// What is done when it is over.
  var whenOver: (() -> Void)?

  init(_ closure: Value, _ given: [Value], owner: Core?, due: Double, order: Int, _ context: Context) {
    self.closure = closure
    self.given = given
    self.owner = owner
    isOwned = owner != nil
    self.due = due
    self.order = order
    self.context = context
  }

  var isOver: Bool { outcome != nil }

  /// What it keeps for as long as it is not over.
  var held: [Value] {
    [closure] + given + context.stack.flatMap { $0.cells.sorted { $0.key < $1.key }.map(\.value.stored) }
  }
}
