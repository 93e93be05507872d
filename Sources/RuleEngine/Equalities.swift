import ProgramModel
import ReviewModel
import RulePages

/// `find: method` that compares two values.
extension Inspector {
  func equalityClues(_ rule: RulePage, _ program: Program) -> [Clue] {
    guard asks(rule, { if case .compares = $0 { true } else { false } }) else { return [] }
    return program.equalityFlaws().map { flaw in
      let parts = [.pairsDiffer, .comparesWithItself].contains(flaw.kind) ? flaw.parts : [listed(flaw.parts)]
      return Clue(
        answers: [.compares(flaw.answer)], span: flaw.span, essence: "\(flaw.answer.rawValue)|\(flaw.essence)",
        reasons: zip(flaw.evidence, flaw.parts).map { span, part in
          Reason(
            place: program.place(span), says: flaw.kind == .hashesMore ? "this does not look at \(listed(flaw.parts))" : "`\(part)` is declared here",
            certainty: .proven)
        },
        values: [.owner: program.name(of: flaw.type), .name: parts.first ?? "", .other: parts.last ?? ""])
    }
  }
}

extension EqualityFlaw {
  fileprivate var answer: Condition.Compared {
    switch kind {
    case .pairsDiffer: .unlikeParts
    case .comparesWithItself: .itself
    case .missesCases: .mostCases
    case .hashesMore: .lessThanHash
    }
  }
}
