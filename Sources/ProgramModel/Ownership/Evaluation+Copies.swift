import SwiftFacts

/// Variables of value types: what is in them is got at by their name alone.
extension Evaluation {
  /// Forgets what was put into a slot of a variable further up, where nobody was given the value in between:
  /// `handlers.onLoad = { … }; handlers.onLoad = nil; view.handlers = handlers`.
  func forgetOverwritten(_ slot: Slot, of holder: ObjectID, at site: ExpressionID) {
    guard case .local(let local) = self[holder].kind, case .variable(isLet: false) = facts.code[local].kind,
      isValue(self[holder].type)
    else { return }
    let end = facts.code.span(of: site)
    let around = facts.code.innermostClosure(around: site)
    keeps.removeAll { keep in
      guard keep.holder == holder, keep.slot == slot, keep.lastSite == nil, keep.site < site,
        facts.code.innermostClosure(around: keep.site) == around
      else { return false }
      let start = facts.code.span(of: keep.site)
      return start.end <= end.start
        && facts.code.alwaysComes(from: start.end, to: end.start, in: frame.declaration, bindingsHold: false)
        && !isInLoop(keep.site) && !isReadWhole(local, between: keep.site, and: site)
    }
  }

  private func isInLoop(_ site: ExpressionID) -> Bool { program.isInLoop(site, of: function) }

  /// Whether a variable stands anywhere between two places but before a dot.
  private func isReadWhole(_ local: LocalID, between first: ExpressionID, and last: ExpressionID) -> Bool {
    let uses = ValueUses(of: function, in: program)
    return uses.mentions(of: local).contains { use in
      guard first < use, use < last else { return false }
      if let parent = uses.parent(of: use), case .member(use, _) = facts.code[parent] { return false }
      return true
    }
  }
}
