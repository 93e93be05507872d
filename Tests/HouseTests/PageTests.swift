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

  @Test func `Every rule page knows what it could be mistaken about, and what was measured`() throws {
    for page in try House.folders(in: "Rules").flatMap({ House.files(in: "Rules/\($0)", ending: ".md") }) {
      let text = try House.text(page)
      let alike = section("## Not flagged", of: text).filter { $0.hasPrefix("```diff") }.count
      #expect(alike >= 4, "\(page) has \(alike) examples under `## Not flagged`: add what it came near to be wrong about")
      let measured = section("## Measured", of: text)
      let hasFigures = measured.contains { $0.hasPrefix("True: ") || $0.contains("findings") || $0.contains("brings back") }
      #expect(hasFigures, "\(page) does not say under `## Measured` what it found on real code")
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

  private func hasExample(_ name: String, in text: String) -> Bool {
    section(name, of: text).contains { $0.hasPrefix("```diff") }
  }

  /// The lines below a heading, up to the next; none where there is no such heading.
  private func section(_ name: String, of text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0 == name }) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
  }
}
