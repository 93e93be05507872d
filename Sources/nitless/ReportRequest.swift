import ArgumentParser
import Platform
import Reporters

/// One report that was asked for, and where it goes.
struct ReportRequest {
  var format: ReportFormat
  /// Nil for standard output.
  var file: String?
  /// Whether the format is what is written where nobody names one, though the file's ending means another.
  var isForWantOfAnother = false

  /// What `--help` of a command says of them.
  static func explained(for command: String) -> String {
    let rows = ReportFormat.all.map { "  \($0.name.padding(to: 12))\($0.purpose)" }.joined(separator: "\n")
    return """
      Formats:
      \(rows)

      Without any, the ending of --output says it: .html, .sarif, .md, .json; else it is terminal.
      Each --output is for the --format before it, and one report goes to standard output:
      nitless \(command) --format terminal --format sarif --output \(command.split(separator: " ")[0]).sarif
      """
  }

  /// The reports in the order in which they were asked for.
  ///
  /// The parser tells the two options apart but not which came first; the arguments do. A value is never
  /// taken for an option: the parser refuses one that begins with a dash.
  ///
  /// - Throws: `ValidationError` where it is not plain what goes where.
  static func all(_ formats: [ReportFormat], _ outputs: [String], given arguments: [String]) throws
    -> [ReportRequest]
  {
    var reports: [ReportRequest] = []
    var formats = formats[...]
    var outputs = outputs[...]
    var early: String?
    for argument in arguments.prefix(while: { $0 != "--" }) {
      if argument.isOption("--format"), let format = formats.popFirst() {
        reports.append(ReportRequest(format: format, file: early))
        early = nil
      } else if argument.isOption("--output"), let file = outputs.popFirst() {
        if reports.isEmpty {
          try refuse(early, file, "report")
          early = file
        } else {
          let last = reports[reports.count - 1]
          try refuse(last.file, file, "`\(last.format.name)` report")
          reports[reports.count - 1].file = file
        }
      }
    }
    if reports.count > 1, reports[0].file != nil, arguments.firstOption == "--output" {
      throw ValidationError(
        "--output \(reports[0].file ?? "") stands before any --format: let it follow the one it is for")
    }
    if reports.isEmpty {
      let ending = early.map { String($0.lastPathName.drop { $0 != "." }) } ?? ""
      let isUnknown = !["", ".txt"].contains(ending) && ReportFormat.usual(inFileAt: early ?? "").isEmpty
      reports = [ReportRequest(format: try usual(for: early), file: early, isForWantOfAnother: isUnknown)]
    }
    try check(reports)
    return reports
  }

  /// The format where none is named.
  private static func usual(for file: String?) throws -> ReportFormat {
    let usual = file.map(ReportFormat.usual) ?? []
    guard usual.count < 2 else {
      throw ValidationError(
        "--output \(file ?? ""): name its format before it, --format \(usual.map(\.name).joined(separator: " or "))")
    }
    return usual.first ?? ReportFormat.all[0]
  }

  private static func refuse(_ first: String?, _ second: String, _ report: String) throws {
    guard let first else { return }
    throw ValidationError(
      "--output \(second): the \(report) goes to \(first) already; each --output follows the --format it is for")
  }

  private static func check(_ reports: [ReportRequest]) throws {
    let printed = reports.filter { $0.file == nil }
    if printed.count > 1 {
      let names = printed.map { "`\($0.format.name)`" }.joined(separator: " and ")
      throw ValidationError(
        "\(names) would both go to standard output: let each but one be followed by --output FILE")
    }
    var seen: Set<String> = []
    for file in reports.compactMap(\.file) where !seen.insert(Paths.absolute(file)).inserted {
      throw ValidationError("--output \(file): two reports cannot go to the same file")
    }
  }
}

extension [String] {
  /// Which of the two comes first.
  fileprivate var firstOption: String? {
    let options = ["--format", "--output"]
    return lazy.compactMap { argument in options.first { argument.isOption($0) } }.first
  }
}

extension String {
  /// Whether the argument is an option, with its value or before it.
  fileprivate func isOption(_ name: String) -> Bool { self == name || hasPrefix(name + "=") }

  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
