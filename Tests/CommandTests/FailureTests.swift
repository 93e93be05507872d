import Foundation
import TestRepository
import Testing

/// What is said where the job cannot be done, and that it is said with status 2.
@Suite struct FailureTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("Other.swift", "let other = 1\n")
    try repository.commit()
  }

  private func expectFailure(
    _ outcome: Command.Outcome, _ start: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == 2, sourceLocation: sourceLocation)
    #expect(
      outcome.errors.hasPrefix("error: " + start), "\(outcome.errors)",
      sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.count >= 2 && lines.last?.hasPrefix("  ") == true, "\(outcome.errors)",
      sourceLocation: sourceLocation)
  }

  @Test func `Bad arguments`() throws {
    expectFailure(
      try repository.nitless("reveiw"), "unknown command `reveiw`; did you mean `review`?")
    expectFailure(
      try repository.nitless("rules", "lst"), "unknown command `lst`; did you mean `list`?")
    expectFailure(try repository.nitless("review", "--fromat", "json"), "Unknown option '--fromat'")
    expectFailure(try repository.nitless("review", "--format", "jsn"), "The value 'jsn' is invalid")
    expectFailure(try repository.nitless("review", "--jobs", "0"), "--jobs 0")
    expectFailure(
      try repository.nitless("review", "main", "--staged"), "--staged compares the index")
    expectFailure(try repository.nitless("review", "--limit", "0"), "--limit 0")
    expectFailure(
      try repository.nitless("review", "--rule", "closure-retain-cycel"),
      "unknown rule `closure-retain-cycel`; did you mean `closure-retain-cycle`?")
    expectFailure(try repository.nitless("review", "--path", "x", "--sort", "size"), "The value 'size' is invalid")
    expectFailure(
      try repository.nitless("audit", "--fail-on", "warning"), "The value 'warning' is invalid")
    #expect(try repository.nitless("review", "--nope").errors.contains("`nitless review --help`"))
  }

  @Test func `Help and the version are no failures`() throws {
    for arguments in [
      ["--help"], [], ["help", "audit"], ["review", "--help"], ["rules"], ["rules", "test", "-h"],
    ] {
      let outcome = try Command.run(arguments, in: repository.path)
      #expect(
        outcome.status == 0 && outcome.errors == "" && outcome.output.contains("USAGE: nitless"))
    }
    #expect(try repository.nitless("--version").output.split(separator: ".").count == 3)
    #expect(
      try repository.nitless("review", "--help").output.contains("Exit status: 0 nothing found"))
  }

  @Test func `No repository`() throws {
    let elsewhere = repository.outside("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    expectFailure(
      try Command.run(["review"], in: elsewhere), "`\(elsewhere)` is not in a git repository")
    expectFailure(
      try repository.nitless("audit", "--repo", "missing"),
      "there is no folder `missing`")
  }

  @Test func `Unknown revisions and paths`() throws {
    expectFailure(try repository.nitless("review", "featur"), "cannot find the revision `featur`")
    expectFailure(
      try repository.nitless("review", "HEAD~5..HEAD"), "cannot find the revision `HEAD~5`")
    expectFailure(
      try repository.nitless("audit", "Sorces"), "`Sorces` is neither a commit nor a path")
    expectFailure(
      try repository.nitless("audit", "HEAD", "Sorces"), "there is no Swift file at `Sorces`")
    expectFailure(try repository.nitless("audit", "/etc"), "`/etc` lies outside the repository")
  }

  @Test func `A missing object`() throws {
    let blob = try repository.git("rev-parse", "HEAD:Viewer.swift")
    try repository.delete(".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    expectFailure(
      try repository.nitless("audit", "HEAD"), "the object \(blob) is not in this repository")
  }

  @Test func `Everything that is wrong with the configuration, at once`() throws {
    try repository.write(".nitless.yml", "rulse: [a]\ndisable: [closure-retain-cycel]\n")
    let outcome = try repository.nitless("review")
    expectFailure(outcome, ".nitless.yml:1:1: unknown key `rulse`; did you mean `rules`?")
    #expect(
      outcome.errors.contains(
        "error: .nitless.yml:2:11: unknown rule `closure-retain-cycel`; did you mean"))
    expectFailure(
      try repository.nitless("review", "--config", "missing.yml"),
      "there is no configuration `missing.yml`")
    try repository.write("config/other.yml", "fail-on: bgu\n")
    expectFailure(
      try repository.nitless("review", "--config", "config/other.yml"),
      "config/other.yml:1:10: unknown level `bgu`")
  }

  @Test func `A default branch that is not there`() throws {
    try repository.write(".nitless.yml", "default-branch: develop\n")
    expectFailure(try repository.nitless("review"), "there is no branch `develop`")
    try repository.git("branch", "develop")
    #expect(try repository.nitless("review").status == 0)
  }

  private static let broken: [(bytes: [UInt8], because: String)] = [
    (Array("let a = \"".utf8) + [0xE9] + Array("\"\n".utf8), "it is not UTF-8"),
    (
      Array("\n<<<<<<< HEAD\nlet a = 1\n=======\nlet a = 2\n>>>>>>> topic\n".utf8),
      "line 2 begins an unresolved conflict"
    ),
    (
      Array("let a = \(parentheses("(", 10_000))1\(parentheses(")", 10_000))\n".utf8),
      "it nests too deeply"
    ),
  ]

  @Test func `A file that is not merged in the index`() throws {
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Sides.swift", "let side = 1\n")
    try repository.commit()
    try repository.git("checkout", "-q", "-")
    try repository.write("Sides.swift", "let side = 2\n")
    try repository.commit()
    #expect(throws: TestRepository.GitFailure.self) { try repository.git("merge", "-q", "topic") }
    let outcome = try repository.nitless("review", "--staged")
    expectFailure(outcome, "1 file could not be understood: Sides.swift")
    #expect(outcome.output.contains("it is not merged in the index"), "\(outcome)")
  }

  private static func parentheses(_ one: String, _ count: Int) -> String {
    String(repeating: one, count: count)
  }

  @Test(arguments: broken)
  func `A file that cannot be understood`(bytes: [UInt8], because: String) throws {
    try repository.write("Broken.swift", bytes)
    let audit = try repository.nitless("audit")
    expectFailure(audit, "1 file could not be understood: Broken.swift")
    #expect(audit.output.contains("Broken.swift") && audit.output.contains(because))
    expectFailure(try repository.nitless("review"), "1 file could not be understood: Broken.swift")
    // What the change leaves alone was no better before it.
    try repository.commit()
    try repository.write("Other.swift", "let other = 2\n")
    let review = try repository.nitless("review")
    #expect(review.status == 0 && review.errors == "" && review.output.contains("Broken.swift"))
    // Findings come out all the same.
    try repository.write("Viewer.swift", Source.leaking)
    try repository.write("Broken.swift", bytes + [0x0A])
    let partial = try repository.nitless("review")
    #expect(partial.status == 2 && partial.output.contains("Viewer.swift:4"))
    // What is not spoken about is not missed.
    try repository.write(".nitless.yml", "exclude: [Broken.swift]\n")
    #expect(try repository.nitless("audit").status == 1)
  }
}
