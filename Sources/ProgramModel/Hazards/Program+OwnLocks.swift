import SwiftFacts

/// Locks that an object asks for while it holds them, by way of a method or a property of its own.
extension Program {
  func locksTakenAgain() -> [Hazard] {
    let handed = HandedClosures(program: self)
    var known = KnownLocks()
    var result: [Hazard] = []
    for function in functions(mentioning: knowledge[.locks].names.union(knowledge[.runsUnderLock].names)) {
      guard owner(of: function) != nil, !isTest(file(of: function)), declaration(of: function).hasBody else { continue }
      let frame = handed.frames[function]
      let code = frame.facts.code
      for (call, taken) in callsUnderLock(in: frame, handed, withReads: true) {
        guard let held = code.lock(takenBy: taken).flatMap(code.ownProperty),
          let again = ownCode(call, in: frame, handed),
          again != function, let place = lock(held, takenIn: again, handed, &known),
          !isGivenBack(held, byMethodsCalledIn: frame, handed, &known)
        else { continue }
        result.append(
          Hazard(
            kind: .locksAgain, span: SourceSpan(file: frame.file, bytes: code.span(of: call)), name: held.text,
            other: declaration(of: again).name.text,
            evidence: [place, SourceSpan(file: frame.file, bytes: code.span(of: taken))],
            essence: "\(held)|\(declaration(of: again).name)"))
      }
    }
    return result
  }

  /// Whether a function leaves it to a method of its object to give a lock back.
  private func isGivenBack(
    _ name: Symbol, byMethodsCalledIn frame: Frame, _ handed: HandedClosures, _ known: inout KnownLocks
  ) -> Bool {
    let key = KnownLocks.Key(name: name, function: frame.function)
    if let answer = known.givenBack[key] { return answer }
    let answer = isGivenBack(name, byMethodsCalledIn: frame, handed)
    known.givenBack[key] = answer
    return answer
  }

  private func isGivenBack(_ name: Symbol, byMethodsCalledIn frame: Frame, _ handed: HandedClosures) -> Bool {
    let range = expressions(of: frame.function)
    return range.contains { index in
      guard let method = handed.ownMethod(ExpressionID(index: Int32(index)), in: frame), method != frame.function else {
        return false
      }
      let code = handed.frames[method].facts.code
      let first = expressions(of: method).lazy.compactMap { at -> Symbol? in
        let call = ExpressionID(index: Int32(at))
        guard case .call(let callee, _) = code[call], code.lock(takenBy: call).flatMap(code.ownProperty) == name,
          self.isUnconditional(call, in: handed.frames[method])
        else { return nil }
        return code.calledName(callee)
      }.first
      return first.map(knowledge[.unlocks].contains) ?? false
    }
  }

  /// Whether an expression runs whenever its function runs to the end: it stands in no branch, loop or closure.
  private func isUnconditional(_ id: ExpressionID, in frame: Frame) -> Bool {
    let (code, declaration) = (frame.facts.code, frame.declaration)
    let inner = (declaration.firstStatement + 1)..<max(declaration.firstStatement + 1, declaration.endStatement)
    return !inner.contains { index in
      switch code.statement(index).kind {
      case .block, .closure: code.expressions(in: index).contains(id.index)
      default: false
      }
    }
  }

  /// The method of the same object that a call runs, or the getter of a property of it that is read.
  private func ownCode(_ id: ExpressionID, in frame: Frame, _ handed: HandedClosures) -> FunctionID? {
    if case .call = frame.facts.code[id] { return handed.ownMethod(id, in: frame) }
    return ownGetter(readBy: id, in: frame)
  }

  /// The getter that reading a property of the same object runs, where its own type declares that.
  func ownGetter(readBy id: ExpressionID, in frame: Frame) -> FunctionID? {
    guard let name = frame.facts.code.ownProperty(id), let type = frame.context,
      let property = property(named: name, of: type), owner(of: property) == type
    else { return nil }
    return declaration(of: property).getter.map { function($0, in: file(of: property)) }
  }

  /// Where a function asks for a lock of its object before it returns, itself or by its own methods, and whatever it
  /// is called for: not where it has given it back before.
  private func lock(
    _ name: Symbol, takenIn function: FunctionID, _ handed: HandedClosures, _ known: inout KnownLocks
  ) -> SourceSpan? {
    let key = KnownLocks.Key(name: name, function: function)
    if let answer = known.taken[key] { return answer }
    // Who asks this while it is worked out is called by the function itself.
    known.taken[key] = .some(nil)
    let answer = find(name, takenIn: function, handed, &known)
    known.taken[key] = answer
    return answer
  }

  private func find(
    _ name: Symbol, takenIn function: FunctionID, _ handed: HandedClosures, _ known: inout KnownLocks
  ) -> SourceSpan? {
    let frame = handed.frames[function]
    guard frame.declaration.hasBody, !asksWhereItRuns(Body(function, in: self)) else { return nil }
    let code = frame.facts.code
    let (first, end) = (frame.declaration.firstExpression, frame.declaration.endExpression)
    let range = first..<max(first, end)
    let calls = handed.callsInPlace(in: range, within: range, frame)
    for call in calls {
      guard case .call(let callee, _) = code[call], let called = code.calledName(callee),
        code.lock(takenBy: call).flatMap(code.ownProperty) == name
      else { continue }
      if knowledge[.unlocks].contains(called) || !isUnconditional(call, in: frame) { return nil }
      if knowledge[.locks].contains(called) || knowledge[.runsUnderLock].contains(called) {
        return SourceSpan(file: frame.file, bytes: code.span(of: call))
      }
    }
    for id in (calls + handed.readsInPlace(in: range, frame)).sorted() {
      guard let next = ownCode(id, in: frame, handed), next != function, isUnconditional(id, in: frame) else {
        continue
      }
      if let place = lock(name, takenIn: next, handed, &known) { return place }
    }
    return nil
  }
}

/// What is known of functions and locks, each worked out once.
private struct KnownLocks {
  struct Key: Hashable {
    var name: Symbol
    var function: FunctionID
  }

  /// Where a function asks for a lock.
  var taken: [Key: SourceSpan?] = [:]
  /// Whether a function leaves it to others to give one back.
  var givenBack: [Key: Bool] = [:]
}
