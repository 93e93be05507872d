import SwiftFacts

extension Program {
  /// Whether what a view is drawn from may change while it is shown: an object that it observes, a state that its code
  /// looks at, what whoever makes it hands in. A state that it only sets, or hands on to be set, draws nothing anew.
  func mayBeDrawnAgain(_ view: NominalID) -> Bool {
    // Of what is added to all views, and of what is out of sight, nothing is known.
    guard self[view].kind == .struct else { return true }
    return storedProperties(of: view).contains { property in
      let declaration = declaration(of: property)
      guard !declaration.isStatic else { return false }
      if declaration.attributes.isEmpty { return !declaration.isLet || declaration.initialValue == nil }
      return declaration.attributes.contains { attribute in
        knowledge[.observesOnly].contains(attribute) || knowledge[.ownsObserved].contains(attribute)
      } || isLookedAt(declaration.name, by: view)
    }
  }

  /// Whether the code of a view asks what a property of it holds.
  private func isLookedAt(_ property: Symbol, by view: NominalID) -> Bool {
    functions(mentioning: [property]).contains { function in
      guard owner(of: function) == view else { return false }
      let body = Body(function, in: self)
      return body.expressions.contains { id in
        guard body.code.ownProperty(id) == property else { return false }
        guard let outer = body.parent(of: id) else { return true }
        switch body.code[outer] {
        case .assign(id, _): return false
        case .member(id, let name): return !knowledge[.changesInPlace].contains(name)
        default: return true
        }
      }
    }
  }
}
