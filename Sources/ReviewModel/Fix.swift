/// A way out of a finding, as edits to the snapshot after the change.
public struct Fix: Hashable, Sendable {
  public enum Applicability: String, CaseIterable, Codable, Sendable {
    /// Changes nothing but the defect: may be applied unasked-for.
    case safe
    /// Right in most cases; a person reads it first.
    case review
    /// A shape to fill in.
    case template
  }

  public struct Edit: Hashable, Sendable {
    /// The stretch that `text` replaces; empty to insert.
    public var place: Place
    public var text: String

    public init(place: Place, text: String) {
      self.place = place
      self.text = text
    }
  }

  /// What the fix does, as an imperative: "Capture `self` weakly".
  public var title: String
  public var applicability: Applicability
  public var edits: [Edit]

  public init(title: String, applicability: Applicability, edits: [Edit]) {
    self.title = title
    self.applicability = applicability
    self.edits = edits
  }
}
