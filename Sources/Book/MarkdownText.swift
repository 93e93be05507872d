import Quoting
import Reporters

/// The Markdown that rule pages are written in, as HTML: paragraphs, lists, tables, code, links, emphasis.
struct MarkdownText {
  /// The rules that there is a page of: their ids become links.
  var ids: Set<String>

  func html(_ markdown: String) -> String {
    var blocks: [String] = []
    var lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    while let line = lines.first {
      if line.allSatisfy(\.isWhitespace) {
        lines = lines.dropFirst()
      } else if line.hasPrefix("```") {
        let body = lines.dropFirst().prefix { !$0.hasPrefix("```") }
        blocks.append("<pre><code>\(body.map(\.html).joined(separator: "\n"))</code></pre>")
        lines = lines.dropFirst(body.count + 2)
      } else if line.hasPrefix("|") {
        let rows = lines.prefix { $0.hasPrefix("|") }
        blocks.append(table(Array(rows)))
        lines = lines.dropFirst(rows.count)
      } else if Self.isItem(line) {
        let list = lines.prefix { Self.isItem($0) || $0.hasPrefix("  ") }
        blocks.append(self.list(Array(list)))
        lines = lines.dropFirst(list.count)
      } else if line.hasPrefix("### ") {
        blocks.append("<h3>\(inline(String(line.dropFirst(4))))</h3>")
        lines = lines.dropFirst()
      } else {
        let paragraph = lines.prefix { line in
          !line.allSatisfy(\.isWhitespace) && !Self.isItem(line) && !line.hasPrefix("|") && !line.hasPrefix("```")
        }
        blocks.append("<p>\(inline(paragraph.joined(separator: " ")))</p>")
        lines = lines.dropFirst(max(1, paragraph.count))
      }
    }
    return blocks.joined(separator: "\n")
  }

  private static func isItem(_ line: String) -> Bool { line.hasPrefix("- ") || line.hasPrefix("* ") }

  private func list(_ lines: [String]) -> String {
    var items: [String] = []
    for line in lines {
      if Self.isItem(line) {
        items.append(String(line.dropFirst(2)))
      } else if !items.isEmpty {
        items[items.count - 1] += " " + line.drop { $0 == " " }
      }
    }
    return "<ul>\n\(items.map { "<li>\(inline($0))</li>" }.joined(separator: "\n"))\n</ul>"
  }

  private func table(_ lines: [String]) -> String {
    let rows = lines.filter { !$0.allSatisfy { "|-: ".contains($0) } }.map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
        .map { inline($0.trimmingPrefix { $0 == " " }.description) }
    }
    guard let head = rows.first else { return "" }
    let body = rows.dropFirst().map { "<tr>\($0.map { "<td>\($0)</td>" }.joined())</tr>" }
    return """
      <div class="scroll"><table>
      <thead><tr>\(head.map { "<th>\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  /// Code between backticks, and between it links and strong words.
  func inline(_ text: String) -> String {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard !pieces.count.isMultiple(of: 2) else { return text.html }
    return pieces.enumerated().map { index, piece in
      if index.isMultiple(of: 2) { return words(piece) }
      let code = "<code>\(piece.html)</code>"
      return ids.contains(piece) ? "<a href=\"\(piece.html).html\">\(code)</a>" : code
    }.joined()
  }

  private func words(_ text: String) -> String {
    let html = text.html
      .replacing(/\*\*([^*]+)\*\*/) { "<b>\($0.1)</b>" }
      .replacing(/\*([^* ][^*]*)\*/) { "<em>\($0.1)</em>" }
    return html.replacing(/\[([^\]]+)\]\(([^)\s]+)\)/) { match in
      let target = String(match.2)
      let id = target.split(separator: "/").last.map(String.init)?.replacing(".md", with: "") ?? ""
      if ids.contains(id) { return "<a href=\"\(id).html\">\(match.1)</a>" }
      return target.hasPrefix("https://") ? "<a href=\"\(target)\">\(match.1)</a>" : String(match.1)
    }
  }
}
