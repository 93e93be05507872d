public import ReviewModel

/// One way to write a review down.
///
/// A reporter is a pure function: the same review gives the same bytes, on every system.
public protocol Reporter: Sendable {
  /// What `--format` calls it.
  static var name: String { get }

  /// The whole report, ending in a line break; lines on a terminal or in a log are none where there is
  /// nothing to say, a document says so.
  func report(_ review: Review) -> String
}
