import Foundation
import RulePages
import Testing

struct ReadmeTests {
  @Test func `The rule that Rules/README.md writes from start to end is a sound page`() throws {
    let fences = try fences(of: "markdown")
    let text = try #require(fences.first, "Rules/README.md has no ````markdown fence")
    let rule = try page(text, path: "rules/analytics-in-view.md")
    #expect(rule.examples.count == 2)
    let expectation = try #require(rule.examples.first?.expectations.first)
    let message = rule.cases.first?.message.filled { placeholder in
      switch placeholder {
      case .type: "SaleBanner"
      case .metavariable("EVENT"): ".saleTapped"
      default: "?"
      }
    }
    #expect(expectation.message == message)
    #expect((expectation.line, expectation.column) == (5, 5))
  }

  @Test func `Every piece of front matter that Rules/README.md shows can be read`() throws {
    let pieces = try fences(of: "yaml").filter { !$0.hasPrefix("rules:") }
    #expect(pieces.count >= 5)
    for piece in pieces {
      // A piece shows one key; the page around it is the one it would stand in.
      let hasSearch = ["find:", "pattern:", "compare:"].contains { piece.contains($0) }
      let head = "level: bug\n" + (hasSearch ? "" : "find: closure\n") + piece + "message: a"
      #expect(problems(of: text(head: head)) == "", "in:\n\(piece)")
    }
  }

  /// What stands in the fences of a language, each line with its break.
  private func fences(of language: String) throws -> [String] {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Rules/README.md")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var fences: [String] = []
    var mark: Substring?
    var isWanted = false
    for line in lines {
      if let open = mark {
        if line == open {
          mark = nil
        } else if isWanted {
          fences[fences.count - 1] += line + "\n"
        }
      } else if line.hasPrefix("```") {
        mark = line.prefix { $0 == "`" }
        isWanted = line.drop { $0 == "`" } == language
        if isWanted { fences.append("") }
      }
    }
    return fences
  }
}
