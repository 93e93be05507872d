import Quoting
public import ReviewModel

/// Writes a review as a summary in GitHub's Markdown, for a page of a run or a comment.
///
/// The most severe come first. GitHub refuses a summary of more than 1 MiB as a whole, so findings that
/// find no room are counted instead.
public struct MarkdownReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "markdown"

  private let most: Int

  /// - Parameter most: How many bytes a report may have; it takes a few thousand for all but the findings.
  public init(most: Int = 1_000_000) { self.most = most }

  /// A summary, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    let closing = ClosingLine(review: review)
    var head: [[String]] = [["## nitless: \(closing.findings)"]]
    let about = [closing.size, review.comparison.map { "compared: \($0.clipped(to: 500).markdown)" }].compactMap { $0 }
    if !about.isEmpty { head.append([about.joined(separator: " · ")]) }
    if !review.untold.isEmpty { head.append(["Not told: " + review.untold.joined(separator: ", ")]) }

    let findings = review.introduced.sorted(by: Finding.gravestFirst)
    let table = findings.count > 1 ? self.table(of: findings) : []
    let tail = [list("Skipped", review.skipped.sorted().map(line)), list("To know", review.notices.map(line))]
      + [list("Fixed", review.fixed.sorted(by: Finding.reportingOrder).map(line))]
    let frame = (head + [table] + tail).filter { !$0.isEmpty }

    var room = most - Self.size(of: frame) - 200
    var sections: [[String]] = []
    for finding in findings {
      let section = MarkdownFinding(
        finding: finding, sources: review.sources, isOfAudit: review.isAudit
      ).lines
      room -= Self.size(of: [section])
      if room < 0 { break }
      sections.append(section)
    }
    let left = findings.count - sections.count
    if left > 0 { sections.append(["_+\(left) more, for which there is no room here._"]) }

    let all = (head + [table] + sections + tail).filter { !$0.isEmpty }
    return all.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// More rows of a list than these are counted instead.
  private static let mostRows = 100

  private static func size(of sections: [[String]]) -> Int {
    sections.reduce(0) { $0 + $1.reduce(1) { $0 + $1.utf8.count + 1 } }
  }

  private func table(of findings: [Finding]) -> [String] {
    let rows = findings.prefix(Self.mostRows).map { finding in
      let message = finding.message.clipped(to: 300).markdownCell
      return "| \(finding.level.rawValue) | \(finding.place.listed.markdownCellCode) | \(message) |"
    }
    let rest = findings.count - rows.count
    return ["| level | where | what |", "| --- | --- | --- |"] + rows
      + (rest > 0 ? ["| … | | +\(rest) more |"] : [])
  }

  private func list(_ title: String, _ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    let rest = lines.count - Self.mostRows
    return ["### \(title)", ""] + lines.prefix(Self.mostRows) + (rest > 0 ? ["- +\(rest) more"] : [])
  }

  private func line(of skip: Review.Skip) -> String {
    let weight = skip.isTouched ? "" : " (not part of the change)"
    return "- \(skip.path.clipped(to: 500).markdownCode)\(weight): \(skip.because.clipped(to: 500).markdown)"
  }

  private func line(of notice: Notice) -> String {
    let place = notice.placeBefore.map { $0.listed.markdownCode + ": " } ?? ""
    return "- \(place)\(notice.says.clipped(to: 500).markdown)"
  }

  private func line(of finding: Finding) -> String {
    "- \(finding.place.listed.markdownCode) \(finding.rule.markdownCode)"
  }
}

extension Place {
  /// `path:line`, of a length that fits a list.
  fileprivate var listed: String { "\(path.clipped(to: 500)):\(span.start.line)" }
}
