import ArgumentParser
import Git
import ReviewModel
import Reviewing

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

      The whole program is understood even where only a part of it is spoken about. In a bare \
      repository, HEAD is audited where no commit is named. A file that cannot be understood is \
      listed as skipped, and the exit status is then 2.

      \(ReportRequest.explained)

      \(ExitStatus.explained)
      """)

  @Argument(
    help: ArgumentHelp("A commit, then folders and files to speak about.", valueName: "rev|path"))
  var names: [String] = []

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  func run() throws {
    let repository = try repositoryOptions.repository()
    let subject = try subject(in: repository)
    let workplace = try repositoryOptions.workplace(
      of: repository, configuredAt: subject.revision ?? "HEAD"
    ).checked()
    let status = StatusLine()
    defer { status.end() }
    let reviewer = workplace.reviewer(
      of: repository, threads: repositoryOptions.threads, status: status)
    do {
      let review = try reviewer.audit(subject.revision, paths: subject.paths)
      status.end()
      try workplace.finish(review, reportOptions)
    } catch let error as NothingToAudit {
      throw nothing(at: error.path)
    }
  }

  private func subject(in repository: Repository) throws -> (revision: String?, paths: [String]) {
    var names = names
    var revision = repository.workTree == nil ? "HEAD" : nil
    if let first = names.first, !areAllPaths, try isRevision(first, of: repository) {
      revision = first
      names.removeFirst()
    }
    let base = repositoryOptions.directory ?? Paths.current
    let inside = try names.map { path in
      guard
        let inside = Paths.inRepository(path, from: Paths.absolute(base), top: repository.workTree)
      else {
        throw Failure(
          "`\(path)` lies outside the repository",
          advice: "Name a folder or file of it, or another repository with --repo DIR")
      }
      return inside
    }
    return (revision, inside)
  }

  /// Whether `--` stands before all names: the parser takes it away.
  private var areAllPaths: Bool {
    let behind = CommandLine.arguments.drop { $0 != "--" }.dropFirst()
    return !behind.isEmpty && behind.count >= names.count
  }

  private func isRevision(_ name: String, of repository: Repository) throws -> Bool {
    do {
      _ = try repository.snapshot(of: name)
      return true
    } catch let error where error.kind == .unknownRevision {
      return false
    }
  }

  private func nothing(at path: String) -> Failure {
    let isFirst = names.first == path
    return Failure(
      isFirst
        ? "`\(path)` is neither a commit nor a path with a Swift file"
        : "there is no Swift file at `\(path)`",
      advice: "A commit comes first, then paths: nitless audit [REV] [PATH…]")
  }
}
