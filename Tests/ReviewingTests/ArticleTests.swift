import Foundation
import ReviewModel
import Reviewing
import RulePages
import Testing

/// What well-known articles show is raised, or is right and left alone: `Tests/Articles/items.md` has each item.
@Suite struct ArticleTests {
  struct Item: Sendable, CustomTestStringConvertible {
    var numbers: [Int]
    /// The rules that raise it; none where nothing must.
    var rules: [String]
    /// The fence, marks and all.
    var fence: String
    var testDescription: String { "\(numbers.map(String.init).joined(separator: ", ")): \(rules.joined(separator: ", "))" }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
  private static let text = (try? String(contentsOfFile: folder + "/Articles/items.md", encoding: .utf8)) ?? ""

  static let items: [Item] = text.components(separatedBy: "\n## ").dropFirst().compactMap { section in
    guard let colon = section.firstIndex(of: ":"), let start = section.range(of: "```diff\n"), let end = section.range(of: "\n```\n"),
      let line = section.split(separator: "\n").first, line.contains(":")
    else { return nil }
    let numbers = section[..<colon].split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
    let rules = line[colon...].dropFirst().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return Item(numbers: numbers, rules: rules == ["nothing"] ? [] : rules, fence: String(section[start.upperBound..<end.lowerBound]))
  }

  private static let examination = PageExamination(rules: BundledPagesTests.pages, knowledge: BundledPagesTests.knowledge)

  /// The item as an example of its rule's page, or of any page where no rule may find it.
  private func example(of item: Item) throws -> Example {
    let sound = "```diff\n let a = 1\n```\n"
    let marked = "```diff\n\(item.fence)\n```\n"
    let isRaised = !item.rules.isEmpty
    let page = """
      ---
      level: bug
      find: closure
      message: "of no use"
      ---
      # Item

      Only its example is read.

      ## Flagged

      \(isRaised ? marked : "```diff\n let a = 1\n!^\n```\n")
      ## Not flagged

      \(isRaised ? sound : marked)
      """
    let (read, problems) = RulePage.read(page, path: "Memory/item.md")
    #expect(problems == [])
    return try #require(read?.examples.first { $0.kind == (isRaised ? .flagged : .notFlagged) })
  }

  @Test(arguments: items) func `An item is raised by its rule where it stands, or by none`(item: Item) throws {
    let example = try example(of: item)
    let found = Self.examination.introduced(by: example)
    if item.rules.isEmpty {
      #expect(found.map { "\($0.rule): \($0.message)" } == [])
    } else {
      #expect(!example.expectations.isEmpty)
      for expectation in example.expectations {
        #expect(
          found.contains { item.rules.contains($0.rule) && expectation.isMet(at: $0.place) },
          "found: \(found.map { "\($0.rule) at \($0.place.path):\($0.place.span.start.line):\($0.place.span.start.column)" })")
      }
      #expect(Set(found.map(\.rule)) == Set(item.rules), "found: \(found.map(\.rule))")
    }
  }

  @Test func `Every item is raised, left alone, or waits for its rule`() {
    let lists = Self.text.components(separatedBy: "\n## ").filter { $0.hasPrefix("Not raised") || $0.hasPrefix("Waiting") }
    let listed = lists.flatMap { list in
      list.split(separator: "\n").filter { $0.hasPrefix("- ") }.flatMap { line in
        line.dropFirst(2).prefix { $0 != ":" }.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
      }
    }
    let all = Set(listed).union(Self.items.flatMap(\.numbers))
    #expect(Set(1...67).subtracting(all).sorted() == [])
    // A rule that has come is not waited for: its item wants a fixture.
    for list in lists where list.hasPrefix("Waiting") {
      let ids = list.split(separator: "\n").filter { $0.hasPrefix("- ") }.compactMap { $0.split(separator: ": ").last.map(String.init) }
      let come = ids.filter { id in BundledPagesTests.pages.contains { $0.id == id } }
      #expect(come == [], "write the items of these rules into items.md")
    }
  }
}
