import ArgumentParser
import Reviewing

/// `nitless inspect`.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what is known about a place in the source: modules, names, flow, who keeps whom.",
    discussion: """
      \(InspectedPart.allCases.map { "\(Self.padded($0.rawValue))\($0.says)" }.joined(separator: "\n"))

      nitless inspect modules Sources/Viewer.swift      which modules it is in
      nitless inspect body Sources/Viewer.swift:12      the function around a line
      nitless inspect diff Sources/Viewer.swift         since the last commit
      nitless inspect diff Sources/Viewer.swift --since main

      Where a finding is wrong, or one is missing, start with `nitless why FILE:LINE`; \
      Documentation/Why.md says how to go on. What is printed is for people, and may change with any version.
      """)

  @Argument(help: ArgumentHelp("What to show.", valueName: "what"))
  var part: InspectedPart

  @Argument(help: ArgumentHelp("A file, and perhaps a line of it.", valueName: "file[:line]"))
  var spot: SourceSpot

  @Option(help: ArgumentHelp("What `diff` compares with (default: HEAD).", valueName: "rev"))
  var since: String?

  @OptionGroup var options: SpotOptions

  func validate() throws {
    if let since, part != .diff {
      throw ValidationError("--since \(since): `diff` compares, and \(part.rawValue) does not")
    }
    try spot.check(usage: "nitless inspect WHAT FILE[:LINE]")
  }

  func run() throws {
    try options.answer(spot, usage: "nitless inspect WHAT FILE[:LINE]") { question in
      let text = try question.reviewer.inspect(
        part, path: question.path, line: spot.line, at: question.revision, since: since ?? "HEAD")
      return text.isEmpty ? "nothing is known there\n" : text
    }
  }

  private static func padded(_ word: String) -> String { word + String(repeating: " ", count: max(1, 10 - word.count)) }
}
