import SwiftFacts

/// Protocols that repeat what a type of a library has, and repeat more of it now.
extension Matching {
  public func grownShadows() -> [Alteration] {
    let shadows = after.shadowings().filter {
      $0.isAlone && after.isSystemType($0.conformance.type) && !after.isTest($0.conformance.file)
    }
    guard shadows.contains(where: { types[$0.conformance.protocol] != nil }) else { return [] }
    let standing = Set(before.shadowings().filter(\.isAlone).map { Shadow($0.conformance, in: before) })
    var result: [Alteration] = []
    for (conformance, _) in shadows {
      guard let old = types[conformance.protocol],
        standing.contains(Shadow(type: after[conformance.type].name, protocol: old))
      else { continue }
      let known = before.requirements(of: old)
      let defaults = after.defaults(of: conformance.protocol)
      let name = after.name(of: conformance.protocol)
      let type = after.name(of: conformance.type)
      for requirement in after.ownRequirements(of: conformance.protocol)
      where !known.contains(requirement.name) && !defaults.contains(requirement.name) {
        result.append(
          Alteration(
            kind: .grownShadow, span: requirement.span, name: requirement.name.text, before: type, after: name,
            evidence: [SourceSpan(file: conformance.file, bytes: conformance.span)]))
      }
    }
    return result
  }

  /// A type and the protocol that repeats it, as the program before the change has the protocol.
  private struct Shadow: Hashable {
    var type: Symbol
    var `protocol`: NominalID

    init(type: Symbol, protocol: NominalID) {
      self.type = type
      self.protocol = `protocol`
    }

    init(_ conformance: Conformance, in program: Program) {
      self.init(type: program[conformance.type].name, protocol: conformance.protocol)
    }
  }
}
