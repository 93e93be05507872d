import Git
import ReviewModel
import Sifting
import TestRepository
import Testing

/// What is passed on of a report, and what is set aside.
@Suite struct SifterTests {
  @Test(arguments: [
    "swiftlint.json", "swiftlint.checkstyle.xml", "swiftlint.xcode.txt", "swiftlint.github-actions.txt",
  ])
  func `Of SwiftLint's remarks, those about behaviour are left, at their places in bytes`(_ file: String) throws {
    let sifted = try App().sift(file)
    #expect(
      sifted.passedOn == [
        "swiftlint/force_cast Sources/Old Post.swift:1:14-16", "swiftlint/force_cast Sources/Stamp.swift:7:24-26",
        "swiftlint/force_try Sources/Stamp.swift:11:5-8",
      ])
    #expect(sifted.setAside.map(\.remark.rule).sorted { $0 ?? "" < $1 ?? "" } == ["colon", "identifier_name"])
    #expect(sifted.setAside.allSatisfy { $0.because.kind == .style })
    #expect(sifted.summary == "2 set aside: 2 of style")
  }

  @Test func `An error is a bug, a warning a risk, all else design`() throws {
    let remarks = [Remark.Severity.error, .warning, .note].enumerated().map { index, severity in
      Remark(
        tool: "x", rule: "r", place: WrittenPlace(path: "Sources/Stamp.swift", region: .init(startLine: index + 3)),
        message: "m", severity: severity)
    }
    let findings = try App().sift(ToolReport(remarks: remarks)).review.introduced
    #expect(findings.map(\.level) == [.bug, .risk, .design])
  }

  @Test func `A finding says what the rule is about, and how that is known`() throws {
    let finding = try #require(try App().sift("swiftlint.json").review.introduced.last)
    #expect(finding.trait == .crash && finding.level == .bug)
    #expect(finding.message == "Force tries should be avoided")
    #expect(finding.why == [Reason(place: nil, says: "`try!` ends the program when an error is thrown", certainty: .known)])
    #expect(finding.fingerprint.text.count == 16)
  }

  @Test func `Performance is passed on if that is asked for`() throws {
    let remark = Remark(
      tool: "swiftlint", rule: "empty_count", place: WrittenPlace(path: "Sources/Stamp.swift"), message: "m", severity: .warning)
    let app = try App()
    #expect(try app.sift(ToolReport(remarks: [remark])).setAside.map(\.because.kind) == [.performance])
    #expect(try app.sift(ToolReport(remarks: [remark]), passing: [.performance]).review.introduced.count == 1)
  }

  @Test func `A report from another machine is about the same files`() throws {
    let sifted = try App().sift("swiftlint.json")
    #expect(sifted.notes == ["paths below /home/runner/work/app/app/ are read as the repository's own"])
    #expect(Set(sifted.review.introduced.map(\.place.path)) == ["Sources/Stamp.swift", "Sources/Old Post.swift"])
  }

  @Test func `Only what is on lines of the change is passed on`() throws {
    let app = try App()
    try app.repository.write("Sources/Stamp.swift", App.stamp.replacing("try! Data", with: "try!  Data"))
    try app.repository.commit()
    let sifted = try app.sift("swiftlint.json", request: .range(from: "HEAD~", to: "HEAD"))
    #expect(sifted.passedOn == ["swiftlint/force_try Sources/Stamp.swift:11:5-8"])
    #expect(sifted.setAside.count { $0.because == .untouched } == 2)
    #expect(sifted.review.extent == Review.Extent(files: 1, hunks: 1))
    #expect(sifted.summary == "4 set aside: 2 of style, 2 on lines the change leaves alone")
  }

  @Test func `Where lines were only taken away, those around the gap belong to the change`() throws {
    let app = try App()
    try app.repository.write("Sources/Stamp.swift", App.stamp.replacing("\n  func first", with: "  func first"))
    let remarks = (3...8).map { line in
      Remark(tool: "x", rule: nil, place: WrittenPlace(path: "Sources/Stamp.swift", region: .init(startLine: line)), message: "m", severity: .note)
    }
    let sifted = try app.sift(ToolReport(remarks: remarks), request: .workTree)
    #expect(sifted.review.introduced.map(\.place.span.start.line) == [4, 5])
  }

  @Test func `A remark on a whole file belongs to a change that touches the file`() throws {
    let app = try App()
    try app.repository.write("Sources/Stamp.swift", App.stamp + "// end\n")
    let remarks = ["Sources/Stamp.swift", "Sources/Old Post.swift"].map {
      Remark(tool: "x", rule: nil, place: WrittenPlace(path: $0), message: "m", severity: .note)
    }
    let sifted = try app.sift(ToolReport(remarks: remarks), request: .workTree)
    #expect(sifted.review.introduced.map(\.place.path) == ["Sources/Stamp.swift"])
  }

  @Test func `Twice, outside, nowhere, excluded: each is set aside with its reason`() throws {
    func remark(_ path: String?) -> Remark {
      Remark(tool: "x", rule: "r", place: path.map { WrittenPlace(path: $0, region: .init(startLine: 1)) }, message: "m", severity: .warning)
    }
    let paths = ["Sources/Stamp.swift", "Sources/Stamp.swift", "/etc/Package.swift", nil, "Sources/Old Post.swift"]
    let sifted = try App().sift(ToolReport(remarks: paths.map(remark)), isExcluded: { $0.contains("Old") })
    #expect(sifted.review.introduced.count == 1)
    #expect(sifted.setAside.map(\.because) == [.repeated, .outside, .nowhere, .excluded])
    #expect(sifted.setAside.map(\.path) == ["Sources/Stamp.swift", "/etc/Package.swift", "", "Sources/Old Post.swift"])
  }

  @Test func `Of a change, only Swift files are read; of the whole program, all are passed on`() throws {
    let app = try App()
    try app.repository.write("Podfile", "pod 'A'\n")
    let remark = Remark(tool: "x", rule: nil, place: WrittenPlace(path: "Podfile", region: .init(startLine: 1)), message: "m", severity: .warning)
    #expect(try app.sift(ToolReport(remarks: [remark]), request: .workTree).setAside.map(\.because) == [.notSwift])
    #expect(try app.sift(ToolReport(remarks: [remark])).passedOn == ["x Podfile:1:1-1"])
  }

  @Test func `A remark without a rule says so`() throws {
    let remark = Remark(tool: "x", rule: nil, place: WrittenPlace(path: "Sources/Stamp.swift"), message: "m", severity: .warning)
    let findings = try App().sift(ToolReport(remarks: [remark])).review.introduced
    #expect(findings.flatMap(\.why).map(\.says) == ["`x` names no rule, so what it is about is not known"])
  }

  @Test(arguments: [
    "./Sources/Old Post.swift", "Sources/Old%20Post.swift", "Sources\\Old Post.swift", "file:///TOP/Sources/Old%20Post.swift",
    "/TOP/Sources/Old Post.swift", "file:/elsewhere/checkout/Sources/Old%20Post.swift", "/elsewhere/checkout/Sources/Old Post.swift",
    "FILE://localhost/TOP/Sources/Old%20Post.swift",
  ])
  func `A path is the repository's, however it is written`(_ path: String) throws {
    let app = try App()
    let written = path.replacing("/TOP", with: app.repository.path)
    let remark = Remark(tool: "x", rule: nil, place: WrittenPlace(path: written), message: "m", severity: .warning)
    #expect(try app.sift(ToolReport(remarks: [remark])).review.introduced.map(\.place.path) == ["Sources/Old Post.swift"])
  }

  @Test func `The same line in another place keeps its fingerprint, a second one on it gets its own`() throws {
    func fingerprints(_ app: App, line: Int) throws -> [String] {
      let remark = Remark(
        tool: "x", rule: "r", place: WrittenPlace(path: "Sources/Stamp.swift", region: .init(startLine: line, startColumn: 5)), message: "m", severity: .warning)
      var other = remark
      other.message = "n"
      return try app.sift(ToolReport(remarks: [remark, other])).review.introduced.map(\.fingerprint.text)
    }
    let app = try App()
    let before = try fingerprints(app, line: 11)
    try app.repository.write("Sources/Stamp.swift", "// new\n\n" + App.stamp)
    #expect(try fingerprints(app, line: 13) == before)
    #expect(Set(before).count == 2)
  }

  @Test func `A file that is not there is passed on with its bare place`() throws {
    let remark = Remark(
      tool: "x", rule: nil, place: WrittenPlace(path: "Sources/Gone.swift", region: .init(startLine: 9, startColumn: 4)), message: "m", severity: .warning)
    #expect(try App().sift(ToolReport(remarks: [remark])).passedOn == ["x Sources/Gone.swift:9:4-4"])
  }
}
