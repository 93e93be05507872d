public import ProgramModel
public import ReviewModel
import RulePages
import SwiftFacts

/// What findings of two programs have to do with each other.
extension Inspector {
  /// Tells each finding that came with the change by the rule that says most about it: where the change
  /// dropped a weak reference, that is what made the cycle.
  ///
  /// - Parameter isChanged: Whether the change touches a line of the program after it.
  public func retold(
    _ introduced: [Sighting], before: Program, after: Program, isChanged: (Place) -> Bool
  ) -> [Sighting] {
    let judge = Judge(program: after)
    let rule = rules.first { $0.origins.contains(.analysis(.keptReferences)) }
    let drops = WeakDrops(before: before, after: after)
    return introduced.map { sighting in
      var retold = sighting
      var finding = sighting.finding
      let drop = sighting.cycle.flatMap(drops.first)
      if let drop, let rule, let cycle = sighting.cycle, let found = holding(rule, at: sighting, judge) {
        let story = CycleStory(cycle: cycle, program: after)
        finding.rule = rule.id
        finding.trait = rule.trait
        finding.level = found.level.limited(by: cycle.proof)
        finding.message = found.message.filled { story.fill($0) }
        if rule.fix == .restoreWeak, case .property(let property) = drop {
          finding.fix = after.weakDeclaration(of: property)
        }
        if let place = drop.place(in: after), !finding.place.overlaps(place) { finding.cause = place }
      }
      if finding.cause == nil, !isChanged(finding.place) {
        finding.cause = finding.why.compactMap(\.place).first(where: isChanged)
      }
      retold.finding = finding
      return retold
    }
  }
}

extension Inspector {
  /// What the rule of dropped weak references says of cycles that somebody may come by to end, or that do no harm for
  /// as long as nobody makes one more of their objects: where all was well without, the change has made that matter.
  ///
  /// Asked only where the program after the change may have dropped a weak reference; O(declarations) otherwise. Who
  /// keeps whom is the dearest question of all, and of the program before the change it may be asked for this alone.
  public func weakened(before: Program, after: Program, threads: Int) -> [Sighting] {
    guard let rule = rules.first(where: { $0.origins.contains(.analysis(.keptReferences)) }),
      after.hasLostWeakReferences(since: before)
    else { return [] }
    let drops = WeakDrops(before: before, after: after)
    guard drops.mayBeSome else { return [] }
    var ownership = Ownership(of: after, threads: threads)
    ownership.cycles = ownership.harmless.filter { cycle in
      let isEnded =
        cycle.ended == .onRequest && cycle.lives == .unknown && cycle.links.allSatisfy { $0.proof != .guessed }
      return (isEnded || cycle.isHarmlessSoFar) && drops.first(in: cycle) != nil
        && !(cycle.isHarmlessSoFar && after.isOneByDeclaration(cycle))
    }
    let finder = Finder(program: after, threads: threads, ownership: ownership)
    let judge = Judge(program: after)
    let candidates = (finder.closureCycles() + finder.propertyCycles()).map { candidate in
      var candidate = candidate
      candidate.facts = candidate.facts.adding(.was, .of(.held, .held(.weakly)))
      candidate.isOfIdleCode = candidate.cycle?.lives == .never
      return candidate
    }
    var sightings = onePerPlace(candidates.compactMap { sighting(of: $0, rule, judge) })
      .filter { !isAllowed($0, in: after) }
    sightings.sort { Finding.reportingOrder($0.finding, $1.finding) }
    Sighting.number(&sightings)
    return retold(sightings, before: before, after: after) { _ in true }
  }

  /// The case of a `compare` rule whose conditions hold where a finding stands.
  private func holding(_ rule: RulePage, at sighting: Sighting, _ judge: Judge) -> RulePage.Case? {
    guard let cycle = sighting.cycle else { return nil }
    let program = judge.program
    let kind: Kind = if case .closure = cycle.closing { .closure } else { .property }
    let span = cycle.closingSpan(in: program)
    let facts: Facts = [
      .was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.strongly)), .cycle: .entity(cycle.facts),
    ]
    let thing = judge.thing(Candidate(kind: kind, span: span, facts: facts, essence: ""))
    return rule.cases.first { judge.answer($0.predicate, thing) == .yes }
  }
}

extension Place {
  fileprivate func overlaps(_ other: Place) -> Bool {
    path == other.path && span.lines.overlaps(other.span.lines)
  }
}
