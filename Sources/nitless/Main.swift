import ArgumentParser
import Platform

/// Where the program begins, and where every failure of it ends.
@main
enum Main {
  static func main() {
    _ = Timings.beginning
    // A reader that has seen enough is no reason to die: writing says so.
    signal(SIGPIPE, SIG_IGN)
    Output.occupyClosedStreams()
    // Asked by scripts, again and again: before anything else is touched, also a thread and the environment.
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { exit(tellVersion().rawValue) }
    // Little work is done where it is asked for, if the stack is deep enough.
    DeepThread.apart { exit(status().rawValue) }
  }

  private static func status() -> ExitStatus {
    do {
      // Swift's own runtime reads them there; without them, this would be asked for nothing, and do nothing.
      guard !CommandLine.arguments.isEmpty else {
        throw Failure("the command line cannot be read, for there is no /proc", advice: "mount -t proc proc /proc")
      }
      try refuseUnknownCommand()
      try refuseEmptyArgument()
      var command = try Nitless.parseAsRoot()
      try command.run()
      return .nothingFound
    } catch let status as ExitStatus {
      return status
    } catch {
      return ended(by: error)
    }
  }

  private static func tellVersion() -> ExitStatus {
    do {
      try Output.standard.write(Version.text + "\n", isForPeople: false)
      return .nothingFound
    } catch {
      return ended(by: error)
    }
  }

  /// Help and the version are asked for, and come as errors as well.
  private static func ended(by error: any Error) -> ExitStatus {
    guard let failure = Failure(error) else {
      let isClean = Nitless.exitCode(for: error).isSuccess
      if isClean {
        try? Output.standard.write(Nitless.fullMessage(for: error) + "\n")
        return .nothingFound
      }
      let says = Nitless.message(for: error)
      let better = UnknownOption(says).map { $0.says(after: words) } ?? UnknownValue(says)?.says
      Failure(better ?? says, advice: Self.advice(after: says)).print()
      return .notDone
    }
    failure.print()
    return .notDone
  }

  /// The parser would only call it an unexpected argument.
  private static func refuseUnknownCommand() throws {
    let words = CommandLine.arguments.dropFirst()
    // `nitless help review` asks for help with `review`.
    let path = CommandPath(words.first == "help" ? words.dropFirst() : words)
    guard let next = path.next, !path.subcommands.isEmpty, !next.hasPrefix("-"), next != "help"
    else { return }
    if next == "version" { throw Failure("unknown command `version`", advice: "`nitless --version` says which it is") }
    let families = Nitless.configuration.subcommands.map { $0.configuration }
    if let family = families.first(where: { $0.subcommands.contains { $0.configuration.commandName == next } }) {
      let whole = "\(family.commandName ?? "") \(next)"
      throw Failure(
        "unknown command `\(next)`; did you mean `\(whole)`?", advice: "`nitless \(whole) --help` says what it does")
    }
    var failure = Failure.unknown("command", next, among: path.subcommands)
    if path.words.isEmpty, failure.titles == ["unknown command `\(next)`"] {
      failure.advice = "`nitless review` is for a change, `nitless audit` for a whole program; `nitless --help` has all"
    }
    throw failure
  }

  /// Most likely a variable without a value, whatever the argument would mean.
  private static func refuseEmptyArgument() throws {
    let arguments = CommandLine.arguments.dropFirst()
    // A shell that completes a line asks with words that are not written yet.
    guard arguments.first?.hasPrefix("---") != true,
      let index = arguments.firstIndex(where: { $0.isEmpty || $0.hasSuffix("=") && $0.hasPrefix("--") })
    else { return }
    let option = arguments[index].isEmpty ? arguments[..<index].last ?? "" : String(arguments[index].dropLast())
    let before = option.hasPrefix("--") ? option : nil
    throw Failure(
      before.map { "`\($0)` is given nothing" } ?? "argument \(index) is empty",
      advice: "A variable without a value? Name what is meant, or leave the argument out: `\(helpCommand)`")
  }

  /// The words of the command that was tried: `["rules", "test"]`.
  private static var words: [String] { CommandPath(CommandLine.arguments.dropFirst()).words }

  /// `nitless review --help`, for the command that was tried.
  private static var helpCommand: String { (["nitless"] + words + ["--help"]).joined(separator: " ") }

  /// What to do about a command line that the parser refuses.
  private static func advice(after says: String) -> String {
    let help = "`\(helpCommand)` says what can be asked for"
    // `The value 'bug,risk' is invalid for '--level <level>'`
    guard let refused = says.firstMatch(of: #/The value '([^']*,[^']*)' is invalid for '(--(?:level|trait)) /#) else {
      return help
    }
    return "One at a time: " + refused.1.split(separator: ",").map { "\(refused.2) \($0)" }.joined(separator: " ")
  }
}

/// How far the first words of a command line name a command.
private struct CommandPath {
  /// `["rules", "test"]`.
  var words: [String] = []
  /// What may come next, if the words name a family of commands.
  var subcommands: [String]
  /// What comes next.
  var next: String?

  init(_ arguments: some Sequence<String>) {
    var commands = Nitless.configuration.subcommands
    for argument in arguments {
      guard let index = commands.firstIndex(where: { $0.configuration.commandName == argument })
      else {
        next = argument
        break
      }
      words.append(argument)
      commands = commands[index].configuration.subcommands
    }
    subcommands = commands.compactMap { $0.configuration.commandName }
  }
}
