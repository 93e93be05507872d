import ArgumentParser

/// The command `nitless`.
struct Nitless: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nitless",
    abstract:
      "Reviews what a change makes a Swift program do: leaks, crashes, calls that never come.",
    discussion: """
      It reads the program before and after a change from git, and reports the defects that the \
      change brings in. It never speaks about how the code looks, and it needs no build.

      nitless review               what this branch and the work tree change
      nitless review --staged      what the next commit would record
      nitless review origin/main   what a pull request against main shows
      nitless hook install         review each commit before it is made
      nitless audit                every finding in the whole program
      nitless fix                  applies the safe fixes; --review asks first
      nitless sift FILE            passes on what another tool says about behaviour
      nitless lsp                  shows findings in an editor, which starts it
      nitless rules list           what it looks for
      nitless why FILE:LINE        what is told at a line, what is not, and why

      A file .nitless.yml at the top of the repository says what holds there:

      rules: [rules]               folders of rule pages of your own
      knowledge: [libraries.yml]   what your binary dependencies do
      enable: [some-rule]          rules that are off by themselves
      disable: [other-rule]
      levels: {third-rule: risk}   bug, risk, design or off
      include: [Sources/**]        nothing is said about other files
      exclude: [Generated/**]      files that nothing is said about
      fail-on: risk                bug, if not said
      default-branch: develop      what `nitless review` compares with
      rules-url: https://…         where `nitless rules book` is published

      `nitless config` prints what it comes to. The rest is in Documentation/Configuration.md. Such pages are in \
      the repository of nitless, and come with a release: share/doc/nitless, beside the bin/ that it is in.

      \(ExitStatus.explained)
      """,
    version: Version.text,
    subcommands: [
      ReviewCommand.self, AuditCommand.self, MergeCommand.self, FixCommand.self, CICommand.self, SiftCommand.self,
      HookCommand.self, RulesCommand.self,
      WhyCommand.self, InspectCommand.self,
      BaselineCommand.self, ConfigCommand.self, CacheCommand.self, LSPCommand.self, CompletionsCommand.self,
    ])
}

/// The version that `--version` prints.
enum Version {
  static let text = "0.1.0"
}
