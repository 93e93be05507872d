import BundledRules
import Foundation
import ReviewModel
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

extension ReadmeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `README.md lists by trait what the pages find`() throws {
    let file = Self.root.appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: "--filter ReadmeTests -->\n"))
    let end = try #require(text.firstRange(of: "<!-- end -->"))
    let table = Self.table
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data((text[..<start.upperBound] + table + text[end.lowerBound...]).utf8).write(to: file)
      return
    }
    #expect(text[start.upperBound..<end.lowerBound] == table, "UPDATE_GOLDEN=1 swift test --filter ReadmeTests")
  }

  @Test func `Rules/README.md lists what can be asked of each kind`() throws {
    let file = Self.root.appending(path: "Rules/README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: "--filter ReadmeTests -->\n"))
    let end = try #require(text.firstRange(of: "<!-- end -->"))
    let words = Vocabulary.summary
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data((text[..<start.upperBound] + words + text[end.lowerBound...]).utf8).write(to: file)
      return
    }
    #expect(text[start.upperBound..<end.lowerBound] == words, "UPDATE_GOLDEN=1 swift test --filter ReadmeTests")
  }

  /// The titles of all pages that are on, by trait, the worst first.
  private static var table: String {
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }.filter(\.isEnabled)
    let rows = Trait.allCases.compactMap { trait -> String? in
      let own = pages.filter { $0.trait == trait }.sorted { ($1.level, $0.title) < ($0.level, $1.title) }
      guard !own.isEmpty else { return nil }
      let shown = own.map { page in
        let title = keepsCapital(page.title) ? page.title : page.title.prefix(1).lowercased() + page.title.dropFirst()
        return "[\(title)](\(page.path))"
      }
      return "| \(trait.rawValue) | \(own.count) | \(shown.joined(separator: "; ")) |\n"
    }
    return "| trait | rules | what is found |\n| --- | ---: | --- |\n" + rows.joined()
  }

  /// Whether a title begins with an abbreviation, as `URL session` does.
  private static func keepsCapital(_ title: String) -> Bool {
    title.prefix { $0 != " " }.dropFirst().contains(where: \.isUppercase)
  }
}
