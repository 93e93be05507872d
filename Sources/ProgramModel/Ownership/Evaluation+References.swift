import SwiftFacts

/// Cycles of references alone, with no closure in them.
extension Evaluation {
  func referenceCycles(_ graph: Graph) -> [Cycle] {
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() {
      guard keep.closure == nil, !isFunction(keep.value), let named = property(of: keep.slot), isBackReference(keep),
        let back = program.stored(named)
      else { continue }
      guard let way = way(from: keep.value, to: keep.holder, in: graph, avoiding: isFunction) else { continue }
      let path = way + [(keep.holder, keep.value, .keep(index))]
      // A remote closure on the way has been reported as one.
      guard !path.contains(where: { if case .keep(let at) = $0.edge { keeps[at].closure != nil } else { false } }) else { continue }
      guard isReal(path), !result.contains(where: { $0.closing == .property(back) }) else { continue }
      if case .field = self[keep.value].kind, case .field = self[keep.holder].kind, way.isEmpty { continue }
      // An object that keeps itself is sure only where the code says `self.x = self`.
      if keep.value == keep.holder, self[keep.value].kind != .selfObject || !keep.steps.isEmpty { continue }
      guard var cycle = cycle(.property(back), path) else { continue }
      if isChainOfEquals(cycle) { for index in cycle.links.indices { cycle.links[index].proof = .guessed } }
      result.append(cycle)
    }
    return oneForEach(result)
  }

  /// Neighbours in a list refer to each other, and whoever removes one unlinks it.
  private func isChainOfEquals(_ cycle: Cycle) -> Bool {
    guard cycle.links.count > 1, let first = cycle.links.first?.type.nominal else { return false }
    return cycle.links.allSatisfy { $0.type.nominal == first && $0.how != .element && $0.how != .store(.element) }
  }

  /// Objects that refer to each other make one cycle, whichever reference one looks at first: the one that
  /// is named like a reference back tells it.
  private func oneForEach(_ cycles: [Cycle]) -> [Cycle] {
    var result: [Cycle] = []
    for cycle in cycles {
      if let at = result.firstIndex(where: { slots(of: $0) == slots(of: cycle) }) {
        if backwardness(of: cycle) > backwardness(of: result[at]) { result[at] = cycle }
      } else {
        result.append(cycle)
      }
    }
    return result
  }

  private func slots(of cycle: Cycle) -> Set<Symbol> {
    Set(
      cycle.links.compactMap { link in
        switch link.how {
        case .store(let slot): slot.name
        case .property(let property): program.declaration(of: property).name
        default: nil
        }
      })
  }

  private func backwardness(of cycle: Cycle) -> Int {
    guard case .property(let property) = cycle.closing else { return 0 }
    let declaration = program.declaration(of: property)
    let name = declaration.name.text.lowercased()
    var score = Self.backward.contains { name.hasSuffix($0) } ? 2 : 0
    if declaration.type != nil, !declaration.isLet { score += 1 }
    return score
  }

  private static let backward = [
    "delegate", "datasource", "parent", "owner", "coordinator", "presenter", "container", "superview", "controller",
    "listener", "observer", "source", "account", "service", "context", "output", "view",
  ]

  func property(of slot: Slot) -> PropertyID? {
    guard slot.owner != nil || !slot.isPart else { return nil }
    guard let owner = slot.owner, case .property(let property)? = program.member(slot.name, of: owner) else { return nil }
    return property
  }

  /// Of the links of a cycle, the one that points back: it is given an object that was there before.
  private func isBackReference(_ keep: Keep) -> Bool {
    switch self[keep.value].kind {
    case .selfObject, .parameter: break
    case .field: break
    // One element of a collection is not another.
    default: return false
    }
    if case .element = self[keep.holder].kind, self[keep.holder].type == self[keep.value].type { return false }
    // A value is copied into what refers back, so only `self` in it is sure to be the one that owns it.
    if let owner = keep.slot.owner, program[owner].isValueType, self[keep.value].kind != .selfObject { return false }
    return program.isReference(self[keep.value].type) == true
  }
}
