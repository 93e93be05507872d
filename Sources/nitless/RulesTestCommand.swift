import ArgumentParser
import Reviewing
import RulePages

/// `nitless rules test`.
struct RulesTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Runs the examples of rule pages.",
    discussion: """
      nitless rules test                          all rules, built in and your own
      nitless rules test rules                    the pages in a folder
      nitless rules test closure-retain-cycle     one rule

      Each example is more than one test: what it expects is found, and nothing else; reversed, \
      what was found is fixed; laid out anew, it is found just the same; with the fix applied, it is \
      gone and nothing new has come. A failure names the line of the page: missing (expected and not \
      found), noisy (found and not expected), misworded (found in other words), not fixed, not \
      mended, unsteady, unreadable.

      Exit status: 0 all examples hold; 1 some do not; 2 a page could not be read.
      """)

  @Argument(help: ArgumentHelp("Folders of pages, pages, or ids of rules.", valueName: "folder|id"))
  var names: [String] = []

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let book = try repositoryOptions.workplace(of: repositoryOptions.repositoryIfAny()).checked()
      .rules
    let pages =
      try names.isEmpty
      ? book.rules.map(\.page) : names.flatMap { try PageFile.pages(named: $0, as: "rule or folder", in: book) }
    let ids = Set(pages.map(\.id))
    let others = book.rules.map(\.page).filter { !ids.contains($0.id) }
    let status = StatusLine()
    defer { status.end() }
    status.show("running the examples of \(pages.count) \(pages.count == 1 ? "page" : "pages")")
    let failures = PageExamination(rules: pages + others, knowledge: book.knowledge)
      .failures(of: pages, threads: repositoryOptions.threads)
    status.end()
    try Output.standard.write(failures.map { "\($0)\n" }.joined())
    guard failures.isEmpty else { throw ExitStatus.found }
    let examples = pages.reduce(0) { $0 + $1.examples.count }
    let held = examples == 1 ? "1 example holds" : "all \(examples) examples hold"
    try Output.standard.write("\(pages.count) \(pages.count == 1 ? "page" : "pages"): \(held)\n")
  }
}
