import ReviewModel

/// The hunks that leave a file as it was when they, and no others, are applied to it.
///
/// Where a declaration is in its normal form what it was, so it is whatever becomes of others, and every hunk in it is
/// neutral. Not so in a declaration that holds a difference: `x` for `self.x` is the same there until another hunk
/// takes a local `x` away; nor where what it says follows from a type that stands in another. So the old file is taken
/// with all hunks that are to be neutral, and without the others.
struct HunkSelection {
  private(set) var proven: Set<Int>

  /// - Parameter candidates: Indices of hunks that hold no difference between the file before and after.
  init(
    _ file: NeutralProof.File, _ old: NormalFile, _ new: NormalFile, _ difference: FormDifference,
    _ candidates: Set<Int>, isForced: Bool
  ) {
    let says = (Set(old.units.map(\.unit.says)), Set(new.units.map(\.unit.says)))
    let changed = (
      old.units.filter { unit in
        unit.unit.readsTypes || !says.1.contains(unit.unit.says)
          || difference.regions.contains { $0.old?.overlaps(unit.lines) ?? false }
      }.map(\.lines),
      new.units.filter { unit in
        unit.unit.readsTypes || !says.0.contains(unit.unit.says)
          || difference.regions.contains { $0.new?.overlaps(unit.lines) ?? false }
      }.map(\.lines)
    )
    proven = candidates.filter { index in
      let hunk = file.hunks[index]
      let (before, after) = (Self.lines(hunk.oldStart, hunk.oldLines), Self.lines(hunk.newStart, hunk.newLines))
      return !changed.0.contains { $0.overlaps(before) } && !changed.1.contains { $0.overlaps(after) }
    }
    guard candidates.count > proven.count else { return }
    let groups = Self.groups(of: file)
    var rest = Self.whole(candidates, groups)
    guard rest.count > proven.count else { return }
    let known = old.known(in: file.before).merging(old.facts == new.facts ? new.known(in: file.after) : [:]) { one, _ in
      one
    }
    for _ in 0..<4 where rest.count > proven.count {
      let mixed = Self.apply(rest, of: file)
      let other = NormalFile(
        mixed.source, touched: mixed.all.map { FileProof.around($0.newStart, $0.newLines) }, built: old.facts.built,
        isForced: isForced, known: old.facts.hasPositions ? [:] : known)
      guard isForced || !old.hasOtherSurroundings(than: other), other.facts == old.facts else { return }
      if old.isEqual(to: other) {
        proven = rest
        return
      }
      guard !other.isStrange else { return }
      let indices = rest.sorted()
      let found = FormDifference(old, other, hunks: indices.map { mixed.all[$0] })
      let held = Set(found.regions.flatMap { $0.hunks.map { indices[$0] } }).subtracting(proven)
      if held.isEmpty { return }
      rest = Self.whole(rest.subtracting(held), groups).union(proven)
    }
  }

  /// Hunks without those of a group that is not all there.
  private static func whole(_ hunks: Set<Int>, _ groups: [Set<Int>]) -> Set<Int> {
    groups.reduce(into: hunks) { if !$1.isSubset(of: hunks) { $0.subtract($1) } }
  }

  /// Hunks that only make sense together: one opens a bracket that another closes, as those of `f({` and `})` that
  /// become `f {` and `}`.
  private static func groups(of file: NeutralProof.File) -> [Set<Int>] {
    let (old, new) = (LineTable(file.before), LineTable(file.after))
    var groups: [Set<Int>] = []
    var open: Set<Int> = []
    var balance = Brackets()
    for (index, hunk) in file.hunks.enumerated() {
      let before = Brackets(old.bytes(of: hunk.oldStart, hunk.oldLines, in: file.before))
      let after = Brackets(new.bytes(of: hunk.newStart, hunk.newLines, in: file.after))
      guard before != after else { continue }
      open.insert(index)
      balance.add(after, minus: before)
      if balance == Brackets() {
        if open.count > 1 { groups.append(open) }
        open = []
      }
    }
    return groups
  }

  /// How many more brackets of each kind are opened than closed.
  private struct Brackets: Equatable {
    private var round = 0
    private var square = 0
    private var curly = 0

    init() {}

    init(_ bytes: ArraySlice<UInt8>) {
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "("): round += 1
        case UInt8(ascii: ")"): round -= 1
        case UInt8(ascii: "["): square += 1
        case UInt8(ascii: "]"): square -= 1
        case UInt8(ascii: "{"): curly += 1
        case UInt8(ascii: "}"): curly -= 1
        default: break
        }
      }
    }

    mutating func add(_ other: Brackets, minus another: Brackets) {
      round += other.round - another.round
      square += other.square - another.square
      curly += other.curly - another.curly
    }
  }

  /// The lines of a hunk, or those that it lies between.
  private static func lines(_ start: Int, _ count: Int) -> ClosedRange<Int> {
    count == 0 ? start...start + 1 : start...start + count - 1
  }

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
      source +=
        file.before[
          old.start(
            of: line, in: file.before)..<max(
              old.start(of: line, in: file.before), old.start(of: first, in: file.before))]
      line = first
      guard chosen.contains(index) else {
        all.append(
          Hunk(
            oldStart: hunk.oldStart, oldLines: hunk.oldLines, newStart: hunk.oldStart + shift, newLines: hunk.oldLines))
        continue
      }
      // A last line without a line break may be followed by others here.
      if let last = source.last, last != UInt8(ascii: "\n"), hunk.newLines > 0 { source.append(UInt8(ascii: "\n")) }
      let start = hunk.newLines == 0 ? hunk.newStart + 1 : hunk.newStart
      source += file.after[new.start(of: start, in: file.after)..<new.start(of: start + hunk.newLines, in: file.after)]
      if let last = source.last, last != UInt8(ascii: "\n"),
        old.start(of: first + hunk.oldLines, in: file.before) < file.before.count
      {
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
