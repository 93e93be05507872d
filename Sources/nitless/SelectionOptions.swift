public import ArgumentParser
import Reporters
public import ReviewModel
import Reviewing
import RulePages

/// Which findings to tell, in which order, and how many.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("rule"), parsing: .singleValue,
    help: ArgumentHelp("Only what this rule finds; repeat it for several.", valueName: "id"))
  var rules: [String] = []

  @Option(
    name: .customLong("trait"), parsing: .singleValue,
    help: ArgumentHelp("Only findings of this trait; repeat it for several.", valueName: "trait"))
  var traits: [Trait] = []

  @Option(
    name: .customLong("level"), parsing: .singleValue,
    help: ArgumentHelp("Only findings of this level, and of no other; repeat it for several.", valueName: "level"))
  var levels: [Level] = []

  @Option(
    name: .customLong("path"), parsing: .singleValue,
    help: ArgumentHelp("Only findings in this folder, file or glob, from the repository's top.", valueName: "glob")
  )
  var globs: [String] = []

  @Option(help: "The order of the findings.")
  var sort: FindingOrder = .path

  // A number below zero is a value that is wrong, and no option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only the worst of the findings; the others are counted by level.", valueName: "n"))
  var limit: Int?

  mutating func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit \(limit): it takes one finding at least") }
  }

  /// Whether all is wanted.
  var isEmpty: Bool { rules.isEmpty && traits.isEmpty && levels.isEmpty && globs.isEmpty }

  /// A review with what is wanted of it.
  ///
  /// - Parameters:
  ///   - paths: Folders and files that were named besides; all if empty.
  ///   - top: The top of the work tree; nil if there is none.
  /// - Throws: `Failure` where a rule of that name does not exist, or a path lies outside.
  func applied(to review: Review, rules known: [String], paths: [String] = [], top: String?) throws -> Review {
    for rule in rules where !known.contains(rule) {
      if rule.contains(",") {
        throw Failure(
          "`--rule \(rule)` names several rules at once",
          advice: "One at a time: \(rule.split(separator: ",").map { "--rule \($0)" }.joined(separator: " "))")
      }
      throw Failure.unknown("rule", rule, among: known, all: "nitless rules list")
    }
    let globs = try globs.map { try glob($0, from: top) }
    let selection = FindingSelection(rules: Set(rules), traits: Set(traits), levels: Set(levels)) { path in
      (globs.isEmpty || globs.contains { $0.matches(path) })
        && (paths.isEmpty || paths.contains { Paths.isWithin(path, $0) })
    }
    var result = review.narrowed(to: selection)
    result.order = sort
    result.notices += try unmet(in: review, top: top).map { .remark($0) }
    return result
  }

  /// What was asked for and is nowhere in a review, a sentence each.
  func unmet(in review: Review, top: String?) throws -> [String] {
    let paths = review.account.paths
    return try globs.filter { try paths.allSatisfy(isOutside(of: glob($0, from: top))) }
      .map { "`--path \($0)` matches no Swift file of the \(review.isAudit ? "program" : "change")" }
  }

  private func isOutside(of glob: Glob) -> (String) -> Bool { { !glob.matches($0) } }

  /// A glob as the repository has paths, also where it is written from the disk's root or begins with `./`.
  private func glob(_ text: String, from top: String?) throws -> Glob {
    let parts = text.split(separator: "/").map(String.init)
    guard text.hasPrefix("/") || parts.contains(".") || parts.contains("..") else { return Glob(text) }
    // What has a wildcard is no path of the disk, what stands before it may lead over links.
    let fixed = parts.prefix { !$0.contains { "*?".contains($0) } }
    let start = (text.hasPrefix("/") ? "/" : "") + (fixed.isEmpty ? "." : fixed.joined(separator: "/"))
    guard let inside = Paths.inRepository(start, from: top ?? "/", top: top) else {
      throw Failure(
        "`--path \(text)` lies outside the repository", advice: "Write it from the repository's top, as Sources/Player")
    }
    let rest = parts.dropFirst(fixed.count)
    return Glob("/" + ([inside] + rest).filter { !$0.isEmpty }.joined(separator: "/"))
  }
}

extension FindingOrder: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
