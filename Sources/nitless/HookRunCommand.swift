import ArgumentParser
import Platform
import Git
import Hooks
import Quoting
import Reporters
import ReviewModel
import Reviewing

/// `nitless hook run`.
struct HookRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "What a hook runs: reviews what git is about to record.",
    discussion: """
      nitless hook run                            the commit that is about to be made
      nitless hook run pre-push origin ADDRESS    a push, refs on standard input

      The commit is read from the index that git names, which is not always the usual one, and \
      never from the disk; nothing is stashed and nothing is written.

      A commit that amends another is compared with the parent of that other. Git does not tell a hook \
      that it amends: it is read off the command line of the git that runs the hook. Where another \
      program makes the commit, it is compared with HEAD.

      Of a merge it tells what is in none of its parents. Where the framework pre-commit names \
      PRE_COMMIT_FROM_REF and PRE_COMMIT_TO_REF, what lies between them is reviewed.

      Exit status: 0 go on; 1 stop, there are findings at or above the failing level; 2 stop, it \
      could not be reviewed, or not all of it.
      """)

  @Argument(help: "What git is about to do.")
  var hook: Hook = .preCommit

  @Argument(help: ArgumentHelp("What git tells the hook.", valueName: "argument"))
  var rest: [String] = []

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  /// Findings that stop git, after all was reported.
  private struct Found: Error {
    /// Each once, in the order in which they were told.
    var rules: [String] = []
    /// Files with such findings that are not the same in the work tree.
    var differing: [String] = []

    mutating func add(_ review: Review, from level: Level, under root: String?) {
      for finding in review.told where finding.level >= level {
        if !rules.contains(finding.rule) { rules.append(finding.rule) }
        let path = finding.place.path
        guard let root, !differing.contains(path), let text = review.sources.text(of: path, side: .after),
          let bytes = FileManager.default.contents(atPath: root + "/" + path)
        else { continue }
        if Array(text.utf8).withoutCarriageReturns != Array(bytes).withoutCarriageReturns { differing.append(path) }
      }
    }
  }

  private enum Subject {
    case commit(PlannedCommit)
    case change(ChangeRequest)
  }

  func run() throws {
    do {
      try review()
    } catch let found as Found {
      try Output.error.write(wayOut(past: found))
      throw ExitStatus.found
    } catch let status as ExitStatus {
      throw status
    } catch {
      guard var failure = Failure(error) else { throw error }
      failure.advice += (failure.advice.isEmpty ? "" : "\n") + notReviewed
      throw failure
    }
  }

  private func review() throws {
    let repository = try repositoryOptions.repository()
    let subjects = try subjects(in: repository)
    guard !subjects.isEmpty else { return }
    let workplace = try repositoryOptions.workplace(of: repository, withExamples: false).checked()
    let level = reportOptions.failOn ?? workplace.configuration.failingLevel ?? .bug
    var found = Found()
    for subject in subjects {
      let status = StatusLine()
      let reviewer = workplace.reviewer(
        of: repository, threads: repositoryOptions.threads, status: status)
      let review =
        switch subject {
        case .commit(let commit): try reviewer.review(commit)
        case .change(let request): try reviewer.review(request)
        }
      status.end()
      do {
        try workplace.finish(review, reportOptions)
      } catch is ExitStatus {
        found.add(review, from: level, under: hook == .preCommit ? repository.workTree : nil)
      }
    }
    if !found.rules.isEmpty { throw found }
  }

  private func subjects(in repository: Repository) throws -> [Subject] {
    let environment = ProcessInfo.processInfo.environment
    if let from = environment["PRE_COMMIT_FROM_REF"], let to = environment["PRE_COMMIT_TO_REF"] {
      return [.change(try repository.changeSince(from, to: to))]
    }
    // The framework names no refs where all that is pushed is new to the remote.
    if let remote = environment["PRE_COMMIT_REMOTE_NAME"] {
      let branch = environment["PRE_COMMIT_LOCAL_BRANCH"] ?? "HEAD"
      if case .change(let change) = try repository.pushBase(of: branch, over: nil, at: remote) {
        return [.change(change)]
      }
      return []
    }
    if hook == .prePush { return try pushed(in: repository) }
    return [
      .commit(
        try repository.plannedCommit(
          isAmending: isAmending(environment),
          merging: Self.heads(in: environment)))
    ]
  }

  /// Only below git itself is its command line the one that counts, and git names an index.
  private func isAmending(_ environment: [String: String]) -> Bool {
    hook == .preCommit && environment["GIT_INDEX_FILE"] != nil
      && Ancestry.commitCommand?.isAmending == true
  }

  /// The commits that `git merge` is merging; it writes them down only later.
  private static func heads(in environment: [String: String]) -> [String] {
    environment.keys.filter { $0.hasPrefix("GITHEAD_") }.map { String($0.dropFirst(8)) }.sorted()
  }

  private func pushed(in repository: Repository) throws -> [Subject] {
    let remote = rest.first ?? "origin"
    let input = isatty(STDIN_FILENO) == 1 ? nil : systemReadAll(STDIN_FILENO)
    guard let refs = PushedRef.read(String(decoding: input ?? [], as: UTF8.self)) else {
      throw Failure(
        "the standard input does not say what is pushed, as git tells a pre-push hook",
        advice: "Let git run it: nitless hook install --pre-push")
    }
    var changes: [ChangeRequest] = []
    for ref in refs {
      switch try repository.pushBase(of: ref.new, over: ref.old, at: remote) {
      case .change(let change): if !changes.contains(change) { changes.append(change) }
      case .noCommit:
        try Output.error.write("nitless: `\(ref.local.visible)` is no commit, so there is nothing to review\n")
      }
    }
    return changes.map { .change($0) }
  }

  /// How to go on in spite of findings.
  private func wayOut(past found: Found) -> String {
    let comments = found.rules.map { "  // nitless:allow \($0) - reason\n" }.joined()
    let mended = found.differing.map { path in
      "`\(path.visible)` differs in the work tree. If it is fixed there: git add \(path.quotedForShell.visible)\n"
    }.joined()
    return """

      nitless: \(hook.stopped). Fix it (`nitless fix --review` offers what it can), or say at the place why it is meant:
      \(comments)\(mended)Or go on without the review: \(hook.bypass)\n
      """
  }

  private var notReviewed: String {
    "Not reviewed, so \(hook.stopped); to go on without the review: \(hook.bypass)"
  }
}
