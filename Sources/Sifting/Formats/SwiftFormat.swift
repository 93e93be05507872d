extension RemarkFormat {
  /// What `swift format lint` prints on standard error.
  static let swiftFormat = RemarkFormat(
    name: "swift-format",
    recognises: { opening in
      !opening.isJSON && opening.lines.contains { CompilerLine($0).map { mark(of: $0) != nil } ?? false }
    },
    read: { text in
      try LineByLine(text, saysNothing: { _ in false }) { line in
        guard let line = CompilerLine(line) else { return .none }
        guard let (rule, message) = mark(of: line) else {
          // A note says more of the warning before it; a file that does not parse is an error of its own.
          return line.severity == .note ? .part : .remark(remark(line, rule: nil, line.message))
        }
        return .remark(remark(line, rule: rule, message))
      }.report
    })

  /// `[Indentation] unindent by 2 spaces`, in its two parts.
  private static func mark(of line: CompilerLine) -> (rule: String, message: String)? {
    guard let match = line.message.prefixMatch(of: #/\[([A-Za-z]+)\] /#) else { return nil }
    return (String(match.1), String(line.message[match.range.upperBound...]))
  }

  private static func remark(_ line: CompilerLine, rule: String?, _ message: String) -> Remark {
    Remark(tool: "swift-format", rule: rule, place: line.place(.utf8), message: message, severity: line.severity)
  }
}
