import ReviewModel
import Testing

@testable import Hosts

struct PlacementTests {
  private func finding(
    _ lines: ClosedRange<Int>, path: String = "A.swift", cause: (String, Int)? = nil, fix: Fix? = nil
  ) -> Finding {
    func place(_ path: String, _ lines: ClosedRange<Int>) -> Place {
      Place(
        path: path,
        span: Span(start: Position(line: lines.lowerBound, column: 3), end: Position(line: lines.upperBound, column: 5)))
    }
    return Finding(
      rule: "some-rule", level: .bug, trait: .memory, place: place(path, lines), declaration: "A", message: "It leaks",
      cause: cause.map { place($0.0, $0.1...$0.1) }, fix: fix, fingerprint: Fingerprint(text: "0123456789abcdef"))
  }

  private let change = FileChange(
    kind: .modified(path: "A.swift"),
    hunks: [
      Hunk(oldStart: 10, oldLines: 2, newStart: 10, newLines: 3), Hunk(oldStart: 30, oldLines: 0, newStart: 32, newLines: 1),
    ])

  private func spot(_ finding: Finding, _ drift: Drift = Drift(), _ sources: SourceBook = SourceBook()) -> Placement.Spot? {
    Placement(files: [change], drift: drift, sources: sources).spot(of: finding)
  }

  @Test(arguments: [(6, false), (7, true), (10, true), (12, true), (15, true), (16, false), (28, false), (29, true), (35, true), (36, false)])
  func `A comment hangs on a hunk, or on three lines around it`(_ line: Int, _ isShown: Bool) {
    #expect((spot(finding(line...line)) != nil) == isShown)
  }

  @Test func `A line that the change left alone has a number on both sides`() {
    #expect(spot(finding(14...14))?.anchor.oldLine == 13)
    #expect(spot(finding(9...9))?.anchor.oldLine == 9)
    #expect(spot(finding(34...34))?.anchor.oldLine == 32)
    #expect(spot(finding(11...11))?.anchor.oldLine == nil)
  }

  @Test func `Lines of two hunks are never marked as one`() {
    #expect(spot(finding(12...14))?.anchor.startLine == 12)
    let long = spot(finding(12...33))?.anchor
    #expect(long?.startLine == 12 && long?.line == 12)
  }

  @Test func `Hunks whose context meets are one`() {
    let file = DiffFile(
      oldPath: "A", newPath: "A",
      hunks: [Hunk(oldStart: 10, oldLines: 1, newStart: 10, newLines: 1), Hunk(oldStart: 17, oldLines: 1, newStart: 17, newLines: 1)])
    #expect(file.windows.count == 1 && file.showsNew(9...18))
    let apart = DiffFile(
      oldPath: "A", newPath: "A",
      hunks: [Hunk(oldStart: 10, oldLines: 1, newStart: 10, newLines: 1), Hunk(oldStart: 18, oldLines: 1, newStart: 18, newLines: 1)])
    #expect(apart.windows.count == 2 && !apart.showsNew(9...18))
  }

  @Test func `Where the place is not shown, the comment goes to the cause`() {
    #expect(spot(finding(100...100, path: "B.swift", cause: ("A.swift", 11)))?.anchor.line == 11)
    #expect(spot(finding(100...100, path: "B.swift")) == nil)
  }

  @Test func `A cause that was taken away is on the old side`() {
    let gone = FileChange(kind: .deleted(path: "Gone.swift"), hunks: [Hunk(oldStart: 1, oldLines: 9, newStart: 0, newLines: 0)])
    let spot = Placement(files: [change, gone], drift: Drift(), sources: SourceBook())
      .spot(of: finding(100...100, path: "B.swift", cause: ("Gone.swift", 4)))
    #expect(spot?.anchor == Anchor(side: .old, oldPath: "Gone.swift", newPath: "Gone.swift", startLine: 4, line: 4))
  }

  @Test func `Lines that the base brought in are not the pull request's`() {
    // The merge has four lines at the top that the pull request has not.
    let drift = Drift([
      FileChange(kind: .modified(path: "A.swift"), hunks: [Hunk(oldStart: 1, oldLines: 4, newStart: 0, newLines: 0)])
    ])
    #expect(spot(finding(11...11), drift)?.anchor.line == 7)
    #expect(spot(finding(14...14), drift)?.anchor.oldLine == 9)
    #expect(drift.line(2, of: "A.swift") == nil && drift.line(2, of: "B.swift") == 2)
  }

  @Test func `A fix is suggested for just the lines that it rewrites`() throws {
    var sources = SourceBook()
    sources.add((1...40).map { "line \($0)" }.joined(separator: "\n"), path: "A.swift", side: .after)
    func fix(_ applicability: Fix.Applicability, _ lines: ClosedRange<Int>) -> Fix {
      Fix(
        title: "Mend it", applicability: applicability,
        edits: lines.map { line in
          Fix.Edit(
            place: Place(
              path: "A.swift",
              span: Span(start: Position(line: line, column: 1), end: Position(line: line, column: 5))), text: "LINE")
        })
    }
    let spot = try #require(self.spot(finding(11...11, fix: fix(.review, 12...13)), Drift(), sources))
    #expect(spot.anchor.startLine == 11 && spot.anchor.line == 13)
    #expect(spot.suggestion == "line 11\nLINE 12\nLINE 13")
    #expect(self.spot(finding(11...11, fix: fix(.template, 12...13)), Drift(), sources)?.suggestion == nil)
    // Not shown, or too far away.
    #expect(self.spot(finding(11...11, fix: fix(.safe, 25...25)), Drift(), sources)?.suggestion == nil)
  }
}
