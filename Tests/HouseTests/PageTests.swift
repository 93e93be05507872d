import Foundation
import Testing

/// That the pages people read are whole.
struct PageTests {
  @Test func `Every rule page has an example of each kind`() throws {
    let pages = try House.folders(in: "Rules").flatMap { House.files(in: "Rules/\($0)", ending: ".md") }
    #expect(!pages.isEmpty, "no rule page was found in a folder of Rules/")
    for page in pages {
      let text = try House.text(page)
      for section in ["## Flagged", "## Not flagged"] where !hasExample(section, in: text) {
        Issue.record("\(page) has no example under `\(section)`: add a ```diff fence there, see Rules/README.md")
      }
    }
  }

  @Test func `Whoever writes a rule is told where its words are`() throws {
    #expect(
      try House.text("Rules/README.md").contains("(Vocabulary.md)"),
      "Rules/README.md does not link to Rules/Vocabulary.md: a reader would not find the words")
    #expect(
      try House.text("README.md").contains("(Rules/README.md)"),
      "README.md does not link to Rules/README.md: a reader would not learn that a rule is a page")
  }

  @Test(arguments: House.files(in: "", ending: "README.md"))
  func `A link leads somewhere`(_ page: String) throws {
    let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for match in try House.text(page).matches(of: /\]\(([^)\s]+)\)/) {
      let target = match.1.prefix { $0 != "#" }
      guard !target.isEmpty, !target.contains("://") else { continue }
      #expect(House.exists(folder + target), "\(page) links to \(target), and there is none: mend the link")
    }
  }

  private func hasExample(_ section: String, in text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0 == section }) else { return false }
    let body = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return body.contains { $0.hasPrefix("```diff") }
  }
}
