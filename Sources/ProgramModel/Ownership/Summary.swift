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
    /// Whether it is put beside what was there before, each time.
    var isAdded = false
    /// What the value has to be for it.
    var only: NominalID?
  }

  /// A closure that the function is given, or that is in a slot, and that it calls, with what it passes.
  struct Invocation: Hashable, Sendable {
    var closure: Path
    var arguments: [[Path]]
  }

  var effects: [Effect] = []
  /// What it answers with, where that is something its caller already has.
  var results: [Path] = []
  /// Whether it may answer with something new.
  var makesResult = false
  var invocations: [Invocation] = []
  /// The parameters that it hands to a function of which nothing is known: `self.subscribe(handler)`.
  var handsOn: Set<Int> = []
  /// Whether the stream it answers with ends by itself, if it answers with one.
  var stream: StreamLength?
  var emptying = Emptying()

  var isEmpty: Bool {
    effects.isEmpty && results.isEmpty && invocations.isEmpty && handsOn.isEmpty && !makesResult && stream == nil
      && emptying.isEmpty
  }

  /// Adds what another summary of the same function tells; one that tells too much by that tells nothing.
  mutating func join(_ other: Summary) {
    let told = Set(effects.map(\.meaning))
    effects += other.effects.filter { !told.contains($0.meaning) }
    results += other.results.filter { !results.contains($0) }
    invocations += other.invocations.filter { !invocations.contains($0) }
    handsOn.formUnion(other.handsOn)
    makesResult = makesResult || other.makesResult
    emptying.parameters.formUnion(other.emptying.parameters)
    emptying.receiver = emptying.receiver || other.emptying.receiver
    emptying.taken.formUnion(other.emptying.taken)
    emptying.contents.formUnion(other.emptying.contents)
    if effects.count > HeapLimits.effects { self = Summary() }
  }

  /// Whether a caller would see the same, in whatever order, and however the reasons are worded.
  func hasSameMeaning(as other: Summary) -> Bool {
    stream == other.stream && emptying == other.emptying && handsOn == other.handsOn && makesResult == other.makesResult
      && effects.count == other.effects.count && Set(results) == Set(other.results)
      && Set(invocations) == Set(other.invocations)
      && Set(effects.map(\.meaning)) == Set(other.effects.map(\.meaning))
  }
}

extension Summary.Effect {
  /// What of it makes a difference to callers.
  struct Meaning: Hashable {
    var holder: Summary.Path
    var slot: Slot
    var value: Summary.Path
    var proof: Proof
    var closure: SourceSpan?
    var only: NominalID?
  }

  /// Of what it is called on, the slot that is filled, or that has the collection which is.
  var replacedSlot: Slot? {
    switch (slot == .element, holder.fields.count) {
    case (false, 0): slot
    case (true, 1): holder.fields[0]
    default: nil
    }
  }

  var meaning: Meaning {
    Meaning(holder: holder, slot: slot, value: value, proof: proof, closure: closure?.span, only: only)
  }
}
