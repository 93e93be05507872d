import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

@Suite struct ChangeRequestTests {
  @Test(arguments: [
    ("main..topic", ChangeRequest.range(from: "main", to: "topic")),
    ("main...topic", .sinceMergeBase(of: "main", and: "topic")),
    ("main..", .range(from: "main", to: "HEAD")),
    ("...topic", .sinceMergeBase(of: "HEAD", and: "topic")),
    ("main", .branch(against: "main")),
    ("v1.2.3..v1.3.0", .range(from: "v1.2.3", to: "v1.3.0")),
    ("@{u}...HEAD", .sinceMergeBase(of: "@{u}", and: "HEAD")),
    ("HEAD@{2..days}..HEAD~3", .range(from: "HEAD@{2..days}", to: "HEAD~3")),
    ("", .branch(against: "HEAD")),
  ])
  func `Text is read as git reads it`(text: String, request: ChangeRequest) {
    #expect(ChangeRequest(parsing: text) == request)
  }

  /// `main` has a commit that `topic` has not, and the other way round.
  private func fork() throws -> TestRepository {
    let repository = try TestRepository()
    try repository.write("A.swift", "let a = 1\n")
    try repository.commit("Start")
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("T.swift", "let t = 1\n")
    try repository.commit("Topic")
    try repository.git("checkout", "-q", "main")
    try repository.write("M.swift", "let m = 1\n")
    try repository.commit("Main")
    return repository
  }

  @Test func `Two dots compare the ends and three the merge base with the end`() throws {
    let repository = try fork()
    try check(repository, ChangeRequest(parsing: "main..topic"), against: ["main..topic"])
    try check(repository, ChangeRequest(parsing: "main...topic"), against: ["main...topic"])
    try repository.git("checkout", "-q", "topic")
    try check(repository, ChangeRequest(parsing: "main"), against: ["main...HEAD"])
  }

  @Test func `Revisions may be tags, ancestors, messages and upstreams`() throws {
    let repository = try fork()
    try repository.git("tag", "-a", "v1.0", "-m", "Release", "topic")
    try repository.git("branch", "-q", "--set-upstream-to=topic", "main")
    try check(repository, ChangeRequest(parsing: "main~1..v1.0"), against: ["main~1..v1.0"])
    try check(repository, ChangeRequest(parsing: ":/Start..@"), against: [":/Start..@"])
    try check(repository, ChangeRequest(parsing: "@{u}..HEAD"), against: ["@{u}..HEAD"])
    try check(repository, ChangeRequest(parsing: "HEAD^{/Start}..HEAD"), against: ["HEAD~", "HEAD"])
  }

  @Test func `A merge commit is compared with its first parent`() throws {
    let repository = try fork()
    try repository.git("merge", "-q", "--no-ff", "-m", "Merge", "topic")
    try check(repository, .commit("HEAD"), against: ["HEAD^1", "HEAD"])
  }

  @Test func `The first commit is compared with nothing`() throws {
    let repository = try fork()
    let empty = try repository.git("hash-object", "-t", "tree", "/dev/null")
    try check(repository, .commit("main~1"), against: [empty, "main~1"])
    try check(repository, .range(from: empty, to: "main^{tree}"), against: [empty, "main"])
    #expect(try Repository(at: repository.path).change(.commit("main~1")).before.files.isEmpty)
  }

  @Test func `Staged is the index against HEAD`() throws {
    let repository = try fork()
    try repository.write("A.swift", "let a = 2\n")
    try repository.git("add", "A.swift")
    try repository.write("A.swift", "let a = 3\n")
    try repository.write("Untracked.swift", "")
    try repository.write("Announced.swift", "let b = 1\n")
    try repository.git("add", "--intent-to-add", "Announced.swift")
    try check(repository, .staged, against: ["--cached"])
    let git = try Repository(at: repository.path)
    let change = try git.change(.staged)
    #expect(change.after.files.map(\.path) == ["A.swift", "M.swift"])
    let file = try #require(change.after.files.first)
    #expect(try git.content(of: file.blob) == Array("let a = 2\n".utf8))
  }

  @Test func `On a branch without commits staged is all of the index`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", "let a = 1\n")
    try repository.git("add", "A.swift")
    try check(repository, .staged, against: ["--cached"])
  }

  @Test func `During a merge staged is the index against HEAD`() throws {
    let repository = try fork()
    try repository.write("T.swift", "let t = 2\n")
    try repository.commit()
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("merge", "-q", "topic") }
    try repository.write("A.swift", "let a = 5\n")
    try repository.git("add", "A.swift")
    try check(repository, .staged, against: ["--cached", "--diff-filter=u"])
    try repository.git("add", "T.swift")
    try check(repository, .staged, against: ["--cached"])
  }

  @Test func `An alternate index is read in place of the repository's`() throws {
    let repository = try fork()
    try repository.write("A.swift", "let a = 2\n")
    let index = ["GIT_INDEX_FILE": ".git/next-index-7.lock"]
    try repository.git("read-tree", "HEAD", environment: index)
    try repository.git("add", "A.swift", environment: index)
    try check(repository, .staged, against: ["--cached"], environment: index)
    #expect(try Repository(at: repository.path).change(.staged).files.isEmpty)
  }

  @Test func `Objects that a push has sent but git has not yet taken are read`() throws {
    let repository = try fork()
    let incoming = repository.outside("incoming")
    try FileManager.default.createDirectory(atPath: incoming, withIntermediateDirectories: true)
    let quarantine = [
      "GIT_OBJECT_DIRECTORY": incoming,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": repository.path + "/.git/objects",
      "GIT_INDEX_FILE": repository.outside("index"),
    ]
    try repository.write("A.swift", "let a = 3\n")
    try repository.git("add", "A.swift", environment: quarantine)
    let tree = try repository.git("write-tree", environment: quarantine)
    let commit = try repository.git(
      "commit-tree", tree, "-p", "HEAD", "-m", "Pushed", environment: quarantine)
    try check(
      repository, .commit(commit), against: ["HEAD", commit], environment: quarantine)
  }

  @Test func `A linked work tree has its own HEAD and index`() throws {
    let repository = try fork()
    let linked = repository.outside("linked")
    try repository.git("worktree", "add", "-q", linked, "topic")
    try TestRepository.writeBytes(Array("let t = 9\n".utf8), to: linked + "/T.swift")
    try repository.git("-C", linked, "add", "T.swift")
    let expected = [
      FileChange(
        kind: .modified(path: "T.swift"),
        hunks: [Hunk(oldStart: 1, oldLines: 1, newStart: 1, newLines: 1)])
    ]
    #expect(try Repository(at: linked).change(.staged).files == expected)
    let hook = [
      "GIT_DIR": repository.path + "/.git/worktrees/linked",
      "GIT_INDEX_FILE": repository.path + "/.git/worktrees/linked/index",
    ]
    let git = try Repository(at: linked, environment: hook)
    #expect(try git.change(.staged).files == expected)
    #expect(git.workTree == linked)
    #expect(git.commonDirectory == repository.path + "/.git")
  }

  @Test func `A bare repository compares commits`() throws {
    let bare = try TestRepository(cloning: try fork(), "--bare")
    try check(bare, ChangeRequest(parsing: "main...topic"), against: ["main...topic"])
    #expect(try Repository(at: bare.path).workTree == nil)
  }

  @Test func `A directory below the top finds the repository`() throws {
    let repository = try fork()
    try repository.write("deep/er/B.swift", "let b = 1\n")
    let git = try Repository(at: repository.path + "/deep/er")
    #expect(git.workTree == repository.path)
  }

  @Test func `GIT_DIR and GIT_WORK_TREE say where the repository is`() throws {
    let repository = try fork()
    try repository.write("A.swift", "let a = 7\n")
    let environment = ["GIT_DIR": "repository/.git", "GIT_WORK_TREE": "repository"]
    let place = String(repository.path.dropLast("/repository".count))
    let git = try Repository(at: place, environment: environment)
    #expect(git.workTree == repository.path)
    #expect(try git.change(.workTree).files.map(\.newPath) == ["A.swift"])
  }
}
