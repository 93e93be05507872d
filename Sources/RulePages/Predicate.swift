import ReviewModel

/// What must be true of the thing found.
public indirect enum Predicate: Hashable, Sendable {
  case all([Predicate])
  case any([Predicate])
  case not(Predicate)
  /// One word with what follows it.
  case test(Attribute, Wanted)
  /// What must be true of what a name of a pattern stands for.
  case metavariable(String, Predicate)

  /// What follows a word on a page.
  public enum Wanted: Hashable, Sendable {
    /// Any one of these words.
    case words(Set<String>)
    /// Any one of these names.
    case names([NamePattern])
    case globs([Glob])
    /// Something of which this holds.
    case entity(Predicate)
  }

  /// The words in it, with those inside of others.
  public var attributes: Set<Attribute> {
    switch self {
    case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.attributes) }
    case .not(let part): part.attributes
    case .test(let attribute, .entity(let inner)): inner.attributes.union([attribute])
    case .test(let attribute, _): [attribute]
    case .metavariable(_, let inner): inner.attributes
    }
  }

  /// Whether it says which files are looked into, outside of what it says of other things.
  var saysFiles: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.saysFiles)
    case .not(let part): part.saysFiles
    case .test(let attribute, _): attribute == .in
    case .metavariable: false
    }
  }

  /// The kinds that it lets a candidate be; nil where it says nothing of that.
  var kinds: Set<Kind>? {
    switch self {
    case .test(.kind, .words(let words)): Set(words.compactMap(Kind.init))
    case .all(let parts): parts.compactMap(\.kinds).reduce(nil) { $0?.intersection($1) ?? $1 }
    default: nil
    }
  }
}

/// A name on a page, in which `*` stands for any letters: `EventBus.on`, `load*`, `UserDefaults.*`.
public struct NamePattern: Hashable, Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  /// The parts between the `*`s, from left to right.
  public func matches(_ name: some StringProtocol) -> Bool {
    guard text.contains("*") else { return name == text }
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, name.hasPrefix(first) else { return false }
    var rest = name.dropFirst(first.count)[...]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
