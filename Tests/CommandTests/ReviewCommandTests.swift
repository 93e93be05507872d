import Foundation
import TestRepository
import Testing

@Suite struct ReviewCommandTests {
  let repository: TestRepository

  /// `main` is sound; `topic`, which is checked out, leaks.
  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
  }

  @Test func `A leak that came in makes the status 1`() throws {
    let outcome = try repository.nitless("review", "main")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Viewer.swift:4"))
    #expect(outcome.errors == "")
  }

  @Test func `A leak that went away is fixed, and the status is 0`() throws {
    let outcome = try repository.nitless("review", "topic..main")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("fixed"))
  }

  @Test func `Without a base, it is the branch and the work tree against the default branch`()
    throws
  {
    #expect(try repository.nitless("review").status == 1)
    try repository.write("Viewer.swift", Source.sound)
    let outcome = try repository.nitless("review")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("no findings · ") && outcome.output.contains("the merge base with main"))
  }

  @Test func `Nothing changed, and one line says so`() throws {
    for arguments in [["review", "HEAD..HEAD"], ["review", "--staged"], ["review", "HEAD"]] {
      let outcome = try Command.run(arguments, in: repository.path)
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output.hasPrefix("no findings · no Swift file changed · "))
    }
  }

  @Test func `Only what is asked for is told, and makes the status`() throws {
    for wanted in [["--rule", "weak-dropped"], ["--trait", "memory"], ["--level", "bug"], ["--path", "*.swift"]] {
      #expect(try Command.run(["review", "main"] + wanted, in: repository.path).status == 1)
    }
    for other in [["--rule", "test-weakened"], ["--trait", "data"], ["--level", "design"], ["--path", "Sources/**"]] {
      let outcome = try Command.run(["review", "main"] + other, in: repository.path)
      #expect(outcome.status == 0 && outcome.output.contains("no findings"))
    }
    #expect(try repository.nitless("review", "main", "Viewer.swift").status == 1)
    #expect(try repository.nitless("review", "--", "Viewer.swift").status == 1)
    try repository.write("Other/B.swift", "let a = 1\n")
    #expect(try repository.nitless("review", "main", "Other").status == 0)
    let table = try repository.nitless("review", "main", "--statistics")
    #expect(table.status == 1 && table.output.contains("weak-dropped  bug"))
    let ends = try table.output + repository.nitless("review", "main", "--map").output
    #expect(ends.components(separatedBy: "\ncompared: HEAD (").count == 3, "\(ends)")
    #expect(try repository.nitless("review", "HEAD..HEAD", "--statistics").output.contains(" · compared: HEAD ("))
  }

  @Test func `What is staged is reviewed, not what is on the disk`() throws {
    try repository.git("checkout", "-q", "main")
    try repository.write("Viewer.swift", Source.leaking)
    #expect(try repository.nitless("review", "--staged").status == 0)
    try repository.git("add", "Viewer.swift")
    try repository.write("Viewer.swift", Source.sound)
    #expect(try repository.nitless("review", "--staged").status == 1)
  }

  @Test func `As JSON, it has the finding, and the path from the repository's root`() throws {
    let outcome = try repository.nitless("review", "main", "--format", "json")
    let review = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(review["schema"] as? Int == 1)
    let introduced = try #require(review["introduced"] as? [[String: Any]])
    #expect(introduced.map { $0["path"] as? String } == ["Viewer.swift"])
    #expect(introduced.map { $0["line"] as? Int } == [4])
    #expect((review["changes"] as? [String: Any])?["files"] as? Int == 1)
  }

  @Test func `Two runs give the same bytes, whatever the number of threads`() throws {
    let one = try repository.nitless("review", "main", "--format", "json", "--jobs", "1")
    let other = try repository.nitless("review", "main", "--format", "json", "--jobs", "7")
    #expect(one.output == other.output && !one.output.isEmpty)
  }

  @Test func `The report goes to a file`() throws {
    let file = repository.outside("report.json")
    let outcome = try repository.nitless("review", "main", "--format=json", "--output", file)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
    let nowhere = try repository.nitless("review", "main", "--output", "missing/report")
    #expect(nowhere.status == 2)
    #expect(nowhere.errors.hasPrefix("error: cannot write to `missing/report`"))
  }

  @Test func `From another directory, a bare repository is reviewed as well`() throws {
    let bare = try TestRepository(cloning: repository, "--bare")
    #expect(try repository.nitless("review", "main..topic", "--repo", bare.path).status == 1)
    let outcome = try bare.nitless("review")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "error: a bare repository has no work tree to review\n  Name two commits instead: A..B\n"
    )
  }

  @Test func `The configuration of a bare repository is that of the newer side`() throws {
    try repository.write(".nitless.yml", "exclude: [Viewer.swift]\n")
    try repository.commit()
    let bare = try TestRepository(cloning: repository, "--bare")
    #expect(try bare.nitless("review", "main..topic").status == 0)
    #expect(try bare.nitless("review", "main..topic~").status == 1)
    try repository.write(".nitless.yml", "exlude: [Viewer.swift]\n")
    try repository.commit()
    try repository.git("push", "-q", bare.path, "topic")
    let outcome = try bare.nitless("review", "main..topic")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: topic:.nitless.yml:1:1: unknown key `exlude`"))
  }

  @Test func `The failing level is the command's, else the configuration's`() throws {
    try repository.write(".nitless.yml", "disable: [closure-retain-cycle, weak-dropped]\n")
    #expect(try repository.nitless("review", "main").status == 0)
    try repository.write(".nitless.yml", "fail-on: design\n")
    try repository.write(
      "System.swift",
      "protocol Files { func fileExists(atPath path: String) -> Bool }\nextension FileManager: Files {}\n"
    )
    try repository.commit()
    #expect(try repository.nitless("review", "HEAD~..HEAD").status == 1)
    #expect(try repository.nitless("review", "HEAD~..HEAD", "--fail-on", "bug").status == 0)
  }

  @Test func `A hook's environment is followed, unless a repository is named`() throws {
    let elsewhere = repository.outside("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    let environment = ["GIT_DIR": repository.path + "/.git"]
    let arguments = ["review", "main..topic"]
    #expect(try Command.run(arguments, in: elsewhere, environment: environment).status == 1)
    let other = try TestRepository()
    let outcome = try Command.run(
      arguments + ["--repo", other.path], in: elsewhere, environment: environment)
    #expect(outcome.status == 2)
  }

  @Test func `Colours are for terminals and for those who ask`() throws {
    func isColored(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Bool {
      try Command.run(
        ["review", "main"] + arguments, in: repository.path, environment: environment
      )
      .output.contains("\u{1B}[")
    }
    #expect(try !isColored([]))
    #expect(try isColored(["--color", "always"]))
    #expect(try isColored(["--color", "always"], ["NO_COLOR": "1"]))
    #expect(try isColored([], ["CLICOLOR_FORCE": "1"]))
    #expect(try !isColored([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
    #expect(try isColored([], ["CLICOLOR_FORCE": "1", "NO_COLOR": ""]))
    #expect(try !isColored(["--color", "never"], ["CLICOLOR_FORCE": "1"]))
  }
}
