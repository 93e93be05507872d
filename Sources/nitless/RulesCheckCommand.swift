import ArgumentParser
import Reviewing
import RulePages

/// `nitless rules check`.
struct RulesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says everything that is wrong with rule pages, at once.",
    discussion: """
      nitless rules check          all that .nitless.yml names, and the file itself
      nitless rules check rules    the pages in a folder

      What `nitless rules new` has left to write is said, too: the words behind TODO.

      Exit status: 0 all is well; 1 something is wrong; 2 a folder could not be read.
      """)

  @Argument(help: ArgumentHelp("Folders of pages, or pages.", valueName: "folder"))
  var folders: [String] = []

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    var problems: [PageProblem] = []
    let count: Int
    if folders.isEmpty {
      let workplace = try repositoryOptions.workplace(of: repositoryOptions.repositoryIfAny())
      let team = try workplace.configuration.rules.flatMap {
        try PageFile.read(below: $0.text, of: workplace.tree) ?? []
      }
      problems = (workplace.problems + team.flatMap(\.unwrittenLines)).sorted()
      count = workplace.rules.rules.count
    } else {
      let files = try folders.flatMap { try PageFile.named($0) }
      problems = files.flatMap { $0.problems + $0.unwrittenLines }.sorted()
      count = files.count
    }
    try Output.standard.write(problems.map { "\($0)\n" }.joined())
    guard problems.isEmpty else { throw ExitStatus.found }
    try Output.standard.write("\(count) \(count == 1 ? "page is" : "pages are") well formed\n")
  }
}

extension PageFile {
  fileprivate var unwrittenLines: [PageProblem] { RulePage.unwrittenLines(of: text, path: path) }

  /// The pages in a folder that somebody named on the command line.
  static func named(_ folder: String) throws -> [PageFile] {
    let files = try PageFile.read(below: folder, of: DiskFolder(at: Paths.current))
    guard let files else {
      throw Failure(
        "there is no folder `\(folder)`", advice: "Name a folder of rule pages, or a page")
    }
    guard !files.isEmpty else {
      throw Failure(
        "there is no rule page in `\(folder)`",
        advice: "A page is a file that ends in .md; `nitless rules new` makes one")
    }
    return files
  }

  /// The rule that somebody named on the command line by its id, or those of the pages in a folder.
  ///
  /// - Parameter kind: What a name that is neither is said to be no known one of.
  static func pages(named name: String, as kind: String, in book: RuleBook) throws -> [RulePage] {
    if let rule = book.rule(name) { return [rule.page] }
    guard try PageFile.read(below: name, of: DiskFolder(at: Paths.current)) != nil else {
      if name.contains("/") || name.hasSuffix(".md") {
        throw Failure(
          "there is no page `\(name)`, and no folder of this name",
          advice: "`nitless rules new ID` writes a page; paths are from where you are")
      }
      throw Failure.unknown(kind, name, among: book.rules.map(\.page.id), all: "nitless rules list")
    }
    let files = try PageFile.named(name)
    let problems = files.flatMap(\.problems).sorted()
    guard problems.isEmpty else { throw Failure(problems) }
    return files.compactMap(\.page)
  }
}
