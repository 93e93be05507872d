/// An example of a page that does not hold, and where the page says so.
///
/// Printed, it reads like a compiler's error:
///
///     rules/analytics-in-view.md:25: missing: nothing is found at line 5, column 4 of `Example.swift`
public struct ExampleFailure: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// Expected and not found.
    case missing
    /// Found and not expected.
    case noisy
    /// Found in other words.
    case misworded
    /// Found, but not among what the change fixes once it is reversed.
    case notFixed = "not fixed"
    /// Found still, or joined by something new, once the offered fix is applied; or no Swift any more.
    case notMended = "not mended"
    /// Found otherwise where the source is laid out in another way, or in a second run.
    case unsteady
    /// Not understood as Swift at all.
    case unreadable
  }

  public var kind: Kind
  /// The page.
  public var path: String
  /// The line of the page, counted from 1.
  public var line: Int
  /// What happened, as a clause.
  public var says: String

  public var description: String { "\(path):\(line): \(kind.rawValue): \(says)" }
}
