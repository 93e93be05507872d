import Git
import Manifests
public import ProgramModel
public import ReviewModel
public import RuleEngine
public import RulePages
import SwiftFacts

/// What there is to say about one line: what is told there, and what is found there and kept back.
public struct LineAccount: Sendable {
  public var path: String
  public var line: Int
  /// The declaration around it, outermost first; empty outside of any.
  public var declaration: String
  /// The modules that its file is in, and what says so.
  public var modules: String
  /// Whether its file is for tests alone, of which most rules do not ask.
  public var isTest: Bool
  /// What of its file was not understood; nil where all was.
  public var flaw: String?
  /// Whether no run of the program comes to the line, as far as it shows: what is found there is told with the change
  /// that calls the code, or makes its object.
  public var neverRuns = false
  /// Whether nothing that the application comes to names the code: an audit passes it over, a review tells what a
  /// change brings there.
  public var isUncalled = false
  public var told: [Finding] = []
  public var keptBack: [KeptBack] = []
  /// The cycles that close on the line, told or not, with what empties them and who gets there; empty without any.
  public var cycles = ""
  /// What came of each rule that looked at something on the line and is silent, with the words that keep it so.
  public var silent: [Trace] = []
  /// The closures that are given to something outside the program there, and what the tables say becomes of them.
  public var given: [ForeignClosure] = []
  /// The assertions of a test that begin there and are not told of, and why.
  public var assertions: [AssertionAccount] = []
  /// What is told elsewhere in the same declaration.
  public var nearby: [Finding] = []

  /// A finding that is not told, and what keeps it back.
  public struct KeptBack: Sendable {
    public var finding: Finding
    public var because: Because
  }

  public enum Because: Hashable, Sendable {
    case ruleIsOff, fileIsExcluded, fileIsGenerated, standsInBaseline
    /// Its rule tells of it only where a change brings it in.
    case standsAlready
  }

  /// The comments on the line, or above it, that allow something there.
  public var allowed: [Allowed] = []

  /// What a comment allows.
  public struct Allowed: Sendable {
    /// As the comment has it.
    public var rule: String
    /// The comment's, counted from 1.
    public var line: Int
    /// What stands behind the dash.
    public var reason: String
    /// What is found there; nil where it is told along with another.
    public var finding: Finding?
  }
}

extension Reviewer {
  /// What the rules say of a line, and what keeps them from being told.
  ///
  /// - Parameters:
  ///   - rules: All there are, switched on or not.
  ///   - revision: The commit or tree; nil for the work tree.
  /// - Throws: `NothingToAudit` if there is no such file, `NoSuchLine` if it ends before the line,
  ///   `NotUnderstood` if nothing of it is known.
  public func why(path: String, line: Int, at revision: String?, rules: [RulePage]) throws -> LineAccount {
    let snapshot = try snapshot(of: revision, with: path)
    let modules = try SnapshotModules(of: [snapshot], in: repository, knowledge: knowledge)
    let program = try program(around: path, in: snapshot)
    let file = try file(at: path, line: line, in: program)
    progress("looking for defects")
    let examined = Inspector(rules: rules).examination(of: program, threads: threads)
    let declaration = program.declarationName(atLine: line, in: file)
    var account = LineAccount(
      path: path, line: line, declaration: declaration, modules: modules[0].text(for: [path]),
      isTest: modules[0].isTest(path), flaw: Library.says(of: program[file].facts))
    account.neverRuns = program.firstCode(ofLine: line, in: file).map {
      IdleCode(program: program).neverRuns($0, in: file)
    } ?? false
    account.isUncalled = program.firstCode(ofLine: line, in: file).map {
      !NamedCode(program: program).mayRun($0, in: file)
    } ?? false
    // As a review tells them: what is set aside is no part of what is told together.
    let isSetAside = { (sighting: Sighting) in baseline.contains(sighting.finding) }
    let sightings =
      Sighting.grouped(examined.findings.filter { !isSetAside($0) }) + examined.findings.filter(isSetAside)
    for sighting in sightings where sighting.finding.place.path == path {
      let finding = sighting.finding
      let isHere =
        finding.place.span.lines.contains(line)
        || finding.why.contains { $0.place.map { $0.path == path && $0.span.lines.contains(line) } ?? false }
      switch (isHere, try keptBack(sighting, at: snapshot)) {
      case (true, let because?): account.keptBack.append(.init(finding: finding, because: because))
      case (true, nil): account.told.append(judged(finding) ?? finding)
      case (false, nil) where !declaration.isEmpty && finding.declaration == declaration: account.nearby.append(finding)
      case (false, _): break
      }
    }
    account.cycles = Ownership(of: program, threads: threads).describeEnds(in: file, line: line, of: program)
    account.given = program.foreignClosures(in: file, line: line)
    account.assertions = program.assertionAccounts(in: file, line: line)
    let isAround = { (comment: Int) in comment == line || comment == line - 1 }
    let traces = Inspector(rules: rules).traces(at: path, line: line, in: program, threads: threads)
    account.silent = traces.filter { $0.answer != .yes }
    account.allowed = examined.used.filter { $0.path == path && isAround($0.allowance.line) }
      .map { use in
        let findings = examined.allowed.map(\.finding).filter {
          $0.place.path == path && use.allowance.covers($0.place.span.start.line)
        }
        return LineAccount.Allowed(
          rule: use.rule.text, line: use.allowance.line, reason: use.allowance.reason ?? "",
          finding: findings.first { $0.rule == use.rule.text } ?? findings.first)
      }
      .sorted { ($0.line, $0.rule) < ($1.line, $1.rule) }
    return account
  }

  /// What keeps a finding from being told; nil where nothing does.
  private func keptBack(_ sighting: Sighting, at snapshot: Snapshot) throws -> LineAccount.Because? {
    let finding = sighting.finding
    if isExcluded(finding.place.path) { return .fileIsExcluded }
    if judged(finding) == nil { return .ruleIsOff }
    let judgement = try judgement(of: [finding], at: snapshot)
    if judgement.findings.isEmpty { return judgement.standing.isEmpty ? .fileIsGenerated : .standsInBaseline }
    return sighting.isOfChange ? .standsAlready : nil
  }
}
