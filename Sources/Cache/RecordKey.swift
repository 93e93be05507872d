/// Names a record: what it was made from, and what was made of it.
public struct RecordKey: Hashable, Sendable {
  /// What was made, so that one content may have several records.
  public enum Kind: UInt8, Sendable {
    case facts, outline, examination, comparison
  }

  /// 20 bytes of the content's name, the kind, zeros.
  let bytes: [UInt8]

  /// How long a key is in a pack.
  static let length = 24

  /// - Parameter name: 40 hexadecimal digits; nil is answered for anything else.
  public init?(_ kind: Kind, of name: String) {
    guard name.utf8.count == 40 else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in name.utf8 {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    self.bytes = bytes + [kind.rawValue, 0, 0, 0]
  }

  init(bytes: [UInt8]) { self.bytes = bytes }
}

extension RecordKey: Comparable {
  public static func < (left: RecordKey, right: RecordKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
