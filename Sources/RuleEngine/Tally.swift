public import ProgramModel
public import RulePages

/// What came of a rule at all that it looked at in a program: for its author, who wants to know why it is silent.
public struct Tally: Sendable, Equatable {
  /// How many things of its kinds there are.
  public var looked = 0
  /// Conditions that hold for none of them, as the page says them.
  public var unmet: [String] = []

  public init() {}

  /// The tally of two programs.
  public func joined(_ other: Tally) -> Tally {
    if looked == 0 { return other }
    if other.looked == 0 { return self }
    var result = self
    result.looked += other.looked
    result.unmet.removeAll { !other.unmet.contains($0) }
    return result
  }
}

extension Inspector {
  /// Counts what one rule looks at in a program, and names the conditions of its page that hold for none of it.
  ///
  /// Nil for a rule that looks for code of a shape, or at a change.
  public func tally(of rule: RulePage, in program: Program, threads: Int) -> Tally? {
    guard case .find(let kinds) = rule.search else { return nil }
    let (finder, found) = Finder.candidates(of: analyses, in: program, threads: threads, wantsOwnership: true)
    let judge = Judge(program: program)
    var candidates: [Candidate] = []
    for source in Source.allCases where rule.origins.contains(.analysis(source)) { candidates += found[source] ?? [] }
    for kind in kinds { candidates += finder.things(of: kind, in: { _ in true }) }
    var seen: Set<SourceSpan> = []
    let things = candidates.filter { seen.insert($0.span).inserted }.map(judge.thing)
    var tally = Tally()
    tally.looked = things.count
    for condition in rule.cases.flatMap(\.predicate.lines) where !tally.unmet.contains(condition.description) {
      let isMet = things.contains { judge.answer(condition, $0) == .yes }
      if !isMet { tally.unmet.append(condition.description) }
    }
    return tally
  }
}
