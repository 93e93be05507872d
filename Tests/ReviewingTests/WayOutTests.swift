import BundledRules
import ProgramModel
import ReviewModel
import Reviewing
import RulePages
import Testing

/// That findings say how to get rid of them. That the fixes of examples mend what they are offered for is part of
/// what every example is tested for.
@Suite struct WayOutTests {
  private static let pages = BundledPagesTests.pages
  private static let examination = PageExamination(rules: pages, knowledge: BundledPagesTests.knowledge)

  @Test(arguments: pages) func `Every finding of an example has a way out`(page: RulePage) {
    let ways = Self.examination.waysOut(of: page)
    #expect(!ways.isEmpty)
    #expect(ways.allSatisfy { $0 != nil }, "give the page a `remedy:`")
  }

  @Test(arguments: pages.filter { $0.fix != nil || $0.rewrite != nil })
  func `A page that names a fix has an example of it`(page: RulePage) {
    #expect(
      Self.examination.waysOut(of: page).contains { $0.map { !$0.edits.isEmpty } ?? false },
      "no example of the page is offered an edit")
  }

  @Test func `A pattern is rewritten around what its names stand for`() throws {
    let page = """
      ---
      level: risk
      pattern: log($LEVEL, $...VALUES)
      message: "`log` is gone"
      rewrite: logger.write(at: $LEVEL, $...VALUES)
      ---
      # Log

      Nobody reads it.

      ## Flagged

      ```diff
      +log( .info, first /* kept */, name: second )
      !^
      ```

      ## Not flagged

      ```diff
      +logger.write(at: .info)
      ```
      """
    let rule = try #require(RulePage.read(page, path: "Memory/log.md").page)
    let examination = PageExamination(rules: [rule], knowledge: Knowledge())
    #expect(examination.failures(of: [rule], threads: 1) == [])
    let fix = try #require(examination.waysOut(of: rule).first ?? nil)
    #expect(fix.applicability == .review && fix.title == "Write `logger.write(at: .info, first, second)`")
    let edited = EditedText.applying(fix.edits, to: Array("log( .info, first /* kept */, name: second )".utf8))
    #expect(edited.map { String(decoding: $0, as: UTF8.self) } == "logger.write(at: .info, first /* kept */, name: second)")
  }
}
