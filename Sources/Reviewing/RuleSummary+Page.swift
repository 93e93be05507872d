public import ReviewModel
import RuleEngine
public import RulePages

extension RuleSummary {
  /// What a report says of a page.
  ///
  /// - Parameter base: Where the book of rules is on the web; nil where nobody has said.
  public init(_ page: RulePage, below base: String? = nil) {
    self.init(
      id: page.id, title: page.title, level: page.level, trait: page.trait, why: page.why,
      fineWhen: page.fineWhen, precision: page.precision?.share)
    url = base.map { "\($0)/\(page.id).html" }
  }
}

extension Reviewer {
  /// The rules that are asked.
  var ruleSummaries: [RuleSummary] { inspector.rules.map { RuleSummary($0, below: rulesURL) } }
}
