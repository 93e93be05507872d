/// What a page's section `## Measured` says of its findings on real code, in a form that is read:
///
///     True: 125 of 129.
///
/// The line stands by itself at the top of the section; what was read, and why the others were wrong,
/// follows in words.
public struct Precision: Hashable, Sendable {
  /// Findings that were true.
  public var correct: Int
  /// Findings that were read; at least 1.
  public var read: Int

  /// From 0 to 1; nil where too few were read to speak of a share.
  public var share: Double? { read < Self.fewest ? nil : Double(correct) / Double(read) }

  private static let fewest = 10

  /// Nil if the line is not of the form.
  init?(_ line: String) {
    // No regular expression: to make one takes longer than to read all pages' figures.
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, words[0] == "True:", words[2] == "of", words[3].last == ".",
      let count = Self.number(words[1]), let all = Self.number(words[3].dropLast()), all > 0, count <= all
    else { return nil }
    correct = count
    read = all
  }

  /// Up to nine digits.
  private static func number(_ word: Substring) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return word.utf8.count < 10 && word.utf8.allSatisfy(digits.contains) ? Int(word) : nil
  }
}

extension PageText {
  /// Reports a line that begins like the form and is not of it: a figure nobody reads is as good as none.
  mutating func precision(in outline: PageOutline) -> Precision? {
    guard let range = outline.lines(of: .measured) else { return nil }
    var found: Precision?
    for index in range where lines[index].lowercased().hasPrefix("true:") {
      guard let precision = Precision(lines[index].trimmed) else {
        report(
          "the figures cannot be read; they are a line such as `True: 125 of 129.`, the first at most the second",
          line: index + 1)
        continue
      }
      if found != nil { report("the section has its figures twice", line: index + 1) }
      found = precision
    }
    return found
  }
}
