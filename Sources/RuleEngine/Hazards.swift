import ProgramModel
import ReviewModel
import RulePages

/// Rules about what a value is, and what it is taken for.
extension Inspector {
  func hazardClues(_ rule: RulePage, _ program: Program) -> [Clue] {
    let conditions = Set(rule.cases.flatMap(\.conditions))
    var hazards: [Hazard] = []
    if conditions.contains(.answer(.leakedReference)) || conditions.contains(.answer(.overreleasedReference)) {
      hazards += program.mistakenReferences()
    }
    if conditions.contains(.answer(.unfreedMemory)) { hazards += program.unfreedMemory() }
    if conditions.contains(.comesFrom(.sentinel)) { hazards += program.sentinelIndices() }
    if conditions.contains(.by(.possiblyZero)) { hazards += program.divisionsByCount() }
    if conditions.contains(.waits(.itself)) { hazards += program.waitsForOwnQueue() }
    if conditions.contains(.comes(.late)) { hazards += program.lateCallbacks() }
    if conditions.contains(.hides(.failure)) { hazards += program.hiddenErrors() }
    if conditions.contains(.sets(.reused)) { hazards += program.staleReuse() }
    if conditions.contains(.goesOn(.whenCancelled)) { hazards += program.spinningLoops() }
    var seen: Set<Hazard> = []
    return hazards.filter { seen.insert($0).inserted }.map { clue(of: $0, in: program) }
  }

  private func clue(of hazard: Hazard, in program: Program) -> Clue {
    let fix = hazard.replacement.map { replacement in
      Fix(
        title: "Use `\(replacement.text)`", applicability: .review,
        edits: [Fix.Edit(place: program.place(replacement.span), text: replacement.text)])
    }
    return Clue(
      answers: [hazard.condition], span: hazard.span, essence: "\(hazard.condition)|\(hazard.essence)",
      reasons: hazard.evidence.enumerated().map { index, span in
        Reason(place: program.place(span), says: hazard.says(index), certainty: hazard.certainty)
      },
      values: [.name: hazard.name, .other: hazard.other, .owner: hazard.owner, .callee: hazard.name, .keeper: ""], fix: fix)
  }
}

extension Hazard {
  fileprivate var condition: Condition {
    switch kind {
    case .leakedReference: .answer(.leakedReference)
    case .overreleasedReference: .answer(.overreleasedReference)
    case .unfreedMemory: .answer(.unfreedMemory)
    case .sentinelIndex: .comesFrom(.sentinel)
    case .zeroDivision: .by(.possiblyZero)
    case .waitsForItself: .waits(.itself)
    case .lateCallback: .comes(.late)
    case .hiddenError: .hides(.failure)
    case .staleReuse: .sets(.reused)
    case .spinsWhenCancelled: .goesOn(.whenCancelled)
    }
  }

  /// What its evidence shows.
  fileprivate func says(_ index: Int) -> String {
    switch kind {
    case .waitsForItself: index == 0 && other != "sync" ? "`\(other)` waits for `\(name)`" : "this runs on `\(name)`"
    case .lateCallback: index == 0 ? "`\(other)` is called before" : "it may call back before it returns"
    case .staleReuse: "this view may have shown another row before"
    case .spinsWhenCancelled: "this loop does not ask whether its task is cancelled"
    case .hiddenError: "the error that `\(name)` may be missing for is not looked at"
    case .leakedReference: "the result of `\(other)` is the caller's to release"
    case .overreleasedReference: "the result of `\(other)` is not the caller's to release"
    case .sentinelIndex: "this is `\(owner)` where there is none"
    case .zeroDivision: "nothing in this function compares `\(owner)` with anything"
    case .unfreedMemory: "`\(name)` holds it, and nothing in `\(owner)` frees it"
    }
  }

  /// What a name says by the rules of Core Foundation is known, not proven.
  fileprivate var certainty: Certainty {
    switch kind {
    case .leakedReference, .overreleasedReference, .sentinelIndex, .waitsForItself, .staleReuse, .spinsWhenCancelled: .known
    case .unfreedMemory, .zeroDivision, .lateCallback, .hiddenError: .proven
    }
  }
}
