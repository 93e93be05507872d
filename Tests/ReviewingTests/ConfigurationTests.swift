import BundledRules
import Foundation
import ReviewModel
import Reviewing
import RulePages
import Testing

@Suite struct ConfigurationTests {
  private func read(_ text: String) -> (configuration: Configuration, problems: [String]) {
    let (configuration, problems) = Configuration.read(Array(text.utf8), path: ".nitless.yml")
    return (configuration, problems.map(\.description))
  }

  @Test func `Every key is read`() {
    let (configuration, problems) = read(
      """
      # What holds for this repository.
      rules: [rules, more/rules]
      knowledge: knowledge
      enable: [one]
      disable:
        - two
      exclude: [Generated/**, "*.gen.swift"]
      fail-on: risk
      default-branch: develop
      """)
    #expect(problems.isEmpty)
    #expect(configuration.rules.map(\.text) == ["rules", "more/rules"])
    #expect(configuration.rules.last?.position == Position(line: 2, column: 16))
    #expect(configuration.knowledge.map(\.text) == ["knowledge"])
    #expect(configuration.enabled.map(\.text) == ["one"])
    #expect(configuration.disabled.map(\.text) == ["two"])
    #expect(configuration.failingLevel == .risk)
    #expect(configuration.defaultBranch == "develop")
    #expect(
      configuration.excludes("Generated/A.swift") && configuration.excludes("Sources/A.gen.swift"))
    #expect(!configuration.excludes("Sources/A.swift"))
  }

  @Test func `Levels hold for rules, and for paths before that`() {
    let (configuration, problems) = read(
      """
      levels:
        open-type-switch: off
        closure-retain-cycle: risk
      paths:
        - match: [Sources/Legacy/**]
          levels: {closure-retain-cycle: off}
      """)
    #expect(problems == [])
    #expect(configuration.levels.map(\.rule.text) == ["open-type-switch", "closure-retain-cycle"])
    #expect(configuration.levels.map(\.verdict) == [.off, .level(.risk)])
    #expect(configuration.pathLevels.map { $0.match.map(\.text) } == [["Sources/Legacy/**"]])
    #expect(configuration.pathLevels.first?.levels.map(\.verdict) == [.off])
  }

  @Test func `What a folder's file may not say is refused`() {
    let (_, problems) = Configuration.read(
      Array("fail-on: risk\ndisable: [one]\n".utf8), path: "App/.nitless.yml", isInFolder: true)
    #expect(problems.count == 1 && problems[0].description.hasPrefix("App/.nitless.yml:1:1: "), "\(problems)")
    #expect(problems[0].description.contains("`fail-on`"), "\(problems)")
  }

  @Test func `Nothing is said of what others wrote and is only kept here`() {
    let configuration = read("fail-on: risk").configuration
    #expect(configuration.excludes("Example/Pods/Codec/Reader.swift") && configuration.excludes("vendor/Codec.swift"))
    #expect(!configuration.excludes("Sources/Pods.swift") && !configuration.excludes("Sources/VendorList/Row.swift"))
    #expect(configuration.excludes("Sources/Mail/Mail.docc/Resources/step-1.swift"))
    #expect(!configuration.excludes("Sources/Mail.docc.swift") && !configuration.excludes("Sources/Mail.swift/A.swift"))
    let own = read("vendored: [Ported]").configuration
    #expect(own.excludes("Ported/Codec.swift") && !own.excludes("Pods/Codec.swift"))
  }

  @Test func `Of what is included, what is excluded is left out`() {
    let configuration = read("include: [Sources/**]\nexclude: [Sources/Generated/**]").configuration
    #expect(!configuration.excludes("Sources/A.swift"))
    #expect(configuration.excludes("Sources/Generated/A.swift"))
    #expect(configuration.excludes("Tests/A.swift"))
  }

  @Test func `What the documentation shows is read, and says every key`() throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Documentation/Configuration.md")
        .standardizedFileURL, encoding: .utf8)
    let example = try #require(page.firstMatch(of: /```yaml\n((?s:.*?))```/)).output.1
    let (configuration, problems) = read(String(example))
    #expect(problems == [])
    #expect(Set(configuration.origins.keys) == Set(Configuration.Key.allCases))
  }

  @Test(arguments: ["", "\n\n", "# Nothing yet.\n"])
  func `An empty file says nothing`(text: String) {
    #expect(read(text).problems == [])
  }

  @Test func `Everything that is wrong is said at once, with its place and what was meant`() {
    let problems = read(
      """
      rulse: [rules]
      fail-on: bgu
      default-branch: [main]
      enable:
      exclude: [[a]]
      """
    ).problems
    #expect(
      problems == [
        ".nitless.yml:1:1: unknown key `rulse`; did you mean `rules`? (one of: extends, rules, knowledge, enable, disable, levels, paths, include, exclude, vendored, generated, baseline, fail-on, default-branch, rules-url)",
        ".nitless.yml:2:10: unknown level `bgu`; did you mean `bug`? (one of: bug, risk, design)",
        ".nitless.yml:3:17: expected the name of a branch here, found a list",
        ".nitless.yml:4:8: expected a rule here, or a list of them; found nothing",
        ".nitless.yml:5:11: expected a path or glob here, found a list",
      ])
  }

  @Test(arguments: ["javascript:alert(1)", "https://", "https://a.example/a b", "https://a.example/)[x](y", "/rules"])
  func `Where rules are on the web is an address, and nothing else`(address: String) {
    let (good, bad) = (read("rules-url: https://a.example/rules/\n"), read("rules-url: \"\(address)\"\n"))
    #expect(good.configuration.rulesURL == "https://a.example/rules" && good.problems.isEmpty)
    #expect(bad.configuration.rulesURL == nil && bad.problems.count == 1)
  }

  @Test(arguments: ["- rules", "rules", "rules: [", "rules: a\nrules: b", "\trules: a"])
  func `What is not a configuration is refused with its place`(text: String) {
    let problems = read(text).problems
    #expect(problems.count == 1 && problems[0].hasPrefix(".nitless.yml:"))
    #expect(!problems.description.contains("front matter"))
  }

  @Test func `A file that is not UTF-8 is refused`() {
    let problems = Configuration.read([0x72, 0xFF], path: ".nitless.yml").problems
    #expect(problems.map(\.description) == [".nitless.yml:1:1: the file is not UTF-8"])
  }
}
