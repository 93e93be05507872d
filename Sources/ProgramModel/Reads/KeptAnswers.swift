/// Answers to questions that an analysis has about a program, each with all that it was read from: it is not looked for
/// again where an earlier program gives the same answers to all of that.
///
/// Not safe for use from several threads.
final class KeptAnswers<Question: Hashable & Sendable, Answer: Sendable> {
  private final class Entry: Sendable {
    let answer: Answer
    let reads: [Reads.Key]

    init(answer: Answer, reads: [Reads.Key]) {
      self.answer = answer
      self.reads = reads
    }
  }

  /// What one program leaves to the next.
  private struct Kept: Sendable {
    var entries: [Question: Entry] = [:]
    var ofProperties: [PropertyID: [Reads.Key]] = [:]
  }

  private let program: Program
  private let analysis: LocalAnalysis
  private let since: ChangesSince?
  private let earlier: Kept?
  private let known: ChangesSince.Known
  /// Notes what is asked; nil where nothing is kept for a later program.
  private let noting: Program?
  private var kept = Kept()
  /// How many are looked for together, each with what was worked out for those before it.
  private let together: Int
  /// How many of them have been, and all that was read for these.
  private var group: (count: Int, reads: [Reads.Key], seen: Set<Reads.Key>) = (0, [], [])

  /// - Parameters:
  ///   - tables: What the analysis looks up in.
  ///   - together: How many of the answers that an earlier program does not have are looked for together: sooner, and
  ///     each depends on what was read for any of them.
  init(
    about program: Program, for analysis: LocalAnalysis, tables: (any Sendable)? = nil, together: Int = 1, threads: Int
  ) {
    self.program = program
    self.analysis = analysis
    let changes = program.changes(threads: threads)
    since = changes?.since
    earlier = since?.program.foundInFiles[analysis] as? Kept
    known = ChangesSince.Known(since, for: analysis, tables: tables)
    // Where there are none yet, each is to depend on as little as it can.
    self.together = earlier == nil ? 1 : together
    // What is asked for one answer is noted without what was worked out for others, so that to note it costs more than
    // to look for them all twice.
    noting = changes.map { $0.isKept && $0.isOfSession } == true ? program.noting(Reads()) : nil
  }

  /// - Parameters:
  ///   - find: Looks for it.
  ///   - findNoted: Looks for it in a program that notes what is asked: alone, by nothing that was worked out before,
  ///     or by no more than was worked out for the answers since the last one that was looked for alone.
  func answer(
    to question: Question, _ find: () -> Answer, noting findNoted: (Program, _ isAlone: Bool) -> Answer
  ) -> Answer {
    if let earlier, let since, let entry = earlier.entries[question],
      since.sameness(of: entry.reads, earlier.ofProperties, known) == .exact
    {
      if noting != nil { kept.entries[question] = entry }
      return entry.answer
    }
    guard let noting, let reads = noting.reads else { return find() }
    if group.count == together { group = (0, [], []) }
    let (answer, keys) = reads.unit { findNoted(noting, group.count == 0) }
    kept.ofProperties.merge(reads.takeProperties(), uniquingKeysWith: Reads.merged)
    group.count += 1
    for key in keys where group.seen.insert(key).inserted { group.reads.append(key) }
    kept.entries[question] = Entry(answer: answer, reads: group.reads)
    return answer
  }

  /// Leaves all to a later program.
  func keep() {
    guard noting != nil else { return }
    if let earlier, let since {
      kept.ofProperties.merge(since.exact(earlier.ofProperties, for: analysis), uniquingKeysWith: Reads.merged)
    }
    program.keep(kept, of: analysis)
  }
}
