import SwiftFacts

/// Types that had a case for each way in which something can end, and have an optional for each since a change.
extension Matching {
  /// Enums of a success and a failure that have become a type with a value and an error side by side.
  public func splitOutcomes() -> [Alteration] {
    types.sorted { $0.key < $1.key }.compactMap { type, old -> Alteration? in
      guard before[old].kind == .enum, after[type].kind == .struct || after[type].kind == .class, !after.isTest(type),
        before.hasFailureAndSuccess(old)
      else { return nil }
      let optionals = after.storedProperties(of: type).filter { after.isOptional($0) }
      guard let error = optionals.first(where: { after.isError($0) }),
        let value = optionals.first(where: { !after.isError($0) })
      else { return nil }
      return Alteration(
        kind: .splitOutcome, span: after.span(of: value), name: after.declaration(of: value).name.text,
        before: after.declaration(of: error).name.text, after: after.name(of: type),
        evidence: [after.span(of: error)])
    }
  }
}

extension Program {
  /// Whether one of an enum's cases carries an error alone, and another something else.
  fileprivate func hasFailureAndSuccess(_ type: NominalID) -> Bool {
    var (fails, succeeds) = (false, false)
    for declaration in self[type].declarations {
      let facts = self[declaration.file].facts
      for one in facts[declaration.type].cases {
        let errors = one.payload.filter { isError($0.type, declaration.file, type) }
        if errors.count == 1, one.payload.count == 1 { fails = true }
        if errors.isEmpty, !one.payload.isEmpty { succeeds = true }
      }
    }
    return fails && succeeds
  }

  fileprivate func isError(_ property: PropertyID) -> Bool {
    let file = file(of: property)
    guard let type = declaration(of: property).type, case .optional(let wrapped) = self[file].facts.code[type] else {
      return false
    }
    return isError(wrapped, file, owner(of: property))
  }
}
