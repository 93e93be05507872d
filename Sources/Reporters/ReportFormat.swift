public import ReviewModel

/// A format that `--format` can name, and how to make its reporter.
public struct ReportFormat: Sendable {
  /// Every format; the first is what a person at a terminal sees.
  public static let all: [ReportFormat] = [
    ReportFormat("for a person at a terminal; what you get if you name none") {
      TerminalReporter(color: $0.color, width: $0.width)
    },
    ReportFormat("for your own programs; keys are added, and none is changed or taken away") { _ in JSONReporter() },
    ReportFormat("SARIF 2.1.0, for GitHub code scanning and other viewers") {
      SARIFReporter(version: $0.version, showsSuppressed: $0.showsSuppressed)
    },
    ReportFormat("annotations in the log of GitHub Actions") { _ in GitHubReporter() },
    ReportFormat("GitLab's code quality report") { _ in GitLabReporter() },
    ReportFormat("Checkstyle's XML, for Jenkins and many others") { _ in CheckstyleReporter() },
    ReportFormat("JUnit's XML, for servers that show only tests") { JUnitReporter(failingLevel: $0.failingLevel) },
    ReportFormat("reviewdog's format, with suggestions") { _ in RDJSONReporter() },
    ReportFormat("a compiler's diagnostics, for a build phase of Xcode") { XcodeReporter(root: $0.root) },
    ReportFormat("a summary, for $GITHUB_STEP_SUMMARY or a comment") { _ in MarkdownReporter() },
    ReportFormat("one page with the code and its findings") { _ in HTMLReporter() },
  ]

  /// What the report will be written on, and what it cannot know by itself; each format takes what it needs.
  public struct Surface: Sendable {
    /// Whether it shows ANSI colours.
    public var color: Bool
    /// How many columns it has; nil if that is not known, as in a file.
    public var width: Int?
    /// Where the repository's work tree is; nil if it has none.
    public var root: String?
    /// The version of nitless.
    public var version: String?
    /// The level from which a finding makes a run fail.
    public var failingLevel: Level
    /// Whether formats that can say so have what is suppressed, too.
    public var showsSuppressed: Bool

    /// A surface that shows plain text, unless it is said to do more.
    public init(
      color: Bool = false, width: Int? = nil, root: String? = nil, version: String? = nil, failingLevel: Level = .bug,
      showsSuppressed: Bool = true
    ) {
      self.color = color
      self.width = width
      self.root = root
      self.version = version
      self.failingLevel = failingLevel
      self.showsSuppressed = showsSuppressed
    }
  }

  /// What `--format` calls it.
  public let name: String
  /// What it is for, in a few words.
  public let purpose: String
  private let make: @Sendable (Surface) -> any Reporter

  private init<Made: Reporter>(_ purpose: String, _ make: @escaping @Sendable (Surface) -> Made) {
    self.name = Made.name
    self.purpose = purpose
    self.make = make
  }

  /// The formats that a file of that name is usually of; none where its ending says nothing.
  public static func usual(inFileAt path: String) -> [ReportFormat] {
    let endings = [
      ".html": [HTMLReporter.name], ".htm": [HTMLReporter.name], ".sarif": [SARIFReporter.name],
      ".md": [MarkdownReporter.name], ".json": [JSONReporter.name],
      ".xml": [CheckstyleReporter.name, JUnitReporter.name],
    ]
    return endings.first { path.hasSuffix($0.key) }?.value.compactMap(named) ?? []
  }

  /// The format of that name; nil if there is none.
  public static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }

  /// The reporter that writes this format.
  public func reporter(on surface: Surface = Surface()) -> any Reporter {
    make(surface)
  }
}
