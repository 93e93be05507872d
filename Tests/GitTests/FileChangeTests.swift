import Git
import ReviewModel
import TestRepository
import Testing

/// A text long enough for git to find it again under another name.
private func text(_ name: String, lines: Int = 30) -> String {
  (1...lines).map { "let \(name)\($0) = \($0)\n" }.joined()
}

@Suite struct FileChangeTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("A.swift", text("a"))
    try repository.write("Sources/B.swift", text("b"))
    try repository.write("notes.txt", text("n"))
    try repository.commit()
  }

  @Test func `An edit has the hunks that git prints`() throws {
    try repository.write("A.swift", "import Foundation\n" + text("a").replacing("a7 ", with: "z7 "))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `An added file and a deleted one are one hunk each`() throws {
    try repository.write("New.swift", "struct New {}\n")
    try repository.delete("Sources/B.swift")
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `Files other than Swift are not file changes`() throws {
    try repository.write("notes.txt", "changed\n")
    try repository.commit()
    let change = try Repository(at: repository.path).change(.commit("HEAD"))
    #expect(change.files.isEmpty)
    #expect(change.after.files.map(\.path) == ["A.swift", "Sources/B.swift"])
  }

  @Test func `A rename with edits keeps its edits as hunks`() throws {
    try repository.delete("A.swift")
    try repository.write("Moved/C.swift", text("a").replacing("a3 ", with: "z3 "))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `A rename from or to another ending is a rename`() throws {
    try repository.git("mv", "A.swift", "A.txt")
    try repository.git("mv", "notes.txt", "Notes.swift")
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `Renames of several files of one name are told apart as git does`() throws {
    for name in ["x", "y", "z"] { try repository.write("\(name)/Same.swift", text(name)) }
    try repository.commit()
    for (old, new) in [("x", "p"), ("y", "q"), ("z", "r")] {
      try repository.delete("\(old)/Same.swift")
      try repository.write("\(new)/Same.swift", text(old).replacing("\(old)9 ", with: "w9 "))
    }
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `Many files of equal content are paired by name first, then in order`() throws {
    for number in 0..<250 { try repository.write("old/F\(number).swift", text("same")) }
    try repository.commit()
    for number in 0..<250 {
      try repository.delete("old/F\(number).swift")
      try repository.write("new/\(number % 3 == 0 ? "G" : "F")\(249 - number).swift", text("same"))
    }
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test(arguments: 10...20)
  func `A rename near the threshold falls on git's side`(kept: Int) throws {
    try repository.delete("A.swift")
    let lines = text("a").split(separator: "\n", omittingEmptySubsequences: false)
    let beginning = lines.prefix(kept).joined(separator: "\n")
    try repository.write("Elsewhere.swift", beginning + "\n" + text("q", lines: 30 - kept))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `A mode is a change without hunks`() throws {
    try repository.git("update-index", "--chmod=+x", "A.swift")
    try repository.git("commit", "--quiet", "--message", "Mode")
    try checkLastCommit(repository)
  }

  @Test func `Binary content has hunks like any other`() throws {
    try repository.write("A.swift", [0, 1, 2, 10, 0, 10])
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `The diff attribute does not take hunks away`() throws {
    try repository.write(".gitattributes", "A.swift -diff\nSources/B.swift diff\n")
    try repository.commit()
    try repository.write("A.swift", text("z"))
    try repository.write("Sources/B.swift", [0, 1, 2, 10, 0, 10])
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `Symbolic links change as git shows them and are no files of a snapshot`() throws {
    try repository.delete("A.swift")
    try repository.link("A.swift", to: "Sources/B.swift")
    try repository.link("L.swift", to: "A.swift")
    try repository.commit()
    try checkLastCommit(repository)
    let change = try Repository(at: repository.path).change(.commit("HEAD"))
    #expect(change.after.files.map(\.path) == ["Sources/B.swift"])
    try repository.delete("A.swift")
    try repository.write("A.swift", text("a"))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `A submodule changes as git shows it and is no file of a snapshot`() throws {
    let other = try TestRepository()
    try other.commit()
    try repository.git("submodule", "--quiet", "add", "file://" + other.path, "Lib.swift")
    try repository.commit()
    try checkLastCommit(repository)
    #expect(
      try Repository(at: repository.path).snapshot(of: "HEAD").files.map(\.path)
        == ["A.swift", "Sources/B.swift"])
  }

  @Test func `A directory takes the place of a file`() throws {
    try repository.delete("A.swift")
    try repository.write("A.swift/Inner.swift", text("i"))
    try repository.write("A.swift-extra/Inner.swift", text("j"))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test(arguments: ["with space.swift", "Größe/日本.swift", "new\nline.swift", "quo\"te's.swift"])
  func `Any name that git takes is taken`(name: String) throws {
    try repository.write(name, text("x"))
    try repository.commit()
    try checkLastCommit(repository)
    try repository.write(name, text("x") + "let last = 0\n")
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `A name that is not UTF-8 is read with replacements`() throws {
    let blob = try repository.git("rev-parse", "HEAD:A.swift")
    let list = repository.outside("list")
    var entries = Array("100644 blob \(blob)\tbad".utf8)
    entries += [0xff] + Array(".swift".utf8) + [0]
    try TestRepository.writeBytes(entries, to: list)
    let tree = try repository.git(
      "-c", "alias.make=!git mktree -z < '\(list)'", "make")
    let commit = try repository.git("commit-tree", tree, "-p", "HEAD", "-m", "Bad name")
    let change = try Repository(at: repository.path).change(.commit(commit))
    #expect(change.after.files.map(\.path) == ["bad\u{FFFD}.swift"])
    try check(repository, .commit(commit), against: ["HEAD", commit])
  }

  @Test func `Line ends and a missing last one count as git counts them`() throws {
    try repository.write("A.swift", text("a").replacing("\n", with: "\r\n"))
    try repository.write("Sources/B.swift", String(text("b").dropLast()))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `Repeated lines at the end of a long file are hunks where git has them`() throws {
    let block = "}\n\nfunc again() {\n  call()\n"
    try repository.write("A.swift", String(repeating: block, count: 200))
    try repository.commit()
    try repository.write("A.swift", String(repeating: block, count: 203))
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `Empty files come and go without hunks`() throws {
    try repository.write("Empty.swift", "")
    try repository.write("A.swift", "")
    try repository.commit()
    try checkLastCommit(repository)
    try repository.delete("Empty.swift")
    try repository.commit()
    try checkLastCommit(repository)
  }

  @Test func `The user's configuration changes nothing`() throws {
    try repository.git("config", "diff.renames", "false")
    try repository.git("config", "diff.algorithm", "patience")
    try repository.git("config", "diff.context", "9")
    try repository.git("config", "diff.swift.textconv", "false")
    try repository.git("config", "diff.noprefix", "true")
    try repository.write(".gitattributes", "*.swift diff=swift\n")
    try repository.git("mv", "A.swift", "Z.swift")
    try repository.write("Z.swift", text("a").replacing("a3 ", with: "z3 "))
    try repository.commit()
    let files = try Repository(at: repository.path).change(.commit("HEAD")).files
    #expect(
      files == [
        FileChange(
          kind: .renamed(from: "A.swift", to: "Z.swift"),
          hunks: [Hunk(oldStart: 3, oldLines: 1, newStart: 3, newLines: 1)])
      ])
  }
}
