import ArgumentParser
import Reporters
import RulePages

/// An option that a command does not have.
///
/// The parser names the nearest that the command has, however far that is; somebody may as well know the option of
/// another command.
struct UnknownOption {
  var name: String

  /// Nil for any other of the parser's messages.
  init?(_ message: String) {
    guard let found = message.firstMatch(of: /^Unknown option '(-[^']+)'/) else { return nil }
    name = String(found.1)
  }

  /// - Parameter words: The command that was tried.
  func says(after words: [String]) -> String {
    let refused = "Unknown option '\(name)'"
    let own = Self.options(of: words)
    if own.contains("--format"), let format = ReportFormat.named(String(name.drop { $0 == "-" })) {
      return refused + ". Did you mean '--format \(format.name)'?"
    }
    if let near = nearest(to: name, among: own) { return refused + ". Did you mean '\(near)'?" }
    if name.count == 2 {
      let meant = Set(own).filter { $0.hasPrefix("-" + name.lowercased()) }.sorted()
      if !meant.isEmpty { return refused + ": options are written out, as \(meant.joined(separator: ", "))" }
    }
    let others = Self.commands.filter { Self.options(of: $0).contains(name) }.prefix(3)
    guard let last = others.last.map(Self.called) else { return refused }
    let rest = others.dropLast().map(Self.called).joined(separator: ", ")
    return "this command has no option '\(name)'; " + (rest.isEmpty ? "\(last) has it" : "\(rest) and \(last) have it")
  }

  private static func called(_ words: [String]) -> String { "`nitless \(words.joined(separator: " "))`" }

  /// The words of every command, in the order of the help.
  private static var commands: [[String]] {
    Nitless.configuration.subcommands.flatMap { command -> [[String]] in
      let name = command.configuration.commandName ?? ""
      let family = command.configuration.subcommands.map { [name, $0.configuration.commandName ?? ""] }
      return family.isEmpty ? [[name]] : family
    }
  }

  /// The options that a command's help lists.
  private static func options(of words: [String]) -> [String] {
    var command: any ParsableCommand.Type = Nitless.self
    for word in words {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
      else { break }
      command = next
    }
    let lines = Nitless.helpMessage(for: command, columns: 200).split(separator: "\n").drop { $0 != "OPTIONS:" }
    return ["--help", "--version"]
      + lines.filter { $0.prefix(while: { $0 == " " }).count == 2 }.flatMap { line in
        line.split(separator: " ").flatMap { $0.split(separator: "/") }.filter { $0.hasPrefix("--") }
          .map { String($0.prefix { $0.isLetter || $0 == "-" }) }
      }
  }
}
