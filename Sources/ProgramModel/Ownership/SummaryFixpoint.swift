import SwiftFacts

/// Summaries of all functions, each worked out anew whenever one that it calls turns out to do more, until nothing
/// changes.
struct SummaryFixpoint: Sendable {
  /// By the function's index; nil for a function that does nothing its callers can notice.
  private(set) var summaries: [Summary?]
  private(set) var outcomes: [Int: Outcome] = [:]
  /// Functions that still changed when the last round was over, of which nothing is known.
  private(set) var unknown: [FunctionID] = []
  /// Names of functions that do something with what they are given.
  private(set) var telling: Set<Symbol>

  /// What the evaluation of one function comes to.
  struct Outcome: Sendable {
    var summary: Summary
    var callees: Set<FunctionID>
    var clears: [Clear]
    var roots: Set<NominalID>
    var cycles: [Cycle]
    /// Slots that are given an object of the type that declares them.
    var linkings: Set<Slot>
    /// Lists that last and are given the function's own object.
    var joins: [Join]
    /// How often something was left unknown because there was too much of it.
    var limitsHit: Int
  }

  /// An object puts itself into a list of something that lives as long as the process.
  struct Join: Sendable {
    var list: PropertyID
    var site: SourceSpan
  }

  init(of program: Program, calls: CallIndex, threads: Int) {
    summaries = Array(repeating: nil, count: program.functionCount)
    telling = Evaluation.tellingNames(program.knowledge)
    var callers: [FunctionID: Set<FunctionID>] = [:]
    var worklist = calls.functions
    for _ in 0..<HeapLimits.rounds where !worklist.isEmpty {
      let found = Self.evaluate(worklist, program, summaries, telling, threads: threads)
      var changed: [FunctionID] = []
      for (function, outcome) in zip(worklist, found) {
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
      worklist = next.sorted()
    }
    unknown = worklist
    for function in worklist {
      outcomes[Int(function.index)]?.cycles = []
      summaries[Int(function.index)] = nil
    }
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
        cycles: evaluation.cycles(), linkings: evaluation.linkings, joins: evaluation.joins,
        limitsHit: evaluation.limitsHit)
    }
  }
}
