import SwiftFacts

/// Methods and the protocols they are meant for.
extension Program {
  /// Methods that nobody calls and that differ a little from a requirement which a default meets in their place.
  public func nearMisses() -> [Breach] {
    var result: [Breach] = []
    var called: Set<Symbol>?
    var seen: Set<FunctionID> = []
    for conformance in conformances where !isTest(conformance.file) {
      let wanted = defaultedRequirements(of: conformance.protocol)
      guard !wanted.isEmpty else { continue }
      let members = lineage(of: conformance.type).filter { self[$0].kind != .protocol }.flatMap { functions(of: $0) }
      let required = allRequirements(of: conformance.type)
      for requirement in wanted {
        let target = declaration(of: requirement)
        guard !members.contains(where: { isWitness(declaration(of: $0), of: target) }) else { continue }
        for member in functions(of: conformance.type) where declaration(of: member).kind == .function {
          let candidate = declaration(of: member)
          guard isNear(candidate, target), !candidate.isOverride, candidate.attributes.isEmpty,
            !required.contains(candidate.name) || candidate.name == target.name
          else { continue }
          let names = called ?? usedNames()
          called = names
          guard candidate.name == target.name || !names.contains(candidate.name), seen.insert(member).inserted else {
            continue
          }
          if candidate.name == target.name, isCalledAnywhere(member) { continue }
          result.append(
            Breach(
              span: span(of: member), name: candidate.fullName, other: target.fullName,
              owner: name(of: conformance.protocol),
              evidence: [span(of: requirement)]))
        }
      }
    }
    return result
  }

  /// The functions a protocol requires and its extensions meet.
  private func defaultedRequirements(of id: NominalID) -> [FunctionID] {
    let members = functions(of: id)
    let provided = members.filter { declaration(of: $0).hasBody }.map { declaration(of: $0) }
    return members.filter { member in
      let wanted = declaration(of: member)
      return wanted.kind == .function && !wanted.hasBody && provided.contains { isWitness($0, of: wanted) }
    }
  }

  private func allRequirements(of id: NominalID) -> Set<Symbol> {
    lineage(of: id).filter { self[$0].kind == .protocol }.reduce(into: []) { $0.formUnion(requirements(of: $1)) }
  }

  private func isWitness(_ one: FunctionDeclaration, of other: FunctionDeclaration) -> Bool {
    one.name == other.name && one.isStatic == other.isStatic
      && one.parameters.map(\.label) == other.parameters.map(\.label)
  }

  /// The same labels under nearly the same name, or the same name under other labels.
  private func isNear(_ one: FunctionDeclaration, _ other: FunctionDeclaration) -> Bool {
    guard one.isStatic == other.isStatic, one.parameters.count == other.parameters.count, !one.parameters.isEmpty else {
      return false
    }
    let labels = one.parameters.map { $0.label?.text ?? "_" }
    let wanted = other.parameters.map { $0.label?.text ?? "_" }
    if one.name == other.name {
      let apart = zip(labels, wanted).filter { $0 != $1 }
      return apart.count == 1 && apart.allSatisfy { Self.distance($0, $1) <= 2 && $0 != "_" && $1 != "_" }
    }
    return labels == wanted && one.name.text.count > 5 && Self.distance(one.name.text, other.name.text) <= 2
  }

  /// Everything that some code outside its own declaration names.
  private func usedNames() -> Set<Symbol> {
    files.reduce(into: []) { names, file in
      for expression in file.facts.code.expressions {
        switch expression {
        case .name(let name, _), .member(_, let name): names.insert(name)
        default: break
        }
      }
    }
  }

  private func isCalledAnywhere(_ id: FunctionID) -> Bool {
    let wanted = declaration(of: id)
    return files.contains { file in
      file.facts.code.expressions.contains { expression in
        guard case .call(let callee, let list) = expression, file.facts.code.calleeName(callee) == wanted.name else {
          return false
        }
        return wanted.match(file.facts.code[list]) != nil
      }
    }
  }

  /// How many letters have to be put in, taken out or replaced to turn one text into the other; 3 for more than 2.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one.utf8), Array(other.utf8))
    guard abs(a.count - b.count) <= 2 else { return 3 }
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (x == y ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return min(row[b.count], 3)
  }
}
