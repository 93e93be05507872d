public import ReviewModel

/// A rule, as its page says it: the rule itself, its documentation and its tests.
///
///     let (page, problems) = RulePage.read(text, path: "Rules/Memory/closure-retain-cycle.md")
public struct RulePage: Hashable, Sendable {
  /// The name of the page's file: `closure-retain-cycle`.
  public var id: String
  /// As it was given to the reader.
  public var path: String
  public var trait: Trait
  /// The level of the cases that name none of their own.
  public var level: Level
  /// Whether the rule is on where no configuration says otherwise.
  public var isEnabled: Bool
  public var search: Search
  /// What must be true of the thing found, in one of these ways; the first that holds gives its level
  /// and message. Never empty.
  public var cases: [Case]
  public var fix: FixWord?
  /// What a `pattern` page offers in place of what it matched.
  public var rewrite: Rewrite?

  public var title: String
  /// Why it matters, in Markdown.
  public var why: String
  /// When it is no defect after all, in Markdown: what begins with "Fine when".
  public var fineWhen: String?
  /// The examples of both kinds, in the order of the page.
  public var examples: [Example]
  /// What the rule knowingly misses, in Markdown.
  public var limits: String?
  /// What it found on real code, in Markdown.
  public var measured: String?
  /// How many of the findings that were read on real code were true; nil where the page does not say.
  public var precision: Precision?
  /// In Markdown.
  public var seeAlso: String?

  /// Where the candidates of all its cases come from.
  public var origins: Set<Origin> { Set(cases.flatMap(\.origins)) }

  /// Whether it is about a change alone, so that neither program has a finding by itself.
  public var isOfChangeAlone: Bool { search.isComparison && !origins.contains(.analysis(.keptReferences)) }

  /// Whether what it finds is told by a rule of lost weak references instead, where a change has closed the cycle.
  public var findsCycles: Bool {
    !origins.isDisjoint(with: [.analysis(.closureCycles), .analysis(.propertyCycles)])
  }

  /// One way for the rule to be met.
  ///
  /// A page without `any` has one case. With `any` it has one for each alternative, which holds the
  /// page's own conditions first and then the alternative's.
  public struct Case: Hashable, Sendable {
    /// What must be true of the thing found.
    public var predicate: Predicate
    /// Where candidates of which that can be true come from.
    public var origins: [Origin]
    public var level: Level
    /// Whether it is told of code that stands, and not of what a change brings in alone.
    public var isOfStanding: Bool
    public var message: MessageTemplate
    /// The way out in words, for a finding whose fix cannot be written as edits.
    public var remedy: MessageTemplate?
  }
}
