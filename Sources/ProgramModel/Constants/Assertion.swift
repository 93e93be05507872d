public import SwiftFacts

/// Something that a test claims: `XCTAssertTrue(flag)`, `#expect(a == b)`, `expect(flag).to(beTrue())`.
struct Assertion: Hashable {
  /// What has to be so, or the test fails.
  enum Claim: Hashable {
    case isTrue(ExpressionID)
    case isFalse(ExpressionID)
    case areEqual(ExpressionID, ExpressionID)
    case isNil(ExpressionID)
    case isThere(ExpressionID)
    /// Anything else, and any claim that is not understood.
    case other
  }

  var claim: Claim
  /// The whole assertion.
  var expression: ExpressionID
  /// As it is called: `XCTAssertTrue`, `#expect`.
  var name: String
}

extension Assertion {
  /// Whether what goes by a name takes values to look at them, and has no way to change them.
  static func isName(_ name: Symbol) -> Bool { name.text.hasPrefix("XCT") || plainNames.contains(name) }

  private static let plainNames: Set<Symbol> = ["expect", "print", "fail", "equal", "require"]
}

extension Program {
  /// What a function asserts, its closures included, in the order of the source.
  func claims(in function: FunctionID) -> [Assertion] {
    let facts = self[file(of: function)].facts
    let code = facts.code
    let range = expressions(of: function)
    var result: [Assertion] = []
    for index in range {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .call(let callee, let list):
        if let found = code.assertion(id, callee, list) { result.append(found) }
      case .operation(let name, let parts) where parts.count == 2 && name == AssertionNames.equals:
        // `expect(flag) == true`.
        let sides = Array(code[parts])
        if let value = code.expected(sides[0]) {
          result.append(Assertion(claim: .areEqual(value, sides[1]), expression: id, name: "expect"))
        }
      default: continue
      }
    }
    for macro in code.macros(in: range) where AssertionNames.macros.contains(macro.name) {
      guard let first = macro.parts.first else { continue }
      result.append(Assertion(claim: code.claim(thatIsTrue: first), expression: macro.expression, name: macro.name.text))
    }
    return result.sorted { code.span(of: $0.expression).start < code.span(of: $1.expression).start }
  }
}

extension Code {
  fileprivate func assertion(_ id: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList) -> Assertion? {
    if case .name(let name, _) = self[callee] {
      guard AssertionNames.functions.contains(name) else { return nil }
      let values = self[list].prefix { $0.label == nil }.map(\.value)
      return Assertion(claim: claim(name, values), expression: id, name: name.text)
    }
    // `expect(flag).to(beTrue())`.
    guard case .member(let base, let verb) = self[callee], let value = expected(base), let matcher = self[list].first?.value,
      case .call(let matching, let wanted) = self[matcher], AssertionNames.verbs.contains(verb)
    else { return nil }
    let isPositive = !AssertionNames.negations.contains(verb)
    let claim: Assertion.Claim =
      switch (calleeName(matching), isPositive) {
      case ("beTrue", true): .isTrue(value)
      case ("beFalse", true): .isFalse(value)
      case ("beNil", true): .isNil(value)
      case ("beNil", false): .isThere(value)
      case ("equal", true): self[wanted].first.map { .areEqual(value, $0.value) } ?? .other
      default: .other
      }
    return Assertion(claim: claim, expression: id, name: "expect")
  }

  /// What `expect(…)` is given, if it is a value and not a closure.
  fileprivate func expected(_ id: ExpressionID) -> ExpressionID? {
    guard case .call(let callee, let list) = self[id], case .name(AssertionNames.expect, _) = self[callee], list.count == 1,
      let only = self[list].first, !only.isTrailingClosure
    else { return nil }
    return only.value
  }

  private func claim(_ name: Symbol, _ values: [ExpressionID]) -> Assertion.Claim {
    guard let first = values.first else { return .other }
    switch name {
    case "XCTAssert", "XCTAssertTrue": return claim(thatIsTrue: first)
    case "XCTAssertFalse": return .isFalse(first)
    case "XCTAssertNil": return .isNil(first)
    case "XCTAssertNotNil": return .isThere(first)
    case "XCTAssertEqual", "XCTAssertIdentical": return values.count > 1 ? .areEqual(first, values[1]) : .other
    default: return .other
    }
  }

  fileprivate func claim(thatIsTrue id: ExpressionID) -> Assertion.Claim {
    guard case .operation(let name, let parts) = self[id] else { return .isTrue(id) }
    let sides = Array(self[parts])
    if name == AssertionNames.not, sides.count == 1 { return .isFalse(sides[0]) }
    if name == AssertionNames.equals || name == AssertionNames.isSame, sides.count == 2 { return .areEqual(sides[0], sides[1]) }
    return .isTrue(id)
  }
}

enum AssertionNames {
  static let expect = Symbol("expect")
  static let equals = Symbol("==")
  static let isSame = Symbol("===")
  static let not = Symbol("!")
  static let macros: Set<Symbol> = ["#expect", "#require"]
  static let verbs: Set<Symbol> = ["to", "toNot", "notTo", "toEventually", "toEventuallyNot", "toNotEventually"]
  static let negations: Set<Symbol> = ["toNot", "notTo", "toEventuallyNot", "toNotEventually"]
  static let functions: Set<Symbol> = [
    "XCTAssert", "XCTAssertTrue", "XCTAssertFalse", "XCTAssertNil", "XCTAssertNotNil", "XCTAssertEqual", "XCTAssertNotEqual",
    "XCTAssertIdentical", "XCTAssertNotIdentical", "XCTAssertGreaterThan", "XCTAssertGreaterThanOrEqual", "XCTAssertLessThan",
    "XCTAssertLessThanOrEqual", "XCTAssertThrowsError", "XCTAssertNoThrow", "XCTFail", "XCTUnwrap",
  ]
}
