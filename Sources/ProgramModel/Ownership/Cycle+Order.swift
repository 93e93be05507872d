import SwiftFacts

extension Program {
  /// Whether objects can come to keep one another along the links of a cycle: whichever of them is made last, one that
  /// was there before has to be given it, and a `let` that the initialiser fills is given nothing later.
  func canClose(_ cycle: Cycle) -> Bool {
    cycle.isKeptForGood || cycle.links.contains { !isFilledAtOnce($0) } || !cycle.links.contains { isConstant($0) }
      || capturesVariable(cycle)
  }

  /// Whether the closure of a cycle captures a local that is given its object after the closure is made.
  private func capturesVariable(_ cycle: Cycle) -> Bool {
    guard case .closure(let closure) = cycle.closing else { return false }
    let declaration = declaration(of: closure.function)
    let code = self[file(of: closure.function)].facts.code
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).contains { index in
      let local = code[LocalID(index: index)]
      return local.name == closure.captured && local.kind == .variable(isLet: false)
    }
  }

  /// Whether an object has what a link leads to from the moment that it is there itself.
  private func isFilledAtOnce(_ link: Cycle.Link) -> Bool {
    switch link.how {
    case .capture, .methodReference: true
    case .store(let slot): slot.isPayload || isConstant(link)
    case .property: isConstant(link)
    case .knownProperty, .element: false
    }
  }

  /// Whether a link is a `let` of a type of the program, which nothing fills later.
  private func isConstant(_ link: Cycle.Link) -> Bool {
    let property: PropertyID? =
      switch link.how {
      case .property(let property): property
      case .store(let slot): slot.owner.flatMap { self.property(named: slot.name, of: $0) }
      default: nil
      }
    guard let property else { return false }
    let declaration = declaration(of: property)
    return declaration.isLet && !declaration.isLazy && declaration.attributes.isEmpty
  }
}
