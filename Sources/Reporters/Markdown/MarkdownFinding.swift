import Quoting
import ReviewModel

/// All that the summary says of one finding.
struct MarkdownFinding {
  var finding: Finding
  var sources: SourceBook
  /// Whether it was found in a whole program, and not in a change.
  var isOfAudit: Bool

  var lines: [String] {
    let start = finding.place.span.start
    var lines = [
      "### \(finding.level.rawValue): \("\(finding.place.path):\(start.line):\(start.column)".markdownCode)", "",
      "\(finding.message.clipped(to: 2000).markdown) (\(finding.rule.markdownCode))",
    ]
    let source = excerpt(of: finding.place)
    if !source.isEmpty { lines += [""] + markdownSource(source, language: "swift") }
    lines += folded("Why", reasons)
    guard let fix = finding.fix else { return lines }
    let title = "Fix: \(advised(fix))"
    let preview = preview(of: fix)
    // What is in words has said all there is by its title.
    return lines + (preview.isEmpty ? ["", title.markdown] : folded(title, preview))
  }

  /// A part that opens on a click; what opens it is HTML.
  private func folded(_ title: String, _ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    return ["", "<details><summary>\(title.htmlWithCode)</summary>", ""] + lines + ["", "</details>"]
  }

  private var reasons: [String] {
    var lines = finding.why.enumerated().map { index, reason in
      let place = reason.place.map { " (\("\($0.path):\($0.span.start.line)".markdownCode))" } ?? ""
      return "\(index + 1). \(reason.marked.markdown)\(place)"
    }
    if let cause = finding.cause {
      if !lines.isEmpty { lines.append("") }
      lines.append("Brought about by \("\(cause.path):\(cause.span.start.line)".markdownCode).")
      let source = excerpt(of: cause).prefix(1)
      if !source.isEmpty { lines += [""] + markdownSource(Array(source), language: "swift") }
    }
    return lines
  }

  private func preview(of fix: Fix) -> [String] {
    var lines: [String] = []
    var path = finding.place.path
    for block in FixPreview(fix, sources: sources).blocks {
      if block.path != path { lines.append("--- \(block.path)") }
      path = block.path
      lines += (block.before.map { "-" + $0 } + block.after.map { "+" + $0 }).prefix(20)
    }
    return lines.isEmpty ? [] : markdownSource(lines, language: "diff")
  }

  /// What it does, and what is left to the reader.
  private func advised(_ fix: Fix) -> String { "\(fix.title) (\(fix.applicability.advice(inAudit: isOfAudit)))" }

  private func excerpt(of place: Place) -> [String] {
    place.span.lines.prefix(6).compactMap { sources.line($0, of: place.path, side: .after) }
  }
}
