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
    fileprivate var entries: [[Entry]] = []
    /// By file, once all are there.
    fileprivate var files: [OfFile] = []
    fileprivate var ofProperties: [PropertyID: [Reads.Key]] = [:]
  }

  /// All that the evaluations of a file's functions read: much is read by many of them, and where all of it is the
  /// same, they need not be looked at one by one. Handed on by reference.
  fileprivate final class OfFile: Sendable {
    /// Of the first function first.
    let entries: [[Entry]]
    let reads: [Reads.Key]

    init(_ entries: [[Entry]]) {
      self.entries = entries
      var seen: Set<Reads.Key> = []
      reads = entries.joined().flatMap(\.reads).filter { seen.insert($0).inserted }
    }

    /// Whether it is of the very same evaluations.
    func isOf(_ others: ArraySlice<[Entry]>) -> Bool {
      entries.count == others.count
        && zip(entries, others).allSatisfy { $0.count == $1.count && zip($0, $1).allSatisfy { $0 === $1 } }
    }
  }

  private let earlier: Earlier?
  /// Whether what is done now is kept for a later program.
  let isKept: Bool
  private(set) var kept = Kept()

  /// What there is to take over.
  fileprivate final class Earlier: Sendable {
    let kept: Kept
    let changes: ChangesSince

    init(kept: Kept, changes: ChangesSince) {
      self.kept = kept
      self.changes = changes
    }
  }

  init(since changes: ChangesSince?, isKept: Bool) {
    self.isKept = isKept
    earlier = changes.flatMap { changes in
      changes.program.evaluations.map { Earlier(kept: $0, changes: changes) }
    }
  }

  // MARK: Taking over

  /// What a thread has compared of the two programs.
  func compared() -> ChangesSince.Known { ChangesSince.Known(earlier?.changes, for: nil) }

  /// What the evaluation of a function would come to; nil where that is to be found out.
  func known(
    _ function: FunctionID, _ summaries: [Summary?], _ telling: Set<Symbol>, _ known: ChangesSince.Known
  ) -> Entry? {
    guard let earlier, let old = earlier.changes.delta.earlier(function),
      earlier.kept.entries.indices.contains(Int(old.index)), !earlier.kept.entries[Int(old.index)].isEmpty
    else { return nil }
    let isWholeFileSame = earlier.isWholeFileSame(around: old, known)
    for entry in earlier.kept.entries[Int(old.index)] {
      guard entry.telling.allSatisfy(telling.contains), !entry.quiet.contains(where: telling.contains) else { continue }
      switch isWholeFileSame ? .exact : earlier.changes.sameness(of: entry.reads, earlier.kept.ofProperties, known) {
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
    let index = Int(function.index)
    if index >= kept.entries.count {
      kept.entries += Array(repeating: [], count: max(index + 1, 2 * kept.entries.count) - kept.entries.count)
    }
    kept.entries[index].append(entry)
  }

  mutating func keep(_ ofProperties: [PropertyID: [Reads.Key]]) {
    kept.ofProperties.merge(ofProperties) { $0 + $1 }
  }

  /// Adds what the evaluations that were taken over read of properties, and what those of each file read together.
  mutating func settle(in program: Program) {
    guard isKept else { return }
    let end = program.functionNumbers.end
    if kept.entries.count < end { kept.entries += Array(repeating: [], count: end - kept.entries.count) }
    let known = earlier?.kept.files ?? []
    let starts = program.functionNumbers.offsets.map(Int.init)
    kept.files = zip(starts, starts.dropFirst() + [end]).enumerated().map { file, range in
      let entries = kept.entries[range.0..<range.1]
      let old = earlier?.changes.delta.earlier(FileID(index: Int32(file))).map { Int($0.index) }
      if let old, known.indices.contains(old), known[old].isOf(entries) { return known[old] }
      return OfFile(Array(entries))
    }
    guard let earlier else { return }
    for (property, reads) in earlier.changes.exact(earlier.kept.ofProperties, for: nil) {
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
  /// Whether all that was read for any function of a function's file is the same.
  func isWholeFileSame(around function: FunctionID, _ known: ChangesSince.Known) -> Bool {
    let file = Int(changes.program.file(of: function).index)
    return known.isExact(file) {
      kept.files.indices.contains(file)
        && changes.sameness(of: kept.files[file].reads, kept.ofProperties, known) == .exact
    }
  }

  /// An evaluation that came to nothing, and asked about nothing that does anything, in the numbers of the later
  /// program.
  func renumbered(_ entry: Evaluations.Entry, _ summaries: [Summary?]) -> Evaluations.Result? {
    guard entry.result.summary.isEmpty, entry.result.outcome == nil else { return nil }
    for (function, summary) in entry.asked {
      guard summary == nil, let now = changes.delta.later(function), summaries[Int(now.index)] == nil else {
        return nil
      }
    }
    var callees: Set<FunctionID> = []
    for callee in entry.result.callees {
      guard let now = changes.delta.later(callee) else { return nil }
      callees.insert(now)
    }
    return Evaluations.Result(summary: entry.result.summary, callees: callees, outcome: nil)
  }
}
