/// A property list in the old notation, `{ key = value; list = (a, b, ); }`, as Xcode writes projects in it.
indirect enum PropertyList {
  case text(String)
  case list([PropertyList])
  case dictionary([String: PropertyList])

  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The texts of a list; empty for anything else.
  var texts: [String] { if case .list(let list) = self { list.compactMap(\.text) } else { [] } }

  subscript(key: String) -> PropertyList? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }

  /// Nil where the bytes are no such list. O(bytes).
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let value = reader.value(depth: 0) else { return nil }
    self = value
  }

  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    mutating func value(depth: Int) -> PropertyList? {
      guard depth < 64, let first = next() else { return nil }
      switch first {
      case UInt8(ascii: "{"):
        at += 1
        var entries: [String: PropertyList] = [:]
        while let byte = next(), byte != UInt8(ascii: "}") {
          guard let key = text(), skip(UInt8(ascii: "=")), let value = value(depth: depth + 1) else { return nil }
          entries[key] = value
          _ = skip(UInt8(ascii: ";"))
        }
        return skip(UInt8(ascii: "}")) ? .dictionary(entries) : nil
      case UInt8(ascii: "("):
        at += 1
        var elements: [PropertyList] = []
        while let byte = next(), byte != UInt8(ascii: ")") {
          guard let value = value(depth: depth + 1) else { return nil }
          elements.append(value)
          _ = skip(UInt8(ascii: ","))
        }
        return skip(UInt8(ascii: ")")) ? .list(elements) : nil
      default: return text().map(PropertyList.text)
      }
    }

    /// The next byte that is neither space nor comment.
    private mutating func next() -> UInt8? {
      while at < bytes.count {
        switch bytes[at] {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): at += 1
        case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "*"):
          at += 2
          while at + 1 < bytes.count, !(bytes[at] == UInt8(ascii: "*") && bytes[at + 1] == UInt8(ascii: "/")) {
            at += 1
          }
          at += 2
        case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/"):
          while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
        default: return bytes[at]
        }
      }
      return nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard next() == byte else { return false }
      at += 1
      return true
    }

    private mutating func text() -> String? {
      guard let first = next() else { return nil }
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return quoted(by: first) }
      let start = at
      while at < bytes.count, Self.isPlain(bytes[at]) { at += 1 }
      return start == at ? nil : String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func quoted(by quote: UInt8) -> String? {
      at += 1
      var result: [UInt8] = []
      while at < bytes.count, bytes[at] != quote {
        if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count { at += 1 }
        result.append(bytes[at])
        at += 1
      }
      guard at < bytes.count else { return nil }
      at += 1
      return String(decoding: result, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "$"), UInt8(ascii: "-"),
        UInt8(ascii: ":"), UInt8(ascii: "+"),
        UInt8(ascii: "@"), UInt8(ascii: "~"), 0x80...0xFF:
        true
      default: false
      }
    }
  }
}
