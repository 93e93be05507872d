import Quoting
import ReviewModel

/// What the one comment about a whole pull request says.
struct SummaryText {
  var comments: CommentText
  /// The most characters the host takes.
  var limit: Int

  /// - Parameters:
  ///   - unplaced: The findings that no comment on a line tells of.
  func body(_ posting: Posting, unplaced: [Posting.Entry], marked: Bool = true) -> String {
    let marker = marked ? "\n\n" + Marker(scope: posting.scope, name: Marker.summary).text : ""
    var parts = ["### nitless: \(Self.title(posting))"]
    if let comparison = posting.comparison { parts.append("Compared: \(comparison.onOneLine.markdown).") }
    if posting.isIncomplete {
      parts.append("**Not all of the change could be reviewed.** What was skipped is listed below.")
    }
    let onLines = posting.entries.count - unplaced.count
    if onLines > 0 {
      parts.append(
        (onLines == 1 ? "1 finding stands" : "\(onLines) findings stand") + " beside the lines"
          + (unplaced.isEmpty ? "." : ", the others here:"))
    }
    let tail = [
      section("Fixed by this change", posting.fixed), section("Not reviewed", posting.skipped),
      section("To know", posting.notices),
      posting.standing > 0
        ? "\(posting.standing) earlier \(posting.standing == 1 ? "finding is" : "findings are") as before." : nil,
    ].compactMap(\.self)
    var room = limit - marker.hostLength - parts.reduce(0) { $0 + $1.hostLength + 2 } - 200
    // A part is told whole or not at all: what is cut in two may end in the middle of what makes it harmless.
    var ends: [String] = []
    for part in tail where part.hostLength + 2 <= room {
      room -= part.hostLength + 2
      ends.append(part)
    }
    parts += listed(unplaced, room: room)
    return (parts + ends).joined(separator: "\n\n") + marker
  }

  /// `2 bugs, 1 risk`.
  static func title(_ posting: Posting) -> String {
    let counts = Level.allCases.reversed().compactMap { level -> String? in
      let count = posting.entries.filter { $0.level == level }.count
      let plural = level == .design ? " findings of design" : " \(level.rawValue)s"
      let singular = level == .design ? "1 finding of design" : "1 \(level.rawValue)"
      return count == 0 ? nil : count == 1 ? singular : "\(count)\(plural)"
    }
    if !counts.isEmpty { return counts.joined(separator: ", ") }
    return posting.isIncomplete ? "not all could be reviewed" : "nothing found"
  }

  /// Whether there is anything that a reader of the pull request does not know without a comment.
  static func isWorthSaying(_ posting: Posting) -> Bool {
    !posting.entries.isEmpty || !posting.fixed.isEmpty || !posting.skipped.isEmpty
      || !posting.notices.isEmpty || posting.isIncomplete
  }

  private func listed(_ entries: [Posting.Entry], room: Int) -> [String] {
    var parts: [String] = []
    var used = 0
    for (index, entry) in entries.enumerated() {
      let place = Markdown.link(entry.path, entry.line, below: entry.isShown ? comments.blobs : nil)
      var text =
        "- **\(entry.level.rawValue)** \(place) \(entry.message.onOneLine.markdown) (\(entry.rule.markdownCode))"
      if !entry.why.isEmpty, entries.count <= 30 {
        let chain = comments.chain(entry).map { "  " + $0 }.joined(separator: "\n")
        text += "\n\n  <details><summary>Why</summary>\n\n\(chain)\n\n  </details>"
      }
      guard used + text.hostLength + 2 <= room else {
        parts.append("… and \(entries.count - index) more: `nitless review` in a clone lists them all.")
        break
      }
      used += text.hostLength + 2
      parts.append(text)
    }
    return parts
  }

  private func section(_ title: String, _ remarks: [Posting.Remark]) -> String? {
    guard !remarks.isEmpty else { return nil }
    let shown = remarks.prefix(20).map { remark in
      let place = remark.path.map { Markdown.link($0, remark.line, below: nil) + ": " } ?? ""
      return "- \(place)\(remark.says.first(scalars: 500).onOneLine.markdown)"
    }
    let more = remarks.count > 20 ? ["- … and \(remarks.count - 20) more"] : []
    return "<details><summary>\(title) (\(remarks.count))</summary>\n\n"
      + (shown + more).joined(separator: "\n") + "\n\n</details>"
  }
}

extension String {
  /// The length as the strictest of hosts counts it.
  fileprivate var hostLength: Int { utf8.count }
}
