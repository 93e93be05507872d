import Foundation
import Testing

@testable import Hosts

struct TextTests {
  @Test func `A suggestion is taken over word for word, or is none`() {
    #expect(Markdown.suggestion("```swift\n```", "suggestion")?.hasPrefix("````suggestion\n```swift\n") == true)
    #expect(Markdown.suggestion("let a = 1 // \u{202E}", "suggestion") == nil)
  }

  @Test func `A long summary is cut between its parts`() throws {
    let remarks = Array(repeating: #"{"says": "\#(String(repeating: "&", count: 500))"}"#, count: 20).joined(separator: ",")
    let posting = try JSONDecoder().decode(
      Posting.self,
      from: Data(
        """
        {"scope": "review", "head": "0123456789", "entries": [], "fixed": [\(remarks)], "skipped": [\(remarks)], "notices": [],
          "standing": 0, "failingLevel": "bug", "isIncomplete": false}
        """.utf8))
    let text = SummaryText(comments: CommentText(), limit: 60_000).body(posting, unplaced: [])
    #expect(text.utf8.count <= 60_000)
    #expect(text.components(separatedBy: "<details>").count == text.components(separatedBy: "</details>").count)
    #expect(Marker(in: text) != nil)
  }

  @Test func `A saved posting links to no page of a stranger's`() throws {
    let entry = """
      {"rule": "a-rule", "page": "https://example.com/x) ![a](b", "level": "bug", "trait": "memory", "path": "A.swift", "line": 1, "endLine": 1,
       "column": 1, "endColumn": 2, "isShown": true, "message": "m", "why": [], "fingerprint": "0123abcd"}
      """
    let bytes = Array(
      """
      {"nitless": 1, "posting": {"scope": "other", "head": "0123456789", "entries": [\(entry)], "fixed": [], "skipped": [], "notices": [],
        "standing": 0, "failingLevel": "bug", "isIncomplete": false}}
      """.utf8)
    let posting = try SavedPosting.read(bytes, head: "0123456789", scope: "review")
    #expect(posting.entries.map(\.page) == [nil] && posting.scope == "review")
    #expect(!posting.page(blobs: nil).contains("example.com"))
  }

  @Test func `A comment is known by its last line alone`() {
    let marker = Marker(scope: "review", name: "0123abcd")
    #expect(Marker(in: "text\n\n\(marker.text)\n") == marker)
    #expect(Marker(in: "> \(marker.text)\n\nI do not think so") == nil)
    let text = CommentText()
    let fixed = text.fixed("text\n\n\(marker.text)", marker, at: "0123456789abcdef")
    #expect(fixed.hasPrefix("**Fixed** as of 0123456789.\n\ntext\n\n"))
    #expect(Marker(in: fixed)?.isFixed == true)
  }

  @Test func `Hosts change line breaks, and that is no change`() {
    #expect(Reconciliation.isSame("a\r\nb\n", "a\nb"))
    #expect(!Reconciliation.isSame("a\nb", "a\nc"))
  }
}
