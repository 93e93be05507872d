import Git
import ReviewModel
import TestRepository
import Testing

/// What a change says that it compares with what.
@Suite struct ComparisonWordsTests {
  /// On `topic`, which left `main` at its first commit.
  let repository: TestRepository
  let base: String
  let tip: String

  init() throws {
    repository = try TestRepository()
    try repository.write("A.swift", "let a = 1\n")
    base = String(try repository.commit().prefix(7))
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("T.swift", "let t = 1\n")
    tip = String(try repository.commit().prefix(7))
  }

  private func words(
    _ request: ChangeRequest, _ place: TestRepository? = nil, defaultBranch: String? = nil
  ) throws -> String? {
    try Repository(at: (place ?? repository).path)
      .change(request, defaultBranch: defaultBranch).comparison
  }

  @Test func `The work tree of a branch with where it left the default branch`() throws {
    #expect(try words(.workTree) == "the work tree with \(base), the merge base with main")
    let clone = try TestRepository(cloning: repository)
    try clone.git("checkout", "-q", "-b", "mine")
    try clone.write("N.swift", "")
    #expect(
      try words(.workTree, clone) == "the work tree with \(tip), the merge base with origin/topic")
    #expect(
      try words(.workTree, clone, defaultBranch: "main")
        == "the work tree with \(base), the merge base with origin/main")
  }

  @Test func `The work tree of the default branch, and of a fresh clone, with HEAD`() throws {
    try repository.git("checkout", "-q", "main")
    #expect(try words(.workTree) == "the work tree with HEAD (\(base) on main)")
    let clone = try TestRepository(cloning: repository)
    #expect(try words(.workTree, clone) == "the work tree with HEAD (\(base) on main)")
  }

  @Test func `On the default branch, with what its remote has of it`() throws {
    try repository.git("checkout", "-q", "main")
    let clone = try TestRepository(cloning: repository)
    try clone.write("N.swift", "let n = 1\n")
    try clone.commit()
    #expect(try words(.workTree, clone) == "the work tree with \(base), the merge base with origin/main")
    // A remote of another name, which the branch follows.
    try clone.git("remote", "rename", "origin", "upstream")
    #expect(try words(.workTree, clone) == "the work tree with \(base), the merge base with upstream/main")
    try clone.git("branch", "-q", "--unset-upstream")
    let head = try clone.git("rev-parse", "--short=7", "HEAD")
    #expect(try words(.workTree, clone) == "the work tree with HEAD (\(head) on main)")
  }

  @Test func `A detached HEAD with where it left the default branch`() throws {
    try repository.git("checkout", "-q", "--detach")
    #expect(try words(.workTree) == "the work tree with \(base), the merge base with main")
    #expect(try words(.staged) == "the index with HEAD (\(tip), on no branch)")
  }

  @Test func `Without a default branch, it is HEAD, and that is said`() throws {
    try repository.git("branch", "-q", "-D", "main")
    #expect(
      try words(.workTree)
        == "the work tree with HEAD (\(tip) on topic): there is no default branch that "
        + "`default-branch:` or origin/HEAD names")
  }

  @Test func `Before the first commit, it is nothing`() throws {
    let empty = try TestRepository()
    try empty.write("A.swift", "let a = 1\n")
    #expect(try words(.workTree, empty) == "the work tree with nothing: main has no commit yet")
    #expect(try words(.staged, empty) == "the index with nothing: main has no commit yet")
  }

  @Test func `Two commits, by the names they were given and their own`() throws {
    #expect(try words(.range(from: "main", to: "topic")) == "topic (\(tip)) with main (\(base))")
    #expect(try words(.range(from: base, to: "HEAD")) == "HEAD (\(tip)) with \(base)")
    #expect(
      try words(.sinceMergeBase(of: "main", and: "HEAD"))
        == "HEAD (\(tip)) with \(base), the merge base with main")
    #expect(try words(.commit("topic")) == "topic (\(tip)) with its parent \(base)")
    #expect(
      try words(.commit(base)) == "\(base) with nothing: it is the first commit")
  }

  @Test func `The index with HEAD, with all that is merged, and with what an amended commit was made on`()
    throws
  {
    let git = try Repository(at: repository.path)
    #expect(try words(.staged) == "the index with HEAD (\(tip) on topic)")
    #expect(try git.plannedCommit().comparison == "the index with HEAD (\(tip) on topic)")
    #expect(
      try git.plannedCommit(isAmending: true).comparison
        == "the index with \(base), which the commit that is amended, \(tip), was made on")
    try repository.git("checkout", "-q", "main")
    #expect(
      try git.plannedCommit(isAmending: true).comparison
        == "the index with nothing: the commit that is amended, \(base), has no parent")
    try repository.git("merge", "-q", "--no-ff", "--no-commit", "topic")
    #expect(
      try git.plannedCommit().comparison
        == "the index with HEAD (\(base) on main) and with \(tip), which it merges: what is in neither")
    #expect(try git.plannedCommit().parents.map { String($0.prefix(7)) } == [base, tip])
  }
}
