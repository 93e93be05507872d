import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

/// What git stores of a file on the disk, where it is not the bytes that are there.
@Suite struct FilterTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("A.swift", "let a = 1\n")
    try repository.commit()
  }

  /// Checks that each file of the work tree has the id that `git add` gives it.
  private func checkStored(
    _ setting: String = "core.autocrlf=false", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let git = try Repository(at: repository.path)
    let ours = try git.change(.workTree).after.files
    let contents = try ours.map { try git.content(of: $0.blob) }
    try repository.git("-c", setting, "add", "--all")
    let listed = try repository.git("ls-files", "--stage", "-z", "*.swift").split(separator: "\0").map {
      $0.split(maxSplits: 3, whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }
    #expect(ours.map(\.path) == listed.map { $0[3] }, sourceLocation: sourceLocation)
    #expect(ours.map(\.blob.hex) == listed.map { $0[1] }, sourceLocation: sourceLocation)
    #expect(
      try contents == listed.map { try repository.gitOutput(["cat-file", "blob", $0[1]]) },
      sourceLocation: sourceLocation)
    try check(repository, .staged, against: ["--cached"], sourceLocation: sourceLocation)
  }

  @Test func `A program that the configuration names cleans it`() throws {
    try repository.git("config", "filter.quiet.clean", "sed s/secret/hidden/")
    try repository.write(".gitattributes", "*.swift filter=quiet\n")
    try repository.write("A.swift", "let a = \"secret\"\n")
    try repository.write("Deep/ B \".swift", "let b = \"secret\"\n")
    try checkStored()
  }

  @Test func `A filter that nothing is configured for leaves it as it is`() throws {
    try repository.write(".gitattributes", "*.swift filter=missing\n")
    try repository.write("A.swift", "let a = 2\n")
    try checkStored()
  }

  @Test func `A program that the repository's own configuration names is not run unasked`() throws {
    let mark = repository.outside("ran")
    try repository.git("config", "filter.quiet.clean", "touch '\(mark)'; cat")
    try repository.write(".gitattributes", "*.swift filter=quiet\n")
    try repository.write("A.swift", "let a = 2\n")
    let error = #expect(throws: GitError.self) {
      try Repository(at: repository.path, runsItsPrograms: false).change(.workTree)
    }
    #expect(error?.detail.contains("filter.quiet.clean") == true && error?.advice.contains("--run-programs") == true)
    #expect(!FileManager.default.fileExists(atPath: mark))
    // A user's own is run.
    try repository.git("config", "--unset", "filter.quiet.clean")
    try TestRepository.writeBytes(Array("[filter \"quiet\"]\n  clean = sed s/2/3/\n".utf8), to: repository.outside(".gitconfig"))
    let home = ["HOME": repository.path + "/..", "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"]
    _ = try Repository(at: repository.path, environment: home, runsItsPrograms: false).change(.workTree)
  }

  @Test func `A program that fails says so`() throws {
    try repository.git("config", "filter.broken.clean", "false")
    try repository.git("config", "filter.broken.required", "true")
    try repository.write(".gitattributes", "*.swift filter=broken\n")
    try repository.write("A.swift", "let a = 2\n")
    let error = #expect(throws: GitError.self) {
      try Repository(at: repository.path).change(.workTree)
    }
    #expect(error?.kind == .git)
    #expect(error?.summary.contains("A.swift") == true)
  }

  @Test func `Line ends are the repository's`() throws {
    try repository.git("config", "core.autocrlf", "true")
    try repository.write("A.swift", "let a = 2\r\nlet b = 3\r\n")
    try repository.write("N.swift", "let a = 2\r\n")
    try checkStored("core.autocrlf=true")
  }

  @Test func `The configuration of this work tree alone counts`() throws {
    try repository.git("config", "core.repositoryFormatVersion", "1")
    try repository.git("config", "extensions.worktreeConfig", "true")
    try repository.git("config", "--worktree", "filter.quiet.clean", "sed s/secret/hidden/")
    try repository.write(".gitattributes", "*.swift filter=quiet\n")
    try repository.write("A.swift", "let a = \"secret\"\n")
    try checkStored()
  }

  @Test func `Another encoding becomes UTF-8`() throws {
    try repository.write(".gitattributes", "*.swift working-tree-encoding=UTF-16LE\n")
    try repository.write("A.swift", "let a = \"ä\"\n".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    try checkStored()
  }

  @Test func `Nothing is left behind`() throws {
    try repository.git("config", "filter.quiet.clean", "sed s/secret/hidden/")
    try repository.write(".gitattributes", "*.swift filter=quiet\n")
    try repository.write("A.swift", "let a = \"secret\"\n")
    let objects = try repository.git("count-objects")
    let folder = repository.outside("temporary")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let git = try Repository(at: repository.path, environment: ["TMPDIR": folder, "PATH": "/usr/bin:/bin"])
    _ = try git.change(.workTree)
    #expect(try repository.git("count-objects") == objects)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }
}
