/// The lines of a pull request that a comment hangs on, known to be among those that it shows.
public struct Anchor: Sendable, Equatable, Codable {
  public enum Side: String, Sendable, Codable {
    /// Lines the change took away.
    case old
    case new
  }

  public var side: Side
  /// The file's path before the change; the same as `newPath` for a new file.
  public var oldPath: String
  /// The file's path after the change; the same as `oldPath` for a deleted file.
  public var newPath: String
  public var startLine: Int
  /// The last line.
  public var line: Int
  /// For a last line that the change left alone: where it was before.
  public var oldLine: Int?

  /// As the host names the file.
  var path: String { side == .new ? newPath : oldPath }
}
