extension RemarkFormat {
  /// Checkstyle's XML, which `swiftlint --reporter checkstyle` and many others print.
  static let checkstyle = RemarkFormat(
    name: "checkstyle",
    recognises: { $0.first == UInt8(ascii: "<") },
    read: { text in try CheckstyleReader.read(text.bytes) })
}

private struct CheckstyleReader {
  private var file: String?
  private var remarks: [Remark] = []
  private var sawRoot = false

  static func read(_ bytes: [UInt8]) throws(ReportProblem) -> ToolReport {
    var xml = XMLReader(bytes)
    var reader = CheckstyleReader()
    do throws(XMLReader.Fault) {
      while let element = try xml.next() {
        if !reader.take(element) { throw .init(line: element.line, says: "`file` has no `name`") }
      }
    } catch {
      // A page in Markdown may begin with a tag as well.
      if !reader.sawRoot, error.line > 1 {
        throw ReportProblem("there is no `checkstyle` element in it", advice: "--from FORMAT says what it is")
      }
      throw ReportProblem(
        error.says, at: "line \(error.line)",
        advice: "Let the tool write it again; a pipe or a disk that ended early leaves half a report")
    }
    guard reader.sawRoot else {
      throw ReportProblem("there is no `checkstyle` element in it", advice: "--from FORMAT says what it is")
    }
    return ToolReport(remarks: reader.remarks)
  }

  /// False for a file without a name.
  private mutating func take(_ element: XMLReader.Element) -> Bool {
    switch element.name {
    case "checkstyle": sawRoot = true
    case "file":
      file = element.attributes["name"]
      return file != nil
    case "error": add(element.attributes)
    default: break
    }
    return true
  }

  private mutating func add(_ attributes: [String: String]) {
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
