import SwiftFacts

/// Summaries of all functions, each worked out anew whenever one that it calls turns out to do more, until nothing
/// changes.
struct SummaryFixpoint: Sendable {
  /// By the function's index; nil for a function that does nothing its callers can notice.
  private(set) var summaries: [Summary?]
  /// By the function's index, what its evaluation came to; none where that is nothing.
  private(set) var outcomes: [Int: Outcome] = [:]
  /// Functions that still changed when the last round was over, of which nothing is known.
  private(set) var unknown: [FunctionID] = []
  /// Names of functions that do something with what they are given.
  private(set) var telling: Set<Symbol>
  /// While it is worked out, the functions that the summary of each has been used for.
  private var callers: [FunctionID: Set<FunctionID>] = [:]

  /// What the evaluation of one function comes to, beside its summary.
  struct Outcome: Sendable {
    var clears: [Clear]
    var roots: Set<NominalID>
    var cycles: [Cycle]
    /// Slots that are given an object of the type that declares them.
    var linkings: Set<Slot>
    /// Lists that last and are given the function's own object.
    var joins: [Join]
    /// How often something was left unknown because there was too much of it.
    var limitsHit: Int

    var isEmpty: Bool {
      clears.isEmpty && roots.isEmpty && cycles.isEmpty && linkings.isEmpty && joins.isEmpty && limitsHit == 0
    }
  }

  /// An object puts itself into a list of something that lives as long as the process.
  struct Join: Sendable {
    var list: PropertyID
    var site: SourceSpan
  }

  init(of program: Program, calls: CallIndex, threads: Int) {
    summaries = Array(repeating: nil, count: program.functionCount)
    telling = Evaluation.tellingNames(program.knowledge)
    // Most functions are evaluated once, for what they call has been before.
    var again: Set<FunctionID> = []
    for wave in CallOrder(of: program, calls: calls).waves {
      again.subtract(wave)
      again.formUnion(settle(wave, program, calls, threads: threads))
    }
    for round in 0..<HeapLimits.rounds where !again.isEmpty {
      again = settle(again.sorted(), program, calls, growing: round >= HeapLimits.exactRounds, threads: threads)
    }
    unknown = again.sorted()
    for function in unknown {
      outcomes[Int(function.index)]?.cycles = []
      summaries[Int(function.index)] = nil
    }
    callers = [:]
  }

  /// Evaluates some functions side by side, and answers with those to be evaluated again: something that they call has
  /// turned out to do more.
  ///
  /// - Parameter growing: Whether a summary keeps what it has told before. Functions that call each other may take it
  ///   back, and tell it again, for ever.
  private mutating func settle(
    _ functions: [FunctionID], _ program: Program, _ calls: CallIndex, growing: Bool = false, threads: Int
  ) -> Set<FunctionID> {
    let found = Self.evaluate(functions, program, summaries, telling, threads: threads)
    var changed: [FunctionID] = []
    for (function, (exact, callees, outcome)) in zip(functions, found) {
      var summary = exact
      if growing, let told = summaries[Int(function.index)] { summary.join(told) }
      outcomes[Int(function.index)] = outcome
      for callee in callees { callers[callee, default: []].insert(function) }
      let old = summaries[Int(function.index)]
      let isNew = old.map { !$0.hasSameMeaning(as: summary) } ?? !summary.isEmpty
      if !summary.isEmpty || old != nil { summaries[Int(function.index)] = summary }
      if isNew { changed.append(function) }
    }
    var again = Set(changed.flatMap { callers[$0] ?? [] })
    for name in Set(changed.flatMap { calls.names(of: $0, in: program) }) where telling.insert(name).inserted {
      again.formUnion(calls.callers[name] ?? [])
    }
    return again
  }

  private static func evaluate(
    _ functions: [FunctionID], _ program: Program, _ summaries: [Summary?], _ telling: Set<Symbol>, threads: Int
  ) -> [(summary: Summary, callees: Set<FunctionID>, outcome: Outcome?)] {
    Workers.map(count: functions.count, threads: threads, state: { Inference(program: program) }) { inference, index in
      let evaluation = Evaluation(functions[index], inference: inference, summaries: summaries, telling: telling)
      evaluation.run()
      let summary = evaluation.summary()
      let outcome = Outcome(
        clears: evaluation.clears, roots: evaluation.roots, cycles: evaluation.cycles(), linkings: evaluation.linkings,
        joins: evaluation.joins, limitsHit: evaluation.limitsHit)
      return (summary, evaluation.callees, outcome.isEmpty ? nil : outcome)
    }
  }
}
