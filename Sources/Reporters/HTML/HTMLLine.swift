import Quoting
import ReviewModel

/// The stretches of lines that a page marks.
struct HTMLMarks {
  private struct Mark {
    var bytes: Range<Int>
    var style: String
  }

  private var marks: [String: [Int: [Mark]]] = [:]

  /// Findings first: where two marks meet, the first is shown.
  init(_ findings: [Finding], sources: SourceBook) {
    for finding in findings { add(finding.place, style: finding.level.rawValue, sources: sources) }
    for finding in findings {
      for reason in finding.why { if let place = reason.place { add(place, style: "why", sources: sources) } }
    }
  }

  /// The text of a line with its colours and, after the change, its marks in place.
  ///
  /// - Parameter colors: What of the line has a colour.
  func html(_ text: String, line: Int?, of path: String, colors: [SyntaxColors.Token]) -> String {
    let bytes = Array(text.utf8)
    var html = ""
    var position = 0
    for mark in (line.flatMap { marks[path]?[$0] } ?? []).sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      let start = min(mark.bytes.lowerBound, bytes.count)
      let end = min(mark.bytes.upperBound, bytes.count)
      guard start >= position, end > start else { continue }
      html += SyntaxColors.html(position..<start, of: bytes, colors)
      html += "<mark class=\"\(mark.style)\">\(SyntaxColors.html(start..<end, of: bytes, colors))</mark>"
      position = end
    }
    return html + SyntaxColors.html(position..<bytes.count, of: bytes, colors)
  }

  private mutating func add(_ place: Place, style: String, sources: SourceBook) {
    let span = place.span
    for line in span.lines.prefix(12) {
      guard let text = sources.line(line, of: place.path, side: .after) else { return }
      let indentation = text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
      let start = line == span.start.line ? max(0, span.start.column - 1) : indentation
      let end = line == span.end.line ? max(0, span.end.column - 1) : text.utf8.count
      guard end > start else { continue }
      let mark = Mark(bytes: start..<end, style: style)
      let others = marks[place.path]?[line] ?? []
      if others.contains(where: { $0.bytes.overlaps(mark.bytes) }) { continue }
      marks[place.path, default: [:]][line, default: []].append(mark)
    }
  }
}
