import Quoting

/// What colours the source on a page: keywords, strings, comments and the like, found without a parser.
///
/// It is for the eye alone: where it is mistaken, a word has another colour.
package struct SyntaxColors {
  struct Token {
    /// Of its line, counted from 0.
    var bytes: Range<Int>
    var style: Character
  }

  /// By line, from 1.
  private(set) var lines: [Int: [Token]] = [:]

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  /// A file that is larger is shown without colours.
  private static let largest = 1_000_000

  package init(_ text: String) {
    bytes = Array(text.utf8)
    guard bytes.count <= Self.largest else { return }
    while position < bytes.count { step() }
  }

  /// The text of a line, counted from 1, in its colours.
  package func html(_ text: String, line: Int) -> String {
    let bytes = Array(text.utf8)
    return Self.html(0..<bytes.count, of: bytes, lines[line] ?? [])
  }

  /// A stretch of a line's bytes in their colours.
  static func html(_ range: Range<Int>, of bytes: [UInt8], _ tokens: [Token]) -> String {
    var html = ""
    var position = range.lowerBound
    for token in tokens {
      let stretch = token.bytes.clamped(to: range)
      guard !stretch.isEmpty, stretch.lowerBound >= position else { continue }
      html += String(decoding: bytes[position..<stretch.lowerBound], as: UTF8.self).html
      html += "<i class=\"\(token.style)\">\(String(decoding: bytes[stretch], as: UTF8.self).html)</i>"
      position = stretch.upperBound
    }
    return html + String(decoding: bytes[position..<range.upperBound], as: UTF8.self).html
  }

  private mutating func step() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\n"): newline()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
      take("c") { $0.skip { $0 != UInt8(ascii: "\n") } }
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): take("c") { $0.skipBlockComment() }
    case UInt8(ascii: "\""): take("s") { $0.skipString() }
    case UInt8(ascii: "#") where isRawString: take("s") { $0.skipString() }
    case UInt8(ascii: "@"), UInt8(ascii: "#"):
      take("a") {
        $0.position += 1
        $0.skip(while: Self.isName)
      }
    case _ where Self.isDigit(byte):
      take("n") { $0.skip { Self.isName($0) || $0 == UInt8(ascii: ".") } }
    case _ where Self.isName(byte): word()
    default: position += 1
    }
  }

  private mutating func word() {
    let start = position
    skip(while: Self.isName)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
    if Self.keywords.contains(text), !isMember || text == "self" || text == "init" {
      add("k", from: start)
    } else if let first = text.unicodeScalars.first, first.properties.isUppercase {
      add("t", from: start)
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if bytes[position] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "\n") {
        breakToken("c")
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  private var isRawString: Bool {
    let quote = bytes[position...].prefix(20).drop { $0 == UInt8(ascii: "#") }.first
    return quote == UInt8(ascii: "\"")
  }

  /// A string with what it interpolates, up to its end; one of a single line ends with the line.
  private mutating func skipString() {
    var hashes = 0
    while peek(0) == UInt8(ascii: "#") {
      hashes += 1
      position += 1
    }
    let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    position = min(position + quotes, bytes.count)
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        guard isLong else { return }
        breakToken("s")
      case UInt8(ascii: "\\") where isRun(of: UInt8(ascii: "#"), hashes, at: position + 1):
        position += hashes + 1
        if peek(0) == UInt8(ascii: "(") { depth += 1 }
        if peek(0) != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "(") where depth > 0:
        depth += 1
        position += 1
      case UInt8(ascii: ")") where depth > 0:
        depth -= 1
        position += 1
      case UInt8(ascii: "\"") where depth == 0 && isEnd(quotes, hashes):
        position = min(position + quotes + hashes, bytes.count)
        return
      default: position += 1
      }
    }
  }

  private func isEnd(_ quotes: Int, _ hashes: Int) -> Bool {
    isRun(of: UInt8(ascii: "\""), quotes, at: position) && isRun(of: UInt8(ascii: "#"), hashes, at: position + quotes)
  }

  private func isRun(of byte: UInt8, _ count: Int, at start: Int) -> Bool {
    start + count <= bytes.count && bytes[start..<start + count].allSatisfy { $0 == byte }
  }

  private func peek(_ ahead: Int) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private mutating func skip(while isMeant: (UInt8) -> Bool) {
    while position < bytes.count, isMeant(bytes[position]) { position += 1 }
  }

  private var tokenStart = 0

  private mutating func take(_ style: Character, _ body: (inout Self) -> Void) {
    tokenStart = position
    body(&self)
    add(style, from: tokenStart)
  }

  /// Ends the token's part in this line and begins the next.
  private mutating func breakToken(_ style: Character) {
    add(style, from: tokenStart)
    newline()
    tokenStart = position
  }

  private mutating func add(_ style: Character, from start: Int) {
    guard position > start else { return }
    lines[line, default: []].append(Token(bytes: start - lineStart..<position - lineStart, style: style))
  }

  private mutating func newline() {
    position += 1
    line += 1
    lineStart = position
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static let keywords = Set(
    """
    actor any as associatedtype async await break case catch class continue convenience default defer deinit didSet do
    dynamic else enum extension fallthrough false fileprivate final for func get guard if import in indirect init inout
    internal is isolated lazy let mutating nil nonisolated nonmutating open operator optional override package
    precedencegroup private protocol public repeat required rethrows return self Self set some static struct subscript
    super switch throw throws true try typealias unowned var weak where while willSet
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
