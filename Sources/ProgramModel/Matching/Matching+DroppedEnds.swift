import SwiftFacts

/// What an object holds was ended right before it was let go of, and is let go of without that since the change.
extension Matching {
  /// Calls that ended what a property holds, or each of what it holds, in a function that still takes it out of there.
  func lostEndsBeforeDrop() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      guard after.declaration(of: function).kind != .deinitializer else { return [] }
      guard callsNothingNew(function, since: old) else { return [] }
      func calls(_ names: [Symbol], _ method: Symbol) -> Int { names.count { $0 == method } }
      let (names, oldNames) = (after.callNames(in: function), before.callNames(in: old))
      let now = after.endsOfHeld(in: function, of: type)
      var told: Set<Symbol> = []
      return before.endsOfHeld(in: old, of: oldType).compactMap { end -> Alteration? in
        guard calls(names, end.method) < calls(oldNames, end.method), !gainedCallNames.contains(end.method),
          !now.contains(where: { $0.property == end.property }),
          let (drop, isPutAnew) = after.drop(of: end.property, in: function), !isBegunAnew(end.property, of: type),
          !asksForItself(end.property, of: type),
          // Where there is one already, no other may be made.
          !isPutAnew
            || before.isDropped(end.property, behind: end.id, in: old)
              && !after.isAskedFirst(end.property, before: drop, in: function, of: type),
          goesOn(without: end.method) || after.goesOnOutOfSight(end.property, without: end.method, of: type)
            || now.contains(where: { one in
              one.method == end.method && after.isAlike(one.property, end.property, of: type)
            }),
          told.insert(end.property).inserted
        else { return nil }
        return Alteration(
          kind: .overwrittenStart, span: after.span(of: drop, in: function), name: end.property.text,
          before: end.spelling, affected: [after.name(of: function)])
      }
    }
  }
}

extension Matching {
  /// Whether what has a method of this name goes on without it. One that has gone with its last call did what it did.
  private func goesOn(without method: Symbol) -> Bool {
    after.methods(named: method).isEmpty ? before.goesOn(without: method) : after.goesOn(without: method)
  }
}

/// A call that ends what a property holds.
private struct HeldEnd {
  var property: Symbol
  var method: Symbol
  var id: ExpressionID
  var spelling: String
}

extension Program {
  /// The calls in a body that end what a property holds: itself, each element, or one that a local was given.
  fileprivate func endsOfHeld(in function: FunctionID, of type: NominalID) -> [HeldEnd] {
    let body = Body(function, in: self)
    let code = body.code
    return body.expressions.compactMap { id -> HeldEnd? in
      guard case .call(let callee, let list) = code[id], case .member(let base, let method) = code[callee],
        // A method of the program's own may end it under any name.
        knowledge[.endsWork].begins(method) || knowledge.endings.contains(method) || list.count == 0,
        let property = heldBy(base, in: code, of: type)
      else { return nil }
      return HeldEnd(property: property, method: method, id: id, spelling: code.spelling(of: id))
    }
  }

  /// The stored property that an expression is taken from.
  private func heldBy(_ id: ExpressionID, in code: Code, of type: NominalID, depth: Int = 0) -> Symbol? {
    guard depth < Limits.aliases else { return nil }
    func next(_ id: ExpressionID) -> Symbol? { heldBy(id, in: code, of: type, depth: depth + 1) }
    switch code[id] {
    case .subscripted(let base, _), .element(let base): return next(base)
    case .local(let local):
      if let value = code[local].initializer { return next(value) }
      // `items.forEach { $0.cancel() }`
      guard case .closureParameter(let closure, _) = code[local].kind, let call = code[closure].call,
        case .call(let callee, _) = code[call], case .member(let base, let name) = code[callee],
        knowledge[.goesThroughElements].contains(name)
      else { return nil }
      return next(base)
    default:
      guard let name = code.memberOfOwn(id), let property = property(named: name, of: type),
        declaration(of: property).isStored
      else { return nil }
      return name
    }
  }

  /// Where a function takes something out of a property, or puts something else in its place.
  fileprivate func drop(of property: Symbol, in function: FunctionID) -> (ExpressionID, isPutAnew: Bool)? {
    let body = Body(function, in: self)
    let code = body.code
    let drops = body.expressions.compactMap { id -> (ExpressionID, isPutAnew: Bool)? in
      switch code[id] {
      case .assign(let target, let value):
        if code.memberOfOwn(target) == property { return (id, code[value] != .literal(.null)) }
        guard case .subscripted(let base, _) = code[target], code.memberOfOwn(base) == property,
          code[value] == .literal(.null)
        else { return nil }
        return (id, false)
      case .call(let callee, _):
        guard case .member(let base, let name) = code[callee], code.memberOfOwn(base) == property,
          knowledge[.takesElement].contains(name) || knowledge[.takesAll].contains(name)
            || knowledge[.takesOut].begins(name)
        else { return nil }
        return (id, false)
      default: return nil
      }
    }
    // What is begun empties the property itself once it is done.
    return drops.first { code.innermostClosure(around: $0.0) == nil } ?? drops.first
  }

  /// Whether a function puts something into a property once it has come to an expression, and not at another time.
  fileprivate func isDropped(_ property: Symbol, behind end: ExpressionID, in function: FunctionID) -> Bool {
    let body = Body(function, in: self)
    let code = body.code
    var around = code.innermostClosure(around: end)
    // `items.forEach { $0.stop() }` is done with where it stands.
    while let inner = around, let call = code[inner].call, let name = code.callee(of: call),
      knowledge[.goesThroughElements].contains(name)
    {
      around = code.innermostClosure(around: code[inner].expression)
    }
    return expressions(of: function).contains { at in
      let id = ExpressionID(index: Int32(at))
      guard id > end || body.isDeferred(id), case .assign(let target, _) = code[id],
        code.memberOfOwn(target) == property
      else { return false }
      return code.innermostClosure(around: id) == around
    }
  }

  fileprivate func span(of id: ExpressionID, in function: FunctionID) -> SourceSpan {
    SourceSpan(file: file(of: function), bytes: self[file(of: function)].facts.code.span(of: id))
  }

  /// Whether a function asks what a property holds before it comes to an expression.
  fileprivate func isAskedFirst(
    _ name: Symbol, before id: ExpressionID, in function: FunctionID, of type: NominalID
  ) -> Bool {
    property(named: name, of: type).map { reads($0, before: id, in: function) } ?? false
  }

  /// Whether a property holds what the tables say has to be ended by such a method, and nobody's own has that name.
  fileprivate func goesOnOutOfSight(_ name: Symbol, without method: Symbol, of type: NominalID) -> Bool {
    guard knowledge.endings.contains(method), let property = property(named: name, of: type),
      self.owner(of: property) == type, !endsWhenLetGo(property)
    else { return false }
    let held: Symbol
    switch Inference(program: self).type(of: property) {
    case .nominal(let id, _) where self[id].kind == .foreign: held = self[id].name
    case .foreign(let name): held = name
    default: return false
    }
    return knowledge.ends.values.joined().contains { row in
      row.fact.type == held && row.fact.endings.contains(method)
    }
  }

  /// Whether two properties hold things of one type, which does not end by itself.
  fileprivate func isAlike(_ one: Symbol, _ other: Symbol, of type: NominalID) -> Bool {
    guard one != other, let first = property(named: one, of: type), let second = property(named: other, of: type),
      !endsWhenLetGo(first), let spelled = typeSpelling(of: first)
    else { return false }
    return spelled == typeSpelling(of: second)
  }

  fileprivate func methods(named name: Symbol) -> [FunctionID] {
    productionFunctions.filter { function in
      let declaration = declaration(of: function)
      return declaration.name == name && declaration.kind == .function && declaration.hasBody
    }
  }

  /// Whether a body subscribes its object to something.
  private func joinsSomething(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code[ExpressionID(index: Int32(at))], let name = code.calledName(callee)
      else { return false }
      return knowledge[.registersHandler].begins(name) && code[list].contains { code.isSelf($0.value) }
    }
  }

  /// Whether some class of the program has a method of this name that ends what lasts without it, and no `deinit` that
  /// does the same.
  fileprivate func goesOn(without method: Symbol) -> Bool {
    methods(named: method).contains { function in
      guard let type = owner(of: function), self[type].kind == .class, !isViewOrScreen(type) else { return false }
      let done = Set(callNames(in: function))
      guard !done.isEmpty,
        knowledge.endings.contains(method) || endsSomething(function, of: type, leaving: true)
          || done.contains(where: { knowledge.endings.contains($0) || knowledge[.endsTimer].contains($0) })
      else { return false }
      // What has joined something is kept by that: its `deinit` does not come.
      if functions(of: type).contains(where: joinsSomething) { return true }
      return !lineage(of: type).contains { one in
        functions(of: one).contains { leaving in
          self.declaration(of: leaving).kind == .deinitializer
            && (callNames(in: leaving).contains(method) || !done.isDisjoint(with: callNames(in: leaving)))
        }
      }
    }
  }
}

extension Code {
  /// The property of the object, or of its type, that an expression is.
  fileprivate func memberOfOwn(_ id: ExpressionID) -> Symbol? {
    if let own = ownProperty(id) { return own }
    // `Store.all` of a function of `Store`.
    guard case .member(let base, let name) = self[id], case .name(let type, _) = self[base], type.isCapitalized else {
      return nil
    }
    return name
  }
}
