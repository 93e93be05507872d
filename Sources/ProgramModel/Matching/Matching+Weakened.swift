import SwiftFacts

/// What a property kept before a change, and nobody keeps since.
extension Matching {
  /// Stored properties that are weak now, of what no other property of the program keeps, and without which the object
  /// does nothing and says nothing.
  public func weakenedReferences() -> [Alteration] {
    let inference = Inference(program: after)
    var made: Keepers?
    return properties.sorted { $0.key < $1.key }.compactMap { property, old -> Alteration? in
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, now.strength == .weak, !now.isStatic, was.isStored, was.strength == .strong,
        now.attributes.isEmpty, was.attributes.isEmpty, was.initialValue == nil,
        !after.isTest(after.file(of: property)), !after.isDelegateName(now.name),
        let holder = after.owner(of: property), let type = inference.type(of: property).nominal,
        after.isKeptByPropertiesAlone(type), let reader = after.silentReader(of: now.name, in: holder)
      else { return nil }
      let keepers = made ?? Keepers(of: inference)
      made = keepers
      let kinds = [type] + (after.descendants[type] ?? [])
      guard !kinds.contains(where: { keepers.isKept($0, but: property) || after.livesForever($0) }),
        keepers.way(from: type, to: holder, but: property) == nil
      else { return nil }
      return Alteration(
        kind: .weakenedReference, span: after.span(of: property), name: now.name.text,
        before: after.name(of: type), after: after.name(of: holder), affected: [after.name(of: reader.function)],
        evidence: [reader.span])
    }
  }
}

extension Program {
  /// Whether a type is of the program, with all that it can be, and none of it is shown by the system, which keeps what
  /// it shows.
  fileprivate func isKeptByPropertiesAlone(_ type: NominalID) -> Bool {
    let kinds = ([type] + (descendants[type] ?? [])).filter { self[$0].kind != .protocol }
    return self[type].kind != .foreign && !kinds.isEmpty
      && kinds.allSatisfy { kind in
        (self[kind].kind == .class || self[kind].kind == .actor)
          && !lineage(of: kind).contains { ancestor in
            self[ancestor].kind == .foreign && isReference(ancestor) != false
              && !knowledge[.rootClass].contains(self[ancestor].name)
          }
          && self[kind].foreignSupertypes.allSatisfy { name in
            knowledge[.rootClass].contains(name) || knowledge.types[name].map { $0.kind != .class } ?? false
          }
      }
  }

  /// The first function of a type that leaves without a word where a property is `nil`.
  fileprivate func silentReader(of name: Symbol, in type: NominalID) -> (function: FunctionID, span: SourceSpan)? {
    guards(binding: name, in: type).first { leaving in
      let code = leaving.code
      guard code.expressions(in: leaving.block).isEmpty, let last = code.lastStatement(of: leaving.block),
        case .leave = code.statement(last).kind
      else { return false }
      return true
    }.map { ($0.function, $0.span) }
  }
}
