import ProgramModel
import ReviewModel
import RuleEngine
import RulePages
import SwiftFacts
import Testing

/// The findings of a program are the same, fingerprints included, however the program is written.
@Suite struct InvarianceTests {
  @Test(arguments: BundledPagesTests.pages)
  func `A rewriting that changes nothing changes no finding`(page: RulePage) {
    let inspector = Inspector(rules: BundledPagesTests.pages)
    for example in page.examples {
      let files = example.files.compactMap { file in file.after.map { (path: file.path, text: $0) } }
      let expected = Self.findings(files, inspector)
      for way in Rewriting.allCases {
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
