import Sifting
import Testing

/// That each format is recognised and read, from reports as the tools write them.
@Suite struct FormatTests {
  @Test(arguments: [
    ("swiftlint.json", "swiftlint-json"), ("swiftlint.checkstyle.xml", "checkstyle"), ("swiftlint.xcode.txt", "xcode"),
    ("swiftlint.github-actions.txt", "github-actions"), ("swiftlint.sarif", "sarif"),
  ])
  func `Every reporter of SwiftLint says the same five things`(_ file: String, _ format: String) throws {
    let bytes = try App.report(file)
    let report = try RemarkFormat.report(recognising: bytes)
    #expect(try report == #require(RemarkFormat.named(format)).report(bytes), "it was taken for another format")
    #expect(report.notes.isEmpty)
    let said = Set(report.remarks.map { "\($0.tool) \($0.rule ?? "") \($0.place?.region?.startLine ?? 0):\($0.place?.region?.startColumn ?? 0) \($0.severity) \($0.message)" })
    #expect(
      said == [
        "swiftlint force_cast 1:13 error Force casts should be avoided",
        "swiftlint identifier_name 1:5 error Variable name 'é' should be between 3 and 40 characters long",
        "swiftlint colon 4:12 warning Colons should be next to the identifier when specifying a type and next to the key in dictionary literals",
        "swiftlint force_cast 7:24 error Force casts should be avoided",
        "swiftlint force_try 11:5 error Force tries should be avoided",
      ])
  }

  @Test func `What swift format lint prints`() throws {
    let report = try RemarkFormat.report(recognising: App.report("swift-format.txt"))
    #expect(report.remarks.map { $0.rule ?? "" } == [
      "IdentifiersMustBeASCII", "DoNotUseSemicolons", "DoNotUseSemicolons", "DoNotUseSemicolons", "Spacing", "Spacing", "Spacing",
    ])
    #expect(report.remarks.allSatisfy { $0.tool == "swift-format" && $0.severity == .warning })
    #expect(report.remarks.first?.place?.path == "Sources/Old Post.swift")
  }

  @Test func `Colours, notes of a warning and a file that does not parse`() throws {
    let text = """
      \u{1B}[0mA.swift:1:5: \u{1B}[1;33mwarning: \u{1B}[1;35m[Spacing] \u{1B}[0m\u{1B}[1madd 1 space\u{1B}[0m
      A.swift:26:1: warning: [NoAccessLevelOnExtensionDeclaration] remove this 'private' access modifier
      A.swift:27:2: note: add 'fileprivate' access modifier to this declaration
      B.swift:3:1: error: expected '}' to end struct
      """
    let report = try RemarkFormat.report(recognising: Array(text.utf8))
    #expect(report.remarks.map(\.rule) == ["Spacing", "NoAccessLevelOnExtensionDeclaration", nil])
    #expect(report.remarks.first?.message == "add 1 space")
    #expect(report.remarks.last?.severity == .error)
  }

  @Test func `SARIF: rules by index, templates, base URIs, fixes, suppressions`() throws {
    let report = try RemarkFormat.report(recognising: App.report("house.sarif"))
    #expect(report.notes == ["House Rules says that its run did not succeed: its report may not be whole"])
    #expect(report.remarks.count == 5, "a rule that was met and passed is no remark")
    #expect(report.remarks.allSatisfy { $0.tool == "house-rules" })
    let first = try #require(report.remarks.first)
    #expect(first.rule == "H1" && first.severity == .error && first.message == "`as!` is written as as? here")
    #expect(first.place?.path == "file:///home/runner/work/app/app/Sources/Old%20Post.swift")
    #expect(first.place?.region?.unit == .scalars)
    #expect(report.remarks[1].severity == .note && report.remarks[1].proposals.map(\.title) == ["Take it away"])
    #expect(report.remarks[2].severity == .warning && report.remarks[2].proposals.first?.edits.count == 2)
    #expect(report.remarks[2].place?.path == "Sources/Stamp.swift")
    #expect(report.remarks[3].dismissal == "it is suppressed in its report, with the reason “checked by hand”")
    #expect(report.remarks[4].place == nil)
  }

  @Test func `rdjson: severities as words and numbers, ranges of whole lines`() throws {
    let report = try RemarkFormat.report(recognising: App.report("house.rdjson.json"))
    #expect(report.remarks.map(\.severity) == [.error, .note, .warning])
    #expect(report.remarks.map(\.rule) == ["space", nil, "12"])
    #expect(report.remarks[1].proposals.first?.edits.first?.place.region == .init(startLine: 7))
    #expect(report.remarks[2].place?.region == nil)
  }

  @Test func `rdjsonl: an object on each line, and empty lines`() throws {
    let report = try RemarkFormat.report(recognising: App.report("house.rdjsonl"))
    #expect(report.remarks.map(\.severity) == [.warning, .error])
    let problem = #expect(throws: ReportProblem.self) {
      try RemarkFormat.report(recognising: App.report("house.rdjsonl") + Array("{\"message\": 1, \"location\": {}}\n".utf8))
    }
    #expect(problem?.place == "line 4, message" && problem?.says == "a string is expected here")
  }

  @Test func `GitHub's comments: suggestions, and what is said around them`() throws {
    let report = try RemarkFormat.report(recognising: App.report("comments.json"))
    #expect(report.isOfPeople)
    #expect(report.remarks.map(\.rule) == ["ada", "grace", "grace", "ada", "ada", "ada"])
    #expect(report.remarks[0].message == "Nit: no space before the colon.")
    #expect(report.remarks[0].proposals.map { $0.edits.map(\.text) } == [["  var names: [Any] = []"]])
    #expect(report.remarks[1].place?.region == .init(startLine: 6, endLine: 7))
    #expect(report.remarks[2].message == "suggests other lines")
    #expect(report.remarks[2].place?.revision == "0123456789012345678901234567890123456789", "its lines are those of its own commit")
    #expect(report.remarks[3].proposals.isEmpty && report.remarks[3].message.contains("func read() {}"))
    #expect(report.remarks[4].proposals.isEmpty, "nothing can be put in place of a line that is gone")
    #expect(report.remarks[5].place?.region == nil)
  }

  @Test func `Pages of comments in a list of lists`() throws {
    let comments = String(decoding: try App.report("comments.json"), as: UTF8.self)
    #expect(try RemarkFormat.report(recognising: Array("[\(comments), [], \(comments)]".utf8)).remarks.count == 12)
  }

  @Test func `An empty report has no remarks`() throws {
    for text in ["", "\n \n", "[]", "[ ]\n", "\u{FEFF}[]", "{\"runs\": []}", "{\"version\": \"2.1.0\", \"runs\": [{\"results\": null}]}", "{\"diagnostics\": []}", "<checkstyle version=\"4.3\"></checkstyle>"] {
      #expect(try RemarkFormat.report(recognising: Array(text.utf8)).remarks.isEmpty, "\(text)")
    }
    for format in RemarkFormat.all { #expect(try format.report([]).remarks.isEmpty) }
  }

  @Test func `Lines that are no remarks are told of, not taken for nothing`() throws {
    let text = "Linting Swift files at paths \nCloning into 'x'\nA.swift:1:1: warning: Todo Violation: TODOs (todo)\nDone linting! Found 1 violation, 0 serious in 1 file.\n"
    let report = try RemarkFormat.report(recognising: Array(text.utf8))
    #expect(report.remarks.count == 1)
    #expect(report.notes == ["1 line of the report is no remark and passed over, the first is line 2"])
  }

  @Test func `A path with a colon, a line without a column, a very long line`() throws {
    let long = String(repeating: "x", count: 4_000_000)
    let text = "C:/app/A.swift:3:7: warning: W Violation: m (todo)\nA.swift:9: error: E Violation: \(long) (force_try)\n"
    let remarks = try RemarkFormat.report(recognising: Array(text.utf8)).remarks
    #expect(remarks.map(\.place?.path) == ["C:/app/A.swift", "A.swift"])
    #expect(remarks[1].place?.region?.startLine == 9 && remarks[1].place?.region?.startColumn == nil)
    #expect(remarks[1].message.count == long.count)
  }

  @Test func `GitHub's commands are unescaped, with their properties`() throws {
    let text = "::notice file=A%2CB.swift,line=2,endLine=3,col=4,title=x%3Ay::50%25%0Adone\n::error::no place\n"
    let remarks = try RemarkFormat.report(recognising: Array(text.utf8)).remarks
    #expect(remarks.map(\.message) == ["50%\ndone", "no place"])
    #expect(remarks[0].rule == "x:y" && remarks[0].place?.path == "A,B.swift" && remarks[0].place?.region?.endLine == 3)
    #expect(remarks[1].place == nil)
  }
}
