import Platform
import Hosts

/// Everything that a CI run writes beside its report.
struct CIPosting {
  let run: CIRun
  let environment: [String: String]

  /// Writes to the pull request, or what stands in for it.
  ///
  /// - Returns: What kept it from being written, if that makes the run fail.
  func publish(_ posting: Posting, isSilent: Bool) throws -> Failure? {
    let desk = try ForgeDesk(run, environment: environment)
    var failure: Failure?
    var isAnnotated = false
    if !isSilent, let number = run.number {
      if let desk, desk.mayWrite {
        do {
          let outcome = try desk.post(posting, number: number)
          isAnnotated = outcome.isAnnotated
          try tell(outcome, number)
        } catch let error as HostError {
          failure = Failure(error)
        }
      } else {
        try note(noToken(desk))
      }
    }
    if !isAnnotated { try annotate(posting) }
    try summarize(posting, blobs: desk?.blobs(at: posting.head))
    return failure
  }

  /// Writes what another run saved, which nothing in it is trusted for.
  ///
  /// - Parameter scope: The name of the job that posts; the file's own could be another job's.
  func post(fileAt path: String, as scope: String) throws {
    guard let head = run.head else {
      throw Failure(
        "\(run.host) does not say which commit this run is about",
        advice: "On GitHub, post from a workflow that `workflow_run` starts: see Documentation/CI.md")
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    let posting: Posting
    do {
      posting = try SavedPosting.read(Array(bytes), head: head, scope: scope)
    } catch {
      throw Failure(
        "`\(path)` is not posted: \(error.says)",
        advice: "`nitless ci --save` writes it, in the run that this one follows")
    }
    guard let desk = try ForgeDesk(run, environment: environment), desk.mayWrite else {
      throw Failure("there is no token to post with", advice: "Put one into \(variables.joined(separator: " or "))")
    }
    do {
      guard let number = try desk.number(at: head) else {
        try note("no open pull request has \(head.prefix(10)) as its last commit: nothing is posted")
        return
      }
      let outcome = try desk.post(posting, number: number)
      try tell(outcome, number)
      guard outcome.denied.isEmpty else {
        throw Failure("not all could be posted", advice: permissions)
      }
    } catch let error as HostError {
      throw Failure(error)
    }
  }

  /// Keeps the source lines that a report quotes from being taken for commands of the host.
  func guardingCommands(isNeeded: Bool, _ body: () throws -> Void) throws {
    guard isNeeded, run.host == "GitHub Actions" else { return try body() }
    let word = UUID().uuidString
    try Output.standard.writeAsIs("::stop-commands::\(word)\n")
    defer { try? Output.standard.writeAsIs("::\(word)::\n") }
    try body()
  }

  private func tell(_ outcome: Outcome, _ number: Int) throws {
    if let newer = outcome.newerHead {
      return try note(
        "pull request \(number) has moved on to \(newer.prefix(10)): its own run writes to it, this one does not")
    }
    for (what, said) in outcome.denied { try note("the \(what) could not be written: \(said)") }
    if !outcome.denied.isEmpty { try note(permissions) }
    if !outcome.done.isEmpty { try note("pull request \(number): \(outcome.done.joined(separator: ", "))") }
  }

  private var permissions: String {
    switch run.forge {
    case .github where run.isFork:
      "The token of a change from a fork may only read: Documentation/CI.md says how a second workflow posts for it"
    case .github:
      "Give the job `permissions: { contents: read, pull-requests: write, checks: write }`"
    case .gitlab:
      "A job's own token may not write discussions: put a project access token with the scope `api` into GITLAB_TOKEN"
    case .azure:
      "Let the build service contribute to pull requests, and map SYSTEM_ACCESSTOKEN: $(System.AccessToken)"
    case .bitbucket, nil: "Give the token the right to write to pull requests"
    }
  }

  private func noToken(_ desk: ForgeDesk?) -> String {
    guard desk != nil else { return "it is not known where the pull request is: annotations in this log stand in" }
    return "no token in \(variables.joined(separator: ", ")): annotations in this log stand in for comments"
  }

  /// Where a person puts a token; what an action is given comes in a variable of its own.
  private var variables: [String] { run.tokenVariables.filter { !$0.hasPrefix("INPUT_") } }

  private func annotate(_ posting: Posting) throws {
    let lines =
      switch run.host {
      case "GitHub Actions": Annotations.github(posting)
      case "Azure Pipelines": Annotations.azure(posting)
      default: [String]()
      }
    try Output.standard.writeAsIs(lines.map { $0 + "\n" }.joined())
  }

  private func summarize(_ posting: Posting, blobs: String?) throws {
    guard run.host == "GitHub Actions", let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    try Output.append(posting.page(blobs: blobs), toFileAt: path)
  }

  private func note(_ text: String) throws { try Output.error.write("note: \(text)\n") }
}

extension Failure {
  init(_ error: HostError) { self.init(error.summary, advice: error.advice) }
}
