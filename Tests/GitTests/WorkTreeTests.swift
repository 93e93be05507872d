import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

@Suite struct WorkTreeTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("A.swift", (1...20).map { "let a\($0) = 0\n" }.joined())
    try repository.write("B.swift", "let b = 1\n")
    try repository.write(".gitignore", "build/\nIgnored.swift\n")
    try repository.commit()
  }

  private func paths(_ change: Change) -> [String?] {
    change.files.map { $0.newPath ?? $0.oldPath }
  }

  @Test func `Edits on the disk are compared with HEAD on the default branch`() throws {
    try repository.write("A.swift", "let z = 0\n")
    try repository.git("add", "A.swift")
    try repository.write("A.swift", "let y = 0\nlet z = 0\n")
    try repository.delete("B.swift")
    try check(repository, .workTree, against: ["HEAD"])
  }

  @Test func `Untracked files belong to it and ignored ones do not`() throws {
    try repository.write("New/Deep/C.swift", "let c = 1\n")
    try repository.write("Ignored.swift", "let i = 1\n")
    try repository.write("build/D.swift", "let d = 1\n")
    let git = try Repository(at: repository.path)
    let change = try git.change(.workTree)
    #expect(paths(change) == ["New/Deep/C.swift"])
    #expect(change.files.first?.hunks.first?.newLines == 1)
    #expect(change.after.files.map(\.path) == ["A.swift", "B.swift", "New/Deep/C.swift"])
    #expect(try git.workTreeSnapshot() == change.after)
    let file = try #require(change.after.files.last)
    #expect(try git.content(of: file.blob) == Array("let c = 1\n".utf8))
    #expect(file.blob.hex == (try repository.git("hash-object", "New/Deep/C.swift")))
  }

  @Test func `Manifests are read as they are on the disk`() throws {
    try repository.write("App.xcodeproj/project.pbxproj", "{ one = 1; }")
    try repository.commit()
    try repository.write("App.xcodeproj/project.pbxproj", "{ two = 2; }")
    try repository.write("Kit/Package.swift", "// swift-tools-version: 6.0\n")
    let git = try Repository(at: repository.path)
    let change = try git.change(.workTree)
    #expect(change.before.manifests.map(\.path) == ["App.xcodeproj/project.pbxproj"])
    #expect(change.after.manifests.map(\.path) == ["App.xcodeproj/project.pbxproj", "Kit/Package.swift"])
    #expect(try git.content(of: change.after.manifests[0].blob) == Array("{ two = 2; }".utf8))
    #expect(paths(change) == ["Kit/Package.swift"])
  }

  @Test func `A file moved on the disk is a rename though git knows of neither side`() throws {
    try repository.write("Moved.swift", (0...20).map { "let a\($0) = 0\n" }.joined())
    try repository.delete("A.swift")
    let change = try Repository(at: repository.path).change(.workTree)
    #expect(
      change.files == [
        FileChange(
          kind: .renamed(from: "A.swift", to: "Moved.swift"),
          hunks: [Hunk(oldStart: 0, oldLines: 0, newStart: 1, newLines: 1)])
      ])
  }

  @Test func `A file moved out of Swift on the disk is a rename, not a deletion`() throws {
    try repository.git("mv", "A.swift", "A.txt")
    try repository.git("reset", "-q")
    let change = try Repository(at: repository.path).change(.workTree)
    #expect(change.files.map(\.kind) == [.renamed(from: "A.swift", to: "A.txt")])
  }

  @Test func `On a topic branch it is compared with the merge base`() throws {
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("T.swift", "let t = 1\n")
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("M.swift", "let m = 1\n")
    try repository.commit()
    try repository.git("checkout", "-q", "topic")
    try repository.write("B.swift", "let b = 2\n")
    let change = try Repository(at: repository.path).change(.workTree)
    #expect(paths(change) == ["B.swift", "T.swift"])
  }

  @Test func `The remote's HEAD is the default branch before any usual name`() throws {
    try repository.git("branch", "-q", "stable")
    let clone = try TestRepository(cloning: repository)
    try clone.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/stable")
    try clone.write("C.swift", "let c = 1\n")
    try clone.commit()
    #expect(paths(try Repository(at: clone.path).change(.workTree)) == ["C.swift"])
  }

  @Test func `Line ends are stored as git add would store them`() throws {
    try repository.write(".gitattributes", "*.swift text\n")
    try repository.write("B.swift", "let b = 1\r\n")
    try repository.write("C.swift", "let c = 1\r\n")
    let change = try Repository(at: repository.path).change(.workTree)
    #expect(paths(change) == ["C.swift"])
    #expect(change.after.files.last?.blob.hex == (try repository.git("hash-object", "C.swift")))
  }

  @Test func `Links and modes on the disk change as git shows them`() throws {
    try repository.delete("B.swift")
    try repository.link("B.swift", to: "A.swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: repository.path + "/A.swift")
    try check(repository, .workTree, against: ["HEAD"])
  }

  @Test func `Before the first commit everything is added`() throws {
    let empty = try TestRepository()
    try empty.write("A.swift", "let a = 1\n")
    #expect(paths(try Repository(at: empty.path).change(.workTree)) == ["A.swift"])
  }

  @Test func `Reading leaves every file of the repository as it was`() throws {
    try repository.write("A.swift", "let z = 0\n")
    try repository.write("New.swift", "let n = 0\n")
    try repository.git("add", "A.swift")
    // The same content with another time: git status would refresh the index.
    try repository.write("B.swift", "let b = 1\n")
    let before = try state()
    let git = try Repository(at: repository.path)
    for request in [ChangeRequest.workTree, .staged, .commit("HEAD")] {
      _ = try git.change(request)
    }
    #expect(try state() == before)
  }

  @Test func `A bare repository has none`() throws {
    let bare = try TestRepository(cloning: repository, "--bare")
    let error = #expect(throws: GitError.self) {
      try Repository(at: bare.path).change(.workTree)
    }
    #expect(error?.kind == .needsWorkTree)
  }

  /// Every file below `.git` with its bytes and its time.
  private func state() throws -> [String: String] {
    let top = repository.path + "/.git"
    var state: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: top) {
      let attributes = try FileManager.default.attributesOfItem(atPath: top + "/" + name)
      let bytes = FileManager.default.contents(atPath: top + "/" + name)
      state[name] = "\(attributes[.modificationDate] ?? "") \(bytes?.hashValue ?? 0)"
    }
    return state
  }
}
