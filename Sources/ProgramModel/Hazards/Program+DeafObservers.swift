import SwiftFacts

extension Program {
  /// Properties that a `deinit` empties so that their observers may end what they held: in `deinit`, as in an
  /// initialiser, an assignment to a property of the class itself runs no observer.
  public func deafObservers(threads: Int) -> [Hazard] {
    foundByFunction(.deafObservers, threads: threads, state: { _ in }) { program, _, function in
      program.deafObservers(in: function)
    }
  }

  private func deafObservers(in function: FunctionID) -> [Hazard] {
    let declaration = declaration(of: function)
    guard declaration.kind == .deinitializer, declaration.hasBody, !isTest(file(of: function)),
      let type = owner(of: function)
    else { return [] }
    let body = Body(function, in: self)
    let ended = Set(body.expressions.compactMap { body.code.callee(of: $0) })
    return body.expressions.compactMap { id -> Hazard? in
      guard case .assign(let target, let value) = body.code[id], body.code[value] == .literal(.null),
        !body.isInClosure(id), let name = body.code.ownProperty(target),
        let property = property(named: name, of: type),
        // What another class declares is set by its setter, which runs the observers.
        owner(of: property) == type,
        let end = endInObserver(of: name, type), !ended.contains(end.name)
      else { return nil }
      return Hazard(
        kind: .deafObserver, span: body.span(of: id), name: name.text, other: end.spelling,
        owner: self.name(of: type), evidence: [end.span], essence: name.text)
    }
  }

  /// The call by which an observer of a property ends what the property held.
  private func endInObserver(
    of property: Symbol, _ type: NominalID
  ) -> (name: Symbol, spelling: String, span: SourceSpan)? {
    for observer in functions(of: type) {
      guard case .observer(let index) = declaration(of: observer).kind,
        self[file(of: observer)].facts[index].name == property
      else { continue }
      let body = Body(observer, in: self)
      for id in body.expressions {
        guard let name = body.code.callee(of: id),
          knowledge.endings.contains(name) || knowledge[.endsTimer].contains(name)
            || knowledge[.cancelsTask].contains(name) || knowledge[.endsWork].begins(name)
        else { continue }
        return (name, body.code.spelling(of: id), body.span(of: id))
      }
    }
    return nil
  }
}
