/// Why a hunk leaves behaviour as it was.
public enum Neutrality: String, CaseIterable, Codable, Sendable {
  /// White space, line breaks and comments.
  case formatting
  /// Something that says what holds without it: `self.`, parentheses, `return` of a single expression.
  case redundant
  /// Parts in another order, where their order has no meaning.
  case order
  /// The same thing in other words.
  case spelling
  /// A declaration at another place, unchanged.
  case moved
  /// Another name for something local or private, everywhere at once.
  case renamed
}
