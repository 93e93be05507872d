import SwiftFacts

/// Which function is around a place of a file. O(n log n) to make for n functions.
struct FunctionPlaces: Sendable {
  /// By expression; of two that begin at the same one, the later.
  let byExpression: NestedRanges
  /// By byte, but for the code at the top level of the file; of two that begin at the same one, the first.
  let byByte: NestedRanges

  init(_ functions: [FunctionDeclaration]) {
    byExpression = NestedRanges(
      functions.indices.map { (Int64(functions[$0].firstExpression), Int64(functions[$0].endExpression), $0) })
    byByte = NestedRanges(
      functions.indices.reversed().lazy.filter { functions[$0].kind != .topLevel }
        .map { (Int64(functions[$0].span.start), Int64(functions[$0].span.end), $0) })
  }
}

/// Ranges of which some are inside of others.
struct NestedRanges: Sendable {
  private struct Entry {
    var start: Int64
    var end: Int64
    var index: FunctionIndex
    /// The one around it.
    var outer: Int?
  }

  private var entries: [Entry] = []

  /// - Parameter ranges: Where each begins, and where it has ended; of two that begin at one place the later is inside.
  init(_ ranges: [(start: Int64, end: Int64, index: Int)]) {
    let sorted = ranges.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    var open: [Int] = []
    for (start, end, index) in sorted.map(\.element) where start < end {
      while let last = open.last, entries[last].end <= start { open.removeLast() }
      entries.append(Entry(start: start, end: end, index: FunctionIndex(index: Int32(index)), outer: open.last))
      open.append(entries.count - 1)
    }
  }

  /// The range around a place that begins last. O(log n + how deep they nest).
  func innermost(around place: Int64) -> FunctionIndex? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    var next: Int? = low > 0 ? low - 1 : nil
    while let at = next, entries[at].end <= place { next = entries[at].outer }
    return next.map { entries[$0].index }
  }
}
