extension RemarkFormat {
  /// What Xcode reads: SwiftLint's default reporter, and other tools that print as a compiler does.
  static let xcode = RemarkFormat(
    name: "xcode",
    recognises: { opening in !opening.isJSON && opening.lines.contains { CompilerLine($0) != nil } },
    read: { text in
      try LineByLine(text, saysNothing: isChatter) { line in
        CompilerLine(line).map { LineByLine.LineContent.remark(remark($0)) } ?? .none
      }.report
    })

  /// What SwiftLint says of its own work.
  private static func isChatter(_ line: String) -> Bool {
    line.hasPrefix("Linting ") || line.hasPrefix("Done linting!") || line.hasPrefix("Collecting ")
      || line.hasPrefix("Loading ")
  }

  /// `Force Cast Violation: Force casts should be avoided (force_cast)` is SwiftLint's way to say it.
  private static func remark(_ line: CompilerLine) -> Remark {
    guard let match = line.message.wholeMatch(of: /(.*\S)\s*\(([a-z][a-z0-9_]*)\)/.dotMatchesNewlines()) else {
      return Remark(
        tool: "unknown", rule: nil, place: line.place(.utf8), message: line.message, severity: line.severity)
    }
    return Remark(
      tool: "swiftlint", rule: String(match.2), place: line.place(.utf16), message: plain(String(match.1)),
      severity: line.severity)
  }

  /// Without the name of the rule before it, which stands behind it as well.
  private static func plain(_ message: String) -> String {
    guard let mark = message.firstRange(of: " Violation: ") else { return message }
    return String(message[mark.upperBound...])
  }
}
