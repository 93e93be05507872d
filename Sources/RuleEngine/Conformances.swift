import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Types that are declared to conform to a protocol.
extension Finder {
  func conformances() -> [Candidate] {
    let all = program.conformances
    // A protocol that several types of the program itself share says something of its own.
    var conformers: [NominalID: Set<NominalID>] = [:]
    // A double made for tests is no type of its own, wherever it is declared.
    for conformance in all
    where !program.isTest(conformance.file) && !program.knowledge.isTestName(program[conformance.type].name.text) {
      conformers[conformance.protocol, default: []].insert(conformance.type)
    }
    return all.map { conformance in
      let hasRequirements =
        program[conformance.protocol].kind == .protocol && !program.requirements(of: conformance.protocol).isEmpty
      let isAlone = hasRequirements && isMetAlone(conformance)
        && conformers[conformance.protocol, default: []].count < 2
      return candidate(conformance, isMetAlone: isAlone)
    }
  }

  /// Neither the program's extensions of the type nor of the protocol provide a required member.
  private func isMetAlone(_ conformance: Conformance) -> Bool {
    // A value of the language does no work for the program: there is nothing behind it to stand in for.
    guard !program.knowledge[.plainValue].contains(program[conformance.type].name) else { return false }
    let required = program.requirements(of: conformance.protocol)
    let types = program.lineage(of: conformance.type).filter { program[$0].kind != .protocol }
    let provided = types.reduce(into: Set<Symbol>()) { $0.formUnion(program.membersDeclared(on: $1)) }
    let defaults = program.lineage(of: conformance.protocol).reduce(into: Set<Symbol>()) {
      $0.formUnion(program.membersDeclared(on: $1))
    }
    return required.isDisjoint(with: provided) && !required.isSubset(of: defaults)
  }

  private func candidate(_ conformance: Conformance, isMetAlone: Bool) -> Candidate {
    let type = program.name(of: conformance.type)
    let name = program.name(of: conformance.protocol)
    let required = isMetAlone ? program.requirements(of: conformance.protocol).map(\.text).sorted() : []
    var why: [Reason] = []
    if isMetAlone, let declaration = program[conformance.protocol].declarations.first {
      let named = program[declaration.file].facts[declaration.type].nameSpan
      why.append(
        Reason(
          place: program.place(SourceSpan(file: declaration.file, bytes: named)),
          says: "`\(name)` requires \(list(required)), which `\(type)` has already", certainty: .proven))
    }
    let origin: Value.Origin = program.isSystemType(conformance.type) ? .library : .program
    var facts: Facts = [
      .type: .word(type), .conformsTo: .word(name), .declaredIn: .one(origin),
    ]
    if isMetAlone { facts = facts.adding(.metBy, .one(Value.Witness.typeAlone)) }
    return Candidate(
      kind: .conformance, span: SourceSpan(file: conformance.file, bytes: conformance.span), facts: facts,
      declaration: type, essence: "\(type): \(name)", reasons: why, words: [.type: type, .protocol: name])
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
