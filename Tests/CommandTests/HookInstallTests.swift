import Foundation
import TestRepository
import Testing

/// What installing a hook does to what is there, and that uninstalling undoes it.
@Suite struct HookInstallTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.commit()
  }

  /// Every file of a folder: its kind, mode and bytes, or the target of a link.
  private func state(_ folder: String = ".git/hooks") throws -> [String: String] {
    var state: [String: String] = [:]
    let top = repository.path + "/" + folder
    for name in (try? FileManager.default.contentsOfDirectory(atPath: top)) ?? [] {
      let attributes = try FileManager.default.attributesOfItem(atPath: top + "/" + name)
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: top + "/" + name)
      let bytes = FileManager.default.contents(atPath: top + "/" + name)
      state[name] = "\(attributes[.posixPermissions] ?? "") \(target ?? "") \(bytes?.base64EncodedString() ?? "")"
    }
    return state
  }

  private func writeHook(_ text: String, mode: Int = 0o755, _ path: String = ".git/hooks/pre-commit") throws {
    try repository.write(path, text)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: repository.path + "/" + path)
  }

  private func leak() throws {
    try repository.write("Viewer.swift", Source.leaking)
    try repository.git("add", "Viewer.swift")
  }

  private func isStopped() throws -> Bool {
    do {
      try repository.git("commit", "-q", "-m", "Leak")
      return false
    } catch is TestRepository.GitFailure {
      return true
    }
  }

  @Test func `Installed twice it is installed once, and uninstalled it is gone`() throws {
    let before = try state()
    #expect(try repository.nitless("hook", "install", "--pre-push").status == 0)
    let installed = try state()
    let again = try repository.nitless("hook", "install", "--pre-push")
    #expect(again.status == 0 && again.output.contains("is there already"))
    #expect(try state() == installed)
    try leak()
    #expect(try isStopped())
    #expect(try repository.nitless("hook", "uninstall").status == 0)
    #expect(try state() == before)
    #expect(try !isStopped())
    let none = try repository.nitless("hook", "uninstall")
    #expect(none.status == 0 && none.output.contains("no hook of nitless"))
  }

  @Test func `A hook that is there goes first, and comes back to the byte`() throws {
    try writeHook("#!/bin/sh\necho first >> \(repository.outside("log"))\n\n\u{1}", mode: 0o751)
    let before = try state()
    #expect(try repository.nitless("hook", "install").output.contains("pre-commit.before-nitless"))
    try leak()
    #expect(try isStopped())
    #expect(try String(contentsOfFile: repository.outside("log"), encoding: .utf8) == "first\n")
    #expect(try repository.nitless("hook", "uninstall").status == 0)
    #expect(try state() == before)
  }

  @Test func `One that fails stops the commit before it is reviewed`() throws {
    try writeHook("#!/bin/sh\necho not today >&2\nexit 3\n")
    #expect(try repository.nitless("hook", "install").status == 0)
    try leak()
    let failure = #expect(throws: TestRepository.GitFailure.self) {
      try repository.git("commit", "-q", "-m", "Leak")
    }
    #expect(failure?.description.contains("not today") == true)
    #expect(failure?.description.contains("Viewer") == false)
  }

  @Test func `One that git does not run is not run, and comes back as well`() throws {
    try writeHook("#!/bin/sh\nexit 1\n", mode: 0o644)
    let before = try state()
    #expect(try repository.nitless("hook", "install").status == 0)
    try repository.git("commit", "-q", "--allow-empty", "-m", "Nothing")
    #expect(try repository.nitless("hook", "uninstall").status == 0)
    #expect(try state() == before)
  }

  @Test func `A link is left alone, for what it leads to may ask how it was called`() throws {
    try writeHook("#!/bin/sh\nexit 0\n", "scripts/check")
    try FileManager.default.createDirectory(
      atPath: repository.path + "/.git/hooks", withIntermediateDirectories: true)
    try repository.link(".git/hooks/pre-commit", to: "../../scripts/check")
    let before = try state()
    let outcome = try repository.nitless("hook", "install")
    #expect(outcome.status == 2 && outcome.errors.contains("nitless hook run pre-commit"), "\(outcome)")
    #expect(try state() == before)
  }

  @Test func `A hook of ours that somebody changed is left alone`() throws {
    #expect(try repository.nitless("hook", "install").status == 0)
    let hook = repository.path + "/.git/hooks/pre-commit"
    let text = try String(contentsOfFile: hook, encoding: .utf8) + "echo more\n"
    try writeHook(text)
    for command in ["install", "uninstall"] {
      let outcome = try repository.nitless("hook", command)
      #expect(outcome.status == (command == "install" && outcome.output != "" ? 0 : 2))
      #expect(outcome.errors.contains("was changed after nitless wrote it"))
    }
    #expect(try String(contentsOfFile: hook, encoding: .utf8) == text)
  }

  @Test func `Nothing is written over the hook of a hook`() throws {
    try writeHook("#!/bin/sh\nexit 0\n")
    try writeHook("#!/bin/sh\nexit 0\n# older\n", ".git/hooks/pre-commit.before-nitless")
    let before = try state()
    let outcome = try repository.nitless("hook", "install")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("pre-commit.before-nitless"))
    #expect(try state() == before)
  }

  @Test func `It goes where core.hooksPath says`() throws {
    try repository.git("config", "core.hooksPath", "tools/hooks")
    let before = try state()
    #expect(try repository.nitless("hook", "install").output.hasPrefix("tools/hooks/pre-commit"))
    #expect(try state() == before)
    #expect(Set(try state("tools/hooks").keys) == ["pre-commit", "pre-merge-commit"])
    try leak()
    #expect(try isStopped())
    #expect(try repository.nitless("hook", "uninstall").status == 0)
    #expect(try !isStopped())
  }

  @Test func `In a linked work tree it is installed for all of them`() throws {
    let linked = repository.outside("linked")
    try repository.git("worktree", "add", "-q", linked)
    #expect(try Command.run(["hook", "install"], in: linked).status == 0)
    try leak()
    #expect(try isStopped())
    #expect(try Command.run(["hook", "uninstall"], in: linked).status == 0)
    #expect(try !isStopped())
  }

  @Test func `Hooks that all repositories share are not touched`() throws {
    let shared = repository.outside("shared")
    let configuration = repository.outside("gitconfig")
    try TestRepository.writeBytes(Array("[core]\n\thooksPath = \(shared)\n".utf8), to: configuration)
    let outcome = try repository.nitless(
      "hook", "install", environment: ["GIT_CONFIG_GLOBAL": configuration])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(shared)/pre-commit:\n  nitless hook run pre-commit\n"))
    #expect(!FileManager.default.fileExists(atPath: shared))
  }

  @Test(arguments: [
    (".husky/_", "husky", ".husky/pre-commit", "nitless hook run pre-commit\n"),
    (".husky", "husky", ".husky/pre-commit", "nitless hook run pre-commit\n"),
    (nil, "lefthook", "lefthook.yml", "  pre-commit:\n    commands:\n      nitless:\n        run: nitless hook run pre-commit\n"),
    (nil, "lefthook", ".lefthook.toml", "        run: nitless hook run pre-commit\n"),
    (nil, "pre-commit", ".pre-commit-config.yaml", "      - id: nitless\n"),
  ])
  func `What manages hooks is told what to add`(
    hooksPath: String?, name: String, file: String, line: String
  ) throws {
    if let hooksPath { try repository.git("config", "core.hooksPath", hooksPath) }
    try repository.write(file, "")
    let before = (try state(), try state(".husky"), try repository.git("status", "--porcelain"))
    let outcome = try repository.nitless("hook", "install")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: \(name) manages the hooks here"))
    #expect(outcome.errors.contains("Add this to \(file):\n"))
    #expect(outcome.errors.contains(line), "\(outcome.errors)")
    #expect(try state() == before.0 && state(".husky") == before.1)
    #expect(try repository.git("status", "--porcelain") == before.2)
    // Once it is there, there is nothing more to do.
    try repository.write(file, outcome.errors.split(separator: "\n").dropFirst(2).joined(separator: "\n"))
    if name != "husky" {
      // The file is there, and nobody has had the hooks written that read it.
      let unread = try repository.nitless("hook", "install")
      #expect(unread.status == 2 && unread.errors.contains("git does not run nitless yet"), "\(unread)")
      let types = name == "pre-commit" ? " -t pre-commit -t pre-merge-commit -t pre-push" : ""
      #expect(unread.errors.contains("Run this, or git runs none of it: \(name) install\(types)\n"), "\(unread)")
      #expect(outcome.errors.contains("Then run this, or git runs none of it: \(name) install\(types)\n"))
      let isThere = ["/usr/bin", "/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
      #expect(unread.errors.contains("There is no `\(name)` on the PATH") == !isThere, "\(unread)")
      for hook in ["pre-commit", "pre-merge-commit", "pre-push"] {
        try writeHook("#!/bin/sh\n# File generated by \(name): https://example.com\n", ".git/hooks/\(hook)")
      }
    }
    let done = try repository.nitless("hook", "install")
    #expect(done.status == 0 && done.output.contains("runs nitless already"), "\(done)")
    if name != "pre-commit" {
      let push = try repository.nitless("hook", "install", "--pre-push")
      #expect(push.status == 2 && push.errors.contains("nitless hook run pre-push"))
      #expect(!push.errors.contains("nitless hook run pre-commit"))
    }
  }

  @Test func `With --plain it is installed beside what manages the hooks, and stays`() throws {
    try repository.write(".pre-commit-config.yaml", "")
    try writeHook("#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\necho theirs >&2\n")
    let outcome = try repository.nitless("hook", "install", "--plain")
    #expect(outcome.status == 0 && outcome.output.contains("goes first"), "\(outcome)")
    try leak()
    #expect(try isStopped())
    #expect(try repository.nitless("hook", "install").output.contains("is there already"))
    try repository.git("config", "core.hooksPath", ".husky/_")
    let lost = try repository.nitless("hook", "install", "--plain")
    #expect(lost.status == 2 && lost.errors.contains("--plain would not last"), "\(lost)")
  }

  @Test func `Where nitless is gone, the commit stops and it says how to go on`() throws {
    let copy = repository.outside("bin/nitless")
    try FileManager.default.createDirectory(atPath: repository.outside("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: copy, withDestinationPath: try Command.executable.get().path)
    let installed = try Command.shell("'\(copy)' hook install", in: repository.path)
    #expect(installed.status == 0)
    // By the name that it was started by, so that an update behind a link is found.
    let hook = try String(contentsOfFile: repository.path + "/.git/hooks/pre-commit", encoding: .utf8)
    #expect(hook.contains("nitless='\(copy)'"))
    try leak()
    #expect(try isStopped())
    try FileManager.default.removeItem(atPath: copy)
    let failure = #expect(throws: TestRepository.GitFailure.self) {
      try repository.git("commit", "-q", "-m", "Leak")
    }
    #expect(failure?.description.contains("nitless is not where it was") == true)
    #expect(failure?.description.contains("git commit --no-verify") == true)
    // It may have moved to somewhere on the PATH.
    let folder = try Command.executable.get().deletingLastPathComponent().path
    let outcome = try Command.shell(
      "PATH='\(folder)':$PATH git commit -q -m Leak", in: repository.path)
    #expect(outcome.status == 1 && outcome.errors.contains("Viewer.swift:4"))
  }

  @Test func `The script is one that any POSIX shell reads`() throws {
    try writeHook("#!/bin/sh\nexit 0\n")
    #expect(try repository.nitless("hook", "install", "--pre-push").status == 0)
    for hook in ["pre-commit", "pre-push"] {
      #expect(try Command.shell("sh -n .git/hooks/\(hook)", in: repository.path).status == 0)
    }
  }

  @Test func `A folder that cannot be written to is named`() throws {
    try repository.write("file", "")
    try repository.git("config", "core.hooksPath", "file/hooks")
    let outcome = try repository.nitless("hook", "install")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: cannot write to `\(repository.path)/file/hooks`: "), "\(outcome)")
  }

  @Test func `A bare repository has no commits to stop`() throws {
    let bare = try TestRepository(cloning: repository, "--bare")
    let outcome = try bare.nitless("hook", "install")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Install the hook in a clone of it"))
  }
}
