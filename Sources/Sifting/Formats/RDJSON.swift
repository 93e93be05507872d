extension RemarkFormat {
  /// Reviewdog's diagnostic format, one object.
  static let rdjson = RemarkFormat(
    name: "rdjson",
    recognises: { $0.isObject && $0.mentions("diagnostics") },
    read: { text in
      let result = try JSONReading.decode(DiagnosticResult.self, from: text.bytes)
      return ToolReport(remarks: (result.diagnostics ?? []).map { $0.remark(of: result) })
    })

  /// Reviewdog's diagnostic format, an object on each line.
  static let rdjsonLines = RemarkFormat(
    name: "rdjsonl",
    recognises: { $0.firstLineIsObject && $0.mentions("location") && $0.mentions("message") },
    read: { text in
      var remarks: [Remark] = []
      for (number, line) in text.lines where !line.allSatisfy(\.isWhitespace) {
        let diagnostic = try JSONReading.decode(Diagnostic.self, from: Array(line.utf8), line: number)
        remarks.append(diagnostic.remark(of: nil))
      }
      return ToolReport(remarks: remarks)
    })
}

private struct DiagnosticResult: Decodable {
  var source: Source?
  var severity: WordOrNumber?
  var diagnostics: [Diagnostic]?
}

private struct Source: Decodable { var name: String? }

private struct Diagnostic: Decodable {
  struct Code: Decodable { var value: WordOrNumber? }
  struct Location: Decodable {
    var path: String?
    var range: Range?
  }
  struct Range: Decodable {
    var start: Position?
    var end: Position?
  }
  struct Position: Decodable {
    var line: Int?
    var column: Int?
  }
  struct Suggestion: Decodable {
    var range: Range?
    var text: String?
  }

  var message: String?
  var location: Location?
  var severity: WordOrNumber?
  var source: Source?
  var code: Code?
  var suggestions: [Suggestion]?

  func remark(of result: DiagnosticResult?) -> Remark {
    let path = location?.path
    let proposals = (suggestions ?? []).compactMap { suggestion -> Remark.Proposal? in
      guard let path, let region = suggestion.range?.region else { return nil }
      return .init(edits: [.init(place: WrittenPlace(path: path, region: region), text: suggestion.text ?? "")])
    }
    return Remark(
      tool: Remark.toolName(source?.name ?? result?.source?.name ?? ""), rule: code?.value?.text,
      place: path.map { WrittenPlace(path: $0, region: location?.range?.region) }, message: message ?? "",
      severity: Self.severity(severity ?? result?.severity), proposals: proposals)
  }

  /// The numbers are those of the format's protocol buffer.
  private static func severity(_ word: WordOrNumber?) -> Remark.Severity {
    switch word?.text.uppercased() {
    case "ERROR", "1": .error
    case "INFO", "3": .note
    default: .warning
    }
  }
}

extension Diagnostic.Range {
  /// Without columns the range is of whole lines, up to the last line's break; without an end it is a point,
  /// or the whole of its line.
  fileprivate var region: WrittenPlace.Region? {
    guard let line = start?.line, line > 0 else { return nil }
    guard start?.column != nil || end?.column != nil else {
      return .init(startLine: line, endLine: max(line, end?.line ?? line))
    }
    return .init(
      startLine: line, startColumn: start?.column, endLine: max(line, end?.line ?? line),
      endColumn: end?.line == nil ? start?.column : end?.column)
  }
}
