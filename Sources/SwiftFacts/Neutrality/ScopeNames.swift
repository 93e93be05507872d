/// Names in their order. A block has few, which are found sooner one by one than by their hashes; of many there is a
/// table.
struct ScopeNames {
  private var names: [String] = []
  private var places: [String: Int] = [:]
  private static let few = 16

  var isEmpty: Bool { names.isEmpty }

  func contains(_ name: String) -> Bool { last(name) != nil }

  /// The last place of a name.
  func last(_ name: String) -> Int? { names.count > Self.few ? places[name] : names.lastIndex(of: name) }

  mutating func append(_ name: String) {
    names.append(name)
    if names.count == Self.few + 1 {
      for (place, name) in names.enumerated() { places[name] = place }
    } else if names.count > Self.few {
      places[name] = names.count - 1
    }
  }
}
