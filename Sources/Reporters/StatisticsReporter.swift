import Quoting
public import ReviewModel

/// Writes how many findings each rule has, in how many files, the most frequent first.
public struct StatisticsReporter: Reporter {
  /// It is asked for by a flag of its own.
  public static let name = "statistics"

  private let ink: Ink

  public init(color: Bool = false) { ink = Ink(isColored: color) }

  public func report(_ review: Review) -> String {
    let closing = ClosingLine(review: review)
    let groups = Dictionary(grouping: review.introduced) { RuleAtLevel(rule: $0.rule, level: $0.level) }
    let rows = groups.sorted { RuleAtLevel.precedes($0, $1) }.map { key, findings in
      Row(
        rule: key.rule.visible, level: key.level, findings: findings.count,
        files: Set(findings.map(\.place.path)).count)
    }
    guard !rows.isEmpty else { return closing.alone + "\n" }
    let width = max("rule".count, rows.map(\.rule.count).max() ?? 0)
    let title = "rule".filled(to: width) + "  level   findings  files"
    let lines = rows.map { row in
      "\(row.rule.filled(to: width))  \(ink(row.level.rawValue.filled(to: 6), row.level.style))"
        + "  \(row.findings.text.flush(to: 8))  \(row.files.text.flush(to: 5))"
    }
    let end = ["", closing.text] + (closing.compared.map { [ink($0, .dim)] } ?? [])
    return ([ink(title, .bold)] + lines + end).map { $0 + "\n" }.joined()
  }

  private struct Row {
    var rule: String
    var level: Level
    var findings: Int
    var files: Int
  }
}

extension Int {
  fileprivate var text: String { String(self) }
}

extension String {
  fileprivate func filled(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  fileprivate func flush(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
