import BundledRules
import Sifting
import Testing

/// What is known of the rules of other tools.
@Suite struct TableTests {
  private let tables = ToolTables(BundledRules.tools)

  @Test func `The tables are whole: every rule once, with its subject and a reason`() {
    #expect(tables.problems.isEmpty)
    #expect(tables.tools == ["swift-format", "swiftlint"])
    for tool in tables.tools {
      for (rule, entry) in tables.rules(of: tool) {
        #expect(entry.reason.count >= 4 && !entry.reason.hasSuffix("."), "\(tool)/\(rule)")
        #expect(!entry.reason.contains(": ") && !entry.reason.contains(" #"), "\(tool)/\(rule) is no plain YAML")
      }
    }
  }

  @Test func `All rules of SwiftLint 0.65 and all of swift-format are there`() {
    func count(_ tool: String) -> Int { tables.rules(of: tool).count { $0.entry.isCurrent } }
    #expect(count("swiftlint") == 253 + 1, "the 253 that SwiftLint lists, and `superfluous_disable_command`")
    #expect(count("swift-format") == 44 + 9, "the 44 rules, and the categories of the layout")
  }

  @Test func `As many are about behaviour as the README says`() throws {
    func count(_ tool: String, _ isCounted: (ToolTables.Subject) -> Bool) -> Int {
      tables.rules(of: tool).count { $0.entry.isCurrent && isCounted($0.entry.subject) }
    }
    let isBehaviour = { (subject: ToolTables.Subject) in if case .behaviour = subject { true } else { false } }
    #expect(count("swiftlint", isBehaviour) == 60)
    #expect(count("swiftlint") { $0 == .performance } == 18)
    #expect(count("swiftlint") { $0 == .metric } == 10)
    #expect(count("swiftlint") { $0 == .style } == 166)
    #expect(count("swift-format", isBehaviour) == 5)
  }

  @Test func `Former names of a rule are known as well`() {
    #expect(tables.entry(tool: "swiftlint", rule: "redundant_self_in_closure")?.isCurrent == false)
  }

  @Test func `A wrong line is named`() {
    let broken = ToolTables([
      ("T.yml", "tool: x\nrule: y\nrules:\n  a: crash, it ends\n  a: style, twice\n  b: taste, nice\n  c: style\n  d: style,\n  e\n"),
      ("U.yml", "  a: style, too early\n"),
    ])
    #expect(broken.problems.map { "\($0.path):\($0.line)" } == ["T.yml:2", "T.yml:5", "T.yml:6", "T.yml:7", "T.yml:8", "T.yml:9", "U.yml:1"])
  }
}
