import Foundation
import Testing

/// That no page claims more than what was read by others carries: `make evidence` writes the figures.
struct EvidenceTests {
  private struct Verdict: Decodable {
    var rule: String
    var level: String
    var verdict: String
    var reason: String
    var round: Int
    var repository: String
    var commit: String
    var path: String
    var line: Int
    var fingerprint: String
  }

  private func verdicts() throws -> [Verdict] {
    try House.text("Tests/Evidence/verdicts.jsonl").split(separator: "\n").map { line in
      try JSONDecoder().decode(Verdict.self, from: Data(line.utf8))
    }
  }

  @Test func `The figure of a page is that of the verdicts`() throws {
    let read = Dictionary(grouping: try verdicts(), by: \.rule)
    for page in try House.folders(in: "Rules").flatMap({ House.files(in: "Rules/\($0)", ending: ".md") }) {
      let rule = String(page.split(separator: "/").last?.dropLast(".md".count) ?? "")
      let claims = try House.text(page).split(separator: "\n").filter { $0.hasPrefix("True: ") }.map(String.init)
      let carried = read[rule].map { all in ["True: \(all.count { $0.verdict == "T" }) of \(all.count)."] } ?? []
      #expect(claims == carried, "\(page) does not say what the verdicts do: run `make evidence`")
    }
  }

  @Test func `A verdict says what was read, where, and why it is so`() throws {
    let pages = Set(try House.folders(in: "Rules").flatMap { House.files(in: "Rules/\($0)", ending: ".md") })
    for one in try verdicts() {
      #expect(["T", "A", "F"].contains(one.verdict) && !one.reason.isEmpty && one.round > 0 && one.line > 0)
      #expect(pages.contains { $0.hasSuffix("/\(one.rule).md") }, "there is no rule \(one.rule)")
      #expect(one.commit.count == 40 && one.repository.contains("/") && one.path.hasSuffix(".swift") && !one.fingerprint.isEmpty)
    }
  }
}
