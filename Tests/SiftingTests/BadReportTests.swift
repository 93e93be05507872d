import Sifting
import Testing

/// What is said of a report that cannot be read, and where in it.
@Suite struct BadReportTests {
  private func expectProblem(
    _ text: String, from format: String? = nil, _ place: String, _ says: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = Array(text.utf8)
    let named = try format.map { try #require(RemarkFormat.named($0)) }
    let problem = #expect(throws: ReportProblem.self, sourceLocation: sourceLocation) {
      try named?.report(bytes) ?? RemarkFormat.report(recognising: bytes)
    }
    #expect(problem?.place == place && problem?.says.hasPrefix(says) == true, "\(problem as Any)", sourceLocation: sourceLocation)
    #expect(problem?.advice.isEmpty == false, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["swiftlint.json", "swiftlint.sarif", "house.sarif", "house.rdjson.json", "comments.json", "swiftlint.checkstyle.xml"])
  func `Half a report is an error wherever it ends`(_ file: String) throws {
    let bytes = try App.report(file)
    for part in 1..<40 {
      let end = bytes.count * part / 40
      #expect(throws: ReportProblem.self, "cut off after \(end) bytes") {
        try RemarkFormat.report(recognising: Array(bytes[..<end]))
      }
    }
  }

  @Test func `JSON that is cut off, or not JSON`() throws {
    try expectProblem("[{\"rule_id\": \"x\"", "line 1", "it is no whole JSON")
    try expectProblem("[{\"rule_id\": \"x\",\n\"reason\": \"a\tb\"}]", "line 2, column 13", "it is no whole JSON: unescaped control character")
    try expectProblem("{\"runs\": [}", "line 1, column 11", "it is no whole JSON")
    try expectProblem("{\"a\": 1}", "", "it is JSON, but of none of the formats known")
    try expectProblem("{\"runs\": ", from: "sarif", "line 1", "it is no whole JSON")
  }

  @Test func `JSON of another shape`() throws {
    try expectProblem("[{\"rule_id\": 3}]", "[0].rule_id", "a string is expected here")
    try expectProblem("[{\"rule_id\": \"x\", \"line\": \"3\"}]", "[0].line", "a whole number is expected here")
    try expectProblem("{\"runs\": [{\"results\": [{\"locations\": {}}]}]}", "runs[0].results[0].locations", "a list is expected here")
    try expectProblem("{}", from: "swiftlint-json", "", "a list is expected here")
    try expectProblem("{\"version\": \"1.0.0\", \"runs\": []}", "version", "it is SARIF 1.0.0")
    try expectProblem("[{\"reason\": \"x\"}]", from: "swiftlint-json", "[0]", "`rule_id` is missing")
  }

  @Test func `XML that is cut off, or of another kind`() throws {
    try expectProblem("<checkstyle>\n<file name=\"A.swift\">", "line 2", "it is no whole XML")
    try expectProblem("<checkstyle><file/></checkstyle>", "line 1", "`file` has no `name`")
    try expectProblem("<testsuites></testsuites>", "", "there is no `checkstyle` element")
  }

  @Test func `An entity that names a file is not followed`() throws {
    let text = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><checkstyle><file name=\"&a;\"><error line=\"1\" message=\"&a;\"/></file></checkstyle>"
    let report = try? RemarkFormat.report(recognising: Array(text.utf8))
    #expect(report?.remarks.contains { $0.message.contains("root") || $0.place?.path.contains("root") == true } != true)
  }

  @Test func `Text that is no report`() throws {
    try expectProblem("hello\nworld\n", "", "none of its lines is a remark")
    try expectProblem("\nhello\n", from: "xcode", "line 2", "it is no remark")
  }

  @Test func `Bytes that are no UTF-8`() throws {
    for (bytes, place, says) in [
      (Array("[]\n".utf8) + [0x22, 0xFF], "line 2", "it is not UTF-8"), ([0xFF, 0xFE, 0x5B, 0x00], "", "it is UTF-16"),
    ] {
      let problem = #expect(throws: ReportProblem.self) { try RemarkFormat.report(recognising: bytes) }
      #expect(problem?.place == place && problem?.says.hasPrefix(says) == true)
    }
  }

  @Test func `Brackets without end do not bring it down`() throws {
    #expect(throws: ReportProblem.self) {
      try RemarkFormat.report(recognising: Array(String(repeating: "[", count: 200_000).utf8))
    }
  }
}
