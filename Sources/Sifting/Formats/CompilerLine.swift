/// `path:line:column: warning: message`, as compilers and many tools print it.
struct CompilerLine {
  var path: String
  var line: Int
  var column: Int?
  var severity: Remark.Severity
  var message: String

  /// Nil if the text is no such line.
  init?(_ text: String) {
    let text = text.withoutColours
    // The path may hold colons; the severity is what surely marks the end of the place.
    for (word, severity) in Self.severities {
      guard let mark = text.firstRange(of: ": \(word): ") else { continue }
      var head = text[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
      guard head.count >= 2, let last = Int(head.removeLast()) else { continue }
      if head.count >= 2, let before = head.last.flatMap({ Int($0) }) {
        head.removeLast()
        (line, column) = (before, last > 0 ? last : nil)
      } else {
        (line, column) = (last, nil)
      }
      path = head.joined(separator: ":")
      guard !path.isEmpty, line > 0 else { return nil }
      self.severity = severity
      message = String(text[mark.upperBound...])
      return
    }
    return nil
  }

  private static let severities: [(String, Remark.Severity)] = [("error", .error), ("warning", .warning), ("note", .note)]

  func place(_ unit: WrittenPlace.ColumnUnit) -> WrittenPlace {
    WrittenPlace(path: path, region: WrittenPlace.Region(startLine: line, startColumn: column, unit: unit).asPoint)
  }
}

extension String {
  /// Without the escape sequences that colour a line on a terminal.
  var withoutColours: String {
    contains("\u{1B}") ? replacing(/\u{1B}\[[0-9;]*m/, with: "") : self
  }
}

/// The remarks of a report that has one on each line, among lines that are none.
struct LineByLine {
  var report = ToolReport(remarks: [])
  private var strangers: [Int] = []

  /// - Parameter read: The remark of a line; nil if the line is none.
  init(
    _ text: ReportText, saysNothing: (String) -> Bool, read: (String) -> LineContent
  ) throws(ReportProblem) {
    for (number, line) in text.lines where !line.allSatisfy(\.isWhitespace) {
      switch read(line) {
      case .remark(let remark): report.remarks.append(remark)
      case .part: break
      case .none: if !saysNothing(line) { strangers.append(number) }
      }
    }
    guard let first = strangers.first else { return }
    if report.remarks.isEmpty {
      throw ReportProblem(
        "it is no remark", at: "line \(first)",
        advice: "--from FORMAT says what the report is; what a tool says of itself belongs on its standard error")
    }
    let lines = strangers.count == 1 ? "1 line of the report is" : "\(strangers.count) lines of the report are"
    report.notes.append("\(lines) no remark and passed over, the first is line \(first)")
  }

  enum LineContent {
    case remark(Remark)
    /// It belongs to the remark before it.
    case part
    case none
  }
}
