/// What ends cycles, each of them looked at once, and not again for a later program that answers the same.
final class JudgedCycles {
  private struct Verdict: Sendable {
    var ended: Cycle.Ended
    var ends: [Cycle.End]

    init(_ verdict: (ended: Cycle.Ended, ends: [Cycle.End])) { (ended, ends) = verdict }
  }

  private let ends: Ends
  /// By the cycle as it was found.
  private let answers: KeptAnswers<Cycle, Verdict>

  init(_ ends: Ends, threads: Int) {
    self.ends = ends
    answers = KeptAnswers(about: ends.program, for: .cycles, tables: ends.tables, threads: threads)
  }

  func judge(_ cycle: Cycle) -> (ended: Cycle.Ended, ends: [Cycle.End]) {
    let verdict = answers.answer(to: cycle) {
      Verdict(ends.judge(cycle))
    } noting: { program in
      Verdict(ends.asked(through: program).judge(cycle))
    }
    return (verdict.ended, verdict.ends)
  }

  /// Leaves all to a later program.
  func keep() { answers.keep() }
}
