/// What an earlier audit of the same program came to.
public struct EarlierAudit: Sendable, Equatable {
  /// What its reader knows it by, such as the name of its file.
  public var name: String
  public var counts: [Level: Int]

  public init(name: String, counts: [Level: Int]) {
    self.name = name
    self.counts = counts
  }
}
