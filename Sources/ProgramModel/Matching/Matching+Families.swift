import SwiftFacts

/// New types of a family that places which ask for all others do not know.
extension Matching {
  /// Types that have come into a protocol or under a class, and that chains of casts which were there before let by.
  public func hiddenTypes() -> [Alteration] {
    let families = newcomers()
    guard !families.isEmpty else { return [] }
    let chains = after.typeChains(threads: 1).filter { wasThere($0) }
    var result: [Alteration] = []
    for (root, new) in families.sorted(by: { $0.key < $1.key }) {
      let others = members(of: root).filter { !new.contains($0) }
      // A chain that leaves out several picks out those it is there for.
      let through = chains.filter { chain in
        chain.root == root && others.filter { !chain.asks(for: $0, in: after) }.count < 2
      }
      for type in new {
        guard let span = after.span(of: type) else { continue }
        for (kind, ends) in [(Alteration.Kind.gainedHiddenType, false), (.gainedEndingType, true)] {
          let hiding = through.filter { $0.ends == ends && !$0.asks(for: type, in: after) }
          guard !hiding.isEmpty else { continue }
          result.append(
            Alteration(
              kind: kind, span: span, name: after.name(of: type), after: after.name(of: root),
              affected: hiding.map { after.name(of: $0.function) }, evidence: hiding.map(\.span)))
        }
      }
    }
    return result
  }

  /// By protocol or class that was there before, the types that belong to it only since the change.
  private func newcomers() -> [NominalID: [NominalID]] {
    var result: [NominalID: [NominalID]] = [:]
    for type in after.declaredTypes {
      guard isMember(type), after[type].declarations.contains(where: { changedFiles.contains($0.file) }) else {
        continue
      }
      let old = types[type].map { Set(before.lineage(of: $0)) } ?? []
      for root in after.lineage(of: type).dropFirst() where after[root].kind == .protocol || after[root].kind == .class
      {
        guard let oldRoot = twin(of: root), !old.contains(oldRoot) else { continue }
        result[root, default: []].append(type)
      }
    }
    // Where one goes as another comes, it may be the same under another name.
    return result.filter { root, _ in
      guard let old = twin(of: root) else { return false }
      let names = Set(members(of: root).map { after.name(of: $0) })
      return (before.descendants[old] ?? []).allSatisfy {
        before[$0].kind == .protocol || names.contains(before.name(of: $0)) || before.isTest($0)
      }
    }
  }

  private func members(of root: NominalID) -> [NominalID] { (after.descendants[root] ?? []).filter(isMember) }

  /// Whether values of it are made in production code.
  private func isMember(_ type: NominalID) -> Bool {
    guard after[type].kind != .protocol, after[type].kind != .foreign, let place = after[type].declarations.first else {
      return false
    }
    return !after.isTest(place.file)
  }

  /// A type as it was before the change, whether its files have been touched or not.
  func twin(of type: NominalID) -> NominalID? {
    if let known = types[type] { return known }
    guard !after[type].declarations.contains(where: { changedFiles.contains($0.file) }) else { return nil }
    let name = after.name(of: type)
    let found = (before.names.types[after[type].name] ?? []).filter { before.name(of: $0) == name }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether the chain asked for the same before the change.
  private func wasThere(_ chain: TypeChain) -> Bool {
    let file = after.file(of: chain.function)
    guard changedFiles.contains(file) else { return true }
    guard let old = functions[chain.function] else { return false }
    let names = chain.types.map { after.name(of: $0) }
    return before.typeChains(of: old).contains {
      $0.subject == chain.subject && $0.types.map(before.name(of:)) == names
    }
  }
}
