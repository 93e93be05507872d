/// What an API is for, as the tables under `Rules/Knowledge/` say it. Each role is a section of a table.
///
/// A section's word is the case's name in small letters with hyphens: `neverReturns` is `never-returns`.
public enum Role: Int, CaseIterable, Sendable {
  // Where control goes.
  case neverReturns

  // What ends.
  /// Calls after which the object they are made on keeps nothing more: `cancel()`, `removeAll()`.
  case endsReceiver
  /// The same for what they are given.
  case endsArgument
  /// Takes what it is called on off the screen.
  case takesOffScreen
  /// Shows what a binding holds, and empties it when that goes.
  case presentsItem
  /// Types whose new value holds nothing.
  case emptyContainer

  // When the system calls.
  /// Comes whenever the object is dropped.
  case comesWhenDropped
  /// May never come.
  case mayNeverCome

  // How long.
  /// Types of which the application has one object, from beginning to end.
  case lastsWithTheProcess
  /// Types of what is shown inside of something else.
  case shownPart
  /// Types of what shows others inside of it.
  case screen
  /// Puts a screen inside of the one it is called on.
  case embedsScreen

  // What an answer is.
  /// Answers with a value of the same type as what it is called on.
  case answersInKind
  /// Gives the elements of what it is called on to a closure, or answers with one.
  case handsOutElements
  /// A static member that answers with the one object of its type that all share.
  case sharedInstance

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
