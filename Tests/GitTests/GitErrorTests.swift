import Foundation
import Git
import ReviewModel
import TestRepository
import Testing

@Suite struct GitErrorTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    for number in 1...4 {
      try repository.write("A.swift", "let a = \(number)\n")
      try repository.commit("Commit \(number)")
    }
  }

  private func expect(
    _ kind: GitError.Kind, advice: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: GitError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.kind == kind, sourceLocation: sourceLocation)
    #expect(
      advice.isEmpty || error?.advice.contains(advice) == true, "\(error?.description ?? "")",
      sourceLocation: sourceLocation)
    #expect(error?.advice.isEmpty == false, sourceLocation: sourceLocation)
  }

  @Test func `A directory without a repository`() throws {
    let place = repository.outside("elsewhere")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    expect(.notARepository) { _ = try Repository(at: place) }
    expect(.notARepository) { _ = try Repository(at: place + "/missing") }
    expect(.notARepository) { _ = try Repository(at: place, environment: ["GIT_DIR": place]) }
  }

  @Test func `A revision that names nothing, or no commit`() throws {
    let git = try Repository(at: repository.path)
    expect(.unknownRevision) { _ = try git.change(.range(from: "missing", to: "HEAD")) }
    expect(.unknownRevision) { _ = try git.snapshot(of: "HEAD:A.swift") }
    let empty = try TestRepository()
    expect(.unknownRevision, advice: "--staged") {
      _ = try Repository(at: empty.path).change(.commit("HEAD"))
    }
  }

  @Test func `Histories without a common ancestor`() throws {
    try repository.git("checkout", "-q", "--orphan", "orphan")
    try repository.commit()
    let git = try Repository(at: repository.path)
    expect(.noMergeBase, advice: "main..orphan") {
      _ = try git.change(.sinceMergeBase(of: "main", and: "orphan"))
    }
  }

  @Test func `A shallow clone without the base`() throws {
    try repository.git("checkout", "-q", "-b", "topic", "HEAD~2")
    try repository.write("B.swift", "let b = 1\n")
    try repository.commit()
    let clone = try TestRepository(cloning: repository, "--depth=1", "--no-single-branch")
    let git = try Repository(at: clone.path)
    expect(.shallowHistory, advice: "git fetch --unshallow") {
      _ = try git.change(.sinceMergeBase(of: "origin/main", and: "origin/topic"))
    }
    expect(.shallowHistory, advice: "git fetch --unshallow") { _ = try git.change(.commit("HEAD")) }
    try check(
      clone, .range(from: "origin/main", to: "origin/topic"),
      against: ["origin/main..origin/topic"])
  }

  @Test func `A shallow clone that has the base is as good as any`() throws {
    try repository.git("checkout", "-q", "-b", "topic", "HEAD~1")
    try repository.write("B.swift", "let b = 1\n")
    try repository.commit()
    let clone = try TestRepository(cloning: repository, "--depth=2", "--no-single-branch")
    try check(
      clone, .sinceMergeBase(of: "origin/main", and: "origin/topic"),
      against: ["origin/main...origin/topic"])
  }

  @Test func `An object that is not there`() throws {
    let blob = try repository.git("rev-parse", "HEAD:A.swift")
    try repository.delete(".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    let git = try Repository(at: repository.path)
    expect(.missingObject, advice: blob) { _ = try git.change(.commit("HEAD")) }
    expect(.missingObject, advice: blob) { _ = try git.content(of: BlobID(hex: blob)) }
    expect(.missingObject, advice: "snapshot") { _ = try git.content(of: BlobID(hex: "rubbish")) }
  }

  @Test func `A partial clone whose remote is gone names the line that fetches an object`() throws {
    try repository.git("config", "uploadpack.allowFilter", "true")
    let clone = try TestRepository(cloning: repository, "--filter=blob:none", "--bare")
    try clone.git("remote", "set-url", "origin", clone.outside("gone"))
    let git = try Repository(at: clone.path)
    expect(.missingObject, advice: "git fetch --refetch --no-filter") {
      _ = try git.change(.commit("HEAD"))
    }
    let blob = try repository.git("rev-parse", "HEAD~:A.swift")
    expect(.missingObject, advice: "git fetch --refetch --no-filter") {
      _ = try git.content(of: BlobID(hex: blob))
    }
    try clone.git("remote", "set-url", "origin", repository.path)
    try clone.git("fetch", "-q", "--refetch", "--no-filter")
    try check(clone, .commit("HEAD"), against: ["HEAD~", "HEAD"])
  }

  @Test func `A repository with another hash`() throws {
    let other = try TestRepository("--object-format=sha256")
    expect(.unsupportedRepository) { _ = try Repository(at: other.path) }
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a directory away"))
  func `A repository of another user names the line that trusts it`() throws {
    try repository.write("Sources/B.swift", "")
    for place in [repository.path, repository.path + "/.git"] {
      try #require(chown(place, 4_242, 4_242) == 0)
    }
    expect(
      .untrustedOwner, advice: "git config --global --add safe.directory \(repository.path)"
    ) { _ = try Repository(at: repository.path + "/Sources") }
  }
}
