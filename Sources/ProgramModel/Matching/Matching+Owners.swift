import SwiftFacts

/// What was not kept before the change, is since, and may be what keeps the object that has it.
extension Matching {
  /// Stored properties that are given what others have made, and from which strong properties lead back to the object;
  /// or which are called as what keeps such objects, as far as names and types go.
  public func keptOwners() -> [Alteration] {
    let inference = Inference(program: after)
    var made: Keepers?
    return properties.sorted { $0.key < $1.key }.compactMap { property, old -> Alteration? in
      let declaration = after.declaration(of: property)
      guard after.isPlainStrong(declaration), before.declaration(of: old).strength != .strong,
        before.declaration(of: old).isStored, !after.isTest(after.file(of: property)),
        !after.isMadeWithValue(property), !declaration.isLazy,
        !declaration.attributes.contains(where: after.knowledge[.outlet].contains),
        let holder = after.owner(of: property), after[holder].kind == .class || after[holder].kind == .struct,
        !after.livesForever(holder)
      else { return nil }
      let type = inference.type(of: property)
      // A delegate that is kept is told as such.
      guard !isDelegate(type, called: declaration.name), !(type.nominal.map(after.livesForever) ?? false),
        !after.isGivenNew(property, of: holder, inference)
      else { return nil }
      let keepers = made ?? Keepers(of: inference)
      made = keepers
      if let keeper = type.nominal, after[holder].kind == .class,
        let way = keepers.way(from: keeper, to: holder, but: property), let last = way.last
      {
        return Alteration(
          kind: .lostWeakOwner, span: after.span(of: property), name: declaration.name.text,
          before: after.name(of: last), after: after.name(of: way[0]), affected: [after.name(of: holder)],
          evidence: way.reversed().map { after.span(of: $0) })
      }
      let isOwner =
        after.isCalledOwner(declaration.name, type, of: holder) || after.isHandedMaker(declaration.name, of: holder)
      guard isOwner, !after.isUsedWhereMade(holder) else { return nil }
      return Alteration(
        kind: .lostWeakReference, span: after.span(of: property), name: declaration.name.text,
        affected: [after.name(of: holder)])
    }
  }
}

extension Program {
  /// Whether a property is called as what keeps the object that has it: by its own name, or by that of its type.
  /// Screens and views keep others of their kind.
  fileprivate func isCalledOwner(_ name: Symbol, _ type: Type, of holder: NominalID) -> Bool {
    let typeName: Symbol? =
      switch type {
      case .nominal(let id, _): self[id].name
      case .foreign(let name): name
      default: nil
      }
    let isScreen = type.nominal.map { inherits($0, fromAny: .viewControllerClass) } ?? false
    guard isScreen || knowledge[.namesOwner].ends(name) || typeName.map(knowledge[.namesOwner].ends) ?? false else {
      return false
    }
    return !inherits(holder, fromAny: .viewControllerClass) && !inherits(holder, fromAny: .viewClass)
  }

  /// Whether what makes such objects hands itself to them under the name of a property.
  fileprivate func isHandedMaker(_ name: Symbol, of holder: NominalID) -> Bool {
    (calls(threads: 1).sites[self[holder].name] ?? []).contains { site in
      let code = self[file(of: site.function)].facts.code
      guard !isTest(file(of: site.function)), case .call(_, let list) = code[site.call] else { return false }
      return code[list].contains { $0.label == name && code.isSelf($0.value) }
    }
  }

  /// Whether all that is done with values of a type, wherever one is made, is to call something on them: then nothing
  /// keeps one, and what it holds, for longer than that.
  fileprivate func isUsedWhereMade(_ type: NominalID) -> Bool {
    guard self[type].kind == .struct, case let sites = calls(threads: 1).sites[self[type].name] ?? [], !sites.isEmpty
    else { return false }
    return sites.allSatisfy { site in
      let code = self[file(of: site.function)].facts.code
      let uses = ValueUses(of: site.function, in: self)
      func isAsked(_ id: ExpressionID) -> Bool {
        guard let member = uses.parent(of: id), case .member(id, _) = code[member], let call = uses.parent(of: member),
          case .call(member, _) = code[call]
        else { return false }
        return true
      }
      guard let local = uses.variable(givenBy: site.call) else { return isAsked(site.call) }
      return uses.mentions(of: local).allSatisfy { uses.closure(around: $0) == nil && isAsked($0) }
    }
  }

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
  /// Whether a value is what a call answers with, directly or by a local that nothing else is done with.
  fileprivate func isNew(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call: return true
    case .cast(let value, _): return isNew(value)
    case .choice(let parts): return self[parts].contains(where: isNew)
    case .local(let local):
      guard case .variable = self[local].kind, let value = self[local].initializer, case .call = self[value] else {
        return false
      }
      return expressions.count { $0 == .local(local) } == 1
    default: return false
    }
  }
}
