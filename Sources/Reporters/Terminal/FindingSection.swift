import Quoting
package import ReviewModel

/// All that the terminal shows of one introduced finding.
struct FindingSection {
  var finding: Finding
  var sources: SourceBook
  var width: Int
  var ink: Ink
  /// Where the rule's page is on the web.
  var page: String?
  /// Whether it was found in a whole program, and not in a change.
  var isOfAudit: Bool

  var rows: [String] {
    let gutter = Gutter(lines: quotedLines)
    var rows = header
    rows += excerpt(of: finding.place, gutter: gutter).rows
    rows += message(gutter) + chain(gutter)
    if !finding.why.isEmpty { rows += [""] + reasons(gutter) }
    if let cause = finding.cause { rows += [""] + broughtAbout(by: cause, gutter: gutter) }
    if let fix = finding.fix { rows += [""] + offered(fix, gutter: gutter) }
    return rows
  }

  private var header: [String] {
    let level = finding.level.rawValue
    let place = finding.place.shown + ":\(finding.place.span.start.column)"
    let rule = finding.rule.visible
    let line = ink(level, finding.level.style) + "  " + place
    if level.count + place.cellCount + rule.cellCount + 4 <= width {
      return [line + "  " + ink.link(ink(rule, .dim), to: page)]
    }
    let indent = String(repeating: " ", count: level.count + 2)
    return [line, indent + ink.link(ink(rule, .dim), to: page)]
  }

  private func message(_ gutter: Gutter) -> [String] {
    finding.message.visible.wrapped(to: proseRoom(gutter)).map { gutter.indent + ink($0, .bold) }
  }

  /// The cycle on one line, where the message does not draw it.
  private func chain(_ gutter: Gutter) -> [String] {
    guard let cycle = finding.cycle, !finding.message.contains("→ ") else { return [] }
    return "`\(cycle.drawn.visible)`".wrapped(to: proseRoom(gutter)).map { gutter.indent + $0 }
  }

  private func reasons(_ gutter: Gutter) -> [String] {
    ReasonTable(
      reasons: finding.why, room: width - gutter.width, proseRoom: proseRoom(gutter), ink: ink
    )
    .rows.map { gutter.indent + $0 }
  }

  private func broughtAbout(by cause: Place, gutter: Gutter) -> [String] {
    let title = gutter.indent + "brought about by " + ink(cause.shown, .dim)
    return [title] + [excerpt(of: cause, gutter: gutter).plainRow].compactMap { $0 }
  }

  private func offered(_ fix: Fix, gutter: Gutter) -> [String] {
    let title = "fix: \(fix.title.visible) (\(fix.applicability.advice(inAudit: isOfAudit)))"
    let preview = FixPreview(fix, sources: sources)
    return title.wrapped(to: proseRoom(gutter)).map { gutter.indent + $0 }
      + preview.rows(in: finding.place.path, gutter: gutter, width: width, ink: ink)
  }

  private func excerpt(of place: Place, gutter: Gutter) -> Excerpt {
    Excerpt(
      place: place, sources: sources, gutter: gutter, width: width, ink: ink,
      style: finding.level.style)
  }

  /// Prose is not wider than a page, however wide the terminal.
  private func proseRoom(_ gutter: Gutter) -> Int { min(width, 100) - gutter.width }

  private var quotedLines: [Int] {
    var lines = [finding.place.span.lines.upperBound]
    if let cause = finding.cause { lines.append(cause.span.start.line) }
    for edit in finding.fix?.edits ?? [] { lines.append(edit.place.span.end.line) }
    return lines
  }
}

extension Level {
  /// The colour of a finding of this level.
  var style: Ink.Style {
    switch self {
    case .bug: .boldRed
    case .risk: .boldYellow
    case .design: .boldBlue
    }
  }
}

extension Place {
  /// `path:line`, harmless to a terminal.
  package var shown: String { "\(path.visible):\(span.start.line)" }
}
