@_spi(RawSyntax) import SwiftSyntax

/// The names that one worker has met, by their bytes, so that it seldom makes a string or asks the shared table.
final class SymbolCache {
  private struct Entry {
    var hash: UInt64
    var start: Int
    var count: Int
    var symbol: Symbol
  }

  private var entries: [Entry] = []
  /// The spellings of all entries, one after another.
  private var spellings: [UInt8] = []
  /// By the lowest bits of the hash, the place of an entry; those that are taken are passed over. -1 where none is.
  private var slots = [Int32](repeating: -1, count: 1 << 12)
  /// Whoever writes names must not know which of them meet in one slot.
  private let seed = UInt64.random(in: .min ... .max)

  /// Interns a name, without the backticks it may be spelled with.
  func symbol(_ text: String) -> Symbol {
    var text = text
    return text.withUTF8(symbol(of:))
  }

  /// Interns the text of a token, as it stands in the source.
  func symbol(_ text: SyntaxText) -> Symbol {
    symbol(of: UnsafeBufferPointer(start: text.baseAddress, count: text.count))
  }

  private func symbol(of bytes: UnsafeBufferPointer<UInt8>) -> Symbol {
    var hash = seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15 }
    hash ^= hash >> 32
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, spells(entry, bytes) { return entry.symbol }
      slot = (slot + 1) & (slots.count - 1)
    }
    let isQuoted = bytes.count > 2 && bytes[0] == UInt8(ascii: "`") && bytes[bytes.count - 1] == UInt8(ascii: "`")
    let symbol = Symbol(String(decoding: isQuoted ? bytes[1..<bytes.count - 1] : bytes[...], as: UTF8.self))
    slots[slot] = Int32(entries.count)
    entries.append(Entry(hash: hash, start: spellings.count, count: bytes.count, symbol: symbol))
    spellings.append(contentsOf: bytes)
    if entries.count * 2 > slots.count { grow() }
    return symbol
  }

  private func spells(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    entry.count == bytes.count && spellings[entry.start..<entry.start + entry.count].elementsEqual(bytes)
  }

  private func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}
