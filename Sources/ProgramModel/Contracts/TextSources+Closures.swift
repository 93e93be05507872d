import SwiftFacts

/// Texts that a closure is given by whoever calls it.
extension TextSources {
  /// What a parameter of a closure is given that is put into a property, or given to a function of the program that
  /// calls it.
  func leads(from closure: ClosureID, _ position: Int, in frame: Frame) -> [Lead] {
    let code = frame.facts.code
    switch frame.uses[code[closure].expression] {
    case .isAssigned(let target)?:
      guard let name = code.assignedName(target), let holder = holder(of: target, in: frame),
        case .property(let property)? = program.valueMember(name, of: holder)
      else { return [] }
      return program.functions(mentioning: [name]).filter { !program.isTest(program.file(of: $0)) }
        .flatMap { function in
          let other = frames[function]
          return calls(of: { self.property($0, in: other) == property }, position, in: other)
        }
    case .isArgument(let at, let call)?:
      guard case .call(_, let list) = code[call],
        case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
        case let declaration = program.declaration(of: targets[0]), let match = declaration.match(code[list])
      else { return [] }
      let other = frames[targets[0]]
      let local = declaration.parameters[match[at]].local
      return calls(of: { other.facts.code[$0] == .local(local) }, position, in: other)
    default: return []
    }
  }

  /// What the calls of a closure in one function give it at a position.
  private func calls(of isCalled: (ExpressionID) -> Bool, _ position: Int, in frame: Frame) -> [Lead] {
    let code = frame.facts.code
    return program.expressions(of: frame.function).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index], list.count > position, isCalled(callee) else {
        return nil
      }
      return .value(code[list][code[list].startIndex + position].value, frame.function)
    }
  }

  private func property(_ callee: ExpressionID, in frame: Frame) -> PropertyID? {
    let code = frame.facts.code
    let name: Symbol
    switch code[callee] {
    case .member(_, let own), .name(let own, .some): name = own
    default: return nil
    }
    guard let holder = holder(of: callee, in: frame),
      case .property(let property)? = program.valueMember(name, of: holder)
    else { return nil }
    return property
  }

  /// The type of the object whose member an expression names.
  private func holder(of member: ExpressionID, in frame: Frame) -> NominalID? {
    if case .member(let base, _) = frame.facts.code[member] { return inference.type(of: base, in: frame).nominal }
    return frame.context
  }
}
