import Platform
import Quoting
import Reporters
import ReviewModel
import RulePages

/// A rule's page: what it says, its examples as changes, its figures, and the rule itself.
struct PageText {
  var entry: Site.Entry
  var related: [RulePage]
  var markdown: MarkdownText

  private var page: RulePage { entry.page }

  var html: String {
    var parts = [top, "<main>", markdown.html(page.why)]
    if let fineWhen = page.fineWhen { parts.append("<div class=\"fine\">\(markdown.html(fineWhen))</div>") }
    if let fix { parts.append("<h2>Fix</h2>\n<p>\(fix)</p>") }
    parts.append(examples(.flagged, "Flagged"))
    parts.append(examples(.notFlagged, "Not flagged"))
    for (title, text) in [("Limits", page.limits), ("Measured", page.measured), ("See also", page.seeAlso)] {
      guard let text, !text.isEmpty else { continue }
      parts.append("<h2>\(title)</h2>\n" + (title == "Measured" ? figure : "") + markdown.html(text))
    }
    parts.append("<h2>The rule itself</h2>\n<pre><code>\(frontMatter)</code></pre>")
    parts.append(
      "<p>To keep one place as it is, write above it: <code>// nitless:allow \(page.id.html) - the reason</code>. "
        + "To do without the rule: <code>disable: [\(page.id.html)]</code> in <code>.nitless.yml</code>.</p>")
    if !related.isEmpty {
      let links = related.map { "<a href=\"\($0.id.html).html\">\($0.title.htmlWithCode)</a>" }
      parts.append("<h2>More of \(page.trait.rawValue)</h2>\n<p class=\"more\">\(links.joined(separator: " · "))</p>")
    }
    return (parts + ["</main>"]).joined(separator: "\n")
  }

  private var top: String {
    let state = [entry.isOn ? nil : "off", entry.isTeams ? "of this team" : nil].compactMap(\.self)
      .map { " <span class=\"mark\">\($0)</span>" }.joined()
    let (level, trait) = (page.level.rawValue, page.trait.rawValue)
    return """
      <header class="top"><p class="tool"><a href="index.html">all rules</a> › <a href="index.html#\(trait)">\(trait)</a></p>
      <h1>\(page.title.htmlWithCode)</h1>
      <p><span class="level \(level)">\(level)</span> <code>\(page.id.html)</code>\(state)</p></header>
      """
  }

  private var fix: String? {
    var parts = page.fix.map { [$0.says.htmlWithCode] } ?? []
    if let rewrite = page.rewrite { parts.append("Writes <code>\(rewrite.text.html)</code> in its place.") }
    var remedies: [String] = []
    for remedy in page.cases.compactMap(\.remedy) {
      var text = remedy.filled { "{\($0.name)}" }
      if text.hasSuffix(".") { text.removeLast() }
      if !remedies.contains(text) { remedies.append(text) }
    }
    if !remedies.isEmpty {
      let words = remedies.map(\.htmlWithCode).joined(separator: "; ") + "."
      parts.append((parts.isEmpty ? "" : "Where that cannot be written: ") + words)
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// How many of its findings were true, drawn.
  private var figure: String {
    guard let precision = page.precision else { return "" }
    let share = precision.correct * 240 / precision.read
    return """
      <p class="figure"><svg width="240" height="12" viewBox="0 0 240 12" aria-hidden="true">\
      <rect class="all" width="240" height="12" rx="3"/><rect class="true" width="\(share)" height="12" rx="3"/></svg>
      \(precision.correct) of \(precision.read) findings that were read on real code were true</p>

      """
  }

  private var frontMatter: String {
    let lines = entry.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().prefix { $0 != "---" }.map { String($0).html }.joined(separator: "\n")
  }

  // MARK: Examples

  private func examples(_ kind: Example.Kind, _ title: String) -> String {
    let examples = page.examples.filter { $0.kind == kind }
    guard !examples.isEmpty else { return "" }
    return "<h2>\(title)</h2>\n"
      + examples.map { example in
        (example.note.isEmpty ? "" : markdown.html(example.note) + "\n") + drawing(of: example) + html(example)
      }.joined(separator: "\n")
  }

  /// The cycle that the example's message tells of, as a picture.
  private func drawing(of example: Example) -> String {
    let cycles = example.expectations.compactMap(\.message).compactMap { message in
      message.split(separator: "`").lazy.compactMap { RetainCycle(drawn: String($0)) }.first
    }
    guard let cycle = cycles.first else { return "" }
    return CycleDrawing.heads + "\n" + CycleDrawing(cycle: cycle).html + "\n"
  }

  private func html(_ example: Example) -> String {
    let lines = entry.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(example.line)
      .prefix { !$0.hasPrefix("```") && !$0.hasPrefix("~~~") }.map(String.init)
    let code = lines.map { $0.hasPrefix("--- ") || $0.hasPrefix("!") ? "" : String($0.dropFirst()) }
    let colors = SyntaxColors(code.joined(separator: "\n"))
    let rows = lines.enumerated().map { index, line in
      if line.hasPrefix("--- ") { return "<div class=\"file\">\(line.dropFirst(4).description.html)</div>" }
      let style: String
      switch line.first {
      case "+": style = "added"
      case "-": style = "removed"
      case "!": return expectation(line)
      default: style = "same"
      }
      let text = colors.html(code[index], line: index + 1)
      let sign = style == "same" ? " " : line.prefix(1).description.html
      return "<div class=\"\(style)\"><span class=\"sign\">\(sign)</span>\(text)</div>"
    }
    return "<pre class=\"example\"><code>\(rows.joined())</code></pre>"
  }

  /// The carets stay below what they point at; the message goes below them, where it can wrap.
  private func expectation(_ line: String) -> String {
    let rest = line.dropFirst()
    let pointer = rest.prefix { $0 == " " || $0 == "^" }
    let message = rest.dropFirst(pointer.count)
    return "<div class=\"pointer\"><span class=\"sign\"> </span>\(String(pointer).html)</div>"
      + (message.isEmpty ? "" : "<div class=\"says\">\(String(message).htmlWithCode)</div>")
  }
}

extension RetainCycle {
  /// A cycle as messages draw it: `Screen ─loader→ Loader ─self→ Screen`; nil if the text is none.
  init?(drawn text: String) {
    var nodes: [Node] = []
    let steps = text.components(separatedBy: "→ ")
    guard steps.count > 1, let last = steps.last else { return nil }
    for step in steps.dropLast() {
      let parts = step.components(separatedBy: " ─")
      guard parts.count <= 2, let name = parts.first else { return nil }
      let isObject = name.first?.isUppercase == true
      let plain = name.hasSuffix(" ") ? String(name.dropLast()) : name
      nodes.append(Node(name: plain, isObject: isObject, slot: parts.count == 2 ? parts[1] : nil))
    }
    guard nodes.first?.name == last else { return nil }
    self.init(nodes: nodes)
  }
}
