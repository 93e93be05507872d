/// Something that one declaration says and another does not hold to.
public struct Breach: Hashable, Sendable {
  public var span: SourceSpan
  /// What it is about, as the source calls it.
  public var name: String
  /// What it is held against.
  public var other = ""
  /// The protocol or type that they have to do with each other by.
  public var owner = ""
  /// Places that show it.
  public var evidence: [SourceSpan] = []
}
