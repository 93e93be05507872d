@_spi(RawSyntax) import SwiftSyntax

/// The names that one worker has met, by their bytes, so that it seldom makes a string or asks the shared table.
final class SymbolCache {
  private var table = Table()
  private var exact: [String: Symbol] = [:]

  /// Interns a name, without the backticks it may be spelled with.
  func symbol(_ text: String) -> Symbol {
    var text = text
    return text.withUTF8 { table.symbol(of: $0) }
  }

  /// Interns the text of a token, as it stands in the source.
  func symbol(_ text: SyntaxText) -> Symbol {
    table.symbol(of: UnsafeBufferPointer(start: text.baseAddress, count: text.count))
  }

  /// Interns a name as it is.
  func verbatim(_ text: String) -> Symbol {
    if let known = exact[text] { return known }
    let symbol = Symbol(text)
    exact[text] = symbol
    return symbol
  }
}

/// Names by their bytes, in a table of open addressing.
private struct Table {
  private struct Entry {
    var start: UInt32
    var count: UInt32
    var symbol: Symbol
  }

  /// An entry and half of its hash, so that another name's entry is seldom looked at. Nothing is -1.
  private struct Slot {
    var hash: UInt32 = 0
    var entry: Int32 = -1
  }

  private var entries: [Entry] = []
  /// The spellings of all entries, one after another.
  private var spellings: [UInt8] = []
  /// By the lowest bits of the hash, the place of an entry; those that are taken are passed over.
  private var slots = [Slot](repeating: Slot(), count: 1 << 12)
  /// Whoever writes names must not know which of them meet in one slot.
  private let seed = UInt64.random(in: .min ... .max)

  mutating func symbol(of bytes: UnsafeBufferPointer<UInt8>) -> Symbol {
    let hash = hash(of: bytes)
    var at = Int(hash) & (slots.count - 1)
    while slots[at].entry >= 0 {
      if slots[at].hash == hash {
        let entry = entries[Int(slots[at].entry)]
        if entry.count == bytes.count, spells(entry, bytes) { return entry.symbol }
      }
      at = (at + 1) & (slots.count - 1)
    }
    let isQuoted = bytes.count > 2 && bytes[0] == UInt8(ascii: "`") && bytes[bytes.count - 1] == UInt8(ascii: "`")
    let symbol = Symbol(String(decoding: isQuoted ? bytes[1..<bytes.count - 1] : bytes[...], as: UTF8.self))
    // Spellings are as long as the sources together; beyond four gigabytes nothing more is remembered.
    guard spellings.count + bytes.count < Int(UInt32.max), entries.count < Int(Int32.max) else { return symbol }
    slots[at] = Slot(hash: hash, entry: Int32(entries.count))
    entries.append(Entry(start: UInt32(spellings.count), count: UInt32(bytes.count), symbol: symbol))
    spellings.append(contentsOf: bytes)
    if entries.count * 2 > slots.count { grow() }
    return symbol
  }

  /// Eight bytes at a time.
  private func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
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
    return UInt32(truncatingIfNeeded: hash)
  }

  private func spells(_ entry: Entry, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    spellings.withUnsafeBytes { all in
      let known = UnsafeRawBufferPointer(rebasing: all[Int(entry.start)..<Int(entry.start + entry.count)])
      let raw = UnsafeRawBufferPointer(bytes)
      var at = 0
      while at + 8 <= raw.count {
        if known.loadUnaligned(fromByteOffset: at, as: UInt64.self)
          != raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        {
          return false
        }
        at += 8
      }
      while at < raw.count {
        if known[at] != raw[at] { return false }
        at += 1
      }
      return true
    }
  }

  private mutating func grow() {
    let known = slots
    slots = [Slot](repeating: Slot(), count: known.count * 2)
    for slot in known where slot.entry >= 0 {
      var at = Int(slot.hash) & (slots.count - 1)
      while slots[at].entry >= 0 { at = (at + 1) & (slots.count - 1) }
      slots[at] = slot
    }
  }
}
