import ArgumentParser
import Platform
import Git
import ReviewModel
import Reviewing
import RulePages

/// `nitless rules new`.
struct RulesNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Asks what a new rule is to find, and writes its page.",
    discussion: """
      nitless rules new analytics-in-view
      nitless rules new printed --find call --name print --message "prints, which nobody reads"

      It asks what is to be found, how bad that is, and what the message says; what options say is not asked. \
      Without a terminal it asks nothing, and what is not said by options is a page to begin with, about `print`. Its \
      examples hold, and every line can be replaced; `nitless rules check` says which words are still to be written.
      For what it does not ask about, copy the nearest of the ten pages in Documentation/TeamRules.md.

      The page goes into the first folder that .nitless.yml names under `rules:`, or else into \
      rules/ at the top of the repository.
      """)

  @Argument(
    help: "The rule's id: the pattern in small letters and hyphens, such as analytics-in-view.")
  var id: String

  @Option(
    help: ArgumentHelp(
      "What is to be found: \(RuleSketch.Subject.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "find"),
    completion: .list(RuleSketch.Subject.allCases.map(\.rawValue)),
    transform: RuleSketch.Subject.read)
  var find: RuleSketch.Subject?

  @Option(help: ArgumentHelp("The function, type or code that is to be found.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "What the message says after the name of the place: a fact and its consequence.", valueName: "text"))
  var message: String?

  @Option(help: ArgumentHelp("What is to be done instead.", valueName: "text"))
  var remedy: String?

  @Option(help: "How bad it is.")
  var level: Level?

  @Option(help: "What the rule's findings affect (default: correctness).")
  var trait: Trait?

  @Option(help: ArgumentHelp("Where to put the page.", valueName: "dir"))
  var folder: String?

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let workplace = try repositoryOptions.workplace(of: repositoryOptions.repositoryIfAny())
      .checked()
    if let other = workplace.rules.rule(id) {
      throw Failure(
        "there is a rule `\(id)` already: \(other.page.path)",
        advice: "Give the new one another name")
    }
    let place = try folder ?? usualFolder(in: workplace)
    let path = place + "/" + id + ".md"
    let isNamedAfterTrait = Trait.allCases.contains {
      $0.folder == place.lastPathName
    }
    let text = try text(isInTraitFolder: isNamedAfterTrait)
    let problems = PageFile(text, path: path).problems
    guard problems.isEmpty else {
      throw Failure(
        problems.map(\.says).joined(separator: "; "),
        advice: "Nothing was written; `nitless rules new --help` says what can be asked for")
    }
    let file = Paths.absolute(path)
    guard !FileManager.default.fileExists(atPath: file) else {
      throw Failure(
        "there is a file `\(path)` already",
        advice: "Give the rule another name, or delete the file first")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: file.parentPath, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        "cannot make the folder `\(place)`: \(error.systemReason)",
        advice: "Name another with --folder DIR")
    }
    try Output.write(text, toFileAt: file)
    try Output.standard.write(path + "\n")
    if find == nil, !Terminal.canAsk {
      try Output.error.write(
        """
        note: this is no terminal, so nothing was asked: the page is an example, about `print`, for you to change. \
        To say on the command line what is to be found: --find, --name, --message

        """)
    }
    try Output.error.write(
      """
      `nitless rules test \(path)` runs its examples, `nitless rules try \(path)` says what it finds here
      `nitless rules check \(path)` says which of its words are still to be written

      """)
    if folder == nil, workplace.configuration.rules.isEmpty {
      try Output.error.write(
        "To switch it on, write `rules: [rules]` into \(workplace.configuration.path)\n")
    }
  }

  mutating func validate() throws {
    if find == nil, name != nil || message != nil || remedy != nil {
      throw ValidationError("--name, --message and --remedy say more of what --find names")
    }
  }

  /// The page, as asked for; one to begin with where nobody says what is to be found.
  private func text(isInTraitFolder: Bool) throws -> String {
    if let find, let name, let problem = find.problem(ofName: find.name(from: name)) {
      throw Failure(problem, advice: "`nitless rules new --help` shows an example")
    }
    if let find, let name, let message {
      let sketch = RuleSketch(
        subject: find, name: find.name(from: name), consequence: message, level: level ?? .design,
        trait: isInTraitFolder ? nil : trait ?? .correctness, remedy: remedy)
      return sketch.page(id: id)
    }
    guard Terminal.canAsk else {
      if find != nil {
        throw Failure(
          "nobody can be asked for --name and --message here", advice: "Name both, or run it in a terminal")
      }
      return RulePage.template(id: id, trait: isInTraitFolder ? nil : trait ?? .correctness)
    }
    let questions = RuleQuestions(
      subject: find, name: name, level: level, trait: isInTraitFolder ? .correctness : trait)
    guard let sketch = try questions.sketch(isInTraitFolder: isInTraitFolder) else {
      throw Failure("not all was answered", advice: "Nothing was written")
    }
    return sketch.page(id: id)
  }

  /// The team's first folder, from here.
  private func usualFolder(in workplace: Workplace) throws -> String {
    guard workplace.repository == nil || workplace.repository?.workTree != nil else {
      throw Failure(
        "a bare repository has no work tree to put a page into",
        advice: "Name a folder with --folder DIR")
    }
    let folder = workplace.configuration.rules.first { !$0.text.hasSuffix(".md") }?.text ?? "rules"
    return workplace.tree.shown(folder)
  }
}

extension RuleSketch.Subject {
  fileprivate static func read(_ text: String) throws -> RuleSketch.Subject {
    guard let subject = RuleSketch.Subject(rawValue: text) else {
      throw ValidationError(
        "it is one of \(allCases.map(\.rawValue).joined(separator: ", ")); for all else that a page can find, copy one "
          + "of Documentation/TeamRules.md")
    }
    return subject
  }
}
