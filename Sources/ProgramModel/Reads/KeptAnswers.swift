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

  /// - Parameter tables: What the analysis looks up in.
  init(about program: Program, for analysis: LocalAnalysis, tables: (any Sendable)? = nil, threads: Int) {
    self.program = program
    self.analysis = analysis
    let changes = program.changes(threads: threads)
    since = changes?.since
    earlier = since?.program.foundInFiles[analysis] as? Kept
    known = ChangesSince.Known(since, for: analysis, tables: tables)
    // What is asked for one answer is noted without what was worked out for others, so that to note it costs more than
    // to look for them all twice.
    noting = changes.map { $0.isKept && $0.isOfSession } == true ? program.noting(Reads()) : nil
  }

  /// - Parameters:
  ///   - find: Looks for it.
  ///   - findAlone: Looks for it in a program that notes what is asked, and by nothing that was worked out before.
  func answer(to question: Question, _ find: () -> Answer, noting findAlone: (Program) -> Answer) -> Answer {
    if let earlier, let since, let entry = earlier.entries[question],
      since.sameness(of: entry.reads, earlier.ofProperties, known) == .exact
    {
      if noting != nil { kept.entries[question] = entry }
      return entry.answer
    }
    guard let noting, let reads = noting.reads else { return find() }
    let (answer, keys) = reads.unit { findAlone(noting) }
    kept.ofProperties.merge(reads.takeProperties(), uniquingKeysWith: Reads.merged)
    kept.entries[question] = Entry(answer: answer, reads: keys)
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
