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
        after.isKeptByPropertiesAlone(type), case let readers = after.silentReaders(of: now.name, in: holder),
        !readers.isEmpty
      else { return nil }
      let keepers = made ?? Keepers(of: inference)
      made = keepers
      let kinds = [type] + (after.descendants[type] ?? [])
      guard !kinds.contains(where: { after.livesForever($0) }),
        keepers.way(from: type, to: holder, but: property) == nil
      else { return nil }
      // Whoever else keeps it may let go of it first, and whoever is told of the end, or of errors, hears of nothing.
      let isKept = kinds.contains { keepers.isKept($0, but: property) }
      guard
        let reader = isKept
          ? readers.first(where: { after.tells($0.function) }) : readers.first
      else { return nil }
      return Alteration(
        kind: isKept ? .weakenedUntold : .weakenedReference, span: after.span(of: property), name: now.name.text,
        before: after.name(of: type), after: after.name(of: holder), affected: [after.name(of: reader.function)],
        evidence: [reader.span])
    }
  }
}

/// What a property kept before a change, and is gone as soon as it is made since.
extension Matching {
  /// Stored properties that are weak now and are given new objects that nothing else keeps.
  ///
  /// The compiler warns of some, and a warning is no error: what worked before does nothing now.
  public func weakenedMakings() -> [Alteration] {
    let inference = Inference(program: after)
    return properties.sorted { $0.key < $1.key }.compactMap { property, old -> Alteration? in
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, now.strength == .weak, was.isStored, was.strength == .strong, now.attributes.isEmpty,
        !after.isTest(after.file(of: property)), let holder = after.owner(of: property)
      else { return nil }
      let makings = makings(for: property, of: holder, inference)
      guard let first = makings.first else { return nil }
      return Alteration(
        kind: .weakenedMaking, span: after.span(of: property), name: now.name.text,
        before: after.name(of: first.type), after: after.name(of: holder),
        affected: Set(makings.map { after.name(of: $0.function) }).sorted(), evidence: makings.map(\.span))
    }
  }

  /// Where a property is given an object that is made right there.
  private func makings(
    for property: PropertyID, of holder: NominalID, _ inference: Inference
  ) -> [(function: FunctionID, span: SourceSpan, type: NominalID)] {
    let name = after.declaration(of: property).name
    return after.functions(mentioning: [name]).flatMap { function in
      let frame = Frame(function, in: after)
      let code = frame.facts.code
      return after.expressions(of: function).compactMap { index -> (FunctionID, SourceSpan, NominalID)? in
        let id = ExpressionID(index: Int32(index))
        guard case .assign(let target, let value) = code[id], code.writtenName(target) == name,
          isProperty(target, property, in: frame, inference), let type = inference.madeObject(value, in: frame)
        else { return nil }
        return (function, SourceSpan(file: frame.file, bytes: code.span(of: id)), type)
      }
    }
  }

  private func isProperty(
    _ target: ExpressionID, _ property: PropertyID, in frame: Frame, _ inference: Inference
  ) -> Bool {
    let owner: NominalID?
    switch frame.facts.code[target] {
    case .member(let base, _): owner = inference.type(of: base, in: frame).nominal
    case .name(_, .some): owner = frame.context
    default: owner = nil
    }
    guard let owner, case .property(property)? = after.valueMember(after.declaration(of: property).name, of: owner)
    else { return false }
    return true
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

  /// Whether a function tells its caller how it went: it throws, or calls what it is given.
  fileprivate func tells(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    if declaration.effects.contains(.throws_) { return true }
    let code = self[file(of: function)].facts.code
    let given = Set(declaration.parameters.filter { $0.closureKind != .never }.map(\.local))
    return expressions(of: function).contains { index in
      guard case .call(let callee, _) = code.expressions[index], case .local(let local) = code[callee] else {
        return false
      }
      return given.contains(local)
    }
  }

  /// The functions of a type that leave without a word where a property is `nil`.
  fileprivate func silentReaders(of name: Symbol, in type: NominalID) -> [(function: FunctionID, span: SourceSpan)] {
    guards(binding: name, in: type).compactMap { leaving in
      let code = leaving.code
      guard code.expressions(in: leaving.block).isEmpty, let last = code.lastStatement(of: leaving.block),
        case .leave = code.statement(last).kind
      else { return nil }
      return (leaving.function, leaving.span)
    }
  }
}
