import Foundation
import TestRepository
import Testing

/// The real framework pre-commit, with the hooks that `.pre-commit-hooks.yaml` offers.
///
/// The one that compiles nitless differs in where the program comes from; `Tests/README.md` says how it
/// was tried.
@Suite struct PreCommitTests {
  let repository: TestRepository
  /// A repository with our list of hooks, as the framework clones ours.
  let hooks: TestRepository
  let environment: [String: String]

  init() throws {
    hooks = try TestRepository()
    try hooks.write(".pre-commit-hooks.yaml", PreCommit.manifest.get())
    let revision = try hooks.commit()
    repository = try TestRepository()
    environment = try PreCommit.environment(home: repository.outside("pre-commit"))
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("Other.swift", "let other = 1\n")
    try repository.write(
      ".pre-commit-config.yaml",
      """
      repos:
        - repo: file://\(hooks.path)
          rev: \(revision)
          hooks:
            - id: nitless-installed

      """)
    try repository.commit()
  }

  private func run(
    _ arguments: String..., more: [String: String] = [:]
  ) throws -> Command.Outcome {
    try Command.run(
      PreCommit.python.get(), ["-m", "pre_commit"] + arguments, in: repository.path,
      environment: environment.merging(more) { _, new in new })
  }

  private func git(_ line: String) throws -> Command.Outcome {
    try Command.shell("git \(line)", in: repository.path, environment: environment)
  }

  private func install(_ types: String...) throws {
    for type in types {
      let outcome = try run("install", "--hook-type", type)
      #expect(outcome.status == 0, "\(outcome)")
    }
  }

  private func expectStopped(
    _ outcome: Command.Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = outcome.output + outcome.errors
    #expect(outcome.status == 1, "\(said)", sourceLocation: sourceLocation)
    #expect(said.contains("Viewer.swift:4"), "\(said)", sourceLocation: sourceLocation)
  }

  private func expectPassed(
    _ outcome: Command.Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = outcome.output + outcome.errors
    #expect(outcome.status == 0, "\(said)", sourceLocation: sourceLocation)
    #expect(said.contains("Passed") || said.contains("nothing is known"), "\(said)", sourceLocation: sourceLocation)
  }

  private func stage(_ text: String, thenWrite disk: String) throws {
    try repository.write("Viewer.swift", text)
    try repository.git("add", "Viewer.swift")
    try repository.write("Viewer.swift", disk)
  }

  @Test func `The list of hooks is one that the framework reads`() throws {
    try repository.write("hooks.yaml", PreCommit.manifest.get())
    let outcome = try run("validate-manifest", "hooks.yaml")
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "", "\(outcome)")
  }

  @Test func `A commit is reviewed as it will be`() throws {
    try install("pre-commit")
    try stage(Source.leaking, thenWrite: Source.sound)
    expectStopped(try git("commit -q -m 1"))
    expectPassed(try git("commit -q -a -m 2 --allow-empty"))
    try stage(Source.sound, thenWrite: Source.leaking)
    expectPassed(try git("commit -q -m 3 --allow-empty"))
    try repository.write("Other.swift", "let other = 2\n")
    expectPassed(try git("commit -q -m 4 -- Other.swift"))
    expectStopped(try git("commit -q -m 5 -- Viewer.swift"))
    expectStopped(try git("commit -q -am 6"))
    #expect(try git("commit -q -am 7 --no-verify").status == 0)
    expectStopped(try git("commit -q --amend --no-edit"))
    try repository.git("rm", "-q", "Other.swift")
    expectPassed(try git("commit -q -m 'A file is gone, which the framework lists nowhere'"))
  }

  @Test func `A merge brings what is in neither parent`() throws {
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.write("notes.txt", "theirs\n")
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("notes.txt", "ours\n")
    try repository.commit()
    try install("pre-commit", "pre-merge-commit")
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("merge", "-q", "topic") }
    try repository.write("notes.txt", "both\n")
    try repository.git("add", "notes.txt")
    expectPassed(try git("commit -q -m Merge"))
    try repository.git("reset", "-q", "--hard", "HEAD~")
    try repository.git("checkout", "-q", "topic", "--", "notes.txt")
    try repository.git("commit", "-q", "--no-verify", "-m", "No conflict")
    expectPassed(try git("merge -q --no-edit topic"))
  }

  @Test func `Between two commits it is what lies between them`() throws {
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    try repository.write("Viewer.swift", Source.sound)
    expectStopped(try run("run", "--from-ref", "main", "--to-ref", "topic"))
    expectPassed(try run("run", "--from-ref", "topic", "--to-ref", "main"))
    expectPassed(try run("run", "--all-files"))
    try repository.git("checkout", "-q", "--orphan", "orphan")
    try repository.commit()
    expectStopped(try run("run", "--from-ref", "orphan", "--to-ref", "topic"))
  }

  @Test func `At the stage pre-push it is what is pushed`() throws {
    try install("pre-push")
    let remote = try TestRepository("--bare")
    try repository.git("remote", "add", "origin", remote.path)
    let first = try git("push -q origin main")
    #expect(first.status == 0, "\(first)")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    try repository.write("Viewer.swift", Source.sound)
    expectStopped(try git("push -q origin main"))
    expectStopped(try git("push -q origin main:new"))
    try repository.commit()
    #expect(try git("push -q origin main").status == 0)
    #expect(try git("push -q origin :new").status != 2)
  }

  @Test func `The mirror brings the released program, and compiles nothing`() throws {
    let release = try Release.folder.get()
    let mirror = try TestRepository()
    for name in [".pre-commit-hooks.yaml", "pyproject.toml", "mirror.py"] {
      try mirror.write(name, String(contentsOfFile: "\(release)/repositories/pre-commit/\(name)", encoding: .utf8))
    }
    let revision = try mirror.commit()
    try repository.write(
      ".pre-commit-config.yaml",
      "repos: [{repo: \"file://\(mirror.path)\", rev: \(revision), hooks: [{id: nitless}]}]\n")
    try repository.git("add", ".pre-commit-config.yaml")
    try stage(Source.leaking, thenWrite: Source.sound)
    // From the release's folder, as if it were an index; no other nitless is on the PATH.
    let offline = [
      "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": release, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    expectStopped(try run("run", more: offline))
    try stage(Source.sound, thenWrite: Source.leaking)
    expectPassed(try run("run", more: offline))
  }

  @Test func `What hook install says to add works`() throws {
    try repository.write(".pre-commit-config.yaml", "repos:\n")
    let advice = try repository.nitless("hook", "install").errors.split(separator: "\n").dropFirst(2)
      .prefix { !$0.hasPrefix("  Then run this") }
    try repository.write(".pre-commit-config.yaml", "repos:\n" + advice.joined(separator: "\n") + "\n")
    try repository.git("add", ".pre-commit-config.yaml")
    try install("pre-commit")
    try stage(Source.leaking, thenWrite: Source.sound)
    expectStopped(try git("commit -q -m 1"))
  }
}

/// The framework, from its package, and what it needs around it.
private enum PreCommit {
  private static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  private static let folder = top + "/.build/test-tools/pre-commit"

  struct NotInstalled: Error, CustomStringConvertible {
    var description: String
  }

  /// The Python that has it; installed if need be, and an error where that fails.
  static let python: Result<URL, any Error> = Result {
    let outcome = try Command.run(
      URL(fileURLWithPath: top + "/Scripts/install-test-tools"), [folder, "pre-commit>=4.2,<5"], in: top,
      environment: ProcessInfo.processInfo.environment)
    guard outcome.status == 0 else { throw NotInstalled(description: outcome.errors) }
    return URL(fileURLWithPath: outcome.output.trimmingCharacters(in: .newlines))
  }

  /// - Parameter home: Where the framework keeps what it clones.
  static func environment(home: String) throws -> [String: String] {
    _ = try python.get()
    let program = try Command.executable.get().deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PYTHONPATH": folder, "PATH": "\(program):\(path)", "PRE_COMMIT_HOME": home,
    ]
  }

  static let manifest: Result<String, any Error> = Result {
    try String(contentsOfFile: top + "/.pre-commit-hooks.yaml", encoding: .utf8)
  }
}
