public import ReviewModel

/// A file as the pull request shows it: its hunks, and the context lines a host shows around them.
public struct DiffFile: Sendable, Equatable {
  public var oldPath: String?
  public var newPath: String?
  /// As `git diff -U0` has them between the pull request's merge base and its last commit.
  public var hunks: [Hunk]

  public init(oldPath: String?, newPath: String?, hunks: [Hunk]) {
    self.oldPath = oldPath
    self.newPath = newPath
    self.hunks = hunks
  }

  /// How many lines a host shows around a hunk, and takes comments on.
  static let context = 3

  /// The lines that one `@@` of the shown diff covers, on both sides.
  struct Window: Equatable {
    var old: ClosedRange<Int>
    var new: ClosedRange<Int>
  }

  /// In the order of the file; hunks whose context meets are shown as one.
  var windows: [Window] {
    var found: [Window] = []
    for hunk in hunks {
      let window = Window(
        old: Self.shown(hunk.oldStart, hunk.oldLines), new: Self.shown(hunk.newStart, hunk.newLines))
      if let last = found.last, window.new.lowerBound <= last.new.upperBound + 1 {
        found[found.count - 1] = Window(
          old: last.old.lowerBound...max(last.old.upperBound, window.old.upperBound),
          new: last.new.lowerBound...max(last.new.upperBound, window.new.upperBound))
      } else {
        found.append(window)
      }
    }
    return found
  }

  private static func shown(_ start: Int, _ lines: Int) -> ClosedRange<Int> {
    // Where a side has no lines, its start is the line before the hunk.
    let first = lines == 0 ? start + 1 : start
    return max(1, first - context)...max(1, first + lines - 1 + context)
  }

  /// Whether the lines of the new side are shown, all in one piece.
  func showsNew(_ lines: ClosedRange<Int>) -> Bool {
    newPath != nil && windows.contains { $0.new.contains(lines.lowerBound) && $0.new.contains(lines.upperBound) }
  }

  /// Whether the change wrote the line of the new side.
  func isAdded(_ line: Int) -> Bool {
    hunks.contains { $0.newStart <= line && line < $0.newStart + $0.newLines }
  }

  /// Whether the change took the line of the old side away.
  func isRemoved(_ line: Int) -> Bool {
    hunks.contains { $0.oldStart <= line && line < $0.oldStart + $0.oldLines }
  }

  /// Where a line that the change left alone was before it.
  func oldLine(ofContext line: Int) -> Int {
    let before = hunks.last { ($0.newLines == 0 ? $0.newStart : $0.newStart + $0.newLines - 1) < line }
    guard let before else { return line }
    let newEnd = before.newLines == 0 ? before.newStart : before.newStart + before.newLines - 1
    let oldEnd = before.oldLines == 0 ? before.oldStart : before.oldStart + before.oldLines - 1
    return line - newEnd + oldEnd
  }
}
