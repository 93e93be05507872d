import ArgumentParser
import Quoting
import Reporters
import ReviewModel
import Reviewing
import RulePages

/// `nitless rules list`.
struct RulesListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists all rules: id, level, trait, whether it is on, and title.",
    discussion: """
      nitless rules list                  those built in, and the repository's own
      nitless rules list --trait memory   those about memory
      nitless rules list --repo ../app
      """)

  @Option(
    name: .customLong("trait"), parsing: .singleValue,
    help: ArgumentHelp("List only rules of this trait; repeat it for several.", valueName: "trait"))
  var traits: [Trait] = []

  @Option(
    name: .customLong("level"), parsing: .singleValue,
    help: ArgumentHelp("List only rules of this level; repeat it for several.", valueName: "level"))
  var levels: [Level] = []

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var colorOptions: ColorOptions

  func run() throws {
    let workplace = try repositoryOptions.workplace(of: repositoryOptions.repositoryIfAny())
      .checked()
    let ink = Ink(isColored: colorOptions.isOn(for: nil))
    let rules = workplace.rules.rules.filter { rule in
      (traits.isEmpty || traits.contains(rule.page.trait)) && (levels.isEmpty || levels.contains(rule.page.level))
    }
    if rules.isEmpty { return try Output.error.write("no rule is of such a trait and level\n") }
    let width = rules.map(\.page.id.count).max() ?? 0
    let rows = rules.map { rule in
      let page = rule.page
      let cells = [
        page.id.padded(to: width), page.level.rawValue.padded(to: 6),
        page.trait.rawValue.padded(to: 14),
        rule.isTold ? "on " : "off",
        page.title.visible + (rule.isTeams ? ink("  \(page.path.visible)", .dim) : ""),
      ]
      let row = cells.joined(separator: "  ")
      return rule.isTold ? row : ink(row, .dim)
    }
    try Output.standard.write(rows.map { $0 + "\n" }.joined())
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
