import SwiftFacts

/// Objects that are started first, and then handed to what sets their callbacks.
extension LateCallbacks {
  /// A callback that a call sets of an object which it is given: another object's initialiser, a function that sets up.
  func hazard(
    handingOn id: ExpressionID, _ state: CallbackOrder.State, _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Hazard? {
    guard case .functions(let givers) = summaries.inference.target(of: id, in: frame).kind else { return nil }
    for (object, gives) in summaries.givesOfGiven(by: id, in: frame) {
      let object = order.canonical(object)
      for (slot, place) in gives.sorted(by: { $0.value.bytes.start < $1.value.bytes.start }) {
        let path = AccessPath(root: object.root, members: object.members + slot)
        guard slot.count == 1, let name = slot.first, let early = state.wanted[path], !state.given.contains(path),
          case .call = body.code[early.call], isUntouched(object, name, order, frame, besides: givers.first),
          !isToldWhenSet(name, of: order.made[object]), !isWantedAgain(path, after: id, order, body, frame),
          !mayBeMeant(after: id, body, frame)
        else { continue }
        let callee = body.code.callee(of: early.call)?.text ?? ""
        return Hazard(
          kind: .lateCallback, span: body.span(of: id), name: name.text, other: callee,
          owner: order.made[object].map(program.name(of:)) ?? "",
          evidence: [body.span(of: early.call), early.at, place], essence: "\(name)|\(callee)")
      }
    }
    return nil
  }
}
