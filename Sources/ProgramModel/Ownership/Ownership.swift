import SwiftFacts

/// Who keeps whom in a whole program.
///
/// Each function is summed up by what it does with what it is given, starting from nothing known, and anew
/// whenever a function it calls turns out to do more, until nothing changes.
public struct Ownership: Sendable {
  /// Cycles that nothing in the program breaks, in the order of the functions they were found in.
  public var cycles: [Cycle] = []
  /// Cycles that something ends, or whose objects live as long as the process anyway.
  public var harmless: [Cycle] = []
  /// Slots that the program empties while the objects live.
  public var emptied: Set<Slot> = []
  /// How often something was left unknown because a limit was hit.
  public var limitsHit = 0

  /// Whether the program empties a property while the objects live.
  public func isEmptied(_ property: PropertyID, in program: Program) -> Bool {
    emptied.contains(Slot(name: program.declaration(of: property).name, owner: program.owner(of: property)))
  }

  /// What test targets do is left out: their objects live no longer than a test. Worked out once for each program.
  public init(of program: Program, threads: Int) { self = program.ownership(threads: threads) }

  init(workingOut program: Program, threads: Int) {
    let calls = program.calls(threads: threads)
    let fixpoint = program.heap(threads: threads)
    let outcomes = fixpoint.outcomes
    limitsHit = fixpoint.unknown.count + outcomes.values.reduce(0) { $0 + $1.limitsHit }
    let ends = Ends(program: program, outcomes: outcomes, calls: calls)
    let judged = JudgedCycles(ends, threads: threads)
    let making = Making(program: program, calls: calls)
    let again = MadeAgain(program: program, calls: calls)
    emptied = ends.emptied
    var seen: Set<Cycle.Closing> = []
    let links = outcomes.compactMapValues { $0.linkings.isEmpty ? nil : $0.linkings }
    for index in outcomes.keys.sorted() {
      let found = outcomes[index]?.cycles ?? []
      // Most functions close one cycle at most.
      let alike = found.count > 1 ? Dictionary(grouping: found, by: \.closing) : [:]
      for var cycle in found
      where !seen.contains(cycle.closing) && program.canMeet(cycle) && program.canClose(cycle) {
        (cycle.ended, cycle.ends) = judged.judge(cycle)
        if cycle.ended < .onRequest, ends.isEmptied(cycle, along: alike[cycle.closing] ?? []) {
          cycle.ended = .surely
        }
        var isForGood =
          cycle.lasting == nil
          ? ends.livesWithTheProcess(cycle) : !making.isMadeAnew(cycle.captured) && !making.isMeantToGo(before: cycle)
        if isForGood, cycle.lasting != nil, making.isMadeElsewhere(cycle.captured) {
          isForGood = false
          for at in cycle.links.indices { cycle.links[at].proof = .guessed }
        }
        // What lasts may keep one after another of what comes and goes.
        if isForGood, cycle.lasting == nil, cycle.ended == .never, let lasting = ends.lastingList(in: cycle),
          making.isMadeAnew(cycle.captured)
        {
          isForGood = false
          cycle.lasting = lasting
          cycle.isKeptForGood = true
          for at in cycle.links.indices { cycle.links[at].proof = .guessed }
        }
        // What runs once makes one of it, and what nothing is seen to make again is there once.
        if !isForGood, cycle.lasting == nil, cycle.ended < .onRequest, !ends.isShownAlone(cycle) {
          switch !cycle.isKeptForGood && again.runsOnce(cycle.function) ? .never : again.comesAgain(cycle) {
          case .never: isForGood = true
          case .perhaps: for at in cycle.links.indices { cycle.links[at].proof = .guessed }
          case .surely: break
          }
        }
        if isForGood { cycle.lives = .process }
        if cycle.lives == .unknown, ends.isNeverMade(cycle) || ends.isMadeForPreviews(cycle) { cycle.lives = .never }
        cycle.isHarmlessSoFar =
          cycle.lives != .unknown && cycle.ended < .onRequest && cycle.lasting == nil && !cycle.isKeptForGood
        guard cycle.ended < .onRequest, cycle.lives == .unknown else {
          harmless.append(cycle)
          continue
        }
        seen.insert(cycle.closing)
        // Whoever fills the slots of neighbours elsewhere may unlink them, and whoever takes out one may take out all;
        // of what is made out of sight there may be one.
        if cycle.isAmongEquals
          && links.contains(where: { $0.key != index && !$0.value.isDisjoint(with: cycle.slots(in: program)) })
          || cycle.ends.contains(where: { $0.reach.contains { if case .oneOfMany = $0 { true } else { false } } })
          || ends.isMadeOutOfSight(cycle)
        {
          for at in cycle.links.indices { cycle.links[at].proof = .guessed }
        }
        cycles.append(cycle)
      }
    }
    judged.keep()
    take(program.executed, of: program)
    // A method whose closure keeps its own object is told there, and not again where it is called.
    let told = Set(cycles.compactMap { if case .closure(let closure) = $0.closing { closure.span } else { nil } })
    cycles.removeAll { cycle in
      guard let lasting = cycle.lasting, let inner = lasting.closure, case .closure(let closing) = cycle.closing,
        closing.span != inner.span
      else { return false }
      return lasting.relay?.given.isEmpty ?? true && told.contains(inner.span)
    }
  }
}
