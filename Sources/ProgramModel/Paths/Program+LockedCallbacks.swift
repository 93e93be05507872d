import SwiftFacts

/// A closure or a delegate of others that is called while a lock is held.
public struct LockedCallback: Hashable, Sendable {
  /// Where it is called, or a method that calls it.
  public var span: SourceSpan
  public var name: String
  public var lock: String
  /// Whether others may have handed over several such, each of another owner.
  public var isOneOfSeveral: Bool
  /// Where the lock is taken and, where a method calls it for the function, where that does.
  public var evidence: [SourceSpan]
}

extension Program {
  /// The calls, in the order of files.
  public func callbacksUnderLock(threads: Int) -> [LockedCallback] {
    foundByFunction(.lockedCallbacks, threads: threads, state: { HandedClosures(program: $0.program) }) {
      program, handed, function in program.callbacksUnderLock(in: function, handed)
    }
  }

  private func callbacksUnderLock(in id: FunctionID, _ handed: HandedClosures) -> [LockedCallback] {
    let declaration = declaration(of: id)
    let file = file(of: id)
    guard declaration.hasBody, !isTest(file), declaration.firstStatement < declaration.endStatement, mentionsLock(id)
    else { return [] }
    let code = self[file].facts.code
    let frame = handed.frames[id]
    return callsUnderLock(in: frame, handed).flatMap { call, lock -> [LockedCallback] in
      guard let base = code.lock(takenBy: lock) else { return [] }
      return handed.called(by: call, in: frame).prefix(1).map { callback in
        let span = SourceSpan(file: file, bytes: code.span(of: call))
        return LockedCallback(
          span: span, name: callback.name, lock: code.plainSpelling(of: base),
          isOneOfSeveral: callback.isOneOfSeveral,
          evidence: [SourceSpan(file: file, bytes: code.span(of: code.callee(of: lock)))]
            + (callback.span == span ? [] : [callback.span]))
      }
    }
  }

  /// Whether a function names anything that takes a lock: all else is not looked at.
  private func mentionsLock(_ id: FunctionID) -> Bool {
    let code = self[file(of: id)].facts.code
    return expressions(of: id).contains { index in
      guard case .call(let callee, _) = code.expressions[index], let name = code.calledName(callee) else {
        return false
      }
      return knowledge[.locks].contains(name) || knowledge[.runsUnderLock].contains(name)
        || knowledge[.waitsForBlock].contains(name)
    }
  }

  /// The calls that are made while a lock is held, each with the call that took it, in order.
  ///
  /// - Parameter withReads: Whether what is read of the object counts as well.
  func callsUnderLock(
    in frame: Frame, _ handed: HandedClosures, withReads: Bool = false
  ) -> [(call: ExpressionID, lock: ExpressionID)] {
    let code = frame.facts.code
    let declaration = frame.declaration
    let body = declaration.firstExpression..<declaration.endExpression
    var result: [(call: ExpressionID, lock: ExpressionID)] = []
    var roots: Set<Int32> = []
    for index in body {
      let lock = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[lock], let name = code.calledName(callee),
        let base = code.lock(takenBy: lock)
      else { continue }
      if knowledge[.runsUnderLock].contains(name) || knowledge[.waitsForBlock].contains(name) {
        guard let last = code[list].last, case .closure(let closure) = code[last.value],
          isPlainLock(base, name, declaration, frame.function)
        else { continue }
        let inside = code.expressions(in: code[closure].statement)
        result += handed.callsInPlace(in: inside, within: inside, frame).map { ($0, lock) }
        if withReads { result += handed.readsInPlace(in: inside, frame).map { ($0, lock) } }
      } else if knowledge[.locks].contains(name), isPlainLock(base, name, declaration, frame.function) {
        let inner = code.closures(around: lock, within: body).max {
          code[$0].firstExpression < code[$1].firstExpression
        }
        roots.insert(inner.map { code[$0].statement } ?? declaration.firstStatement)
      }
    }
    for root in roots {
      let transfer = LocksHeld(code: code, knowledge: knowledge)
      guard let graph = flow(of: root, in: frame.file), let solution = graph.solve(transfer, from: HeldLocks()) else {
        continue
      }
      for (block, state) in zip(graph.blocks, solution.before) {
        guard var state else { continue }
        for id in block.ranges.joined().lazy.map({ ExpressionID(index: $0) }) {
          var made: [ExpressionID] = []
          switch code[id] {
          case .call: made = [id]
          case .member, .name: made = withReads && code.ownProperty(id) != nil ? [id] : []
          // What a closure does that runs where it stands is done under the lock as well.
          case .closure(let closure)
          where !state.held.isEmpty && !code[closure].isLocalFunction
            && handed.escape.fate(of: closure, in: frame) == .inPlace:
            let inside = code.expressions(in: code[closure].statement)
            made = handed.callsInPlace(in: inside, within: inside, frame)
          default: break
          }
          if !made.isEmpty {
            for lock in state.held.values where isPlainLock(lock, in: code, declaration, frame.function) {
              result += made.map { ($0, lock) }
            }
          }
          transfer.step(&state, at: id)
        }
      }
    }
    // What `defer` holds stands in several ways out.
    var seen: Set<[ExpressionID]> = []
    return result.filter { seen.insert([$0.call, $0.lock]).inserted }.sorted { ($0.lock, $0.call) < ($1.lock, $1.call) }
  }

  private func isPlainLock(_ call: ExpressionID, in code: Code, _ declaration: FunctionDeclaration, _ id: FunctionID)
    -> Bool
  {
    guard case .call(let callee, _) = code[call], let name = code.calledName(callee),
      let base = code.lock(takenBy: call)
    else { return false }
    return isPlainLock(base, name, declaration, id)
  }

  /// Whether asking for the lock a second time waits for good: a stored lock that is not recursive, or a serial queue.
  private func isPlainLock(_ base: ExpressionID, _ name: Symbol, _ declaration: FunctionDeclaration, _ id: FunctionID)
    -> Bool
  {
    let file = file(of: id)
    let code = self[file].facts.code
    let property: Symbol? =
      switch code[base] {
      case .name(let name, _?): name
      case .member(let object, let name) where code[object] == declaration.selfLocal.map(Expression.local): name
      default: nil
      }
    guard let property, let owner = owner(of: id), let found = self.property(named: property, of: owner) else {
      return false
    }
    if knowledge[.waitsForBlock].contains(name) { return isSerialQueue(found) }
    guard !isTried(property, of: owner) else { return false }
    let stored = self.declaration(of: found)
    guard stored.isStored else { return false }
    let facts = self[self.file(of: found)].facts
    let value = stored.initialValue.flatMap { facts.code[facts[$0].results].first }
    let made = [stored.type.map { facts.code.spelling(of: $0) }, value.map { facts.code.spelling(of: $0) }]
      .compactMap { $0 }.joined(separator: " ")
    return !knowledge[.letsSeveralIn].fits(made) && knowledge[.isLock].fits(made)
  }
}

extension Program {
  /// Whether a function of a type asks for a lock without waiting for it: who comes back while it is held is expected.
  private func isTried(_ lock: Symbol, of owner: NominalID) -> Bool {
    functions(of: owner).contains { function in
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        let id = ExpressionID(index: Int32(index))
        guard case .call(let callee, _) = code[id], let name = code.calledName(callee),
          knowledge[.triesLock].contains(name),
          let base = code.lock(takenBy: id)
        else { return false }
        return code.ownProperty(base) == lock
      }
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
    guard case .call(let callee, _) = code[expression], let name = code.calledName(callee),
      let base = code.lock(takenBy: expression),
      let path = code.accessPath(base)
    else { return }
    if knowledge[.locks].contains(name) { state.held[path] = expression }
    if knowledge[.unlocks].contains(name) { state.held[path] = nil }
  }
}

extension Code {
  /// What a call takes or gives back: `lock` of `lock.lock()`, and of `os_unfair_lock_lock(&lock)`.
  func lock(takenBy call: ExpressionID) -> ExpressionID? {
    guard case .call(let callee, let list) = self[call] else { return nil }
    if case .member(let base, _) = self[callee] { return base }
    if case .name = self[callee], list.count == 1 { return self[list].first?.value }
    return nil
  }

  fileprivate func callee(of call: ExpressionID) -> ExpressionID {
    if case .call(let callee, _) = self[call] { callee } else { call }
  }
}
