import SwiftFacts

extension Program {
  /// Callbacks and delegates that an object is given after a call which may already have wanted them.
  public func lateCallbacks() -> [Hazard] {
    let inference = Inference(program: self)
    var uses: [FunctionID: [Symbol: SourceSpan]] = [:]
    var result: [Hazard] = []
    for function in productionFunctions {
      let declaration = declaration(of: function)
      guard declaration.firstLocal < declaration.endLocal else { continue }
      let code = self[file(of: function)].facts.code
      for index in declaration.firstLocal..<declaration.endLocal {
        let local = code.locals[Int(index)]
        // Only an object that is made here is known to have been given nothing before.
        guard case .variable = local.kind, let initial = local.initializer, case .call = code[initial] else { continue }
        let frame = Frame(function, in: self)
        guard makesObject(initial, in: frame, inference) else { continue }
        result += lateCallbacks(of: LocalID(index: index), in: frame, inference, &uses)
      }
    }
    return result
  }

  private func makesObject(_ call: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions): functions.allSatisfy { declaration(of: $0).kind == .initializer }
    case .foreign(_, _, let isInitializer): isInitializer
    case .memberwise, .enumCase, .value: false
    }
  }

  private func lateCallbacks(
    of local: LocalID, in frame: Frame, _ inference: Inference, _ uses: inout [FunctionID: [Symbol: SourceSpan]]
  ) -> [Hazard] {
    guard let type = inference.type(of: local, in: frame).nominal, self[type].kind == .class, storedProperties(of: type).contains(where: isSlot) else { return [] }
    let body = Body(frame.function, in: self)
    let code = body.code
    var given: Set<Symbol> = []
    var wanted: [Symbol: (call: ExpressionID, at: SourceSpan)] = [:]
    var result: [Hazard] = []
    for id in body.expressions where !body.isInClosure(id) {
      switch code[id] {
      case .assign(let target, _):
        guard case .member(let base, let slot) = code[target], code[base] == .local(local) else { continue }
        if let early = wanted[slot], given.insert(slot).inserted {
          result.append(
            Hazard(
              kind: .lateCallback, span: body.span(of: id), name: "\(code[local].name).\(slot)", other: code.callee(of: early.call)?.text ?? "",
              owner: name(of: type), evidence: [body.span(of: early.call), early.at],
              essence: "\(slot)|\(code.callee(of: early.call)?.text ?? "")"))
        }
        given.insert(slot)
      case .call(let callee, _):
        guard case .member(let base, _) = code[callee], code[base] == .local(local),
          case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1, let target = targets.first
        else { continue }
        for (slot, span) in callbacks(of: target, &uses) where wanted[slot] == nil && !given.contains(slot) { wanted[slot] = (id, span) }
      default: break
      }
    }
    return result
  }

  /// The closure properties and delegates that a method may call before it returns.
  private func callbacks(of function: FunctionID, _ known: inout [FunctionID: [Symbol: SourceSpan]], depth: Int = 0) -> [Symbol: SourceSpan] {
    if let found = known[function] { return found }
    known[function] = [:]
    guard let type = owner(of: function), depth < 3, declaration(of: function).hasBody else { return [:] }
    let body = Body(function, in: self)
    let code = body.code
    var result: [Symbol: SourceSpan] = [:]
    for id in body.expressions where !body.isInClosure(id) {
      guard case .call(let callee, _) = code[id] else { continue }
      // `onDone?(…)`, `delegate?.didFinish(…)`.
      var slot = code.ownProperty(callee)
      if slot == nil, case .member(let base, _) = code[callee] { slot = code.ownProperty(base) }
      if let slot, case .property(let property)? = valueMember(slot, of: type), isSlot(property) {
        result[slot] = result[slot] ?? body.span(of: id)
      } else if case .name(let name, .some) = code[callee], case .functions(let targets)? = member(name, of: type), targets.count == 1 {
        for (slot, span) in callbacks(of: targets[0], &known, depth: depth + 1) { result[slot] = result[slot] ?? span }
      }
    }
    known[function] = result
    return result
  }

  /// Whether a property is there to be called back through: an optional closure, or a delegate.
  private func isSlot(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    guard declaration.isStored, !declaration.isLet, isOptional(property), let type = declaration.type else { return false }
    let code = self[file(of: property)].facts.code
    if case .optional(let wrapped) = code[type] {
      if case .function = code[wrapped] { return true }
      if case .function = resolve(wrapped, in: file(of: property), context: owner(of: property)) { return true }
    }
    return declaration.strength == .weak && declaration.name.text.words.last.map { knowledge[.isTold].contains($0) } == true
  }
}
