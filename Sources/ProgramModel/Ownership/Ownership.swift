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

  /// Whether the program empties a property while the objects live.
  public func isEmptied(_ property: PropertyID, in program: Program) -> Bool {
    emptied.contains(Slot(name: program.declaration(of: property).name, owner: program.owner(of: property)))
  }

  /// Rounds after which the answer is taken as it is; deeper chains of calls are not followed.
  static let roundLimit = 12

  /// What test targets do is left out: their objects live no longer than a test.
  public init(of program: Program, threads: Int) {
    let calls = program.calls(threads: threads)
    var summaries = [Summary?](repeating: nil, count: program.functionCount)
    var outcomes = [Int: Outcome]()
    var callers: [FunctionID: Set<FunctionID>] = [:]
    var telling = Evaluation.tellingNames(program.knowledge)
    var dirty = calls.functions
    for _ in 0..<Self.roundLimit where !dirty.isEmpty {
      let found = Self.evaluate(dirty, program, summaries, telling, threads: threads)
      var changed: [FunctionID] = []
      for (function, outcome) in zip(dirty, found) {
        outcomes[Int(function.index)] = outcome
        for callee in outcome.callees { callers[callee, default: []].insert(function) }
        let old = summaries[Int(function.index)]
        let isNew = old.map { !$0.hasSameMeaning(as: outcome.summary) } ?? !outcome.summary.isEmpty
        if !outcome.summary.isEmpty || old != nil { summaries[Int(function.index)] = outcome.summary }
        if isNew { changed.append(function) }
      }
      var next = Set(changed.flatMap { callers[$0] ?? [] })
      for name in Set(changed.flatMap { calls.names(of: $0, in: program) }) where telling.insert(name).inserted {
        next.formUnion(calls.callers[name] ?? [])
      }
      dirty = next.sorted()
    }
    let ends = Ends(program: program, outcomes: outcomes, calls: calls)
    emptied = ends.emptied
    var seen: Set<Cycle.Closing> = []
    for index in outcomes.keys.sorted() {
      for var cycle in outcomes[index]?.cycles ?? [] where !seen.contains(cycle.closing) {
        (cycle.ended, cycle.ends) = ends.judge(cycle)
        if ends.livesWithTheProcess(cycle) { cycle.lives = .process }
        guard cycle.ended != .surely, cycle.lives != .process else {
          harmless.append(cycle)
          continue
        }
        seen.insert(cycle.closing)
        cycles.append(cycle)
      }
    }
  }

  struct Outcome: Sendable {
    var summary: Summary
    var callees: Set<FunctionID>
    var clears: [Clear]
    var roots: Set<NominalID>
    var cycles: [Cycle]
  }

  private static func evaluate(
    _ functions: [FunctionID], _ program: Program, _ summaries: [Summary?], _ telling: Set<Symbol>, threads: Int
  ) -> [Outcome] {
    Workers.map(count: functions.count, threads: threads, state: { Inference(program: program) }) { inference, index in
      let evaluation = Evaluation(functions[index], inference: inference, summaries: summaries, telling: telling)
      evaluation.run()
      let summary = evaluation.summary()
      return Outcome(
        summary: summary, callees: evaluation.callees, clears: evaluation.clears, roots: evaluation.roots,
        cycles: evaluation.cycles())
    }
  }
}
