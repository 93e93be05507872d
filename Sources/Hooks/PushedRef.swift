/// One of the refs that a push would move, as git tells a `pre-push` hook.
public struct PushedRef: Hashable, Sendable {
  /// What is pushed, as the user named it: `refs/heads/topic`, or `HEAD~`.
  public let local: String
  /// The object that is pushed, its full name.
  public let new: String
  /// The ref at the remote.
  public let remote: String
  /// What the remote has there now; nil if there is no such ref yet.
  public let old: String?

  /// One for each line, without those that are only deleted.
  ///
  /// - Returns: Nil if a line is not of git's form.
  public static func read(_ text: String) -> [PushedRef]? {
    var refs: [PushedRef] = []
    for line in text.split(separator: "\n") {
      // Only the first name may hold a space.
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard words.count >= 4, let new = words.dropLast(2).last, let old = words.last else {
        return nil
      }
      if isNothing(new) { continue }
      refs.append(
        PushedRef(
          local: words.dropLast(3).joined(separator: " "), new: new,
          remote: words[words.count - 2], old: isNothing(old) ? nil : old))
    }
    return refs
  }

  /// The null id, by which git says that there is none.
  private static func isNothing(_ id: String) -> Bool { id.allSatisfy { $0 == "0" } }
}
