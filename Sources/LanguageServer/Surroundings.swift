public import ReviewModel

/// What the server asks of the machine around it.
public struct Surroundings: Sendable {
  /// Where a file is.
  public enum Whereabouts: Equatable, Sendable {
    /// In the work tree whose top is `root`, at a path relative to it.
    case inRepository(root: String, path: String)
    /// In no repository that has a work tree.
    case outside
    /// In a repository that cannot be read, and why.
    case unreadable(String)
  }

  /// Where the file or folder at an absolute path is; it need not exist.
  public var whereabouts: @Sendable (String) -> Whereabouts
  /// An absolute path without symbolic links.
  public var canonical: @Sendable (String) -> String
  /// What is in the file at an absolute path now; nil if it cannot be read as text.
  public var text: @Sendable (String) -> String?

  /// - Parameters:
  ///   - whereabouts: Where the file or folder at an absolute path is.
  ///   - canonical: An absolute path without symbolic links.
  ///   - text: What is in the file at an absolute path now; nil if it cannot be read as text.
  public init(
    whereabouts: @escaping @Sendable (String) -> Whereabouts, canonical: @escaping @Sendable (String) -> String,
    text: @escaping @Sendable (String) -> String?
  ) {
    self.whereabouts = whereabouts
    self.canonical = canonical
    self.text = text
  }
}

/// What became of the review of a work tree.
public enum ReviewNews: Sendable {
  /// It has begun.
  case began(root: String)
  /// What is being done, in a few words.
  case progressed(root: String, String)
  /// It is over.
  case ended(root: String, ReviewOutcome)
}

/// What a review came to.
public enum ReviewOutcome: Sendable {
  /// It was done.
  ///
  /// - Parameters:
  ///   - pages: The rules that were met, by id.
  ///   - remark: How long it took, or what else the log is told.
  case reviewed(Review, pages: [String: RuleText], remark: String)
  /// It was not done: something is wrong with the configuration or what it names.
  case misconfigured([ConfigurationProblem], advice: String)
  /// It could not be done, and why, with what to do about it.
  case failed(String)
}

/// A rule, for the person who met it.
public struct RuleText: Equatable, Sendable {
  /// What its page says, in Markdown.
  public var markdown: String
  /// The absolute path of a file with the whole page; nil if there is none.
  public var file: String?

  /// The text of a rule, and where all of it is.
  public init(markdown: String, file: String?) {
    self.markdown = markdown
    self.file = file
  }
}

/// One thing that is wrong with a configuration, a rule page or a table.
public struct ConfigurationProblem: Equatable, Sendable {
  /// The absolute path of the file.
  public var path: String
  /// Where it is to be mended.
  public var position: Position
  /// What is wrong, as a clause.
  public var says: String
  /// All of that in one line, as it is printed elsewhere.
  public var line: String

  /// A problem at its place, and the line that tells of it.
  public init(path: String, position: Position, says: String, line: String) {
    self.path = path
    self.position = position
    self.says = says
    self.line = line
  }
}
