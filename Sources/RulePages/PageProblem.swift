public import ReviewModel

/// One thing that is wrong with a rule page, at the place where it is to be mended.
///
/// Printed, it reads like a compiler's error:
///
///     Rules/Memory/closure-retain-cycle.md:2:8: unknown level `bgu`; did you mean `bug`? (one of: design, risk, bug)
public struct PageProblem: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The page, as it was given to the reader.
  public var path: String
  /// Counts from 1, in the page; the column in UTF-8 bytes.
  public var position: Position
  /// What was found and why it cannot stand, as a clause.
  public var says: String
  /// The word of `allowed` that was probably meant.
  public var nearest: String?
  /// The words that may stand there; empty where that is not a closed list.
  public var allowed: [String]

  public init(
    path: String, position: Position, says: String, nearest: String? = nil, allowed: [String] = []
  ) {
    self.path = path
    self.position = position
    self.says = says
    self.nearest = nearest
    self.allowed = allowed
  }

  public var description: String {
    let suggestion = nearest.map { "; did you mean `\($0)`?" } ?? ""
    let list = allowed.isEmpty ? "" : " (one of: \(allowed.joined(separator: ", ")))"
    return "\(path):\(position.line):\(position.column): \(says)\(suggestion)\(list)"
  }

  /// From the top of a page to its end.
  public static func < (left: PageProblem, right: PageProblem) -> Bool {
    (left.path, left.position, left.says) < (right.path, right.position, right.says)
  }
}
