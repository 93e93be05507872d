import ArgumentParser
import Git
import Quoting
import ReviewModel
import Reviewing
import RuleEngine
import RulePages

/// `nitless rules try`.
struct RulesTryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Runs one rule over a repository, and shows what it would say.",
    discussion: """
      nitless rules try rules/analytics-in-view.md             any page
      nitless rules try closure-retain-cycle --repo ../app     a rule, on or off
      nitless rules try default-hides-new-case --since v1.2    of a change

      The page need not be named in .nitless.yml. A rule that has `compare:` is about a change, and --since says since \
      when. All that it finds is told, also what a comment allows or the baseline has. Files that the configuration \
      excludes are left out.

      Exit status: 0, whatever is found; 2 if the page or the repository could not be read.
      """)

  @Argument(help: ArgumentHelp("A page, or the id of a rule.", valueName: "page|id"))
  var name: String

  @Option(
    help: ArgumentHelp("Say what a change brings, from this commit to HEAD; A..B is between two.", valueName: "rev"))
  var since: String?

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var table: TableOptions
  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  func run() throws {
    let repository = try repositoryOptions.repository()
    let workplace = try repositoryOptions.workplace(of: repository)
    let page = try page(in: workplace)
    for problem in workplace.problems {
      try Output.error.write("note: \(problem.description.visible); that page is left out here\n")
    }
    if page.search.isComparison, since == nil {
      throw Failure("`\(page.id)` is about a change", advice: "Name the commit to compare HEAD with: --since REV")
    }
    let status = StatusLine()
    defer { status.end() }
    let (policy, book) = (workplace.policy, workplace.rules)
    let reviewer = Reviewer(
      repository: repository, inspector: Inspector(rules: [page]), knowledge: book.knowledge,
      threads: repositoryOptions.threads, isExcluded: { policy.excludes($0) },
      generatedMarkers: workplace.configuration.generatedMarkers, ruleNames: [page.id], progress: { status.show($0) })
    var review =
      try since.map { try reviewer.review(ChangeRequest(parsing: $0.contains("..") ? $0 : "\($0)..HEAD")) }
      ?? reviewer.audit(repository.workTree == nil ? "HEAD" : nil)
    status.end()
    // Comments may name rules that are not asked here.
    review.notices = []
    review.introduced += review.suppressed.map(\.finding)
    review.suppressed = []
    review.account.allowed = 0
    review = try selection.applied(to: review, rules: [page.id], top: repository.workTree)
    if review.introduced.isEmpty, since == nil, selection.isEmpty,
      let tally = try reviewer.tally(of: page, at: repository.workTree == nil ? "HEAD" : nil)
    {
      review.notices.append(.remark(says(tally)))
    }
    if !review.introduced.isEmpty, try reportOptions.isReadByPeople {
      let (count, files) = (review.introduced.count, Set(review.introduced.map(\.place.path)).count)
      let much = selection.limit == nil && !table.statistics && count > 10
      try Output.error.write(
        "\(count) \(count == 1 ? "finding" : "findings") in \(files) \(files == 1 ? "file" : "files")"
          + (much ? "; --limit 10 shows the first of them, --statistics a table\n" : "\n"))
    }
    try reportOptions.write(
      selection.limit.map(review.limited(to:)) ?? review, root: repository.workTree,
      as: table.form)
  }

  /// Why nothing is found, as far as one condition alone says it.
  private func says(_ tally: Tally) -> String {
    if tally.looked == 0 { return "there is nothing here of the kind that the rule looks for" }
    let things = "the rule looked at \(tally.looked == 1 ? "1 thing" : "\(tally.looked) things") here, and for none "
    let unmet = tally.unmet.map { "`\($0)`" }.joined(separator: ", nor ")
    return things + (unmet.isEmpty ? "do all of its conditions hold" : "of them holds \(unmet)")
  }

  /// - Throws: `Failure` for what is wrong with the page or the configuration; other pages may be broken.
  private func page(in workplace: Workplace) throws -> RulePage {
    let isOther = { (problem: PageProblem) in problem.path.hasSuffix(".md") }
    guard workplace.problems.allSatisfy(isOther) else { throw Failure(workplace.problems) }
    let isFound =
      try workplace.rules.rule(name) != nil || PageFile.read(below: name, of: DiskFolder(at: Paths.current)) != nil
    guard isFound || workplace.problems.isEmpty else { throw Failure(workplace.problems) }
    let pages = try PageFile.pages(named: name, as: "rule or page", in: workplace.rules)
    guard let page = pages.first, pages.count == 1 else {
      throw Failure(
        "there are \(pages.count) pages in `\(name)`", advice: "Name one of them: nitless rules try FOLDER/PAGE.md")
    }
    return page
  }
}
