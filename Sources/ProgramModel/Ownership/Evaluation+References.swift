import SwiftFacts

/// Cycles of references alone, with no closure in them.
extension Evaluation {
  func referenceCycles(_ graph: Graph) -> [Cycle] {
    var result: [Cycle] = []
    var holders: [ObjectID] = []
    for (index, keep) in keeps.enumerated() {
      guard keep.closure == nil, !isFunction(keep.value), let named = referring(keep), isBackReference(keep),
        let back = program.stored(named)
      else { continue }
      guard let way = way(from: keep.value, to: keep.holder, in: graph, avoiding: isFunction) else { continue }
      let path = way + [(keep.holder, keep.value, .keep(index))]
      // A remote closure on the way has been reported as one.
      guard !path.contains(where: { if case .keep(let at) = $0.edge { keeps[at].closure != nil } else { false } })
      else { continue }
      // Among what was there before and what is made here, the latter is no reference back.
      if isMadeHere(keep.value), path.contains(where: { !isMadeHere($0.to) && !isPart($0.to) }) { continue }
      guard isReal(path) else { continue }
      if case .field = self[keep.value].kind, case .field = self[keep.holder].kind, way.isEmpty { continue }
      // An object that keeps itself is sure only where the code says `x.next = x`.
      if keep.value == keep.holder, !isGivenItself(keep) { continue }
      guard var cycle = cycle(.property(back), path) else { continue }
      if cycle.links.count == 1, !isGivenItself(keep) { continue }
      cycle.isAmongEquals = isChainOfEquals(cycle)
      if cycle.isAmongEquals, turnsNeighbours || isTakenOver(keep) { continue }
      // Of two that are put under two keys, one may be taken out and the other stay.
      guard !result.contains(where: { $0.closing == cycle.closing && $0.isFilled(alike: cycle) }) else { continue }
      result.append(cycle)
      holders.append(keep.holder)
    }
    return oneForEach(result, holders)
  }

  /// `self.next = self`, `node.next = node`: one name, and so one object.
  private func isGivenItself(_ keep: Keep) -> Bool {
    guard keep.steps.isEmpty, case .assign(let target, let value) = facts.code[keep.site],
      case .local(let local) = facts.code[value]
    else { return false }
    switch facts.code[target] {
    case .member(let base, _): return facts.code[base] == .local(local)
    case .name(_, let own): return own == local
    default: return false
    }
  }

  /// The property that refers back, itself or by what is put into it.
  private func referring(_ keep: Keep) -> PropertyID? {
    if let property = property(of: keep.slot) { return property }
    guard keep.slot.isPart, keep.slot != .element || isValue(self[keep.holder].type) else { return nil }
    if case .field(_, let slot) = self[keep.holder].kind { return property(of: slot) }
    // A tuple or a value of an enum is kept where it is put.
    return keeps.lazy.filter { $0.value == keep.holder }.compactMap { self.property(of: $0.slot) }.first
  }

  private func isPart(_ id: ObjectID) -> Bool {
    guard let (base, _) = self[id].kind.place else { return false }
    return isMadeHere(base) || isPart(base)
  }

  /// Neighbours in a list refer to each other, and whoever removes one unlinks it.
  private func isChainOfEquals(_ cycle: Cycle) -> Bool {
    guard cycle.links.count > 1, let first = cycle.links.first?.type.nominal else { return false }
    return cycle.links.allSatisfy { $0.type.nominal == first && $0.how != .element && $0.how != .store(.element) }
  }

  /// Whether a neighbour's slot is given what was one further on, as where a tree is turned or a link is taken out:
  /// what was in the slot is not there any more, once it is in another's.
  private var turnsNeighbours: Bool {
    keeps.contains { keep in
      guard let (base, _) = self[keep.value].kind.place, let before = existing(.field(keep.holder, keep.slot)) else {
        return false
      }
      return base == before
    }
  }

  /// Whether a neighbour is given what another one has: it takes the place of that, and what it was itself goes.
  private func isTakenOver(_ keep: Keep) -> Bool {
    guard let (base, _) = self[keep.value].kind.place, let type = self[base].type.nominal else { return false }
    return type == self[keep.value].type.nominal
  }

  /// Whether a neighbour is given the one that it was below, where neighbours are turned: no caller has the two below
  /// each other.
  func isTurned(_ keep: Keep) -> Bool {
    guard self[keep.holder].kind.place?.base == keep.value, let type = self[keep.value].type.nominal,
      self[keep.holder].type.nominal == type
    else { return false }
    return turnsNeighbours
  }

  /// Objects that refer to each other make one cycle, whichever reference one looks at first: the one that
  /// is named like a reference back tells it.
  ///
  /// - Parameter holders: What refers back in each.
  private func oneForEach(_ cycles: [Cycle], _ holders: [ObjectID]) -> [Cycle] {
    var result: [(cycle: Cycle, holder: ObjectID)] = []
    for (cycle, holder) in zip(cycles, holders) {
      if let at = result.firstIndex(where: { isSame($0.cycle, $0.holder, as: cycle, holder) }) {
        if backwardness(of: cycle) > backwardness(of: result[at].cycle) { result[at] = (cycle, holder) }
      } else {
        result.append((cycle, holder))
      }
    }
    return result.map(\.cycle)
  }

  /// Whether two cycles are one. Two kinds of objects that refer back by slots of one name make two; one object of
  /// which it is asked what it is makes one.
  private func isSame(_ one: Cycle, _ holder: ObjectID, as other: Cycle, _ otherHolder: ObjectID) -> Bool {
    guard one.closing != other.closing else { return false }
    let (slots, others) = (slots(of: one), slots(of: other))
    return slots == others || holder == otherHolder && Set(slots.map(\.name)) == Set(others.map(\.name))
  }

  private func slots(of cycle: Cycle) -> Set<Slot> {
    Set(
      cycle.links.compactMap { link in
        switch link.how {
        case .store(let slot): slot
        case .property(let property): slot(of: property)
        default: nil
        }
      })
  }

  private func backwardness(of cycle: Cycle) -> Int {
    guard case .property(let property) = cycle.closing else { return 0 }
    let declaration = program.declaration(of: property)
    var score = program.knowledge[.pointsBack].ends(declaration.name) ? 2 : 0
    if declaration.type != nil, !declaration.isLet { score += 1 }
    return score
  }

  func property(of slot: Slot) -> PropertyID? {
    guard slot.owner != nil || !slot.isPart else { return nil }
    guard let owner = slot.owner, case .property(let property)? = program.member(slot.name, of: owner) else {
      return nil
    }
    return property
  }

  /// Of the links of a cycle, the one that points back: it is given an object that was there before.
  private func isBackReference(_ keep: Keep) -> Bool {
    switch self[keep.value].kind {
    case .selfObject, .parameter, .fresh: break
    case .field: if keep.slot.isPart { return false }
    // One element of a collection is not another.
    default: return false
    }
    if case .element = self[keep.holder].kind, self[keep.holder].type == self[keep.value].type { return false }
    // A value is copied into what refers back, so only `self` in it is sure to be the one that owns it, or what a
    // value made here is given before it is put away.
    if let owner = keep.slot.owner, program[owner].isValueType, self[keep.value].kind != .selfObject,
      !isPutAway(keep.holder)
    {
      return false
    }
    return program.isReference(self[keep.value].type) == true
  }

  /// Whether something made here is put into something else.
  private func isPutAway(_ id: ObjectID) -> Bool { isConstructed(id) && keeps.contains { $0.value == id } }

  /// Slots that this function itself gives an object of the type that declares them, as `next` of a node is.
  var linkings: Set<Slot> {
    guard frame.declaration.kind != .initializer else { return [] }
    return Set(
      keeps.filter { keep in
        guard keep.steps.isEmpty, let owner = keep.slot.owner, let type = self[keep.value].type.nominal else {
          return false
        }
        return program.lineage(of: type).contains(owner)
      }.map(\.slot))
  }
}

extension Cycle {
  /// Whether the same slots of the same objects are filled, with no entry of a collection beside another.
  fileprivate func isFilled(alike other: Cycle) -> Bool {
    func entries(_ cycle: Cycle) -> [SourceSpan?] {
      cycle.links.filter { $0.how == .store(.element) && $0.steps.contains { $0.span != nil } }.map(\.span)
    }
    return entries(self) == entries(other)
  }
}
