import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find: conformance`.
extension Inspector {
  func conformances(_ rule: RulePage, _ program: Program) -> [Sighting] {
    let all = program.conformances
    // A protocol that several types of the program itself share says something of its own.
    var conformers: [NominalID: Set<NominalID>] = [:]
    for conformance in all where !program.isTest(conformance.file) {
      conformers[conformance.protocol, default: []].insert(conformance.type)
    }
    return all.compactMap { conformance in
      let site = Site(program: program, span: SourceSpan(file: conformance.file, bytes: conformance.span))
      let found = rule.cases.first { candidate in
        Condition.allHold(candidate.conditions, at: site) { condition in
          switch condition {
          case .of(.systemType): program.isSystemType(conformance.type)
          case .to(.programProtocol):
            program[conformance.protocol].kind == .protocol && !program.requirements(of: conformance.protocol).isEmpty
          case .requirements(.metBySystemTypeAlone):
            isMetAlone(conformance, program) && conformers[conformance.protocol, default: []].count < 2
          default: false
          }
        }
      }
      guard let found else { return nil }
      return sighting(of: conformance, found, rule, program)
    }
  }

  /// Neither the program's extensions of the type nor of the protocol provide a required member.
  private func isMetAlone(_ conformance: Conformance, _ program: Program) -> Bool {
    let required = program.requirements(of: conformance.protocol)
    let types = program.lineage(of: conformance.type).filter { program[$0].kind != .protocol }
    let provided = types.reduce(into: Set<Symbol>()) { $0.formUnion(program.membersDeclared(on: $1)) }
    let defaults = program.lineage(of: conformance.protocol).reduce(into: Set<Symbol>()) {
      $0.formUnion(program.membersDeclared(on: $1))
    }
    return required.isDisjoint(with: provided) && !required.isSubset(of: defaults)
  }

  private func sighting(
    of conformance: Conformance, _ found: RulePage.Case, _ rule: RulePage, _ program: Program
  ) -> Sighting {
    let type = program.name(of: conformance.type)
    let name = program.name(of: conformance.protocol)
    let span = SourceSpan(file: conformance.file, bytes: conformance.span)
    let fill = { (placeholder: Placeholder) -> String in
      switch placeholder {
      case .type: type
      case .protocol: name
      case .declaration: type
      default: ""
      }
    }
    let required = program.requirements(of: conformance.protocol).map(\.text).sorted()
    var why: [Reason] = []
    if let declaration = program[conformance.protocol].declarations.first {
      let named = program[declaration.file].facts[declaration.type].nameSpan
      why.append(
        Reason(
          place: program.place(SourceSpan(file: declaration.file, bytes: named)),
          says: "`\(name)` requires \(list(required)), which `\(type)` has already", certainty: .proven))
    }
    let finding = Finding(
      rule: rule.id, level: found.level, trait: rule.trait, place: program.place(span), declaration: type,
      message: found.message.filled(fill), why: why,
      fix: wayOut(by: rule, found, FixGround(program: program, span: span, fill: fill)), fingerprint: Fingerprint(text: ""))
    return Sighting(finding: finding, essence: "\(type): \(name)", cycle: nil)
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
