import SwiftFacts

/// Calls that ended something in a function which otherwise does what it did.
extension Matching {
  /// What an object or another holds was ended there, with `self` or without, and nothing has come in its stead.
  func lostEndCalls() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      guard after.declaration(of: function).kind != .deinitializer, callsNothingNew(function, since: old) else {
        return []
      }
      let (others, oldOthers) = (after.callNames(in: function), before.callNames(in: old))
      let now = after.endCalls(in: function, of: type)
      var left: [String: Int] = [:]
      for end in now { left[end.spelling, default: 0] += 1 }
      let lost = before.endCalls(in: old, of: oldType).filter { end in
        left[end.spelling, default: 0] -= 1
        return left[end.spelling, default: 0] < 0
      }
      // Where more has gone than what ends, the function may have come to be for something else.
      let (logs, empties) = (after.knowledge[.logs], after.knowledge[.endsReceiver])
      let gone = Set(oldOthers).subtracting(others).filter { !logs.fits($0) && !empties.contains($0) }
      guard !lost.isEmpty, lost.count <= 2, !others.isEmpty, gone.isSubset(of: Set(lost.flatMap(\.around))) else {
        return []
      }
      return lost.compactMap { end -> Alteration? in
        guard !gainedCallNames.contains(end.method), isStillThere(end, of: type, in: function) else { return nil }
        return Alteration(
          kind: .lostEndOnOneWay, span: place(of: end, in: function, old), name: end.name, before: end.spelling,
          after: after.declaration(of: function).name.text, affected: [after.name(of: type)])
      }
    }
  }

  /// Whether there is still something to be ended: the property, which this function does not empty, or what was added
  /// for the object.
  private func isStillThere(_ end: EndCall, of type: NominalID, in function: FunctionID) -> Bool {
    guard let name = end.property else {
      return after.functions(of: type).contains { other in
        other != function && !after.callNames(in: other).filter(after.knowledge[.addsObserver].contains).isEmpty
      }
    }
    if end.isOwn {
      guard let property = after.property(named: name, of: type), after.declaration(of: property).isStored else {
        return false
      }
    }
    let body = Body(function, in: after)
    return !body.expressions.contains { id in
      if case .assign(let target, _) = body.code[id] { body.code.writtenName(target) == name } else { false }
    }
  }

  /// The call that stood before it and still does, or the one behind it; the function where there is neither.
  private func place(of end: EndCall, in function: FunctionID, _ old: FunctionID) -> SourceSpan {
    let (was, now) = (Body(old, in: before), Body(function, in: after))
    func calls(_ body: Body) -> [(id: ExpressionID, spelling: String)] {
      body.expressions.compactMap { id in
        if case .call = body.code[id] { (id, body.code.spelling(of: id)) } else { nil }
      }
    }
    let (then, here) = (calls(was), calls(now))
    let earlier = then.filter { $0.id < end.call }.reversed()
    let later = then.filter { $0.id > end.call }
    for one in Array(earlier) + later {
      guard let twin = here.first(where: { $0.spelling == one.spelling }) else { continue }
      return now.span(of: twin.id)
    }
    return after.span(of: function)
  }
}

/// A call that ends what a property holds, or what was added for the object.
private struct EndCall {
  /// Nil where it is what was added for the object.
  var property: Symbol?
  /// Whether it is a property of `self`.
  var isOwn = true
  var method: Symbol
  var name: String
  var call: ExpressionID
  var spelling: String
  /// The names of what is called to come to it.
  var around: [Symbol]
}

extension Program {
  /// The calls in a body that end what a property holds, itself or each element of it, and those that take back what
  /// was added for the object.
  fileprivate func endCalls(in function: FunctionID, of type: NominalID) -> [EndCall] {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let inference = Inference(program: self)
    return expressions(of: function).compactMap { at -> EndCall? in
      let call = ExpressionID(index: Int32(at))
      guard case .call(let callee, let list) = code[call], case .member(let base, let method) = code[callee] else {
        return nil
      }
      let spelling = code.spelling(of: call)
      if knowledge[.removesObserver].contains(method), let first = code[list].first, list.count == 1,
        code.isSelf(first.value)
      {
        return EndCall(
          property: nil, method: method, name: code.spelling(of: base), call: call, spelling: spelling,
          around: code.names(around: callee))
      }
      guard knowledge[.endsWork].begins(method), let held = held(base, code), !isShown(base, in: frame, inference)
      else { return nil }
      return EndCall(
        property: held.name, isOwn: held.isOwn, method: method, name: held.name.text, call: held.call ?? call,
        spelling: spelling, around: code.names(around: callee) + (held.call.map { code.names(around: $0) } ?? []))
    }
  }

  /// The property that an expression is taken from, and the call that goes through its elements if it is one of these.
  private func held(_ id: ExpressionID, _ code: Code) -> (name: Symbol, isOwn: Bool, call: ExpressionID?)? {
    if let own = code.ownProperty(id) { return (own, true, nil) }
    switch code[id] {
    case .member(let base, let name):
      // `timers.values`, `other.timer`
      if knowledge[.allValues].contains(name), let own = code.ownProperty(base) { return (own, true, nil) }
      return (name, false, nil)
    case .local(let local):
      if let value = code[local].initializer { return held(value, code) }
      guard case .closureParameter(let closure, _) = code[local].kind, let call = code[closure].call,
        case .call(let callee, _) = code[call], case .member(let base, let name) = code[callee],
        knowledge[.goesThroughElements].contains(name), let all = held(base, code)
      else { return nil }
      return (all.name, all.isOwn, call)
    default: return nil
    }
  }

  /// Whether a value is a part of the screen: to stop an animation ends nothing that lasts.
  private func isShown(_ id: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    switch inference.type(of: id, in: frame) {
    case .nominal(let type, _): isViewOrScreen(type)
    case .foreign(let name): names.foreign[name].map(isViewOrScreen) ?? false
    default: false
    }
  }
}

extension Code {
  /// The names of the calls that lead to a callee, its own among them.
  fileprivate func names(around callee: ExpressionID) -> [Symbol] {
    switch self[callee] {
    case .member(let base, let name): [name] + names(around: base)
    case .call(let inner, _): names(around: inner)
    case .name(let name, _): [name]
    default: []
    }
  }
}
