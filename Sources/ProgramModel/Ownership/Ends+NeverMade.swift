import SwiftFacts

/// Cycles that no run of the program makes.
extension Ends {
  /// Whether the program never comes to the function that makes a cycle.
  func isNeverMade(_ cycle: Cycle) -> Bool { walk.isDead(cycle.function) || isOfUnreadProperty(cycle.function) }

  /// Whether a function makes the value of a lazy property that nobody reads, or only where a test never lets anybody.
  private func isOfUnreadProperty(_ function: FunctionID) -> Bool {
    guard case .initialValue(let index) = program.declaration(of: function).kind,
      let owner = program.owner(of: function), walk.callers.areInSight(of: owner)
    else { return false }
    let property = program.property(index, in: program.file(of: function))
    let declaration = program.declaration(of: property)
    guard declaration.isLazy, !declaration.isPublic, declaration.attributes.isEmpty else { return false }
    return !walk.callers.isRead(property) { place, function in walk.excludes(place, in: function) }
  }
}
