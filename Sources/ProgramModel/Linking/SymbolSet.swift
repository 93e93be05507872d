import SwiftFacts

/// Names, for who asks of most names that there are whether they are among them.
struct SymbolSet: Sendable {
  /// By number.
  private var bits: [UInt64] = []

  init() {}

  init(_ names: some Sequence<Symbol>) { for name in names { insert(name) } }

  mutating func insert(_ name: Symbol) {
    let number = Int(name.id >> 2)
    let word = number / 64
    if word >= bits.count { bits += repeatElement(0, count: max(word + 1, 2 * bits.count) - bits.count) }
    bits[word] |= 1 << UInt64(number % 64)
  }

  /// The same with some more.
  func with(_ names: some Sequence<Symbol>) -> SymbolSet {
    var all = self
    for name in names { all.insert(name) }
    return all
  }

  @inline(__always) func contains(_ name: Symbol) -> Bool {
    let number = Int(name.id >> 2)
    return number / 64 < bits.count && bits[number / 64] & (1 << UInt64(number % 64)) != 0
  }
}
