import Reporters
import ReviewModel

/// What is shown of a finding when somebody points at it: the finding, its reasons, and its rule.
struct HoverText {
  var finding: Finding
  var rule: RuleSummary?
  var page: RuleText?
  /// The URI of a file of the repository.
  var uri: (String) -> String

  var markdown: String {
    var parts = [
      "**\((rule?.title ?? finding.rule).escaped)** · \(finding.level.rawValue) · \(finding.trait.rawValue)",
      finding.message,
    ]
    let reasons = finding.why.enumerated().map { index, reason in
      "- \(index == 0 ? "because" : "and") \(reason.marked)" + (reason.place.map { " (\(link(to: $0)))" } ?? "")
    }
    if !reasons.isEmpty { parts.append(reasons.joined(separator: "\n")) }
    if let cause = finding.cause { parts.append("Brought about by \(link(to: cause)).") }
    if let fix = finding.fix { parts.append("Fix: \(fix.title) (\(fix.applicability.advice())).") }
    if let page { parts += ["---", page.markdown] }
    let name = "`\(finding.rule)`"
    let whole = page?.file.map { "[\(name)](\(DocumentURI.uri(of: $0)))" } ?? "`nitless rules explain \(finding.rule)`"
    parts.append("All of the rule: \(whole). To allow it here: `// nitless:allow \(finding.rule) - reason`")
    return parts.joined(separator: "\n\n")
  }

  /// The same for a client that shows no Markdown, without the page.
  var plain: String {
    var parts = [finding.fullText()]
    if let rule { parts += [rule.why] + [rule.fineWhen].compactMap(\.self) }
    parts.append("All of the rule: nitless rules explain \(finding.rule)")
    return parts.joined(separator: "\n\n")
  }

  private func link(to place: Place) -> String {
    let name = place.path.split(separator: "/").last.map(String.init) ?? place.path
    return "[\(name.escaped):\(place.span.start.line)](\(uri(place.path))#L\(place.span.start.line))"
  }
}

extension String {
  /// As Markdown that shows these very characters.
  fileprivate var escaped: String {
    reduce(into: "") { text, character in
      if #"\`*_[]<>"#.contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
