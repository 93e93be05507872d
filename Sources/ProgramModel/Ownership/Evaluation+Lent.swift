import SwiftFacts

/// Objects that put themselves into what lasts, as they are or inside something made for it: no cycle, and yet kept
/// until something else takes the place.
extension Evaluation {
  func lentToTheProcess() -> [Cycle] {
    guard existing(.process) != nil, let own = existing(.selfObject), let type = self[own].type.nominal,
      program[type].kind == .class || program[type].kind == .actor
    else { return [] }
    return keeps.indices.compactMap { index in
      let keep = keeps[index]
      guard keep.closure == nil, !isFunction(keep.value), let way = wayFromTheProcess(to: keep.holder),
        let inside = wayInside(keep.value, to: own), let place = lendingPlace(keep),
        !isBackward(program.declaration(of: place).name), !isOfOwnKind(way, type)
      else { return nil }
      // Who joins a list as it is, is a subscriber.
      if inside.isEmpty, isList(keep) { return nil }
      guard var cycle = cycle(.property(place), way + [(keep.holder, keep.value, .keep(index))] + inside) else {
        return nil
      }
      cycle.captured = self[own].type
      cycle.isKeptForGood = true
      let keeper = keep.slot == .element ? keep.holder : field(keep.slot, of: keep.holder, at: keep.site)
      cycle.lasting = Cycle.Lasting(keeper: describe(keeper), isList: keep.slot == .element)
      for at in cycle.links.indices { cycle.links[at].proof = .guessed }
      return cycle
    }
  }

  /// From something to an object in it: none where it is the object, one step where it is made here to hold that.
  private func wayInside(_ value: ObjectID, to own: ObjectID) -> Way? {
    if value == own { return [] }
    guard case .fresh = self[value].kind else { return nil }
    return keeps.indices.first { at in
      keeps[at].holder == value && keeps[at].value == own && keeps[at].closure == nil && keeps[at].slot != .element
    }.map { [(value, own, .keep($0))] }
  }

  /// The property that is filled, or that has the collection which is.
  private func lendingPlace(_ keep: Keep) -> PropertyID? {
    guard keep.slot == .element else { return property(of: keep.slot) ?? globalProperty(keep.slot) }
    guard let slot = self[keep.holder].kind.place?.slot else { return nil }
    return property(of: slot) ?? globalProperty(slot)
  }

  private func globalProperty(_ slot: Slot) -> PropertyID? {
    slot.owner == nil && !slot.isPart ? program.globalProperty(named: slot.name, from: frame.file) : nil
  }

  /// Whether it is a static of the object's own class: the one in use.
  private func isOfOwnKind(_ way: Way, _ type: NominalID) -> Bool {
    guard case .part(let first)? = way.first?.edge, let owner = self[first].kind.place?.slot.owner else { return false }
    return program.lineage(of: type).contains(owner)
  }
}
