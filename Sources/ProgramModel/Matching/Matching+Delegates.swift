import SwiftFacts

/// Delegates that were not kept before the change, and are now.
extension Matching {
  public func keptDelegates() -> [Alteration] {
    let inference = Inference(program: after)
    return properties.sorted { $0.key < $1.key }.compactMap { property, old in
      let declaration = after.declaration(of: property)
      guard after.isPlainStrong(declaration), before.declaration(of: old).strength != .strong,
        before.declaration(of: old).isStored, !after.isTest(after.file(of: property)),
        // What makes its own delegate has to keep it.
        !after.isMadeWithValue(property), !declaration.isLazy,
        let holder = after.owner(of: property), !after.livesForever(holder)
      else { return nil }
      let type = inference.type(of: property)
      guard isDelegate(type, called: declaration.name),
        !isGivenNewOnly(property, of: holder, inference), mayLeadBack(type, to: holder, inference)
      else { return nil }
      return Alteration(
        kind: .lostWeakDelegate, span: after.span(of: property),
        name: declaration.name.text, affected: [after.name(of: holder)])
    }
  }

  /// Whether all that a property is ever given are objects made for it, of nothing: nobody else would keep them, and
  /// they know nobody.
  private func isGivenNewOnly(_ property: PropertyID, of holder: NominalID, _ inference: Inference) -> Bool {
    let name = after.declaration(of: property).name
    guard !after.declaration(of: property).isPublic, after[holder].access < .everywhere else { return false }
    var isGiven = false
    for function in after.productionFunctions {
      let code = after[after.file(of: function)].facts.code
      let frame = Frame(function, in: after)
      for index in after.expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        var values: [ExpressionID] = []
        switch code[id] {
        case .assign(let target, let value) where code.writtenName(target) == name:
          if code[value] == .literal(.null) { continue }
          if case .local(let local) = code[value], case .parameter = code[local].kind, code[local].name == name,
            frame.declaration.kind == .initializer, frame.context == holder
          {
            continue
          }
          values = [value]
        case .call(_, let list):
          values = code[list].filter { $0.label == name }.map(\.value)
          if !values.isEmpty, case .functions(let targets) = inference.target(of: id, in: frame).kind,
            !targets.contains(where: { after.owner(of: $0) == holder })
          {
            continue
          }
        default: continue
        }
        guard values.allSatisfy({ isNew($0, in: frame, inference) }) else { return false }
        isGiven = isGiven || !values.isEmpty
      }
    }
    return isGiven
  }

  /// Whether an object of a type may have the holder, by whatever it keeps: not where all that can be given is in
  /// sight, and none of it keeps anything that leads there.
  private func mayLeadBack(_ type: Type, to holder: NominalID, _ inference: Inference) -> Bool {
    guard let declared = type.nominal, after[declared].kind != .foreign, after[declared].access < .everywhere else {
      return true
    }
    let given = ([declared] + (after.descendants[declared] ?? [])).filter {
      after[$0].kind != .protocol && !after.isTest($0)
    }
    guard !given.isEmpty else { return true }
    var seen: Set<NominalID> = []
    return given.contains { leads($0, to: holder, inference, &seen) }
  }

  /// Whether an object of a type keeps one of another, or something that nobody can see into.
  private func leads(
    _ type: NominalID, to holder: NominalID, _ inference: Inference, _ seen: inout Set<NominalID>
  ) -> Bool {
    if after.lineage(of: holder).contains(type) || after.lineage(of: type).contains(holder) { return true }
    guard seen.insert(type).inserted else { return false }
    let nominal = after[type]
    switch nominal.kind {
    // What shows one thing keeps nobody; what others are put into may.
    case .foreign:
      return !after.knowledge[.plainValue].contains(nominal.name)
        && !after.knowledge[.showsOneThing].contains(nominal.name)
    case .protocol:
      let known = after.descendants[type] ?? []
      return known.isEmpty || known.contains { leads($0, to: holder, inference, &seen) }
    default: break
    }
    // What it inherits of the system may keep anything.
    let inherits = after.lineage(of: type).contains { ancestor in
      after[ancestor].kind == .foreign && after.knowledge.types[after[ancestor].name]?.kind == .class
        && !after.knowledge[.rootClass].contains(after[ancestor].name)
    }
    return inherits
      || after.lineage(of: type).filter { after[$0].kind != .protocol && after[$0].kind != .foreign }
        .flatMap(after.storedProperties).contains { property in
          guard after.declaration(of: property).strength == .strong else { return false }
          return leads(inference.type(of: property), to: holder, inference, &seen)
        }
  }

  private func leads(
    _ type: Type, to holder: NominalID, _ inference: Inference, _ seen: inout Set<NominalID>
  ) -> Bool {
    switch type {
    case .nominal(let id, let arguments):
      return arguments.contains { leads($0, to: holder, inference, &seen) } || leads(id, to: holder, inference, &seen)
    case .array(let element): return leads(element, to: holder, inference, &seen)
    case .dictionary(let key, let value):
      return leads(key, to: holder, inference, &seen) || leads(value, to: holder, inference, &seen)
    case .tuple(let parts): return parts.contains { leads($0, to: holder, inference, &seen) }
    case .foreign(let name):
      return !after.knowledge[.plainValue].contains(name) && !after.knowledge[.literalType].contains(name)
    default: return true
    }
  }

  /// Whether an object is made here, and given nothing.
  private func isNew(_ value: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    guard case .call(_, let list) = frame.facts.code[value], list.count == 0 else { return false }
    switch inference.target(of: value, in: frame).kind {
    case .functions(let functions):
      return functions.count == 1 && after.declaration(of: functions[0]).kind == .initializer
    case .foreign(_, _, isInitializer: true), .memberwise: return true
    default: return false
    }
  }

  func isDelegate(_ type: Type, called name: Symbol) -> Bool {
    if let id = type.nominal, after[id].kind != .foreign {
      // It was weak, so only classes are meant, whatever the protocol says by now.
      guard after[id].kind == .protocol || after[id].kind == .class else { return false }
      return after.isDelegateName(name) || after.isDelegateName(after[id].name)
        || after[id].kind == .protocol && after.knowledge[.isListener].ends(name)
    }
    switch type {
    case .nominal(let id, _): return after.isDelegateName(after[id].name)
    case .foreign(let name): return after.isDelegateName(name)
    default: return false
    }
  }
}

extension Program {
  /// Whether a property is given something where it is declared, and not `nil`.
  func isMadeWithValue(_ property: PropertyID) -> Bool {
    guard let made = declaration(of: property).initialValue else { return false }
    let facts = self[file(of: property)].facts
    return facts.code[facts[made].results].contains { facts.code[$0] != .literal(.null) }
  }
}
