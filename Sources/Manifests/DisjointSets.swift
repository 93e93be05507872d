/// Sets of numbers that can be joined.
public struct DisjointSets: Sendable {
  private var parents: [Int]

  /// Each number below `count` in a set of its own.
  public init(count: Int) { parents = Array(0..<count) }

  /// The number that stands for the set of another.
  public mutating func root(of number: Int) -> Int {
    var here = number
    while parents[here] != here {
      parents[here] = parents[parents[here]]
      here = parents[here]
    }
    return here
  }

  public mutating func join(_ one: Int, _ other: Int) {
    let (left, right) = (root(of: one), root(of: other))
    parents[max(left, right)] = min(left, right)
  }
}
