import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find: path`: ways through bodies on which something is not called, or called twice.
extension Inspector {
  /// What the conditions of a rule ask for.
  func pathClues(_ rule: RulePage, _ program: Program, threads: Int) -> [Clue] {
    var clues: [Clue] = []
    if asks(rule, about: .completion) {
      clues += program.missedCompletions(threads: threads).map { clue(of: $0, .completion, in: program) }
    }
    if asks(rule, about: .continuation) {
      clues += program.missedContinuations(threads: threads).map { clue(of: $0, .continuation, in: program) }
    }
    if asks(rule, about: .superMethod) {
      clues += program.missedSuperCalls(threads: threads).map { clue(of: $0, .superMethod, in: program) }
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
