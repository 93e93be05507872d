/// One of so many equal shares of an audit, each of which another machine works on.
public struct Shard: Hashable, Sendable {
  /// From 1 to `count`.
  public var number: Int
  public var count: Int

  /// Reads `3/16`; nil if it is no such share.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...10_000).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  public var text: String { "\(number)/\(count)" }

  /// Which pieces are this shard's, by their weights: the heaviest first, each to the share that has least.
  ///
  /// The same on every machine, and each piece is one shard's.
  func pieces(_ weights: [Int]) -> [Int] {
    var loads = Array(repeating: 0, count: count)
    var own: [Int] = []
    for piece in weights.indices.sorted(by: { (-weights[$0], $0) < (-weights[$1], $1) }) {
      guard let least = loads.indices.min(by: { (loads[$0], $0) < (loads[$1], $1) }) else { break }
      loads[least] += max(1, weights[piece])
      if least == number - 1 { own.append(piece) }
    }
    return own.sorted()
  }
}
