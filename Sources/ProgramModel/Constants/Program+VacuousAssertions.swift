import SwiftFacts

/// An assertion that holds whatever the program does.
public struct VacuousAssertion: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// What is asserted is this constant.
    case constant(Constant)
    /// What is asserted is spelled out on the spot.
    case literal(Constant)
    /// This is spelled out on both sides of an equals sign.
    case equal(Constant)
    /// A value is held against itself.
    case itself
    /// What must be there cannot be `nil`.
    case alwaysThere
    /// A count is held to be zero at least.
    case neverBelow
  }

  public var function: FunctionID
  public var span: SourceSpan
  /// The assertion as it is called: `XCTAssertTrue`.
  public var assertion: String
  /// What it looks at, as the source calls it.
  public var name: String
  public var reason: Reason
  /// Where what it looks at is declared, if it is a local or a property.
  public var origin: SourceSpan?
  /// The literal that a flag starts as, if it is declared with one.
  public var start: SourceSpan?
  /// Where it is written to, always with the same.
  public var writes: [SourceSpan] = []
}

extension Program {
  /// The assertions of tests that cannot fail, in the order of files.
  public func vacuousAssertions(threads: Int) -> [VacuousAssertion] {
    let found = foundByFunction(.assertions, threads: threads, state: { $0 }) { program, own, function in
      program.vacuousAssertions(in: function, own)
    }
    let told = Set(found.map(\.span))
    return found + assertionsOfSteadyFlags().filter { !told.contains($0.span) }
  }

  func vacuousAssertions(in function: FunctionID, _ inference: Inference) -> [VacuousAssertion] {
    let file = file(of: function)
    guard isTest(file), declaration(of: function).hasBody else { return [] }
    let all = claims(in: function)
    guard !all.isEmpty else { return [] }
    let trace = ConstantTrace(of: function, in: self)
    let presence = Presence(frame: Frame(function, in: self), inference: inference)
    var result: [VacuousAssertion] = []
    /// Those that matter only if nothing else of the test can fail.
    var idle: [VacuousAssertion] = []
    for one in all {
      guard let (reason, subject, locals) = reason(for: one, trace, presence, function) else { continue }
      let code = self[file].facts.code
      func span(_ bytes: ByteSpan) -> SourceSpan { SourceSpan(file: file, bytes: bytes) }
      let found = VacuousAssertion(
        function: function, span: span(code.span(of: one.expression)), assertion: one.name,
        name: code.spelling(of: subject),
        reason: reason, origin: locals.first.map { span(code[$0].span) } ?? presence.origin(of: subject),
        start: locals.first.flatMap { code.literalStart(of: $0) }.map { span(code.span(of: $0)) },
        writes: locals.prefix(1).flatMap { trace.writes(to: $0) }.map { span(code.span(of: $0)) })
      if locals.isEmpty, reason != .itself {
        idle.append(found)
      } else {
        result.append(found)
      }
    }
    // What stands in for others asserts for no test of its own.
    if idle.count == all.count, isTestCase(function), !canFailOtherwise(function, apartFrom: all, inference),
      !isPlaceholder(function, idle)
    {
      result += idle.prefix(1)
    }
    return result.sorted { $0.span < $1.span }
  }

  /// Why a claim holds on every run; nil if it may not, or if that is not sure.
  func reason(
    for assertion: Assertion, _ trace: ConstantTrace, _ presence: Presence, _ function: FunctionID
  ) -> (VacuousAssertion.Reason, ExpressionID, [LocalID])? {
    func constant(_ id: ExpressionID, _ isMet: (Constant) -> Bool) -> (
      VacuousAssertion.Reason, ExpressionID, [LocalID]
    )? {
      guard let traced = trace.value(of: id), isMet(traced.constant) else { return nil }
      return (traced.locals.isEmpty ? .literal(traced.constant) : .constant(traced.constant), id, traced.locals)
    }
    switch assertion.claim {
    case .isTrue(let id): return constant(id) { $0 == .boolean(true) }
    case .isFalse(let id): return constant(id) { $0 == .boolean(false) }
    case .isNil(let id): return constant(id) { $0 == .null }
    case .isThere(let id):
      if let found = constant(id, { $0 != .null }) { return found }
      return presence.isCertain(id) ? (.alwaysThere, id, []) : nil
    case .isAtLeast(let count, let least):
      guard case .literal(.number(let digits)) = trace.mentions.code[least], digits.text == "0",
        case .member(_, let name) = trace.mentions.code[count], knowledge[.counts].contains(name)
      else { return nil }
      return (.neverBelow, count, [])
    case .areEqual(let one, let other):
      if let left = trace.value(of: one), let right = trace.value(of: other), left.constant == right.constant,
        presence.comparesByParts(one), presence.comparesByParts(other), !isCase(left.constant, askedIn: function)
      {
        let locals = left.locals + right.locals
        return (
          locals.isEmpty ? .equal(left.constant) : .constant(left.constant), left.locals.isEmpty ? other : one, locals
        )
      }
      guard !isAboutEquality(function), presence.comparesByParts(one) else { return nil }
      if let copy = trace.mentions.code.copy(one, of: other) ?? trace.mentions.code.copy(other, of: one) {
        return isWorkedOut(copy == one ? other : one, presence, isOfType: true) ? nil : (.itself, copy, [])
      }
      guard trace.mentions.code.isSamePlainValue(one, other), !trace.isOnlyKept(one), !isWorkedOut(one, presence) else {
        return nil
      }
      return (.itself, one, [])
    case .other: return nil
    }
  }

  /// Whether it is a case of an enum, whose own `==` a test is about.
  private func isCase(_ constant: Constant, askedIn function: FunctionID) -> Bool {
    if case .enumCase = constant { isAboutEquality(function) } else { false }
  }

  /// Whether a property is known to work its value out anew: it may be asked twice to see that it answers the same.
  ///
  /// - Parameter isOfType: Whether only properties of types count, which keep what they have worked out.
  private func isWorkedOut(_ id: ExpressionID, _ presence: Presence, isOfType: Bool = false) -> Bool {
    guard case .member(let base, let name) = presence.code[id] else { return false }
    let owner: NominalID?
    switch presence.inference.type(of: base, in: presence.frame) {
    case .metatype(.nominal(let type, _)): owner = type
    case .nominal(let type, _) where !isOfType: owner = type
    default: owner = nil
    }
    guard let owner, case .property(let property)? = valueMember(name, of: owner) else { return false }
    return !declaration(of: property).isStored
  }

  /// A test of `==` or `hash` itself holds a value against itself on purpose.
  func isAboutEquality(_ function: FunctionID) -> Bool {
    knowledge[.isAboutEquality].fits(declaration(of: function).name)
      || owner(of: function).map { knowledge[.isAboutEquality].fits(self[$0].name) } ?? false
  }

  /// Whether a test may fail by something other than the assertions given: it throws, waits, calls what may assert, or
  /// ends where what it calls is not as it wants it.
  private func canFailOtherwise(
    _ function: FunctionID, apartFrom assertions: [Assertion], _ inference: Inference
  ) -> Bool {
    let declaration = declaration(of: function)
    if declaration.effects.contains(.throws_) { return true }
    let code = self[file(of: function)].facts.code
    if isAboutCrashing(function, code) { return true }
    let own = Set(assertions.map(\.expression))
    let frame = Frame(function, in: self)
    if mayEnd(function) { return true }
    return expressions(of: function).contains { index in
      let id = ExpressionID(index: Int32(index))
      if case .call = code[id], case .functions(let called) = inference.target(of: id, in: frame).kind,
        called.contains(where: mayEnd)
      {
        return true
      }
      guard case .call(let callee, _) = code[id], !own.contains(id) else { return false }
      let name = code.calleeName(callee)
      if knowledge[.asserts].contains(name) || knowledge[.mayAssert].fits(name) { return true }
      // What the test class does by itself may assert, too.
      if case .name(_, implicitSelf: .some) = code[callee] { return !code.calleeName(callee).isCapitalized }
      return false
    }
  }

  /// Whether a test says, in its name or in a message, that what it is after is that nothing crashes: it fails by that.
  private func isAboutCrashing(_ function: FunctionID, _ code: Code) -> Bool {
    let words = knowledge[.isAboutCrashing]
    return words.fits(declaration(of: function).name)
      || expressions(of: function).contains { index in
        guard case .literal(.string(let text?)) = code.expressions[index] else { return false }
        return words.fits(text.text)
      }
  }

  /// Whether a body itself ends the program where something is not as it wants it: `fatalError()`, `x!`, `try!`.
  private func mayEnd(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    let isForced = (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).contains {
      if case .trying(.forced) = code.statement($0).kind { true } else { false }
    }
    return isForced
      || expressions(of: function).contains { index in
        let id = ExpressionID(index: Int32(index))
        if !code.marks(of: id).isDisjoint(with: [.unwrapped, .forced]) { return true }
        guard case .call(let callee, _) = code[id], case .name(let name, _) = code[callee] else { return false }
        return ending.functions.contains(name) || knowledge[.mayStop].contains(name)
      }
  }
}

extension ConstantTrace {
  /// Whether an expression is a local that nothing else mentions: it is held against itself to keep it alive.
  func isOnlyKept(_ id: ExpressionID) -> Bool {
    guard case .local(let local) = mentions.code[id] else { return false }
    return mentions.mentions(of: local).count == 2
  }

  /// Where a local is written to, its declaration apart.
  func writes(to local: LocalID) -> [ExpressionID] {
    mentions.mentions(of: local).compactMap { mention in
      guard let whole = mentions.whole(of: mention), case .assign(let target, _) = mentions.code[whole],
        target == mention
      else { return nil }
      return whole
    }
  }
}

extension Code {
  /// The `true` or `false` that a local is declared with.
  fileprivate func literalStart(of local: LocalID) -> ExpressionID? {
    guard let value = self[local].initializer, case .literal(.boolean) = self[value] else { return nil }
    return value
  }

  /// The local that was given the very value it is held against, where nothing has run since that could have changed
  /// it.
  func copy(_ id: ExpressionID, of other: ExpressionID) -> ExpressionID? {
    guard case .local(let local) = self[id], case .variable(isLet: true) = self[local].kind,
      let value = self[local].initializer, isSamePlainValue(value, other), case .member = self[value], value < id,
      value < other
    else { return nil }
    let hasRun = (value.index + 1..<min(id.index, other.index)).contains { index in
      switch self[ExpressionID(index: index)] {
      case .call, .assign, .mutate, .compound: true
      default: false
      }
    }
    return hasRun ? nil : id
  }

  /// Whether two expressions are the same name, or the same members of it: nothing that could answer otherwise the
  /// second time it is asked.
  func isSamePlainValue(_ one: ExpressionID, _ other: ExpressionID) -> Bool {
    switch (self[one], self[other]) {
    case (.local(let left), .local(let right)): left == right
    case (.name(let left, _), .name(let right, _)): left == right
    case (.member(let left, let name), .member(let right, let otherName)):
      name == otherName && isSamePlainValue(left, right)
    default: false
    }
  }
}
