import ArgumentParser

/// `nitless rules`, a family of commands.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Lists and explains the rules; writes, checks, tests and tries rules of your own.",
    discussion: """
      A rule is one Markdown page: the rule, its documentation and its tests at once. Rules of \
      your own are pages too, in a folder that .nitless.yml names:

      rules: [rules]

      nitless rules new analytics-in-view    asks what to find, writes the page
      nitless rules words captured           what a word of a page means
      nitless rules check rules              is every page well formed?
      nitless rules test rules               does every example hold?
      nitless rules try rules/some-rule.md   what does it find here?
      nitless rules book DIR                 all rules as a web site
      """,
    subcommands: [
      RulesListCommand.self, RulesExplainCommand.self, RulesCheckCommand.self,
      RulesTestCommand.self, RulesNewCommand.self, RulesTryCommand.self, RulesWordsCommand.self, RulesBookCommand.self,
    ])
}
