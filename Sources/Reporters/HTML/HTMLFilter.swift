/// The choices that a page offers among its findings, which the style sheet makes work: the page runs no script.
enum HTMLFilter {
  /// More rules than these are not filtered one by one.
  static let mostRules = 200

  /// What hides the findings that are not chosen; empty where there is no choice.
  static func sheet(of index: HTMLIndex) -> String {
    guard !index.findings.isEmpty else { return "" }
    let rules = index.met.indices.prefix(mostRules).map { rule in
      "body:has(#rule-\(rule):checked) .item:not(.r\(rule)) { display: none; }\n"
    }
    let levels = ["bug", "risk", "design"].map { level in
      "body:has(#level-\(level):checked) .item:not(.l-\(level)) { display: none; }\n"
    }
    return (rules + levels).joined()
  }

  /// A choice among several, of which the first is made.
  static func choice(_ group: String, _ id: String, _ label: String, isChosen: Bool = false) -> String {
    "<label><input type=\"radio\" name=\"\(group)\" id=\"\(id)\"\(isChosen ? " checked" : "")>\(label)</label>"
  }

  /// A second place where a choice is made that stands elsewhere.
  static func sameChoice(_ group: String, _ id: String, _ label: String, isChosen: Bool = false) -> String {
    "<label class=\"same\" for=\"\(id)\">\(label)</label>"
  }
}
