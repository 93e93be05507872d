import SwiftFacts

/// What the system ends of itself.
extension Ends {
  /// Whether the system empties a property of one of its own objects once what that tells of has come.
  func isLetGoBySystem(_ slot: Slot, of type: Type) -> Bool {
    program.knowledge[.toldWhenDone][slot.name].contains { row in
      guard let owner = row.type, let own = type.nominal else { return false }
      return program[own].name == owner || program.inherits(own, from: owner)
    }
  }
}
