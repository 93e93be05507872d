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
  private var exact: [String: Symbol] = [:]

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
    let hash = hash(of: bytes)
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

  /// Eight bytes at a time.
  private func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    let raw = UnsafeRawBufferPointer(bytes)
    var at = 0
    while at + 8 <= raw.count {
      mix(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    while at < raw.count {
      rest = rest << 8 | UInt64(raw[at])
      at += 1
    }
    mix(rest)
    return hash
  }

  private func spells(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard entry.count == bytes.count else { return false }
    return spellings.withUnsafeBufferPointer { all in
      var at = 0
      while at < bytes.count {
        if all[entry.start + at] != bytes[at] { return false }
        at += 1
      }
      return true
    }
  }

  private func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }

  /// Interns a name as it is.
  func verbatim(_ text: String) -> Symbol {
    if let known = exact[text] { return known }
    let symbol = Symbol(text)
    exact[text] = symbol
    return symbol
  }
}
