/// One thing that another tool, or a reviewer, says of a program.
public struct Remark: Sendable, Equatable {
  /// How grave its author calls it.
  public enum Severity: Sendable, Equatable { case error, warning, note }

  /// Who says it: the tool's name in lower case, with `-` for spaces; `comment` for a person.
  public var tool: String
  /// The tool's name for the rule; for a person's comment, who wrote it; nil if it is not said.
  public var rule: String?
  /// Where it is about; nil if the report does not say.
  public var place: WrittenPlace?
  public var message: String
  public var severity: Severity
  /// What to do about it, in one way or another. Empty if nothing is proposed.
  public var proposals: [Proposal]
  /// Why its own report does not count it: it is suppressed there, or was mended; nil if it counts.
  public var dismissal: String?

  public init(
    tool: String, rule: String?, place: WrittenPlace?, message: String, severity: Severity,
    proposals: [Proposal] = [], dismissal: String? = nil
  ) {
    self.tool = tool
    self.rule = rule
    self.place = place
    self.message = message
    self.severity = severity
    self.proposals = proposals
    self.dismissal = dismissal
  }

  /// A change that would satisfy the author.
  public struct Proposal: Sendable, Equatable {
    /// What the author calls it; empty if nothing.
    public var title: String
    public var edits: [Edit]

    public init(title: String = "", edits: [Edit]) {
      self.title = title
      self.edits = edits
    }
  }

  /// One stretch of a file and what is to stand there instead.
  public struct Edit: Sendable, Equatable {
    public var place: WrittenPlace
    public var text: String

    public init(place: WrittenPlace, text: String) {
      self.place = place
      self.text = text
    }
  }
}

/// A place as a report writes it: the path may be of another machine, and the columns of another unit.
public struct WrittenPlace: Sendable, Equatable {
  /// An absolute path, a relative one, or a `file:` URL.
  public var path: String
  /// Nil where the whole file is meant.
  public var region: Region?
  /// The commit whose lines are counted; nil for the files as they are.
  public var revision: String?

  public init(path: String, region: Region? = nil, revision: String? = nil) {
    self.path = path
    self.region = region
    self.revision = revision
  }

  /// A stretch of lines and columns that count from 1; the end is not part of it.
  public struct Region: Sendable, Equatable {
    public var startLine: Int
    /// Nil for the start of the line.
    public var startColumn: Int?
    public var endLine: Int
    /// Nil for the end of the line, before its line break.
    public var endColumn: Int?
    public var unit: ColumnUnit

    public init(
      startLine: Int, startColumn: Int? = nil, endLine: Int? = nil, endColumn: Int? = nil,
      unit: ColumnUnit = .utf8
    ) {
      self.startLine = startLine
      self.startColumn = startColumn
      self.endLine = endLine ?? startLine
      self.endColumn = endColumn
      self.unit = unit
    }
  }

  /// What a tool counts as one column.
  public enum ColumnUnit: Sendable, Equatable { case utf8, utf16, scalars }
}
