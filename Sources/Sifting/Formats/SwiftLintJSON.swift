extension RemarkFormat {
  /// What `swiftlint --reporter json` prints.
  static let swiftLintJSON = RemarkFormat(
    name: "swiftlint-json",
    recognises: { $0.isArray && ($0.mentions("rule_id") || $0.lines.joined().allSatisfy { "[] \t".contains($0) }) },
    read: { text in
      let violations = try JSONReading.decode([Violation].self, from: text.bytes)
      return ToolReport(remarks: violations.map(\.remark))
    })
}

private struct Violation: Decodable {
  var file: String?
  var line: Int?
  var character: Int?
  var reason: String?
  var rule_id: String
  var severity: String?
  var type: String?

  var remark: Remark {
    let region = line.map { WrittenPlace.Region(startLine: max(1, $0), startColumn: character, unit: .utf16) }
    return Remark(
      tool: "swiftlint", rule: rule_id, place: file.map { WrittenPlace(path: $0, region: region?.asPoint) },
      message: reason ?? type ?? rule_id, severity: severity?.lowercased() == "error" ? .error : .warning)
  }
}

extension WrittenPlace.Region {
  /// The region of a tool that only says where something begins: up to where its name ends is found later.
  var asPoint: WrittenPlace.Region {
    var point = self
    if startColumn != nil { point.endColumn = startColumn }
    return point
  }
}
