@_spi(ExperimentalLanguageFeatures) @_spi(Testing) import SwiftParser
@_spi(RawSyntax) import SwiftSyntax

/// How deep the brackets of a source nest, counted over its tokens before it is parsed: what would take the parser
/// for ever, or more stack than there is, is told from what it reads in no time. Linear in the source.
///
/// Where a `[` may open a type, swift-syntax reads what follows twice, once to look for the `of` of `[3 of Int]`: a
/// token inside of n such brackets is read 2ⁿ times. Where a `{` may be a trailing closure, it looks for its end first:
/// a token inside of n braces is read n times. Where n parentheses lack their ends, it looks for each of them from each
/// place within: a token is read n² times. And `a < b < c` may be n lists of generic arguments: it is read n times.
/// Where a `:` or an `@` belongs to no member of a type, it looks for the next member. And it reads the arguments of
/// `@a<b>` twice: what is inside of n such attributes is read 2ⁿ times. At each `#if` it looks, through those that
/// follow within, for attributes alone: a token inside of n of them is read n times. And what may be modifiers it reads
/// anew from each of them. Where a `?` between two values lacks its `:`, it looks for that as far as the line goes on.
struct NestingScan {
  /// Whether the parser is not to see the source.
  private(set) var isTooDeep = false

  /// Brackets of any kind, and interpolations.
  private static let deepest = 1_000
  /// Arguments of generic types, and arrows of function types, that one follows the other.
  static let longestType = 4_000
  /// How often tokens may be read beside the once that each is, in all.
  private static let mostRereading = 1 << 18
  /// The same of what is read anew only where the source is broken, which costs less.
  private static let mostRecovery = 1 << 22
  /// As many brackets are free: source that people write has five.
  static let freeDepth = 6
  /// As many braces are free: source that people write has fifteen.
  static let freeBraces = 40
  /// As many parentheses and brackets are free, of which an interpolation is worth some.
  static let freeParentheses = 16
  /// As many `<` before their `>` are free.
  static let freeAngles = 32
  /// As many `:` and `@` outside of brackets, without a keyword or a brace between them, are free.
  static let freeLoose = 64
  /// As many words in a row that begin nothing are free.
  private static let freeWords = 8
  /// So many bytes without a bracket, a string or the like may be words in a row, and so may any of a large file.
  static let freeSilence = (bytes: 512, file: 1 << 17)
  /// As many `a ? b` before their `:` are free.
  static let freeQuestions = 32
  /// As many `#if` within each other are free.
  static let freeConditions = 16

  /// Parentheses and brackets that are open. The lexer copies what is open wherever an interpolation begins.
  static func depth(of brackets: BracketStack, interpolations: Int) -> Int {
    brackets.parentheses + brackets.squares + 8 * interpolations
  }

  /// What begins a declaration, in or beside which no type goes on.
  private static let declaring: Set<SyntaxText> = [
    "func", "var", "let", "case", "init", "subscript", "typealias", "import",
  ]

  private var brackets = BracketStack()
  /// Of each open bracket whether what is in it may still be a type.
  private var mayBeType: [Bool] = []
  private var typeBrackets = 0
  private var rereading = 0
  private var recovery = 0
  private var angles = 0 {
    didSet { if angles == 0 { attributes = 0 } }
  }
  private var arrows = 0
  /// The `<` in a row with nothing but names between them.
  private var comparisons = 0
  /// The attributes that begin behind a `<` before its `>`.
  private var attributes = 0
  /// The `:` and `@` outside of brackets since the last keyword or brace.
  private var loose = 0
  /// The `?` between two values that are without their `:` yet.
  private var questions = 0
  /// The `#if` that are open.
  private var conditions = 0
  /// The words in a row that begin nothing.
  private var words = 0
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
    case .leftSquare: open(.square)
    case .leftParen: open(.parenthesis)
    case .leftBrace:
      endTypes()
      (angles, arrows) = (0, 0)
      open(.brace)
    case .rightSquare: close(.square)
    case .rightParen: close(.parenthesis)
    case .rightBrace:
      (angles, arrows) = (0, 0)
      if literals.interpolations == 0 { hiddenBrackets = 0 }
      close(.brace)
    case .semicolon:
      endTypes()
      (angles, arrows) = (0, 0)
    case .poundIf: conditions += 1
    case .poundEndif: conditions = max(0, conditions - 1)
    case .stringQuote, .multilineStringQuote, .rawStringPoundDelimiter, .singleQuote, .floatLiteral: endTypes()
    case .keyword where brackets.kinds.last ?? .brace == .brace && Self.declaring.contains(token.tokenText):
      // The type before it has ended: what is counted is one type, not all of a list of properties.
      (angles, arrows) = (0, 0)
    case .colon:
      // What follows the key of a dictionary is read once.
      if brackets.kinds.last == .square { endType(brackets.kinds.count - 1) }
    case .arrow:
      arrows += 1
      if arrows > Self.longestType { isTooDeep = true }
    case .leftAngle, .rightAngle, .binaryOperator, .prefixOperator, .postfixOperator:
      let text = token.tokenText
      if text.first == UInt8(ascii: "<") {
        angles += 1
        if angles > Self.longestType { isTooDeep = true }
      }
      angles = max(0, angles - text.prefix { $0 == UInt8(ascii: ">") }.count)
    default: break
    }
    switch token.rawTokenKind {
    case .keyword, .leftBrace, .rightBrace: loose = 0
    case .colon, .atSign: if brackets.kinds.last ?? .brace == .brace { loose += 1 }
    default: break
    }
    switch token.rawTokenKind {
    case .infixQuestionMark: questions += 1
    case .colon: questions = max(0, questions - 1)
    default: break
    }
    if questions > Self.freeQuestions { recovery += 4 * questions }
    if token.rawTokenKind == .atSign, angles > 0 { attributes += 1 }
    switch token.rawTokenKind {
    case .identifier: words += 1
    case .keyword: words = Self.declaring.contains(token.tokenText) ? 0 : words + 1
    default: words = 0
    }
    if words > Self.freeWords { recovery += 16 * words }
    if loose > Self.freeLoose { recovery += 8 * loose }
    if brackets.braces > Self.freeBraces { rereading += brackets.braces }
    if conditions > Self.freeConditions { rereading += conditions }
    let open = Self.depth(of: brackets, interpolations: literals.interpolations) + hiddenBrackets / 4
    if open > Self.freeParentheses { recovery += open * open }
    if angles > Self.freeAngles { recovery += 4 * angles }
    switch token.rawTokenKind {
    case .leftAngle, .binaryOperator:
      comparisons = token.tokenText.first == UInt8(ascii: "<") ? comparisons + 1 : 0
    case .identifier, .period: break
    default: comparisons = 0
    }
    // Each of them may have all that follow as its generic arguments.
    if comparisons > Self.freeAngles { recovery += 64 * comparisons }
    if recovery > Self.mostRecovery { isTooDeep = true }
    let depth = typeBrackets + hiddenSquares + attributes
    if depth > Self.freeDepth { rereading += depth < 40 ? 1 << depth : Self.mostRereading + 1 }
    if rereading > Self.mostRereading { isTooDeep = true }
  }

  private mutating func open(_ kind: BracketStack.Kind) {
    brackets.open(kind)
    mayBeType.append(kind == .square)
    if kind == .square { typeBrackets += 1 }
    if brackets.kinds.count > Self.deepest { isTooDeep = true }
  }

  private mutating func close(_ kind: BracketStack.Kind) {
    guard brackets.close(kind) else { return }
    while mayBeType.count > brackets.kinds.count {
      if mayBeType.removeLast() { typeBrackets -= 1 }
    }
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
    if brackets.kinds.count + hiddenBrackets > Self.deepest || hiddenBraces > Self.freeBraces
      || max(angles, arrows) > Self.longestType
    {
      isTooDeep = true
    }
  }

  /// No bracket around here holds a type, as far as the next that may hold what is skipped unread.
  private mutating func endTypes() {
    hiddenSquares = 0
    for index in brackets.kinds.indices.reversed() {
      guard mayBeType[index] else { return }
      endType(index)
    }
  }

  private mutating func endType(_ index: Int) {
    guard mayBeType[index] else { return }
    mayBeType[index] = false
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
  private(set) var interpolations = 0
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
