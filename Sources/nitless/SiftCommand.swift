import ArgumentParser
import BundledRules
import Platform
import Git
import ReviewModel
import Reviewing
import Sifting

/// `nitless sift`.
struct SiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sift",
    abstract: "Passes on the remarks of another tool that are about what a change makes the program do.",
    discussion: """
      swiftlint --reporter json | nitless sift -
      swift format lint -r Sources 2>&1 | nitless sift -
      nitless sift findings.sarif --base origin/main
      nitless sift findings.sarif --all   also what lies outside the change
      gh api repos/O/R/pulls/N/comments | nitless sift -   a review's comments

      It reads SARIF, SwiftLint's reporters json, checkstyle, xcode and github-actions-logging, what \
      `swift format lint` prints, rdjson and rdjsonl, and the JSON of GitHub's review comments.

      Each rule of SwiftLint and swift-format is known to be about behaviour or not. Where a rule is not \
      known, the fix that it proposes is tried in memory: if that is proven to change no behaviour, the remark is \
      set aside. Everything else is passed on.

      What another tool calls an error is reported as bug, a warning as risk, all else as design. \
      \(ExitStatus.explained)
      """)

  @Argument(help: ArgumentHelp("The other tool's report; - for standard input.", valueName: "file"))
  var file: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      """
      The format of the report, if it is not to be told from what is in it: \
      \(RemarkFormat.all.map(\.name).joined(separator: ", ")).
      """,
      valueName: "format"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      """
      The commit to compare with, or two, as for `nitless review`; the work tree is compared with the default \
      branch if none is given.
      """,
      valueName: "rev"))
  var base: String?

  @Flag(help: "Compare the index with HEAD.")
  var staged = false

  @Flag(help: "Pass on remarks wherever they are, not only on lines of the change.")
  var all = false

  @Option(
    name: .customLong("pass-on"),
    help: ArgumentHelp("Pass on what is about this, too: performance, metric or style.", valueName: "subject"))
  var passOn: [String] = []

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp("A table of your own that says what the rules of a tool are about.", valueName: "file"))
  var tables: [String] = []

  @Flag(name: .customLong("show-set-aside"), help: "List what is set aside, each with its reason.")
  var showSetAside = false

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  mutating func validate() throws {
    if staged, let base {
      throw ValidationError("--staged compares the index with HEAD, so `\(base)` has no place beside it")
    }
    if all, staged || base != nil {
      throw ValidationError("--all asks for no change, so --\(staged ? "staged" : "base") has no place beside it")
    }
    for word in passOn where ToolTables.Subject(word) == nil {
      throw ValidationError("--pass-on \(word): it is one of performance, metric, style")
    }
  }

  func run() throws {
    let bytes = try bytes()
    let report = try report(bytes)
    let repository = try repositoryOptions.repository()
    let configuration = try repositoryOptions.settings(of: repository)
    let sifter = Sifter(
      repository: repository, tables: try toolTables(), passing: Set(passOn.compactMap { ToolTables.Subject($0) }),
      isExcluded: { configuration.excludes($0) }, inRepository: inRepository(repository),
      proof: Sifter.neutralProof)
    let sifted = try sifter.sift(report, request: request, defaultBranch: configuration.defaultBranch)
    try reportOptions.write(sifted.review, root: repository.workTree)
    let isEmpty = bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let text = SiftedText(sifted: sifted, report: report, isEmpty: isEmpty, showsAll: showSetAside)
    try text.write(beside: reportOptions)
    throw ExitStatus(of: sifted.review, failingFrom: reportOptions.failOn ?? configuration.failingLevel ?? .bug)
  }

  private var request: ChangeRequest? {
    all ? nil : staged ? .staged : base.map { ChangeRequest(parsing: $0) } ?? .workTree
  }

  private func report(_ bytes: [UInt8]) throws -> ToolReport {
    let shown = file == "-" ? "standard input" : file
    do {
      guard let from else { return try RemarkFormat.report(recognising: bytes) }
      guard let format = RemarkFormat.named(from) else {
        throw Failure.unknown("format", from, among: RemarkFormat.all.map(\.name))
      }
      return try format.report(bytes)
    } catch let problem as ReportProblem {
      let place = problem.place.isEmpty ? "" : ", \(problem.place)"
      throw Failure("cannot read \(shown)\(place): \(problem.says)", advice: problem.advice)
    }
  }

  private func bytes() throws -> [UInt8] {
    guard file == "-" else { return try Input.bytes(at: file) }
    guard let bytes = systemReadAll(STDIN_FILENO) else {
      throw Failure("cannot read standard input: \(lastSystemError)", advice: "Name a file that this user may read")
    }
    return bytes
  }

  private func toolTables() throws -> ToolTables {
    var known = ToolTables(BundledRules.tools)
    for path in tables {
      let bytes = try Input.bytes(at: path)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure("cannot read `\(path)`: it is not UTF-8", advice: "Convert it, for example with iconv")
      }
      known.read(text, path: path)
    }
    guard known.problems.isEmpty else {
      var failure = Failure("", advice: "A table is as Rules/Knowledge.md shows it; nothing else was done")
      failure.titles = known.problems.map { "\($0.path):\($0.line): \($0.message)" }
      throw failure
    }
    return known
  }

  /// Paths of a report are written from where this runs, unless another repository is named.
  private func inRepository(_ repository: Repository) -> @Sendable (String) -> String? {
    let base = Paths.absolute(repositoryOptions.directory ?? Paths.current)
    let top = repository.workTree
    return { Paths.inRepository($0, from: base, top: top) }
  }
}
