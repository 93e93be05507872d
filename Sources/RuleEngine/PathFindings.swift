import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find: path`: ways through bodies on which something is not called, or called twice.
extension Inspector {
  /// What the conditions of a rule ask for.
  ///
  /// - Parameter missed: What other rules have asked the same program, so that it is walked once.
  func pathClues(
    _ rule: RulePage, _ program: Program, threads: Int, _ missed: inout [Condition.Awaited: [MissedCall]]
  ) -> [Clue] {
    var clues: [Clue] = []
    for awaited in Condition.Awaited.allCases where asks(rule, about: awaited) {
      let calls = missed[awaited] ?? missedCalls(of: awaited, program, threads: threads)
      missed[awaited] = calls
      clues += calls.map { clue(of: $0, awaited, in: program) }
    }
    if asks(rule, { $0 == .ends(.deferredFlag) }) {
      clues += program.earlyResets(threads: threads).map {
        Clue(
          answers: [.ends(.deferredFlag)], span: $0.span, essence: "\($0.name)|\($0.other)",
          reasons: [Reason(place: program.place($0.evidence[0]), says: "this runs after the function has returned", certainty: .known)],
          values: [.name: $0.name, .path: $0.other])
      }
    }
    if asks(rule, { $0 == .holds(.lock) }) {
      clues += program.callbacksUnderLock(threads: threads).map {
        Clue(
          answers: [.holds(.lock)], span: $0.span, essence: "\($0.name)|\($0.other)",
          reasons: [Reason(place: program.place($0.evidence[0]), says: "`\($0.other)` is taken here", certainty: .proven)],
          values: [.name: $0.name, .path: $0.other])
      }
    }
    return clues
  }

  private func missedCalls(of awaited: Condition.Awaited, _ program: Program, threads: Int) -> [MissedCall] {
    switch awaited {
    case .completion: program.missedCompletions(threads: threads)
    case .continuation: program.missedContinuations(threads: threads)
    case .superMethod: program.missedSuperCalls(threads: threads)
    }
  }

  private func asks(_ rule: RulePage, about wanted: Condition.Awaited) -> Bool {
    asks(rule) { $0 == .misses(wanted) || $0 == .repeats(wanted) }
  }

  private func clue(of missed: MissedCall, _ awaited: Condition.Awaited, in program: Program) -> Clue {
    var answers: Set<Condition> = [missed.flaw == .twice ? .repeats(awaited) : .misses(awaited)]
    if missed.isAboutObject { answers.insert(.when(.object)) }
    var reasons: [Reason] = []
    if let call = missed.call {
      let says = missed.flaw == .twice ? "the first call" : "another way calls it, or hands it on"
      reasons.append(Reason(place: program.place(call), says: says, certainty: .proven))
    }
    if missed.proof == .guessed {
      reasons.append(Reason(place: nil, says: "the closure around it is run once, by the name of what it is given to", certainty: .guessed))
    }
    return Clue(
      // Neither what a closure calls its parameter nor how a condition is written makes it another finding.
      answers: answers, span: missed.span, essence: "\(awaited == .continuation ? "" : missed.name.text)|\(missed.flaw)",
      reasons: reasons, proof: missed.proof, values: [.name: missed.name.text, .path: words(for: missed)])
  }

  private func words(for missed: MissedCall) -> String {
    switch (missed.flaw, missed.fork) {
    case (.throwsAway, _): "when this throws"
    case (.nothingThere, _): "when `\(missed.asked)` is `nil`"
    case (.leaves, .guard): "where this `guard` leaves"
    case (.leaves, _): "where this leaves"
    case (.runsOut, .selectionCase): "in this case"
    case (.runsOut, .catching): "in this `catch`"
    case (.runsOut, .none): "here"
    case (.runsOut, _): "where this does not hold"
    case (.twice, _): "twice"
    }
  }
}
