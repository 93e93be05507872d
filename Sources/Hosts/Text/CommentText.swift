import Quoting
import ReviewModel

/// What a comment on one finding says.
struct CommentText {
  /// The address below which files can be looked at; nil if the host has none.
  var blobs: String?
  /// What opens a block whose text can be taken over with a click, for a number of lines; nil if the host has none.
  var suggestionWord: (@Sendable (_ lines: Int) -> String)?

  func body(_ entry: Posting.Entry, scope: String) -> String {
    ([visible(entry)] + [Marker(scope: scope, name: entry.fingerprint).text]).joined(separator: "\n\n")
  }

  /// What the comment says once its finding is gone: the same, with the news above it.
  func fixed(_ body: String, _ marker: Marker, at commit: String) -> String {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    if let last = lines.lastIndex(where: { $0.contains("<!-- nitless:") }) { lines.remove(at: last) }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    var marker = marker
    marker.isFixed = true
    return "**Fixed** as of \(commit.prefix(10)).\n\n"
      + lines.joined(separator: "\n") + "\n\n" + marker.text
  }

  /// Without the marker.
  func visible(_ entry: Posting.Entry) -> String {
    var parts = ["**\(entry.level.rawValue)** \(entry.message.onOneLine.markdown)"]
    if !entry.why.isEmpty {
      parts.append(
        "<details><summary>Why</summary>\n\n" + chain(entry).joined(separator: "\n") + "\n\n</details>")
    }
    if let fix = entry.fix {
      let note =
        switch entry.applicability {
        case .safe: ""
        case .review: " (read it before you take it over)"
        case .template, nil: " (in words: yours to write)"
        }
      parts.append("**Fix:** \(fix.onOneLine.markdown)\(note)")
      if let text = entry.suggestion, let anchor = entry.anchor, anchor.side == .new, let suggestionWord,
        let block = Markdown.suggestion(text, suggestionWord(anchor.line - anchor.startLine + 1))
      {
        parts.append(block)
      }
    }
    let more = entry.page.map { "[About this rule](\($0))." } ?? "`nitless rules explain \(entry.rule)` tells more."
    parts.append(
      "<sub>\(more) "
        + "To keep it as it is, write above it: `// nitless:allow \(entry.rule) - reason`</sub>")
    return parts.joined(separator: "\n\n")
  }

  func chain(_ entry: Posting.Entry) -> [String] {
    entry.why.enumerated().map { index, step in
      let place = step.path.map { ", " + Markdown.link($0, step.line, below: blobs) } ?? ""
      let guess = step.certainty == .guessed ? " (guessed from its name)" : ""
      return "\(index + 1). \(step.says.onOneLine.markdown)\(guess)\(place)"
    }
  }
}
