import SwiftFacts

/// What all functions of a program together say of ends.
struct EndTables: Sendable {
  /// A place that empties a slot.
  struct Place: Hashable, Sendable {
    var function: FunctionID
    var clear: Clear
  }

  /// Where slots are let go of, in the order of functions.
  var places: [Slot: [Place]] = [:]
  /// By function and closure, the slots in which closures wait to be called.
  var homes: [FunctionID: [ClosureID: [Slot]]] = [:]
  /// The types of screens that are the first of a navigation controller, which never takes those away.
  var roots: Set<NominalID> = []
  /// The types whose objects take themselves off the screen.
  var takenOff: Set<NominalID> = []
  let unmade: UnmadeTypes

  init(unmade: UnmadeTypes) { self.unmade = unmade }
}
