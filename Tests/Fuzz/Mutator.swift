/// Makes broken inputs out of good ones: most get past the first look, for what is broken is a line, a word or a byte.
struct Mutator {
  private let seeds: [[UInt8]]
  private let lines: [[UInt8]]
  private let words: [[UInt8]]
  private var state: UInt64

  init(seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    state = seed
    lines = Array(Set(seeds.flatMap { $0.split(separator: 0x0A).map { Array($0) } })).sorted { $0.lexicographicallyPrecedes($1) }
    words = Array(Set(seeds.flatMap { Self.words(of: $0) })).sorted { $0.lexicographicallyPrecedes($1) }
      + ["[", "]", "{", "}", "(", ")", "\"", "\\(", "/*", "*/", "#if", "#endif", "<<<<<<<", "\u{0}", "\u{202E}", "\u{301}", "\r\n", "\r", "🤷🏽", "99999999999999999999", "-1", "0", "'", "`", "$", "|", "---", "!", "^", "\u{FEFF}"]
      .map { Array($0.utf8) }
  }

  private static func words(of text: [UInt8]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var current: [UInt8] = []
    for byte in text {
      let isPart = byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      if isPart { current.append(byte) } else {
        if !current.isEmpty { result.append(current) }
        current = []
        if byte > 0x20 { result.append([byte]) }
      }
    }
    return current.isEmpty ? result : result + [current]
  }

  /// A beginning, then a few words over and over, and at times what closes them: what costs more than in proportion.
  mutating func pumped() -> [UInt8] {
    var unit: [UInt8] = []
    for _ in 0...below(3) {
      unit += pick(below(2) == 0 ? Self.openings : words)
      if below(3) == 0 { unit.append(0x20) }
    }
    let count = min(pick([40, 300, 900, 3_900]), 60_000 / unit.count)
    let closing = unit.reversed().compactMap { Self.closings[$0] }
    var input = Array(pick(lines).prefix(below(60)))
    for _ in 0..<count { input += unit }
    if below(2) == 0 { for _ in 0..<count { input += closing } }
    return input + [0x0A]
  }

  private static let openings = [
    "[", "(", "{", "<", "\"\\(", "#\"\\#(", "@a(", "f(", "a[", "a < ", "{ (a: ", "if a { ", "case .a(", "a ? ", "a ? b : ", "(A) -> ", "/(",
    "#/[", "#if a\n", "#m(", "where A == ", "any A<", "a.b { ", "try ", "!", "\\A.b[", "a?.", "let (", ": [", "= ", ", ", "else {", "\"\"\"\n\\(",
  ].map { Array($0.utf8) }
  private static let closings: [UInt8: UInt8] = [0x28: 0x29, 0x5B: 0x5D, 0x7B: 0x7D, 0x3C: 0x3E]

  mutating func next() -> [UInt8] {
    var input = pick(seeds)
    // Large seeds are for a part of them.
    if input.count > 6000 {
      let start = below(input.count - 4000)
      input = Array(input[start..<start + 4000])
    }
    for _ in 0...below(4) { input = mutated(input) }
    return input.count > 100_000 ? Array(input.prefix(100_000)) : input
  }

  private mutating func mutated(_ input: [UInt8]) -> [UInt8] {
    var input = input
    let at = below(input.count + 1)
    switch below(12) {
    case 0: return Array(input.prefix(at))
    case 1: input.insert(contentsOf: pick(words), at: at)
    case 2, 3:
      // A word in place of another.
      let (start, end) = word(of: input, around: at)
      input.replaceSubrange(start..<end, with: pick(words))
    case 4:
      let (start, end) = word(of: input, around: at)
      input.removeSubrange(start..<end)
    case 5, 6: input = changingLines(input) { lines, own in lines.insert(own, at: 0) }
    case 7: input = changingLines(input) { lines, _ in if !lines.isEmpty { lines.removeFirst() } }
    case 8: input = changingLines(input) { lines, _ in if lines.count > 1 { lines.swapAt(0, lines.count - 1) } }
    case 9: if !input.isEmpty { input[min(at, input.count - 1)] ^= 1 << UInt8(below(8)) }
    case 10:
      let other = pick(seeds)
      let from = below(other.count + 1)
      input.insert(contentsOf: other[from..<min(other.count, from + below(400))], at: at)
    default:
      // The same over and over.
      let (start, end) = word(of: input, around: at)
      let piece = Array(input[start..<end])
      for _ in 0..<below(60) { input.insert(contentsOf: piece, at: start) }
    }
    return input
  }

  /// Changes the lines from some line on; `change` is given a line of any seed as well.
  private mutating func changingLines(_ input: [UInt8], _ change: (inout [[UInt8]], [UInt8]) -> Void) -> [UInt8] {
    var all = input.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let start = below(all.count)
    var rest = Array(all[start..<min(all.count, start + 1 + below(6))])
    let count = rest.count
    let own = lines.isEmpty ? [] : pick(lines)
    change(&rest, own)
    all.replaceSubrange(start..<start + count, with: rest)
    return Array(all.joined(separator: [0x0A]))
  }

  private func word(of input: [UInt8], around place: Int) -> (Int, Int) {
    func isPart(_ byte: UInt8) -> Bool { byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
    var (start, end) = (min(place, input.count), min(place, input.count))
    while start > 0, isPart(input[start - 1]) { start -= 1 }
    while end < input.count, isPart(input[end]) { end += 1 }
    if start == end, end < input.count { end += 1 }
    return (start, end)
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  private mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return bound <= 0 ? 0 : Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
