/// A name, interned: two symbols are equal exactly if their texts are.
///
/// Ids depend on the order in which names were met, so nothing that is printed may be ordered by them.
public struct Symbol: Hashable, Sendable {
  public let id: UInt32

  init(id: UInt32) { self.id = id }

  /// Interns `text`. Takes a lock: O(length) and safe from any thread.
  public init(_ text: String) {
    self = Interner.shared.symbol(for: text)
  }

  public var text: String { Interner.shared.text(of: self) }

  @inlinable public func _rawHashValue(seed: Int) -> Int { mixed(UInt64(id), seed: seed) }

  /// Whether it begins as the names of types do, with a capital letter. O(1): it is part of the id.
  @inlinable public var isCapitalized: Bool { id & 1 == 1 }

  /// Whether it begins with neither a letter nor `_`, as `$name` does. O(1).
  @inlinable public var isMarked: Bool { id & 2 == 2 }
}

extension Symbol: CustomStringConvertible {
  public var description: String { text }
}

extension Symbol: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}
