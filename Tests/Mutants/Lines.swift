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
    if a.lines.count == b.lines.count { return paired(a, b) }
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

  /// As many lines on both sides: each against its own.
  private static func paired(_ a: Lines, _ b: Lines) -> [Hunk] {
    var hunks: [Hunk] = []
    var start: Int?
    for index in 0...a.lines.count {
      let differs = index < a.lines.count && !a.lines[index].elementsEqual(b.lines[index])
      if differs, start == nil { start = index }
      if !differs, let first = start {
        hunks.append(Hunk(oldStart: first + 1, oldLines: index - first, newStart: first + 1, newLines: index - first))
        start = nil
      }
    }
    return hunks
  }
}
