import ArgumentParser
import Git
import Platform
import Quoting
import Reporters
import Reviewing
import RulePages

/// Why the job could not be done, and what to do about it.
///
/// Printed on standard error, one line for each thing that is wrong, then the advice:
///
///     error: cannot find the revision `featur`
///       `git branch --all` lists what there is
struct Failure: Error {
  var titles: [String]
  var advice: String

  init(_ title: String, advice: String) {
    titles = [title]
    self.advice = advice
  }

  /// Everything that is wrong with the configuration and what it names.
  init(_ problems: [PageProblem]) {
    titles = problems.map(\.description)
    let isPage = problems.contains { $0.path.hasSuffix(".md") }
    let isBaseline = problems.allSatisfy { $0.path.hasSuffix(".json") }
    let help =
      isBaseline
      ? "take the file back from git, or delete it and run `nitless baseline write`"
      : isPage
        ? "`nitless rules --help` shows what a page says"
        : "`nitless help` shows what a configuration can hold"
    advice = "Nothing else was done; \(help)"
  }

  /// Nil for errors of the command line's own parser.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as GitError:
      self.init(
        error.detail.isEmpty ? error.summary : "\(error.summary) (\(error.detail))",
        advice: error.advice)
    case let error as NothingToAudit:
      self.init(
        error.path.map { "there is no Swift file at `\($0)`" } ?? "there is no Swift file to audit",
        advice: "Name a folder or a commit that has some, or another repository with --repo DIR")
    case let error as CocoaError:
      let path = error.filePath ?? error.url?.path
      let reason = error.systemReason
      self.init(
        path.map { "cannot read `\($0)`: \(reason)" } ?? reason, advice: Self.advice(onReading: path))
    case let error as POSIXError:
      self.init(error.systemReason, advice: "")
    default: return nil
    }
  }

  /// What to do about a file that cannot be read.
  private static func advice(onReading path: String?) -> String {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return "Name a file that is there" }
    return status.st_mode & S_IFMT == S_IFDIR ? "Name a file, not a folder" : "Let this user read it, or name another"
  }

  /// A name that is not one of a list.
  ///
  /// - Parameter command: What prints a list that is too long for a line; nil where the names fit on one.
  static func unknown(_ kind: String, _ name: String, among names: [String], all command: String? = nil) -> Failure {
    let meant = likely(name, among: names)
    return Failure(
      "unknown \(kind) `\(name)`\(meant)",
      advice: command.map { "`\($0)` has all \(names.count)" } ?? "One of: \(names.joined(separator: ", "))")
  }

  /// What somebody probably meant, as the end of a sentence: the nearest word, or those that hold what was written.
  private static func likely(_ name: String, among names: [String]) -> String {
    if let near = nearest(to: name, among: names) { return "; did you mean `\(near)`?" }
    let words = Set(name.lowercased().split(separator: "-"))
    var longer = names.filter {
      name.count > 2 && $0.contains(name.lowercased())
        || words.count > 1 && words.isSubset(of: $0.split(separator: "-"))
    }
    if longer.isEmpty, words.count > 1 { longer = holding(nearestPart(to: name, of: names), among: names) }
    let few = longer.prefix(3).map { "`\($0)`" }
    guard let last = few.last else { return "" }
    return "; did you mean \(few.count == 1 ? last : few.dropLast().joined(separator: ", ") + " or " + last)?"
  }

  /// The words of a name that are nearest to as many that were written: `closure-retain` to `clousure-retain`.
  private static func nearestPart(to name: String, of names: [String]) -> String? {
    let count = name.split(separator: "-").count
    let parts = names.flatMap { name -> [String] in
      let words = name.split(separator: "-")
      return words.count < count
        ? [] : (0...words.count - count).map { words[$0..<$0 + count].joined(separator: "-") }
    }
    return nearest(to: name, among: parts)
  }

  private static func holding(_ part: String?, among names: [String]) -> [String] {
    part.map { part in names.filter { "-\($0)-".contains("-\(part)-") } } ?? []
  }

  /// All of it, for a window: no terminal is there to be commanded.
  var text: String { (titles + [advice]).filter { !$0.isEmpty }.joined(separator: "\n") }

  func print() {
    var text = titles.map { "error: \($0.indented)\n" }.joined()
    if !advice.isEmpty { text += "  \(advice.indented)\n" }
    // Where even that cannot be written, the exit status is all there is.
    try? Output.error.write(text)
  }
}

extension String {
  /// The text without anything that commands a terminal; further lines are indented.
  fileprivate var indented: String {
    split(separator: "\n").map { String($0).visible }.joined(separator: "\n  ")
  }
}
