import Foundation
import TestRepository
import Testing

/// What `.nitless.yml` files, in the whole repository and in its folders, make of a review.
@Suite struct ConfigCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("README.md", "")
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("App/Viewer.swift", Source.leaking)
  }

  private func introduced() throws -> [String] {
    let outcome = try repository.nitless("review", "--format", "json")
    #expect(outcome.errors == "", "\(outcome.errors)")
    let review = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    return try #require(review["introduced"] as? [[String: Any]]).map { "\($0["rule"] ?? "") \($0["level"] ?? "")" }
  }

  @Test func `A level is the nearest file's`() throws {
    #expect(try introduced() == ["closure-retain-cycle bug"])
    try repository.write(".nitless.yml", "levels: {closure-retain-cycle: design}\n")
    #expect(try introduced() == ["closure-retain-cycle design"])
    try repository.write("App/.nitless.yml", "levels: {closure-retain-cycle: risk}\n")
    #expect(try introduced() == ["closure-retain-cycle risk"])
    try repository.write("App/.nitless.yml", "disable: [closure-retain-cycle]\n")
    #expect(try introduced() == [])
    try repository.write("App/.nitless.yml", "levels: {weak-dropped: off}\n")
    #expect(try introduced() == ["closure-retain-cycle design"])
  }

  @Test func `A path has levels of its own`() throws {
    try repository.write(
      ".nitless.yml", "paths:\n- match: App/**\n  levels: {closure-retain-cycle: risk}\nlevels: {closure-retain-cycle: off}\n")
    #expect(try introduced() == ["closure-retain-cycle risk"])
    try repository.write(".nitless.yml", "paths:\n- match: Other/**\n  levels: {closure-retain-cycle: risk}\n")
    #expect(try introduced() == ["closure-retain-cycle bug"])
  }

  @Test func `Files are left out by path and by what they say of themselves`() throws {
    try repository.write("Sources/Main.swift", "let main = 1\n")
    try repository.write(".nitless.yml", "include: [Sources/**]\n")
    #expect(try introduced() == [])
    try repository.write(".nitless.yml", "include: [App/**]\n")
    #expect(try introduced() == ["closure-retain-cycle bug"])
    try repository.write("App/.nitless.yml", "exclude: [View*.swift]\n")
    #expect(try introduced() == [])
    try repository.delete("App/.nitless.yml")
    try repository.write("App/Viewer.swift", "// Made by our tool.\n" + Source.leaking)
    #expect(try introduced() == ["closure-retain-cycle bug"])
    try repository.write(".nitless.yml", "generated: [Made by our tool]\n")
    #expect(try introduced() == [])
  }

  @Test func `A file says what it does not say itself by those that it extends`() throws {
    try repository.write("shared/base.yml", "fail-on: design\nlevels: {closure-retain-cycle: risk, weak-dropped: off}\n")
    try repository.write(".nitless.yml", "extends: shared/base.yml\n")
    #expect(try introduced() == ["closure-retain-cycle risk"])
    #expect(try repository.nitless("review").status == 1)
    try repository.write(".nitless.yml", "extends: shared/base.yml\nfail-on: bug\nlevels: {weak-dropped: bug}\n")
    #expect(try introduced() == ["closure-retain-cycle risk"])
    #expect(try repository.nitless("review").status == 0)
    let printed = try repository.nitless("config").output
    #expect(printed.contains("levels: {closure-retain-cycle: risk, weak-dropped: bug} # .nitless.yml:3"), "\(printed)")
  }

  @Test func `What is extended is there, and does not lead back`() throws {
    try repository.write(".nitless.yml", "extends: shared/none.yml\n")
    let missing = try repository.nitless("review")
    #expect(missing.status == 2)
    #expect(missing.errors.hasPrefix("error: .nitless.yml:1:10: there is no file `shared/none.yml`"), "\(missing.errors)")
    try repository.write(".nitless.yml", "extends: shared/a.yml\n")
    try repository.write("shared/a.yml", "extends: ../.nitless.yml\n")
    let circle = try repository.nitless("review")
    #expect(circle.status == 2)
    #expect(circle.errors.contains("`../.nitless.yml` extends this file in turn"), "\(circle.errors)")
  }

  @Test func `A mistake in a folder's file is said with its line`() throws {
    try repository.write("App/.nitless.yml", "\nlevels: {closure-retain-cylce: off}\n")
    let outcome = try repository.nitless("review")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("error: App/.nitless.yml:2:10: unknown rule `closure-retain-cylce`; did you mean `closure-retain-cycle`?"),
      "\(outcome.errors)")
    try repository.write("App/.nitless.yml", "fail-on: risk\n")
    #expect(try repository.nitless("review").errors.hasPrefix("error: App/.nitless.yml:1:1: `fail-on` holds for the whole repository"))
  }

  @Test func `It prints what holds, and where it is said`() throws {
    #expect(try repository.nitless("config").output.split(separator: "\n").allSatisfy { $0.hasSuffix("# default") })
    try repository.write(".nitless.yml", "\nexclude: [Generated/**]\ndefault-branch: develop\n")
    try repository.write("App/.nitless.yml", "disable: [weak-dropped]\n")
    let lines = try repository.nitless("config", "App/Viewer.swift").output.split(separator: "\n").map(String.init)
    func line(_ key: String) -> String? { lines.first { $0.hasPrefix(key + ":") } }
    #expect(line("exclude")?.contains("[Generated/**]") == true && line("exclude")?.hasSuffix("# .nitless.yml:2") == true)
    #expect(line("default-branch")?.hasSuffix("# .nitless.yml:3") == true)
    #expect(line("fail-on")?.hasSuffix("# default") == true)
    #expect(lines.contains("for what lies in App:"))
    #expect(line("disable")?.hasSuffix("# default") == true)
    #expect(lines.contains { $0.hasPrefix("disable: [weak-dropped]") && $0.hasSuffix("# App/.nitless.yml:1") }, "\(lines)")
    #expect(lines.last == "App/Viewer.swift: is reviewed")
    #expect(try repository.nitless("config", "Generated/A.swift").output.hasSuffix("Generated/A.swift: nothing is said about it\n"))
    #expect(try repository.nitless("config", "../elsewhere.swift").status == 2)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `A shell completes what there is`(shell: String) throws {
    let outcome = try repository.nitless("completions", shell)
    #expect(outcome.status == 0)
    for word in ["review", "baseline", "fail-on", "sarif"] { #expect(outcome.output.contains(word), "\(word)") }
  }
}
