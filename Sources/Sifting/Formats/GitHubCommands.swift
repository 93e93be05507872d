extension RemarkFormat {
  /// GitHub's workflow commands, which `swiftlint --reporter github-actions-logging` prints.
  static let gitHubCommands = RemarkFormat(
    name: "github-actions",
    recognises: { opening in opening.lines.contains { command($0) != nil } },
    read: { text in
      try LineByLine(text, saysNothing: { $0.hasPrefix("::") }) { line in
        command(line).map { LineByLine.LineContent.remark($0) } ?? .none
      }.report
    })

  /// `::warning file=A.swift,line=1,col=2::Message (rule)`.
  private static func command(_ line: String) -> Remark? {
    guard let match = line.wholeMatch(of: /::(error|warning|notice)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)/) else {
      return nil
    }
    let properties = properties(String(match.2 ?? ""))
    let severity: Remark.Severity = match.1 == "error" ? .error : match.1 == "warning" ? .warning : .note
    var (tool, rule, message) = ("github-actions", properties["title"], unescaped(String(match.3)))
    if let parts = message.wholeMatch(of: /(.*\S)\s*\(([a-z][a-z0-9_]*)\)/.dotMatchesNewlines()) {
      (tool, rule, message) = ("swiftlint", String(parts.2), String(parts.1))
    }
    return Remark(
      tool: tool, rule: rule, place: place(properties), message: message, severity: severity)
  }

  private static func place(_ properties: [String: String]) -> WrittenPlace? {
    guard let path = properties["file"], !path.isEmpty else { return nil }
    guard let line = properties["line"].flatMap({ Int($0) }), line > 0 else { return WrittenPlace(path: path) }
    let column = properties["col"].flatMap { Int($0) }
    var region = WrittenPlace.Region(startLine: line, startColumn: column, unit: .utf16).asPoint
    if let end = properties["endLine"].flatMap({ Int($0) }), end > line {
      region.endLine = end
      region.endColumn = nil
    }
    if let end = properties["endColumn"].flatMap({ Int($0) }) { region.endColumn = end }
    return WrittenPlace(path: path, region: region)
  }

  private static func properties(_ text: String) -> [String: String] {
    var found: [String: String] = [:]
    for part in text.split(separator: ",") {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let key = part[..<equals].filter { !$0.isWhitespace }
      found[key] = unescaped(String(part[part.index(after: equals)...]))
    }
    return found
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("%") else { return text }
    return text.replacing("%3A", with: ":").replacing("%2C", with: ",").replacing("%0D", with: "\r")
      .replacing("%0A", with: "\n").replacing("%25", with: "%")
  }
}
