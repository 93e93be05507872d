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
  /// Asks where what is asked is noted.
  private var asker: Ends?

  init(_ ends: Ends, threads: Int) {
    self.ends = ends
    answers = KeptAnswers(about: ends.program, for: .cycles, tables: ends.tables, together: 32, threads: threads)
  }

  func judge(_ cycle: Cycle) -> (ended: Cycle.Ended, ends: [Cycle.End]) {
    let verdict = answers.answer(to: cycle) {
      Verdict(ends.judge(cycle))
    } noting: { program, isAlone in
      let asker = (isAlone ? nil : asker) ?? ends.asked(through: program)
      self.asker = asker
      return Verdict(asker.judge(cycle))
    }
    return (verdict.ended, verdict.ends)
  }

  /// Leaves all to a later program.
  func keep() { answers.keep() }
}
