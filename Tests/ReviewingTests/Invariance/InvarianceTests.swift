import Foundation
import ProgramModel
import ReviewModel
import RuleEngine
import RulePages
import SwiftFacts
import Testing

/// The findings of a program are the same, fingerprints included, however the program is written.
///
/// Each example is written in one of the ways, in turn, so that a page's examples together meet them all, and its page
/// alone is asked. With `EVERY_WAY=1` each is written in every way and all pages are asked, which takes many minutes.
@Suite struct InvarianceTests {
  private static let isEveryWay = ProcessInfo.processInfo.environment["EVERY_WAY"] == "1"

  /// The ways in which an example of some number is written.
  private static func ways(of number: Int) -> [Rewriting] {
    let all = Rewriting.allCases
    return isEveryWay ? all : [all[number % all.count]]
  }

  @Test(arguments: BundledPagesTests.pages)
  func `A rewriting that changes nothing changes no finding`(page: RulePage) {
    let inspector = Inspector(rules: Self.isEveryWay ? BundledPagesTests.pages : [page])
    for (index, example) in page.examples.enumerated() {
      let files = example.files.compactMap { file in file.after.map { (path: file.path, text: $0) } }
      let expected = Self.findings(files, inspector)
      for way in Self.ways(of: index + page.id.utf8.count) {
        var rewritten = files
        for index in files.indices { rewritten[index].text = way.rewritten(files[index].text) ?? files[index].text }
        guard rewritten.map(\.text) != files.map(\.text) else { continue }
        let found = Self.findings(rewritten, inspector)
        #expect(
          found == expected,
          "\(page.id), the example of line \(example.line), written otherwise (\(way.rawValue)):\n\(rewritten.map(\.text).joined(separator: "\n"))")
      }
    }
  }

  private static func findings(_ files: [(path: String, text: String)], _ inspector: Inspector) -> [String] {
    let program = Program(
      files: files.map { SourceFile(path: $0.path, facts: FactsMaker().facts(of: Array($0.text.utf8))) }, knowledge: BundledPagesTests.knowledge)
    return inspector.findings(in: program, threads: 1).map { "\($0.finding.rule) \($0.finding.declaration) \($0.finding.fingerprint.text)" }.sorted()
  }
}
