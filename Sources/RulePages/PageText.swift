package import ReviewModel

/// The lines of a page, or of another file in YAML, and what is wrong with them so far.
package struct PageText {
  package let path: String
  /// Without their line breaks; line 1 is `lines[0]`.
  package let lines: [String]
  package var problems: [PageProblem] = []

  /// - Parameter withExamples: Whether the lines of examples are wanted. They are most of a page; without them, the
  ///   lines behind them have other numbers than in the file.
  package init(_ text: String, path: String, withExamples: Bool = true) {
    self.path = path
    var text = text
    lines = text.withUTF8 { Self.lines(of: $0, withExamples: withExamples) }
  }

  private static func lines(of bytes: UnsafeBufferPointer<UInt8>, withExamples: Bool) -> [String] {
    let byteOrderMark = "\u{FEFF}".utf8
    var lines: [String] = []
    var rest = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    var isLeftOut = false
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[end...].dropFirst()
      if !withExamples, line.starts(with: "## ".utf8) {
        let title = line.dropFirst(3)
        isLeftOut = SectionName.allCases.contains { $0.isOfExamples && title.elementsEqual($0.rawValue.utf8) }
      } else if isLeftOut {
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return lines
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
