/// What ends cycles, by what that is read from: it is not looked for again where an earlier program gave the same
/// answers to all that was asked.
final class JudgedCycles {
  /// What became of one cycle, with all that it depends on.
  private final class Entry: Sendable {
    let ended: Cycle.Ended
    let ends: [Cycle.End]
    let reads: [Reads.Key]

    init(ended: Cycle.Ended, ends: [Cycle.End], reads: [Reads.Key]) {
      self.ended = ended
      self.ends = ends
      self.reads = reads
    }
  }

  /// What one program leaves to the next.
  private struct Kept: Sendable {
    /// By the cycle as it was found.
    var entries: [Cycle: Entry] = [:]
    var ofProperties: [PropertyID: [Reads.Key]] = [:]
  }

  private let ends: Ends
  private let program: Program
  private let changes: Program.Changes?
  private let earlier: Kept?
  private let known: ChangesSince.Known
  /// Notes what is asked; nil where nothing is kept for a later program.
  private let noting: Program?
  private var kept = Kept()

  init(_ ends: Ends, threads: Int) {
    self.ends = ends
    program = ends.program
    changes = program.changes(threads: threads)
    earlier = changes?.since?.program.foundInFiles[.cycles] as? Kept
    known = ChangesSince.Known(changes?.since, for: .cycles, tables: ends.tables)
    // What is asked for one cycle is noted without what was worked out for others, so that to note it costs more than
    // to judge them all twice.
    noting = changes.map { $0.isKept && $0.isOfSession } == true ? program.noting(Reads()) : nil
  }

  func judge(_ cycle: Cycle) -> (ended: Cycle.Ended, ends: [Cycle.End]) {
    let entry = takenOver(cycle) ?? judgedNow(cycle)
    if noting != nil { kept.entries[cycle] = entry }
    return (entry.ended, entry.ends)
  }

  private func takenOver(_ cycle: Cycle) -> Entry? {
    guard let earlier, let since = changes?.since, let entry = earlier.entries[cycle],
      since.sameness(of: entry.reads, earlier.ofProperties, known) == .exact
    else { return nil }
    return entry
  }

  private func judgedNow(_ cycle: Cycle) -> Entry {
    guard let noting, let reads = noting.reads else {
      let (ended, ends) = ends.judge(cycle)
      return Entry(ended: ended, ends: ends, reads: [])
    }
    let (verdict, keys) = reads.unit { ends.asked(through: noting).judge(cycle) }
    kept.ofProperties.merge(reads.takeProperties(), uniquingKeysWith: Reads.merged)
    return Entry(ended: verdict.ended, ends: verdict.ends, reads: keys)
  }

  /// Leaves all to a later program.
  func keep() {
    guard noting != nil else { return }
    if let earlier, let since = changes?.since {
      kept.ofProperties.merge(since.exact(earlier.ofProperties, for: .cycles), uniquingKeysWith: Reads.merged)
    }
    program.keep(kept, of: .cycles)
  }
}
