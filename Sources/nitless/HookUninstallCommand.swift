import ArgumentParser
import Git
import Hooks

/// `nitless hook uninstall`.
struct HookUninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Takes the hooks away, and puts back what was there before them.",
    discussion: """
      Only hooks that nitless wrote, and that nobody has changed since, are taken away. What \
      was there before comes back as it was.
      """)

  @OptionGroup var options: HookOptions

  func run() throws {
    let folder = HookFolder(at: try options.repository().hooksPlace().path)
    var isAny = false
    for hook in Hook.allCases {
      let outcome: HookFolder.Outcome
      do {
        outcome = try folder.uninstall(hook)
      } catch let problem as HookProblem {
        throw Failure(problem)
      }
      guard outcome != .notThere else { continue }
      isAny = true
      try Output.standard.write(
        "\(folder.shown(hook.rawValue)) is "
          + (outcome == .restored ? "what it was before nitless\n" : "removed\n"))
    }
    if !isAny { try Output.standard.write("there is no hook of nitless in \(folder.path)\n") }
  }
}
