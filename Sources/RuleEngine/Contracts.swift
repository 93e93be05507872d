import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Rules about what one declaration says and another does not hold to.
extension Inspector {
  /// Whether some case of a rule has a condition of a kind.
  func asks(_ rule: RulePage, _ isWanted: (Condition) -> Bool) -> Bool {
    rule.cases.contains { $0.conditions.contains(where: isWanted) }
  }

  /// What the conditions of a rule about methods, texts and formats ask for.
  func contractClues(_ rule: RulePage, _ program: Program) -> [Clue] {
    var clues: [Clue] = []
    if asks(rule, { $0 == .meets(.almostRequirement) }) { clues += nearMisses(program) }
    if asks(rule, { $0 == .redeclares(.extensionMember) }) { clues += redeclarations(program) }
    if asks(rule, { $0 == .ignores(.sender) }) { clues += blindCallbacks(program) }
    if asks(rule, { $0 == .shows(.optional) }) { clues += optionals(program) }
    if asks(rule, { if case .dependsOn = $0 { true } else { false } }) { clues += formats(program) }
    clues += equalityClues(rule, program)
    return clues
  }

  private func nearMisses(_ program: Program) -> [Clue] {
    program.nearMisses().map { one in
      clue(one, .meets(.almostRequirement), in: program) { _ in "`\(one.owner)` requires `\(one.other)`" }
    }
  }

  private func redeclarations(_ program: Program) -> [Clue] {
    program.redeclaredMembers().map { one in
      clue(one, .redeclares(.extensionMember), in: program) { index in
        index == 0 ? "this call knows its object as `\(one.owner)`" : "so it runs the extension's `\(one.name)`"
      }
    }
  }

  private func blindCallbacks(_ program: Program) -> [Clue] {
    program.ambiguousCallbacks().map { one in
      clue(one, .ignores(.sender), in: program) { _ in "it becomes the delegate of this `\(one.owner)`" }
    }
  }

  private func optionals(_ program: Program) -> [Clue] {
    program.optionalsInTexts().map { clue($0, .shows(.optional), in: program) { _ in "" } }
  }

  private func formats(_ program: Program) -> [Clue] {
    program.dateFormats().map { format in
      Clue(
        answers: [.dependsOn(format.flaw == .weekYear ? .weekYear : .userLocale)], span: format.span, essence: format.format,
        reasons: format.use.map { [Reason(place: program.place($0), says: "a date is read by it", certainty: .proven)] } ?? [],
        values: [.name: format.format])
    }
  }

  /// `find: property` that observes an object made on the spot.
  func inlineObjects(_ program: Program) -> [Clue] {
    program.objectsMadeInline().map { one in
      var clue = clue(one, .observes(.madeInline), in: program) { _ in "each time this view is drawn, it makes a `\(one.owner)`" }
      clue.values[.property] = one.name
      return clue
    }
  }

  private func clue(_ one: Breach, _ condition: Condition, in program: Program, says: (Int) -> String) -> Clue {
    Clue(
      answers: [condition], span: one.span, essence: "\(one.name)|\(one.other)",
      reasons: one.evidence.enumerated().map {
        Reason(place: program.place($0.element), says: says($0.offset), certainty: .proven)
      },
      values: [.name: one.name, .other: one.other, .owner: one.owner])
  }
}
