import ReviewModel

/// The lines of a text, and what differs between two of them.
struct Lines {
  private var lines: [ArraySlice<UInt8>]
  private var starts: [Int] = []

  init(_ source: [UInt8]) {
    lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if source.last == UInt8(ascii: "\n") { lines.removeLast() }
    starts = lines.map(\.startIndex)
  }

  /// Counted from 1.
  func line(of byte: Int) -> Int { (starts.lastIndex { $0 <= byte } ?? 0) + 1 }

  /// As `git diff -U0` would cut them.
  static func hunks(_ a: Lines, _ b: Lines) -> [Hunk] {
    let difference = b.lines.map(Array.init).difference(from: a.lines.map(Array.init))
    let removed = Set(difference.removals.map { change -> Int in if case .remove(let offset, _, _) = change { offset } else { -1 } })
    let inserted = Set(difference.insertions.map { change -> Int in if case .insert(let offset, _, _) = change { offset } else { -1 } })
    var hunks: [Hunk] = []
    var (i, j) = (0, 0)
    while i < a.lines.count || j < b.lines.count {
      let (startOld, startNew) = (i, j)
      while removed.contains(i) { i += 1 }
      while inserted.contains(j) { j += 1 }
      if i > startOld || j > startNew {
        hunks.append(
          Hunk(
            oldStart: i > startOld ? startOld + 1 : startOld, oldLines: i - startOld,
            newStart: j > startNew ? startNew + 1 : startNew, newLines: j - startNew))
      } else {
        i += 1
        j += 1
      }
    }
    return hunks
  }
}
