import Foundation
import Git
import ReviewModel
import Sifting
import TestRepository
import Testing

/// Comments of people, with what they suggest.
@Suite struct CommentTests {
  private func report(_ app: App) throws -> ToolReport {
    let head = try app.repository.git("rev-parse", "HEAD")
    let text = String(decoding: try App.report("comments.json"), as: UTF8.self).replacing("COMMIT", with: head)
    return try RemarkFormat.report(recognising: Array(text.utf8))
  }

  @Test func `A suggestion that changes nothing is a nitpick, all else is passed on`() throws {
    let app = try App()
    let sifted = try app.sift(report(app), request: .workTree)
    #expect(sifted.setAside.map(\.because) == [.neutral([.formatting])])
    #expect(sifted.setAside.map { "\($0.path):\($0.line ?? 0) \($0.remark.rule ?? "")" } == ["Sources/Stamp.swift:4 ada"])
    #expect(sifted.setAside.first?.because.says == "nitpick: what it proposes is proven to leave behaviour as it is (formatting)")
    let passed = sifted.review.introduced
    #expect(passed.count == 5, "a comment belongs to the change it was made on, whatever the local one is")
    #expect(passed.allSatisfy { $0.level == .design })
    let suggestion = try #require(passed.first { $0.fix != nil })
    #expect(suggestion.rule == "comment/grace" && suggestion.fix?.title == "Do what grace proposes")
    #expect(suggestion.fix?.edits.first?.place.span.lines == 6...7)
    #expect(suggestion.why.map(\.says) == ["what it proposes is not proven to leave behaviour as it is"])
  }

  @Test func `A suggestion for a commit that the clone does not have cannot be tried`() throws {
    let app = try App()
    let finding = try #require(try app.sift(report(app)).review.introduced.first { $0.message == "suggests other lines" })
    #expect(finding.why.map(\.says) == ["its commit 0123456789 is not in this clone; `git fetch origin pull/N/head` gets it"])
    #expect(finding.fix == nil)
  }

  @Test func `A suggestion is applied to the lines of its commit, not to what stands there now`() throws {
    let app = try App()
    let report = try report(app)
    try app.repository.write("Sources/Stamp.swift", String(repeating: "// new\n", count: 5) + App.stamp)
    try app.repository.commit()
    let sifted = try app.sift(report)
    #expect(sifted.setAside.map(\.because) == [.neutral([.formatting])])
    let suggestion = try #require(sifted.review.introduced.first { $0.message.hasPrefix("This ends the app") })
    #expect(suggestion.fix == nil, "its lines are others by now")
    #expect(sifted.review.sources.line(7, of: "Sources/Stamp.swift", side: .after) == nil)
  }

  @Test func `Redundant words are a nitpick of their own class`() throws {
    let app = try App()
    let head = try app.repository.git("rev-parse", "HEAD")
    let json = """
      [{"body": "```suggestion\\n    names.first as! String\\n```", "path": "Sources/Stamp.swift", "line": 7, "side": "RIGHT",
        "commit_id": "\(head)", "diff_hunk": "", "user": {"login": "ada"}}]
      """
    let sifted = try app.sift(RemarkFormat.report(recognising: Array(json.utf8)))
    #expect(sifted.setAside.map(\.because) == [.neutral([.redundant])])
  }

  @Test func `What asks for other words of the same meaning is a nitpick, what only looks like it is passed on`() throws {
    let app = try App()
    let lines = [
      "final class Shelf {", "  var books: [String] = []", "  var own = Own()", "  var onDone: (() -> Void)?", "  func f() {",
      "    if books.count == 0 { g() }", "    if own.count == 0 { g() }", "    books.forEach { h($0) }", "    own.forEach { h($0) }",
      "    if let onDone { onDone() }", "    if let onDone { onDone(); g() }", "  }", "}",
    ]
    try app.repository.write("Sources/Shelf.swift", lines.joined(separator: "\n") + "\n")
    try app.repository.commit()
    let head = try app.repository.git("rev-parse", "HEAD")
    let suggestions = [
      (6, "if books.isEmpty { g() }"), (7, "if own.isEmpty { g() }"), (8, "for book in books { h(book) }"),
      (9, "for book in own { h(book) }"), (10, "onDone?()"), (11, "onDone?()"),
    ]
    let comments = suggestions.map { line, text in
      """
      {"body": "```suggestion\\n    \(text)\\n```", "path": "Sources/Shelf.swift", "line": \(line), "side": "RIGHT",
        "commit_id": "\(head)", "diff_hunk": "", "user": {"login": "ada"}}
      """
    }
    let sifted = try app.sift(RemarkFormat.report(recognising: Array("[\(comments.joined(separator: ","))]".utf8)))
    #expect(sifted.setAside.map(\.because) == Array(repeating: .neutral([.spelling]), count: 3))
    #expect(sifted.setAside.map(\.line) == [6, 8, 10])
    #expect(sifted.review.introduced.map(\.place.span.start.line) == [7, 9, 11])
  }

  @Test func `A comment in words alone that is about style is named as such, and passed on`() throws {
    let app = try App()
    let head = try app.repository.git("rev-parse", "HEAD")
    func comment(_ body: String, _ line: Int) -> String {
      """
      {"body": "\(body)", "path": "Sources/Stamp.swift", "line": \(line), "side": "RIGHT", "commit_id": "\(head)", "diff_hunk": "",
        "user": {"login": "ada"}}
      """
    }
    let json = "[\(comment("Why not make this guard a single line?", 4)), \(comment("Is this ever nil when the list is empty?", 6))]"
    let sifted = try app.sift(RemarkFormat.report(recognising: Array(json.utf8)))
    #expect(sifted.setAside.isEmpty)
    #expect(
      sifted.review.introduced.map { $0.why.map(\.says) } == [
        ["prose: by its words it is about line breaks, which changes nothing that the program does"], [],
      ])
  }
}
