import Foundation
import RulePages
import Testing

struct VocabularyTests {
  @Test(arguments: [
    ("Vocabulary.md", Vocabulary.reference), ("page.schema.json", Vocabulary.schema),
  ])
  func `What is generated from the vocabulary is fresh`(name: String, expected: String) throws {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Rules/\(name)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(expected.utf8).write(to: file)
    }
    let found = try? String(contentsOf: file, encoding: .utf8)
    #expect(
      found == expected,
      "Rules/\(name) is stale; write it anew with UPDATE_GOLDEN=1 swift test --filter RulePagesTests")
  }

  @Test func `The schema is JSON`() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(Vocabulary.schema.utf8))
    #expect(schema is [String: Any])
  }
}
