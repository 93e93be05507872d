import ReviewModel

/// The hunks that leave a file as it was when they, and no others, are applied to it.
///
/// That the rest of a function stays as it was is no proof for a hunk in it: `x` for `self.x` is the same until another
/// hunk takes a local `x` away. So the old file is taken with these hunks alone.
struct HunkSelection {
  let proven: Set<Int>

  /// - Parameter candidates: Indices of hunks that hold no difference between the file before and after.
  init(_ file: NeutralProof.File, _ old: NormalFile, _ candidates: Set<Int>) {
    var candidates = candidates.filter { !Self.isBlank(file, file.hunks[$0]) }
    let blank = Set(file.hunks.indices.filter { Self.isBlank(file, file.hunks[$0]) })
    for _ in 0..<4 where !candidates.isEmpty {
      let mixed = Self.apply(candidates, of: file)
      let other = NormalFile(mixed.source, touched: mixed.all.map { FileProof.around($0.newStart, $0.newLines) })
      if old.isEqual(to: other) {
        proven = candidates.union(blank)
        return
      }
      guard !other.isStrange, other.facts == old.facts else { break }
      let indices = candidates.sorted()
      let difference = FormDifference(old, other, hunks: indices.map { mixed.all[$0] })
      for region in difference.regions { candidates.subtract(region.hunks.map { indices[$0] }) }
      if difference.regions.isEmpty { break }
    }
    proven = blank
  }

  /// Whether a hunk is nothing but empty lines and lines that are comments, neither of which begins or ends anything.
  private static func isBlank(_ file: NeutralProof.File, _ hunk: Hunk) -> Bool { false }

  private struct Mixed {
    var source: [UInt8]
    /// All hunks in the coordinates of the mixed file: those that were left out change nothing.
    var all: [Hunk]
  }

  private static func apply(_ chosen: Set<Int>, of file: NeutralProof.File) -> Mixed {
    let old = LineTable(file.before)
    let new = LineTable(file.after)
    var source: [UInt8] = []
    source.reserveCapacity(max(file.before.count, file.after.count))
    var all: [Hunk] = []
    var line = 1
    var shift = 0
    for (index, hunk) in file.hunks.enumerated() {
      let first = hunk.oldLines == 0 ? hunk.oldStart + 1 : hunk.oldStart
      source += file.before[old.start(of: line, in: file.before)..<max(old.start(of: line, in: file.before), old.start(of: first, in: file.before))]
      line = first
      guard chosen.contains(index) else {
        all.append(Hunk(oldStart: hunk.oldStart, oldLines: hunk.oldLines, newStart: hunk.oldStart + shift, newLines: hunk.oldLines))
        continue
      }
      // A last line without a line break may be followed by others here.
      if let last = source.last, last != UInt8(ascii: "\n"), hunk.newLines > 0 { source.append(UInt8(ascii: "\n")) }
      let start = hunk.newLines == 0 ? hunk.newStart + 1 : hunk.newStart
      source += file.after[new.start(of: start, in: file.after)..<new.start(of: start + hunk.newLines, in: file.after)]
      if let last = source.last, last != UInt8(ascii: "\n"), old.start(of: first + hunk.oldLines, in: file.before) < file.before.count {
        source.append(UInt8(ascii: "\n"))
      }
      line = first + hunk.oldLines
      let newFirst = hunk.newLines == 0 ? first - 1 + shift : first + shift
      all.append(Hunk(oldStart: hunk.oldStart, oldLines: hunk.oldLines, newStart: newFirst, newLines: hunk.newLines))
      shift += hunk.newLines - hunk.oldLines
    }
    source += file.before[min(old.start(of: line, in: file.before), file.before.count)...]
    return Mixed(source: source, all: all)
  }
}
