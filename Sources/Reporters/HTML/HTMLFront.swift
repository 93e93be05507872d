import Quoting
import ReviewModel

/// What stands before the files of the page, and behind them.
struct HTMLFront {
  var review: Review
  var index: HTMLIndex

  var closing: ClosingLine { ClosingLine(review: review) }

  var html: String {
    var lines = [
      "<header class=\"top\">",
      "<p class=\"tool\">nitless \(review.isAudit ? "audit" : "review")</p>",
      "<h1>\(closing.findings.html)</h1>",
    ]
    if let comparison = review.comparison {
      lines.append("<p class=\"compared\">Compared: \(comparison.htmlWithCode)</p>")
    }
    if let size = closing.size { lines.append("<p class=\"compared\">\(size.html)\(standing)</p>") }
    if let reach = closing.reach { lines.append("<p class=\"compared\">\(reach.html)</p>") }
    let untold = review.untold.joined(separator: ", ")
    if !untold.isEmpty { lines.append("<p class=\"compared\">Not told: \(untold.html)</p>") }
    lines.append("</header>")
    lines.append(HTMLOverview(review: review, index: index).html)
    lines.append(findings)
    lines.append(section("Skipped", review.skipped.sorted().map(row)))
    lines.append(section("To know", review.notices.map(row)))
    lines.append(section("Fixed", review.fixed.sorted(by: Finding.reportingOrder).map(row)))
    return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }

  private var standing: String { review.standing == 0 ? "" : ", \(review.standing) standing (found before and after)" }

  private var findings: String {
    guard !index.findings.isEmpty else {
      let verb = review.isAudit ? "There is nothing to say about this program." : "The change brings nothing in."
      return "<p class=\"nothing\" id=\"findings\">\(verb)</p>"
    }
    let rows = index.findings.enumerated().map { offset, finding in
      let place = "\(finding.place.path):\(finding.place.span.start.line)"
      return "<li class=\"\(finding.level.rawValue) \(index.names(of: [offset]))\"><a href=\"#finding-\(offset + 1)\">"
        + "<span class=\"level\">\(finding.level.rawValue)</span> <span class=\"path\">\(place.html)</span>"
        + "<span class=\"says\">\(finding.message.htmlWithCode)</span></a></li>"
    }
    return "<nav id=\"findings\" aria-label=\"Findings\">\n<ol>\n\(rows.joined(separator: "\n"))\n</ol>\n</nav>"
  }

  private func section(_ title: String, _ rows: [String]) -> String {
    guard !rows.isEmpty else { return "" }
    return "<section class=\"list\">\n<h2>\(title)</h2>\n<ul>\n\(rows.joined(separator: "\n"))\n</ul>\n</section>"
  }

  private func row(_ skip: Review.Skip) -> String {
    let weight = skip.isTouched ? "" : " <small>not part of the change</small>"
    return "<li><span class=\"path\">\(skip.path.html)</span>\(weight) \(skip.because.htmlWithCode)</li>"
  }

  private func row(_ notice: Notice) -> String {
    let place = notice.placeBefore.map { place in
      let name = "\(place.path):\(place.span.start.line)".html
      let link = index.link(to: place).map { "<a href=\"\($0)\">\(name)</a>" } ?? name
      return "<span class=\"path\">\(link)</span> "
    }
    return "<li>\(place ?? "")\(notice.says.htmlWithCode)</li>"
  }

  private func row(_ finding: Finding) -> String {
    let place = "\(finding.place.path):\(finding.place.span.start.line)"
    return
      "<li><span class=\"path\">\(place.html)</span> \(finding.message.htmlWithCode) "
        + "<code>\(finding.rule.html)</code></li>"
  }

  /// The rules that were asked, each explained; those that found nothing are folded away together.
  var rules: String {
    guard !review.rules.isEmpty else { return "" }
    let met = Set(review.introduced.map(\.rule))
    let row = { (rule: RuleSummary) -> String in
      let measured = rule.precision.map {
        " <small>at first sight, in code it had never seen, \(Int(($0 * 100).rounded(.down))) of 100 findings were "
          + "worth a comment</small>"
      }
      return "<details id=\"rule-\(rule.id.html)\"\(met.contains(rule.id) ? " open" : "")>"
        + "<summary><code>\(rule.id.html)</code> \(rule.title.htmlWithCode)\(measured ?? "")</summary>\n"
        + (rule.url.map { "<p><a href=\"\($0.html)\">All of the rule, with its examples</a></p>\n" } ?? "")
        + ([rule.why, rule.fineWhen ?? ""].filter { !$0.isEmpty }.map(\.htmlParagraphs)).joined(separator: "\n")
        + "\n</details>"
    }
    let sorted = review.rules.sorted { $0.id < $1.id }
    var rows = sorted.filter { met.contains($0.id) }.map(row)
    let silent = sorted.filter { !met.contains($0.id) }.map(row)
    if !silent.isEmpty {
      let count = silent.count == 1 ? "1 rule" : "\(silent.count) rules"
      rows.append(
        "<details class=\"silent\"><summary>\(count) that found nothing</summary>\n"
          + "\(silent.joined(separator: "\n"))\n</details>")
    }
    return
      "<section class=\"rules\" aria-label=\"Rules\">\n<h2>What was "
        + "asked</h2>\n\(rows.joined(separator: "\n"))\n</section>\n"
  }
}
