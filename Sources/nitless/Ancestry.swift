import Platform
import Hooks

/// The processes above this one, which say what a person asked git for.
enum Ancestry {
  /// The command of git that runs the hook; nil if none above is git, as below some programs with
  /// windows, or if it is no commit.
  static var commitCommand: CommitCommand? {
    var process = getppid()
    for _ in 0..<16 where process > 1 {
      guard let (parent, words) = read(process) else { return nil }
      if words.first?.split(separator: "/").last == "git" { return CommitCommand(words) }
      process = parent
    }
    return nil
  }

  private static func read(_ process: pid_t) -> (parent: pid_t, words: [String])? {
    fromProc(process) ?? fromPS(process)
  }

  private static func fromProc(_ process: pid_t) -> (parent: pid_t, words: [String])? {
    guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
      let status = FileManager.default.contents(atPath: "/proc/\(process)/stat")
    else { return nil }
    // `pid (name) state ppid …`, where the name may hold anything.
    let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    guard let fields, fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
    let words = line.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return (parent, words)
  }

  /// Where there is no `/proc`; words that hold a space come apart.
  private static func fromPS(_ identifier: pid_t) -> (parent: pid_t, words: [String])? {
    guard let outcome = Programs.run("/bin/ps", ["-o", "ppid=", "-o", "args=", "-p", "\(identifier)"]) else {
      return nil
    }
    var words = outcome.text.split(whereSeparator: \.isWhitespace)[...]
    guard let parent = words.popFirst().flatMap({ pid_t($0) }) else { return nil }
    return (parent, words.map(String.init))
  }
}
