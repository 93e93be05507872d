import SwiftFacts

/// Who keeps whom in a whole program.
///
/// Each function is summed up by what it does with what it is given, starting from nothing known, and anew
/// whenever a function it calls turns out to do more, until nothing changes.
public struct Ownership: Sendable {
  /// Cycles that nothing in the program breaks, in the order of the functions they were found in.
  public var cycles: [Cycle] = []
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
    let cuts = Cuts(program: program, outcomes: outcomes, calls: calls)
    emptied = cuts.emptied
    var seen: Set<Cycle.Closing> = []
    for index in outcomes.keys.sorted() {
      for var cycle in outcomes[index]?.cycles ?? [] where !cuts.cut(cycle) {
        guard seen.insert(cycle.closing).inserted else { continue }
        cycle.isAlongsideTheProcess = cuts.isAlongsideTheProcess(cycle)
        cycles.append(cycle)
      }
    }
  }

  struct Outcome: Sendable {
    var summary: Summary
    var callees: Set<FunctionID>
    var clears: [Clear]
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
        summary: summary, callees: evaluation.callees, clears: evaluation.clears, cycles: evaluation.cycles())
    }
  }
}

/// What breaks cycles: slots that are emptied while the objects live, and objects that live as long as the process.
private struct Cuts {
  let program: Program
  private let calls: CallIndex
  private var cleared: [Slot: [(function: FunctionID, isDeferred: Bool)]] = [:]

  var emptied: Set<Slot> { Set(cleared.keys) }

  init(program: Program, outcomes: [Int: Ownership.Outcome], calls: CallIndex) {
    self.program = program
    self.calls = calls
    for (index, outcome) in outcomes where !outcome.clears.isEmpty {
      let function = FunctionID(index: Int32(index))
      guard !calls.comesTooLate(function, in: program) else { continue }
      for clear in outcome.clears { cleared[clear.slot, default: []].append((function, clear.isDeferred)) }
    }
  }

  func cut(_ cycle: Cycle) -> Bool {
    if cycle.tokenSlots.contains(where: { cleared[$0] != nil }) { return true }
    if let type = cycle.captured.nominal, program.livesForever(type) { return true }
    for link in cycle.links {
      if let type = link.type.nominal, program.livesForever(type) { return true }
      let slot: Slot
      switch link.how {
      case .store(let stored): slot = stored
      case .property(let property):
        slot = Slot(name: program.declaration(of: property).name, owner: program.owner(of: property))
      default: continue
      }
      guard slot != .element, let places = cleared[slot] else { continue }
      // Emptying a slot just before filling it again breaks nothing.
      if places.contains(where: { $0.function != cycle.function || $0.isDeferred }) { return true }
    }
    return false
  }

  func isAlongsideTheProcess(_ cycle: Cycle) -> Bool {
    ([cycle.captured] + cycle.links.map(\.type)).contains { $0.nominal.map { lasts($0) } ?? false }
  }

  /// Whether objects of a type live as long as the process: it is said of the type, or they are only ever made
  /// along with something that does.
  private func lasts(_ type: NominalID, depth: Int = 0) -> Bool {
    if program.livesForever(type) { return true }
    guard depth < 4, program[type].kind == .class, let makers = calls.callers[program[type].name], !makers.isEmpty else {
      return false
    }
    return makers.allSatisfy { maker in
      let declaration = program.declaration(of: maker)
      guard case .initialValue(let property) = declaration.kind else { return false }
      if program[program.file(of: maker)].facts[property].isStatic { return true }
      guard let owner = program.owner(of: maker), owner != type else { return false }
      return lasts(owner, depth: depth + 1)
    }
  }
}
