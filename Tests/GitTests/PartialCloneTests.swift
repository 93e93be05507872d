import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

/// Clones that leave objects at the remote: they come when they are asked for, as they do for git.
@Suite struct PartialCloneTests {
  /// On `topic`, with `main` two commits behind and one ahead of where they part.
  let origin: TestRepository

  init() throws {
    origin = try TestRepository()
    try origin.git("config", "uploadpack.allowFilter", "true")
    for name in ["A", "Deep/B", "Deep/Er/C"] {
      try origin.write("\(name).swift", "let a = 1\nlet b = 2\nlet c = 3\nlet d = 4\n")
    }
    try origin.write("Asset.bin", [UInt8](repeating: 7, count: 4_096))
    try origin.commit("Start")
    try origin.git("checkout", "-q", "-b", "topic")
    for name in ["A", "Deep/B"] {
      try origin.write("\(name).swift", "let a = 2\nlet b = 2\nlet c = 3\nlet d = 4\n")
    }
    try origin.git("mv", "Deep/Er/C.swift", "Moved.swift")
    try origin.write("Moved.swift", "let a = 1\nlet b = 2\nlet c = 3\nlet d = 5\n")
    try origin.delete("Asset.bin")
    try origin.commit("Topic")
    try origin.git("checkout", "-q", "main")
    try origin.write("M.swift", "let m = 1\n")
    try origin.commit("Main")
    try origin.git("checkout", "-q", "topic")
  }

  private func packs(_ clone: TestRepository) throws -> Int {
    let folder = clone.path + (clone.isBare ? "" : "/.git") + "/objects/pack"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .count { $0.hasSuffix(".pack") }
  }

  @Test(arguments: ["blob:none", "tree:0", "blob:limit=1"])
  func `Commits are compared, whatever was left out`(filter: String) throws {
    let clone = try TestRepository(cloning: origin, "--filter=\(filter)", "--bare")
    try check(
      clone, .sinceMergeBase(of: "main", and: "topic"), against: ["main...topic"])
    try check(clone, .commit("main"), against: ["main~", "main"])
  }

  @Test(arguments: ["blob:none", "tree:0"])
  func `The work tree and the index are compared with what was left out`(filter: String) throws {
    let clone = try TestRepository(cloning: origin, "--filter=\(filter)", "--branch=main")
    try clone.git("remote", "set-head", "origin", "main")
    try clone.git("checkout", "-q", "-b", "mine", "origin/topic")
    try clone.write("A.swift", "let a = 9\n")
    try check(clone, .workTree, against: ["--merge-base", "origin/main"])
    try clone.git("add", "A.swift")
    try check(clone, .staged, against: ["--cached"])
  }

  @Test func `All blobs that are missing come at once`() throws {
    let clone = try TestRepository(cloning: origin, "--filter=blob:none", "--bare")
    let before = try packs(clone)
    let git = try Repository(at: clone.path)
    let change = try git.change(.sinceMergeBase(of: "main", and: "topic"))
    for file in change.before.files + change.after.files { _ = try git.content(of: file.blob) }
    #expect(try packs(clone) == before + 1)
  }

  @Test func `All trees that are missing come at once`() throws {
    let clone = try TestRepository(cloning: origin, "--filter=tree:0", "--bare")
    let before = try packs(clone)
    _ = try Repository(at: clone.path).change(.sinceMergeBase(of: "main", and: "topic"))
    // The trees of each side, and then the blobs of both.
    #expect(try packs(clone) == before + 3)
  }

  @Test func `A file that is no Swift file stays where it is`() throws {
    let clone = try TestRepository(cloning: origin, "--filter=blob:none", "--bare")
    let asset = try origin.git("rev-parse", "main:Asset.bin")
    _ = try Repository(at: clone.path).change(.sinceMergeBase(of: "main", and: "topic"))
    #expect(throws: TestRepository.GitFailure.self) {
      try clone.git("-c", "remote.origin.promisor=false", "cat-file", "-e", asset,
        environment: ["GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"])
    }
  }

  @Test func `A blob that is asked for by itself comes by itself`() throws {
    let clone = try TestRepository(cloning: origin, "--filter=blob:none", "--bare")
    let git = try Repository(at: clone.path)
    for path in ["A.swift", "Moved.swift"] {
      let blob = try origin.git("rev-parse", "topic:\(path)")
      #expect(try git.content(of: BlobID(hex: blob)) == origin.gitOutput(["cat-file", "blob", blob]))
    }
  }

  @Test func `Of several remotes the one that has the objects is asked`() throws {
    let clone = try TestRepository(cloning: origin, "--filter=blob:none", "--bare")
    try clone.git("remote", "rename", "origin", "upstream")
    try clone.git("config", "remote.gone.url", clone.outside("gone"))
    try clone.git("config", "remote.gone.promisor", "true")
    try check(clone, .commit("main"), against: ["main~", "main"])
  }
}

extension TestRepository {
  fileprivate var isBare: Bool { !FileManager.default.fileExists(atPath: path + "/.git") }
}
