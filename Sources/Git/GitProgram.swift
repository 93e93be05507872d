internal import Platform

/// The program `git`, asked where libgit2 cannot answer: it knows every format of its own.
///
/// Told nothing of the work tree's or the index's place by inheritance: what a hook's environment
/// says of them is spelled out, so that no other repository can be meant.
struct GitProgram: Sendable {
  let gitDirectory: String
  /// Nil if the repository is bare.
  let workTree: String?
  let environment: [String: String]
  /// A setting of the repository's own by which it would have git run a program, where that is not wanted.
  var distrusted: String?

  init(at location: Location, gitDirectory: String, workTree: String?) {
    self.gitDirectory = gitDirectory
    self.workTree = workTree
    var environment = location.environment
    for name in Location.placeVariables { environment[name] = nil }
    environment["GIT_INDEX_FILE"] = location.indexFile?
      .resolved(against: workTree ?? location.directory)
    environment["GIT_OBJECT_DIRECTORY"] = location.objectDirectory
    if !location.alternateDirectories.isEmpty {
      environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] =
        location.alternateDirectories.joined(separator: ":")
    }
    // Reading is all we do, and nobody is there to type a password.
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    self.environment = environment
  }

  /// What a command of git prints.
  ///
  /// - Parameters:
  ///   - summary: What could not be done if it fails.
  ///   - accepting: Exit statuses that are no failure.
  ///   - more: Variables that hold for this command alone.
  /// - Throws: `GitError` of kind `git` with git's own words, or `missingGit`.
  func output(
    of arguments: [String], input: [UInt8] = [], summary: @autoclosure () -> String,
    accepting: Set<Int32> = [0], with more: [String: String] = [:]
  ) throws(GitError) -> [UInt8] {
    var process = try start(arguments, input: .bytes(input), summary: summary(), with: more)
    let output = process.read()
    let status = process.wait()
    guard accepting.contains(status), let output else {
      throw GitError(
        kind: .git, summary: summary(), detail: process.errorText().lastWords,
        advice: "It was git that refused: \(Self.spelled(arguments))")
    }
    return output
  }

  /// Starts a command that is talked to.
  func start(
    _ arguments: [String], input: ChildProcess.Input, summary: @autoclosure () -> String,
    with more: [String: String] = [:]
  ) throws(GitError) -> ChildProcess {
    if let distrusted {
      throw GitError(
        kind: .git, summary: summary(), detail: "the repository's own configuration names a program, `\(distrusted)`",
        advice: "It is not run unasked: `nitless lsp --run-programs` lets git run it, for repositories that you trust")
    }
    var options = ["--git-dir=\(gitDirectory)", "-c", "core.fsmonitor=false"]
    if let workTree { options += ["-C", workTree, "--work-tree=\(workTree)"] }
    let process = ChildProcess(
      "git", options + arguments, environment: environment.merging(more) { _, new in new },
      input: input)
    guard let process else {
      throw GitError(
        kind: .missingGit, summary: summary(), detail: "git: \(lastSystemError)",
        advice: "This repository can be read through git alone: install git, or put it on the PATH")
    }
    return process
  }

  private static func spelled(_ arguments: [String]) -> String {
    (["git"] + arguments).joined(separator: " ")
  }
}

extension String {
  /// The last line that says something, without `fatal:` or `error:` before it.
  var lastWords: String {
    let lines = split(separator: "\n").map { line in
      for mark in ["fatal: ", "error: "] where line.hasPrefix(mark) {
        return String(line.dropFirst(mark.count))
      }
      return String(line)
    }
    return lines.last { !$0.isEmpty } ?? ""
  }
}

extension [UInt8] {
  /// The fields of an output that NUL bytes separate.
  var fields: [ArraySlice<UInt8>] { split(separator: 0, omittingEmptySubsequences: false) }
}
