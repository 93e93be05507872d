/// A change, or a whole program, with what nitless has to say about it.
public struct Review: Sendable {
  /// Findings the program after the change has and the program before had not; every finding of an audit.
  public var introduced: [Finding]
  /// Findings the program before had and the program after has not, in the old coordinates.
  public var fixed: [Finding]
  /// Findings in code that the change does not touch, and that only comes into use by it. They count as standing.
  public var surfaced: [Finding] = []
  /// How many findings both programs have.
  public var standing: Int
  /// What the change consists of; nil for an audit.
  public var extent: Extent?
  /// Files that could not be read or understood, and why.
  public var skipped: [Skip]
  /// The source that findings and reasons point into.
  public var sources: SourceBook
  /// The rules that were asked, by id, met or not.
  public var rules: [RuleSummary]
  /// What was compared with what, in words: "the work tree with 1a2b3c4, the merge base with main"; nil for an audit.
  public var comparison: String?
  /// What else its reader is told.
  public var notices: [Notice]
  /// The changed Swift files with their hunks, sorted by path; empty for an audit.
  public var files: [FileChange]
  /// What was looked at, and what of it is not told.
  public var account: Account
  /// The order in which the findings are told.
  public var order = FindingOrder.path
  /// What is there and is not told, for the baseline has it or a comment allows it.
  public var suppressed: [Suppression] = []
  /// Earlier audits of the program, the oldest first.
  public var earlier: [EarlierAudit] = []

  public init(
    introduced: [Finding], fixed: [Finding] = [], standing: Int = 0, extent: Extent? = nil,
    skipped: [Skip] = [], sources: SourceBook = SourceBook(), rules: [RuleSummary] = [],
    comparison: String? = nil, notices: [Notice] = [], files: [FileChange] = [], account: Account = Account()
  ) {
    self.introduced = introduced
    self.fixed = fixed
    self.standing = standing
    self.extent = extent
    self.skipped = skipped
    self.sources = sources
    self.rules = rules
    self.comparison = comparison
    self.notices = notices
    self.files = files
    self.account = account
  }

  /// Whether it is of a whole program, and of no change.
  public var isAudit: Bool { extent == nil }

  /// The skipped files without which the job is not done.
  ///
  /// One that the change leaves alone was skipped before the change too: what is introduced elsewhere
  /// is still told from what stands.
  public var missed: [Skip] { skipped.filter(\.isTouched) }

  /// How large a change is.
  public struct Extent: Sendable, Equatable {
    /// Changed Swift files.
    public var files: Int
    public var hunks: Int
    /// Hunks proven to leave behaviour as it was.
    public var neutral: [NeutralHunk]
    /// What the other hunks touch.
    public var touched: [TouchedDeclaration]

    public init(files: Int, hunks: Int, neutral: [NeutralHunk] = [], touched: [TouchedDeclaration] = []) {
      self.files = files
      self.hunks = hunks
      self.neutral = neutral
      self.touched = touched
    }
  }

  public struct NeutralHunk: Sendable, Equatable {
    public var path: String
    public var hunk: Hunk
    /// Never empty; in the order of the classes.
    public var because: [Neutrality]

    public init(path: String, hunk: Hunk, because: [Neutrality]) {
      self.path = path
      self.hunk = hunk
      self.because = because
    }
  }

  public struct Skip: Hashable, Comparable, Sendable {
    public var path: String
    /// Why, and what would mend it, in one line.
    public var because: String
    /// Whether the change touches the file; in an audit, every file matters.
    public var isTouched: Bool

    public init(path: String, because: String, isTouched: Bool = true) {
      self.path = path
      self.because = because
      self.isTouched = isTouched
    }

    public static func < (left: Skip, right: Skip) -> Bool {
      (left.path, left.because) < (right.path, right.because)
    }
  }
}
