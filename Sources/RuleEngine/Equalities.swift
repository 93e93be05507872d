import ProgramModel
import ReviewModel
import RulePages

/// Functions that compare two values.
extension Finder {
  func equalities() -> [Candidate] {
    program.equalityFlaws().map { flaw in
      let parts = [.pairsDiffer, .comparesWithItself].contains(flaw.kind) ? flaw.parts : [listed(flaw.parts)]
      return Candidate(
        kind: .function, span: flaw.span, facts: [.role: .role(.equality), .compares: .one(flaw.answer)],
        essence: "\(flaw.answer.rawValue)|\(flaw.essence)",
        reasons: zip(flaw.evidence, flaw.parts).map { span, part in
          Reason(
            place: program.place(span),
            says: flaw.kind == .hashesMore
              ? "this does not look at \(listed(flaw.parts))" : "`\(part)` is declared here",
            certainty: .proven)
        },
        words: [.owner: program.name(of: flaw.type), .name: parts.first ?? "", .other: parts.last ?? ""])
    }
  }
}

extension EqualityFlaw {
  fileprivate var answer: Value.Compared {
    switch kind {
    case .pairsDiffer: .unlikeParts
    case .comparesWithItself: .itself
    case .missesCases: .mostCases
    case .hashesMore: .lessThanHash
    }
  }
}
