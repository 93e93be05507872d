extension Predicate: CustomStringConvertible {
  /// As a page says it, on one line.
  public var description: String {
    switch self {
    case .all(let parts): parts.map(\.description).joined(separator: ", ")
    case .any(let parts): "any: [\(parts.map { "{ \($0) }" }.joined(separator: ", "))]"
    case .not(let part): "not: { \(part) }"
    case .metavariable(let name, let inner): "$\(name): { \(inner) }"
    case .test(let attribute, let wanted): "\(attribute.rawValue): \(wanted)"
    }
  }

  /// The conditions that all have to hold, one by one.
  public var lines: [Predicate] {
    if case .all(let parts) = self { parts.flatMap(\.lines) } else { [self] }
  }
}

extension Predicate.Wanted: CustomStringConvertible {
  public var description: String {
    func list(_ words: [String]) -> String { words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]" }
    return switch self {
    case .words(let words): list(words.sorted())
    case .names(let names): list(names.map(\.text))
    case .globs(let globs): list(globs.map(\.text))
    case .entity(let inner): "{ \(inner) }"
    }
  }
}
