import ArgumentParser
import Platform
import Git
import Quoting
import ReviewModel
import Reporters
import Reviewing
import RulePages

/// `nitless fix`.
struct FixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix",
    abstract: "Applies the fixes of a review to the work tree.",
    discussion: """
      nitless fix                   the safe fixes of what `nitless review` finds
      nitless fix --review          goes through all fixes, one by one, and asks
      nitless fix --diff            prints them all as a patch, and writes nothing
      nitless fix --audit Sources   of all that a folder has, old or new
      nitless fix --rule weak-dropped --review

      A safe fix changes nothing but the defect. Any other is for a person to read first: it is \
      applied only where --review asks and you answer y. Fixes that are words are listed with the \
      place to begin at. A file that is not what was reviewed is never written, and either all \
      files are written or none.

      Exit status: 0 done, also where there is nothing to fix; 2 it could not be done.
      """)

  @Argument(help: ArgumentHelp("Folders and files to fix; all if none is named.", valueName: "path"))
  var names: [String] = []

  @Flag(name: .customLong("review"), help: "Ask of each fix whether to apply it.")
  var asks = false

  @Flag(name: .customLong("diff"), help: "Print the fixes as a patch, and write nothing.")
  var printsPatch = false

  @Flag(name: .customLong("audit"), help: "Fix what the whole program has, not only what the change brings in.")
  var fixesAll = false

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var color: ColorOptions

  mutating func validate() throws {
    if asks, printsPatch { throw ValidationError("--diff writes nothing, so --review has nothing to ask") }
  }

  func run() throws {
    let repository = try repositoryOptions.repository()
    guard let root = repository.workTree else {
      throw Failure("a bare repository has no work tree to fix anything in", advice: "Name a clone with --repo DIR")
    }
    if let range = names.first(where: { $0.contains("..") && !repositoryOptions.exists($0) && !$0.contains("../") }) {
      throw Failure(
        "fixes are written into the work tree, and `\(range)` is a change from one commit to another",
        advice: "Check out the later commit; `nitless fix` is for what `nitless review` finds there")
    }
    let paths = try repositoryOptions.paths(names, in: repository)
    let workplace = try repositoryOptions.workplace(of: repository).checked()
    let status = StatusLine(timed: repositoryOptions.timings)
    defer { status.end() }
    let reviewer = workplace.reviewer(of: repository, threads: repositoryOptions.threads, status: status)
    let all = try fixesAll
      ? reviewer.audit(nil, paths: paths)
      : reviewer.review(.workTree, defaultBranch: workplace.configuration.defaultBranch)
    status.end()
    try repositoryOptions.refuse(
      paths, nowhereIn: all, of: repository,
      forCommits: "Fixes are for what `nitless review` finds in the work tree, `nitless fix --audit` for all of it")
    try workplace.refuse(nothingLeftOf: all)
    var review = try selection.applied(to: all, rules: workplace.rules.rules.map(\.page.id), paths: paths, top: root)
    if let limit = selection.limit { review = review.limited(to: limit) }
    let silent = selection.rules.compactMap { workplace.why(silent: $0, isAudit: fixesAll) }
    for note in try selection.unmet(in: all, top: root) + silent {
      try Output.error.write("note: \(note.visible)\n")
    }
    if printsPatch {
      let hasPatch = review.introduced.contains { $0.fix?.edits.isEmpty == false }
      if !hasPatch { try Output.error.write("no fix to show\n" + Self.scope(of: review)) }
      try Output.standard.write(PatchReporter(color: color.isOn(for: nil)).report(review), isForPeople: false)
      return try Workplace.refuse(missed: all)
    }
    let run = try FixRun(
      review, root: root, taking: asks ? choice(of: review, in: root).chosen() : nil, asking: Self.asking)
    try run.write(reviewed: review.sources)
    try Output.error.write(run.account + Self.scope(of: review))
    try Workplace.refuse(missed: all)
  }

  /// This command with `--review`, so that what was asked for is asked for again.
  private static var asking: String {
    let words = CommandLine.arguments.dropFirst().drop { $0 == configuration.commandName }
    return (["nitless fix --review"] + words.map(\.shellWord)).joined(separator: " ")
  }

  /// Whose fixes were looked for, where it was no audit, and how to get the others.
  private static func scope(of review: Review) -> String {
    var lines: [String] = []
    let setAside = review.account.setAside
    if setAside > 0 {
      let findings = setAside == 1 ? "1 finding is" : "\(setAside) findings are"
      lines.append("\(findings) set aside by the baseline, so that no fix is offered")
    }
    if let comparison = review.comparison {
      lines.append("compared: \(comparison.visible) · `nitless fix --audit` takes the whole program")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func choice(of review: Review, in root: String) -> FixChoice {
    let environment = ProcessInfo.processInfo.environment
    let editor = ["GIT_EDITOR", "VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    return FixChoice(
      review: review, color: color.isOn(for: nil), editor: editor, width: min(Terminal.width ?? 100, 100))
  }
}
