import SwiftFacts

/// What calling a function does to the ownership of what it is called on, given and answers with.
struct Summary: Hashable, Sendable {
  /// An object named from the outside.
  struct Path: Hashable, Sendable {
    enum Root: Hashable, Sendable {
      case receiver
      case parameter(Int)
      case result
      /// What keeps things until it is told otherwise.
      case system
      /// The program's globals and static properties are its fields.
      case process
    }
    var root: Root
    var fields: [Slot]
  }

  struct Effect: Hashable, Sendable {
    var holder: Path
    var slot: Slot
    var value: Path
    var proof: Proof
    var steps: [Step]
    /// The closure through which `value` is kept.
    var closure: RemoteClosure?
  }

  /// A closure parameter that the function calls, with what it passes.
  struct Invocation: Hashable, Sendable {
    var parameter: Int
    var arguments: [[Path]]
  }

  var effects: [Effect] = []
  /// What it answers with, where that is something its caller already has.
  var results: [Path] = []
  /// Whether it may answer with something new.
  var makesResult = false
  var invocations: [Invocation] = []
  /// Whether the stream it answers with ends by itself, if it answers with one.
  var stream: StreamLength?
  var emptying = Emptying()

  var isEmpty: Bool { effects.isEmpty && results.isEmpty && invocations.isEmpty && !makesResult && stream == nil && emptying.isEmpty }

  /// Whether a caller would see the same, however the reasons are worded.
  func hasSameMeaning(as other: Summary) -> Bool {
    results == other.results && stream == other.stream && emptying == other.emptying && makesResult == other.makesResult && invocations == other.invocations
      && effects.count == other.effects.count
      && zip(effects, other.effects).allSatisfy {
        $0.holder == $1.holder && $0.slot == $1.slot && $0.value == $1.value && $0.proof == $1.proof
      }
  }
}
