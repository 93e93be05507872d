import SwiftFacts

/// What is put into a static or a global when it is made, and stays there.
extension MakingSites {
  /// Whether a function puts all that it makes of a type into statics or globals: into one of the type itself,
  /// `Type.current = Type()`, wherever that stands; or into another one that nothing else ever fills or empties.
  func putsIntoStatic(_ calls: [ExpressionID], by maker: FunctionID, making type: NominalID) -> Bool {
    let code = frames[maker].facts.code
    return assigns(calls, by: maker) { target in
      isOwnStatic(target, of: type, code)
        || lasting(code.collection(of: target), in: maker).map({
          keepsForGood($0, at: target, in: maker, making: type)
        }) == true
    }
  }

  /// Whether what calls make becomes entries of a property of the maker's object, where it is asked for them first, and
  /// none of which anybody takes out: there is one under each key, and it lives as long as that.
  func putsIntoOwnEntries(_ calls: [ExpressionID], by maker: FunctionID, making type: NominalID) -> Bool {
    let code = frames[maker].facts.code
    return assigns(calls, by: maker) { target in
      guard case .subscripted(let base, _) = code[target], let name = code.ownProperty(base),
        let property = place(base, in: maker), isAsked(name, before: target, in: maker)
      else { return false }
      return keepsForGood(property, at: target, in: maker, making: type)
    }
  }

  /// Whether a function assigns what each of some calls makes, by itself or by a local, to a place that will do.
  private func assigns(
    _ calls: [ExpressionID], by maker: FunctionID, to willDo: (ExpressionID) -> Bool
  ) -> Bool {
    let code = frames[maker].facts.code
    var made = Set(calls)
    for index in program.expressions(of: maker) {
      guard case .assign(let target, let value) = code.expressions[index], willDo(target) else { continue }
      made.remove(code.uncast(value))
      if case .local(let local) = code[value], let first = code[local].initializer { made.remove(code.uncast(first)) }
    }
    return made.isEmpty
  }

  /// Whether a function looks an entry of a property up before a place.
  private func isAsked(_ name: Symbol, before place: ExpressionID, in maker: FunctionID) -> Bool {
    let code = frames[maker].facts.code
    return program.expressions(of: maker).contains { index in
      guard Int(place.index) > index, case .subscripted(let base, _) = code.expressions[index] else { return false }
      return code.ownProperty(base) == name
    }
  }

  private func isOwnStatic(_ target: ExpressionID, of type: NominalID, _ code: Code) -> Bool {
    guard case .member(let base, let property) = code[target], case .name(program[type].name, _) = code[base] else {
      return false
    }
    return program[type].properties[property] != nil
  }

  /// Whether a place belongs to a property that is filled here alone, or is one of its entries, none of which anybody
  /// takes out. One that a screen is put into holds one screen after the other.
  private func keepsForGood(
    _ property: PropertyID, at target: ExpressionID, in maker: FunctionID, making type: NominalID
  ) -> Bool {
    let name = program.declaration(of: property).name
    let isEntry = frames[maker].facts.code.collection(of: target) != target
    guard !program.inherits(type, fromAny: .viewControllerClass), !program.inherits(type, fromAny: .viewClass),
      !uses.elsewhere.contains(name), !isChangedInPlace(name)
    else { return false }
    let settings: [PropertyUses.Setting] = uses.assignments[name] ?? []
    return settings.allSatisfy { setting in
      let function = setting.function
      let code = program[program.file(of: function)].facts.code
      guard case .assign(let other, _) = code[setting.assignment], mayMean(property, other, in: function) else {
        return true
      }
      if function == maker, other == target { return true }
      guard isEntry, case .subscripted = code[other] else { return false }
      return code[setting.value] != .literal(.null)
    }
  }

  /// Whether an assignment may be to a static or a global.
  private func mayMean(_ property: PropertyID, _ target: ExpressionID, in function: FunctionID) -> Bool {
    let code = frames[function].facts.code
    switch code[target] {
    case .subscripted(let base, _): return mayMean(property, base, in: function)
    case .name: return place(target, in: function) == property
    case .member(let base, _):
      if case .name(let owner, _) = code[base], owner.isCapitalized { return place(target, in: function) == property }
      // A static is reached by the name of its type.
      if case .local = code[base], program.declaration(of: property).isStatic { return false }
      return true
    default: return true
    }
  }

  /// The static or the global that a place is.
  private func lasting(_ place: ExpressionID, in maker: FunctionID) -> PropertyID? {
    guard let found = self.place(place, in: maker), case let declaration = program.declaration(of: found),
      declaration.isStatic || declaration.parent == nil
    else { return nil }
    return found
  }

  /// The stored property that a place is: of the object, a static, or a global.
  private func place(_ place: ExpressionID, in maker: FunctionID) -> PropertyID? {
    let frame = frames[maker]
    var found: PropertyID?
    switch frame.facts.code[place] {
    case .name(let name, _):
      found =
        program.scopes(from: frame.context).lazy.compactMap { program[$0].properties[name] }.first
        ?? program.globalProperty(named: name, from: frame.file)
    case .member(let base, let name) where frame.facts.code.isSelf(base):
      found = frame.context.flatMap { program[$0].properties[name] }
    case .member(let base, let name):
      guard case .name(let owner, _) = frame.facts.code[base], owner.isCapitalized,
        let type = program.nominal(named: owner, from: frame.file)
      else { return nil }
      found = program[type].properties[name]
    default: return nil
    }
    guard let found, case let declaration = program.declaration(of: found), declaration.isStored,
      declaration.strength == .strong
    else { return nil }
    return found
  }

  /// Whether something of a name has a method called on it that takes out what is in it.
  private func isChangedInPlace(_ name: Symbol) -> Bool {
    program.functions(mentioning: [name]).contains { function in
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).contains { at in
        guard case .call(let callee, _) = code.expressions[at], case .member(let base, let method) = code[callee] else {
          return false
        }
        return program.knowledge[.changesInPlace].contains(method) && code.calledName(base) == name
          && place(base, in: function) != nil
      }
    }
  }
}

extension Code {
  /// The collection of an entry; any other place itself.
  fileprivate func collection(of place: ExpressionID) -> ExpressionID {
    if case .subscripted(let base, _) = self[place] { base } else { place }
  }
}
