import SwiftFacts

extension TypeChain {
  /// Whether each element of a list of the family comes to a chain that ends the program for some of them: nobody has
  /// picked out those that it asks for.
  public func endsForOneOfList(in program: Program) -> Bool {
    guard ends, let root, !isOfAll(in: program) else { return false }
    let frame = Frame(function, in: program)
    let elements = WholeLists(of: root, Inference(program: program))
    return elements.isGone(through: subjectExpression, in: frame)
  }
}

/// Tells which values are each element of a list, one after another, with none left out.
private struct WholeLists {
  private let root: NominalID
  private let inference: Inference
  private var program: Program { inference.program }

  init(of root: NominalID, _ inference: Inference) {
    self.root = root
    self.inference = inference
  }

  /// Whether an expression is each element of a list, here or where somebody calls the function.
  func isGone(through value: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    guard case .local(let local) = code[value], isUntested(value, in: frame) else { return false }
    if isElement(local, in: frame) { return true }
    guard case .parameter(let position) = code[local].kind, frame.declaration.kind == .function else { return false }
    return program.functions(mentioning: [frame.declaration.name]).contains { caller in
      guard caller != frame.function, !program.isTest(program.file(of: caller)) else { return false }
      let other = Frame(caller, in: program)
      return program.expressions(of: caller).contains { index in
        isGiven(each: ExpressionID(index: Int32(index)), to: frame.function, Int(position), in: other)
      }
    }
  }

  /// Whether a call gives a function each element of a list: as an argument, or the function itself to the list.
  private func isGiven(each call: ExpressionID, to function: FunctionID, _ position: Int, in frame: Frame) -> Bool {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call] else { return false }
    if let goes = throughList(callee, in: frame), goes {
      let name = program.declaration(of: function).name
      return program.owner(of: function) == frame.context && isUntested(call, in: frame)
        && code[list].contains { code.ownProperty($0.value) == name }
    }
    guard case .functions([function]) = inference.target(of: call, in: frame).kind,
      let match = program.declaration(of: function).match(code[list]), isUntested(call, in: frame)
    else { return false }
    return code[list].enumerated().contains { at, argument in
      guard match[at] == position, case .local(let local) = code[argument.value] else { return false }
      return isElement(local, in: frame)
    }
  }

  /// Whether a local is what a loop, or a closure that is given to the list, goes through.
  private func isElement(_ local: LocalID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    switch code[local].kind {
    case .variable:
      if let value = code[local].initializer, case .element(let list) = code[value] { return isWhole(list, in: frame) }
      return false
    case .closureParameter(let closure, _):
      guard let call = code[closure].call, case .call(let callee, _) = code[call] else { return false }
      return throughList(callee, in: frame) ?? false
    default: return false
    }
  }

  /// Whether what is called goes through a list, and that is a whole one; nil where it goes through none.
  private func throughList(_ callee: ExpressionID, in frame: Frame) -> Bool? {
    guard case .member(let list, let name) = frame.facts.code[callee],
      program.knowledge[.goesThroughElements].contains(name)
    else { return nil }
    return isWhole(list, in: frame)
  }

  /// Whether a list is one of the whole family, as it was handed over or is kept.
  private func isWhole(_ list: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    guard case .array(let element) = inference.type(of: list, in: frame), element.nominal == root else { return false }
    switch code[list] {
    case .local(let local):
      if case .parameter = code[local].kind { return true }
      return false
    case .name, .member:
      guard let name = code.ownProperty(list), let owner = frame.context,
        let property = program.property(named: name, of: owner)
      else { return false }
      return program.declaration(of: property).isStored
    default: return false
    }
  }

  /// Whether every value comes to a place: nothing is asked on the way.
  private func isUntested(_ place: ExpressionID, in frame: Frame) -> Bool {
    program.passedTests(at: [place], in: frame.function)?[place]?.isEmpty == true
  }
}
