import BundledRules
import RulePages
import Testing

/// That words are words, and no names of rules.
struct WordCountTests {
  static let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }

  @Test func `At most ten words are used by one rule only`() {
    var rules: [Attribute: Set<String>] = [:]
    for page in Self.pages {
      for attribute in page.cases.reduce(into: Set<Attribute>(), { $0.formUnion($1.predicate.attributes) }) {
        rules[attribute, default: []].insert(page.id)
      }
    }
    let lonely = rules.filter { $0.value.count == 1 }.map { "\($0.key.rawValue): \($0.value.joined())" }.sorted()
    #expect(lonely.count <= 10, "used by one rule only: \(lonely.joined(separator: ", "))")
  }

  @Test(arguments: Source.allCases) func `Every analysis is asked by some rule`(source: Source) {
    #expect(Self.pages.contains { $0.origins.contains(.analysis(source)) })
  }

  @Test(arguments: Source.allCases) func `What an analysis says can be asked of it on a page`(source: Source) {
    // Each answer by itself: a page that asks for it is read, and asks this analysis or one that says the same.
    for (attribute, contents) in source.facts.answers {
      for content in contents {
        guard case .word(let word) = content else { continue }
        #expect(source.kinds.allSatisfy { !attribute.isForeign(to: $0) }, "\(attribute.rawValue): \(word)")
      }
    }
  }
}

extension Attribute {
  /// Whether a word cannot be said of a kind, so that a page with it is refused.
  fileprivate func isForeign(to kind: Kind) -> Bool {
    let head = "level: risk\nfind: \(kind.rawValue)\nwhere:\n  \(rawValue): x\nmessage: m"
    return problems(of: text(head: head)).contains("is said of")
  }
}
