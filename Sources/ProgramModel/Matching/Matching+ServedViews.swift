import SwiftFacts

/// Views that were given what they show, or told their owner what was done, and go to an object of the app's since.
extension Matching {
  /// Where a view asks one object for all for what it was given before, and where it tells such an object in place of a
  /// delegate or a closure of its own; one of each for a function.
  public func selfServedViews() -> [Alteration] {
    functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard changedFiles.contains(after.file(of: function)), !after.isTest(after.file(of: function)),
        let owner = after.owner(of: function), after.isView(owner), let former = before.owner(of: old)
      else { return [] }
      let (now, was) = (Body(function, in: after), Body(old, in: before))
      let known = Set(was.expressions.compactMap { before.sharedObject($0, was)?.type })
      let found = now.expressions.compactMap { id in
        after.sharedObject(id, now).map { (id: id, type: $0.type, name: $0.name) }
      }.filter { !known.contains($0.type) && !isToldOfEach($0.type, in: owner) }
      var result: [Alteration] = []
      for one in found {
        guard result.isEmpty,
          let given = now.place(assignedWith: one.id).flatMap({ before.given(for: $0, was) })
            ?? lostProperty(was, of: former, owner), !now.spells(given)
        else { continue }
        result.append(alteration(.askedInView, one.id, one.name, given, now, owner))
      }
      if let one = found.first(where: { now.place(assignedWith: $0.id) == nil && now.isCommand(around: $0.id) }),
        let told = before.toldSlot(was, of: former) ?? lostBinding(was, of: former, owner), !now.mentions(told)
      {
        result.append(alteration(.toldByView, one.id, one.name, told.text, now, owner))
      }
      return result
    }
  }

  /// A value that the view was made with, which a body read, and that the view has no longer.
  private func lostProperty(_ was: Body, of former: NominalID, _ owner: NominalID) -> String? {
    for id in was.expressions {
      guard let name = lost(id, was, of: former, owner), !was.isAssigned(id) else { continue }
      return name.text
    }
    return nil
  }

  /// A value of its owner's that a view wrote to, which it has no longer: a struct cannot write to one of its own.
  private func lostBinding(_ was: Body, of former: NominalID, _ owner: NominalID) -> Symbol? {
    guard before[former].kind == .struct else { return nil }
    return was.expressions.lazy.filter(was.isAssigned).compactMap { lost($0, was, of: former, owner) }.first
  }

  /// The property of the view that an expression names, if the view was made with its value and has it no longer.
  private func lost(_ id: ExpressionID, _ was: Body, of former: NominalID, _ owner: NominalID) -> Symbol? {
    guard let name = was.code.ownProperty(id), let property = before.property(named: name, of: former),
      before.declaration(of: property).isStored, before.declaration(of: property).initialValue == nil,
      !before.isClosure(property), !before.isDelegateName(name), after.property(named: name, of: owner) == nil
    else { return nil }
    return name
  }

  private func alteration(
    _ kind: Alteration.Kind, _ id: ExpressionID, _ name: String, _ was: String, _ now: Body, _ owner: NominalID
  ) -> Alteration {
    Alteration(
      kind: kind, span: now.span(of: id), name: name, before: was, affected: [after.name(of: owner)])
  }

  /// Whether a rule about the program by itself tells of it: a view of the system's frameworks that uses an object of
  /// the program.
  private func isToldOfEach(_ service: Symbol, in view: NominalID) -> Bool {
    guard after.inherits(view, fromAny: .viewClass) else { return false }
    return (after.names.types[service] ?? []).contains { after[$0].kind != .foreign }
  }
}

extension Program {
  /// The type and the spelling of `Type.shared`, where neither the system nor a library in the tables has the type, and
  /// it is not there for drawing.
  fileprivate func sharedObject(_ id: ExpressionID, _ body: Body) -> (type: Symbol, name: String)? {
    guard case .member(let base, let name) = body.code[id], knowledge[.sharedInstance].contains(name),
      case .name(let type, _) = body.code[base], type.isCapitalized,
      knowledge.types[type] == nil || (names.types[type] ?? []).contains(where: { self[$0].kind != .foreign }),
      !knowledge[.servesScreen].fits(type)
    else { return nil }
    return (type, body.code.plainSpelling(of: id))
  }

  /// What of a parameter, or of a property of the view, a place was given.
  fileprivate func given(for place: String, _ body: Body) -> String? {
    for id in body.expressions {
      guard case .assign(let target, let value) = body.code[id], body.code.plainSpelling(of: target) == place else {
        continue
      }
      if let found = body.code.handedOver(value) { return body.code.plainSpelling(of: found) }
    }
    return nil
  }

  /// The delegate or the closure of the object's own that a body calls.
  fileprivate func toldSlot(_ body: Body, of type: NominalID) -> Symbol? {
    for id in body.expressions {
      if case .call(let callee, _) = body.code[id], case .member(let base, _) = body.code[callee],
        let slot = body.code.ownProperty(base), isDelegateName(slot)
      {
        return slot
      }
      // Called, or handed to what calls it: `Button(action: onTake)`.
      if let slot = body.code.ownProperty(id), let property = property(named: slot, of: type),
        declaration(of: property).isStored, isClosure(property)
      {
        return slot
      }
    }
    return nil
  }

  fileprivate func isClosure(_ property: PropertyID) -> Bool {
    guard let type = declaration(of: property).type else { return false }
    let code = self[file(of: property)].facts.code
    func isFunction(_ type: TypeID) -> Bool {
      switch code[type] {
      case .function: true
      case .optional(let inner): isFunction(inner)
      case .tuple(let parts): parts.count == 1 && code[parts].allSatisfy(isFunction)
      default: false
      }
    }
    return isFunction(type)
  }
}

extension Body {
  /// What an expression is a part of the value for, as it is spelled.
  fileprivate func place(assignedWith id: ExpressionID) -> String? {
    var inner = id
    while let outer = parent(of: inner) {
      if case .assign(let target, let value) = code[outer], value == inner { return code.plainSpelling(of: target) }
      inner = outer
    }
    return nil
  }

  /// Whether something is put into what an expression names.
  fileprivate func isAssigned(_ id: ExpressionID) -> Bool {
    guard let outer = parent(of: id), case .assign(id, _) = code[outer] else { return false }
    return true
  }

  /// Whether a method of an object is called, and nothing is made of what it answers with.
  fileprivate func isCommand(around id: ExpressionID) -> Bool {
    guard let member = parent(of: id), case .member(id, _) = code[member], let call = parent(of: member),
      case .call(member, _) = code[call]
    else { return false }
    return parent(of: call) == nil && !code.locals.contains { $0.initializer == call }
      && !code.statements.contains { if case .condition(_, let value) = $0.kind { value == call } else { false } }
  }

  /// Whether it still has what it was given before: what is asked for by that is something else.
  fileprivate func spells(_ given: String) -> Bool { expressions.contains { code.plainSpelling(of: $0) == given } }

  fileprivate func mentions(_ name: Symbol) -> Bool { expressions.contains { code.ownProperty($0) == name } }
}

extension Code {
  /// The member of a parameter, or of what a `guard` made of one, that a value reads.
  fileprivate func handedOver(_ id: ExpressionID) -> ExpressionID? {
    if case .member(let base, _) = self[id], case .local(let local) = self[base], !isSelf(local) { return id }
    return children(of: id).lazy.compactMap(handedOver).first
  }
}
