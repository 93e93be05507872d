/// Values on their way to the bytes of a record: numbers in seven bits a byte, each text once.
public struct RecordWriter {
  private var bytes: [UInt8] = []
  private var texts: [String] = []
  /// By their bytes: two texts may look alike and be spelled in two ways.
  private var places: [[UInt8]: Int] = [:]

  public init() {}

  /// The table of texts, then all that was written.
  public var record: [UInt8] {
    var head = RecordWriter()
    head.number(texts.count)
    for text in texts {
      head.number(text.utf8.count)
      head.bytes += text.utf8
    }
    return head.bytes + bytes
  }

  /// - Parameter value: Not negative.
  public mutating func number(_ value: Int) {
    var rest = UInt(clamping: value)
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  public mutating func text(_ text: String) {
    let bytes = Array(text.utf8)
    let place = places[bytes] ?? texts.count
    if place == texts.count {
      places[bytes] = place
      texts.append(text)
    }
    number(place)
  }

  public mutating func list<Element>(_ list: [Element], _ write: (inout RecordWriter, Element) -> Void) {
    number(list.count)
    for element in list { write(&self, element) }
  }

  public mutating func optional<Value>(_ value: Value?, _ write: (inout RecordWriter, Value) -> Void) {
    list(value.map { [$0] } ?? [], write)
  }
}
