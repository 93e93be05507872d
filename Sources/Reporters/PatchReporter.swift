import Quoting
public import ReviewModel

/// Writes the fixes of a review as one patch that `git apply` takes, followed by the ways out that are words.
///
/// Fixes that touch the same lines cannot stand in one patch: the first of them is in it.
public struct PatchReporter: Reporter {
  /// It is asked for by a flag of its own.
  public static let name = "diff"

  /// How many unchanged lines stand around a change, as in a patch of git.
  private static let context = 3

  private let ink: Ink

  public init(color: Bool = false) { ink = Ink(isColored: color) }

  /// Empty where no finding has a fix.
  public func report(_ review: Review) -> String {
    var edits: [String: [Fix.Edit]] = [:]
    var words: [String] = []
    for finding in review.told {
      guard let fix = finding.fix else { continue }
      if fix.edits.isEmpty {
        words.append("\(finding.place.shown)  \(finding.rule.visible): \(fix.title.visible)")
      } else if !fix.edits.contains(where: { edit in edits[edit.place.path, default: []].contains { $0.meets(edit) } })
      {
        for edit in fix.edits { edits[edit.place.path, default: []].append(edit) }
      }
    }
    let files = edits.sorted { $0.key < $1.key }.flatMap { path, edits in
      file(
        path, FixPreview(Fix(title: "", applicability: .review, edits: edits), sources: review.sources), review.sources)
    }
    let begin = words.isEmpty ? [] : [""] + words.map { "# \($0)" }
    return (files + begin).map { $0 + "\n" }.joined()
  }

  private func file(_ path: String, _ preview: FixPreview, _ sources: SourceBook) -> [String] {
    guard let count = sources.lineCount(of: path, side: .after), !preview.blocks.isEmpty else { return [] }
    func lines(_ range: Range<Int>) -> [String] {
      range.compactMap { sources.line($0, of: path, side: .after).map { " " + $0 } }
    }
    // The empty line behind the last line break is none.
    let isEnded = sources.line(count, of: path, side: .after) == ""
    let end = isEnded ? count : count + 1
    var rows = ["--- a/\(path.visible)", "+++ b/\(path.visible)"].map { ink($0, .bold) }
    var shift = 0
    for hunk in hunks(of: preview.blocks) {
      guard let first = hunk.first, let last = hunk.last else { continue }
      let start = max(1, first.line - Self.context)
      let stop = min(end, last.line + last.before.count + Self.context)
      var body: [String] = []
      var next = start
      for block in hunk {
        body += lines(next..<block.line)
        body += block.before.map { ink("-" + $0, .red) } + block.after.map { ink("+" + $0, .green) }
        next = block.line + block.before.count
      }
      body += lines(next..<max(next, stop))
      let growth = hunk.reduce(0) { $0 + $1.after.count - $1.before.count }
      let length = max(next, stop) - start
      rows.append(ink("@@ -\(start),\(length) +\(start + shift),\(length + growth) @@", .dim))
      rows += body
      shift += growth
    }
    return rows
  }

  /// The blocks that stand so near each other that what is around them is shared.
  private func hunks(of blocks: [FixPreview.Block]) -> [[FixPreview.Block]] {
    var hunks: [[FixPreview.Block]] = []
    for block in blocks {
      if let last = hunks.last?.last, block.line - (last.line + last.before.count) <= 2 * Self.context {
        hunks[hunks.count - 1].append(block)
      } else {
        hunks.append([block])
      }
    }
    return hunks
  }
}

extension Fix.Edit {
  /// Whether the two touch the same lines.
  fileprivate func meets(_ other: Fix.Edit) -> Bool {
    place.path == other.place.path && place.span.start.line <= other.place.span.end.line
      && other.place.span.start.line <= place.span.end.line
  }
}
