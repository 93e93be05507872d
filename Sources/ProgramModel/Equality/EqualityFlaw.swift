import SwiftFacts

/// Something about a hand-written `==`, or about the `hash(into:)` beside it, that two equal values contradict.
public struct EqualityFlaw: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// It holds a part of one value to another part of the other value.
    case pairsDiffer
    /// It holds a part of a value to itself.
    case comparesWithItself
    /// A case of an enum equals nothing, itself included.
    case missesCases
    /// The hash of a value turns on what `==` does not look at.
    case hashesMore
  }

  public var kind: Kind
  public var type: NominalID
  public var span: SourceSpan
  /// The properties or cases that it is about, or the two operands.
  public var parts: [String]
  /// Where these are declared, or what they are held against.
  public var evidence: [SourceSpan]

  /// What makes it this one, whatever the two values are called.
  public var essence: String {
    switch kind {
    case .pairsDiffer, .comparesWithItself: parts.map { $0.drop { $0 != "." } }.joined(separator: ",")
    case .missesCases, .hashesMore: parts.joined(separator: ",")
    }
  }
}
