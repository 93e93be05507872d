import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

/// Checkouts and indexes that hold a part: git says what differs, and so do we.
@Suite struct SparseTests {
  let repository: TestRepository

  enum Shape: String, CaseIterable, Sendable {
    case cone, sparseIndex, patterns, splitIndex, splitAndShared
  }

  init() throws {
    repository = try TestRepository()
    for folder in ["", "In/", "In/Deep/", "Out/", "Out/Deep/"] {
      for name in ["A", "B"] {
        try repository.write("\(folder)\(name).swift", "let a = 1\nlet b = 2\n\(folder.count)\n")
      }
    }
    try repository.write("In/data.txt", "data\n")
    try repository.commit()
  }

  private func make(_ shape: Shape) throws {
    switch shape {
    case .cone: try repository.git("sparse-checkout", "set", "--cone", "In")
    case .sparseIndex: try repository.git("sparse-checkout", "set", "--cone", "--sparse-index", "In")
    case .patterns: try repository.git("sparse-checkout", "set", "--no-cone", "/A.swift", "/In/", "!/In/B.swift")
    case .splitIndex: try repository.git("update-index", "--split-index")
    case .splitAndShared:
      try repository.git("update-index", "--split-index")
      try repository.write("In/A.swift", "let s = 1\n")
      try repository.git("add", "In/A.swift")
      try repository.git("commit", "-q", "-m", "After the split")
    }
  }

  @Test(arguments: Shape.allCases)
  func `Nothing changed is no change`(shape: Shape) throws {
    try make(shape)
    let git = try Repository(at: repository.path)
    #expect(try git.change(.staged).files.isEmpty)
    #expect(try git.change(.workTree).files.isEmpty)
    #expect(try git.workTreeSnapshot().files == git.snapshot(of: "HEAD").files)
  }

  @Test(arguments: Shape.allCases)
  func `What is staged and what is on the disk are what git says`(shape: Shape) throws {
    try make(shape)
    try repository.write("In/A.swift", "let a = 2\n")
    try repository.git("add", "In/A.swift")
    try repository.write("In/A.swift", "let a = 3\nlet b = 2\n")
    try repository.write("A.swift", "let z = 1\n")
    try repository.delete("In/Deep/A.swift")
    try repository.git("mv", "In/Deep/B.swift", "In/Deep/C.swift")
    try check(repository, .staged, against: ["--cached"])
    try check(repository, .workTree, against: ["HEAD"])
    try check(repository, .range(from: RevisionNames.empty, to: "HEAD"), against: [RevisionNames.empty, "HEAD"])
  }

  @Test(arguments: Shape.allCases)
  func `Files that git does not know belong to it, ignored ones and announced ones as ever`(
    shape: Shape
  ) throws {
    try make(shape)
    try repository.write(".gitignore", "Ignored.swift\n")
    try repository.write("In/New/N.swift", "let n = 1\n")
    try repository.write("In/Ignored.swift", "let i = 1\n")
    try repository.write("In/Announced.swift", "let i = 1\n")
    try repository.git("add", "--intent-to-add", "In/Announced.swift")
    let git = try Repository(at: repository.path)
    #expect(try git.change(.staged).files.isEmpty)
    #expect(
      try git.change(.workTree).files.map(\.newPath) == ["In/Announced.swift", "In/New/N.swift"])
  }

  @Test func `A file outside the cone that is on the disk after all is there`() throws {
    try make(.cone)
    try repository.write("Out/A.swift", "let a = 7\n")
    try check(repository, .workTree, against: ["HEAD"])
  }

  @Test(arguments: [Shape.sparseIndex, .splitIndex])
  func `An index in conflict has this branch's side`(shape: Shape) throws {
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("In/A.swift", "let t = 1\n")
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("In/A.swift", "let m = 1\n")
    try repository.commit()
    try make(shape)
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("merge", "-q", "topic") }
    let staged = try Repository(at: repository.path).change(.staged)
    #expect(staged.files.isEmpty && staged.unmerged == ["In/A.swift"])
    let change = try Repository(at: repository.path).change(.workTree)
    #expect(change.files.map(\.newPath) == ["In/A.swift"] && change.unmerged.isEmpty)
  }

  @Test(arguments: [Shape.sparseIndex, .splitIndex])
  func `Comparing commits first does not lose the index`(shape: Shape) throws {
    try make(shape)
    try repository.write("In/A.swift", "let a = 2\n")
    try repository.git("add", "In/A.swift")
    let git = try Repository(at: repository.path)
    _ = try git.change(.commit("HEAD"))
    #expect(try git.change(.staged).files.map(\.newPath) == ["In/A.swift"])
  }

  @Test(arguments: [Shape.sparseIndex, .splitIndex])
  func `The temporary index of a hook is read, and none is written`(shape: Shape) throws {
    try make(shape)
    let index = ["GIT_INDEX_FILE": ".git/next-index-7.lock"]
    try repository.git("read-tree", "HEAD", environment: index)
    try repository.write("In/A.swift", "let a = 2\n")
    try repository.git("add", "In/A.swift", environment: index)
    try check(repository, .staged, against: ["--cached"], environment: index)
    let before = try Data(contentsOf: URL(fileURLWithPath: repository.path + "/.git/index"))
    let git = try Repository(at: repository.path)
    _ = try git.change(.staged)
    _ = try git.change(.workTree)
    #expect(try Data(contentsOf: URL(fileURLWithPath: repository.path + "/.git/index")) == before)
  }
}

private enum RevisionNames {
  static let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
}
