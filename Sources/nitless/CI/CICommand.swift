import ArgumentParser
import Platform
import Git
import Hosts
import ReviewModel
import Reviewing

/// `nitless ci`.
struct CICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ci",
    abstract: "Reviews the change that a CI run is for, and comments on its pull request.",
    discussion: """
      Recognises GitHub Actions, GitLab CI, Bitbucket Pipelines, Azure Pipelines, Buildkite, CircleCI, \
      Jenkins, Bitrise and Xcode Cloud by their environment, finds what the pull request changes, and \
      writes comments, a summary and a check to it. A run without a pull request reviews what was \
      pushed, and writes to the job's log and summary alone.

      The token is read from NITLESS_TOKEN, or the variable that is usual at the host (GITHUB_TOKEN, \
      GITLAB_TOKEN, BITBUCKET_TOKEN, SYSTEM_ACCESSTOKEN). Without one, or where it may not write, \
      annotations in the job's log stand in.

      nitless ci
      GITHUB_ACTIONS=true nitless ci --no-post --base origin/main   to try it here
      nitless ci --format gitlab --output gl-code-quality-report.json
      nitless ci --save review.json   in a job without a token, as a fork's is
      nitless ci --post review.json   in a job that has one, and runs no code of it

      \(ExitStatus.explained)
      """)

  @Option(help: ArgumentHelp("What to compare with, if not what the host says.", valueName: "rev"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "Keeps the comments of several jobs on one pull request apart: small letters, digits, hyphens.",
      valueName: "name"))
  var name = "review"

  @Option(
    help: ArgumentHelp("Write nothing to the pull request; save what would be, for --post.", valueName: "file"),
    completion: .file())
  var save: String?

  @Option(
    help: ArgumentHelp("Review nothing; write to the pull request what another run saved.", valueName: "file"),
    completion: .file())
  var post: String?

  @Flag(name: .customLong("no-post"), help: "Write nothing to the pull request.")
  var staysSilent = false

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  mutating func validate() throws {
    guard name.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,49}/) != nil else {
      throw ValidationError("--name `\(name)`: small letters, digits and hyphens, no more than 50")
    }
    if save != nil, post != nil { throw ValidationError("--save and --post belong to different runs") }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let host = CIHost.recognised(by: environment) else {
      throw Failure(
        "this is no run of a CI host that nitless knows",
        advice: """
          It knows \(CIHost.all.map(\.name).joined(separator: ", "))
          To try it on your machine: GITHUB_ACTIONS=true nitless ci --no-post --base origin/main
          """)
    }
    let run = host.run(environment, event: try event(environment))
    if let riddle = run.riddle, base == nil, post == nil {
      throw Failure(riddle, advice: "Name what to compare with: nitless ci --base REV")
    }
    if let post {
      try CIPosting(run: run, environment: environment).post(fileAt: post, as: name)
    } else {
      try review(run, environment)
    }
  }

  private func event(_ environment: [String: String]) throws -> JSONValue? {
    guard let path = environment["GITHUB_EVENT_PATH"], environment["GITHUB_ACTIONS"] == "true" else { return nil }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let event = JSONValue(Array(bytes)) else {
      throw Failure("`\(path)` is no JSON", advice: "GITHUB_EVENT_PATH names the event that GitHub wrote")
    }
    return event
  }

  private func review(_ run: CIRun, _ environment: [String: String]) throws {
    let directory = repositoryOptions.directory.map(Paths.absolute) ?? Paths.current
    let git = try CheckoutGit(in: directory, environment: environment)
    let range = try CIRange(of: run, base: base, through: git)
    // Opened only now: what was fetched is to be seen.
    let repository = try repositoryOptions.repository()
    let workplace = try repositoryOptions.workplace(of: repository, for: run, range)
    if run.isFork {
      let base = range.rules.prefix(10)
      try Output.error.write("note: the change comes from a fork: the configuration and the rules of \(base) hold\n")
    }
    let status = StatusLine()
    defer { status.end() }
    let request = ChangeRequest.range(from: range.from, to: range.to)
    var review = try workplace.reviewer(of: repository, threads: repositoryOptions.threads, status: status)
      .review(request)
    status.end()
    review.comparison = range.words
    let drift =
      range.to == range.head
      ? Drift() : Drift(try repository.change(.range(from: range.to, to: range.head)).files)
    let posting = Posting(
      review, files: try repository.change(request).files, drift: drift, scope: name, head: range.head,
      failingLevel: reportOptions.failOn ?? workplace.configuration.failingLevel ?? .bug)
    if let save { try Output.write(SavedPosting.write(posting), toFileAt: save) }
    let desk = CIPosting(run: run, environment: environment)
    let failure = try desk.publish(posting, isSilent: staysSilent || save != nil)
    try desk.guardingCommands(isNeeded: try reportOptions.isPrinted) {
      if let failure {
        try reportOptions.write(workplace.completed(review), root: workplace.repository?.workTree)
        throw failure
      }
      try workplace.finish(review, reportOptions)
    }
  }
}
