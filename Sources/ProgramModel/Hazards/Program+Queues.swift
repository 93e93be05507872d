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
    return result + waitsThroughCalls() + waitsThroughCallbacks() + locksTakenAgain()
  }

  /// Calls, in a block on a queue, of methods of the same type that wait for that queue first.
  private func waitsThroughCalls() -> [Hazard] {
    var result: [Hazard] = []
    var known: [WaitKey: SourceSpan?] = [:]
    let inference = Inference(program: self)
    for function in functions(mentioning: knowledge[.queuesBlock].names.union(knowledge[.waitsForBlock].names)) {
      guard let type = owner(of: function), self[type].kind != .protocol else { continue }
      let body = Body(function, in: self)
      guard !asksWhereItRuns(body) else { continue }
      let frame = Frame(function, in: self)
      for id in body.expressions {
        guard let target = ownCode(runBy: id, in: body, frame, inference), target != function,
          let outer = block(around: id, in: body),
          let queue = queueCall(of: outer, in: body.code), let name = body.code.ownProperty(queue),
          isSerial(queue, in: body)
        else { continue }
        let other = Body(target, in: self)
        var reached: Reachability?
        if case .call(_, let list) = body.code[id] {
          let given = body.code.given(body.code[list], to: declaration(of: target), in: other.code)
          reached = flow(of: target).flatMap { Reachability($0, in: other.code, given: given) }
        }
        guard let wait = wait(for: name, in: other, reached: reached, inference, &known) else { continue }
        result.append(
          Hazard(
            kind: .waitsForItself, span: body.span(of: id), name: body.code.spelling(of: queue),
            other: declaration(of: target).name.text,
            evidence: [wait] + (body.code[outer].call.map { [body.span(of: $0)] } ?? []),
            essence: "\(name)|\(declaration(of: target).name)"))
      }
    }
    return result
  }

  /// The method of the same object that a call runs, or the getter of a property of it that is read.
  private func ownCode(
    runBy id: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference
  ) -> FunctionID? {
    guard let type = frame.context else { return nil }
    switch body.code[id] {
    case .call:
      let target = inference.target(of: id, in: frame)
      guard case .functions(let targets) = target.kind, targets.count == 1, owner(of: targets[0]) == type else {
        return nil
      }
      // Another object of the type has a queue of its own.
      if case .expression(let base) = target.receiver, !isItself(base, body.code) { return nil }
      return targets[0]
    case .name, .member:
      if let parent = body.parent(of: id), case .assign(id, _) = body.code[parent] { return nil }
      return ownGetter(readBy: id, in: frame)
    default: return nil
    }
  }

  private func isItself(_ id: ExpressionID, _ code: Code) -> Bool {
    guard case .local(let local) = code[id] else { return false }
    switch code[local].kind {
    case .selfReference: return true
    case .capture(_, let value): return isItself(value, code)
    case .variable: return code[local].initializer.map { isItself($0, code) } ?? false
    default: return false
    }
  }

  /// Where a body waits for a queue of its object before it returns: itself, or by other methods of the object.
  private func wait(
    for name: Symbol, in body: Body, reached: Reachability?, _ inference: Inference,
    _ known: inout [WaitKey: SourceSpan?]
  ) -> SourceSpan? {
    guard !asksWhereItRuns(body) else { return nil }
    if let wait = firstWait(for: name, in: body, reached: reached) { return body.span(of: wait) }
    let frame = Frame(body.function, in: self)
    for id in body.expressions where reached?.contains(id) ?? true {
      guard block(around: id, in: body) == nil, let next = ownCode(runBy: id, in: body, frame, inference),
        next != body.function
      else { continue }
      let key = WaitKey(name: name, function: next)
      if let answer = known[key] {
        if let answer { return answer }
        continue
      }
      // Who asks this while it is worked out is called by the function itself.
      known[key] = .some(nil)
      let answer = wait(for: name, in: Body(next, in: self), reached: nil, inference, &known)
      known[key] = answer
      if let answer { return answer }
    }
    return nil
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

  private func isOwnProperty(_ id: ExpressionID, in body: Body) -> Bool {
    guard let name = body.code.ownProperty(id), let type = owner(of: body.function) else { return false }
    return property(named: name, of: type) != nil
  }

  /// Whether a function asks which thread or queue it runs on, and so knows when not to wait.
  func asksWhereItRuns(_ body: Body) -> Bool {
    body.expressions.contains { id in
      switch body.code[id] {
      case .member(_, let name), .name(let name, _):
        knowledge[.asksWhereItRuns].contains(name) && !isOwnProperty(id, in: body)
      default: false
      }
    }
  }
}

/// A queue of an object, by its property, and a method that may wait for it.
private struct WaitKey: Hashable {
  var name: Symbol
  var function: FunctionID
}
