/// What a rule looks for: the one key of `find`, `pattern` and `compare` that stands on its page.
public enum Search: Hashable, Sendable {
  /// Things of one of these kinds in one program, which `where` then narrows down.
  case find([Kind])
  /// Code of a certain shape; more than one where any of them will do.
  case pattern([CodePattern])
  /// What a change did to things of one of these kinds.
  case compare([Kind])

  /// The kinds of what it finds.
  public var kinds: Set<Kind> {
    switch self {
    case .find(let kinds), .compare(let kinds): Set(kinds)
    case .pattern: [.call]
    }
  }

  public var isComparison: Bool { if case .compare = self { true } else { false } }
}

extension Search: CustomStringConvertible {
  /// As the page says it: `find: closure`.
  public var description: String {
    switch self {
    case .find(let kinds): "find: \(kinds.map(\.rawValue).joined(separator: ", "))"
    case .pattern: "pattern"
    case .compare(let kinds): "compare: \(kinds.map(\.rawValue).joined(separator: ", "))"
    }
  }
}
