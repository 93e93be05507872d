import RulePages

/// A value that an option does not take, as the parser says it: with all that it takes.
struct UnknownValue {
  /// `The value 'memroy' is invalid for '--trait <trait>'.`
  private let refused: Substring
  private let value: String
  /// From `Please provide one of` on.
  private let choices: Substring

  /// Nil for any other of the parser's messages.
  init?(_ message: String) {
    guard let found = message.firstMatch(of: /^(The value '([^']*)' is invalid for '[^']*'\.) (Please provide one of)/)
    else { return nil }
    (refused, value) = (found.1, String(found.2))
    choices = message[found.3.startIndex...]
  }

  /// The same with the nearest of the values, on one line.
  var says: String {
    let names = choices.matches(of: /'([^']+)'|- (\S+)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
    let meant = nearest(to: value, among: names).map { " Did you mean '\($0)'?" } ?? ""
    let list = names.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return "\(refused)\(meant) Please provide one of \(list) or '\(names.last ?? "")'."
  }
}
