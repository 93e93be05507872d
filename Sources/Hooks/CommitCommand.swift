/// A command line of git, as far as it says what becomes of `HEAD`.
///
/// Git does not tell a hook that a commit is amended; the command line that it was given does.
public struct CommitCommand: Hashable, Sendable {
  /// Whether the commit takes the place of `HEAD`.
  public let isAmending: Bool

  /// Nil if it is no `git commit`.
  ///
  /// - Parameter words: The program and its arguments. Aliases are resolved: git starts itself anew.
  public init?(_ words: [String]) {
    guard words.first?.split(separator: "/").last == "git",
      let options = Self.optionsOfCommit(words.dropFirst())
    else { return nil }
    isAmending = Self.isAmending(options)
  }

  /// What stands behind `commit`; nil if another command comes first.
  private static func optionsOfCommit(_ words: ArraySlice<String>) -> ArraySlice<String>? {
    var rest = words
    while let word = rest.popFirst() {
      if word == "commit" { return rest }
      guard word.hasPrefix("-") else { return nil }
      if globalOptionsWithValue.contains(word) { rest = rest.dropFirst() }
    }
    return nil
  }

  private static func isAmending(_ options: ArraySlice<String>) -> Bool {
    var (rest, isAmending) = (options, false)
    while let word = rest.popFirst(), word != "--" {
      if word.hasPrefix("--") {
        // Git takes any beginning of an option that no other one has.
        if word.count >= 4, "--amend".hasPrefix(word) { isAmending = true }
        if word.count >= 7, "--no-amend".hasPrefix(word) { isAmending = false }
        if longOptionsWithValue.contains(word) { rest = rest.dropFirst() }
      } else if word.hasPrefix("-"), takesNextWord(word.dropFirst()) {
        rest = rest.dropFirst()
      }
    }
    return isAmending
  }

  /// Whether the last of some short options, as in `-am`, has its value in the next word.
  private static func takesNextWord(_ letters: Substring) -> Bool {
    for (index, letter) in letters.enumerated() {
      if "mFCct".contains(letter) { return index == letters.count - 1 }
      // What follows these is their value.
      if "Su".contains(letter) { return false }
    }
    return false
  }

  private static let globalOptionsWithValue: Set = [
    "-c", "-C", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env",
    "--attr-source",
  ]

  private static let longOptionsWithValue: Set = [
    "--message", "--file", "--author", "--date", "--reuse-message", "--reedit-message",
    "--template", "--cleanup", "--fixup", "--squash", "--trailer", "--pathspec-from-file",
  ]
}
