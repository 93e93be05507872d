import SwiftFacts

/// What a value that describes a view is made of: a modifier puts what it is called on into another, and a container
/// has what its closure lists.
extension Evaluation {
  /// `Row(action: …).padding()`, `VStack { Row(action: …) }`, `AnyView(row)`; nil for what makes no view.
  func keepViews(
    _ call: ForeignCall, _ made: ObjectID, _ on: [ObjectID], _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) -> [ObjectID]? {
    let changed = on.filter(isView)
    if call.name != Names.init_ {
      guard !changed.isEmpty else { return nil }
      // What has nothing of its own is known by what it changes.
      guard keeps.contains(where: { $0.holder == made }) else { return changed }
      for view in changed { keepView(view, in: made, of: call, at: id) }
      return [made] + changed
    }
    guard isView(made) else { return nil }
    for argument in arguments {
      if case .closure(let closure) = facts.code[argument.value] {
        guard Knowledge.lookUp(call, label: argument.label, in: program) == .call else { continue }
        for view in views(listedBy: closure) { keepView(view, in: made, of: call, at: id) }
      } else {
        for view in value(of: argument.value) where isView(view) { keepView(view, in: made, of: call, at: id) }
      }
    }
    return nil
  }

  private func keepView(_ view: ObjectID, in container: ObjectID, of call: ForeignCall, at id: ExpressionID) {
    guard view != container, keeps.contains(where: { $0.holder == view }) else { return }
    let step = Step(saying: .knownKeep(call.typeName ?? call.name), span: nil, proof: .known)
    keep(container, .element, view, .known, at: id, steps: [step])
  }

  /// The views that a closure makes, but for those that closures in it make.
  private func views(listedBy id: ClosureID) -> [ObjectID] {
    let closure = facts.code[id]
    let range = closure.firstExpression..<closure.endExpression
    return range.flatMap { index -> [ObjectID] in
      let part = ExpressionID(index: index)
      guard case .call = facts.code[part],
        facts.code.innermostClosure(around: part) == id
          || facts.code.closures(around: part, within: range).allSatisfy({ $0 == id })
      else { return [] }
      return value(of: part).filter(isView)
    }
  }

  /// Whether an object is a value made here that describes a view.
  private func isView(_ id: ObjectID) -> Bool {
    guard case .fresh = self[id].kind else { return false }
    switch self[id].type {
    case .nominal(let type, _):
      if program[type].kind == .class { return false }
      return program.knowledge[.viewValue].contains(program[type].name)
        || program.inherits(type, fromAny: .viewProtocol)
    case .foreign(let name): return program.knowledge[.viewValue].contains(name)
    default: return false
    }
  }
}
