import BundledRules
import RulePages
import Testing

struct BundledRulesTests {
  @Test func `Every page in Rules/ is sound`() {
    for (path, text) in BundledRules.pages {
      let problems = RulePage.read(text, path: path).problems
      #expect(problems.isEmpty, "\(problems.map(\.description).joined(separator: "\n"))")
    }
  }

  @Test func `Pages and tables are told apart and sorted by path`() {
    let pages = BundledRules.pages.map(\.path)
    let knowledge = BundledRules.knowledge.map(\.path)
    #expect(pages == pages.sorted())
    #expect(knowledge == knowledge.sorted())
    #expect(pages.allSatisfy { $0.hasPrefix("Rules/") && $0.hasSuffix(".md") })
    #expect(knowledge.allSatisfy { $0.hasPrefix("Rules/Knowledge/") && $0.hasSuffix(".yml") })
  }
}
