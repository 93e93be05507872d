import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

/// Repositories in which git reads something else than is named, or finds it elsewhere.
@Suite struct AlteredHistoryTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    for number in 1...4 {
      try repository.write("A.swift", (0..<number).map { "let a\($0) = \(number)\n" }.joined())
      try repository.commit("Commit \(number)")
    }
  }

  @Test func `A replaced commit has the tree and the parents of what stands for it`() throws {
    try repository.git("replace", "HEAD~1", "HEAD~2")
    try check(repository, .range(from: "HEAD~1", to: "HEAD"), against: ["HEAD~1", "HEAD"])
    try check(repository, .commit("HEAD~1"), against: ["HEAD~2", "HEAD~1"])
    try check(repository, .range(from: "HEAD~2", to: "HEAD"), against: ["HEAD~2", "HEAD"])
  }

  @Test func `A replaced blob has the content of what stands for it`() throws {
    try repository.write("B.swift", "let b = 1\n")
    let other = try repository.git("hash-object", "-w", "B.swift")
    try repository.git("replace", "HEAD~:A.swift", other)
    try check(repository, .commit("HEAD"), against: ["HEAD~", "HEAD"])
    let blob = try repository.git("rev-parse", "HEAD~:A.swift")
    #expect(
      try Repository(at: repository.path).content(of: BlobID(hex: blob)) == Array("let b = 1\n".utf8))
  }

  @Test func `Replacements are not heeded where git is told not to`() throws {
    let plain = try Repository(at: repository.path).change(.commit("HEAD~1")).files
    try repository.git("replace", "HEAD~1", "HEAD~2")
    let unheeded = ["GIT_NO_REPLACE_OBJECTS": "1"]
    let git = try Repository(at: repository.path, environment: unheeded)
    #expect(try git.change(.commit("HEAD~1")).files == plain)
    try repository.git("config", "core.useReplaceRefs", "false")
    #expect(try Repository(at: repository.path).change(.commit("HEAD~1")).files == plain)
  }

  @Test func `A graft gives a commit other parents`() throws {
    let (tip, start) = (
      try repository.git("rev-parse", "HEAD"), try repository.git("rev-parse", "HEAD~3")
    )
    try repository.git("branch", "-q", "old", "HEAD~1")
    try repository.write(".git/info/grafts", "\(tip) \(start)\n")
    try check(repository, .commit("HEAD"), against: ["HEAD~", "HEAD"])
    try check(repository, .sinceMergeBase(of: "old", and: "HEAD"), against: ["old...HEAD"])
    let error = #expect(throws: GitError.self) {
      try Repository(at: repository.path).change(.commit("HEAD~2"))
    }
    #expect(error?.kind == .unknownRevision)
  }

  @Test func `Objects in another repository are found there`() throws {
    for option in ["--shared", "--reference"] {
      let clone =
        option == "--shared"
        ? try TestRepository(cloning: repository, "--bare")
        : try TestRepository(cloning: repository, "--bare", "--reference=\(repository.path)")
      if option == "--shared" {
        // Over `file://` git copies; a shared clone keeps nothing of its own.
        try clone.write("objects/info/alternates", repository.path + "/.git/objects\n")
        for name in try FileManager.default.contentsOfDirectory(atPath: clone.path + "/objects/pack") {
          try clone.delete("objects/pack/\(name)")
        }
      }
      try check(clone, .commit("HEAD"), against: ["HEAD~", "HEAD"])
    }
  }

  @Test func `Inside a submodule it is the submodule that is reviewed, around it the link is no Swift file`()
    throws
  {
    let outer = try TestRepository()
    try outer.git("submodule", "add", "-q", "file://" + repository.path, "Library.swift")
    try outer.write("O.swift", "let o = 1\n")
    try outer.commit()
    let inside = outer.path + "/Library.swift"
    try TestRepository.writeBytes(Array("let inside = 1\n".utf8), to: inside + "/A.swift")
    try outer.git("-C", inside, "add", "A.swift")
    let git = try Repository(at: inside)
    #expect(git.workTree == inside)
    #expect(try git.change(.staged).files.map(\.newPath) == ["A.swift"])
    #expect(try git.change(.commit("HEAD")).files.map(\.newPath) == ["A.swift"])
    let around = try Repository(at: outer.path)
    #expect(try around.snapshot(of: "HEAD").files.map(\.path) == ["O.swift"])
    #expect(try around.change(.workTree).files.isEmpty)
    try check(outer, .staged, against: ["--cached", "HEAD"], environment: [:], isEmpty: true)
  }

  @Test func `A hook inside a submodule is told of the submodule`() throws {
    let outer = try TestRepository()
    try outer.git("submodule", "add", "-q", "file://" + repository.path, "Library")
    try outer.commit()
    let inside = outer.path + "/Library"
    try TestRepository.writeBytes(Array("let inside = 1\n".utf8), to: inside + "/A.swift")
    try outer.git("-C", inside, "add", "A.swift")
    let environment = [
      "GIT_DIR": outer.path + "/.git/modules/Library",
      "GIT_INDEX_FILE": outer.path + "/.git/modules/Library/index",
    ]
    let git = try Repository(at: inside, environment: environment)
    #expect(git.workTree == inside)
    #expect(try git.change(.staged).files.map(\.newPath) == ["A.swift"])
  }
}
