/// The bytes of a record on their way to values. What they cannot mean marks them as damaged, and reading goes on with
/// nothing: whoever reads asks once, at the end.
public struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var texts: [String] = []
  private var isDamaged = false

  /// - Parameter bytes: What `RecordWriter.record` wrote; they have to stay for as long as the reader reads.
  public init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    texts = list { reader in
      let count = reader.count()
      defer { reader.place += count }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: bytes[reader.place..<reader.place + count]), as: UTF8.self)
    }
  }

  /// Whether all was read, and made sense.
  public var isWhole: Bool { !isDamaged && place == bytes.count }

  /// Says that what was read makes no sense.
  public mutating func damage() {
    isDamaged = true
    place = bytes.count
  }

  public mutating func number() -> Int {
    var result: UInt = 0
    var shift: UInt = 0
    while place < bytes.count, shift < 63 {
      let next = bytes[place]
      place += 1
      result |= UInt(next & 127) << shift
      if next < 128 { return Int(clamping: result) }
      shift += 7
    }
    damage()
    return 0
  }

  public mutating func text() -> String {
    let place = number()
    guard place < texts.count else {
      damage()
      return ""
    }
    return texts[place]
  }

  public mutating func list<Element>(_ read: (inout RecordReader) -> Element) -> [Element] {
    let count = count()
    var list: [Element] = []
    list.reserveCapacity(count)
    for _ in 0..<count { list.append(read(&self)) }
    return list
  }

  public mutating func optional<Value>(_ read: (inout RecordReader) -> Value) -> Value? { list(read).first }

  /// How many are to follow; each takes a byte at least.
  private mutating func count() -> Int {
    let count = number()
    guard count <= bytes.count - place else {
      damage()
      return 0
    }
    return count
  }
}
