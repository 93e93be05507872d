import ReviewModel

/// The source lines of a place, with the place underlined.
struct Excerpt {
  var place: Place
  var sources: SourceBook
  var gutter: Gutter
  /// How many cells a whole row may take.
  var width: Int
  var ink: Ink
  var style: Ink.Style

  /// The rows; none if the source is not at hand.
  var rows: [String] {
    let lines = place.span.lines
    let shown =
      lines.count <= 4 ? Array(lines) : [lines.lowerBound, lines.lowerBound + 1, lines.upperBound]
    var rows: [String] = []
    for (index, number) in shown.enumerated() {
      guard let text = sources.line(number, of: place.path, side: .after) else { return rows }
      if index > 0, number > shown[index - 1] + 1 {
        rows.append(ink(gutter.gap(mark: "┃"), .dim))
      }
      rows += self.rows(number: number, text: text)
    }
    return rows
  }

  /// The source line where the place starts, not underlined; none if it is not at hand.
  var plainRow: String? {
    let number = place.span.start.line
    guard let text = sources.line(number, of: place.path, side: .after) else { return nil }
    let clipped = ClippedLine(
      text, focus: bytes(of: number, text: text), room: width - gutter.width)
    return row(number, mark: "│", text: clipped.text)
  }

  private func rows(number: Int, text: String) -> [String] {
    let lines = place.span.lines
    let mark = lines.count > 1 ? "┃" : "│"
    let focus = bytes(of: number, text: text)
    let clipped = ClippedLine(text, focus: focus, room: width - gutter.width)
    var rows = [row(number, mark: mark, text: clipped.text)]
    if number == lines.lowerBound || number == lines.upperBound {
      let start = String(repeating: " ", count: clipped.focus.lowerBound)
      let underline = String(repeating: "^", count: clipped.focus.count)
      rows.append(ink(gutter(nil, mark: mark), .dim) + " " + start + ink(underline, style))
    }
    return rows
  }

  private func row(_ number: Int, mark: String, text: String) -> String {
    let edge = ink(gutter(number, mark: mark), .dim)
    return text.isEmpty ? edge : edge + " " + text
  }

  /// The bytes of a line that belong to the place, counted from 0, without the indentation of a
  /// line that continues it.
  private func bytes(of number: Int, text: String) -> Range<Int> {
    let span = place.span
    let indentation = text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    let length = text.utf8.count
    let start = number == span.start.line ? span.start.column - 1 : indentation
    let end = number == span.end.line ? span.end.column - 1 : length
    let low = min(max(0, start), length)
    return low..<max(low, min(end, length))
  }
}
