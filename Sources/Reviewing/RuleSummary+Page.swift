import ReviewModel
import RuleEngine
import RulePages

extension RuleSummary {
  /// What a report says of a page.
  init(_ page: RulePage) {
    self.init(
      id: page.id, title: page.title, level: page.level, trait: page.trait, why: page.why,
      fineWhen: page.fineWhen, precision: page.precision?.share)
  }
}

extension Reviewer {
  /// The rules that are asked.
  var ruleSummaries: [RuleSummary] { inspector.rules.map(RuleSummary.init) }
}
