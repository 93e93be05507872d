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
  /// Functions that were given up, or have more in them than is followed.
  var unfollowed: [FunctionID] {
    unknown + outcomes.filter(\.value.isUnfollowed).keys.map { FunctionID(index: Int32($0)) }
  }
  /// Names of functions that do something with what they are given.
  private(set) var telling: Set<Symbol>
  /// What a later program may take over; nil where nothing was kept.
  private(set) var evaluations: Evaluations.Kept?
  /// How often a function was evaluated, and how often what that comes to was taken over.
  private(set) var counts = EvaluationCounts()
  /// While it is worked out, by the function's index, the functions that its summary has been used for, some twice.
  private var callers: [[FunctionID]]

  /// What the evaluation of one function comes to, beside its summary.
  struct Outcome: Sendable {
    var clears: [Clear]
    var roots: Set<NominalID>
    var cycles: [Cycle]
    /// Slots that are given an object of the type that declares them.
    var linkings: Set<Slot>
    /// Lists that last and are given the function's own object.
    var joins: [Join]
    /// By closure, the slots that it is put into to be called later.
    var homes: [ClosureID: [Slot]]
    /// Whether there is more in it than is followed.
    var isUnfollowed = false
    /// How often something was left unknown because there was too much of it.
    var limitsHit: Int

    var isEmpty: Bool {
      clears.isEmpty && roots.isEmpty && cycles.isEmpty && linkings.isEmpty && joins.isEmpty && homes.isEmpty
        && limitsHit == 0
    }
  }

  /// An object is put into a list of something that lives as long as the process.
  struct Join: Sendable {
    var list: PropertyID
    var site: SourceSpan
    /// The type of an object that was made for it; nil where the function's own object puts itself in.
    var made: NominalID?
    /// Whether the function has it from elsewhere: it was given it, or a property has it.
    var isHanded = false
  }

  /// - Parameter evaluations: What need not be evaluated again; nil where nothing is known of any other program.
  init(of program: Program, calls: CallIndex, evaluations: Evaluations? = nil, threads: Int) {
    var evaluations = evaluations
    summaries = Array(repeating: nil, count: program.functionNumbers.end)
    callers = Array(repeating: [], count: program.functionNumbers.end)
    telling = Evaluation.tellingNames(program.knowledge)
    let order = CallOrder(of: program, calls: calls)
    let evaluators = Evaluators(program, evaluations)
    // Most functions are evaluated once, for what they call has been before. What is evaluated again is so in the same
    // order, so that the end of a chain of calls hears of all of it in one round.
    var again = [Set<FunctionID>](repeating: [], count: order.waves.count)
    for round in 0...HeapLimits.rounds where round == 0 || again.contains(where: { !$0.isEmpty }) {
      for wave in order.waves.indices {
        let due = round == 0 ? order.waves[wave] : again[wave].sorted()
        if due.isEmpty { continue }
        again[wave] = []
        let affected = settle(
          due, program, calls, &evaluations, by: evaluators, growing: round > HeapLimits.exactRounds, threads: threads)
        for function in affected { again[order.wave(of: function)].insert(function) }
      }
    }
    unknown = again.joined().sorted()
    for function in unknown {
      outcomes[Int(function.index)]?.cycles = []
      summaries[Int(function.index)] = nil
    }
    callers = []
    guard evaluations?.isKept == true else { return }
    evaluations?.settle(in: program)
    self.evaluations = evaluations?.kept
  }

  /// Evaluates some functions side by side, and answers with those to be evaluated again: something that they call has
  /// turned out to do more.
  ///
  /// - Parameter growing: Whether a summary keeps what it has told before. Functions that call each other may take it
  ///   back, and tell it again, for ever.
  private mutating func settle(
    _ functions: [FunctionID], _ program: Program, _ calls: CallIndex, _ evaluations: inout Evaluations?,
    by evaluators: Evaluators, growing: Bool, threads: Int
  ) -> Set<FunctionID> {
    let found = evaluate(functions, evaluations, by: evaluators, threads: threads)
    var changed: [FunctionID] = []
    for (function, work) in zip(functions, found) {
      if work.isTakenOver { counts.takenOver += 1 } else { counts.done += 1 }
      if let entry = work.entry { evaluations?.keep(entry, of: function) }
      if !work.ofProperties.isEmpty { evaluations?.keep(work.ofProperties) }
      var summary = work.result.summary
      let (callees, outcome) = (work.result.callees, work.result.outcome)
      if growing, let told = summaries[Int(function.index)] { summary.join(told) }
      outcomes[Int(function.index)] = outcome
      for callee in callees { callers[Int(callee.index)].append(function) }
      let old = summaries[Int(function.index)]
      let isNew = old.map { !$0.hasSameMeaning(as: summary) } ?? !summary.isEmpty
      if !summary.isEmpty || old != nil { summaries[Int(function.index)] = summary }
      if isNew { changed.append(function) }
    }
    var again = Set(changed.flatMap { callers[Int($0.index)] })
    for name in Set(changed.flatMap { calls.names(of: $0, in: program) }) where telling.insert(name).inserted {
      again.formUnion(calls.callers[name] ?? [])
    }
    return again
  }

  /// One evaluation, done or taken over.
  private struct Work: Sendable {
    var result: Evaluations.Result
    var isTakenOver = false
    /// To be kept.
    var entry: Evaluations.Entry?
    /// What the types of properties were read from that it was the first to ask for.
    var ofProperties: [PropertyID: [Reads.Key]] = [:]
  }

  private func evaluate(
    _ functions: [FunctionID], _ evaluations: Evaluations?, by evaluators: Evaluators, threads: Int
  ) -> [Work] {
    Workers.map(over: functions, threads: threads, state: { evaluators.lend() }) {
      [summaries, telling] loan, function in
      let evaluator = loan.evaluator
      if let entry = evaluations?.known(function, summaries, telling, evaluator.known) {
        return Work(result: entry.result, isTakenOver: true, entry: evaluator.reads == nil ? nil : entry)
      }
      guard let reads = evaluator.reads else {
        return Work(result: Self.evaluate(function, evaluator.inference, summaries, telling).result)
      }
      let ((result, evaluation), keys) = reads.unit {
        Self.evaluate(function, evaluator.inference, summaries, telling)
      }
      let names = evaluation.askedNames
      let entry = Evaluations.Entry(
        result: result, reads: keys,
        asked: evaluation.asked.map { ($0, summaries[Int($0.index)]) },
        telling: names.filter(telling.contains), quiet: names.filter { !telling.contains($0) })
      return Work(result: result, entry: entry, ofProperties: reads.takeProperties())
    }
  }

  private static func evaluate(
    _ function: FunctionID, _ inference: Inference, _ summaries: [Summary?], _ telling: Set<Symbol>
  ) -> (result: Evaluations.Result, evaluation: Evaluation) {
    let evaluation = Evaluation(function, inference: inference, summaries: summaries, telling: telling)
    evaluation.run()
    // Of a function with too much in it, only what it empties is known.
    let isUnknown = evaluation.hasTooMuch
    let summary = isUnknown ? Summary() : evaluation.summary()
    let outcome = Outcome(
      clears: evaluation.clears, roots: evaluation.roots, cycles: isUnknown ? [] : evaluation.cycles(),
      linkings: evaluation.linkings, joins: evaluation.joins, homes: isUnknown ? [:] : evaluation.homes,
      isUnfollowed: isUnknown,
      limitsHit: evaluation.limitsHit + (isUnknown ? 1 : 0))
    let result = Evaluations.Result(
      summary: summary, callees: evaluation.callees, outcome: outcome.isEmpty ? nil : outcome)
    return (result, evaluation)
  }
}

/// How often functions were evaluated.
package struct EvaluationCounts: Sendable {
  package var done = 0
  /// Not done, for an earlier program's came to the same.
  package var takenOver = 0

  package init() {}

  package static func += (left: inout Self, right: Self) {
    left.done += right.done
    left.takenOver += right.takenOver
  }
}
