import Foundation
import TestRepository
import Testing

/// `pre-push`, with the real git and a remote.
@Suite struct HookPushTests {
  let remote: TestRepository
  let repository: TestRepository

  init() throws {
    let origin = try TestRepository()
    try origin.write("Viewer.swift", Source.sound)
    try origin.commit()
    remote = try TestRepository(cloning: origin, "--bare")
    repository = try TestRepository(cloning: remote)
    #expect(try repository.nitless("hook", "install", "--pre-push").status == 0)
  }

  private func commit(_ text: String, _ file: String = "Viewer.swift") throws {
    try repository.write(file, text)
    try repository.git("add", "--all")
    try repository.git("commit", "-q", "--no-verify", "--allow-empty", "-m", "Change")
  }

  private func expectStopped(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let failure = #expect(throws: TestRepository.GitFailure.self, sourceLocation: sourceLocation) {
      try repository.gitOutput(arguments)
    }
    #expect(
      failure?.description.contains("Viewer.swift:4") == true
        && failure?.description.contains("git push --no-verify") == true,
      "\(failure?.description ?? "")", sourceLocation: sourceLocation)
  }

  @Test func `What a push brings is reviewed, be the branch old or new`() throws {
    try commit(Source.leaking)
    try repository.write("Viewer.swift", Source.sound)
    expectStopped("push", "-q", "origin", "main")
    try repository.git("checkout", "-q", "-b", "topic")
    expectStopped("push", "-q", "origin", "topic")
    try commit(Source.sound)
    try repository.git("push", "-q", "origin", "topic")
    try commit(Source.leaking)
    expectStopped("push", "-q", "origin", "topic:elsewhere", "topic")
    try repository.git("push", "-q", "--no-verify", "origin", "topic")
    // What is there already is not brought again.
    try commit("let other = 1\n", "Other.swift")
    try repository.git("push", "-q", "origin", "topic")
  }

  @Test func `A forced push is compared with where the two part`() throws {
    try repository.git("checkout", "-q", "-b", "topic")
    try commit("let other = 1\n", "Other.swift")
    try repository.git("push", "-q", "origin", "topic")
    try repository.git("reset", "-q", "--hard", "HEAD~")
    try commit(Source.leaking)
    expectStopped("push", "-q", "--force", "origin", "topic")
    try commit(Source.sound)
    try repository.git("push", "-q", "--force", "origin", "topic")
  }

  @Test func `Deleting a branch, and pushing what is there, goes`() throws {
    try repository.git("push", "-q", "origin", "main:topic")
    try repository.git("push", "-q", "origin", ":topic")
    try repository.git("tag", "-a", "v1", "-m", "1")
    try repository.git("push", "-q", "origin", "v1")
    try repository.git("tag", "blob", "HEAD:Viewer.swift")
    try repository.git("push", "-q", "origin", "blob")
  }

  @Test func `A push to a remote that was never fetched, or to an address, is compared with what others have`() throws {
    let empty = try TestRepository("--bare")
    try repository.git("remote", "add", "fresh", empty.path)
    try repository.git("push", "-q", "fresh", "main")
    try commit(Source.leaking)
    try repository.git("remote", "remove", "fresh")
    expectStopped("push", "-q", empty.path, "main")
    try repository.git("remote", "add", "fresh", empty.path)
    expectStopped("push", "-q", "fresh", "main")
  }

  @Test func `Where no remote is known, all that is pushed is new`() throws {
    let empty = try TestRepository("--bare")
    try repository.git("remote", "remove", "origin")
    try repository.git("push", "-q", empty.path, "main")
    try commit(Source.leaking)
    expectStopped("push", "-q", empty.path, "main")
  }

  @Test func `A hook that was there before reads what is pushed as well`() throws {
    let hook = repository.path + "/.git/hooks/pre-push"
    #expect(try repository.nitless("hook", "uninstall").status == 0)
    let seen = repository.outside("seen")
    try TestRepository.writeBytes(Array("#!/bin/sh\necho \"$@\" > \(seen)\ncat >> \(seen)\n".utf8), to: hook)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    #expect(try repository.nitless("hook", "install", "--pre-push").status == 0)
    try commit(Source.leaking)
    expectStopped("push", "-q", "origin", "main")
    let text = try String(contentsOfFile: seen, encoding: .utf8)
    #expect(text.hasPrefix("origin file://"))
    #expect(text.split(separator: "\n").dropFirst().first?.hasPrefix("refs/heads/main ") == true)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }

  @Test func `Without git's words on the standard input, it says so`() throws {
    let outcome = try Command.shell(
      "echo rubbish | '\(try Command.executable.get().path)' hook run pre-push origin x",
      in: repository.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("nitless hook install --pre-push"))
  }
}
