import SwiftFacts

extension Program {
  /// Whether an object comes to hold something in a property after it is made that is asked for later: typed text, what
  /// a request has brought. What an initialiser listens for comes again with the next object, and what a function works
  /// out before it looks at it is worked out again.
  func comesToHold(_ property: PropertyID) -> Bool {
    let name = declaration(of: property).name
    let projected = Symbol("$\(name)")
    let family = owner(of: property).map { [$0] + (descendants[$0] ?? []) } ?? []
    let inference = Inference(program: self)
    var (isSet, isRead) = (false, false)
    for function in functions(mentioning: [name, projected]) where !isTest(file(of: function)) {
      let body = Body(function, in: self)
      let isMaking = declaration(of: function).kind == .initializer && owner(of: function).map(family.contains) ?? false
      var (lastSet, reads): (ExpressionID?, [ExpressionID]) = (nil, [])
      for id in body.expressions {
        let use: StateUse
        switch body.code[id] {
        case .name(name, _), .member(_, name): use = stateUse(of: id, in: body)
        case .name(projected, _), .member(_, projected): use = body.code.marks(of: id).contains(.inout) ? .set : .read
        default: continue
        }
        if isOfAnother(id, than: family, in: body, inference) { continue }
        if use != .read, !isMaking || isAnswer(id, in: body) {
          isSet = true
          if use == .set { lastSet = id }
        }
        if use != .set, !isMaking { reads.append(id) }
      }
      isRead = isRead || reads.contains { $0 < lastSet ?? ExpressionID(index: .max) }
    }
    return isSet && isRead
  }

  /// Whether what has the name is known to belong to another type.
  private func isOfAnother(
    _ id: ExpressionID, than family: [NominalID], in body: Body, _ inference: Inference
  ) -> Bool {
    if body.code.ownProperty(id) != nil { return owner(of: body.function).map { !family.contains($0) } ?? false }
    guard case .member(let base, _) = body.code[id], !body.code.memberName(base).hasPrefix("$"),
      let owner = inference.type(of: base, in: Frame(body.function, in: self)).nominal
    else { return false }
    return !family.contains(owner) && self[owner].kind == .class
  }

  /// What is done to a property where it is named.
  private enum StateUse { case set, read, changed }

  private func stateUse(of id: ExpressionID, in body: Body) -> StateUse {
    let code = body.code
    // A binding to it sets it and shows it.
    if case .member(let base, _) = code[id], code.memberName(base).hasPrefix("$") { return .changed }
    var (place, isWhole) = (id, true)
    while true {
      if code.marks(of: place).contains(.inout) { return .changed }
      guard let outer = body.parent(of: place) else { return .read }
      switch code[outer] {
      case .assign(place, _): return isWhole ? .set : .changed
      case .mutate(place, _): return .changed
      case .member(place, let name):
        if let call = body.parent(of: outer), case .call(outer, _) = code[call] {
          return knowledge[.changesInPlace].contains(name) ? .changed : .read
        }
      case .subscripted(place, _): break
      default: return .read
      }
      (place, isWhole) = (outer, false)
    }
  }

  /// Whether what an initialiser does here comes later, and not by what it listens to.
  private func isAnswer(_ id: ExpressionID, in body: Body) -> Bool {
    let around = Array(body.code.closures(around: id))
    return !around.isEmpty
      && !around.contains { closure in
        body.code[closure].call.flatMap(body.code.callee).map(knowledge[.answersWithSubscription].contains) ?? false
      }
  }
}
