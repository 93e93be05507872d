import SwiftFacts

extension Program {
  /// Whether objects can come to keep one another along the links of a cycle: whichever of them is made last, one that
  /// was there before has to be given it, and a `let` that the initialiser fills is given nothing later.
  func canClose(_ cycle: Cycle) -> Bool {
    let variables = capturedVariables(cycle)
    if variables.contains(where: { isReplaced($0, in: cycle) }) { return false }
    return cycle.isKeptForGood || cycle.links.contains { !isFilledAtOnce($0) }
      || !cycle.links.contains { isConstant($0) } || !variables.isEmpty
  }

  /// The locals that the closure of a cycle captures, and that may be given their object after the closure is made.
  private func capturedVariables(_ cycle: Cycle) -> [LocalID] {
    guard case .closure(let closure) = cycle.closing else { return [] }
    let declaration = declaration(of: closure.function)
    let code = self[file(of: closure.function)].facts.code
    let locals = declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)
    return locals.map(LocalID.init(index:)).filter {
      code[$0].name == closure.captured && code[$0].kind == .variable(isLet: false)
    }
  }

  /// Whether the closure of a cycle puts something else into a local that it captures: once it has run, it holds that.
  private func isReplaced(_ local: LocalID, in cycle: Cycle) -> Bool {
    guard case .closure(let closure) = cycle.closing else { return false }
    let code = self[closure.span.file].facts.code
    return expressions(of: closure.function).contains { index in
      guard case .assign(let target, let value) = code.expressions[index], code[target] == .local(local),
        code[value] != .local(local)
      else { return false }
      let span = code.spans[index]
      return closure.span.bytes.start < span.start && span.end < closure.span.bytes.end
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
