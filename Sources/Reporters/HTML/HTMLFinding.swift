import Quoting
import ReviewModel

/// A finding as a note between the lines of the page.
struct HTMLFinding {
  var finding: Finding
  /// Counts from 1.
  var number: Int
  var index: HTMLIndex
  var sources: SourceBook
  /// Whether the page explains the rule.
  var isRuleListed: Bool
  /// Whether it was found in a whole program, and not in a change.
  var isOfAudit: Bool

  var html: String {
    var parts = [
      "<article class=\"finding \(finding.level.rawValue) \(index.names(of: [number - 1]))\" id=\"finding-\(number)\""
        + " aria-labelledby=\"title-\(number)\">",
      header,
      "<p class=\"message\" id=\"title-\(number)\">\(finding.message.htmlWithCode)</p>",
    ]
    if let cycle = finding.cycle { parts.append(CycleDrawing(cycle: cycle).html) }
    if !finding.why.isEmpty {
      parts.append("<ol class=\"why\" aria-label=\"Because\">\n\(finding.why.map(row).joined())</ol>")
    }
    if let cause = finding.cause {
      parts.append("<p class=\"cause\">Brought about by <span class=\"where\">\(link(to: cause))</span></p>")
    }
    if let fix = finding.fix { parts.append(offered(fix)) }
    return parts.joined(separator: "\n") + "\n</article>\n"
  }

  private var header: String {
    let rule = finding.rule.html
    let name = isRuleListed ? "<a href=\"#rule-\(rule)\">\(rule)</a>" : rule
    return "<header><span class=\"level\">\(finding.level.rawValue)</span> <span class=\"rule\">\(name)</span>"
      + " <span class=\"where\">\(link(to: finding.place))</span>"
      + " <a class=\"up\" href=\"#findings\" aria-label=\"Back to the list of findings\">all findings ↑</a></header>"
  }

  private func row(_ reason: Reason) -> String {
    let mark =
      reason.certainty == .proven
      ? "" : " <span class=\"certainty\">\(reason.certainty.rawValue)</span>"
    let place = reason.place.map { " <span class=\"where\">\(link(to: $0))</span>" } ?? ""
    return "<li>\(reason.says.htmlWithCode)\(mark)\(place)</li>\n"
  }

  /// `ProfileView.swift:12`, the whole path where a pointer rests on it.
  private func link(to place: Place) -> String {
    let name = place.path.split(separator: "/").last.map(String.init) ?? place.path
    let text = "\(name):\(place.span.start.line)".html
    let title = place.path.html
    guard let target = index.link(to: place) else { return "<span title=\"\(title)\">\(text)</span>" }
    return "<a href=\"\(target)\" title=\"\(title)\">\(text)</a>"
  }

  private func offered(_ fix: Fix) -> String {
    let advice = fix.applicability.advice(inAudit: isOfAudit).htmlWithCode
    let title = "\(fix.title.htmlWithCode) <span class=\"certainty\">\(advice)</span>"
    let blocks = FixPreview(fix, sources: sources).blocks
    guard !blocks.isEmpty else { return "<p class=\"fix\">Fix: \(title)</p>" }
    let rows = blocks.map { block in
      let name = block.path == finding.place.path ? "" : "<div class=\"row\"><code>\(block.path.html)</code></div>\n"
      return name + block.before.prefix(20).map { row("removed", "−", $0) }.joined()
        + block.after.prefix(20).map { row("added", "+", $0) }.joined()
    }
    return "<details class=\"fix\"><summary>Fix: \(title)</summary>\n<div class=\"code\">\n<div class=\"lines\">\n"
      + rows.joined() + "</div>\n</div>\n</details>"
  }

  private func row(_ style: String, _ sign: String, _ text: String) -> String {
    "<div class=\"row \(style)\"><span class=\"sign\">\(sign)</span><code>\(text.html)</code></div>\n"
  }
}
