import ArgumentParser
import Platform
import Quoting
import Reporters
import ReviewModel

/// Which repository, and what it is configured to do.
struct RepositoryOptions: ParsableArguments {
  @Option(
    name: .customLong("repo"),
    help: ArgumentHelp(
      "The repository, if it is not the one around here; a bare one will do.", valueName: "dir"),
    completion: .directory)
  var directory: String?

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "The configuration, if it is not .nitless.yml at the repository's top.", valueName: "file"),
    completion: .file())
  var configurationFile: String?

  @Option(
    name: .customLong("cache"),
    help: ArgumentHelp(
      "Where what is found out is kept for the next run (default: nitless/ in git's own directory).", valueName: "dir"),
    completion: .directory)
  var cache: String?

  @Flag(name: .customLong("no-cache"), help: "Use nothing that an earlier run has kept, and keep nothing.")
  var isForgetful = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many threads work at once (default: as many as there are cores).", valueName: "n"))
  var jobs: Int?

  @Flag(name: .customLong("timings"), help: "Say on standard error where the time of an audit or a review went.")
  var isTimed = false

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): it takes one thread at least") }
    var status = stat()
    if let cache, stat(Paths.absolute(cache), &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw ValidationError("--cache \(cache): it is no folder")
    }
    if let cache, isForgetful { throw ValidationError("--cache \(cache) and --no-cache say different things") }
  }

  /// Nil unless it is asked for.
  var timings: Timings? { isTimed ? Timings() : nil }

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
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "How the report is written; more than one if all but one have an --output.", valueName: "format"))
  var formats: [FormatName] = []

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "Write the report of the --format before it to a file, not to standard output.", valueName: "file"),
    completion: .file())
  var outputs: [String] = []

  @OptionGroup var color: ColorOptions

  @Option(
    name: .customLong("fail-on"),
    help:
      "The level from which findings make the exit status 1 (default: the configuration's, or bug)."
  )
  var failOn: Level?

  @Flag(
    name: .customLong("suppressed"), inversion: .prefixedNo,
    help:
      "Whether SARIF has what the baseline has and comments allow, marked as suppressed; GitHub ignores the mark.")
  var showsSuppressed = true

  mutating func validate() throws { _ = try reports }

  private var reports: [ReportRequest] {
    get throws { try ReportRequest.all(formats.map(\.format), outputs, given: CommandLine.arguments) }
  }

  /// Whether what goes to standard output is for a person.
  var isReadByPeople: Bool {
    get throws { try reports.contains { $0.file == nil && $0.format.name == ReportFormat.all[0].name } }
  }

  /// Whether any report goes to standard output, where a host may take lines of it for commands.
  var isPrinted: Bool {
    get throws { try reports.contains { $0.file == nil } }
  }

  /// - Parameters:
  ///   - root: Where the repository's work tree is; nil if it has none.
  ///   - configured: The level from which findings make a run fail, where no option says so.
  ///   - form: What a person is to read; programs are always given the findings.
  func write(_ review: Review, root: String?, failingFrom configured: Level = .bug, as form: Form = .findings) throws {
    for report in try reports {
      let surface = ReportFormat.Surface(
        color: color.isOn(for: report.file), width: report.file == nil ? Terminal.width : nil, root: root,
        version: Version.text, failingLevel: failOn ?? configured, showsSuppressed: showsSuppressed)
      let text = reporter(for: report, on: surface, as: form).report(review)
      if let file = report.file {
        try Output.write(text, toFileAt: file)
        if report.isForWantOfAnother {
          try Output.error.write(
            "note: `\(file)` is plain text, as a terminal shows it: its ending names no format, and --format does\n")
        }
      } else {
        // GitHub's annotations are commands, each held harmless by itself.
        let commands = report.format.name == GitHubReporter.name
        if commands {
          try Output.standard.writeAsIs(text)
        } else {
          try Output.standard.write(text, isForPeople: report.format.name == ReportFormat.all[0].name)
        }
      }
    }
    // Whoever wrote a file is told what it came to, unless that stands below the report on the terminal.
    let files = try reports.compactMap(\.file)
    if try isReadByPeople || files.isEmpty { return }
    try Output.error.write("\(ClosingLine(review: review).text) · \(files.joined(separator: ", ").visible)\n")
  }
}

extension ReportOptions {
  /// What a person is to read.
  enum Form { case findings, map, statistics }

  private func reporter(
    for report: ReportRequest, on surface: ReportFormat.Surface, as form: Form
  ) -> any Reporter {
    guard report.format.name == ReportFormat.all[0].name else { return report.format.reporter(on: surface) }
    return switch form {
    case .findings: report.format.reporter(on: surface)
    case .map: MapReporter(color: surface.color)
    case .statistics: StatisticsReporter(color: surface.color)
    }
  }
}

/// A report's format by its name on the command line.
struct FormatName: ExpressibleByArgument {
  var format: ReportFormat

  init?(argument: String) {
    guard let format = ReportFormat.named(argument) else { return nil }
    self.format = format
  }

  var defaultValueDescription: String { format.name }

  static var allValueStrings: [String] { ReportFormat.all.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
