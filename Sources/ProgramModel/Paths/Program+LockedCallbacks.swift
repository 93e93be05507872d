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
    var result: [Breach] = []
    var frame: Frame?
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .call(let callee, let list) = code[ExpressionID(index: index)], case .member(let base, let name) = code[callee],
        let held = region(name, base, list, at: index, declaration, code), isPlainLock(base, name, declaration, id)
      else { continue }
      let here = frame ?? Frame(id, in: self)
      frame = here
      for inner in held.range {
        let call = ExpressionID(index: inner)
        guard case .call(let callback, _) = code[call], code.closureDepth(of: call, within: held.block) == 0,
          let called = foreignCallback(callback, here, inference)
        else { continue }
        result.append(
          Breach(
            span: SourceSpan(file: file, bytes: code.span(of: call)), name: called, other: code.plainSpelling(of: base),
            evidence: [SourceSpan(file: file, bytes: code.span(of: callee))]))
      }
    }
    return result
  }

  /// The expressions that run while a lock is held, and the block that they run in.
  private func region(
    _ name: Symbol, _ base: ExpressionID, _ list: ArgumentList, at index: Int32, _ declaration: FunctionDeclaration, _ code: Code
  ) -> (range: Range<Int32>, block: Int32)? {
    if name == "withLock" || name == "sync", let last = code[list].last, case .closure(let closure) = code[last.value] {
      let statement = code[closure].statement
      let inside = code.statements[Int(statement)]
      return (inside.firstExpression..<inside.endExpression, statement)
    }
    guard name == "lock", list.count == 0 else { return nil }
    var block: Int32?
    for statement in declaration.firstStatement..<declaration.endStatement {
      let this = code.statements[Int(statement)]
      guard this.firstExpression <= index, index < this.endExpression else { continue }
      switch this.kind {
      case .block, .closure: block = statement
      case .deferred: return nil
      default: continue
      }
    }
    guard let block else { return nil }
    let lock = code.spelling(of: base)
    let end = code.statements[Int(block)].endExpression
    for later in index + 1..<max(index + 1, end) {
      guard case .call(let callee, _) = code[ExpressionID(index: later)], case .member(let other, "unlock") = code[callee],
        code.spelling(of: other) == lock
      else { continue }
      let isDeferred = (block..<code.statements[Int(block)].end).contains { statement in
        let this = code.statements[Int(statement)]
        return this.kind == .deferred && this.firstExpression <= later && later < this.endExpression
      }
      return ((isDeferred ? later + 1 : index + 1)..<(isDeferred ? end : later), block)
    }
    return nil
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
    var made = stored.type.map { facts.code.spelling(of: $0) } ?? ""
    if let value = stored.initialValue, let result = facts.code[facts[value].results].first { made += facts.code.spelling(of: result) }
    if made.contains("Recursive") || made.contains("oncurrent") { return false }
    if name == "sync" { return made.contains("DispatchQueue(label") }
    return made.contains("Lock") || made.contains("lock") || made.contains("Mutex") || made.contains("Protected")
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
      guard spelled == "delegate" || spelled.hasSuffix("Delegate"), let type = inference.type(of: base, in: frame).nominal,
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
