import SwiftFacts

/// A table of how names are used in the bodies of a program. Which name is asked for is noted.
struct UsesOfNames<Value> {
  private let values: [Symbol: Value]
  private let reads: Reads?

  init(_ values: [Symbol: Value], _ reads: Reads?) {
    self.values = values
    self.reads = reads
  }

  subscript(name: Symbol) -> Value? {
    reads?.note(.uses(name))
    return values[name]
  }
}

/// Names that are used in some way. Which name is asked for is noted.
struct UsedNames {
  private let names: Set<Symbol>
  private let reads: Reads?

  init(_ names: Set<Symbol>, _ reads: Reads?) {
    self.names = names
    self.reads = reads
  }

  func contains(_ name: Symbol) -> Bool {
    reads?.note(.uses(name))
    return names.contains(name)
  }
}

extension Program {
  /// Whether a name stands in the same places in another program of the same numbers, and for the same.
  func usesAreSame(of name: Symbol, in other: Program) -> Bool {
    let (calls, otherCalls) = (calls(threads: 1), other.calls(threads: 1))
    guard nameIndex[name] == other.nameIndex[name], calls.sites[name] == otherCalls.sites[name],
      calls.isBound(name) == otherCalls.isBound(name)
    else { return false }
    let (settings, otherSettings) = (propertyUses(calls), other.propertyUses(otherCalls))
    guard settings.assignments[name] == otherSettings.assignments[name],
      settings.elsewhere.contains(name) == otherSettings.elsewhere.contains(name),
      settings.keyPaths.contains(name) == otherSettings.keyPaths.contains(name)
    else { return false }
    let (references, otherReferences) = (references(calls), other.references(otherCalls))
    return references.inBodies[name] == otherReferences.inBodies[name]
      && references.elsewhere.contains(name) == otherReferences.elsewhere.contains(name)
  }
}
