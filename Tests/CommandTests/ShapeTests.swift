import Foundation
import TestRepository
import Testing

/// Repositories as they are found on machines and CI hosts, through every way in: `review`,
/// `review --staged` and the hook.
@Suite struct ShapeTests {
  enum Shape: String, CaseIterable, Sendable {
    case plain, blobless, treeless, shallow, cone, patterns, sparseIndex, splitIndex, linked, alternates
    case replaced, indexVersion4, untrackedCache
  }

  /// `main` is sound and `topic` leaks.
  private func origin() throws -> TestRepository {
    let origin = try TestRepository()
    try origin.git("config", "uploadpack.allowFilter", "true")
    try origin.write("App/Viewer.swift", Source.sound)
    try origin.write("Far/Far.swift", "let far = 1\n")
    try origin.commit()
    try origin.git("checkout", "-q", "-b", "topic")
    try origin.write("App/Viewer.swift", Source.leaking)
    try origin.commit()
    try origin.git("checkout", "-q", "main")
    return origin
  }

  /// A clone of that shape, on `topic`, and the folder to work in.
  private func clone(_ origin: TestRepository, _ shape: Shape) throws -> (TestRepository, String) {
    let options: [String] =
      switch shape {
      case .blobless: ["--filter=blob:none"]
      case .treeless: ["--filter=tree:0"]
      case .shallow: ["--depth=2", "--no-single-branch"]
      case .alternates: ["--reference=\(origin.path)"]
      default: []
      }
    let clone = try TestRepository(cloning: origin, options)
    try clone.git("checkout", "-q", "topic")
    switch shape {
    case .cone: try clone.git("sparse-checkout", "set", "--cone", "App")
    case .patterns: try clone.git("sparse-checkout", "set", "--no-cone", "/App/")
    case .sparseIndex: try clone.git("sparse-checkout", "set", "--cone", "--sparse-index", "App")
    case .splitIndex: try clone.git("update-index", "--split-index")
    case .indexVersion4: try clone.git("update-index", "--index-version=4")
    case .untrackedCache: try clone.git("update-index", "--force-untracked-cache")
    case .replaced:
      try clone.write("More.swift", "let more = 1\n")
      try clone.commit()
      try clone.git("replace", "--graft", "HEAD", "origin/main")
    case .linked:
      let linked = clone.outside("linked")
      try clone.git("checkout", "-q", "--detach")
      try clone.git("worktree", "add", "-q", linked, "topic")
      return (clone, linked)
    default: break
    }
    return (clone, clone.path)
  }

  @Test(arguments: Shape.allCases)
  func `Every way in sees the right side of every shape`(shape: Shape) throws {
    let origin = try origin()
    let (clone, place) = try clone(origin, shape)
    func write(_ text: String) throws {
      try TestRepository.writeBytes(Array(text.utf8), to: place + "/App/Viewer.swift")
    }
    func expect(_ status: Int32, _ words: String..., line: SourceLocation = #_sourceLocation) throws {
      let outcome = try Command.run(words, in: place)
      #expect(outcome.status == status, "\(words): \(outcome)", sourceLocation: line)
      #expect(outcome.errors == "" || words.first == "hook", sourceLocation: line)
    }
    // The branch leaks, against the base, on the disk and commit by commit.
    try expect(1, "review")
    try expect(1, "review", "origin/main")
    try expect(0, "review", "topic..origin/main")
    try expect(0, "review", "--staged")
    try expect(1, "audit", "topic")
    try expect(0, "audit", "origin/main")
    // On the disk it is mended.
    try write(Source.sound)
    try expect(0, "review")
    try expect(0, "review", "--staged")
    // Mended in the index as well, and the leak back on the disk.
    try clone.git("-C", place, "add", "App/Viewer.swift")
    try write(Source.leaking)
    try expect(1, "review")
    try expect(0, "hook", "run")
    try clone.git("-C", place, "commit", "-q", "-m", "Mended")
    // Leaking in the index alone.
    try clone.git("-C", place, "add", "App/Viewer.swift")
    try write(Source.sound)
    try expect(0, "review")
    try expect(1, "review", "--staged")
    try expect(1, "hook", "run")
    // What is left out of the work tree is not deleted.
    #expect(try clone.git("-C", place, "diff", "--stat", "HEAD", "--", "Far") == "")
    let report = try Command.run(["review", "--format", "json"], in: place)
    #expect(!report.output.contains("Far"))
  }

  @Test(arguments: ["--filter=blob:none", "--filter=tree:0"])
  func `A partial clone without its remote says what is missing, and the status is 2`(filter: String)
    throws
  {
    let origin = try origin()
    let clone = try TestRepository(cloning: origin, [filter])
    try clone.git("remote", "set-url", "origin", clone.outside("gone"))
    let outcome = try clone.nitless("review", "origin/main..origin/topic")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.contains("is not in this partial clone, and its remote did not give it"))
    #expect(outcome.errors.contains("git fetch --refetch --no-filter"))
  }

  @Test func `A shallow clone without the base names the line that deepens it`() throws {
    let origin = try origin()
    try origin.write("M.swift", "let m = 1\n")
    try origin.commit()
    let clone = try TestRepository(cloning: origin, ["--depth=1", "--no-single-branch"])
    let outcome = try clone.nitless("review", "origin/main...origin/topic")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("git fetch --unshallow"))
  }

  @Test func `A SHA-256 repository is refused with a way to a copy, which works`() throws {
    let other = try TestRepository("--object-format=sha256")
    try other.write("Viewer.swift", Source.sound)
    try other.commit()
    try other.write("Viewer.swift", Source.leaking)
    try other.commit()
    for arguments in [["review"], ["review", "--staged"], ["hook", "run"]] {
      let outcome = try Command.run(arguments, in: other.path)
      #expect(outcome.status == 2 && outcome.output == "")
      let line = try #require(
        outcome.errors.split(separator: "\n").dropFirst().first?.components(separatedBy: "read: ").last)
      guard arguments == ["review"] else { continue }
      let copied = try Command.shell(line, in: other.path)
      #expect(copied.status == 0, "\(copied.errors)")
      #expect(try Command.run(["review", "main~..main", "--repo", "../sha1-copy"], in: other.path).status == 1)
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a directory away"))
  func `A repository of another user is refused with the line that trusts it, which works`() throws {
    let origin = try origin()
    try origin.git("checkout", "-q", "topic")
    for place in [origin.path, origin.path + "/.git"] {
      try #require(chown(place, 4_242, 4_242) == 0)
    }
    let home = origin.outside("home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let environment = ["HOME": home, "GIT_CONFIG_GLOBAL": home + "/.gitconfig"]
    for arguments in [["review"], ["review", "--staged"], ["hook", "run"]] {
      let outcome = try Command.run(arguments, in: origin.path + "/App", environment: environment)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("git config --global --add safe.directory \(origin.path)\n"))
    }
    let line = "HOME='\(home)' GIT_CONFIG_GLOBAL='\(home)/.gitconfig' git config --global --add safe.directory \(origin.path)"
    #expect(try Command.shell(line, in: home).status == 0)
    #expect(
      try Command.run(["review"], in: origin.path + "/App", environment: environment).status == 1)
  }

  @Test func `Where git is needed and not there, it says so`() throws {
    let (clone, place) = try clone(origin(), .sparseIndex)
    #expect(try clone.git("status", "--porcelain") == "")
    let outcome = try Command.run(["review"], in: place, environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("install git, or put it on the PATH"))
  }

  @Test func `Where git is not needed, it is not asked`() throws {
    let (clone, place) = try clone(origin(), .plain)
    #expect(try clone.git("status", "--porcelain") == "")
    for arguments in [["review"], ["review", "origin/main"], ["review", "--staged"], ["hook", "run"]] {
      let outcome = try Command.run(arguments, in: place, environment: ["PATH": "/nowhere"])
      #expect(outcome.status != 2 && outcome.errors.hasPrefix("error") == false, "\(outcome)")
    }
  }
}
