import Foundation
import TestRepository
import Testing

@Suite struct SiftCommandTests {
  let repository: TestRepository

  /// `topic` brings a crash and a space; an older crash was there before.
  init() throws {
    repository = try TestRepository()
    try repository.write("Sources/Old.swift", "let old = x as! Int\n")
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Sources/New.swift", "let new = y as! Int\nlet z : Int = 1\n")
    try repository.commit()
  }

  private var report: String {
    """
    \(repository.path)/Sources/New.swift:1:13: error: Force Cast Violation: Force casts should be avoided (force_cast)
    \(repository.path)/Sources/New.swift:2:7: warning: Colon Spacing Violation: Colons (colon)
    \(repository.path)/Sources/Old.swift:1:13: error: Force Cast Violation: Force casts should be avoided (force_cast)

    """
  }

  private func sift(_ text: String, _ arguments: String...) throws -> Command.Outcome {
    try repository.write("../report", text)
    return try Command.run(["sift", repository.path + "/../report"] + arguments, in: repository.path)
  }

  @Test func `The few lines that matter, and a last line on the others`() throws {
    let outcome = try sift(report)
    #expect(outcome.status == 1 && outcome.errors == "")
    #expect(outcome.output.contains("bug  Sources/New.swift:1:13  swiftlint/force_cast"))
    #expect(!outcome.output.contains("Old.swift") && !outcome.output.contains("colon"))
    #expect(
      outcome.output.hasSuffix(
        "\n1 of 3 passed on · 2 set aside: 1 of style, 1 on lines the change leaves alone · --show-set-aside lists them\n"))
  }

  @Test func `It stands in a pipe`() throws {
    try repository.write("../report", report)
    let command = try Command.executable.get().path
    let outcome = try Command.shell("cat ../report | '\(command)' sift -", in: repository.path)
    #expect(outcome.status == 1 && outcome.output.contains("1 of 3 passed on"))
    let empty = try Command.run(["sift", "-"], in: repository.path)
    #expect(empty.status == 0 && empty.errors == "")
    #expect(empty.output == "nothing to pass on · the report is empty: the tool found nothing, or did not run\n")
  }

  @Test func `What is set aside is listed with its reason`() throws {
    let output = try sift(report, "--show-set-aside").output
    #expect(output.contains("\nset aside  Sources/New.swift:2  swiftlint/colon  style: white space around a colon\n"))
    #expect(output.contains("\nset aside  Sources/Old.swift:1  swiftlint/force_cast  it is about lines that the change leaves alone\n"))
    #expect(output.hasSuffix("1 of 3 passed on · 2 set aside: 1 of style, 1 on lines the change leaves alone\n"))
  }

  @Test func `The whole program, another base, what is staged`() throws {
    #expect(try sift(report, "--all").output.contains("2 of 3 passed on"))
    #expect(try sift(report, "--base", "main").output.contains("1 of 3 passed on"))
    #expect(try sift(report, "--base", "HEAD..HEAD").output.contains("0 of 3 passed on"))
    #expect(try sift(report, "--base", "HEAD..HEAD").status == 0)
    #expect(try sift(report, "--staged").output.contains("0 of 3 passed on"))
    #expect(try sift(report, "--all", "--pass-on", "style").output.contains("3 findings"))
  }

  @Test func `As JSON, the findings alone are on standard output`() throws {
    let outcome = try sift(report, "--format", "json")
    let review = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let introduced = try #require(review["introduced"] as? [[String: Any]])
    #expect(introduced.map { $0["rule"] as? String } == ["swiftlint/force_cast"])
    #expect(introduced.map { $0["level"] as? String } == ["bug"])
    #expect(introduced.map { $0["trait"] as? String } == ["crash"])
    #expect((review["changes"] as? [String: Any])?["files"] as? Int == 1)
    #expect(outcome.errors.hasPrefix("1 of 3 passed on · 2 set aside"))
  }

  @Test func `The failing level and what is excluded are the configuration's`() throws {
    #expect(try sift(report, "--fail-on", "bug").status == 1)
    let warning = report.replacing(": error:", with: ": warning:")
    #expect(try sift(warning).status == 0)
    #expect(try sift(warning, "--fail-on", "risk").status == 1)
    try repository.write(".nitless.yml", "fail-on: risk\n")
    #expect(try sift(warning).status == 1)
    try repository.write(".nitless.yml", "exclude: [Sources/New.swift]\n")
    #expect(try sift(report).output == "0 of 3 passed on · 3 set aside: 1 on lines the change leaves alone, 2 in excluded files · --show-set-aside lists them\n")
  }

  @Test func `A report that a shell hands on as a file is read`() throws {
    let remark = "Sources/Old.swift:1:13: error: something odd (odd)"
    let program = try Command.executable.get().path
    let outcome = try Command.shell("echo '\(remark)' | '\(program)' sift /dev/stdin --all", in: repository.path)
    #expect(outcome.status == 1 && outcome.output.contains("something odd"), "\(outcome)")
  }

  @Test func `A table of the team says what its own rules are about`() throws {
    let own = "Sources/New.swift:1:1: warning: Own Violation: m (own_rule)\n"
    #expect(try sift(own).output.contains("is not in the tables"))
    try repository.write("../own.yml", "tool: swiftlint\nrules:\n  own_rule: style, a name\n")
    #expect(try sift(own, "--table", repository.path + "/../own.yml").output.contains("1 of style"))
    try repository.write("../own.yml", "tool: swiftlint\nrules:\n  own_rule: taste, a name\n")
    let outcome = try sift(own, "--table", "../own.yml")
    #expect(outcome.status == 2 && outcome.errors.hasPrefix("error: ../own.yml:3: `taste` is not what a rule is about"))
  }

  @Test func `A nitpick of a person is named`() throws {
    let head = try repository.git("rev-parse", "HEAD")
    let comments = """
      [{"body": "```suggestion\\nlet z: Int = 1\\n```", "path": "Sources/New.swift", "line": 2, "side": "RIGHT", "commit_id": "\(head)", "user": {"login": "ada"}},
       {"body": "Is this ever no Int?", "path": "Sources/New.swift", "line": 1, "side": "RIGHT", "commit_id": "\(head)", "user": {"login": "grace"}}]
      """
    let outcome = try sift(comments)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("design  Sources/New.swift:1:1  comment/grace"))
    #expect(outcome.output.contains("\nnitpick  Sources/New.swift:2  comment/ada  "))
    #expect(outcome.output.contains("leave behaviour as it is (formatting)\n"))
    #expect(outcome.output.hasSuffix("1 of 2 passed on · 1 set aside: 1 proven to change nothing\n"))
  }

  @Test func `What cannot be done is said with status 2`() throws {
    func expect(_ outcome: Command.Outcome, _ start: String, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("error: \(start)"), "\(outcome.errors)", sourceLocation: sourceLocation)
      #expect(outcome.errors.split(separator: "\n").last?.hasPrefix("  ") == true, sourceLocation: sourceLocation)
    }
    expect(try repository.nitless("sift", "missing"), "cannot read `\(repository.path)/missing`")
    expect(try repository.nitless("sift", "Sources"), "cannot read `\(repository.path)/Sources`")
    expect(try repository.nitless("sift"), "Missing expected argument '<file>'")
    expect(try sift("[{\"rule_id\": "), "cannot read \(repository.path)/../report, line 1: it is no whole JSON")
    expect(try sift("hello\n"), "cannot read \(repository.path)/../report: none of its lines is a remark")
    expect(try sift(report, "--from", "sarf"), "unknown format `sarf`; did you mean `sarif`?")
    expect(try sift(report, "--base", "nowhere"), "cannot find the revision `nowhere`")
    expect(try sift(report, "--all", "--base", "main"), "--all asks for no change")
    expect(try sift(report, "--staged", "--base", "main"), "--staged compares the index")
    expect(try sift(report, "--pass-on", "taste"), "--pass-on taste")
    try repository.write(".nitless.yml", "fial-on: bug\n")
    expect(try sift(report), ".nitless.yml:1:1: unknown key `fial-on`")
  }
}
