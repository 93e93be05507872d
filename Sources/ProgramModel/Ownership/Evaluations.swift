import SwiftFacts

/// What functions are evaluated to, by what that is read from: an evaluation is not done again where an earlier program
/// would have given the same answers to all that was asked.
///
/// It is as if each were done: what is asked is noted in one place, where the program is asked.
struct Evaluations: Sendable {
  /// What the evaluation of one function came to. Handed on by reference: there is one for each function.
  final class Result: Sendable {
    let summary: Summary
    let callees: Set<FunctionID>
    let outcome: SummaryFixpoint.Outcome?

    init(summary: Summary, callees: Set<FunctionID>, outcome: SummaryFixpoint.Outcome?) {
      self.summary = summary
      self.callees = callees
      self.outcome = outcome
    }
  }

  /// One evaluation, with all that it depends on.
  final class Entry: Sendable {
    let result: Result
    let reads: [Reads.Key]
    /// The functions it asked about, and what they were known to do.
    let asked: [(function: FunctionID, summary: Summary?)]
    /// The names of which it asked whether such functions do something.
    let telling: [Symbol]
    let quiet: [Symbol]

    init(
      result: Result, reads: [Reads.Key] = [], asked: [(function: FunctionID, summary: Summary?)] = [],
      telling: [Symbol] = [], quiet: [Symbol] = []
    ) {
      self.result = result
      self.reads = reads
      self.asked = asked
      self.telling = telling
      self.quiet = quiet
    }
  }

  /// What one program leaves to the next.
  struct Kept: Sendable {
    /// By the function's index.
    var entries: [Int: [Entry]] = [:]
    var ofProperties: [PropertyID: [Reads.Key]] = [:]
  }

  private let earlier: Earlier?
  /// Whether what is done now is kept for a later program.
  let isKept: Bool
  private(set) var kept = Kept()

  /// What there is to take over.
  fileprivate struct Earlier: Sendable {
    var kept: Kept
    var delta: ProgramDelta
    var lasting: (old: ProcessLifetime, new: ProcessLifetime)
  }

  /// What has been compared already. Each thread has its own.
  final class Known {
    fileprivate var names: [Symbol: ProgramDelta.Sameness] = [:]
    fileprivate var heirs: [NominalID: ProgramDelta.Sameness] = [:]
    fileprivate var properties: [PropertyID: ProgramDelta.Sameness] = [:]
  }

  init(of program: Program, _ lasting: ProcessLifetime, since earlier: Program?, isKept: Bool) {
    self.isKept = isKept
    self.earlier = earlier.flatMap { earlier in
      guard let kept = earlier.evaluations, let old = earlier.knownLifetimes,
        let delta = ProgramDelta(from: earlier, to: program)
      else { return nil }
      return Earlier(kept: kept, delta: delta, lasting: (old, lasting))
    }
  }

  // MARK: Taking over

  /// What the evaluation of a function would come to; nil where that is to be found out.
  func known(_ function: FunctionID, _ summaries: [Summary?], _ telling: Set<Symbol>, _ known: Known) -> Entry? {
    guard let earlier, let old = earlier.delta.earlier(function) else { return nil }
    for entry in earlier.kept.entries[Int(old.index)] ?? [] {
      guard entry.telling.allSatisfy(telling.contains), !entry.quiet.contains(where: telling.contains) else { continue }
      switch earlier.sameness(of: entry.reads, known) {
      case .different: continue
      case .exact:
        if entry.asked.allSatisfy({ summaries[Int($0.function.index)] == $0.summary }) { return entry }
      case .meaning:
        // What it left to others is not in the numbers of this program.
        guard !isKept, let result = earlier.renumbered(entry, summaries) else { continue }
        return Entry(result: result)
      }
    }
    return nil
  }

  // MARK: Leaving

  mutating func keep(_ entry: Entry, of function: FunctionID) {
    kept.entries[Int(function.index), default: []].append(entry)
  }

  mutating func keep(_ ofProperties: [PropertyID: [Reads.Key]]) {
    kept.ofProperties.merge(ofProperties) { $0 + $1 }
  }

  /// Adds what the evaluations that were taken over read of properties.
  mutating func settle() {
    guard isKept, let earlier else { return }
    let known = Known()
    for (property, reads) in earlier.kept.ofProperties
    where earlier.sameness(of: .property(property), known) == .exact {
      guard let own = kept.ofProperties[property] else {
        kept.ofProperties[property] = reads
        continue
      }
      let noted = Set(own)
      kept.ofProperties[property] = own + reads.filter { !noted.contains($0) }
    }
  }
}

extension Evaluations.Earlier {
  func sameness(of reads: [Reads.Key], _ known: Evaluations.Known) -> ProgramDelta.Sameness {
    var result = ProgramDelta.Sameness.exact
    for key in reads {
      result = min(result, sameness(of: key, known))
      if result == .different { break }
    }
    return result
  }

  func sameness(of key: Reads.Key, _ known: Evaluations.Known) -> ProgramDelta.Sameness {
    switch key {
    case .property(let property):
      if let answer = known.properties[property] { return answer }
      // One that depends on itself is the same if all else is.
      known.properties[property] = .exact
      let answer = kept.ofProperties[property].map { sameness(of: $0, known) } ?? .different
      known.properties[property] = answer
      return answer
    case .name(let name):
      if let answer = known.names[name] { return answer }
      let answer = delta.sameness(of: key, lasting: lasting)
      known.names[name] = answer
      return answer
    case .descendants(let type):
      if let answer = known.heirs[type] { return answer }
      let answer = delta.sameness(of: key, lasting: lasting)
      known.heirs[type] = answer
      return answer
    default: return delta.sameness(of: key, lasting: lasting)
    }
  }

  /// An evaluation that came to nothing, and asked about nothing that does anything, in the numbers of the later
  /// program.
  func renumbered(_ entry: Evaluations.Entry, _ summaries: [Summary?]) -> Evaluations.Result? {
    guard entry.result.summary.isEmpty, entry.result.outcome == nil else { return nil }
    for (function, summary) in entry.asked {
      guard summary == nil, let now = delta.later(function), summaries[Int(now.index)] == nil else { return nil }
    }
    var callees: Set<FunctionID> = []
    for callee in entry.result.callees {
      guard let now = delta.later(callee) else { return nil }
      callees.insert(now)
    }
    return Evaluations.Result(summary: entry.result.summary, callees: callees, outcome: nil)
  }
}
