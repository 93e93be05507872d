/// The elements of an XML document, one after another. It follows no reference to anywhere, and knows no entities
/// but those that every document has.
struct XMLReader {
  struct Element {
    var name: String
    var attributes: [String: String]
    /// Where its tag ends, counted from 1.
    var line: Int
  }

  /// Where the text stops being whole XML.
  struct Fault: Error {
    var line: Int
    var says = "it is no whole XML"
  }

  private let text: [UInt8]
  private var at = 0
  private var line = 1
  private var open: [String] = []
  private var sawRoot = false

  /// - Parameter text: UTF-8.
  init(_ text: [UInt8]) { self.text = text }

  /// The next element, as soon as its tag is read; nil at the end of a whole document.
  mutating func next() throws(Fault) -> Element? {
    while at < text.count {
      guard text[at] == UInt8(ascii: "<") else {
        try characters()
        continue
      }
      if take("<!--") {
        try skip(past: "-->")
      } else if take("<![CDATA[") {
        try require(!open.isEmpty)
        try skip(past: "]]>")
      } else if take("<?") {
        try skip(past: "?>")
      } else if take("<!DOCTYPE") {
        try require(!sawRoot)
        try skipDeclarations()
      } else if take("</") {
        let name = try name()
        skipBlanks()
        try require(take(">") && open.popLast() == name)
      } else {
        at += 1
        return try element()
      }
    }
    try require(sawRoot && open.isEmpty)
    return nil
  }

  private mutating func element() throws(Fault) -> Element {
    try require(!open.isEmpty || !sawRoot)
    sawRoot = true
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      let before = at
      skipBlanks()
      if take("/>") { break }
      if take(">") {
        open.append(name)
        break
      }
      try require(at > before)
      let attribute = try self.name()
      skipBlanks()
      try require(take("="))
      skipBlanks()
      try require(attributes.updateValue(try value(), forKey: attribute) == nil)
    }
    return Element(name: name, attributes: attributes, line: line)
  }

  private mutating func name() throws(Fault) -> String {
    let start = at
    while at < text.count, !" \t\r\n/>=<\"'&".utf8.contains(text[at]) { at += 1 }
    try require(at > start)
    return String(decoding: text[start..<at], as: UTF8.self)
  }

  private mutating func value() throws(Fault) -> String {
    try require(at < text.count)
    let quote = text[at]
    try require(quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"))
    at += 1
    var result: [UInt8] = []
    while at < text.count, text[at] != quote {
      switch text[at] {
      case UInt8(ascii: "&"): result += try reference()
      case UInt8(ascii: "<"): throw Fault(line: line)
      case 0x09, 0x0A, 0x0D:
        // A line break in a value counts as a space, and one of two bytes as one.
        if !(text[at] == 0x0D && at + 1 < text.count && text[at + 1] == 0x0A) { result.append(0x20) }
        step()
      default:
        try require(text[at] >= 0x20)
        result.append(text[at])
        at += 1
      }
    }
    try require(at < text.count)
    at += 1
    return String(decoding: result, as: UTF8.self)
  }

  /// `&lt;`, `&#60;` or `&#x3C;`; others are not followed.
  private mutating func reference() throws(Fault) -> [UInt8] {
    guard let end = text[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { throw Fault(line: line) }
    let name = String(decoding: text[at + 1..<end], as: UTF8.self)
    at = end + 1
    if let plain = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""][name] { return Array(plain.utf8) }
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let scalar = number.flatMap(Unicode.Scalar.init),
      scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value)
    else { throw Fault(line: line) }
    return Array(String(scalar).utf8)
  }

  /// Text between tags, which nobody here reads; outside of the root there may be none.
  private mutating func characters() throws(Fault) {
    let isInside = !open.isEmpty
    while at < text.count, text[at] != UInt8(ascii: "<") {
      if text[at] == UInt8(ascii: "&") {
        try require(isInside)
        _ = try reference()
      } else {
        try require(isInside || [0x20, 0x09, 0x0A, 0x0D].contains(text[at]))
        step()
      }
    }
  }

  /// What a document says of its own kind, with the quotes and brackets in it.
  private mutating func skipDeclarations() throws(Fault) {
    var depth = 1
    while at < text.count {
      let byte = text[at]
      step()
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skip(past: String(UnicodeScalar(byte)))
      default: break
      }
    }
    throw Fault(line: line)
  }

  private mutating func skip(past end: String) throws(Fault) {
    while at < text.count {
      if take(end) { return }
      step()
    }
    throw Fault(line: line)
  }

  private mutating func skipBlanks() {
    while at < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[at]) { step() }
  }

  private mutating func step() {
    if text[at] == 0x0A { line += 1 }
    at += 1
  }

  private mutating func take(_ mark: String) -> Bool {
    guard text[at...].starts(with: mark.utf8) else { return false }
    at += mark.utf8.count
    return true
  }

  private func require(_ isSo: Bool) throws(Fault) {
    if !isSo { throw Fault(line: line) }
  }
}
