import Quoting
import Reporters
import ReviewModel
import Reviewing
import RulePages

/// A rule's page, laid out for a terminal.
struct RuleExplanation {
  var rule: RuleBook.Rule
  /// How many examples of each kind are shown; the others are counted.
  var examples: Int
  var width: Int
  var ink: Ink

  var text: String {
    let page = rule.page
    var lines = [ink(page.title.visible, .bold), ink(summary, .dim), ""]
    lines += prose(page.why)
    if let fineWhen = page.fineWhen { lines += [""] + prose(fineWhen) }
    if let fix { lines += ["", ink("Fix", .bold), ""] + prose(fix) }
    lines += examples(.flagged, "Flagged") + examples(.notFlagged, "Not flagged")
    lines += ["", ink("A change adds the lines with +, and takes those with - away; ! points at what is found.", .dim)]
    for (title, text) in [
      ("Limits", page.limits), ("Measured", page.measured), ("See also", page.seeAlso),
    ] {
      guard let text, !text.isEmpty else { continue }
      lines += ["", ink(title, .bold), ""] + prose(text)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `closure-retain-cycle · bug · memory · on`.
  private var summary: String {
    let page = rule.page
    var parts = [page.id, page.level.rawValue, page.trait.rawValue, rule.isTold ? "on" : "off"]
    parts.append(page.path.visible)
    return parts.joined(separator: " · ")
  }

  /// What findings offer, in the words of the page.
  private var fix: String? {
    let page = rule.page
    var parts = page.fix.map { [$0.says] } ?? []
    if let rewrite = page.rewrite { parts.append("Writes `\(rewrite.text)` in its place.") }
    var remedies: [String] = []
    for remedy in page.cases.compactMap(\.remedy) {
      var text = remedy.filled { "{\($0.name)}" }
      if text.hasSuffix(".") { text.removeLast() }
      if !remedies.contains(text) { remedies.append(text) }
    }
    if !remedies.isEmpty {
      parts.append((parts.isEmpty ? "" : "Where that cannot be written: ") + remedies.joined(separator: "; ") + ".")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Markdown, with its paragraphs wrapped. Lists, tables and code stay as they are.
  private func prose(_ markdown: String) -> [String] {
    var lines: [String] = []
    var paragraph: [String] = []
    func flush() {
      if !paragraph.isEmpty { lines += paragraph.joined(separator: " ").wrapped(to: width) }
      paragraph = []
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map({
      String($0).visible
    }) {
      let isPlain =
        !["- ", "* ", "|", " ", "#", "```"].contains { line.hasPrefix($0) } && !line.isEmpty
      if isPlain {
        paragraph.append(line)
      } else {
        flush()
        lines.append(line)
      }
    }
    flush()
    return lines
  }

  private func examples(_ kind: Example.Kind, _ title: String) -> [String] {
    let all = rule.page.examples.filter { $0.kind == kind }
    let rest = all.count - min(all.count, examples)
    let more = rest == 0 ? [] : ["", ink("\(rest) more \(rest == 1 ? "example" : "examples"): --examples", .dim)]
    return ["", ink(title, .bold)]
      + all.prefix(examples).flatMap { example in
        let note = example.note.isEmpty ? [] : example.note.visible.wrapped(to: width) + [""]
        return [""] + note + source(of: example)
      } + more
  }

  private func source(of example: Example) -> [String] {
    return rule.source(of: example).map { line in
      let shown = ("  " + line).replacing("\t", with: "    ").visible
      if line.hasPrefix("--- ") { return ink(shown, .bold) }
      switch line.first {
      case "+": return ink(shown, .green)
      case "-": return ink(shown, .red)
      case "!": return ink(shown, .boldYellow)
      default: return shown
      }
    }
  }
}
