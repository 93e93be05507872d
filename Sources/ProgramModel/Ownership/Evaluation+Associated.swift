import SwiftFacts

/// Objects that are put beside others under a key, as if they were in a stored property of an extension.
extension Evaluation {
  /// `objc_setAssociatedObject(holder, &key, value, policy)`, whose arguments have no labels to name them by.
  func keepAssociated(_ name: Symbol, _ arguments: ArraySlice<Argument>, at id: ExpressionID) {
    guard let call = Association(arguments), let value = call.value, isKept(call) else { return }
    let slot = slot(under: call.key)
    let isNothing = isEmptyValue(value)
    let step = Step(saying: .knownKeep(name), span: nil, proof: .known)
    for holder in self.value(of: call.holder) {
      if slot != .element {
        if isNothing { noteClear(slot, of: holder, at: id) } else if isNewPlace(value) {
          noteReplaced(slot, of: holder, at: id)
        }
      }
      for object in self.value(of: value) { keep(holder, slot, object, .known, at: id, steps: [step]) }
    }
  }

  /// `objc_getAssociatedObject(holder, &key)`; nil where it is not seen in the same file that the holder keeps it.
  func associated(_ arguments: ArraySlice<Argument>) -> [ObjectID]? {
    guard let call = Association(arguments) else { return nil }
    let slot = slot(under: call.key)
    guard slot != .element, isAlwaysKept(slot) else { return nil }
    let holders = value(of: call.holder)
    return holders.isEmpty ? nil : holders.map { object(.field($0, slot), type: .unknown, hold: .strong(.known)) }
  }

  /// `screen.bag = Bag()`, of a property that puts what it is given beside the screen: that takes the place of what
  /// was there.
  func noteReplaced(
    behind property: PropertyID, of holders: [ObjectID], with value: ExpressionID, at site: ExpressionID
  ) {
    guard !program.declaration(of: property).isStored, isNewPlace(value), let setter = setter(of: property) else {
      return
    }
    callees.insert(setter)
    let given = Summary.Path(root: .parameter(0), fields: [])
    for effect in summary(of: setter)?.effects ?? [] where effect.slot.isAssociated && effect.value == given {
      for holder in holders { noteReplaced(effect.slot, of: holder, at: site) }
    }
  }

  /// Whether a value is one that keeps nothing yet, and not the first that a getter makes.
  private func isNewPlace(_ value: ExpressionID) -> Bool {
    if case .getter = frame.declaration.kind { return false }
    if isEmptyValue(value) { return false }
    if keepsNothing(value) || isNewAndKeepsNothing(value) { return true }
    guard case .call(_, let list) = facts.code[value],
      case .foreign(_, _, isInitializer: true) = inference.target(of: value, in: frame).kind
    else { return false }
    return facts.code[list].allSatisfy { keepsNothing($0.value) }
  }

  /// The arguments of a call that puts something beside an object, or looks for it.
  private struct Association {
    var holder: ExpressionID
    var key: ExpressionID
    var value: ExpressionID?
    var policy: ExpressionID?

    init?(_ arguments: ArraySlice<Argument>) {
      let list = arguments.map(\.value)
      guard list.count == 2 || list.count == 4 else { return nil }
      (holder, key) = (list[0], list[1])
      if list.count == 4 { (value, policy) = (list[2], list[3]) }
    }
  }

  private func isKept(_ call: Association) -> Bool {
    call.policy.map { policy in
      !(facts.code.calledName(policy).map(program.knowledge[.associatesWithoutKeeping].contains) ?? false)
    } ?? false
  }

  /// The place that a key stands for, by its last name; keys that are made for each object stand for one more entry.
  private func slot(under key: ExpressionID) -> Slot {
    switch facts.code[key] {
    case .name(let name, _), .member(_, let name): .associated(name)
    default: .element
    }
  }

  /// Whether something of the same file puts objects there, and each time so that they are kept.
  private func isAlwaysKept(_ slot: Slot) -> Bool {
    let names = program.knowledge[.associatesObject]
    let calls = facts.code.expressions.lazy.compactMap { expression -> Association? in
      guard case .call(let callee, let list) = expression, let name = self.facts.code.calledName(callee),
        names.contains(name), let call = Association(self.facts.code[list]), self.slot(under: call.key) == slot
      else { return nil }
      return call
    }
    return !calls.isEmpty && calls.allSatisfy(isKept)
  }
}
