/// The first place where bytes stop being JSON.
///
/// The decoder says that they are none, and neither where nor why.
struct JSONFault: Equatable {
  var offset: Int
  var says: String

  /// Nil if the bytes are one whole JSON value. Takes time in proportion to their number.
  init?(_ bytes: [UInt8]) {
    var reader = JSONWalk(bytes: bytes)
    do throws(JSONFault) {
      try reader.walk()
      return nil
    } catch {
      self = error
    }
  }

  init(at offset: Int, _ says: String) { (self.offset, self.says) = (offset, says) }
}

extension JSONFault: Error {}

/// What is open is kept in a list and not on the stack: strangers write the brackets.
private struct JSONWalk {
  let bytes: [UInt8]
  private var at = 0
  /// The brackets that are open.
  private var open: [UInt8] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func walk() throws(JSONFault) {
    repeat {
      try value()
      try close()
    } while !open.isEmpty
    skipBlanks()
    if at < bytes.count { throw JSONFault(at: at, "there is something behind its end") }
  }

  /// A value, up to the first one that is none of brackets.
  private mutating func value() throws(JSONFault) {
    while true {
      skipBlanks()
      switch next {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let bracket = bytes[at]
        open.append(bracket)
        if open.count > 512 { throw JSONFault(at: at, "more than 512 brackets are open") }
        at += 1
        skipBlanks()
        if next == bracket + 2 { return }
        if bracket == UInt8(ascii: "{") { try key() }
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
      case UInt8(ascii: "t"): return try word("true")
      case UInt8(ascii: "f"): return try word("false")
      case UInt8(ascii: "n"): return try word("null")
      case nil: throw end
      default: throw JSONFault(at: at, "no value begins like that")
      }
    }
  }

  /// The brackets that end behind a value, and the comma before the next.
  private mutating func close() throws(JSONFault) {
    while let bracket = open.last {
      skipBlanks()
      switch next {
      case bracket + 2:
        at += 1
        open.removeLast()
      case UInt8(ascii: ","):
        at += 1
        if bracket == UInt8(ascii: "{") { try key() }
        return
      case nil: throw end
      default: throw JSONFault(at: at, "a comma or a closing bracket is expected")
      }
    }
  }

  private mutating func key() throws(JSONFault) {
    skipBlanks()
    guard let byte = next else { throw end }
    guard byte == UInt8(ascii: "\"") else { throw JSONFault(at: at, "a name in quotes is expected") }
    try string()
    skipBlanks()
    guard let colon = next else { throw end }
    guard colon == UInt8(ascii: ":") else { throw JSONFault(at: at, "a colon is expected") }
    at += 1
  }

  private mutating func string() throws(JSONFault) {
    at += 1
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"): try escape()
      case ..<0x20: throw JSONFault(at: at, "unescaped control character")
      default: at += 1
      }
    }
    throw end
  }

  private mutating func escape() throws(JSONFault) {
    let start = at
    at += 1
    guard let byte = next else { throw end }
    at += 1
    if "\"\\/bfnrt".utf8.contains(byte) { return }
    guard byte == UInt8(ascii: "u") else { throw JSONFault(at: start, "invalid escape sequence") }
    for _ in 0..<4 {
      guard let digit = next else { throw end }
      guard Character(UnicodeScalar(digit)).isHexDigit else { throw JSONFault(at: start, "invalid escape sequence") }
      at += 1
    }
  }

  private mutating func number() throws(JSONFault) {
    if next == UInt8(ascii: "-") { at += 1 }
    let start = at
    try digits()
    if bytes[start] == UInt8(ascii: "0"), at > start + 1 { throw JSONFault(at: start, "a number begins with 0") }
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(JSONFault) {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    if at == start { throw next == nil ? end : JSONFault(at: at, "a digit is expected") }
  }

  private mutating func word(_ word: String) throws(JSONFault) {
    for byte in word.utf8 {
      guard let found = next else { throw end }
      guard found == byte else { throw JSONFault(at: at, "no value begins like that") }
      at += 1
    }
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
  }

  private var end: JSONFault { JSONFault(at: bytes.count, "it ends too early") }
}
