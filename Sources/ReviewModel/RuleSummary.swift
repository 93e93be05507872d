/// What a report says of a rule, whether or not the rule was met.
public struct RuleSummary: Hashable, Sendable {
  /// The name of the rule's page, such as `closure-retain-cycle`.
  public var id: String
  public var title: String
  public var level: Level
  public var trait: Trait
  /// Why it matters, in Markdown.
  public var why: String
  /// When it is no defect after all, in Markdown.
  public var fineWhen: String?
  /// The share of its findings that were true on real code, from 0 to 1; nil where too few were read to say.
  public var precision: Double?
  /// Where its page can be read, as a web address; nil where nobody has said.
  public var url: String?

  public init(
    id: String, title: String, level: Level, trait: Trait, why: String, fineWhen: String? = nil,
    precision: Double? = nil
  ) {
    self.id = id
    self.title = title
    self.level = level
    self.trait = trait
    self.why = why
    self.fineWhen = fineWhen
    self.precision = precision
  }
}
