import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Ways through bodies on which something is not called, or called twice, or done too early.
extension Finder {
  func paths(_ role: Value.Role, _ missed: [MissedCall]) -> [Candidate] { missed.map { candidate($0, role) } }

  func earlyResets() -> [Candidate] {
    program.earlyResets(threads: threads).map {
      Candidate(
        kind: .assignment, span: $0.span, facts: Source.earlyResets.facts, essence: "\($0.name)|\($0.other)",
        reasons: [
          Reason(
            place: program.place($0.evidence[0]), says: "this runs after the function has returned", certainty: .known)
        ],
        words: [.name: $0.name, .path: $0.other])
    }
  }

  func lockedCallbacks() -> [Candidate] {
    program.callbacksUnderLock(threads: threads).map { one in
      let type = program.type(at: one.span.bytes.start, in: one.span.file).map(program.name(of:)) ?? ""
      return Candidate(
        kind: .call, span: one.span, facts: one.facts,
        // What a local is called makes no other finding of it.
        essence: "\(one.name.contains(".") ? one.name.split(separator: ".").last ?? "" : "")|\(one.lock)",
        reasons: one.evidence.enumerated().map { index, span in
          Reason(
            place: program.place(span),
            says: index == 0 ? "`\(one.lock)` is taken here" : "`\(one.name)` is called here", certainty: .proven)
        },
        words: [.name: one.name, .path: one.lock],
        // One lock, one callback: whoever mends one place mends all of them.
        root: "\(type).\(one.name)|\(one.lock)")
    }
  }

  private func candidate(_ missed: MissedCall, _ role: Value.Role) -> Candidate {
    var facts: Facts = [missed.flaw == .twice ? .repeats : .misses: .of(.role, .role(role))]
    facts = facts.adding(.when, .when(missed.isAboutObject ? .objectGone : missed.occasion))
    var reasons: [Reason] = []
    if let call = missed.call {
      let says = missed.flaw == .twice ? "the call that follows" : "another way calls it, or hands it on"
      reasons.append(Reason(place: program.place(call), says: says, certainty: .proven))
    }
    if missed.proof == .guessed {
      reasons.append(
        Reason(
          place: missed.given.map(program.place),
          says: "the closure around it is run once, by the name of what it is given to", certainty: .guessed))
    }
    var names = [missed.name] + missed.others
    // Of several that stand for one answer, the one that is called there.
    if missed.flaw == .twice, let called = program.nameCalled(at: missed.span), names.contains(called) {
      names = [called]
    }
    var words: [Placeholder: String] = [
      .name: names.map(\.text).joined(separator: "` or `"), .path: self.words(for: missed),
    ]
    if role == .superclass {
      words[.other] = "what the superclass does there"
      if missed.call == nil, missed.fork == .none, let instead = program.otherSuperCall(in: missed.function) {
        words[.path] = "here, where `super.\(instead.name)` is called instead"
        reasons.append(
          Reason(
            place: program.place(instead.span), says: "this call belongs to another method, and has to go",
            certainty: .proven))
      }
      if let work = program.overriddenWork(of: missed.function),
        let type = program.owner(of: work.function).map(program.name(of:))
      {
        let acts = work.acts.prefix(2).joined(separator: ", ") + (work.acts.count > 2 ? ", and more" : "")
        words[.other] = "what `\(type)` does there"
        reasons.append(
          Reason(
            place: program.place(program.span(of: work.function)), says: "`\(type).\(missed.name)` \(acts)",
            certainty: .proven))
      }
    }
    return Candidate(
      kind: .path, span: missed.span, facts: facts,
      // Neither what a closure calls its parameter nor how a condition is written makes it another finding.
      essence: "\(role == .continuation ? "" : missed.name.text)|\(missed.flaw)", reasons: reasons, proof: missed.proof,
      words: words)
  }

  private func words(for missed: MissedCall) -> String {
    switch (missed.flaw, missed.fork) {
    case (.throwsAway, _): "when this throws"
    case (.nothingThere, _): "when `\(missed.asked)` is `nil`"
    case (.leaves, .guard), (.runsOut, .guard): "where this `guard` leaves"
    case (.leaves, _): "where this leaves"
    case (.runsOut, .selectionCase): "in this case"
    case (.runsOut, .catching): "in this `catch`"
    case (.runsOut, .guardPassed): "after this `guard`"
    case (.runsOut, .done): "where this `do` succeeds"
    case (.runsOut, .loop): "where this loop ends by itself"
    case (.runsOut, .none): "here"
    case (.runsOut, _): "where this does not hold"
    case (.twice, _): "twice"
    }
  }
}

extension Program {
  /// What is called by the call that is a stretch of source.
  fileprivate func nameCalled(at span: SourceSpan) -> Symbol? {
    let code = self[span.file].facts.code
    return code.expressions.indices.lazy.compactMap { at -> Symbol? in
      guard code.spans[at] == span.bytes, case .call(let callee, _) = code.expressions[at] else { return nil }
      return code.named(callee)
    }.first
  }
}

extension Code {
  /// The name of what is called, of a local as well.
  fileprivate func named(_ callee: ExpressionID) -> Symbol? {
    switch self[callee] {
    case .local(let local): self[local].name
    case .name(let name, _), .member(_, let name): name
    default: nil
    }
  }
}

extension MissedCall {
  /// On what occasion the way is taken.
  fileprivate var occasion: Value.Occasion {
    switch flaw {
    case .throwsAway: .throwing
    case .nothingThere: .nothing
    case .leaves: .leaves
    case .runsOut, .twice: .runsOut
    }
  }
}

extension LockedCallback {
  fileprivate var facts: Facts {
    let known: Facts = [
      .role: .role(.callback), .after: .of(.role, .role(.lock)), .before: .of(.role, .role(.unlock)),
    ]
    return isOneOfSeveral ? known.adding(.is, .is(.oneOfSeveral)) : known
  }
}
