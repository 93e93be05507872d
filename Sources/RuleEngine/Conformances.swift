import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Types that are declared to conform to a protocol.
extension Finder {
  func conformances() -> [Candidate] {
    program.shadowings().map { candidate($0.conformance, isMetAlone: $0.isAlone) }
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
    let bridged = isMetAlone ? program.bridgedRequirements(of: conformance.protocol) : []
    if !bridged.isEmpty, !why.isEmpty {
      let types = enumerated(bridged.flatMap(\.types))
      why.append(
        Reason(
          place: why[0].place, says: "\(types) has to be handled by every caller, and by every stand-in",
          certainty: .proven))
    }
    let origin: Value.Origin = program.isSystemType(conformance.type) ? .library : .program
    var facts: Facts = [
      .type: .word(type), .conformsTo: .word(name), .declaredIn: .one(origin),
    ]
    if !bridged.isEmpty { facts = facts.adding(.has, .entity([.kind: .kind(.parameter), .is: .is(.pointer)])) }
    if isMetAlone { facts = facts.adding(.metBy, .one(Value.Witness.typeAlone)) }
    return Candidate(
      kind: .conformance, span: SourceSpan(file: conformance.file, bytes: conformance.span), facts: facts,
      declaration: type, essence: "\(type): \(name)", reasons: why,
      words: [
        .type: type, .protocol: name, .owner: program.libraryOwner(of: conformance.type) ?? "its owner",
        .list: listed(bridged.map(\.name.text)),
      ])
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
