import ReviewModel
import Sifting
import TestRepository
import Testing

/// Rules that nobody knows are judged by what they propose.
@Suite struct ProposalTests {
  @Test func `What SARIF proposes: neutral is set aside, all else is passed on`() throws {
    let sifted = try App().sift("house.sarif")
    #expect(sifted.passedOn == ["house-rules/H2 Sources/Stamp.swift:11:5-33", "house-rules/H1 Sources/Old Post.swift:1:14-17"].sorted { $0.contains("Old") && !$1.contains("Old") })
    #expect(sifted.setAside.map(\.because.kind) == [.neutral, .dismissed, .nowhere])
    let fixed = try #require(sifted.review.introduced.last)
    #expect(fixed.why.map(\.says) == ["what it proposes is not proven to leave behaviour as it is"])
    #expect(fixed.why.map(\.certainty) == [.guessed])
    #expect(fixed.fix?.edits.map(\.text) == ["(try? ", ") ?? Data()"])
    #expect(fixed.fix?.applicability == .review)
    let unknown = try #require(sifted.review.introduced.first)
    #expect(unknown.why.map(\.says) == ["`house-rules/H1` is not in the tables, so what it is about is not known"])
  }

  @Test func `What rdjson proposes, by columns and by whole lines`() throws {
    let sifted = try App().sift("house.rdjson.json")
    #expect(sifted.setAside.map(\.because) == [.neutral([.formatting])])
    #expect(sifted.passedOn == ["house/12 Sources/Stamp.swift:1:1-1", "house Sources/Stamp.swift:7:5-34"])
    #expect(sifted.review.introduced.last?.level == .design)
  }

  private func kinds(_ edits: [[(WrittenPlace.Region, String)]], rule: (String, String) = ("x", "r")) throws -> [SetAside.Because.Kind] {
    let place = { WrittenPlace(path: "Sources/Stamp.swift", region: $0) }
    let remark = Remark(
      tool: rule.0, rule: rule.1, place: place(.init(startLine: 4)), message: "m", severity: .warning,
      proposals: edits.map { .init(edits: $0.map { .init(place: place($0.0), text: $0.1) }) })
    return try App().sift(ToolReport(remarks: [remark])).setAside.map(\.because.kind)
  }

  private let colon = (WrittenPlace.Region(startLine: 4, startColumn: 12, endColumn: 13), "")
  private let weaker = (WrittenPlace.Region(startLine: 7, startColumn: 24, endColumn: 27), "as?")

  @Test func `All ways that are proposed must be neutral, and all edits of each`() throws {
    #expect(try kinds([[colon]]) == [.neutral])
    #expect(try kinds([[weaker]]) == [])
    #expect(try kinds([[colon], [weaker]]) == [])
    #expect(try kinds([[colon, weaker]]) == [])
  }

  @Test func `To silence a remark is no way to obey it`() throws {
    let silence = (WrittenPlace.Region(startLine: 4, startColumn: 1, endColumn: 1), "  // house:disable:next r\n")
    #expect(try kinds([[silence]]) == [])
    #expect(try kinds([[silence], [colon]]) == [.neutral])
    #expect(try kinds([[silence], [weaker]]) == [])
  }

  @Test func `A rule that the tables know is theirs to judge`() throws {
    #expect(try kinds([[colon]], rule: ("swiftlint", "force_cast")) == [])
    #expect(try kinds([[weaker]], rule: ("swiftlint", "colon")) == [.style])
  }

  @Test(arguments: [
    [(WrittenPlace.Region(startLine: 99), "x")], [(.init(startLine: 4, startColumn: 90, endColumn: 91), "")],
    [(.init(startLine: 4, startColumn: 12, endColumn: 14), ""), (.init(startLine: 4, startColumn: 13, endColumn: 14), "")],
    [(.init(startLine: 4, startColumn: 13, endColumn: 12), "")],
  ])
  func `What does not fit the file is tried by nobody, and the remark is passed on`(_ edits: [(WrittenPlace.Region, String)]) throws {
    #expect(try kinds([edits]) == [])
  }

  @Test func `Columns in UTF-16 are found behind what is longer in UTF-8`() throws {
    let region = WrittenPlace.Region(startLine: 14, startColumn: 45, endColumn: 46, unit: .utf16)
    #expect(try kinds([[(region, "")]]) == [.neutral])
    let bytes = WrittenPlace.Region(startLine: 14, startColumn: 45, endColumn: 46)
    #expect(try kinds([[(bytes, "")]]) == [])
  }

  @Test func `Lines that end as on Windows keep their ends`() throws {
    let app = try App()
    try app.repository.write("Sources/Stamp.swift", App.stamp.replacing("\n", with: "\r\n"))
    let place = WrittenPlace(path: "Sources/Stamp.swift", region: .init(startLine: 6, endLine: 7))
    let remark = Remark(
      tool: "x", rule: "r", place: place, message: "m", severity: .warning,
      proposals: [.init(edits: [.init(place: place, text: "  func first()  -> String {\n    return names.first  as! String")])])
    #expect(try app.sift(ToolReport(remarks: [remark])).setAside.map(\.because.kind) == [.neutral])
  }
}
