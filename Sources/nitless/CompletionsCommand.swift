import ArgumentParser

/// `nitless completions`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Prints what a shell needs to complete commands and options.",
    discussion: """
      nitless completions bash > ~/.local/share/bash-completion/completions/nitless
      nitless completions zsh > "${fpath[1]}/_nitless"
      nitless completions fish > ~/.config/fish/completions/nitless.fish

      The archive of a release, the Debian package and `make install` bring them along.
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var known: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    try Output.standard.write(Nitless.completionScript(for: shell.known) + "\n")
  }
}
