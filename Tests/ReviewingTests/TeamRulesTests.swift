import Foundation
import ProgramModel
import ReviewModel
import Reviewing
import RulePages
import Testing

/// What a team can write that has read Rules/README.md alone: the pages of Documentation/TeamRules.md.
@Suite struct TeamRulesTests {
  /// A page as the document shows it and as it is pasted, with the path that stands above it.
  struct Page: CustomTestStringConvertible {
    var path: String
    var text: String
    var testDescription: String { path }
  }

  static let pages: [Page] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Documentation/TeamRules.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    let pieces = text.components(separatedBy: "````markdown\n")
    return zip(pieces, pieces.dropFirst()).compactMap { before, piece in
      guard let path = before.split(separator: "\n").last?.wholeMatch(of: /`(\S+)`:/) else { return nil }
      return Page(path: String(path.1), text: (piece.components(separatedBy: "\n````").first ?? "") + "\n")
    }
  }()

  @Test func `There are ten of them`() { #expect(Self.pages.count == 10) }

  @Test(arguments: pages)
  func `A page of a team holds`(_ page: Page) throws {
    let (read, problems) = RulePage.read(page.text, path: page.path)
    let rule = try #require(read, "\(problems.map(\.description).joined(separator: "\n"))")
    let failures = PageExamination(rules: [rule], knowledge: BundledPagesTests.knowledge).failures(of: [rule], threads: 1)
    #expect(failures.map(\.description) == [])
  }

  @Test(arguments: RuleSketch.Subject.allCases)
  func `What rules new writes holds`(_ subject: RuleSketch.Subject) throws {
    let name =
      switch subject {
      case .call: "Analytics.track"
      case .construction: "Engine"
      case .subclass: "Screen"
      case .property: "String"
      case .pattern: "$VIEW.alpha = 0"
      }
    let sketch = RuleSketch(
      subject: subject, name: name, consequence: "says \"so\" & more: a \\ and {braces are none}",
      trait: .coupling, remedy: "Do: otherwise")
    let (read, problems) = RulePage.read(sketch.page(id: "found-here"), path: "rules/found-here.md")
    let rule = try #require(read, "\(problems.map(\.description).joined(separator: "\n"))\n\(sketch.page(id: "found-here"))")
    let failures = PageExamination(rules: [rule], knowledge: BundledPagesTests.knowledge).failures(of: [rule], threads: 1)
    #expect(failures.map(\.description) == [])
  }
}
