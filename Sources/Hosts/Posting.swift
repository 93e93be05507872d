public import ReviewModel

/// A review made ready for a pull request: plain values, in the pull request's own lines.
///
/// It can be saved by one run and posted by another that trusts nothing in it: all text in it is
/// escaped when it is shown.
public struct Posting: Sendable, Equatable, Codable {
  /// One finding.
  public struct Entry: Sendable, Equatable, Codable {
    public struct Step: Sendable, Equatable, Codable {
      public var says: String
      public var path: String?
      public var line: Int?
      public var certainty: Certainty
    }

    public var rule: String
    /// Where the rule's page is on the web; nil where nobody has said, or where a stranger may have.
    public var page: String?
    public var level: Level
    public var trait: Trait
    public var path: String
    public var line: Int
    public var endLine: Int
    public var column: Int
    public var endColumn: Int
    /// Whether the lines are those of the pull request; false for a place that only the merge has.
    public var isShown: Bool
    public var message: String
    public var why: [Step]
    public var fix: String?
    public var applicability: Fix.Applicability?
    public var anchor: Anchor?
    /// What to write in place of the anchor's lines.
    public var suggestion: String?
    /// Unlike that of any other entry.
    public var fingerprint: String
  }

  /// A line of the summary that is no finding: what was fixed, skipped or allowed.
  public struct Remark: Sendable, Equatable, Codable {
    public var path: String?
    public var line: Int?
    public var says: String
  }

  /// Tells the postings of two jobs apart: small letters, digits and hyphens.
  public var scope: String
  /// The pull request's last commit.
  public var head: String
  /// The worst first, then by place.
  public var entries: [Entry]
  public var fixed: [Remark]
  public var skipped: [Remark]
  public var notices: [Remark]
  public var standing: Int
  public var comparison: String?
  /// From which level on a finding makes the run fail.
  public var failingLevel: Level
  /// Whether files that the change touches could not be understood.
  public var isIncomplete: Bool
  /// Whether it was read from a file that whoever sent the change may have written. Never part of the file.
  public var isOthersWord = false

  private enum CodingKeys: String, CodingKey {
    case scope, head, entries, fixed, skipped, notices, standing, comparison, failingLevel, isIncomplete
  }
}

extension Posting {
  /// - Parameters:
  ///   - files: The reviewed change.
  ///   - drift: What lies between the reviewed commit and `head`.
  public init(
    _ review: Review, files: [FileChange], drift: Drift = Drift(), scope: String, head: String,
    failingLevel: Level
  ) {
    let placement = Placement(files: files, drift: drift, sources: review.sources)
    let pages = Dictionary(review.rules.compactMap { rule in rule.url.map { (rule.id, $0) } }) { first, _ in first }
    var seen: [String: Int] = [:]
    let ordered = review.introduced.sorted {
      $0.level == $1.level ? Finding.reportingOrder($0, $1) : $0.level > $1.level
    }
    self.scope = scope
    self.head = head
    self.failingLevel = failingLevel
    standing = review.standing
    comparison = review.comparison
    isIncomplete = !review.missed.isEmpty
    entries = ordered.map { finding in
      let count = (seen[finding.fingerprint.text] ?? 0) + 1
      seen[finding.fingerprint.text] = count
      let name = finding.fingerprint.text + (count > 1 ? "-\(count)" : "")
      var entry = Entry(finding, named: name, at: placement.spot(of: finding), drift: drift)
      entry.page = pages[finding.rule]
      return entry
    }
    fixed = review.fixed.sorted(by: Finding.reportingOrder).map {
      Remark(path: $0.place.path, line: $0.place.span.start.line, says: "\($0.message) (`\($0.rule)`)")
    }
    skipped = review.skipped.sorted().map { Remark(path: $0.path, line: nil, says: $0.because) }
    notices = review.notices.map(Remark.init)
  }
}

extension Posting.Entry {
  init(_ finding: Finding, named fingerprint: String, at spot: Placement.Spot?, drift: Drift) {
    let place = finding.place
    let lines = drift.lines(place.span.lines, of: place.path)
    rule = finding.rule
    level = finding.level
    trait = finding.trait
    path = drift.path(place.path) ?? place.path
    isShown = lines != nil && drift.path(place.path) != nil
    line = lines?.lowerBound ?? place.span.start.line
    endLine = lines?.upperBound ?? place.span.lines.upperBound
    column = place.span.start.column
    endColumn = place.span.end.column
    message = finding.message
    why = finding.why.map { reason in
      Step(
        says: reason.says, path: reason.place.map { drift.path($0.path) ?? $0.path },
        line: reason.place.map { drift.line($0.span.start.line, of: $0.path) ?? $0.span.start.line },
        certainty: reason.certainty)
    }
    fix = finding.fix?.title
    applicability = finding.fix?.applicability
    anchor = spot?.anchor
    suggestion = spot?.suggestion
    self.fingerprint = fingerprint
  }
}

extension Posting.Remark {
  init(_ notice: Notice) {
    switch notice {
    case .newlyAllowed(let rules, let reason, let place):
      self.init(
        path: place.path, line: place.span.start.line,
        says: "the change allows \(Self.list(rules)): \(reason)")
    case .allowsNothing(let rules, let place):
      self.init(
        path: place.path, line: place.span.start.line,
        says: "the comment that allows \(Self.list(rules)) allows nothing any more")
    case .reasonMissing(let rules, let place):
      self.init(
        path: place.path, line: place.span.start.line,
        says: "the comment that is to allow \(Self.list(rules)) gives no reason, and so allows nothing")
    case .configurationChanged(let path):
      self.init(path: path, line: nil, says: "the change touches what is configured here")
    case .remark(let text, _):
      self.init(path: nil, line: nil, says: text)
    }
  }

  private static func list(_ rules: [String]) -> String {
    rules.map { "`\($0)`" }.joined(separator: ", ")
  }
}
