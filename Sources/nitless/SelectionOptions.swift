public import ArgumentParser
import Reporters
public import ReviewModel
import Reviewing
import RulePages

/// Which findings to tell, in which order, and how many.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("rule"), parsing: .singleValue,
    help: ArgumentHelp("Tell only what this rule finds; repeat it for several.", valueName: "id"))
  var rules: [String] = []

  @Option(
    name: .customLong("trait"), parsing: .singleValue,
    help: ArgumentHelp("Tell only findings of this trait; repeat it for several.", valueName: "trait"))
  var traits: [Trait] = []

  @Option(
    name: .customLong("level"), parsing: .singleValue,
    help: ArgumentHelp("Tell only findings of this level, and of no other; repeat it for several.", valueName: "level"))
  var levels: [Level] = []

  @Option(
    name: .customLong("path"), parsing: .singleValue,
    help: ArgumentHelp("Tell only findings in this folder, file or glob, from the repository's top.", valueName: "glob")
  )
  var globs: [String] = []

  @Option(help: "The order of the findings.")
  var sort: FindingOrder = .path

  // A number below zero is a value that is wrong, and no option.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Tell the first of them only, and count the others.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Print a table by rule, and not the findings.")
  var statistics = false

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit): it takes one finding at least") }
  }

  /// Refuses a table beside a report that programs read.
  func check(beside reports: ReportOptions) throws {
    let isRead = try reports.isReadByPeople
    if statistics, !isRead {
      throw ValidationError("--statistics is a report of its own, so `--format` has no place beside it")
    }
  }

  /// Whether all is wanted.
  var isEmpty: Bool { rules.isEmpty && traits.isEmpty && levels.isEmpty && globs.isEmpty }

  /// A review with what is wanted of it.
  ///
  /// - Parameter paths: Folders and files that were named besides; all if empty.
  /// - Throws: `Failure` where a rule of that name does not exist.
  func applied(to review: Review, rules known: [String], paths: [String] = []) throws -> Review {
    for rule in rules where !known.contains(rule) {
      throw Failure.unknown("rule", rule, among: known, all: "nitless rules list")
    }
    let globs = globs.map(Glob.init)
    let selection = FindingSelection(rules: Set(rules), traits: Set(traits), levels: Set(levels)) { path in
      (globs.isEmpty || globs.contains { $0.matches(path) })
        && (paths.isEmpty || paths.contains { Paths.isWithin(path, $0) })
    }
    var result = review.narrowed(to: selection)
    result.order = sort
    result.notices += unmet(in: review).map { .remark($0) }
    return result
  }

  /// What was asked for and is nowhere in a review, a sentence each.
  func unmet(in review: Review) -> [String] {
    globs.map(Glob.init).filter { glob in !review.account.paths.contains(where: glob.matches) }
      .map { "`--path \($0.text)` matches no Swift file of the \(review.isAudit ? "program" : "change")" }
  }
}

extension FindingOrder: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
