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
    if let comparison = posting.comparison { parts.append("Compared: \(Markdown.inline(comparison)).") }
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
    let room = limit - marker.count - (parts + tail).reduce(0) { $0 + $1.count + 2 } - 200
    parts += listed(unplaced, room: room)
    let text = (parts + tail).joined(separator: "\n\n")
    return text.prefix(limit - marker.count) + marker
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
      var text = "- **\(entry.level.rawValue)** \(place) \(Markdown.inline(entry.message)) (`\(entry.rule)`)"
      if !entry.why.isEmpty, entries.count <= 30 {
        let chain = comments.chain(entry).map { "  " + $0 }.joined(separator: "\n")
        text += "\n\n  <details><summary>Why</summary>\n\n\(chain)\n\n  </details>"
      }
      guard used + text.count + 2 <= room else {
        parts.append("… and \(entries.count - index) more: `nitless review` in a clone lists them all.")
        break
      }
      used += text.count + 2
      parts.append(text)
    }
    return parts
  }

  private func section(_ title: String, _ remarks: [Posting.Remark]) -> String? {
    guard !remarks.isEmpty else { return nil }
    let shown = remarks.prefix(20).map { remark in
      let place = remark.path.map { Markdown.link($0, remark.line, below: nil) + ": " } ?? ""
      return "- \(place)\(Markdown.inline(String(remark.says.prefix(500))))"
    }
    let more = remarks.count > 20 ? ["- … and \(remarks.count - 20) more"] : []
    return "<details><summary>\(title) (\(remarks.count))</summary>\n\n"
      + (shown + more).joined(separator: "\n") + "\n\n</details>"
  }
}
