import ArgumentParser
import Reporters
import Reviewing
import RulePages

/// `nitless rules explain`.
struct RulesExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a rule: why it matters, when it does not, with examples.",
    discussion: """
      nitless rules explain closure-retain-cycle
      nitless rules explain closure-retain-cycle --examples   with all examples

      In the examples, - and + are lines that a change removes and adds; ! points at what is found.
      """)

  @Argument(
    help: "The rule's id, as findings name it.",
    completion: .shellCommand("nitless rules list 2>/dev/null | cut -d ' ' -f 1"))
  var id: String

  @Flag(name: .customLong("examples"), help: "Show all examples, and not one of each kind.")
  var showsAllExamples = false

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var colorOptions: ColorOptions

  func run() throws {
    let rules = try repositoryOptions.workplace(of: repositoryOptions.repositoryIfAny()).checked()
      .rules
    guard let rule = rules.rule(id) else {
      throw Failure.unknown("rule", id, among: rules.rules.map(\.page.id), all: "nitless rules list")
    }
    let explanation = RuleExplanation(
      rule: rule, examples: showsAllExamples ? .max : 1, width: min(Terminal.width ?? 100, 100),
      ink: Ink(isColored: colorOptions.isOn(for: nil)))
    try Output.standard.write(explanation.text)
  }
}
