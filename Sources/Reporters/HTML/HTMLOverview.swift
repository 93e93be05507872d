import Quoting
import ReviewModel

/// What was found, counted: by rule, which also filters the page, and of an audit by folder and over time.
struct HTMLOverview {
  var review: Review
  var index: HTMLIndex

  /// Empty where there is nothing to choose among and nothing to compare with.
  var html: String {
    let parts = [byRule, byFolder, overTime].filter { !$0.isEmpty }
    guard !parts.isEmpty else { return "" }
    return "<section class=\"overview\" aria-label=\"Overview\">\n\(parts.joined(separator: "\n"))\n</section>"
  }

  // MARK: By rule

  private var byRule: String {
    guard index.findings.count > 1 else { return "" }
    // As `--statistics` counts: a rule that finds two levels has two rows, and its choice stands in the worse.
    let groups = Dictionary(grouping: index.findings) { RuleAtLevel(rule: $0.rule, level: $0.level) }
    let titles = Dictionary(review.rules.map { ($0.id, $0.title) }) { first, _ in first }
    var chosen: Set<String> = []
    let rows = groups.sorted { RuleAtLevel.precedes($0, $1) }.map { key, findings in
      let name = "<code>\(key.rule.html)</code>"
      let number = index.met.firstIndex(of: key.rule) ?? HTMLFilter.mostRules
      let isFirst = chosen.insert(key.rule).inserted
      let choice = isFirst ? HTMLFilter.choice : HTMLFilter.sameChoice
      let label = number < HTMLFilter.mostRules ? choice("rule", "rule-\(number)", name, false) : name
      let level = key.level.rawValue
      return "<tr class=\"\(level)\"><td><span class=\"level\">\(level)</span></td><td>\(label)"
        + " <small>\((titles[key.rule] ?? "").htmlWithCode)</small></td>"
        + Self.cells([findings.count, Set(findings.map(\.place.path)).count]) + "</tr>"
    }
    let counted = Level.allCases.sorted(by: >).filter { level in index.findings.contains { $0.level == level } }
    let levels = counted.map { HTMLFilter.choice("level", "level-\($0.rawValue)", $0.rawValue) }
    let every = HTMLFilter.choice("level", "level-all", "every level", isChosen: true)
    let levelChoice = counted.count < 2 ? "" : "<p class=\"choice\">\(([every] + levels).joined(separator: " "))</p>\n"
    let everyRule = HTMLFilter.choice("rule", "rule-all", "every rule", isChosen: true)
    return """
      <h2>By rule</h2>
      \(levelChoice)<table>
      <thead><tr><th>level</th><th>\(everyRule)</th>\
      <th class="count">findings</th><th class="count">files</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  // MARK: By folder

  private static let mostFolders = 30

  private var byFolder: String {
    guard review.isAudit, index.findings.count > 1 else { return "" }
    let groups = Dictionary(grouping: index.findings) { Self.folder(of: $0.place.path) }
    guard groups.count > 1 else { return "" }
    let folders = groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let most = folders.first?.value.count ?? 1
    let rows = folders.prefix(Self.mostFolders).map { folder, findings in
      Self.row(folder, Dictionary(grouping: findings, by: \.level).mapValues(\.count), of: most, width: 160)
    }
    let rest = folders.count - rows.count
    let more = rest > 0 ? ["<tr><td colspan=\"5\"><small>and \(rest) more</small></td></tr>"] : []
    return Self.table("By folder", of: "folder", rows + more)
  }

  /// The folder of a file, its first three steps at most.
  private static func folder(of path: String) -> String {
    let steps = path.split(separator: "/").dropLast()
    return steps.isEmpty ? "/" : steps.prefix(3).joined(separator: "/") + "/"
  }

  // MARK: Over time

  private var overTime: String {
    guard review.isAudit, !review.earlier.isEmpty else { return "" }
    let counts = Dictionary(grouping: index.findings, by: \.level).mapValues(\.count)
    let audits = review.earlier + [EarlierAudit(name: "now", counts: counts)]
    let most = max(1, audits.map { $0.counts.values.reduce(0, +) }.max() ?? 1)
    return Self.table("Over time", of: "audit", audits.map { Self.row($0.name, $0.counts, of: most, width: 320) })
  }

  // MARK: Parts

  private static func table(_ title: String, of kind: String, _ rows: [String]) -> String {
    """
    <h2>\(title)</h2>
    <table>
    <thead><tr><th>\(kind)</th><th></th>\(levelHeads)</tr></thead>
    <tbody>
    \(rows.joined(separator: "\n"))
    </tbody>
    </table>
    """
  }

  private static func row(_ name: String, _ counts: [Level: Int], of most: Int, width: Int) -> String {
    "<tr><td class=\"path\">\(name.html)</td><td>\(bar(counts, of: most, width: width))</td>"
      + cells(levels.map { counts[$0, default: 0] }) + "</tr>"
  }

  /// The worst first.
  private static let levels = Level.allCases.sorted(by: >)

  private static let levelHeads = levels.map { "<th class=\"count\">\($0.rawValue)</th>" }.joined()

  private static func cells(_ counts: [Int]) -> String {
    counts.map { "<td class=\"count\">\($0)</td>" }.joined()
  }

  /// Counts by level, side by side, the longest of all bars as wide as it may be.
  private static func bar(_ counts: [Level: Int], of most: Int, width: Int) -> String {
    var x = 0
    let parts = levels.compactMap { level -> String? in
      let length = counts[level, default: 0] * width / max(most, 1)
      defer { x += length }
      return length == 0
        ? nil : "<rect class=\"\(level.rawValue)\" x=\"\(x)\" width=\"\(length)\" height=\"10\"/>"
    }
    let size = "viewBox=\"0 0 \(width) 10\" width=\"\(width)\" height=\"10\""
    return "<svg class=\"bar\" \(size) aria-hidden=\"true\">\(parts.joined())</svg>"
  }
}
