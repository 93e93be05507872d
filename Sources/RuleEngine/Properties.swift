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
    for (property, owner) in program.owningDelegates(threads: threads) where result[property] == nil {
      if ownership?.isEmptied(property, in: program) ?? false { continue }
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
      let candidate = Candidate(
        property: property, answers: [.role(.delegate)], proof: .guessed, reasons: reasons, cycle: nil
      ) { placeholder in
        switch placeholder {
        case .property: program.declaration(of: property).name.text
        case .owner: program.owner(of: property).map(program.name(of:)) ?? ""
        case .type: program.typeName(of: property)
        case .keeper: owner.flatMap { program.owner(of: $0) }.map(program.name(of:)) ?? "a delegate outside this program"
        case .declaration: program.name(of: property)
        default: ""
        }
      }
      if let sighting = sighting(of: candidate, rule, program) { result[property] = sighting }
    }
    return result.values.sorted { $0.finding.place < $1.finding.place }
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
