import SwiftFacts

/// What an object holds was ended right before it was let go of, and is let go of without that since the change.
extension Matching {
  /// Calls that ended what a property holds, or each of what it holds, in a function that still takes it out of there.
  func lostEndsBeforeDrop() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      guard after.declaration(of: function).kind != .deinitializer else { return [] }
      guard callsNothingNew(function, since: old) else { return [] }
      let names = Set(after.callNames(in: function))
      let now = after.endsOfHeld(in: function, of: type)
      var told: Set<Symbol> = []
      return before.endsOfHeld(in: old, of: oldType).compactMap { end -> Alteration? in
        guard !names.contains(end.method), !gainedCallNames.contains(end.method),
          !now.contains(where: { $0.property == end.property }),
          let drop = after.drop(of: end.property, in: function), goesOn(without: end.method),
          told.insert(end.property).inserted
        else { return nil }
        return Alteration(
          kind: .overwrittenStart, span: drop, name: end.property.text, before: end.spelling,
          affected: [after.name(of: function)])
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
      return HeldEnd(property: property, method: method, spelling: code.spelling(of: id))
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
  fileprivate func drop(of property: Symbol, in function: FunctionID) -> SourceSpan? {
    let body = Body(function, in: self)
    let code = body.code
    return body.expressions.lazy.compactMap { id -> SourceSpan? in
      switch code[id] {
      case .assign(let target, let value):
        if code.memberOfOwn(target) == property { return body.span(of: id) }
        guard case .subscripted(let base, _) = code[target], code.memberOfOwn(base) == property,
          code[value] == .literal(.null)
        else { return nil }
        return body.span(of: id)
      case .call(let callee, _):
        guard case .member(let base, let name) = code[callee], code.memberOfOwn(base) == property,
          knowledge[.takesElement].contains(name) || knowledge[.takesAll].contains(name)
            || knowledge[.takesOut].begins(name)
        else { return nil }
        return body.span(of: id)
      default: return nil
      }
    }.first
  }

  fileprivate func methods(named name: Symbol) -> [FunctionID] {
    productionFunctions.filter { function in
      let declaration = declaration(of: function)
      return declaration.name == name && declaration.kind == .function && declaration.hasBody
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
