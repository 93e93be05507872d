import ArgumentParser
import Git
import Reviewing

/// `nitless inspect`.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what is known at a place: what the rules are answered with.",
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

  @Option(help: ArgumentHelp("What `diff` compares with.", valueName: "rev"))
  var since = "HEAD"

  @OptionGroup var options: SpotOptions

  func run() throws {
    let repository = try options.repositoryOptions.repository()
    let revision = options.at ?? (repository.workTree == nil ? "HEAD" : nil)
    let workplace = try options.repositoryOptions.workplace(
      of: repository, configuredAt: revision ?? "HEAD"
    ).checked()
    let status = StatusLine()
    defer { status.end() }
    let reviewer = workplace.reviewer(of: repository, threads: options.repositoryOptions.threads, status: status)
    let path = try options.repositoryOptions.pathInRepository(spot.file, top: repository.workTree)
    do {
      let text = try reviewer.inspect(part, path: path, line: spot.line, at: revision, since: since)
      status.end()
      try Output.standard.write(text.isEmpty ? "nothing is known there\n" : text)
    } catch is NothingToAudit {
      throw Failure(
        "there is no Swift file at `\(spot.file)`", advice: "nitless inspect WHAT FILE[:LINE], from where you are")
    }
  }

  private static func padded(_ word: String) -> String { word + String(repeating: " ", count: max(1, 10 - word.count)) }
}
