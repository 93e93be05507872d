import SwiftFacts

/// What refers to its own keeper.
extension Matching {
  /// Whether the object that a property refers to is the one that keeps whoever has the property, in all that the
  /// program makes: it cannot go first.
  func isOfItsKeeper(_ property: PropertyID, _ finder: ClosureEscape) -> Bool {
    guard let holder = after.owner(of: property), after[holder].kind == .class else { return false }
    let sites = after.functions(mentioning: [after[holder].name]).flatMap { makings(of: holder, in: $0, finder) }
    return !sites.isEmpty && sites.allSatisfy { isKeptInPrivate($0) } && keepsToItself(holder, finder)
  }

  private struct Making {
    var function: FunctionID
    var call: ExpressionID
  }

  private func makings(of holder: NominalID, in function: FunctionID, _ finder: ClosureEscape) -> [Making] {
    let frame = Frame(function, in: after)
    return after.expressions(of: function).map { ExpressionID(index: Int32($0)) }.filter { call in
      guard case .call(let callee, _) = frame.facts.code[call],
        frame.facts.code.calleeName(callee) == after[holder].name
      else { return false }
      return finder.inference.type(of: call, in: frame).nominal == holder
    }.map { Making(function: function, call: $0) }
  }

  /// Whether what is made is given its maker, and put into a stored property of it that it does not hand out.
  private func isKeptInPrivate(_ making: Making) -> Bool {
    let body = Body(making.function, in: after)
    guard case .call(_, let list) = body.code[making.call],
      body.code[list].contains(where: { argument in
        if case .local(let local) = body.code[argument.value] { body.code.isSelf(local) } else { false }
      }), let type = after.owner(of: making.function), after[type].kind == .class
    else { return false }
    let name: Symbol?
    if case .initialValue(let index) = after.declaration(of: making.function).kind {
      name = after.declaration(of: after.property(index, in: after.file(of: making.function))).name
    } else if let whole = body.parent(of: making.call), case .assign(let target, making.call) = body.code[whole] {
      name = body.code.ownProperty(target)
    } else {
      name = nil
    }
    guard let name, let property = after.property(named: name, of: type), after.declaration(of: property).isPrivate,
      after.declaration(of: property).isStored
    else { return false }
    return (after.functions(of: type) + after.getters(of: type)).allSatisfy { function in
      let other = Body(function, in: after)
      return other.expressions.allSatisfy { id in
        guard other.code.ownProperty(id) == name else { return true }
        guard let whole = other.parent(of: id) else { return false }
        switch other.code[whole] {
        case .member(id, _): return true
        case .assign(let target, _): return target == id
        default: return false
        }
      }
    }
  }

  /// Whether the objects of a type hand themselves to nobody, and have no closure that runs later.
  private func keepsToItself(_ type: NominalID, _ finder: ClosureEscape) -> Bool {
    after.functions(of: type).allSatisfy { function in
      guard !after.givesAwaySelf(function), !after.declaration(of: function).effects.contains(.suspends) else {
        return false
      }
      let frame = Frame(function, in: after)
      return frame.facts.code.closures(in: after.expressions(of: function)).allSatisfy {
        finder.fate(of: $0, in: frame) == .inPlace
      }
    }
  }
}
