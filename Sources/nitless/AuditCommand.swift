import ArgumentParser
import Git
import Quoting
import ReviewModel
import Reviewing
import RulePages

/// `nitless audit`.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Reports every defect of a whole program, whoever brought it in.",
    discussion: """
      nitless audit                  the work tree
      nitless audit Sources/Player   only what there is to say about a folder
      nitless audit v1.2             the program as it was at a commit
      nitless audit v1.2 Sources     a folder at a commit
      nitless audit -- main          the folder main, not the branch
      nitless audit --statistics     how much each rule finds
      nitless audit --level bug --sort rule --limit 20
      nitless audit --format html --output audit.html --earlier may.json --earlier june.json

      The whole program is understood even where only a part of it is spoken about. In a bare \
      repository, HEAD is audited where no commit is named. A file that cannot be understood is \
      listed as skipped, and the exit status is then 2.

      \(ReportRequest.explained(for: "audit"))

      \(ExitStatus.explained)
      """)

  @Argument(
    help: ArgumentHelp("A commit, then folders and files to speak about.", valueName: "rev|path"))
  var names: [String] = []

  @Option(
    name: .customLong("earlier"), parsing: .singleValue,
    help: ArgumentHelp(
      "An earlier audit's report of --format json, to compare with on the HTML page; repeat it, the oldest first.",
      valueName: "file"),
    completion: .file())
  var earlier: [String] = []

  @Option(
    help: ArgumentHelp(
      "Audit one of so many shares of the program, as 3/16; `nitless merge` puts their JSON reports together.",
      valueName: "n/count"),
    transform: Shard.read)
  var shard: Shard?

  @Flag(
    name: .customLong("all"),
    help: """
      Also tell what does no harm so far: cycles of what there is one of for as long as the program runs, and what is \
      wrong in code that nothing calls.
      """)
  var isOfAll = false

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var table: TableOptions
  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  /// For who knows it of `review`.
  @Flag(name: .customLong("fix"), help: .private)
  var wantsFixes = false

  mutating func validate() throws {
    if wantsFixes {
      throw ValidationError("an audit writes nothing: `nitless fix --audit` applies the safe fixes of a whole program")
    }
    try table.check(beside: reportOptions)
  }

  func run() throws {
    let repository = try repositoryOptions.repository()
    let subject = try subject(in: repository)
    let workplace = try repositoryOptions.workplace(
      of: repository, configuredAt: subject.revision ?? "HEAD", withExamples: false
    ).checked()
    let status = StatusLine(timed: repositoryOptions.timings)
    defer { status.end() }
    let reviewer = workplace.reviewer(
      of: repository, threads: repositoryOptions.threads, status: status)
    do {
      let earlier = try earlier.map(EarlierAudit.init(readingFileAt:))
      var review = try reviewer.audit(
        subject.revision, paths: subject.paths, shard: shard, scope: isOfAll ? .all : .harm)
      review.earlier = earlier
      status.end()
      try workplace.finish(review, reportOptions, telling: selection, as: table.form)
    } catch let error as NothingToAudit {
      throw try nothing(at: error.path, in: repository)
    }
  }

  private func subject(in repository: Repository) throws -> (revision: String?, paths: [String]) {
    var names = names
    var revision = repository.workTree == nil ? "HEAD" : nil
    if let first = names.first, !RepositoryOptions.areAllPaths(names),
      try RepositoryOptions.isRevision(first, of: repository)
    {
      revision = first
      names.removeFirst()
    }
    return (revision, try repositoryOptions.paths(names, in: repository))
  }

  private func nothing(at path: String?, in repository: Repository) throws -> Failure {
    guard let path else {
      return Failure(
        "there is no Swift file to audit", advice: "Name a commit that has some, or another repository with --repo DIR")
    }
    if path.contains(where: { "*?[".contains($0) }) {
      return Failure(
        "there is no Swift file at `\(path)`", advice: "A glob is for --path: nitless audit --path \(path.shellWord)")
    }
    if let spot = SourceSpot(argument: path), spot.line != nil {
      return Failure(
        "`\(path)` is a line, and an audit is of files and folders", advice: "Of a line, ask: nitless why \(path)")
    }
    if path.contains("..") {
      return Failure(
        "`\(path)` is what lies between two commits, and an audit is of one program",
        advice: "Of a change, ask: nitless review \(path)")
    }
    let isFirst = names.first == path
    if !isFirst, try RepositoryOptions.isRevision(path, of: repository) {
      let isSecond = try RepositoryOptions.isRevision(names[0], of: repository)
      return Failure(
        "`\(path)` is a commit, and a folder or a file is wanted here",
        advice: isSecond
          ? "One commit is audited at a time; what lies between two: nitless review \(names[0])..\(path)"
          : "A commit comes first, then paths: nitless audit [REV] [PATH…]")
    }
    let meant = RepositoryOptions.meant(by: path, in: repository)
    return Failure(
      isFirst
        ? "`\(path)` is neither a commit nor a path with a Swift file\(meant)"
        : "there is no Swift file at `\(path)`",
      advice: ancestor(path, in: repository) ?? "A commit comes first, then paths: nitless audit [REV] [PATH…]")
  }
}

extension AuditCommand {
  /// Why there is no commit where one is named by another that comes after it; nil for any other name.
  private func ancestor(_ name: String, in repository: Repository) -> String? {
    guard name.contains(where: { $0 == "~" || $0 == "^" }) else { return nil }
    do {
      _ = try repository.snapshot(of: name)
      return nil
    } catch {
      return error.advice
    }
  }
}

extension Shard {
  fileprivate static func read(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
      throw ValidationError("it is a number and how many there are, as 3/16")
    }
    return shard
  }
}
