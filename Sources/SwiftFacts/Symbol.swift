import Synchronization

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

/// The one table of names. It only grows, so a symbol is good for as long as the process runs.
private final class Interner: Sendable {
  static let shared = Interner()

  private struct Table {
    var texts: [String] = []
    var ids: [String: UInt32] = [:]
  }

  private let table = Mutex(Table())

  func symbol(for text: String) -> Symbol {
    table.withLock { table in
      let next = UInt32(table.texts.count) << 2 | Self.flags(text)
      // One look-up finds the text or enters it.
      let id = { (id: inout UInt32) in id }(&table.ids[text, default: next])
      if id == next { table.texts.append(text) }
      return Symbol(id: id)
    }
  }

  private static func flags(_ text: String) -> UInt32 {
    guard let first = text.unicodeScalars.first else { return 0 }
    switch first {
    case "A"..."Z": return 1
    case "a"..."z", "_": return 0
    default: return first.isASCII || !first.properties.isAlphabetic ? 2 : first.properties.isUppercase ? 1 : 0
    }
  }

  func text(of symbol: Symbol) -> String {
    table.withLock { $0.texts[Int(symbol.id >> 2)] }
  }
}
