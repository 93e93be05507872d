import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Something that a rule may be about, with what is known of it.
struct Clue {
  /// What is true of it, among the conditions that ask about the thing itself.
  var answers: Set<Condition>
  var span: SourceSpan
  /// What makes it this finding wherever it stands.
  var essence: String
  var reasons: [Reason] = []
  var proof = Proof.proven
  var values: [Placeholder: String] = [:]
  /// A way out that was found along with it.
  var fix: Fix?
  /// Other places that a way out of it leads over.
  var others: [SourceSpan] = []
}

extension Inspector {
  /// What a rule says of clues in a program.
  func sightings(of clues: [Clue], _ rule: RulePage, _ program: Program) -> [Sighting] {
    clues.compactMap { clue in
      let site = Site(program: program, span: clue.span)
      guard
        let found = rule.cases.first(where: { candidate in
          Condition.allHold(candidate.conditions, at: site) { clue.answers.contains($0) }
        })
      else { return nil }
      let declaration = program.declarationName(at: clue.span.bytes.start, in: clue.span.file)
      let fill = { (placeholder: Placeholder) -> String in
        if let value = clue.values[placeholder] { return value }
        switch placeholder {
        case .declaration: return declaration.isEmpty ? "this file" : declaration
        case .type: return site.type.map(program.name(of:)) ?? "this file"
        default: return ""
        }
      }
      let finding = Finding(
        rule: rule.id, level: found.level.limited(by: clue.proof), trait: rule.trait, place: program.place(clue.span),
        declaration: declaration, message: found.message.filled(fill), why: clue.reasons,
        fix: rule.fix == .replace && clue.fix != nil
          ? clue.fix
          : wayOut(by: rule, found, FixGround(program: program, span: clue.span, others: clue.others, fill: fill)),
        fingerprint: Fingerprint(text: ""))
      return Sighting(finding: finding, essence: clue.essence, cycle: nil)
    }
  }
}

/// Some of a list, in words: `A`, `B` and 3 more.
func enumerated(_ names: [String], atMost limit: Int = 3) -> String {
  var seen: Set<String> = []
  let distinct = names.filter { seen.insert($0).inserted }
  let shown = distinct.prefix(limit).map { "`\($0)`" }
  let rest = distinct.count - shown.count
  if rest > 0 { return shown.joined(separator: ", ") + " and \(rest) more" }
  guard let last = shown.last else { return "" }
  return shown.count == 1 ? last : shown.dropLast().joined(separator: ", ") + " and " + last
}
