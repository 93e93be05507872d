import SwiftFacts

extension Program {
  /// The stored properties in which two values may differ although `==` calls them equal, where it looks at most
  /// others; nil where it is about what a value is known by, or cannot be followed.
  func missingProperties(of equality: Equality, _ inference: Inference) -> [PropertyID]? {
    guard let seen = equality.properties(), !seen.isEmpty, !seen.allSatisfy({ isIdentity($0) }),
      !equality.comparesIdentitiesAlone
    else { return nil }
    // A hash of just these is a second word for it: they are what a value is known by.
    if let hash = hashFunction(of: equality.type), let own = declaration(of: hash).selfLocal,
      Reading(program: self, type: equality.type).properties(of: own, in: hash) == seen
    {
      return nil
    }
    let stored = storedProperties(of: equality.type)
    // What an object holds may change while it is compared.
    let isObject = self[equality.type].kind != .struct
    let missing = stored.filter { property in
      let declaration = declaration(of: property)
      let type = inference.type(of: property)
      return !seen.contains(declaration.name) && isState(declaration) && (declaration.isLet || !isObject)
        && isEquatable(type)
        // An object is shared, and what it holds is not this value's.
        && !(type.nominal.map { self[$0].kind == .class } ?? false)
        && !isConstant(property) && !isDerived(property, of: equality.type)
    }
    let compared = stored.filter { property in
      let declaration = declaration(of: property)
      return seen.contains(declaration.name) && isState(declaration) && isEquatable(inference.type(of: property))
    }
    // One that holds objects to objects asks whether two things are the same, not whether they are alike.
    if compared.contains(where: { isReference(inference.type(of: $0)) == true }) { return nil }
    // An equality that looks at a few things only is about these few.
    let isAboutMost = missing.count == 1 && !compared.isEmpty || missing.count * 2 <= compared.count
    return missing.isEmpty || isAboutMost ? missing : nil
  }

  /// Whether a property is a part of what a value says, rather than of how it works.
  private func isState(_ property: PropertyDeclaration) -> Bool {
    property.strength == .strong && !property.isLazy
      && property.attributes.allSatisfy { knowledge[.keepsAsGiven].contains($0) }
      && !(property.isPrivate && !property.isLet) && !property.name.text.hasPrefix("_")
  }

  /// Whether all initialisers that set a property work it out from what they set others by.
  private func isDerived(_ property: PropertyID, of type: NominalID) -> Bool {
    let name = declaration(of: property).name
    guard declaration(of: property).isLet else { return false }
    var isSet = false
    for function in functions(of: type) where declaration(of: function).kind == .initializer {
      let body = Body(function, in: self)
      for id in body.expressions {
        guard case .assign(let target, let value) = body.code[id], body.code.ownProperty(target) == name else {
          continue
        }
        guard isWorkedOut(value, in: body.code) else { return false }
        isSet = true
      }
    }
    return isSet
  }

  /// Whether a value is made of others, and neither taken as it is nor read from something by a key.
  private func isWorkedOut(_ value: ExpressionID, in code: Code) -> Bool {
    switch code[value] {
    case .operation, .compound: return true
    case .call(let callee, let list):
      if let name = code.callee(of: value), knowledge[.decodes].begins(name) { return false }
      if case .member(let base, _) = code[callee], isWorkedOut(base, in: code) { return true }
      return code[list].allSatisfy { argument in
        switch code[argument.value] {
        case .literal, .implicitMember: false
        default: true
        }
      }
    case .member(let base, _):
      if case .choice = code[base] { return true }
      return isWorkedOut(base, in: code)
    case .cast(let base, _): return isWorkedOut(base, in: code)
    case .choice(let parts): return code[parts].contains { isWorkedOut($0, in: code) }
    default: return false
    }
  }

  /// Whether a property is the same in all values: a `let` with a value of its own.
  func isConstant(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    return declaration.isLet && declaration.initialValue != nil
  }
}
