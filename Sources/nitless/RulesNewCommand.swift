import ArgumentParser
import Foundation
import Git
import ReviewModel
import Reviewing
import RulePages

/// `nitless rules new`.
struct RulesNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract:
      "Writes a page to begin a rule with; its examples hold, and every line can be replaced.",
    discussion: """
      nitless rules new analytics-in-view --trait testability

      The page goes into the first folder that .nitless.yml names under `rules:`, or else into \
      rules/ at the top of the repository.
      """)

  @Argument(
    help: "The rule's id: the pattern in small letters and hyphens, such as analytics-in-view.")
  var id: String

  @Option(help: "What the rule's findings affect.")
  var trait: Trait = .correctness

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
      $0.folder == (place as NSString).lastPathComponent
    }
    let text = RulePage.template(id: id, trait: isNamedAfterTrait ? nil : trait)
    let problems = RulePage.read(text, path: path).problems
    guard problems.isEmpty else {
      throw Failure(
        problems.map(\.says).joined(separator: "; "),
        advice: "An id states the pattern, and reads well after the word allow")
    }
    let file = Paths.absolute(path)
    guard !FileManager.default.fileExists(atPath: file) else {
      throw Failure(
        "there is a file `\(path)` already",
        advice: "Give the rule another name, or delete the file first")
    }
    do {
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        "cannot make the folder `\(place)`: \(error.localizedDescription)",
        advice: "Name another with --folder DIR")
    }
    try Output.write(text, toFileAt: file)
    try Output.standard.write(path + "\n")
    if folder == nil, workplace.configuration.rules.isEmpty {
      try Output.error.write(
        "To switch it on, write `rules: [rules]` into \(workplace.configuration.path)\n")
    }
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
