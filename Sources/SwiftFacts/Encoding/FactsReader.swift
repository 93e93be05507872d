/// Bytes on their way to facts. What they cannot mean marks them as damaged, and reading goes on with zeros: whoever
/// reads asks once, at the end.
struct FactsReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var names: [Symbol] = []
  private var lastStart: UInt32 = 0
  private(set) var isDamaged = false

  /// - Parameter bytes: What `FactsWriter.record` wrote; they have to stay for as long as the reader reads.
  init(_ bytes: UnsafeRawBufferPointer, symbols: SymbolCache) {
    self.bytes = bytes
    let count = self.count()
    names.reserveCapacity(count)
    for _ in 0..<count { names.append(symbols.verbatim(text())) }
  }

  var isAtEnd: Bool { place == bytes.count }

  mutating func damage() {
    isDamaged = true
    // Nothing more is read, however much is still asked for.
    place = bytes.count
  }

  mutating func byte() -> UInt8 {
    guard place < bytes.count else {
      damage()
      return 0
    }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() -> UInt32 {
    var result: UInt32 = 0
    var shift: UInt32 = 0
    while shift < 35 {
      let next = byte()
      result |= UInt32(next & 127) << shift
      if next < 128 { return result }
      shift += 7
    }
    damage()
    return 0
  }

  mutating func signed() -> Int32 {
    let number = number()
    return Int32(bitPattern: number >> 1) ^ -Int32(bitPattern: number & 1)
  }

  /// How many are to follow; each takes a byte at least.
  mutating func count() -> Int {
    let count = Int(number())
    guard count <= bytes.count - place else {
      damage()
      return 0
    }
    return count
  }

  mutating func symbol() -> Symbol {
    let place = Int(number())
    guard place < names.count else {
      damage()
      return Names.empty
    }
    return names[place]
  }

  mutating func text() -> String {
    let count = count()
    defer { place += count }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[place..<place + count]), as: UTF8.self)
  }

  mutating func span() -> ByteSpan {
    lastStart = lastStart &+ UInt32(bitPattern: signed())
    return ByteSpan(start: lastStart, end: lastStart &+ number())
  }

  mutating func list<Element: Encoded>(of type: Element.Type = Element.self) -> [Element] {
    let count = count()
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(Element(from: &self)) }
    return list
  }

  mutating func optional<Value: Encoded>(of type: Value.Type = Value.self) -> Value? {
    byte() == 0 ? nil : Value(from: &self)
  }

  /// A case of an enum by its raw value.
  mutating func choice<Choice: RawRepresentable<UInt8>>(_ fallback: Choice) -> Choice {
    if let choice = Choice(rawValue: byte()) { return choice }
    damage()
    return fallback
  }
}
