public import ReviewModel
public import RulePages

/// What a repository's `.nitless.yml` says.
public struct Configuration: Sendable {
  /// The name of the file at the top of a work tree.
  public static let fileName = ".nitless.yml"

  /// A name that the file mentions, and where: it may yet turn out to name nothing.
  public struct Mention: Hashable, Sendable {
    public var text: String
    public var position: Position
  }

  /// As messages name the file.
  public var path: String
  /// Folders of the team's own rule pages, relative to the file.
  public var rules: [Mention] = []
  /// The team's own knowledge tables, or folders of such.
  public var knowledge: [Mention] = []
  /// Rules that are on though their pages say otherwise.
  public var enabled: [Mention] = []
  /// Rules that are off.
  public var disabled: [Mention] = []
  /// Files that nothing is said about.
  public var exclusions: [Glob] = []
  /// The level from which findings make a run fail.
  public var failingLevel: Level?
  /// The branch that a work tree is compared with.
  public var defaultBranch: String?

  /// What holds where there is no file.
  public init(path: String = Configuration.fileName) { self.path = path }

  /// Whether nothing is to be said about the file at a path.
  public func excludes(_ path: String) -> Bool { exclusions.contains { $0.matches(path) } }
}

extension Configuration {
  /// Reads the file, and says everything that is wrong with it at once.
  public static func read(_ bytes: [UInt8], path: String) -> (
    configuration: Configuration, problems: [PageProblem]
  ) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return (Configuration(path: path), [.notUTF8(path)])
    }
    var reader = ConfigurationReader(text, path: path)
    let configuration = reader.read()
    return (configuration, reader.problems)
  }
}

extension PageProblem {
  static func notUTF8(_ path: String) -> PageProblem {
    PageProblem(path: path, position: Position(line: 1, column: 1), says: "the file is not UTF-8")
  }
}
