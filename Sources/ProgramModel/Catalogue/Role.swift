/// What an API is for, as the tables under `Rules/Knowledge/` say it. Each role is a section of a table.
///
/// A section's word is the case's name in small letters with hyphens: `neverReturns` is `never-returns`.
public enum Role: Int, CaseIterable, Sendable {
  // Where control goes.
  case neverReturns

  /// The section's word in a table.
  public var word: String { kebab("\(self)") }
}

/// What a name makes likely where nothing else is known. Its sections hold whole words of names, in small letters.
///
/// An answer from here is *guessed*: it never proves anything.
public enum Guess: Int, CaseIterable, Sendable {
  case logs
  /// Names of targets, folders and files that are for tests.
  case tests

  /// The section's word in a table.
  public var word: String { kebab("\(self)") }
}

private func kebab(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase { result.append("-") }
    result.append(contentsOf: character.lowercased())
  }
  return result
}
