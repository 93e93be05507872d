import Quoting
public import ReviewModel

/// Writes a review for a person: each finding with its source, its reasons and its fix.
///
/// Whatever the source and its paths hold, the only escape sequences are those of its own colours.
public struct TerminalReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "terminal"

  private let ink: Ink
  private let width: Int

  /// A reporter for a terminal of `width` columns, taken to be 100 where that is not known.
  public init(color: Bool = false, width: Int? = nil) {
    self.ink = Ink(isColored: color)
    self.width = max(width ?? 100, 40)
  }

  /// The findings, then what is fixed, what was skipped, what else there is to know, and what it comes to;
  /// where there is none of it, what was looked at.
  public func report(_ review: Review) -> String {
    var sections = findingSections(of: review)
    sections.append(review.fixed.sorted(by: Finding.reportingOrder).map(row))
    sections.append(review.skipped.sorted().flatMap(rows))
    sections.append(review.notices.flatMap(rows))
    sections.removeAll(where: \.isEmpty)
    if sections.isEmpty {
      // What another tool's report comes to is said by whoever read it.
      guard !review.rules.isEmpty || review.account.files != nil else { return "" }
      return ClosingLine(review: review).alone.wrapped(to: width).map { $0 + "\n" }.joined()
    }

    let closing = ClosingLine(review: review)
    sections.append(
      closing.text.wrapped(to: width).map { ink($0, .bold) }
        + (closing.compared?.wrapped(to: width) ?? []).map { ink($0, .dim) })
    return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// The findings file by file, with a line drawn between the files.
  private func findingSections(of review: Review) -> [[String]] {
    let border = ink(String(repeating: "─", count: min(width, 100)), .dim)
    let findings = review.told
    let pages = Dictionary(review.rules.map { ($0.id, $0.url) }) { first, _ in first }
    return findings.indices.map { index in
      let finding = findings[index]
      let rows = FindingSection(
        finding: finding, sources: review.sources, width: width, ink: ink, page: pages[finding.rule] ?? nil,
        isOfAudit: review.isAudit
      ).rows
      let opensFile = index > 0 && findings[index - 1].place.path != finding.place.path
      return opensFile ? [border] + rows : rows
    }
  }

  private func row(of finding: Finding) -> String {
    let place = finding.place.shown + ":\(finding.place.span.start.column)"
    return ink("fixed", .boldGreen) + "  " + place + "  " + ink(finding.rule.visible, .dim)
  }

  private func rows(of notice: Notice) -> [String] {
    let place = notice.placeBefore.map { $0.shown + "  " } ?? ""
    let indent = String(repeating: " ", count: "note".count + 2)
    let label = ink("note", .bold) + "  "
    let says = notice.says.visible
    if indent.count + place.cellCount + says.cellCount <= width {
      return [label + place + ink(says, .dim)]
    }
    let lines = says.wrapped(to: min(width, 100) - indent.count)
    if place.isEmpty {
      return lines.enumerated().map { ($0.offset == 0 ? label : indent) + ink($0.element, .dim) }
    }
    return [label + place.trimmingEnd] + lines.map { indent + ink($0, .dim) }
  }

  private func rows(of skip: Review.Skip) -> [String] {
    let path = skip.path.visible
    let label = ink("skipped", .boldYellow) + "  "
    let because = skip.because.visible
    if "skipped".count + path.cellCount + because.cellCount + 4 <= width {
      return [label + path + "  " + ink(because, .dim)]
    }
    let indent = String(repeating: " ", count: "skipped".count + 2)
    return [label + path]
      + because.wrapped(to: min(width, 100) - indent.count).map { indent + ink($0, .dim) }
  }
}
