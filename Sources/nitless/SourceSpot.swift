import ArgumentParser
import Git
import Quoting
import ReviewModel
import Reviewing
import RulePages

/// A file of the repository, and perhaps a line of it: `Sources/Viewer.swift:12`.
struct SourceSpot: ExpressibleByArgument {
  var file: String
  /// Counted from 1.
  var line: Int?

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":") else {
      self.init(file: argument, line: nil)
      return
    }
    let end = argument[argument.index(after: colon)...]
    guard let line = Int(end) else {
      // Anything else may be part of a name.
      self.init(file: argument, line: nil)
      return
    }
    let file = String(argument[..<colon])
    // A column behind the line, as compilers print it, may come along.
    guard let other = SourceSpot(argument: file), other.line != nil else {
      self.init(file: file, line: line)
      return
    }
    self = other
  }

  private init?(file: String, line: Int?) {
    guard !file.isEmpty else { return nil }
    self.file = file
    self.line = line
  }

  /// Refuses a line that does not count from 1.
  func check(usage: String) throws {
    if let line, line < 1 { throw ValidationError("`\(file)` has no line \(line), for the first is 1: \(usage)") }
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["swift"]) }
}

/// Where a question is asked: the repository, and the moment of it.
struct SpotOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The commit to ask about, if it is not the work tree.", valueName: "rev"))
  var at: String?

  @OptionGroup var repositoryOptions: RepositoryOptions
}

extension SpotOptions {
  /// What is needed to answer a question about a place.
  struct Question {
    var workplace: Workplace
    var reviewer: Reviewer
    /// Relative to the repository's root.
    var path: String
    /// Nil for the work tree.
    var revision: String?
  }

  /// Why there is nothing to ask about: a file may be in the other of the work tree and a commit.
  private func absence(
    of file: String, at path: String, _ revision: String?, in repository: Repository, usage: String
  ) -> Failure {
    func holds(_ snapshot: () throws -> Snapshot) -> Bool {
      (try? snapshot())?.files.contains { $0.path == path } ?? false
    }
    guard let revision else {
      if let top = repository.workTree, path.hasSuffix(".swift"), RepositoryOptions.isFile(top + "/" + path) {
        return Failure("git ignores `\(file)`, so it is no part of the program", advice: "git check-ignore -v \(file)")
      }
      if holds({ try repository.snapshot(of: "HEAD") }) {
        return Failure("`\(file)` is gone from the work tree", advice: "The last commit has it: add --at HEAD")
      }
      let paths = (try? repository.workTree == nil ? repository.snapshot(of: "HEAD") : repository.workTreeSnapshot())?
        .files.map(\.path)
      let meant = Self.file(nearestTo: path, among: paths ?? []).map { "; did you mean `\($0)`?" } ?? ""
      return Failure("there is no Swift file at `\(file)`\(meant)", advice: "\(usage), from where you are")
    }
    let isHere = repository.workTree != nil && holds { try repository.workTreeSnapshot() }
    return Failure(
      "there is no Swift file `\(file)` in `\(revision)`",
      advice: isHere ? "The work tree has it: leave --at out" : "\(usage), from where you are")
  }

  /// The file whose name is the nearest, in the same folder if there are several; from the repository's top.
  private static func file(nearestTo path: String, among paths: [String]) -> String? {
    func parts(_ path: String) -> (folder: Substring, name: String) {
      let name = path.split(separator: "/").last ?? ""
      // The ending is the same of all, and makes no name like another.
      return (path.dropLast(name.count), name.hasSuffix(".swift") ? String(name.dropLast(6)) : String(name))
    }
    let wanted = parts(path)
    let names = Set(paths.map { parts($0).name }).sorted()
    guard let name = nearest(to: wanted.name, among: names) else { return nil }
    let found = paths.filter { parts($0).name == name }.sorted()
    return found.first { parts($0).folder == wanted.folder } ?? found.first
  }

  /// Writes the answer to a question about a place to standard output.
  ///
  /// - Parameter usage: How the command is called, for a place where there is no Swift file.
  func answer(_ spot: SourceSpot, usage: String, _ text: (Question) throws -> String) throws {
    let repository = try repositoryOptions.repository()
    let revision = at ?? (repository.workTree == nil ? "HEAD" : nil)
    let workplace = try repositoryOptions.workplace(of: repository, configuredAt: revision ?? "HEAD").checked()
    let status = StatusLine()
    defer { status.end() }
    var question = Question(
      workplace: workplace,
      reviewer: workplace.reviewer(of: repository, threads: repositoryOptions.threads, status: status),
      path: try repositoryOptions.pathInRepository(spot.file, top: repository.workTree), revision: revision)
    do {
      let answer: String
      do {
        answer = try text(question)
      } catch let error as NothingToAudit {
        // Reports have paths from the repository's top, wherever they are read.
        guard let top = repository.workTree, let path = Paths.inRepository(spot.file, from: top, top: top),
          path != question.path, RepositoryOptions.isFile(top + "/" + path)
        else { throw error }
        question.path = path
        answer = try text(question)
      }
      status.end()
      try Output.standard.write(answer.visibleLines)
    } catch is NothingToAudit {
      throw absence(of: spot.file, at: question.path, revision, in: repository, usage: usage)
    } catch let error as NotUnderstood {
      throw Failure(
        "`\(spot.file)` is skipped, so nothing is known of it: \(error.because)",
        advice: "`nitless review` names each file that it skips")
    } catch let error as NoSuchLine {
      throw Failure("`\(spot.file)` has no line \(error.line): its last is \(error.lines)", advice: usage)
    }
  }
}

extension RepositoryOptions {
  /// A file as the repository has it.
  func pathInRepository(_ file: String, top: String?) throws -> String {
    guard let path = Paths.inRepository(file, from: Paths.absolute(directory ?? Paths.current), top: top) else {
      throw Failure(
        "`\(file)` lies outside the repository", advice: "Name a file of it, or another repository with --repo DIR")
    }
    return path
  }
}
