import ReviewModel

/// All the words of a rule page's front matter.
///
/// It is closed: a rule that cannot be said in it needs one new word or value here, and an analysis that answers
/// it, never an escape to code from a page.
public enum Vocabulary {
  /// The keys of the front matter, in the order in which they read as a sentence.
  enum Key: String, Choice {
    case level, trait, enabled, standing, find, pattern, compare, `where`, message, fix, rewrite, remedy

    var says: String {
      switch self {
      case .level: "How sure and how bad a finding is."
      case .trait:
        "What a finding affects. Only where the page's folder is not named after a trait."
      case .enabled: "Whether the rule is on by itself. It is, unless this says `false`."
      case .standing:
        "Whether it is told of code that stands. It is, unless this says `false`: "
          + "then of what a change brings in alone."
      case .find: "What to look for in the program."
      case .pattern:
        "The code to look for, with `$NAMES` for what varies; or a list of alternatives."
      case .compare: "What to look for in the declarations before and after a change."
      case .where: "What must be true of it."
      case .message: "One sentence with `{placeholders}`: the fact, then its consequence."
      case .fix: "The change to the source that the rule offers."
      case .rewrite:
        "What a `pattern` page offers in place of what it matched, with the pattern's own `$NAMES` in their order."
      case .remedy:
        "The fix in words, with `{placeholders}`, for findings whose fix cannot be written as a change."
      }
    }

    var shape: KeyShape {
      switch self {
      case .level: .choice(ChosenWord.all(of: Level.self))
      case .trait: .choice(ChosenWord.all(of: Trait.self))
      case .enabled, .standing: .flag
      case .find: .kinds
      case .pattern: .patterns
      case .compare: .kinds
      case .where: .conditions
      case .message, .rewrite, .remedy: .text
      case .fix: .choice(ChosenWord.all(of: FixWord.self))
      }
    }
  }
}

/// A kind of value that follows a key.
enum KeyShape: Sendable {
  case choice([ChosenWord])
  /// One kind of thing, or a list of them.
  case kinds
  case flag, text, patterns, conditions
}

extension ChosenWord {
  /// The kinds of things that can be looked for.
  static let findable = Kind.findable.map { ChosenWord(word: $0.rawValue, says: $0.says) }
}
