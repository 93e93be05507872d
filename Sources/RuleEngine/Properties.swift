import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find: property`.
extension Inspector {
  func properties(_ rule: RulePage, _ program: Program, _ ownership: Ownership?, threads: Int) -> [Sighting] {
    var result: [PropertyID: Sighting] = [:]
    for cycle in ownership?.cycles ?? [] {
      guard case .property(let property) = cycle.closing, result[property] == nil else { continue }
      let story = CycleStory(cycle: cycle, program: program)
      let candidate = Candidate(
        property: property, answers: [.keeps(.owner)], proof: cycle.proof, reasons: story.reasons, cycle: cycle,
        fill: story.fill)
      if let sighting = sighting(of: candidate, rule, program) { result[property] = sighting }
    }
    var others: [Candidate] = []
    if asks(rule, { $0 == .role(.delegate) }) { others += delegates(program, ownership, threads: threads) }
    if asks(rule, { $0 == .role(.lentScreen) }) { others += lentScreens(program, ownership) }
    for candidate in others where result[candidate.property] == nil {
      if let sighting = sighting(of: candidate, rule, program) { result[candidate.property] = sighting }
    }
    return result.values.sorted { $0.finding.place < $1.finding.place }
  }

  /// Delegates that may well own what they are delegates of.
  private func delegates(_ program: Program, _ ownership: Ownership?, threads: Int) -> [Candidate] {
    program.owningDelegates(threads: threads).compactMap { property, owner in
      if ownership?.isEmptied(property, in: program) ?? false { return nil }
      let link =
        owner.map {
          Reason(
            place: program.place(of: $0),
            says: "`\(program.name(of: $0))` owns such an object, and its class can be this delegate",
            certainty: .guessed)
        } ?? Reason(place: nil, says: "a delegate usually owns the object it is a delegate of", certainty: .guessed)
      let reasons = [
        Reason(
          place: program.place(of: property), says: "`\(program.name(of: property))` keeps its object", certainty: .proven),
        link,
      ]
      return Candidate(property: property, answers: [.role(.delegate)], proof: .guessed, reasons: reasons, cycle: nil) { placeholder in
        switch placeholder {
        case .keeper: owner.flatMap { program.owner(of: $0) }.map(program.name(of:)) ?? "a delegate outside this program"
        default: program.word(for: placeholder, of: property)
        }
      }
    }
  }

  /// Screens that a shared object is handed and keeps.
  private func lentScreens(_ program: Program, _ ownership: Ownership?) -> [Candidate] {
    (ownership.map(program.lentScreens) ?? []).map { lent in
      let reasons = [
        Reason(
          place: program.place(of: lent.property),
          says: "`\(program.name(of: lent.property))` keeps its object, and its owner is the one shared object of its class",
          certainty: .proven),
        Reason(
          place: program.place(lent.site), says: "what is handed in is put into it, and nothing takes it out again",
          certainty: .proven),
      ]
      return Candidate(property: lent.property, answers: [.role(.lentScreen)], proof: .known, reasons: reasons, cycle: nil) {
        program.word(for: $0, of: lent.property)
      }
    }
  }

  private struct Candidate {
    var property: PropertyID
    /// What is true of it, among the conditions that ask about properties.
    var answers: Set<Condition>
    var proof: Proof
    var reasons: [Reason]
    var cycle: Cycle?
    var fill: (Placeholder) -> String
  }

  private func sighting(of candidate: Candidate, _ rule: RulePage, _ program: Program) -> Sighting? {
    let property = candidate.property
    let declaration = program.declaration(of: property)
    let site = Site(
      program: program, span: SourceSpan(file: program.file(of: property), bytes: declaration.nameSpan))
    var answers = candidate.answers
    switch declaration.strength {
    case .strong: answers.insert(.ownership(.strong))
    case .weak: answers.insert(.ownership(.weak))
    case .unowned: answers.insert(.ownership(.unowned))
    }
    guard
      let found = rule.cases.first(where: {
        Condition.allHold($0.conditions, at: site) { answers.contains($0) }
      })
    else { return nil }
    let finding = Finding(
      rule: rule.id, level: found.level.limited(by: candidate.proof), trait: rule.trait,
      place: program.place(of: property), declaration: program.name(of: property),
      message: found.message.filled(candidate.fill), why: candidate.reasons,
      fix: (rule.fix == .declareWeak ? weakDeclaration(of: property, in: program) : nil) ?? remedy(found, candidate.fill),
      fingerprint: Fingerprint(text: ""))
    return Sighting(finding: finding, essence: "property", cycle: candidate.cycle)
  }
}

extension Program {
  fileprivate func word(for placeholder: Placeholder, of property: PropertyID) -> String {
    switch placeholder {
    case .property: declaration(of: property).name.text
    case .owner: owner(of: property).map(name(of:)) ?? ""
    case .type: typeName(of: property)
    case .declaration: name(of: property)
    default: ""
    }
  }
}
