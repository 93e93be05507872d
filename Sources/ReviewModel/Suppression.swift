/// A finding that is there and not told, since somebody decided so.
public struct Suppression: Sendable, Equatable {
  public enum Ground: Sendable, Equatable {
    /// It stands in the baseline.
    case baseline
    /// A comment beside it allows it, and says why.
    case comment(reason: String)
  }

  public var finding: Finding
  public var ground: Ground

  public init(_ finding: Finding, _ ground: Ground) {
    self.finding = finding
    self.ground = ground
  }
}
