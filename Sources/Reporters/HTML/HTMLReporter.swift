import Quoting
public import ReviewModel

/// Writes a review as one page that needs nothing else: the change with its findings in place.
///
/// The page runs no script and loads nothing, and says so to the browser, which holds it to that.
public struct HTMLReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "html"

  /// A reporter; there is nothing to choose about it.
  public init() {}

  /// One page, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    let index = HTMLIndex(review)
    let marks = HTMLMarks(index.findings, sources: review.sources)
    let listed = Set(review.rules.map(\.id))
    let note = { (number: Int) in
      let finding = index.findings[number]
      return HTMLFinding(
        finding: finding, number: number + 1, index: index, sources: review.sources,
        isRuleListed: listed.contains(finding.rule), isOfAudit: review.isAudit
      ).html
    }
    let files = index.files.map { file in
      let told = file.told.values.joined() + file.toldAbove
      return HTMLFile(
        file: file, marks: marks, colors: colors(of: file, review.sources),
        names: review.isAudit ? index.names(of: told) : nil, note: note
      ).html
    }.joined()
    let front = HTMLFront(review: review, index: index)
    let hasCycles = index.findings.contains { $0.cycle != nil }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>nitless: \(front.closing.findings.html)</title>
      <style>
      \(HTMLStyle.sheet)
      \(HTMLFilter.sheet(of: index))</style>
      </head>
      <body\(review.isAudit ? " class=\"audit\"" : "")>
      <a class="skip" href="#files">To the files</a>
      \(hasCycles ? CycleDrawing.heads + "\n" : "")\(front.html)<main id="files" aria-label="Files">
      \(files)</main>
      \(front.rules)</body>
      </html>

      """
  }

  private func colors(of file: HTMLIndex.File, _ sources: SourceBook) -> (after: SyntaxColors?, before: SyntaxColors?) {
    guard file.parts != nil else { return (nil, nil) }
    let isChanged = file.parts?.contains { $0.rows.contains { $0.kind == .removed } } ?? false
    let after = file.change.newPath.flatMap { sources.text(of: $0, side: .after) }
    let before = isChanged ? file.change.oldPath.flatMap { sources.text(of: $0, side: .before) } : nil
    return (after.map(SyntaxColors.init), before.map(SyntaxColors.init))
  }
}
