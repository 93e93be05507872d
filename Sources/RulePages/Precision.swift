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
    guard let match = line.wholeMatch(of: /True: ([0-9]{1,9}) of ([0-9]{1,9})\./),
      let count = Int(match.1), let all = Int(match.2), all > 0, count <= all
    else { return nil }
    correct = count
    read = all
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
