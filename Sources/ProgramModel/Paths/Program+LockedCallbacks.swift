import SwiftFacts

/// Closures and delegates of others that are called while a lock is held.
extension Program {
  /// The calls, in the order of files: `name` is what is called, `other` the lock.
  public func callbacksUnderLock(threads: Int) -> [Breach] {
    let found = Workers.map(count: functionCount, threads: threads, state: { Inference(program: self) }) { inference, index in
      self.callbacksUnderLock(in: FunctionID(index: Int32(index)), inference)
    }
    return found.flatMap { $0 }
  }

  private func callbacksUnderLock(in id: FunctionID, _ inference: Inference) -> [Breach] {
    let declaration = declaration(of: id)
    let file = file(of: id)
    guard declaration.hasBody, !isTest(file), declaration.firstStatement < declaration.endStatement else { return [] }
    let code = self[file].facts.code
    let regions = regions(underLockIn: declaration, of: id)
    guard !regions.isEmpty else { return [] }
    let frame = Frame(id, in: self)
    return regions.compactMap { call, lock in
      guard case .call(let callback, _) = code[call], let called = foreignCallback(callback, frame, inference),
        case .call(let locking, _) = code[lock], case .member(let base, _) = code[locking]
      else { return nil }
      return Breach(
        span: SourceSpan(file: file, bytes: code.span(of: call)), name: called, other: code.plainSpelling(of: base),
        evidence: [SourceSpan(file: file, bytes: code.span(of: locking))])
    }
  }

  /// The calls that are made while a lock is held, each with the call that took it, in order.
  private func regions(
    underLockIn declaration: FunctionDeclaration, of id: FunctionID
  ) -> [(call: ExpressionID, lock: ExpressionID)] {
    let file = file(of: id)
    let code = self[file].facts.code
    var result: [(call: ExpressionID, lock: ExpressionID)] = []
    var roots: Set<Int32> = []
    for index in declaration.firstExpression..<declaration.endExpression {
      let lock = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[lock], case .member(let base, let name) = code[callee] else { continue }
      if knowledge[.runsUnderLock].contains(name) || knowledge[.waitsForBlock].contains(name), let last = code[list].last, case .closure(let closure) = code[last.value] {
        guard isPlainLock(base, name, declaration, id) else { continue }
        let statement = code[closure].statement
        result += code.calls(directlyIn: statement).map { ($0, lock) }
      } else if knowledge[.locks].contains(name), list.count == 0, isPlainLock(base, name, declaration, id) {
        let inner = code.closures(around: lock, within: declaration.firstExpression..<declaration.endExpression).max { code[$0].firstExpression < code[$1].firstExpression }
        roots.insert(inner.map { code[$0].statement } ?? declaration.firstStatement)
      }
    }
    for root in roots {
      guard let graph = flow(of: root, in: file), let solution = graph.solve(LocksHeld(code: code, knowledge: knowledge), from: HeldLocks()) else { continue }
      let transfer = LocksHeld(code: code, knowledge: knowledge)
      for (block, state) in zip(graph.blocks, solution.before) {
        guard var state else { continue }
        for call in block.ranges.joined().lazy.map({ ExpressionID(index: $0) }) {
          if case .call = code[call] { result += state.held.values.filter { isPlainLock($0, in: code, declaration, id) }.map { (call, $0) } }
          transfer.step(&state, at: call)
        }
      }
    }
    // What `defer` holds stands in several ways out.
    var seen: Set<[ExpressionID]> = []
    return result.filter { seen.insert([$0.call, $0.lock]).inserted }.sorted { ($0.lock, $0.call) < ($1.lock, $1.call) }
  }

  private func isPlainLock(_ call: ExpressionID, in code: Code, _ declaration: FunctionDeclaration, _ id: FunctionID) -> Bool {
    guard case .call(let callee, _) = code[call], case .member(let base, let name) = code[callee] else { return false }
    return isPlainLock(base, name, declaration, id)
  }

  /// Whether asking for the lock a second time waits for good: a stored lock that is not recursive, or a serial queue.
  private func isPlainLock(_ base: ExpressionID, _ name: Symbol, _ declaration: FunctionDeclaration, _ id: FunctionID) -> Bool {
    let file = file(of: id)
    let code = self[file].facts.code
    let property: Symbol? =
      switch code[base] {
      case .name(let name, _?): name
      case .member(let object, let name) where code[object] == declaration.selfLocal.map(Expression.local): name
      default: nil
      }
    guard let property, let owner = owner(of: id), let found = self.property(named: property, of: owner) else { return false }
    let stored = self.declaration(of: found)
    guard stored.isStored else { return false }
    let facts = self[self.file(of: found)].facts
    let value = stored.initialValue.flatMap { facts.code[facts[$0].results].first }
    let made = [stored.type.map { facts.code.spelling(of: $0) }, value.map { facts.code.spelling(of: $0) }]
      .compactMap { $0 }.joined(separator: " ")
    if knowledge[.letsSeveralIn].fits(made) { return false }
    if knowledge[.waitsForBlock].contains(name) { return value.map { makes(.makesSerialQueue, $0, in: facts.code) } ?? false }
    return knowledge[.isLock].fits(made)
  }

  /// What is called, if others have handed it over: a stored closure, a delegate, a completion.
  private func foreignCallback(_ callee: ExpressionID, _ frame: Frame, _ inference: Inference) -> String? {
    let code = frame.facts.code
    switch code[callee] {
    case .local(let local):
      guard let parameter = frame.declaration.parameters.first(where: { $0.local == local }), parameter.isEscaping,
        parameter.closureKind == .always
      else { return nil }
      return code[local].name.text
    case .name(let name, _?): return storedClosure(name, of: frame.context).map { _ in name.text }
    case .member(let base, let name):
      if code[base] == frame.declaration.selfLocal.map(Expression.local) {
        return storedClosure(name, of: frame.context).map { _ in name.text }
      }
      let spelled = code.plainSpelling(of: base)
      guard knowledge[.isDelegate].ends(spelled), let type = inference.type(of: base, in: frame).nominal,
        self[type].kind == .protocol
      else { return nil }
      return "\(spelled).\(name)"
    default: return nil
    }
  }

  /// A property of a type that holds a closure which others may have put there.
  private func storedClosure(_ name: Symbol, of owner: NominalID?) -> PropertyID? {
    guard let owner, case .property(let property)? = member(name, of: owner) else { return nil }
    let declaration = self.declaration(of: property)
    guard declaration.isStored, declaration.initialValue == nil || !declaration.isLet, let type = declaration.type else { return nil }
    let code = self[file(of: property)].facts.code
    switch code[type] {
    case .function: return property
    case .optional(let wrapped): if case .function = code[wrapped] { return property } else { return nil }
    default: return nil
    }
  }
}

/// The locks that are held on every way to a place, with the calls that took them.
private struct HeldLocks: Lattice {
  var held: [AccessPath: ExpressionID] = [:]

  mutating func join(_ other: Self) {
    held = held.filter { other.held[$0.key] != nil }
    for (path, call) in other.held { if let known = held[path] { held[path] = min(known, call) } }
  }
}

private struct LocksHeld: Transfer {
  let code: Code
  let knowledge: Knowledge

  func step(_ state: inout HeldLocks, at expression: ExpressionID) {
    guard case .call(let callee, _) = code[expression], case .member(let base, let name) = code[callee], let path = code.accessPath(base)
    else { return }
    if knowledge[.locks].contains(name) { state.held[path] = expression }
    if knowledge[.unlocks].contains(name) { state.held[path] = nil }
  }
}

extension Code {
  /// The calls that a body makes itself, not in the closures inside it.
  fileprivate func calls(directlyIn body: Int32) -> [ExpressionID] {
    let whole = expressions(in: body)
    return whole.map { ExpressionID(index: $0) }.filter { id in
      guard case .call = self[id] else { return false }
      return closures(around: id, within: whole).isEmpty
    }
  }
}
