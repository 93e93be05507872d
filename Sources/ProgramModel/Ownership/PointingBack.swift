import SwiftFacts

extension Program {
  /// The property of a cycle that says by its name, more than the one that closes it, that it is told of what happens,
  /// or refers back; nil where that one says as much. Where nothing else keeps what is in that one, another one, whose
  /// object somebody keeps.
  public func pointingBack(in cycle: Cycle) -> PropertyID? {
    guard case .property(let closing) = cycle.closing else { return nil }
    func rank(_ name: Symbol) -> Int {
      knowledge[.isListener].ends(name) ? 2 : knowledge[.pointsBack].ends(name) ? 1 : 0
    }
    let properties = cycle.slots(in: self).compactMap { slot in
      slot.owner.flatMap { property(named: slot.name, of: $0) }
    }
    let ranked = properties.filter(canReferBack).map { ($0, rank(declaration(of: $0).name)) }
    guard mayBeKept(beside: closing) else {
      let others = ranked.filter { $0.0 != closing && !isGivenNewObject($0.0) && mayBeKept(beside: $0.0) }
      guard let best = others.map(\.1).max() else { return nil }
      return others.filter { $0.1 == best }.map(\.0).min()
    }
    guard let best = ranked.map(\.1).max(), best > rank(declaration(of: closing).name) else { return nil }
    // What is made for a property alone, that property owns, whatever it is called.
    return ranked.filter { $0.1 == best && !isGivenNewObject($0.0) && mayBeKept(beside: $0.0) }.map(\.0).min()
  }
}

extension Cycle {
  /// The property that closes it, where another of the same owner closes a cycle that is the same but for that.
  public func besides(_ property: PropertyID, of other: Cycle, in program: Program) -> PropertyID? {
    guard case .property(let own) = closing, own != property, !isKeptForGood,
      program.owner(of: own) == program.owner(of: property)
    else { return nil }
    func rest(_ cycle: Cycle, without property: PropertyID) -> Set<Slot> {
      cycle.slots(in: program).filter {
        $0.owner != program.owner(of: property) || $0.name != program.declaration(of: property).name
      }
    }
    return rest(self, without: own) == rest(other, without: property) ? own : nil
  }
}
