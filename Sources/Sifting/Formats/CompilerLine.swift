/// `path:line:column: warning: message`, as compilers and many tools print it.
struct CompilerLine {
  var path: String
  var line: Int
  var column: Int?
  var severity: Remark.Severity
  var message: String

  /// Nil if the text is no such line.
  init?(_ text: String) {
    let text = text.withoutColours.utf8
    // The path may hold colons; the severity is what surely marks the end of the place.
    var colon = text.firstIndex(of: UInt8(ascii: ":"))
    while let at = colon {
      let rest = text[at...]
      for (word, severity) in Self.severities where rest.starts(with: word) {
        guard let (path, line, column) = Self.place(Substring(text[..<at])) else { continue }
        (self.path, self.line, self.column, self.severity) = (path, line, column, severity)
        message = String(Substring(rest.dropFirst(word.count)))
        return
      }
      colon = rest.dropFirst().firstIndex(of: UInt8(ascii: ":"))
    }
    return nil
  }

  private static let severities: [([UInt8], Remark.Severity)] = [
    (Array(": error: ".utf8), .error), (Array(": warning: ".utf8), .warning), (Array(": note: ".utf8), .note),
  ]

  /// `path:line:column` or `path:line`.
  private static func place(_ head: Substring) -> (path: String, line: Int, column: Int?)? {
    var parts = head.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = Int(parts.removeLast()) else { return nil }
    var (line, column): (Int, Int?) = (last, nil)
    if parts.count >= 2, let before = parts.last.flatMap({ Int($0) }) {
      parts.removeLast()
      (line, column) = (before, last > 0 ? last : nil)
    }
    let path = parts.joined(separator: ":")
    return path.isEmpty || line < 1 ? nil : (path, line, column)
  }

  func place(_ unit: WrittenPlace.ColumnUnit) -> WrittenPlace {
    WrittenPlace(path: path, region: WrittenPlace.Region(startLine: line, startColumn: column, unit: unit).asPoint)
  }
}

extension String {
  /// Without the escape sequences that colour a line on a terminal.
  var withoutColours: String {
    utf8.contains(0x1B) ? replacing(/\u{1B}\[[0-9;]*m/, with: "") : self
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
