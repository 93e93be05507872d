import ReviewModel

/// Which lines of a file's two versions the hunks of a change touch.
struct HunkMap {
  let hunks: [Hunk]

  /// The indices of the hunks that take away a line of a range, or add one to its inside.
  func old(_ lines: ClosedRange<Int>) -> [Int] {
    within(lines) { $0.oldLines > 0 ? ($0.oldStart, $0.oldStart + $0.oldLines - 1) : nil } gap: { $0.oldStart }
  }

  /// The indices of the hunks that add a line of a range, or took one from its inside.
  func new(_ lines: ClosedRange<Int>) -> [Int] {
    within(lines) { $0.newLines > 0 ? ($0.newStart, $0.newStart + $0.newLines - 1) : nil } gap: { $0.newStart }
  }

  /// The hunks that hold some of the lines that differ on either side.
  func holding(old: ClosedRange<Int>?, new: ClosedRange<Int>?) -> [Int] {
    var found: Set<Int> = []
    if let old { found.formUnion(hunks.indices.filter { holds(hunks[$0].oldStart, hunks[$0].oldLines, old) }) }
    if let new { found.formUnion(hunks.indices.filter { holds(hunks[$0].newStart, hunks[$0].newLines, new) }) }
    return found.sorted()
  }

  private func holds(_ start: Int, _ count: Int, _ lines: ClosedRange<Int>) -> Bool {
    count > 0 && start <= lines.upperBound && start + count - 1 >= lines.lowerBound
  }

  private func within(
    _ lines: ClosedRange<Int>, _ span: (Hunk) -> (Int, Int)?, gap: (Hunk) -> Int
  ) -> [Int] {
    hunks.indices.filter { index in
      if let (first, last) = span(hunks[index]) { return first <= lines.upperBound && last >= lines.lowerBound }
      // Between the line `gap` and the next.
      let line = gap(hunks[index])
      return line >= lines.lowerBound && line < lines.upperBound
    }
  }

  func touchesOld(_ lines: ClosedRange<Int>) -> Bool { !old(lines).isEmpty }
  func touchesNew(_ lines: ClosedRange<Int>) -> Bool { !new(lines).isEmpty }
}
