/// Which closure of a file stands in which. O(n log n) to make for n closures.
struct ClosureNest: Sendable {
  private struct Entry {
    var first: Int32
    var end: Int32
    var closure: ClosureID
    /// The place in the list of the one around it; -1 for none.
    var outer: Int32
  }

  /// By their first expression, each after the one around it.
  private var entries: [Entry] = []

  init(_ closures: [Closure]) {
    let filled = closures.indices.filter { closures[$0].firstExpression < closures[$0].endExpression }
    // An inner one ends first where both begin at the same expression.
    let order = filled.map { (first: closures[$0].firstExpression, end: closures[$0].endExpression, index: $0) }
      .sorted { ($0.first, $1.end, $0.index) < ($1.first, $0.end, $1.index) }
    entries.reserveCapacity(order.count)
    var open: [Int32] = []
    for (first, end, index) in order {
      while let last = open.last, entries[Int(last)].end <= first { open.removeLast() }
      entries.append(
        Entry(first: first, end: end, closure: ClosureID(index: Int32(index)), outer: open.last ?? -1))
      open.append(Int32(entries.count - 1))
    }
  }

  /// The closures that an expression stands in, the innermost first. O(log n + how deep they nest).
  func around(_ id: ExpressionID) -> [ClosureID] {
    var result: [ClosureID] = []
    var place = place(around: id)
    while place >= 0 {
      result.append(entries[Int(place)].closure)
      place = entries[Int(place)].outer
    }
    return result
  }

  func innermost(around id: ExpressionID) -> ClosureID? {
    let place = place(around: id)
    return place < 0 ? nil : entries[Int(place)].closure
  }

  /// -1 where there is none.
  private func place(around id: ExpressionID) -> Int32 {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].first <= id.index { low = middle + 1 } else { high = middle }
    }
    var place = Int32(low) - 1
    while place >= 0, entries[Int(place)].end <= id.index { place = entries[Int(place)].outer }
    return place
  }
}

extension Code {
  /// The closures and local functions that an expression stands in, the innermost first. O(log closures + depth).
  public func closures(around id: ExpressionID) -> [ClosureID] { nest.around(id) }

  /// The smallest closure or local function with an expression inside it; nil for the function itself.
  /// O(log closures + depth).
  public func innermostClosure(around id: ExpressionID) -> ClosureID? { nest.innermost(around: id) }
}
