/// Facts on their way to bytes: numbers in seven bits a byte, names by their place in a table of their own.
///
/// The bytes say nothing of the process that wrote them: equal facts are equal bytes, whatever the ids of symbols.
struct FactsWriter {
  private(set) var bytes: [UInt8] = []
  private var places: [Symbol: UInt32] = [:]
  private var names: [Symbol] = []
  /// Where the last span began: the next one begins near it.
  private var lastStart: UInt32 = 0

  /// The table of names, then all that was written.
  var record: [UInt8] {
    var head = FactsWriter()
    head.number(UInt32(names.count))
    for name in names { head.text(name.text) }
    return head.bytes + bytes
  }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func number(_ value: UInt32) {
    var rest = value
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Small numbers of either sign take one byte.
  mutating func signed(_ value: Int32) { number(UInt32(bitPattern: value &<< 1 ^ value &>> 31)) }

  mutating func symbol(_ symbol: Symbol) {
    if let place = places[symbol] { return number(place) }
    let place = UInt32(names.count)
    places[symbol] = place
    names.append(symbol)
    number(place)
  }

  mutating func text(_ text: String) {
    number(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func span(_ span: ByteSpan) {
    signed(Int32(bitPattern: span.start &- lastStart))
    number(span.end &- span.start)
    lastStart = span.start
  }

  mutating func list<Element: Encoded>(_ list: [Element]) {
    number(UInt32(list.count))
    for element in list { element.write(to: &self) }
  }

  mutating func optional<Value: Encoded>(_ value: Value?) {
    byte(value == nil ? 0 : 1)
    value?.write(to: &self)
  }

  /// Up to eight yeses and noes in one byte.
  mutating func flags(_ flags: Bool...) {
    var bits: UInt8 = 0
    for (place, flag) in flags.enumerated() where flag { bits |= 1 << UInt8(place) }
    byte(bits)
  }
}

/// What can be written as bytes and read again.
protocol Encoded {
  func write(to writer: inout FactsWriter)
  /// Marks the reader as damaged where the bytes are none that `write` writes.
  init(from reader: inout FactsReader)
}
