import SwiftFacts

extension Program {
  /// Calls that wait for a serial queue from a block that runs on it.
  public func waitsForOwnQueue() -> [Hazard] {
    var result: [Hazard] = []
    for function in functions(mentioning: knowledge[.waitsForBlock].names) {
      let body = Body(function, in: self)
      guard !asksWhereItRuns(body) else { continue }
      for id in body.expressions {
        guard let queue = waiting(id, in: body.code), isSerial(queue, in: body) else { continue }
        if let outer = block(around: id, in: body) {
          guard let own = queueCall(of: outer, in: body.code),
            body.code.spelling(of: own) == body.code.spelling(of: queue)
          else { continue }
          result.append(
            hazard(id, on: queue, evidence: body.code[outer].call.map { [body.span(of: $0)] } ?? [], in: body))
        } else if isMain(queue, in: body.code), runsOnMain(function) {
          result.append(hazard(id, on: queue, evidence: [span(of: function)], in: body))
        }
      }
    }
    return result + waitsThroughCalls() + waitsThroughCallbacks()
  }

  /// Calls, in a block on a queue, of methods of the same type that wait for that queue first.
  private func waitsThroughCalls() -> [Hazard] {
    var result: [Hazard] = []
    let inference = Inference(program: self)
    for function in functions(mentioning: knowledge[.queuesBlock].names.union(knowledge[.waitsForBlock].names)) {
      guard let type = owner(of: function), self[type].kind != .protocol else { continue }
      let body = Body(function, in: self)
      guard !asksWhereItRuns(body) else { continue }
      let frame = Frame(function, in: self)
      for id in body.expressions {
        guard case .call(_, let list) = body.code[id], let outer = block(around: id, in: body),
          let queue = queueCall(of: outer, in: body.code), let name = body.code.ownProperty(queue),
          isSerial(queue, in: body),
          case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1,
          let target = targets.first,
          owner(of: target) == type, target != function
        else { continue }
        let other = Body(target, in: self)
        let given = body.code.given(body.code[list], to: declaration(of: target), in: other.code)
        let reached = flow(of: target).flatMap { Reachability($0, in: other.code, given: given) }
        guard !asksWhereItRuns(other), let wait = firstWait(for: name, in: other, reached: reached) else { continue }
        result.append(
          Hazard(
            kind: .waitsForItself, span: body.span(of: id), name: body.code.spelling(of: queue),
            other: declaration(of: target).name.text,
            evidence: [other.span(of: wait)] + (body.code[outer].call.map { [body.span(of: $0)] } ?? []),
            essence: "\(name)|\(declaration(of: target).name)"))
      }
    }
    return result
  }

  /// - Parameter reached: What runs of the body with what it is given; nil where that is not known.
  private func firstWait(for name: Symbol, in body: Body, reached: Reachability?) -> ExpressionID? {
    body.expressions.first { id in
      guard let queue = waiting(id, in: body.code), body.code.ownProperty(queue) == name, reached?.contains(id) ?? true
      else { return false }
      return block(around: id, in: body) == nil
    }
  }

  private func hazard(_ id: ExpressionID, on queue: ExpressionID, evidence: [SourceSpan], in body: Body) -> Hazard {
    Hazard(
      kind: .waitsForItself, span: body.span(of: id), name: body.code.spelling(of: queue),
      other: body.code.callee(of: id)?.text ?? "", evidence: evidence, essence: body.code.memberName(queue))
  }

  /// The queue that a call waits for: `queue.sync { … }`.
  private func waiting(_ id: ExpressionID, in code: Code) -> ExpressionID? {
    guard case .call(let callee, let list) = code[id], case .member(let queue, let name) = code[callee],
      knowledge[.waitsForBlock].contains(name), list.count >= 1,
      case .closure? = code[list].last.map({ code[$0.value] })
    else { return nil }
    return queue
  }

  /// The innermost closure that an expression is in.
  private func block(around id: ExpressionID, in body: Body) -> ClosureID? {
    var best: ClosureID?
    for one in body.code.closures(in: body.range) {
      let closure = body.code[one]
      guard closure.firstExpression <= id.index, id.index < closure.endExpression else { continue }
      if let known = best, body.code[known].firstExpression > closure.firstExpression { continue }
      best = one
    }
    return best
  }

  /// The queue that a closure is given to.
  private func queueCall(of closure: ClosureID, in code: Code) -> ExpressionID? {
    guard !code[closure].isLocalFunction, let call = code[closure].call, case .call(let callee, _) = code[call],
      case .member(let queue, let name) = code[callee],
      knowledge[.queuesBlock].contains(name) || knowledge[.waitsForBlock].contains(name)
    else { return nil }
    return queue
  }

  /// Whether a queue is known to run one block at a time.
  private func isSerial(_ queue: ExpressionID, in body: Body) -> Bool {
    if isMain(queue, in: body.code) { return true }
    if case .local(let local) = body.code[queue], case .variable(isLet: true) = body.code[local].kind,
      let initial = body.code[local].initializer
    {
      return makes(.makesSerialQueue, initial, in: body.code)
    }
    guard let name = body.code.ownProperty(queue), let type = owner(of: body.function),
      let property = property(named: name, of: type)
    else { return false }
    return isSerialQueue(property)
  }

  private func isMain(_ queue: ExpressionID, in code: Code) -> Bool {
    isStatic(.mainQueue, queue, in: code)
  }

  /// Whether a function is one that the system calls on the main thread alone.
  private func runsOnMain(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    return declaration.attributes.contains { knowledge[.comesOnMainThread].contains($0) }
      || declaration.isOverride && knowledge[.comesOnMainThread].contains(declaration.name)
  }

  /// Whether a function asks which thread or queue it runs on, and so knows when not to wait.
  func asksWhereItRuns(_ body: Body) -> Bool {
    body.expressions.contains { id in
      switch body.code[id] {
      case .member(_, let name), .name(let name, _):
        knowledge[.asksWhereItRuns].contains(name)
      default: false
      }
    }
  }
}
