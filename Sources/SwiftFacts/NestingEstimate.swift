/// Whether brackets nest so deeply that it is worth to count over tokens, from the bytes alone.
///
/// Reads plain source as Swift's lexer does: comments, strings and interpolations. Where that takes more than a look
/// (raw strings, what may be a regular expression, odd quotation marks, conflict markers), it is worth it. So it may
/// count too many, and never too few.
struct NestingEstimate {
  private(set) var isWorthCounting = false

  private enum Part {
    case string
    case longString
    /// With the parentheses that are open in it.
    case interpolation(Int)
  }

  private let source: UnsafeBufferPointer<UInt8>
  /// The strings and interpolations that are open.
  private var parts: [Part] = []
  private var interpolations = 0
  private var brackets = BracketStack()
  private var angles = 0 {
    didSet { if angles == 0 { attributes = 0 } }
  }
  private var arrows = 0
  /// The attributes that begin behind a `<` before its `>`.
  private var attributes = 0
  /// The `:` and `@` outside of brackets since the last brace.
  private var loose = 0
  /// The `?` between two values that are without their `:` yet.
  private var questions = 0
  /// The `#if` that are open.
  private var conditions = 0
  /// What opens in the strings of interpolations.
  private var hidden = 0
  private var endOfAngle = -1
  /// Where the last was of what tells anything but that a line has ended.
  private var silence = 0

  init(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
    let telling = ByteSet.brackets
    var index = 0
    isWorthCounting = source.count > NestingScan.freeSilence.file
    while index < source.count, !isWorthCounting {
      let byte = source[index]
      guard telling.contains(byte) else {
        index += 1
        continue
      }
      if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        if index > silence + NestingScan.freeSilence.bytes, parts.isEmpty { isWorthCounting = true }
        silence = index
      }
      switch parts.last {
      case .string: index = readString(byte, index)
      case .longString: index = readLongString(byte, index)
      case .interpolation, nil: index = readCode(byte, index)
      }
      if byte == UInt8(ascii: "/") { silence = index }
    }
    if index > silence + NestingScan.freeSilence.bytes { isWorthCounting = true }
  }

  private func byte(_ index: Int) -> UInt8 { source.indices.contains(index) ? source[index] : 0 }

  private mutating func readCode(_ byte: UInt8, _ index: Int) -> Int {
    let next = self.byte(index + 1)
    switch byte {
    case UInt8(ascii: "["): open(.square)
    case UInt8(ascii: "]"): brackets.close(.square)
    case UInt8(ascii: "("):
      if case .interpolation(let open)? = parts.last { parts[parts.count - 1] = .interpolation(open + 1) }
      open(.parenthesis)
    case UInt8(ascii: ")"): closeParenthesis()
    case UInt8(ascii: ":"), UInt8(ascii: "@"):
      if brackets.kinds.last ?? .brace == .brace { loose += 1 }
      if byte == UInt8(ascii: "@"), angles > 0 { attributes += 1 }
      if byte == UInt8(ascii: ":") { questions = max(0, questions - 1) }
      if loose > NestingScan.freeLoose || brackets.squares + attributes > NestingScan.freeDepth {
        isWorthCounting = true
      }
    case UInt8(ascii: "?"):
      // Behind a value it unwraps that.
      if next != byte, !self.byte(index - 1).isPartOfName, !")]>}!?\"".utf8.contains(self.byte(index - 1)) {
        questions += 1
      }
      if questions > NestingScan.freeQuestions { isWorthCounting = true }
    case UInt8(ascii: "{"):
      (angles, arrows, loose) = (0, 0, 0)
      open(.brace)
    case UInt8(ascii: "}"):
      (angles, arrows, loose) = (0, 0, 0)
      brackets.close(.brace)
    case UInt8(ascii: "<"): openAngle(index, next)
    case UInt8(ascii: ">"): closeAngle(index, next)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine()
    case UInt8(ascii: "\""):
      if next == byte, self.byte(index + 2) == byte {
        if !parts.isEmpty { isWorthCounting = true }
        parts.append(.longString)
        return index + 3
      }
      parts.append(.string)
    case UInt8(ascii: "/"): return readSlash(index, next)
    case UInt8(ascii: "#"):
      if "\"'/#!>".utf8.contains(next) || self.byte(index - 1) == UInt8(ascii: "<") { isWorthCounting = true }
      if next == UInt8(ascii: "i"), self.byte(index + 2) == UInt8(ascii: "f") { conditions += 1 }
      if next == UInt8(ascii: "e"), self.byte(index + 2) == UInt8(ascii: "n") { conditions = max(0, conditions - 1) }
      if conditions > NestingScan.freeConditions { isWorthCounting = true }
    case UInt8(ascii: "`"): return readName(index)
    case UInt8(ascii: "'"): isWorthCounting = true
    case 0xE2: if next == 0x80 { isWorthCounting = true }
    default: break
    }
    return index + 1
  }

  private mutating func readString(_ byte: UInt8, _ index: Int) -> Int {
    switch byte {
    case UInt8(ascii: "\""): parts.removeLast()
    case UInt8(ascii: "\\"): return readEscape(index)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine()
    default: hide(byte)
    }
    return index + 1
  }

  private mutating func readLongString(_ byte: UInt8, _ index: Int) -> Int {
    switch byte {
    case UInt8(ascii: "\""):
      guard self.byte(index + 1) == byte, self.byte(index + 2) == byte else { return index + 1 }
      parts.removeLast()
      return index + 3
    case UInt8(ascii: "\\"): return readEscape(index)
    default: hide(byte)
    }
    return index + 1
  }

  private mutating func readEscape(_ index: Int) -> Int {
    switch byte(index + 1) {
    case UInt8(ascii: "("):
      parts.append(.interpolation(0))
      interpolations += 1
      open(.parenthesis)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return index + 1
    default: break
    }
    return index + 2
  }

  /// Past a comment; any other slash may begin a regular expression if no space is behind it.
  private mutating func readSlash(_ index: Int, _ next: UInt8) -> Int {
    var index = index + 1
    switch next {
    case UInt8(ascii: "/"):
      while index < source.count, !"\r\n".utf8.contains(source[index]) { index += 1 }
    case UInt8(ascii: "*"):
      var depth = 1
      index += 1
      while index < source.count, depth > 0 {
        let pair = (source[index], byte(index + 1))
        if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
          depth += 1
          index += 1
        } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
          depth -= 1
          index += 1
        }
        index += 1
      }
      // Where the comment goes over lines, what is on one line has ended.
      if !parts.isEmpty { isWorthCounting = true }
    case UInt8(ascii: " "): if byte(index - 2) != UInt8(ascii: " ") { isWorthCounting = true }
    default: isWorthCounting = true
    }
    return index
  }

  /// Past a name in backticks.
  private mutating func readName(_ index: Int) -> Int {
    var index = index + 1
    while index < source.count, source[index].isPartOfName { index += 1 }
    if byte(index) != UInt8(ascii: "`") { isWorthCounting = true }
    return index + 1
  }

  private mutating func openAngle(_ index: Int, _ next: UInt8) {
    angles += 1
    if mayBeMarker(index, next) || angles > NestingScan.freeAngles { isWorthCounting = true }
  }

  /// Whether there are four of them, as a conflict marker has.
  private func mayBeMarker(_ index: Int, _ next: UInt8) -> Bool {
    next == source[index] && byte(index + 2) == next && byte(index + 3) == next
  }

  /// What ends a list of generic arguments; an arrow; or a part of another operator, which ends nothing.
  private mutating func closeAngle(_ index: Int, _ next: UInt8) {
    if mayBeMarker(index, next) { isWorthCounting = true }
    let previous = byte(index - 1)
    if previous == UInt8(ascii: "-") {
      arrows += 1
      if arrows > NestingScan.longestType { isWorthCounting = true }
    } else if previous.isPartOfName || endOfAngle == index - 1 && previous == UInt8(ascii: ">")
      || " )]".utf8.contains(previous)
    {
      angles = max(0, angles - 1)
      endOfAngle = index
    }
  }

  private mutating func open(_ kind: BracketStack.Kind) {
    brackets.open(kind)
    if brackets.squares + attributes > NestingScan.freeDepth || brackets.braces > NestingScan.freeBraces
      || NestingScan.depth(of: brackets, interpolations: interpolations) > NestingScan.freeParentheses
    {
      isWorthCounting = true
    }
  }

  private mutating func closeParenthesis() {
    brackets.close(.parenthesis)
    guard case .interpolation(let open)? = parts.last else { return }
    if open > 0 { parts[parts.count - 1] = .interpolation(open - 1) } else { removeLast() }
  }

  /// A string on one line has ended with its line, whatever was open in it.
  private mutating func endLine() {
    guard let first = parts.firstIndex(where: { if case .string = $0 { true } else { false } }) else { return }
    while parts.count > first { removeLast() }
  }

  private mutating func removeLast() {
    if case .interpolation = parts.popLast() { interpolations -= 1 }
  }

  private mutating func hide(_ byte: UInt8) {
    guard interpolations > 0, "[({<>".utf8.contains(byte) else { return }
    hidden += 1
    if hidden > NestingScan.freeDepth { isWorthCounting = true }
  }
}

extension UInt8 {
  /// As far as bytes can tell: a letter, a digit, `_`, or no ASCII.
  fileprivate var isPartOfName: Bool {
    self >= 0x80 || self == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }
}
