import SwiftFacts

/// Hand-written equalities that looked at all that a value says before the change.
extension Matching {
  /// Those that do not look at what the change adds, or no longer look at what they looked at.
  public func brokenEqualities() -> [Alteration] {
    let (first, second) = (Inference(program: before), Inference(program: after))
    var old: [NominalID: Equality] = [:]
    for equality in before.equalities(first) { old[equality.type] = equality }
    return after.equalities(second).compactMap { equality in
      guard let was = types[equality.type].flatMap({ old[$0] }),
        [.struct, .class, .actor].contains(after[equality.type].kind),
        let missing = after.missingProperties(of: equality, second), !missing.isEmpty, let seen = was.properties(),
        let missed = before.missingProperties(of: was, first)
      else { return nil }
      let known = Set(before.storedProperties(of: was.type).map { before.declaration(of: $0).name })
      let new = missing.filter { property in
        let name = after.declaration(of: property).name
        return seen.contains(name) || missed.isEmpty && !known.contains(name)
      }
      guard !new.isEmpty else { return nil }
      return Alteration(
        kind: .lostEquality, span: after.span(of: equality.function), name: after.name(of: equality.type),
        affected: new.map { after.declaration(of: $0).name.text }, evidence: new.map { after.span(of: $0) })
    }
  }
}
