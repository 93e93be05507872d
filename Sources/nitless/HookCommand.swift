import ArgumentParser
import Platform
import Git
import Hooks

/// `nitless hook`.
struct HookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: "Makes git run a review before it commits, and before it pushes.",
    discussion: """
      nitless hook install              review each commit before it is made
      nitless hook install --pre-push   and what a push brings, before it goes
      nitless hook uninstall            as it was before

      A finding that fails stops the commit. Without the hook, once: git commit --no-verify
      """,
    subcommands: [HookInstallCommand.self, HookUninstallCommand.self, HookRunCommand.self])
}

/// The repository whose hooks are meant.
struct HookOptions: ParsableArguments {
  @Option(
    name: .customLong("repo"),
    help: ArgumentHelp("The repository, if it is not the one around here.", valueName: "dir"))
  var directory: String?

  func repository() throws -> Repository { try RepositoryOptions.repository(at: directory) }
}

extension HookFolder {
  /// A path of a hook for a person to read, from here.
  func shown(_ name: String) -> String { Paths.prefix(of: path) + name }
}

extension HookFolder {
  /// Does something to the folder, and says what kept it from being done.
  func changing<Result>(_ change: (HookFolder) throws -> Result) throws -> Result {
    do {
      return try Uninterrupted.run { try change(self) }
    } catch let problem as HookProblem {
      throw Failure(problem.summary, advice: problem.advice)
    } catch let error as CocoaError {
      throw Failure(
        "cannot write to `\(path)`: \(error.systemReason)", advice: "Let this user write there")
    }
  }
}
