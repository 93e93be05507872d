package import ReviewModel

/// The lines of a page, or of another file in YAML, and what is wrong with them so far.
package struct PageText {
  package let path: String
  /// Without their line breaks; line 1 is `lines[0]`.
  package let lines: [String]
  package var problems: [PageProblem] = []

  package init(_ text: String, path: String) {
    self.path = path
    let byteOrderMark = "\u{FEFF}".utf8
    let bytes =
      text.utf8.starts(with: byteOrderMark)
      ? text.utf8.dropFirst(byteOrderMark.count) : text.utf8[...]
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      line in
      String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }
    // What follows the last line break is no line.
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
  }

  package mutating func report(
    _ says: String, at position: Position, nearest: String? = nil, allowed: [String] = []
  ) {
    problems.append(
      PageProblem(path: path, position: position, says: says, nearest: nearest, allowed: allowed))
  }

  package mutating func report(_ says: String, line: Int, nearest: String? = nil, allowed: [String] = []) {
    report(says, at: Position(line: max(1, line), column: 1), nearest: nearest, allowed: allowed)
  }

  /// The first line a report can point at, also in an empty page.
  var lastLine: Int { max(1, lines.count) }
}
