import ArgumentParser
import Platform
import Git
import ReviewModel
import Reporters
import Reviewing

/// `nitless baseline`.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Writes down the findings that are there today, so that only new ones are told.",
    discussion: """
      nitless baseline write          what is found now, into .nitless-baseline.json
      nitless baseline write --grow   those that came since, too
      nitless baseline prune          drop what is no longer found

      The file goes into the repository. It only shrinks unless it is asked to grow: written again, it \
      keeps what is still found and adds nothing. `baseline:` in .nitless.yml names another file.
      """,
    subcommands: [BaselineWriteCommand.self, BaselinePruneCommand.self])
}

struct BaselineWriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Writes down what is found now.")

  @Flag(help: "Take in what has come since the file was written.")
  var grow = false

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let place = try BaselinePlace(repositoryOptions)
    let findings = place.found
    guard let old = place.baseline, !grow else {
      let baseline = (place.baseline ?? Baseline()).pruned(to: findings).grown(by: findings)
      let brought = place.brought(into: baseline, repositoryOptions)
      try place.write(baseline)
      if !brought.isEmpty { try Output.error.write(Self.naming(brought)) }
      return
    }
    let baseline = old.pruned(to: findings)
    try place.write(baseline)
    let missing = baseline.missing(of: findings).count
    if missing > 0 {
      try Output.standard.write(
        "\(missing) \(missing == 1 ? "finding has" : "findings have") come since and \(missing == 1 ? "is" : "are") "
          + "not in it; --grow takes \(missing == 1 ? "it" : "them") in\n"
      )
    }
  }
}

extension BaselineWriteCommand {
  private static func naming(_ brought: [Finding]) -> String {
    let whole = brought.count == 1 ? "1 of them comes" : "\(brought.count) of them come"
    return "\(whole) with what this branch changes, and no review tells of it any more:\n"
      + brought.map { "  \($0.place.shown)  \($0.rule)\n" }.joined()
  }
}

struct BaselinePruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", abstract: "Drops what is no longer found.")

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let place = try BaselinePlace(repositoryOptions)
    guard let old = place.baseline else {
      throw Failure("there is no baseline `\(place.shown)`", advice: "`nitless baseline write` makes one")
    }
    try place.write(old.pruned(to: place.found))
  }
}

/// Where a repository's baseline is kept, with what is in it now.
private struct BaselinePlace {
  var workplace: Workplace
  var path: String
  var shown: String
  /// What is found in the work tree, whatever the baseline says.
  var found: [Finding]
  /// Nil where there is no file yet.
  var baseline: Baseline?

  init(_ options: RepositoryOptions) throws {
    let repository = try options.repository()
    guard let top = repository.workTree else {
      throw Failure(
        "a bare repository has no work tree to keep a baseline in", advice: "Run it in a clone with a work tree")
    }
    workplace = try options.workplace(of: repository).checked()
    let name = workplace.configuration.baseline?.text ?? Baseline.fileName
    // A link of the repository's could lead anywhere.
    guard let inside = Paths.inRepository(name, from: top, top: top), !Paths.isLink(top + "/" + inside) else {
      throw Failure(
        "the baseline `\(name)` lies outside the repository, or is a link",
        advice: "`baseline:` in \(Configuration.fileName) names a file of the repository")
    }
    path = top + "/" + inside
    shown = Paths.prefix(of: top) + name
    baseline = FileManager.default.fileExists(atPath: path) ? workplace.baseline : nil
    found = try Self.findings(options, in: workplace)
  }

  private static func findings(
    _ options: RepositoryOptions, in workplace: Workplace
  ) throws -> [Finding] {
    guard let repository = workplace.repository else { return [] }
    var workplace = workplace
    workplace.baseline = Baseline()
    let status = StatusLine()
    defer { status.end() }
    let review = try workplace.reviewer(of: repository, threads: options.threads, status: status).audit(nil)
    status.end()
    guard workplace.policy.problems.isEmpty else { throw Failure(workplace.policy.problems) }
    guard review.missed.isEmpty else {
      throw Failure(
        "\(review.missed[0].path) could not be understood, so what is found there is not known",
        advice: "`nitless audit` says why; mend it, or put it under `exclude:` in \(Configuration.fileName)")
    }
    return review.introduced
  }

  /// What has not been in the baseline and is now, though a review tells of it as this branch's own; empty where there
  /// is nothing to compare the branch with.
  func brought(into new: Baseline, _ options: RepositoryOptions) -> [Finding] {
    guard let repository = workplace.repository else { return [] }
    let status = StatusLine()
    defer { status.end() }
    let reviewer = workplace.reviewer(of: repository, threads: options.threads, status: status)
    let review = try? reviewer.review(.workTree, defaultBranch: workplace.configuration.defaultBranch)
    return review?.introduced.filter(new.contains) ?? []
  }

  func write(_ new: Baseline) throws {
    if new != baseline { try Output.write(new.text, toFileAt: path) }
    let count = new.entries.count
    let gone = (baseline?.entries.count ?? 0) - count
    let change =
      switch gone {
      case _ where baseline == nil: ""
      case 0: new == baseline ? ", as before" : ", as many as before"
      case 1...: ", \(gone) fewer than before"
      default: ", \(-gone) more than before"
      }
    try Output.standard.write("\(shown): \(count) \(count == 1 ? "finding" : "findings")\(levels(new))\(change)\n")
    if baseline == nil, count > 0 {
      try Output.error.write("Commit it with the program: every clone then sets aside the same findings\n")
    }
  }

  /// The worst first; empty where there is none.
  private func levels(_ baseline: Baseline) -> String {
    let held = found.filter(baseline.contains)
    let counts = Dictionary(held.map { ($0.level, 1 + $0.others.count) }, uniquingKeysWith: +).inWords
    return counts.isEmpty ? "" : " (\(counts))"
  }
}
