public import ReviewModel

/// What lies between the commit that was reviewed and the pull request's last one.
///
/// CI hosts check out the merge of a pull request with its base, which is what would land, and so what
/// is reviewed. The pull request itself shows its own last commit, where lines that the base brought
/// in are not there, and the lines below them stand higher.
public struct Drift: Sendable {
  /// By path in the reviewed commit.
  private var files: [String: FileChange] = [:]

  /// None: the pull request's last commit is what was reviewed.
  public init() {}

  /// - Parameter changes: From the reviewed commit to the pull request's last one.
  public init(_ changes: [FileChange]) {
    for change in changes { if let path = change.oldPath { files[path] = change } }
  }

  /// The path in the pull request; nil if the file is not there.
  func path(_ path: String) -> String? {
    guard let change = files[path] else { return path }
    if case .copied = change.kind { return path }
    return change.newPath
  }

  /// The line in the pull request; nil if it came from the base.
  func line(_ line: Int, of path: String) -> Int? {
    var shift = 0
    for hunk in files[path]?.hunks ?? [] {
      let first = hunk.oldLines == 0 ? hunk.oldStart + 1 : hunk.oldStart
      if line < first { break }
      if line < first + hunk.oldLines { return nil }
      shift += hunk.newLines - hunk.oldLines
    }
    return line + shift
  }

  /// The lines in the pull request; nil unless they are there in one piece.
  func lines(_ lines: ClosedRange<Int>, of path: String) -> ClosedRange<Int>? {
    guard let first = line(lines.lowerBound, of: path), let last = line(lines.upperBound, of: path),
      last - first == lines.count - 1
    else { return nil }
    return first...last
  }

  /// The reviewed change as the pull request shows it.
  ///
  /// What the base brought in above a hunk moves it on both sides alike.
  func asShown(_ change: FileChange) -> DiffFile {
    guard let path = change.newPath, files[path] != nil else {
      return DiffFile(oldPath: change.oldPath, newPath: change.newPath, hunks: change.hunks)
    }
    let hunks = change.hunks.compactMap { hunk -> Hunk? in
      let start: Int
      if hunk.newLines > 0 {
        guard let lines = lines(hunk.newStart...(hunk.newStart + hunk.newLines - 1), of: path) else { return nil }
        start = lines.lowerBound
      } else if hunk.newStart == 0 {
        start = 0
      } else {
        guard let before = line(hunk.newStart, of: path) ?? line(hunk.newStart + 1, of: path).map({ $0 - 1 })
        else { return nil }
        start = before
      }
      var moved = hunk
      moved.newStart = start
      moved.oldStart = hunk.oldStart + start - hunk.newStart
      return moved
    }
    return DiffFile(oldPath: change.oldPath, newPath: self.path(path), hunks: hunks)
  }
}
