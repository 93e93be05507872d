import ArgumentParser
import Git
import Reporters
import Reviewing

/// `nitless review`.
struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Reports the defects that a change brings in, and those it mends.",
    discussion: """
      nitless review               the work tree, from its merge base with main
      nitless review origin/main   HEAD, from its merge base with origin/main
      nitless review v1.2..v1.3    from the one commit to the other
      nitless review main...topic  from the merge base of the two to the second
      nitless review --staged      what the next commit would record
      nitless review main Sources  only what there is to say about a folder
      nitless review -- Sources    the same, of the work tree

      Without a commit it is all that this branch and the work tree change, untracked files \
      included, against the default branch: what origin/HEAD points at, or what \
      `default-branch:` names in .nitless.yml. On that branch itself it is what is not pushed yet: \
      main against origin/main.

      Of a merge that is about to be committed, --staged says what is in none of its parents.

      A Swift file that cannot be understood is listed as skipped. If the change touches it, the \
      review is not complete, and the exit status is 2.

      --fix writes the safe fixes into the files of the work tree, all of them or none, and then \
      reports what is left. A file that is not what was reviewed is never written.

      \(ReportRequest.explained(for: "review"))

      \(ExitStatus.explained)
      """)

  @Argument(
    help: ArgumentHelp(
      "The commit to compare with, or two: A..B, A...B; then folders and files to speak about.", valueName: "base|path")
  )
  var names: [String] = []

  @Flag(help: "Review what is staged.")
  var staged = false

  @Flag(
    name: .customLong("map"),
    help: """
      Print no findings, but what of the change to read: first the declarations that it touches, last the hunks that \
      change nothing.
      """)
  var showsMap = false

  @Flag(help: "Apply the fixes that change nothing but the defect to the work tree.")
  var fix = false

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var table: TableOptions
  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  mutating func validate() throws {
    if let name = names.first, ["..", "...", "..HEAD", "...HEAD"].contains(name) {
      throw ValidationError("no commit stands before the dots of `\(name)`: name the one to compare with")
    }
    // A commit that is compared with itself: as a script writes it that has lost the name of the other.
    if let name = names.first, ["HEAD..", "HEAD..."].contains(name) {
      throw ValidationError("no commit stands behind the dots of `\(name)`: name the one that the change leads to")
    }
    if showsMap, !(try reportOptions.isReadByPeople) {
      throw ValidationError("--map is a report of its own, so `--format` has no place beside it")
    }
    if showsMap, table.statistics {
      throw ValidationError("--map and --statistics are each a report of its own: name one of them")
    }
    try table.check(beside: reportOptions)
  }

  func run() throws {
    let repository = try repositoryOptions.repository()
    let subject = try subject(in: repository)
    let request = subject.request
    let workplace = try repositoryOptions.workplace(
      of: repository, configuredAt: request.newerSide, withExamples: false
    ).checked()
    let status = StatusLine(timed: repositoryOptions.timings)
    defer { status.end() }
    let reviewer = workplace.reviewer(
      of: repository, threads: repositoryOptions.threads, status: status)
    var review = try repositoryOptions.suggesting(names.first, in: repository) {
      try reviewer.review(request, defaultBranch: workplace.configuration.defaultBranch)
    }
    status.end()
    try repositoryOptions.refuse(subject.paths, nowhereIn: review, of: repository)
    // What is staged has its defects until the fixed files are staged, too.
    if fix, try FixRun.apply(fixesOf: review, in: repository), !staged {
      review = try reviewer.review(request, defaultBranch: workplace.configuration.defaultBranch)
      status.end()
    }
    try workplace.finish(review, reportOptions, telling: selection, paths: subject.paths,
      as: showsMap ? .map : table.form)
  }

  /// What to compare, and the folders and files to speak about.
  private func subject(in repository: Repository) throws -> (request: ChangeRequest, paths: [String]) {
    guard let base = try names.first.flatMap({ try isBase($0, of: repository) ? $0 : nil }) else {
      let paths = try repositoryOptions.paths(names, in: repository)
      return (staged ? .staged : .workTree, paths)
    }
    if fix {
      throw ValidationError(
        "--fix writes into the work tree, so it goes with a review of that or of what is staged, not of `\(base)`")
    }
    if staged {
      throw ValidationError("--staged compares the index with HEAD, so `\(base)` has no place beside it")
    }
    return (ChangeRequest(parsing: base), try repositoryOptions.paths(Array(names.dropFirst()), in: repository))
  }

  /// Whether the first name is what to compare with. A path is one only where no commit is called so.
  private func isBase(_ name: String, of repository: Repository) throws -> Bool {
    if RepositoryOptions.areAllPaths(names) { return false }
    if repositoryOptions.exists(name), name.contains("..") { return false }
    // Git's own names have no `..` between slashes, which the way to another folder has.
    let isWay = name.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    if name.contains(".."), !isWay { return true }
    if isWay ? false : try RepositoryOptions.isRevision(name, of: repository) { return true }
    if repositoryOptions.exists(name) { return false }
    guard name.contains("/") || name.hasSuffix(".swift") else { return true }
    throw Failure(
      "`\(name)` is neither a commit nor a file or folder" + RepositoryOptions.meant(by: name, in: repository),
      advice: "`git branch --all` lists branches; -- stands before a path that is gone: nitless review -- \(name)")
  }
}

extension ChangeRequest {
  /// The commit that the change leads to; `HEAD` where it leads to none.
  fileprivate var newerSide: String {
    switch self {
    case .range(_, let revision), .sinceMergeBase(_, let revision), .commit(let revision): revision
    case .staged, .index, .workTree: "HEAD"
    }
  }
}
