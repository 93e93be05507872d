import SwiftFacts

/// What was not kept before the change, is since, and may be what keeps the object that has it.
extension Matching {
  /// Stored properties that are given what others have made, and from which strong properties lead back to the object.
  public func keptOwners() -> [Alteration] {
    let inference = Inference(program: after)
    var made: Keepers?
    return properties.sorted { $0.key < $1.key }.compactMap { property, old -> Alteration? in
      let declaration = after.declaration(of: property)
      guard after.isPlainStrong(declaration), before.declaration(of: old).strength != .strong,
        before.declaration(of: old).isStored, !after.isTest(after.file(of: property)),
        declaration.initialValue == nil, !declaration.isLazy,
        !declaration.attributes.contains(where: after.knowledge[.outlet].contains),
        let holder = after.owner(of: property), after[holder].kind == .class,
        let keeper = inference.type(of: property).nominal,
        // A delegate that is kept is told as such.
        !isDelegate(inference.type(of: property), called: declaration.name),
        !after.livesForever(holder), !after.livesForever(keeper), !after.isGivenNew(property, of: holder, inference)
      else { return nil }
      let keepers = made ?? Keepers(of: inference)
      made = keepers
      guard let way = keepers.way(from: keeper, to: holder, but: property), let last = way.last else { return nil }
      return Alteration(
        kind: .lostWeakOwner, span: after.span(of: property), name: declaration.name.text,
        before: after.name(of: last), after: after.name(of: way[0]), affected: [after.name(of: holder)],
        evidence: way.reversed().map { after.span(of: $0) })
    }
  }
}

extension Program {
  /// Whether some code gives a property what it has made for it, or what a call answers with: then nobody else may keep
  /// that. O(expressions).
  fileprivate func isGivenNew(_ property: PropertyID, of type: NominalID, _ inference: Inference) -> Bool {
    let name = declaration(of: property).name
    let family = Set(lineage(of: type) + (descendants[type] ?? []))
    var labels: Set<Symbol> = []
    for function in productionFunctions {
      let code = self[file(of: function)].facts.code
      for at in expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[at] else { continue }
        if code.ownProperty(target) == name {
          guard owner(of: function).map(family.contains) ?? false else { continue }
          if let label = label(of: value, in: function) { labels.insert(label) }
        } else if case .member(let base, name) = code[target] {
          let holder = inference.type(of: base, in: Frame(function, in: self)).nominal
          guard holder.map(family.contains) ?? true else { continue }
        } else {
          continue
        }
        if code.isNew(value) { return true }
      }
    }
    guard !labels.isEmpty else { return false }
    let calls = calls(threads: 1)
    return ([type] + (descendants[type] ?? [])).contains { made in
      (calls.sites[self[made].name] ?? []).contains { site in
        let code = self[file(of: site.function)].facts.code
        guard case .call(_, let list) = code[site.call] else { return false }
        return code[list].contains { argument in
          argument.label.map(labels.contains) ?? false && code.isNew(argument.value)
        }
      }
    }
  }

  /// What callers call the parameter of an initialiser that an expression is.
  private func label(of value: ExpressionID, in function: FunctionID) -> Symbol? {
    let declaration = declaration(of: function)
    guard declaration.kind == .initializer, case .local(let local) = self[file(of: function)].facts.code[value] else {
      return nil
    }
    return declaration.parameters.first { $0.local == local }?.label
  }
}

extension Code {
  /// Whether a value is what a call answers with, directly or by a local.
  fileprivate func isNew(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call: return true
    case .cast(let value, _): return isNew(value)
    case .choice(let parts): return self[parts].contains(where: isNew)
    case .local(let local):
      guard case .variable = self[local].kind, let value = self[local].initializer, case .call = self[value] else {
        return false
      }
      return true
    default: return false
    }
  }
}
