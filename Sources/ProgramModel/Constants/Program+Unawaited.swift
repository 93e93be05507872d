import SwiftFacts

/// Something that a test expects of later, and does not stay for.
public struct UnawaitedCheck: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// An expectation of the test case; XCTest fails a test that leaves one behind.
    case expectation
    /// An expectation made by itself, which XCTest knows nothing of.
    case looseExpectation
    /// An assertion in a closure that runs after the call it is given to.
    case assertion
  }

  public var kind: Kind
  public var function: FunctionID
  public var span: SourceSpan
  /// The expectation's name, or the assertion's: `XCTAssertEqual`.
  public var name: String
  /// What the closure is given to: `async`.
  public var callee: String = ""
}

extension Program {
  /// Expectations that nothing waits for and assertions that run after their test, in the order of files.
  public func unawaitedChecks(threads: Int) -> [UnawaitedCheck] {
    foundByFunction(.unawaited, threads: threads, state: { ClosureEscape(inference: $0) }) { program, own, function in
      guard program.isTest(program.file(of: function)), program.declaration(of: function).hasBody else { return [] }
      return program.unawaitedExpectations(in: function) + program.unawaitedAssertions(in: function, own)
    }
  }

  // MARK: Expectations

  private func unawaitedExpectations(in function: FunctionID) -> [UnawaitedCheck] {
    let declaration = declaration(of: function)
    let file = file(of: function)
    let code = self[file].facts.code
    var mentions: Mentions?
    var result: [UnawaitedCheck] = []
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = LocalID(index: index)
      guard case .variable = code[local].kind, let value = code[local].initializer,
        let kind = expectationKind(value, code)
      else { continue }
      let here = mentions ?? Mentions(of: function, in: self)
      mentions = here
      guard here.mentions(of: local).allSatisfy({ isMereHandling($0, here, code) }) else { continue }
      if kind == .expectation, othersMayWait(for: function) || waitsForAll(function) { continue }
      result.append(
        UnawaitedCheck(
          kind: kind, function: function, span: SourceSpan(file: file, bytes: code[local].span),
          name: code[local].name.text))
    }
    return result + droppedExpectations(in: function, code)
  }

  /// Expectations that the test case is asked for and that nobody holds: only all of them can be waited for.
  private func droppedExpectations(in function: FunctionID, _ code: Code) -> [UnawaitedCheck] {
    var mentions: Mentions?
    var result: [UnawaitedCheck] = []
    for index in expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      guard case .call(let callee, let list) = code[id], knowledge[.makesExpectation].contains(code.calleeName(callee)),
        expectationKind(id, code) == .expectation
      else { continue }
      let here = mentions ?? Mentions(of: function, in: self)
      mentions = here
      guard here.whole(of: id) == nil, !isBoundOrAnswered(id, function, code), !othersMayWait(for: function),
        !waitsForAll(function)
      else { continue }
      let label = code[list].first?.label.map { "\($0):" } ?? ""
      result.append(
        UnawaitedCheck(
          kind: .expectation, function: function,
          span: SourceSpan(file: file(of: function), bytes: code.span(of: callee)),
          name: "\(code.calleeName(callee))(\(label))"))
    }
    return result
  }

  /// Whether a value is given to a local, or is what a function or a closure answers with.
  private func isBoundOrAnswered(_ id: ExpressionID, _ function: FunctionID, _ code: Code) -> Bool {
    let declaration = declaration(of: function)
    let locals = declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)
    return locals.contains { code.locals[Int($0)].initializer == id } || code[declaration.results].contains(id)
      || code.closures.contains { code[$0.results].contains(id) }
  }

  private func expectationKind(_ value: ExpressionID, _ code: Code) -> UnawaitedCheck.Kind? {
    guard case .call(let callee, let list) = code[value] else { return nil }
    switch code[callee] {
    case .name(let name, _):
      if knowledge[.makesExpectation].contains(name), code[list].first?.label != nil { return .expectation }
      return knowledge[.expectationClass].contains(name) ? .looseExpectation : nil
    case .member(let base, let name):
      guard knowledge[.makesExpectation].contains(name), case .local(let own) = code[base],
        code[own].kind == .selfReference
      else { return nil }
      return .expectation
    default: return nil
    }
  }

  /// Whether an expectation is only fulfilled or told how often to be, which waits for nothing.
  private func isMereHandling(_ mention: ExpressionID, _ mentions: Mentions, _ code: Code) -> Bool {
    guard let member = mentions.whole(of: mention), case .member(_, let name) = code[member],
      let whole = mentions.whole(of: member)
    else { return false }
    switch code[whole] {
    case .call(let callee, _): return callee == member && knowledge[.fulfills].contains(name)
    case .assign(let target, _): return target == member
    default: return false
    }
  }

  /// Whether the expectations of a function may be waited for by somebody else: by those who call it, where no test
  /// runner does, or by a test case that is not at hand, when the test is over.
  private func othersMayWait(for function: FunctionID) -> Bool {
    guard isTestCase(function), let owner = owner(of: function) else { return true }
    return lineage(of: owner).contains { type in
      self[type].foreignSupertypes.contains { knowledge.types[$0] == nil }
    }
  }

  /// Whether something that a test calls may wait for all the expectations of the test case.
  private func waitsForAll(_ function: FunctionID) -> Bool {
    var asked: Set<FunctionID> = []
    return waitsForAll(function, &asked)
  }

  private func waitsForAll(_ function: FunctionID, _ asked: inout Set<FunctionID>) -> Bool {
    guard asked.insert(function).inserted else { return false }
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      guard case .call(let callee, _) = code.expressions[index] else { return false }
      let name = code.calleeName(callee)
      if knowledge[.waits].fits(name) { return true }
      // A helper of the test's own may wait for them inside.
      guard code.isOwnMember(callee), let owner = owner(of: function),
        case .functions(let helpers)? = member(name, of: owner)
      else { return false }
      return helpers.contains { helper in
        // Where its inside is not known: what waits, and does nothing else, answers with nothing.
        if expressions(of: helper).isEmpty { return declaration(of: helper).result == nil }
        return waitsForAll(helper, &asked)
      }
    }
  }

  // MARK: Assertions

  private func unawaitedAssertions(in function: FunctionID, _ fates: ClosureEscape) -> [UnawaitedCheck] {
    guard isTestCase(function) else { return [] }
    let file = file(of: function)
    let code = self[file].facts.code
    let closures = code.closures(in: expressions(of: function))
    var frame: Frame?
    var result: [UnawaitedCheck] = []
    var told: Set<ExpressionID> = []
    for claim in claims(in: function) {
      let around = closures.filter {
        code[$0].firstExpression <= claim.expression.index && claim.expression.index < code[$0].endExpression
      }
      guard !around.isEmpty else { continue }
      let here = frame ?? Frame(function, in: self)
      frame = here
      let moments = around.map { (closure: $0, fate: fates.fate(of: $0, in: here)) }
      guard moments.allSatisfy({ $0.fate == .later || $0.fate == .inPlace }),
        let late = moments.first(where: { $0.fate == .later }),
        let call = code[late.closure].call, case .call(let callee, _) = code[call], !told.contains(call),
        !(code.calledName(callee).map(knowledge[.mayRunAtOnce].contains) ?? false),
        fates.isSurelyLate(late.closure, in: here),
        !isAwaited(call, code), !waitsItself(call, in: here, fates.inference),
        !mayWait(after: call, in: function, code)
      else { continue }
      // The first tells it for all in the closure.
      told.insert(call)
      result.append(
        UnawaitedCheck(
          kind: .assertion, function: function, span: SourceSpan(file: file, bytes: code.span(of: claim.expression)),
          name: claim.name,
          callee: code.calledName(callee)?.text ?? ""))
    }
    return result
  }

  /// Whether a call may come back only after its closure has run.
  private func waitsItself(_ call: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    guard case .call(let callee, _) = frame.facts.code[call] else { return true }
    if knowledge[.mayWait].fits(frame.facts.code.calleeName(callee)) { return true }
    guard case .functions(let functions) = inference.target(of: call, in: frame).kind else { return false }
    return functions.contains { function in
      let code = self[file(of: function)].facts.code
      // A helper of tests is there to make tests simple, by waiting, too.
      return isTest(file(of: function)) || declaration(of: function).effects.contains(.suspends)
        || expressions(of: function).contains { index in
          guard case .call(let callee, _) = code.expressions[index] else { return false }
          return knowledge[.mayWait].fits(code.calleeName(callee))
        }
    }
  }

  /// Whether anything that a test does after a call may give what the call started the time to run.
  private func mayWait(after call: ExpressionID, in function: FunctionID, _ code: Code) -> Bool {
    let declaration = declaration(of: function)
    let settled = expectationsMetOnTheSpot(in: function, code)
    // Whoever keeps the answer may wait for it.
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)
    where code.locals[Int(index)].initializer == call { return true }
    for index in call.index + 1..<max(declaration.endExpression, call.index + 1) {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call(let callee, _):
        let name = code.calleeName(callee)
        if code.isCall(callee, onOneOf: settled) || code.isGiven(onlyOneOf: settled, id) { continue }
        if !knowledge[.asserts].contains(name), !knowledge[.waitsForNothing].contains(name) { return true }
      case .assign(_, let value) where value == call: return true
      case .member(let base, let name) where base == call && !knowledge[.waitsForNothing].contains(name): return true
      default: continue
      }
    }
    return false
  }

  /// The expectations of a test that it fulfils by itself, outside of all closures, and nowhere else: to wait for them
  /// is to wait for nothing.
  private func expectationsMetOnTheSpot(in function: FunctionID, _ code: Code) -> Set<LocalID> {
    let declaration = declaration(of: function)
    var mentions: Mentions?
    var result: Set<LocalID> = []
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = LocalID(index: index)
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer,
        expectationKind(value, code) != nil
      else { continue }
      let here = mentions ?? Mentions(of: function, in: self)
      mentions = here
      let uses = here.mentions(of: local)
      let met = uses.filter { isMereHandling($0, here, code) }
      guard !met.isEmpty, uses.allSatisfy({ code.innermostClosure(around: $0) == nil }),
        let last = uses.last, !met.contains(last), uses.count == met.count + 1
      else { continue }
      result.insert(local)
    }
    return result
  }
}

extension Code {
  /// Whether what is called is a member of the object whose code it is: `check()`, `self.check()`.
  fileprivate func isOwnMember(_ callee: ExpressionID) -> Bool {
    switch self[callee] {
    case .name(_, implicitSelf: .some): return true
    case .member(let base, _): return isSelf(base)
    default: return false
    }
  }

  /// Whether a call is one of a member of a local.
  fileprivate func isCall(_ callee: ExpressionID, onOneOf locals: Set<LocalID>) -> Bool {
    guard case .member(let base, _) = self[callee], case .local(let local) = self[base] else { return false }
    return locals.contains(local)
  }

  /// Whether a call is given a list of some locals and of nothing else, beside numbers.
  fileprivate func isGiven(onlyOneOf locals: Set<LocalID>, _ call: ExpressionID) -> Bool {
    guard case .call(_, let list) = self[call] else { return false }
    let lists = self[list].compactMap { argument -> PartList? in
      if case .array(let parts) = self[argument.value] { parts } else { nil }
    }
    return lists.count == 1 && lists[0].count > 0
      && self[lists[0]].allSatisfy { if case .local(let local) = self[$0] { locals.contains(local) } else { false } }
  }
}
