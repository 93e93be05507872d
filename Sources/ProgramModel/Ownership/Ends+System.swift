import SwiftFacts

/// What the system ends of itself.
extension Ends {
  /// Whether the system empties a property of one of its own objects once what that tells of has come.
  func isLetGoBySystem(_ slot: Slot, of type: Type) -> Bool {
    program.knowledge[.letGoWhenOver][slot.name].contains { row in
      guard let owner = row.type, let own = type.nominal else { return false }
      return program[own].name == owner || program.inherits(own, from: owner)
    }
  }

  /// Whether a view keeps the next object as one on show, and that takes itself away.
  func isTakenOffScreen(after index: Int, in cycle: Cycle) -> Bool {
    let link = cycle.links[index]
    let isAdded = link.steps.contains { step in
      if case .knownKeep(let name) = step.saying { program.knowledge[.showsView].contains(name) } else { false }
    }
    guard isAdded, let next = cycle.links[(index + 1) % cycle.links.count].type.nominal else { return false }
    return program.lookUp(\EndTables.takenOff, next, in: tables) { $0.takenOff.contains($1) }
  }

  /// Whether an object that is told to end lets go of what it was given: those of the system do, but for blocks that
  /// are never to run; of the program's own nothing tells.
  func letsGoOnceEnded(_ type: Type) -> Bool {
    guard let type = type.nominal else { return true }
    return program[type].kind == .foreign && !program.knowledge[.workItem].contains(program[type].name)
  }
}
