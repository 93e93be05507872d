import SwiftFacts

/// Streams that keep nothing for who comes later, and are listened to when something may have been sent.
extension LateCallbacks {
  /// A subscription to what an object sends through a subject of its own, after a call that may have sent something,
  /// where nobody else listens.
  func hazard(
    subscribing id: ExpressionID, _ state: CallbackOrder.State, _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Hazard? {
    let code = body.code
    guard let (stream, object, subject) = source(of: id, frame),
      let holder = code.accessPath(object).map(order.canonical)
    else { return nil }
    let path = AccessPath(root: holder.root, members: holder.members + [subject])
    guard let early = state.wanted[path], case .call = code[early.call], isFromOutside(object, code),
      isOnlyListener(frame.function, stream, frame),
      !isWantedAgain(path, after: id, order, body, frame), !mayBeMeant(after: id, body, frame)
    else { return nil }
    let callee = code.callee(of: early.call)?.text ?? ""
    return Hazard(
      kind: .lateListener, span: body.span(of: id), name: code.plainSpelling(of: stream), other: callee,
      evidence: [body.span(of: early.call), early.at], essence: "\(subject)|\(callee)")
  }

  /// A call of a method of the same object, which nobody else calls, and that listens so.
  func hazard(
    listeningIn id: ExpressionID, _ state: CallbackOrder.State, _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Hazard? {
    guard let (prefix, method) = summaries.method(id, in: frame, { order.made[$0] }), prefix.members.isEmpty,
      case .local(let own) = prefix.root, body.code[own].kind == .selfReference, method != frame.function,
      listeners(program.declaration(of: method).name) == [method], !asksFirst(method)
    else { return nil }
    let inner = summaries.frames[method]
    let code = inner.facts.code
    let range = Body(method, in: program)
    for at in range.expressions where !range.isInClosure(at) {
      guard let (stream, object, subject) = source(of: at, inner), let holder = code.accessPath(object),
        case .local(let root) = holder.root, code[root].kind == .selfReference
      else { continue }
      let path = order.canonical(AccessPath(root: prefix.root, members: holder.members + [subject]))
      guard let early = state.wanted[path], case .call = body.code[early.call], isFromOutside(object, code),
        isOnlyListener(method, stream, inner), !isWantedAgain(path, after: id, order, body, frame),
        !mayBeMeant(after: id, body, frame)
      else { continue }
      let callee = body.code.callee(of: early.call)?.text ?? ""
      return Hazard(
        kind: .lateListener, span: body.span(of: id), name: code.plainSpelling(of: stream), other: callee,
        evidence: [body.span(of: early.call), early.at, range.span(of: at)], essence: "\(subject)|\(callee)")
    }
    return nil
  }

  /// What a subscription is to, `feed.readings` of `feed.readings.map { … }.sink { … }`: with the object, and the
  /// subject of its own that it is, or is made of.
  private func source(
    of subscription: ExpressionID, _ frame: Frame
  ) -> (stream: ExpressionID, object: ExpressionID, subject: Symbol)? {
    let code = frame.facts.code
    guard case .call(let callee, _) = code[subscription], case .member(let base, let name) = code[callee],
      program.knowledge[.answersWithSubscription].contains(name),
      case let stream = root(of: base, code), case .member(let object, let member) = code[stream],
      let type = summaries.inference.type(of: object, in: frame).nominal,
      case .property(let property)? = program.valueMember(member, of: type)
    else { return nil }
    if summaries.isSubject(property) { return (stream, object, member) }
    guard let getter = program.declaration(of: property).getter else { return nil }
    let inner = summaries.frames[program.function(getter, in: program.file(of: property))]
    let results = inner.facts.code[inner.declaration.results]
    guard results.count == 1, let result = results.first,
      let own = inner.facts.code.ownProperty(root(of: result, inner.facts.code)),
      case .property(let subject)? = program.valueMember(own, of: type), summaries.isSubject(subject)
    else { return nil }
    return (stream, object, own)
  }

  /// What a chain of operators that hand on what comes begins with.
  private func root(of stream: ExpressionID, _ code: Code) -> ExpressionID {
    var stream = stream
    while case .call(let callee, _) = code[stream], case .member(let base, let name) = code[callee],
      program.knowledge[.passesStreamOn].contains(name)
    {
      stream = base
    }
    return stream
  }

  private func isOnlyListener(_ function: FunctionID, _ stream: ExpressionID, _ frame: Frame) -> Bool {
    guard case .member(let object, let name) = frame.facts.code[stream],
      let type = summaries.inference.type(of: object, in: frame).nominal
    else { return false }
    return program.functions(mentioning: [name]).allSatisfy { other in
      other == function || program.owner(of: other) == type
        || program.isTestCase(other) && program.isTestCase(function)
    }
  }
}

extension CallbackSummaries {
  /// Whether a property is a subject that sends to those alone who listen already.
  func isSubject(_ property: PropertyID) -> Bool {
    let names = program.knowledge[.subject]
    switch inference.type(of: property) {
    case .foreign(let name): return names.contains(name)
    case .nominal(let type, _): return program[type].kind == .foreign && names.contains(program[type].name)
    default: return false
    }
  }

  /// The subject of its own object that a call sends something through.
  func sentThrough(_ callee: ExpressionID, in frame: Frame, _ type: NominalID) -> Symbol? {
    let code = frame.facts.code
    guard case .member(let base, let name) = code[callee], program.knowledge[.feedsSubject].contains(name),
      let own = code.ownProperty(base), case .property(let property)? = program.valueMember(own, of: type),
      isSubject(property)
    else { return nil }
    return own
  }
}
