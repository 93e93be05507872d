import ArgumentParser
import Reviewing
import RulePages

/// `nitless why`.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Says what is told at a line and what is kept back, and why.",
    discussion: """
      nitless why Sources/Viewer.swift:12
      nitless why Sources/Viewer.swift:12 --at v1.2
      nitless why Sources/Viewer.swift:12 --rule weak-dropped   what it asked there
      nitless why Sources/Viewer.swift:12 --all   what every rule asked there

      The first thing to run where a finding is wrong, or where one is missing: it says what each rule finds at \
      the line with the reasons, what a comment, the baseline or the configuration keeps back, and what is known \
      of the line where nothing is found. Documentation/Why.md says how to go on. It ends with 0 whatever is found.
      """)

  @Argument(help: ArgumentHelp("A file and a line of it.", valueName: "file:line"))
  var spot: SourceSpot

  @Option(help: ArgumentHelp("Say of this rule alone which of its conditions hold there.", valueName: "id"))
  var rule: String?

  @Flag(
    help: "Say of each rule that came near which of its conditions hold, as its page words them, and name all others.")
  var all = false

  @OptionGroup var options: SpotOptions

  func validate() throws {
    try spot.check(usage: "nitless why FILE:LINE")
    guard spot.line != nil else { throw ValidationError("`\(spot.file)` has no line: nitless why FILE:LINE") }
  }

  func run() throws {
    try options.answer(spot, usage: "nitless why FILE:LINE") { question in
      let known = question.workplace.rules.rules.map(\.page)
      if let rule, !known.contains(where: { $0.id == rule }) {
        throw Failure.unknown("rule", rule, among: known.map(\.id), all: "nitless rules list")
      }
      let account = try question.reviewer.why(
        path: question.path, line: spot.line ?? 1, at: question.revision,
        rules: known.filter { rule == nil || $0.id == rule })
      return LineAccountText(account, of: known.first { $0.id == rule }, inFull: all).text
    }
  }
}
