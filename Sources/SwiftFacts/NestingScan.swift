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
  private static let mostRereading = 1 << 18
  /// As many brackets are free: source that people write has five.
  fileprivate static let freeDepth = 6
  /// As many braces are free: source that people write has fifteen.
  fileprivate static let freeBraces = 40

  /// What begins a declaration, in or beside which no type goes on.
  private static let declaring: Set<SyntaxText> = ["func", "var", "let", "case", "init", "subscript", "typealias"]

  private struct Bracket {
    var isSquare: Bool
    var isBrace = false
    /// Whether what is in it may still be a type.
    var mayBeType: Bool
  }

  private var brackets: [Bracket] = []
  private var typeBrackets = 0
  private var braces = 0
  private var rereading = 0
  private var angles = 0
  private var arrows = 0
  private var literals = OpenLiterals()
  /// What opens in text that may turn out to be code, and how much of it may still be types.
  private var (hiddenBrackets, hiddenBraces, hiddenSquares) = (0, 0, 0)

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
    if let text = literals.nestedText(of: token) { count(hidden: text) }
    switch token.rawTokenKind {
    case .leftSquare: open(isSquare: true)
    case .leftParen: open(isSquare: false)
    case .leftBrace:
      endTypes()
      (angles, arrows) = (0, 0)
      braces += 1
      open(isSquare: false, isBrace: true)
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
    case .keyword where brackets.last?.isBrace ?? true && Self.declaring.contains(token.tokenText):
      // The type before it has ended: what is counted is one type, not all of a list of properties.
      (angles, arrows) = (0, 0)
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
    let depth = typeBrackets + hiddenSquares
    if depth > Self.freeDepth { rereading += depth < 40 ? 1 << depth : Self.mostRereading + 1 }
    if rereading > Self.mostRereading { isTooDeep = true }
  }

  private mutating func open(isSquare: Bool, isBrace: Bool = false) {
    brackets.append(Bracket(isSquare: isSquare, isBrace: isBrace, mayBeType: isSquare))
    if isSquare { typeBrackets += 1 }
    if brackets.count > Self.deepest { isTooDeep = true }
  }

  private mutating func close(isSquare: Bool) {
    guard let last = brackets.indices.last, brackets[last].isSquare == isSquare else { return }
    endType(last)
    brackets.removeLast()
  }

  /// Where a string in an interpolation follows something that nothing can follow, the parser takes its quotation mark
  /// for the end of the outer one, and reads what is in it as code: `"\(a"[[[[`.
  private mutating func count(hidden text: SyntaxText) {
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "["):
        hiddenSquares += 1
        hiddenBrackets += 1
      case UInt8(ascii: "("): hiddenBrackets += 1
      case UInt8(ascii: "{"):
        hiddenBrackets += 1
        hiddenBraces += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): hiddenBrackets = max(0, hiddenBrackets - 1)
      case UInt8(ascii: "}"):
        hiddenBrackets = max(0, hiddenBrackets - 1)
        hiddenBraces = max(0, hiddenBraces - 1)
      case UInt8(ascii: "<"): angles += 1
      case UInt8(ascii: ">") where previous == UInt8(ascii: "-"): arrows += 1
      default: break
      }
      previous = byte
    }
    if brackets.count + hiddenBrackets > Self.deepest || hiddenBraces > Self.freeBraces
      || max(angles, arrows) > Self.longestType
    {
      isTooDeep = true
    }
  }

  /// No bracket around here holds a type, as far as the next that may hold what is skipped unread.
  private mutating func endTypes() {
    hiddenSquares = 0
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

/// The strings and interpolations that are open while tokens are read.
private struct OpenLiterals {
  private enum Part: Equatable {
    case string(isOnOneLine: Bool)
    /// With the parentheses that are open in it.
    case interpolation(Int)
  }

  private var open: [Part] = []
  private var interpolations = 0
  private var isAfterBackslash = false

  /// The text of a token that is part of a string in an interpolation.
  mutating func nestedText(of token: Lexer.Lexeme) -> SyntaxText? {
    if token.flags.contains(.isAtStartOfLine), let first = open.firstIndex(of: .string(isOnOneLine: true)) {
      // It has ended with its line, whatever was open in it.
      while open.count > first { removeLast() }
    }
    let wasAfterBackslash = isAfterBackslash
    isAfterBackslash = false
    switch (token.rawTokenKind, open.last) {
    case (.stringQuote, .string), (.multilineStringQuote, .string), (.singleQuote, .string): removeLast()
    case (.multilineStringQuote, _): open.append(.string(isOnOneLine: false))
    case (.stringQuote, _), (.singleQuote, _): open.append(.string(isOnOneLine: true))
    case (.backslash, .string): isAfterBackslash = true
    case (.rawStringPoundDelimiter, .string): isAfterBackslash = wasAfterBackslash
    case (.leftParen, .string) where wasAfterBackslash:
      open.append(.interpolation(0))
      interpolations += 1
    case (.leftParen, .interpolation(let parentheses)): open[open.count - 1] = .interpolation(parentheses + 1)
    case (.rightParen, .interpolation(0)): removeLast()
    case (.rightParen, .interpolation(let parentheses)): open[open.count - 1] = .interpolation(parentheses - 1)
    case (.stringSegment, .string) where interpolations > 0: return token.tokenText
    default: break
    }
    return nil
  }

  private mutating func removeLast() {
    if case .interpolation = open.popLast() { interpolations -= 1 }
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
