@_spi(ExperimentalLanguageFeatures) @_spi(Testing) import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

/// How deep the brackets of a source nest, counted over its tokens before it is parsed: what would take the parser
/// for ever, or more stack than there is, is told from what it reads in no time. Linear in the source.
///
/// Where a `[` may open a type, swift-syntax reads what follows twice, once to look for the `of` of `[3 of Int]`: a
/// token inside of n such brackets is read 2ⁿ times. Where a `{` may be a trailing closure, it looks for its end first:
/// a token inside of n braces is read n times.
struct NestingScan {
  /// Whether the parser is not to see the source.
  private(set) var isTooDeep = false

  /// Brackets of any kind, and interpolations.
  fileprivate static let deepest = 1_000
  /// Arguments of generic types, and arrows of function types, that one follows the other.
  fileprivate static let longestType = 4_000
  /// How often tokens may be read beside the once that each is, in all.
  private static let mostRereading = 1 << 21
  /// As many brackets are free: source that people write has five.
  fileprivate static let freeDepth = 6
  /// As many braces are free: source that people write has fifteen.
  fileprivate static let freeBraces = 40

  private struct Bracket {
    var isSquare: Bool
    /// Whether what is in it may still be a type.
    var mayBeType: Bool
  }

  private var brackets: [Bracket] = []
  private var typeBrackets = 0
  private var braces = 0
  private var rereading = 0
  private var angles = 0
  private var arrows = 0

  init(_ source: UnsafeBufferPointer<UInt8>) {
    guard NestingEstimate(source).isWorthCounting else { return }
    var tracker = LookaheadTracker()
    withUnsafeMutablePointer(to: &tracker) { tracker in
      let tokens = Lexer.tokenize(source, lookaheadTracker: tracker, experimentalFeatures: [])
      for token in tokens {
        if isTooDeep || token.rawTokenKind == .endOfFile { break }
        count(token)
      }
    }
  }

  private mutating func count(_ token: Lexer.Lexeme) {
    switch token.rawTokenKind {
    case .leftSquare: open(isSquare: true)
    case .leftParen: open(isSquare: false)
    case .leftBrace:
      endTypes()
      (angles, arrows) = (0, 0)
      braces += 1
      open(isSquare: false)
    case .rightSquare: close(isSquare: true)
    case .rightParen: close(isSquare: false)
    case .rightBrace:
      (angles, arrows) = (0, 0)
      braces = max(0, braces - 1)
      close(isSquare: false)
    case .semicolon:
      endTypes()
      (angles, arrows) = (0, 0)
    case .stringQuote, .multilineStringQuote, .rawStringPoundDelimiter, .singleQuote, .floatLiteral: endTypes()
    case .colon:
      // What follows the key of a dictionary is read once.
      if let last = brackets.indices.last, brackets[last].isSquare { endType(last) }
    case .arrow:
      arrows += 1
      if arrows > Self.longestType { isTooDeep = true }
    case .leftAngle, .binaryOperator, .prefixOperator, .postfixOperator:
      let text = token.tokenText
      if text.first == UInt8(ascii: "<") {
        angles += 1
        if angles > Self.longestType { isTooDeep = true }
      }
    default: break
    }
    if braces > Self.freeBraces { rereading += braces }
    if typeBrackets > Self.freeDepth { rereading += typeBrackets < 40 ? 1 << typeBrackets : Self.mostRereading }
    if rereading > Self.mostRereading { isTooDeep = true }
  }

  private mutating func open(isSquare: Bool) {
    brackets.append(Bracket(isSquare: isSquare, mayBeType: isSquare))
    if isSquare { typeBrackets += 1 }
    if brackets.count > Self.deepest { isTooDeep = true }
  }

  private mutating func close(isSquare: Bool) {
    guard let last = brackets.indices.last, brackets[last].isSquare == isSquare else { return }
    endType(last)
    brackets.removeLast()
  }

  /// No bracket around here holds a type, as far as the next that may hold what is skipped unread.
  private mutating func endTypes() {
    for index in brackets.indices.reversed() {
      guard brackets[index].isSquare else { return }
      guard brackets[index].mayBeType else { return }
      endType(index)
    }
  }

  private mutating func endType(_ index: Int) {
    guard brackets[index].mayBeType else { return }
    brackets[index].mayBeType = false
    typeBrackets -= 1
  }
}

/// How deep brackets may nest at most, from the bytes alone: whether it is worth to count over tokens.
///
/// A `[` counts as open until its `]`; that closes it only if nothing between the two might hide it, as a comment, an
/// interpolation or a raw string could. So it may count too many, and never too few.
private struct NestingEstimate {
  private(set) var isWorthCounting = false

  private struct Bracket {
    /// Whether a quotation mark was open before it.
    var isAfterQuote: Bool
    /// Whether what follows may be other than it looks.
    var isDoubtful = false
  }

  private var open: [Bracket] = []
  private var isAfterQuote = false

  private var (angles, arrows, interpolations) = (0, 0, 0)

  init(_ source: UnsafeBufferPointer<UInt8>) {
    var braces = BraceEstimate()
    let telling = ByteSet.brackets
    for index in source.indices where telling.contains(source[index]) {
      braces.count(index, of: source)
      count(index, of: source)
      if isWorthCounting || braces.isTooDeep { break }
    }
    isWorthCounting =
      isWorthCounting || braces.isTooDeep || max(angles, arrows) > NestingScan.longestType
      || interpolations > NestingScan.deepest
  }

  private mutating func count(_ index: Int, of source: UnsafeBufferPointer<UInt8>) {
    let byte = source[index]
    let previous = index > 0 ? source[index - 1] : 0
    switch byte {
    case UInt8(ascii: "["):
      open.append(Bracket(isAfterQuote: isAfterQuote))
      if open.count > NestingScan.freeDepth { isWorthCounting = true }
    case UInt8(ascii: "]"):
      if let last = open.last, !last.isDoubtful, last.isAfterQuote == isAfterQuote { open.removeLast() }
    case UInt8(ascii: "\""):
      isAfterQuote.toggle()
      if previous == byte, index > 1, source[index - 2] == byte { doubt { _ in true } }
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\\"): doubt { $0 }
    case UInt8(ascii: "/"), UInt8(ascii: "#"), UInt8(ascii: "`"), 0x80...: doubt { !$0 }
    case UInt8(ascii: "("):
      if previous == UInt8(ascii: "\\") { interpolations += 1 }
    case UInt8(ascii: "<"):
      angles += 1
      if previous == byte { doubt { !$0 } }
    case UInt8(ascii: ">"):
      if previous == UInt8(ascii: "-") { arrows += 1 }
      if previous == byte { doubt { !$0 } }
    default: break
    }
  }

  /// - Parameter isAffected: Whether it makes a bracket doubtful, by whether a quotation mark is open within that.
  private mutating func doubt(_ isAffected: (Bool) -> Bool) {
    for index in open.indices where isAffected(open[index].isAfterQuote != isAfterQuote) {
      open[index].isDoubtful = true
    }
  }
}

/// Whether there may be many braces within each other. A `}` closes one only where nothing could hide it: not behind a
/// quotation mark, a slash, a `#` or a backtick of its line, nor behind what may go on over lines.
private struct BraceEstimate {
  private(set) var isTooDeep = false
  private var depth = 0
  private var isHidden = false
  private var mayBeLong = false
  /// Never fewer than are open.
  private var comments = 0
  private var opener = -1

  mutating func count(_ index: Int, of source: UnsafeBufferPointer<UInt8>) {
    let byte = source[index]
    switch byte {
    case UInt8(ascii: "{"):
      depth += 1
      if depth > NestingScan.freeBraces { isTooDeep = true }
    case UInt8(ascii: "}"): if !isHidden { depth = max(0, depth - 1) }
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isHidden = mayBeLong || comments > 0
    case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "#"), UInt8(ascii: "/"):
      isHidden = true
      let previous = index > 0 ? source[index - 1] : 0
      // `"""`, `#"` and `#/` may go on over lines.
      if previous == byte && byte == UInt8(ascii: "\"") || previous == UInt8(ascii: "#") { mayBeLong = true }
      if byte == UInt8(ascii: "/"), previous == UInt8(ascii: "*"), opener != index - 1 {
        comments = max(0, comments - 1)
      }
    case UInt8(ascii: "*"):
      guard index > 0, source[index - 1] == UInt8(ascii: "/") else { return }
      (comments, opener) = (comments + 1, index)
    default: break
    }
  }
}
