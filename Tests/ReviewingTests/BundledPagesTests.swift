import BundledRules
import Foundation
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
public import RulePages
public import Testing

/// The examples of the pages in `Rules/`: what they say is what nitless does.
@Suite struct BundledPagesTests {
  static let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }

  private static let examination = PageExamination(rules: pages, knowledge: knowledge)

  static let knowledge: Knowledge = {
    var reader = KnowledgeReader()
    for table in BundledRules.knowledge { reader.read(table.text, path: table.path) }
    return reader.knowledge
  }()

  @Test(arguments: pages) func `Every example holds`(page: RulePage) {
    for failure in Self.examination.failures(of: [page], threads: 2) {
      Issue.record(
        "\(failure)",
        sourceLocation: SourceLocation(
          fileID: "Rules/\(page.id).md", filePath: Self.root + "/" + failure.path,
          line: failure.line, column: 1))
    }
  }

  /// The package's own folder, so that a failure opens the page in an editor.
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  @Test func `The page that a new rule begins with holds`() {
    let page = RulePage.read(
      RulePage.template(id: "printed", trait: .data), path: "rules/printed.md"
    ).page
    #expect(
      page.map { PageExamination(rules: Self.pages + [$0], knowledge: Self.knowledge).failures(of: [$0], threads: 1) } == [])
  }
}

extension RulePage: CustomTestStringConvertible {
  public var testDescription: String { id }
}
