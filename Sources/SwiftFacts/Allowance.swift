/// A comment that allows what rules find on its line, or on the line below:
/// `// nitless:allow closure-retain-cycle, strong-delegate-cycle - the app has one player, for good`.
public struct Allowance: Hashable, Sendable {
  public var rules: [Symbol]
  /// What stands after the dash; nil without one, and the comment then allows nothing.
  public var reason: String?
  /// Counted from 1.
  public var line: Int
  /// From `nitless:allow` to the end of the line.
  public var bytes: ByteSpan

  /// - Parameter text: What follows `nitless:allow` on its line.
  init(_ text: String, line: Int, bytes: ByteSpan) {
    self.line = line
    self.bytes = bytes
    var rules: [Symbol] = []
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0 == " " || $0 == "," || $0 == "\t" }
      let word = rest.prefix { $0 != " " && $0 != "," && $0 != "\t" && $0 != ":" }
      guard !word.isEmpty, !Self.dashes.contains(String(word)), word.allSatisfy(Self.isPartOfRule) else { break }
      rules.append(Symbol(String(word)))
      rest = rest.dropFirst(word.count)
      // As others write it: `the-rule: the reason`.
      if rest.first == ":" {
        rest = rest.dropFirst()
        break
      }
    }
    self.rules = rules
    let reason = rest.drop { Self.dashes.contains(String($0)) || $0 == " " || $0 == "\t" }
    self.reason = reason.contains { $0.isLetter } ? String(reason) : nil
  }

  init(rules: [Symbol], reason: String?, line: Int, bytes: ByteSpan) {
    self.rules = rules
    self.reason = reason
    self.line = line
    self.bytes = bytes
  }

  /// Whether it speaks of a line: its own, or the one below.
  public func covers(_ other: Int) -> Bool { other == line || other == line + 1 }

  private static func isPartOfRule(_ letter: Character) -> Bool {
    letter.isLowercase || letter.isNumber || letter == "-"
  }

  private static let dashes: Set<String> = ["-", "--", "–", "—"]
}
