import ReviewModel

/// Where findings belong in a pull request.
struct Placement {
  let files: [DiffFile]
  let drift: Drift
  let sources: SourceBook

  init(files: [FileChange], drift: Drift, sources: SourceBook) {
    self.files = files.map(drift.asShown)
    self.drift = drift
    self.sources = sources
  }

  /// What a comment on a finding hangs on, and the text that it suggests instead.
  struct Spot {
    var anchor: Anchor
    var suggestion: String?
  }

  /// The most lines that a comment marks; of a longer place it marks the first.
  private static let widest = 10

  /// Nil where the pull request shows neither the place nor what caused the finding.
  func spot(of finding: Finding) -> Spot? {
    if let spot = suggested(finding) { return spot }
    let lines = finding.place.span.lines
    let wanted = lines.count > Self.widest ? lines.lowerBound...lines.lowerBound : lines
    let places = [wanted, lines.lowerBound...lines.lowerBound]
    for lines in places {
      if let anchor = anchor(new: lines, of: finding.place.path) { return Spot(anchor: anchor) }
    }
    guard let cause = finding.cause else { return nil }
    let line = cause.span.start.line
    let anchor = anchor(new: line...line, of: cause.path, changedOnly: true) ?? removed(line, of: cause.path)
    return (anchor ?? self.anchor(new: line...line, of: cause.path)).map { Spot(anchor: $0) }
  }

  private func anchor(
    new lines: ClosedRange<Int>, of path: String, changedOnly: Bool = false
  ) -> Anchor? {
    guard let shown = drift.path(path), let lines = drift.lines(lines, of: path),
      let file = files.first(where: { $0.newPath == shown }), file.showsNew(lines)
    else { return nil }
    let isAdded = file.isAdded(lines.upperBound)
    if changedOnly, !isAdded { return nil }
    return Anchor(
      side: .new, oldPath: file.oldPath ?? shown, newPath: shown, startLine: lines.lowerBound,
      line: lines.upperBound, oldLine: isAdded ? nil : file.oldLine(ofContext: lines.upperBound))
  }

  /// On the old side, where the change took the line away.
  private func removed(_ line: Int, of path: String) -> Anchor? {
    guard let file = files.first(where: { ($0.oldPath == path || $0.newPath == path) && $0.isRemoved(line) }),
      let old = file.oldPath
    else { return nil }
    return Anchor(side: .old, oldPath: old, newPath: file.newPath ?? old, startLine: line, line: line)
  }

  /// The lines that a fix rewrites, with the finding's own first line, if the pull request shows them.
  private func suggested(_ finding: Finding) -> Spot? {
    guard let fix = finding.fix, fix.applicability != .template, !fix.edits.isEmpty,
      fix.edits.allSatisfy({ $0.place.path == finding.place.path })
    else { return nil }
    let path = finding.place.path
    let first = finding.place.span.start.line
    let touched = fix.edits.flatMap { [$0.place.span.start.line, $0.place.span.end.line] } + [first]
    guard let low = touched.min(), let high = touched.max(), high - low < Self.widest,
      let anchor = anchor(new: low...high, of: path)
    else { return nil }
    let lines = (low...high).compactMap { sources.line($0, of: path, side: .after) }
    guard lines.count == high - low + 1 else { return nil }
    guard let text = Self.applying(fix.edits, to: lines, from: low) else { return nil }
    return Spot(anchor: anchor, suggestion: text)
  }

  /// The lines with the edits made; nil where the edits do not fit them.
  private static func applying(_ edits: [Fix.Edit], to lines: [String], from first: Int) -> String? {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\n")) }
      starts.append(bytes.count)
      bytes += Array(line.utf8)
    }
    let end = bytes.count
    func offset(_ position: Position) -> Int? {
      guard starts.indices.contains(position.line - first) else { return nil }
      let offset = starts[position.line - first] + position.column - 1
      return offset <= end ? offset : nil
    }
    // From the last to the first, so that what is still to be edited stays where it is.
    for edit in edits.sorted(by: { $0.place.span.start > $1.place.span.start }) {
      guard let start = offset(edit.place.span.start), let end = offset(edit.place.span.end),
        start <= end, end <= bytes.count
      else { return nil }
      bytes.replaceSubrange(start..<end, with: Array(edit.text.utf8))
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
