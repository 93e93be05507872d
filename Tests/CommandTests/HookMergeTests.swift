import TestRepository
import Testing

/// Commits with two parents, and commits made while git is in the middle of something.
@Suite struct HookMergeTests {
  let repository: TestRepository

  /// `main` and `topic` have changed `Other.swift` in different ways.
  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("Other.swift", "let other = 1\n")
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Other.swift", "let other = 2\n")
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("Other.swift", "let other = 3\n")
    try repository.commit()
  }

  private func installHook() throws {
    #expect(try repository.nitless("hook", "install").status == 0)
  }

  private func expectStopped(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failure = #expect(throws: TestRepository.GitFailure.self, sourceLocation: sourceLocation) {
      try repository.gitOutput(arguments)
    }
    #expect(
      failure?.description.contains("Viewer.swift") == true, "\(failure?.description ?? "")",
      sourceLocation: sourceLocation)
  }

  /// Starts a merge that ends in a conflict, and settles it.
  private func mergeInConflict() throws {
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("merge", "-q", "topic") }
    try repository.write("Other.swift", "let other = 5\n")
    try repository.git("add", "Other.swift")
  }

  @Test func `What the other branch brings is no part of the merge`() throws {
    try repository.git("checkout", "-q", "topic")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit("Leak on topic")
    try repository.git("checkout", "-q", "main")
    try installHook()
    try mergeInConflict()
    #expect(try repository.nitless("review", "--staged").status == 0)
    try repository.git("commit", "-q", "-m", "Merge")
    #expect(try repository.git("rev-list", "--parents", "-1", "HEAD").split(separator: " ").count == 3)
    // Amended, it has the same parents.
    try repository.git("commit", "-q", "--amend", "-m", "Merged")
  }

  @Test func `What the merge itself brings is`() throws {
    try installHook()
    try mergeInConflict()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.git("add", "Viewer.swift")
    expectStopped("commit", "-q", "-m", "Merge")
    try repository.git("commit", "-q", "--no-verify", "-m", "Merge")
    expectStopped("commit", "-q", "--amend", "-m", "Merged")
  }

  @Test func `Two branches that are sound by themselves leak together`() throws {
    // `topic` makes the downloader keep what it is given; `main` gives it `self`.
    let calling = "final class Downloader {\n  func whenDone(_ run: @escaping () -> Void) { run() }\n}\n"
    let keeping =
      "final class Downloader {\n  private var onDone: (() -> Void)?\n  func whenDone(_ run: @escaping () -> Void) { onDone = run }\n}\n"
    let viewer =
      "final class Viewer {\n  let downloader = Downloader()\n  func start() {\n    downloader.whenDone { self.show() }\n  }\n  func show() {}\n}\n"
    let apart = try TestRepository()
    try apart.write("Downloader.swift", calling)
    try apart.commit()
    try apart.git("checkout", "-q", "-b", "topic")
    try apart.write("Downloader.swift", keeping)
    try apart.commit()
    try apart.git("checkout", "-q", "main")
    try apart.write("Viewer.swift", viewer)
    try apart.commit()
    #expect(try apart.nitless("hook", "install").status == 0)
    let failure = #expect(throws: TestRepository.GitFailure.self) {
      try apart.git("merge", "-q", "--no-edit", "topic")
    }
    #expect(failure?.description.contains("Viewer.swift:4") == true, "\(failure?.description ?? "")")
    #expect(failure?.description.contains("git merge --no-verify") == true)
    // It stays a merge in progress, which `git commit` would end.
    #expect(throws: TestRepository.GitFailure.self) { try apart.git("commit", "-q", "-m", "Merge") }
    try apart.git("commit", "-q", "--no-verify", "-m", "Merge")
  }

  @Test func `A merge without conflicts that brings nothing of its own is made`() throws {
    try repository.git("checkout", "-q", "-b", "leaky", "topic~")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try installHook()
    try repository.git("merge", "-q", "--no-edit", "leaky")
    #expect(try repository.git("log", "-1", "--format=%p").split(separator: " ").count == 2)
  }

  @Test func `A commit made while rebasing is reviewed like any`() throws {
    try repository.git("checkout", "-q", "topic")
    try installHook()
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("rebase", "-q", "main") }
    try repository.write("Other.swift", "let other = 6\n")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.git("add", "--all")
    expectStopped("commit", "-q", "-m", "Rebased")
    try repository.write("Viewer.swift", Source.sound)
    try repository.git("add", "--all")
    try repository.git("commit", "-q", "-m", "Rebased")
    try repository.git("rebase", "--continue", environment: ["GIT_EDITOR": "true"])
  }

  @Test func `So is one of a cherry-pick`() throws {
    try installHook()
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("cherry-pick", "topic") }
    try repository.write("Other.swift", "let other = 6\n")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.git("add", "--all")
    expectStopped("commit", "-q", "-m", "Picked")
    try repository.write("Viewer.swift", Source.sound)
    try repository.git("add", "--all")
    try repository.git("cherry-pick", "--continue", environment: ["GIT_EDITOR": "true"])
  }
}
