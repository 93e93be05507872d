import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif

extension RemarkFormat {
  /// Checkstyle's XML, which `swiftlint --reporter checkstyle` and many others print.
  static let checkstyle = RemarkFormat(
    name: "checkstyle",
    recognises: { $0.first == UInt8(ascii: "<") },
    read: { text in try CheckstyleReader.read(text.bytes) })
}

private final class CheckstyleReader: NSObject, XMLParserDelegate {
  private var file: String?
  private var remarks: [Remark] = []
  private var sawRoot = false
  private var problem: ReportProblem?

  static func read(_ bytes: [UInt8]) throws -> ToolReport {
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    let reader = CheckstyleReader()
    parser.delegate = reader
    _ = parser.parse()
    if let problem = reader.problem { throw problem }
    guard reader.sawRoot else {
      throw ReportProblem("there is no `checkstyle` element in it", advice: "--from FORMAT says what it is")
    }
    return ToolReport(remarks: reader.remarks)
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    switch element {
    case "checkstyle": sawRoot = true
    case "file":
      file = attributes["name"]
      if file == nil { fail("`file` has no `name`", parser) }
    case "error": add(attributes)
    default: break
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    fail("it is no whole XML", parser)
  }

  private func fail(_ says: String, _ parser: XMLParser) {
    guard problem == nil else { return }
    problem = ReportProblem(
      says, at: "line \(max(1, parser.lineNumber))",
      advice: "Let the tool write it again; a pipe or a disk that ended early leaves half a report")
    parser.abortParsing()
  }

  private func add(_ attributes: [String: String]) {
    let line = attributes["line"].flatMap { Int($0) } ?? 0
    let column = attributes["column"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let region = line > 0 ? WrittenPlace.Region(startLine: line, startColumn: column, unit: .utf16).asPoint : nil
    let (tool, rule) = Self.origin(attributes["source"] ?? "")
    remarks.append(
      Remark(
        tool: tool, rule: rule, place: file.map { WrittenPlace(path: $0, region: region) },
        message: attributes["message"] ?? rule ?? "", severity: Self.severity(attributes["severity"])))
  }

  private static func severity(_ word: String?) -> Remark.Severity {
    switch word?.lowercased() {
    case "error": .error
    case "info", "ignore": .note
    default: .warning
    }
  }

  /// `swiftlint.rules.force_cast` → SwiftLint's `force_cast`; another source is the rule of a tool that is not named.
  private static func origin(_ source: String) -> (tool: String, rule: String?) {
    let mark = "swiftlint.rules."
    if source.hasPrefix(mark) { return ("swiftlint", String(source.dropFirst(mark.count))) }
    return ("checkstyle", source.isEmpty ? nil : source)
  }
}
