/// The tags of a file that a program wrote as XML, in their order; what stands between them only as far as it is asked
/// for. Never fails: what is no tag is passed over.
struct TagReader {
  struct Tag {
    var name: String
    /// Those that the reader was asked for.
    var attributes: [String: String]
    var isClosing: Bool
    /// Whether it closes itself: `<segue/>`.
    var isEmpty: Bool
    /// Where it ends in the file.
    fileprivate var end: Int
  }

  private let bytes: [UInt8]
  private let attributes: [[UInt8]]
  private var at = 0

  /// - Parameter attributes: The names of those that somebody wants: most of such a file is others.
  init(_ bytes: [UInt8], attributes: [String] = []) {
    self.bytes = bytes
    self.attributes = attributes.map { Array($0.utf8) }
  }

  /// The next tag; nil at the end. O(length of it and of what is before it).
  mutating func next() -> Tag? {
    while let open = index(of: UInt8(ascii: "<"), from: at) {
      at = open + 1
      guard at < bytes.count else { return nil }
      switch bytes[at] {
      case UInt8(ascii: "!") where bytes[at...].starts(with: "!--".utf8): skipComment()
      case UInt8(ascii: "!"), UInt8(ascii: "?"): at = index(of: UInt8(ascii: ">"), from: at) ?? bytes.count
      default: if let tag = tag() { return tag }
      }
    }
    at = bytes.count
    return nil
  }

  /// What stands between a tag and the next one, without the spaces around it.
  func text(after tag: Tag) -> String {
    let end = index(of: UInt8(ascii: "<"), from: tag.end) ?? bytes.count
    let isSpace: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let rest = bytes[tag.end..<end].drop(while: isSpace)
    let last = rest.lastIndex { !isSpace($0) } ?? rest.startIndex - 1
    return String(decoding: rest[..<(last + 1)], as: UTF8.self)
  }

  private mutating func tag() -> Tag? {
    let isClosing = bytes[at] == UInt8(ascii: "/")
    if isClosing { at += 1 }
    let name = word()
    guard !name.isEmpty else { return nil }
    var tag = Tag(name: text(name), attributes: [:], isClosing: isClosing, isEmpty: false, end: at)
    while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
      if bytes[at] == UInt8(ascii: "/") { tag.isEmpty = true }
      let key = word()
      guard !key.isEmpty else {
        at += 1
        continue
      }
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "="), case let quote = bytes[at + 1],
        quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let end = index(of: quote, from: at + 2)
      else { continue }
      if isWanted(key) { tag.attributes[text(key)] = text((at + 2)..<end) }
      at = end + 1
    }
    at = min(at + 1, bytes.count)
    tag.end = at
    return tag
  }

  private mutating func word() -> Range<Int> {
    let start = at
    while at < bytes.count, Self.isInWord(bytes[at]) { at += 1 }
    return start..<at
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func isWanted(_ key: Range<Int>) -> Bool {
    attributes.contains { name in
      name.count == key.count && name.indices.allSatisfy { name[$0] == bytes[key.lowerBound + $0] }
    }
  }

  private mutating func skipComment() {
    while let end = index(of: UInt8(ascii: ">"), from: at) {
      at = end + 1
      if bytes[..<end].suffix(2).elementsEqual("--".utf8) { return }
    }
    at = bytes.count
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      if bytes[at] == byte { return at }
      at += 1
    }
    return nil
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }
}
