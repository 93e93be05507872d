import Foundation
import TestRepository
import Testing

/// The hook, with the real git: what it reviews is what the commit then holds.
///
/// Everywhere, the disk, the index and what is committed differ in whether they leak: only the right
/// one gives the right answer.
@Suite struct HookCommitTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("Other.swift", "let other = 1\n")
    try repository.commit()
    #expect(try repository.nitless("hook", "install").status == 0)
  }

  /// Whether git made the commit; says what the hook said if it ends otherwise than expected.
  @discardableResult
  private func commit(
    _ arguments: String..., in place: String? = nil, passes: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let tip = { try repository.git("-C", place ?? ".", "rev-parse", "HEAD") }
    let before = try tip()
    var said = ""
    do {
      let words = ["-C", place ?? "."] + arguments
      _ = try repository.gitOutput(words)
      #expect(passes, "git \(arguments) made the commit", sourceLocation: sourceLocation)
    } catch let failure as TestRepository.GitFailure {
      said = failure.description
      #expect(!passes, "\(failure)", sourceLocation: sourceLocation)
      #expect(
        said.contains("Viewer.swift:4") && said.contains("--no-verify"), "\(said)",
        sourceLocation: sourceLocation)
      #expect(try tip() == before, sourceLocation: sourceLocation)
    }
    // The hook and the content agree: what leaks is stopped, and nothing else.
    if passes {
      let content = try repository.git("-C", place ?? ".", "show", "HEAD:Viewer.swift")
      #expect(content + "\n" == Source.sound, sourceLocation: sourceLocation)
    }
    return said
  }

  private func stage(_ text: String, thenWrite disk: String? = nil) throws {
    try repository.write("Viewer.swift", text)
    try repository.git("add", "Viewer.swift")
    if let disk { try repository.write("Viewer.swift", disk) }
  }

  @Test func `What is staged counts, not what is on the disk`() throws {
    try stage(Source.leaking, thenWrite: Source.sound)
    try commit("commit", "-q", "-m", "1", passes: false)
    try stage(Source.sound, thenWrite: Source.leaking)
    try commit("commit", "-q", "-m", "2", "--allow-empty", passes: true)
  }

  @Test func `With -a, what is on the disk counts`() throws {
    try stage(Source.leaking, thenWrite: Source.sound)
    try commit("commit", "-q", "-a", "-m", "1", "--allow-empty", passes: true)
    try stage(Source.sound, thenWrite: Source.leaking)
    try commit("commit", "-q", "-am", "2", passes: false)
  }

  @Test func `With paths, what is on the disk there counts, and what is staged elsewhere does not`()
    throws
  {
    try stage(Source.leaking)
    try repository.write("Other.swift", "let other = 2\n")
    try commit("commit", "-q", "-m", "1", "--", "Other.swift", passes: true)
    #expect(try repository.git("diff", "--cached", "--name-only") == "Viewer.swift")
    try commit("commit", "-q", "-m", "2", "--", "Viewer.swift", passes: false)
    try stage(Source.leaking, thenWrite: Source.sound)
    try commit("commit", "-q", "-m", "3", "--include", "--allow-empty", "--", "Viewer.swift", passes: true)
  }

  @Test func `Of hunks that are chosen, the chosen ones count`() throws {
    let twice = Source.sound + "\n\n\n\n\n\nlet tail = 1\n"
    try stage(twice)
    try repository.git("commit", "-q", "--no-verify", "-m", "Tail")
    let leaking = Source.leaking + "\n\n\n\n\n\nlet tail = 2\n"
    try repository.write("Viewer.swift", leaking)
    // The second hunk alone, as `git commit -p` puts it into a temporary index.
    try repository.git("-c", "interactive.singleKey=false", "add", "Other.swift")
    let answers = repository.outside("answers")
    try TestRepository.writeBytes(Array("n\ny\n".utf8), to: answers)
    let chosen = try Command.shell("git commit -q -p -m 1 < '\(answers)'", in: repository.path)
    #expect(chosen.status == 0, "\(chosen.errors)")
    #expect(try repository.git("show", "HEAD:Viewer.swift").contains("[weak self]"))
    #expect(try repository.git("show", "HEAD:Viewer.swift").contains("tail = 2"))
    try TestRepository.writeBytes(Array("y\n".utf8), to: answers)
    let stopped = try Command.shell("git commit -q -p -m 2 < '\(answers)'", in: repository.path)
    #expect(stopped.status == 1)
    #expect(stopped.errors.contains("Viewer.swift:4"))
  }

  @Test func `An amended commit is compared with what it was made on`() throws {
    try stage(Source.leaking)
    try repository.git("commit", "-q", "--no-verify", "-m", "Leak")
    // Nothing new is staged, and yet the commit that is recorded brings the leak.
    try commit("commit", "-q", "--amend", "--no-edit", passes: false)
    try commit("commit", "-q", "--ame", "-m", "--", passes: false)
    try repository.write("Other.swift", "let other = 3\n")
    try repository.git("add", "Other.swift")
    try stage(Source.sound)
    try commit("commit", "-q", "--amend", "-m", "Sound", passes: true)
    // The leak of the commit before is nothing that a commit after it brings.
    try stage(Source.leaking)
    try repository.git("commit", "-q", "--no-verify", "-m", "Leak")
    try repository.write("Other.swift", "let other = 4\n")
    try repository.git("add", "Other.swift")
    try repository.git("commit", "-q", "-m", "About --amend")
    try repository.git("config", "alias.again", "commit --amend --no-edit -q")
    try repository.git("again")
    try repository.git("reset", "-q", "--hard", "HEAD~1")
    try commit("again", passes: false)
  }

  @Test func `The first commit is compared with nothing`() throws {
    let empty = try TestRepository()
    #expect(try empty.nitless("hook", "install").status == 0)
    try empty.write("Viewer.swift", Source.leaking)
    try empty.git("add", "Viewer.swift")
    #expect(throws: TestRepository.GitFailure.self) { try empty.git("commit", "-q", "-m", "1") }
    try empty.write("Viewer.swift", Source.sound)
    try empty.git("commit", "-q", "-a", "-m", "1")
    try empty.git("commit", "-q", "--amend", "-m", "Amended")
    try empty.write("Viewer.swift", Source.leaking)
    #expect(throws: TestRepository.GitFailure.self) {
      try empty.git("commit", "-q", "-a", "--amend", "-m", "1")
    }
  }

  @Test func `A linked work tree has its own index`() throws {
    let linked = repository.outside("linked")
    try repository.git("worktree", "add", "-q", "-b", "linked", linked)
    try TestRepository.writeBytes(Array(Source.leaking.utf8), to: linked + "/Viewer.swift")
    try repository.git("-C", linked, "add", "Viewer.swift")
    try TestRepository.writeBytes(Array(Source.sound.utf8), to: linked + "/Viewer.swift")
    try commit("commit", "-q", "-m", "1", in: linked, passes: false)
    try repository.write("Other.swift", "let other = 2\n")
    try commit("commit", "-q", "-a", "-m", "Here", passes: true)
    try commit("commit", "-q", "-a", "-m", "2", "--allow-empty", in: linked, passes: true)
  }

  @Test func `From a folder below the top, it is the same`() throws {
    try repository.write("deep/er/B.swift", "let b = 1\n")
    try stage(Source.leaking)
    try commit("commit", "-q", "-m", "1", in: "deep/er", passes: false)
    try commit("commit", "-q", "-m", "2", "--", "../../Viewer.swift", in: "deep/er", passes: false)
  }

  @Test func `Inside a submodule, it is the submodule`() throws {
    let outer = try TestRepository()
    try outer.git("submodule", "add", "-q", "file://" + repository.path, "Library")
    try outer.commit()
    let inside = outer.path + "/Library"
    #expect(try Command.run(["hook", "install"], in: inside).status == 0)
    try TestRepository.writeBytes(Array(Source.leaking.utf8), to: inside + "/Viewer.swift")
    #expect(throws: TestRepository.GitFailure.self) {
      try outer.git("-C", inside, "commit", "-q", "-a", "-m", "1")
    }
    try outer.git("-C", inside, "commit", "-q", "-a", "-m", "1", "--no-verify")
    try outer.git("commit", "-q", "-a", "-m", "The link")
  }

  @Test(arguments: [
    ["sparse-checkout", "set", "--cone", "--sparse-index", "deep"],
    ["sparse-checkout", "set", "--no-cone", "/*", "!/far/"],
    ["update-index", "--split-index"],
  ])
  func `Sparse and split indexes are no way around it`(shape: [String]) throws {
    try repository.write("deep/D.swift", "let d = 1\n")
    try repository.write("far/F.swift", "let f = 1\n")
    try repository.git("add", "deep", "far")
    try repository.git("commit", "-q", "-m", "Folders")
    _ = try repository.gitOutput(shape)
    try stage(Source.leaking, thenWrite: Source.sound)
    try commit("commit", "-q", "-m", "1", passes: false)
    try commit("commit", "-q", "-a", "-m", "2", "--allow-empty", passes: true)
    try repository.write("Viewer.swift", Source.leaking)
    try commit("commit", "-q", "-m", "3", "--", "Viewer.swift", passes: false)
    #expect(try repository.nitless("review").status == 1)
    try repository.write("Viewer.swift", Source.sound)
    #expect(try repository.nitless("review").status == 0)
  }

  @Test func `Only what fails stops it`() throws {
    try repository.write(
      "System.swift",
      "protocol Files { func fileExists(atPath path: String) -> Bool }\nextension FileManager: Files {}\n"
    )
    try repository.git("add", "System.swift")
    let outcome = try repository.nitless("hook", "run")
    #expect(outcome.status == 0 && outcome.output.contains("System.swift") && outcome.errors == "")
    try repository.write(".nitless.yml", "fail-on: design\n")
    #expect(try repository.nitless("hook", "run").status == 1)
  }

  @Test func `What cannot be reviewed stops it, and says how to go on`() throws {
    try repository.write(".nitless.yml", "exlude: []\n")
    try stage(Source.sound + "\n")
    let failure = #expect(throws: TestRepository.GitFailure.self) {
      try repository.git("commit", "-q", "-m", "1")
    }
    #expect(failure?.description.contains("unknown key `exlude`") == true)
    #expect(failure?.description.contains("git commit --no-verify") == true)
    try repository.git("commit", "-q", "-m", "1", "--no-verify")
  }

  @Test func `Nothing is written: not the index, not the stash, not an object`() throws {
    try stage(Source.leaking, thenWrite: Source.sound)
    let index = { try Data(contentsOf: URL(fileURLWithPath: repository.path + "/.git/index")) }
    let before = (try index(), try repository.git("count-objects"))
    #expect(try repository.nitless("hook", "run").status == 1)
    #expect(try index() == before.0)
    #expect(try repository.git("count-objects") == before.1)
    #expect(try repository.git("stash", "list") == "")
  }
}
