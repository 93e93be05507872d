import ArgumentParser
import Foundation
import Reporters
import ReviewModel

/// Which repository, and what it is configured to do.
struct RepositoryOptions: ParsableArguments {
  @Option(
    name: .customLong("repo"),
    help: ArgumentHelp(
      "The repository, if it is not the one around here; a bare one will do.", valueName: "dir"))
  var directory: String?

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "The configuration, if it is not .nitless.yml at the repository's top.", valueName: "file"))
  var configurationFile: String?

  @Option(
    help: ArgumentHelp(
      "How many threads work at once (default: as many as there are cores).", valueName: "n"))
  var jobs: Int?

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): it takes one thread at least") }
  }

  var threads: Int { min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, 512) }
}

/// Whether to colour what is printed.
struct ColorOptions: ParsableArguments {
  enum Choice: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

  @Option(
    name: .customLong("color"),
    help: "Whether to use colours; auto: on a terminal, unless NO_COLOR is set.")
  var choice: Choice = .auto

  /// - Parameter file: Where the text goes; nil for standard output.
  func isOn(for file: String?) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: file == nil && Terminal.showsColor
    }
  }
}

/// How to report, and what to call a failure.
struct ReportOptions: ParsableArguments {
  @Option(help: "How the report is written.")
  var format: FormatName = .first

  @Option(
    help: ArgumentHelp("Write the report to a file, not to standard output.", valueName: "file"))
  var output: String?

  @OptionGroup var color: ColorOptions

  @Option(
    name: .customLong("fail-on"),
    help:
      "The level from which findings make the exit status 1 (default: the configuration's, or bug)."
  )
  var failOn: Level?

  /// - Parameter isMap: Whether the reading list is asked for, and not the findings.
  func write(_ review: Review, asMap isMap: Bool = false) throws {
    let width = output == nil ? Terminal.width : nil
    let text = isMap
      ? MapReporter(color: color.isOn(for: output)).report(review)
      : format.format.reporter(on: .init(color: color.isOn(for: output), width: width)).report(review)
    if let output {
      try Output.write(text, toFileAt: output)
    } else {
      try Output.standard.write(text)
    }
  }
}

/// A report's format by its name on the command line.
struct FormatName: ExpressibleByArgument {
  var format: ReportFormat

  /// What a person at a terminal sees.
  static var first: FormatName { FormatName(format: ReportFormat.all[0]) }

  init(format: ReportFormat) { self.format = format }

  init?(argument: String) {
    guard let format = ReportFormat.named(argument) else { return nil }
    self.init(format: format)
  }

  var defaultValueDescription: String { format.name }

  static var allValueStrings: [String] { ReportFormat.all.map(\.name) }
}
