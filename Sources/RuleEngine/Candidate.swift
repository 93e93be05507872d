import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Something that a rule may be about, with what is known of it.
struct Candidate: Sendable {
  var kind: Kind
  var span: SourceSpan
  /// What is known of it beyond what source alone says.
  var facts: Facts = [:]
  /// As messages call the declaration that it stands in; worked out where it is nil.
  var declaration: String?
  /// What makes it this one wherever it stands.
  var essence: String
  var reasons: [Reason] = []
  var proof = Proof.proven
  /// What a message may name.
  var words: [Placeholder: String] = [:]
  /// A way out that was found along with it.
  var makeFix: (@Sendable (FixWord) -> Fix?)?
  /// Other places that a way out of it leads over.
  var others: [SourceSpan] = []
  /// The cycle that it closes.
  var cycle: Cycle?
  /// The same where the system's objects are in it, of which the source says nothing.
  var ring: RetainCycle?
  /// What findings of one rule have in common that are told as one; nil for those that stand alone.
  var root: String?
  /// What it is in the source, where that is known.
  var node: Node?
  /// Whether it says of itself that no run comes to it so far.
  var isOfIdleCode = false
  /// What the names of a pattern stand for.
  var bindings: [String: [ExpressionID]] = [:]
  var names: [String: Symbol] = [:]
}

extension Inspector {
  /// What a candidate is by a rule; nil where none of its cases holds.
  func sighting(of candidate: Candidate, _ rule: RulePage, _ judge: Judge) -> Sighting? {
    let program = judge.program
    let thing = judge.thing(candidate)
    guard let found = rule.cases.first(where: { judge.answer($0.predicate, thing) == .yes }) else { return nil }
    // What no run comes to is told of once one does: by the change that calls it, or makes its object.
    let (byte, file) = (candidate.span.bytes.start, candidate.span.file)
    if !candidate.isOfIdleCode, !judge.tellsIdle, judge.idle.neverRuns(byte, in: file) { return nil }
    let candidate = judge.naming(candidate, thing, by: found.predicate)
    let declaration =
      candidate.declaration ?? program.declarationName(at: candidate.span.bytes.start, in: candidate.span.file)
    let fill = { (placeholder: Placeholder) -> String in
      if case .metavariable(let name) = placeholder {
        if let member = candidate.names[name] { return member.text }
        let code = program[candidate.span.file].facts.code
        return (candidate.bindings[name] ?? []).map { code.shown($0) }.joined(separator: ", ")
      }
      if let word = candidate.words[placeholder] { return word }
      switch placeholder {
      case .declaration: return declaration.isEmpty ? "this file" : declaration
      case .type:
        return program.type(at: candidate.span.bytes.start, in: candidate.span.file).map(program.name(of:))
          ?? "this file"
      default: return ""
      }
    }
    let own =
      rule.fix.flatMap { candidate.makeFix?($0) }
      ?? rule.rewrite.flatMap { rewriting(candidate.span, as: $0, candidate.bindings, program) }
    let finding = Finding(
      rule: rule.id, level: found.level.limited(by: candidate.proof), trait: rule.trait,
      place: program.place(candidate.span), declaration: declaration, message: found.message.filled(fill),
      why: candidate.reasons,
      fix: own
        ?? wayOut(
          by: rule, found, FixGround(program: program, span: candidate.span, others: candidate.others, fill: fill)),
      cycle: candidate.cycle.flatMap { $0.isKeptForGood ? nil : $0.chain(in: program) } ?? candidate.ring,
      fingerprint: Fingerprint(text: ""))
    var sighting = Sighting(finding, essence: candidate.essence, bond: Sighting.Bond(of: candidate, finding))
    sighting.cycle = candidate.cycle
    sighting.standsIn = [
      program.function(at: byte, in: file).map { program.declaration(of: $0).name },
      program.type(at: byte, in: file).map { program[$0].name },
    ].compactMap(\.self)
    // What nothing builds does no harm as it stands; whoever adds to it may well mean to.
    sighting.isOfChange =
      !found.isOfStanding || program.isLeftOut(finding.place.path)
      || judge.idle.isForTrying(byte, in: file)
    return sighting
  }
}

/// The names, each in backticks, as a list in a sentence: the first four, and how many more there are.
func listed(_ names: [String]) -> String {
  let quoted = names.map { "`\($0)`" }
  if quoted.count > 5 { return quoted.prefix(4).joined(separator: ", ") + " and \(quoted.count - 4) more" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " and " + last
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
