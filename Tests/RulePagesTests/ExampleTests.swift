import ReviewModel
import RulePages
import Testing

struct ExampleTests {
  @Test func `The fence is a change: context and minus before, context and plus after`() throws {
    let rule = try page(SamplePages.strongDelegate)
    let example = try #require(rule.examples.first)
    #expect(example.kind == .flagged)
    #expect(example.files.map(\.path) == ["Sources/Child.swift", "Sources/Parent.swift"])
    let child = try #require(example.files.first)
    #expect(child.before == "final class Child {\n  weak var delegate: ChildDelegate?\n}\n")
    #expect(child.after == "final class Child {\n  var delegate: ChildDelegate?\n}\n")
    // A file without a mark, in a change, is there on both sides; its empty line is an empty line.
    let parent = try #require(example.files.last)
    #expect(parent.before == parent.after)
    #expect(parent.after?.contains("Child()\n\n  init") == true)
  }

  @Test func `An expectation has the range of its carets and the message after them`() throws {
    let rule = try page(SamplePages.strongDelegate)
    let expectation = try #require(rule.examples.first?.expectations.first)
    #expect(expectation.path == "Sources/Child.swift")
    #expect((expectation.line, expectation.column) == (2, 7))
    #expect(expectation.endColumn == 15)
    #expect(
      expectation.message
        == "`Child.delegate` keeps `Parent`, which owns the `Child`: neither is ever freed")
    #expect(expectation.pageLine == 26)
  }

  @Test func `A single caret leaves the end open, and without a message any will do`() throws {
    let rule = try page(text(flagged: " let a = 1\n!    ^"))
    let expectation = try #require(rule.examples.first?.expectations.first)
    #expect(expectation.endColumn == nil)
    #expect(expectation.message == nil)
    let span = Span(start: Position(line: 1, column: 5), end: Position(line: 9, column: 1))
    #expect(expectation.isMet(at: Place(path: "Example.swift", span: span)))
    #expect(!expectation.isMet(at: Place(path: "Other.swift", span: span)))
  }

  @Test func `Without plus and minus the change adds the file; with only minus it deletes it`() throws {
    let rule = try page(
      text(notFlagged: "--- Old.swift\n-let a = 1\n--- New.swift\n+let b = 1\n--- Same.swift\n let c = 1"))
    let added = try #require(rule.examples.first?.files.first)
    #expect(added.before == nil)
    #expect(added.after == "let a = 1\n")
    let files = try #require(rule.examples.last?.files)
    #expect(files.map(\.before) == ["let a = 1\n", nil, "let c = 1\n"])
    #expect(files.map(\.after) == [nil, "let b = 1\n", "let c = 1\n"])
  }

  @Test func `Carets count characters as they are seen, columns count bytes`() throws {
    let rule = try page(text(flagged: " \tlet é👩‍👩‍👧 = \"ü\"; f()\n!               ^^^"))
    let expectation = try #require(rule.examples.first?.expectations.first)
    let source = try #require(rule.examples.first?.files.first?.after)
    let start = expectation.column - 1
    let end = try #require(expectation.endColumn) - 1
    let marked = String(decoding: Array(source.utf8)[start..<end], as: UTF8.self)
    #expect(marked == "f()")
  }

  @Test func `A failing test finds its line in the page`() throws {
    let rule = try page(SamplePages.strongDelegate)
    let example = try #require(rule.examples.first)
    let lines = SamplePages.strongDelegate.split(separator: "\n", omittingEmptySubsequences: false)
    for (side, marker) in [(SourceBook.Side.before, "-"), (.after, "+")] {
      let line = try #require(example.pageLine(of: 2, in: "Sources/Child.swift", side: side))
      #expect(lines[line - 1].hasPrefix(marker), "\(side): page line \(line) is \(lines[line - 1])")
    }
    #expect(lines[example.line - 1] == "```diff")
    #expect(example.pageLine(of: 99, in: "Sources/Child.swift", side: .after) == nil)
  }

  @Test func `The note of an example is the paragraph before it`() throws {
    let rule = try page(SamplePages.strongDelegate)
    #expect(rule.examples.map(\.note) == ["", "The owner keeps an adapter of its own making."])
  }

  @Test func `Two expectations may stand below one line`() throws {
    let rule = try page(text(flagged: " f(a, b)\n!  ^\n!     ^ second"))
    #expect(rule.examples.first?.expectations.map(\.column) == [3, 6])
    #expect(rule.examples.first?.expectations.map(\.line) == [1, 1])
  }

  @Test(arguments: [
    ("", "12:1: a flagged example says with `!` and `^` where and how"),
    ("! ^", "12:1: the example is empty\n13:1: this expectation has no line of source above it"),
    ("-a\n!^\n+b\n!^", "14:1: a removed line cannot be flagged: the finding is where the line was, or in what took its place"),
    (" a\n! ^^\n!^", "14:3: `^` points past the end of the line above"),
    (" a\n! message\n!^", "14:1: an expectation is `!`, then `^` below the place, then the message"),
    ("@@ -1 +1 @@\n a\n!^", "13:1: a line of an example begins with a space, `-`, `+`, `!` or `--- path`, not with `@`"),
    ("--- a.swift\n+++ b.swift\n a\n!^", "14:1: `--- path` starts a file, and nothing else does"),
    ("--- ../a.swift\n a\n!^", "13:1: `../a.swift` is not the path of a Swift file or a manifest in a repository"),
    ("--- a.swift\n--- b.swift\n a\n!^", "13:1: `a.swift` has no lines"),
    ("--- a.swift\n a\n--- a.swift\n a\n!^", "15:1: a second file `a.swift`"),
    (" a", "12:1: a flagged example says with `!` and `^` where and how"),
  ])
  func `An example that cannot be read is refused at its line`(fence: String, expected: String) {
    #expect(problems(of: text(flagged: fence)) == expected)
  }
}
