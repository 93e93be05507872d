import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Something that a program answered with: what it is, in the words of pages and messages.
struct Observation {
  var span: SourceSpan
  /// As messages call the declaration that it is about, or that it stands in.
  var declaration: String
  /// What is true of it, among the conditions that ask about such things.
  var answers: Set<Condition>
  /// What a message may name.
  var words: [Placeholder: String]
  var reasons: [Reason] = []
  /// What makes it this one wherever it stands.
  var essence: String
  /// The way out of it, and how pages call that.
  var fix: (word: FixWord, fix: Fix)?

  /// Whether a condition holds; of a list of names, any one will do.
  func isMet(by condition: Condition) -> Bool {
    guard case .host(let names) = condition else { return answers.contains(condition) }
    return answers.contains { if case .host(let own) = $0 { own.contains(where: names.contains) } else { false } }
  }
}

extension Inspector {
  /// What an observation is by a rule; nil where none of its cases holds.
  func sighting(of observation: Observation, _ rule: RulePage, _ program: Program) -> Sighting? {
    let site = Site(program: program, span: observation.span)
    let found = rule.cases.first { candidate in
      Condition.allHold(candidate.conditions, at: site) { observation.isMet(by: $0) }
    }
    guard let found else { return nil }
    let fill = { (placeholder: Placeholder) -> String in
      placeholder == .declaration ? observation.declaration : observation.words[placeholder] ?? ""
    }
    let finding = Finding(
      rule: rule.id, level: found.level, trait: rule.trait, place: program.place(observation.span),
      declaration: observation.declaration, message: found.message.filled(fill), why: observation.reasons,
      fix: observation.fix.flatMap { rule.fix == $0.word ? $0.fix : nil }
        ?? wayOut(by: rule, found, FixGround(program: program, span: observation.span, fill: fill)),
      fingerprint: Fingerprint(text: ""))
    return Sighting(finding: finding, essence: observation.essence, cycle: nil)
  }
}

/// The names, each in backticks, as a list in a sentence: the first four, and how many more there are.
func listed(_ names: [String]) -> String {
  let quoted = names.map { "`\($0)`" }
  if quoted.count > 5 { return quoted.prefix(4).joined(separator: ", ") + " and \(quoted.count - 4) more" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " and " + last
}
