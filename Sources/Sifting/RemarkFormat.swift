/// A way in which tools write their reports.
public struct RemarkFormat: Sendable {
  /// Every format, in the order in which a report is compared with them.
  public static let all: [RemarkFormat] = [
    .sarif, .rdjson, .rdjsonLines, .swiftLintJSON, .gitHubComments, .checkstyle, .gitHubCommands, .swiftFormat, .xcode,
  ]

  /// What `--from` calls it.
  public let name: String
  let recognises: @Sendable (ReportOpening) -> Bool
  let read: @Sendable (ReportText) throws -> ToolReport

  /// The format of that name; nil if there is none.
  public static func named(_ name: String) -> RemarkFormat? { all.first { $0.name == name } }

  /// Reads a report in this format. One without a byte in it has no remarks.
  ///
  /// - Throws: `ReportProblem`.
  public func report(_ bytes: [UInt8]) throws -> ToolReport {
    let text = try ReportText(bytes)
    return text.isEmpty ? ToolReport(remarks: []) : try read(text)
  }

  /// Reads a report in whatever format it is.
  ///
  /// - Throws: `ReportProblem`.
  public static func report(recognising bytes: [UInt8]) throws -> ToolReport {
    let text = try ReportText(bytes)
    if text.isEmpty { return ToolReport(remarks: []) }
    let opening = ReportOpening(text)
    guard let format = all.first(where: { $0.recognises(opening) }) else {
      if opening.isJSON, let problem = JSONReading.problem(of: text.bytes) { throw problem }
      throw ReportProblem(
        opening.isJSON
          ? "it is JSON, but of none of the formats known" : "none of its lines is a remark of a format known",
        advice: "--from FORMAT says what it is: \(all.map(\.name).joined(separator: ", "))")
    }
    return try format.read(text)
  }
}

/// A report's bytes, known to be UTF-8, without a byte order mark.
struct ReportText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) throws(ReportProblem) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ReportProblem(
        "it is UTF-16, not UTF-8",
        advice: "Let the tool write to a file itself, or convert it: iconv -f UTF-16 -t UTF-8")
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if String(validating: body, as: UTF8.self) == nil {
      throw ReportProblem(
        "it is not UTF-8", at: "line \(Self.firstBadLine(of: body))",
        advice: "Convert it, for example with iconv, or leave out the file that the line is about")
    }
    self.bytes = body
  }

  var isEmpty: Bool { bytes.allSatisfy(\.isBlank) }

  /// Without their line breaks, numbered from 1.
  var lines: [(number: Int, text: String)] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().map { index, line in
      (index + 1, String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self))
    }
  }

  private static func firstBadLine(of bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
  }
}

/// What a report begins with: enough to tell its format.
struct ReportOpening {
  /// The first byte that is not white space.
  let first: UInt8
  private let bytes: ArraySlice<UInt8>
  /// The first lines with something in them.
  let lines: [String]
  private let firstLine: ArraySlice<UInt8>

  init(_ text: ReportText) {
    let body = text.bytes.drop(while: \.isBlank)
    first = body.first ?? 0
    bytes = body.prefix(64 << 10)
    firstLine = body.prefix { $0 != UInt8(ascii: "\n") }
    lines = body.prefix(1 << 20).split(separator: UInt8(ascii: "\n")).prefix(2_000)
      .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
  }

  var isJSON: Bool { first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }
  var isObject: Bool { first == UInt8(ascii: "{") }
  var isArray: Bool { first == UInt8(ascii: "[") }

  /// Whether the first line is an object by itself, as where each line is one.
  var firstLineIsObject: Bool {
    isObject && firstLine.last { !$0.isBlank } == UInt8(ascii: "}")
  }

  /// Whether a key of JSON, in its quotes, stands near the start.
  func mentions(_ key: String) -> Bool {
    let quoted = Array("\"\(key)\"".utf8)
    var rest = bytes
    while let at = rest.firstRange(of: quoted) {
      // Inside a string, the quotes would be escaped.
      if at.lowerBound == bytes.startIndex || bytes[at.lowerBound - 1] != UInt8(ascii: "\\") { return true }
      rest = rest[at.upperBound...]
    }
    return false
  }
}

extension UInt8 {
  /// A space, a tab or a line break.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
