import SwiftFacts

/// Something that a test claims: `XCTAssertTrue(flag)`, `#expect(a == b)`, `expect(flag).to(beTrue())`.
struct Assertion: Hashable {
  /// What has to be so, or the test fails.
  enum Claim: Hashable {
    case isTrue(ExpressionID)
    case isFalse(ExpressionID)
    case areEqual(ExpressionID, ExpressionID)
    case isNil(ExpressionID)
    case isThere(ExpressionID)
    /// The first is no less than the second.
    case isAtLeast(ExpressionID, ExpressionID)
    /// Anything else, and any claim that is not understood.
    case other
  }

  var claim: Claim
  /// The whole assertion.
  var expression: ExpressionID
  /// As it is called: `XCTAssertTrue`, `#expect`.
  var name: String
}

extension Knowledge {
  /// Whether what goes by a name takes values to look at them, and has no way to change them.
  func looksOnly(_ name: Symbol) -> Bool { self[.asserts].contains(name) || self[.looksOnly].contains(name) }
}

extension Program {
  /// Whether a macro, as it is written with its `#`, claims something.
  func isAssertionMacro(_ name: Symbol) -> Bool {
    knowledge[.assertionMacro].contains(Symbol(String(name.text.dropFirst())))
  }

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
        if let found = code.assertion(id, callee, list, knowledge) { result.append(found) }
      case .operation(let name, let parts) where parts.count == 2 && name == AssertionNames.equals:
        // `expect(flag) == true`.
        let sides = Array(code[parts])
        if let expected = code.expected(sides[0], knowledge) {
          result.append(Assertion(claim: .areEqual(expected.value, sides[1]), expression: id, name: expected.name))
        }
      default: continue
      }
    }
    for macro in code.macros(in: range) where isAssertionMacro(macro.name) {
      guard let first = macro.parts.first else { continue }
      result.append(
        Assertion(claim: code.claim(thatIsTrue: first), expression: macro.expression, name: macro.name.text))
    }
    return result.sorted { code.span(of: $0.expression).start < code.span(of: $1.expression).start }
  }
}

extension Code {
  fileprivate func assertion(_ id: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList, _ knowledge: Knowledge)
    -> Assertion?
  {
    if case .name(let name, _) = self[callee] {
      guard knowledge[.asserts].contains(name) else { return nil }
      let values = self[list].prefix { $0.label == nil }.map(\.value)
      return Assertion(claim: claim(name, values, knowledge), expression: id, name: name.text)
    }
    // `expect(flag).to(beTrue())`.
    guard case .member(let base, let verb) = self[callee], let expected = expected(base, knowledge),
      let matcher = self[list].first?.value,
      case .call(let matching, let wanted) = self[matcher],
      knowledge[.claims].contains(verb) || knowledge[.denies].contains(verb)
    else { return nil }
    let matches = calleeName(matching)
    let value = expected.value
    let claim: Assertion.Claim
    if knowledge[.denies].contains(verb) {
      claim = knowledge[.matchesNil].contains(matches) ? .isThere(value) : .other
    } else if knowledge[.matchesTrue].contains(matches) {
      claim = .isTrue(value)
    } else if knowledge[.matchesFalse].contains(matches) {
      claim = .isFalse(value)
    } else if knowledge[.matchesNil].contains(matches) {
      claim = .isNil(value)
    } else if knowledge[.matchesEqual].contains(matches) {
      claim = self[wanted].first.map { .areEqual(value, $0.value) } ?? .other
    } else {
      claim = .other
    }
    return Assertion(claim: claim, expression: id, name: expected.name)
  }

  /// What `expect(…)` is given, if it is a value and not a closure.
  fileprivate func expected(_ id: ExpressionID, _ knowledge: Knowledge) -> (value: ExpressionID, name: String)? {
    guard case .call(let callee, let list) = self[id], case .name(let name, _) = self[callee],
      knowledge[.expects].contains(name),
      list.count == 1, let only = self[list].first, !only.isTrailingClosure
    else { return nil }
    return (only.value, name.text)
  }

  private func claim(_ name: Symbol, _ values: [ExpressionID], _ knowledge: Knowledge) -> Assertion.Claim {
    guard let first = values.first else { return .other }
    if knowledge[.assertsTrue].contains(name) { return claim(thatIsTrue: first) }
    if knowledge[.assertsFalse].contains(name) { return .isFalse(first) }
    if knowledge[.assertsNil].contains(name) { return .isNil(first) }
    if knowledge[.assertsThere].contains(name) { return .isThere(first) }
    if knowledge[.assertsAtLeast].contains(name), values.count > 1 { return .isAtLeast(first, values[1]) }
    return knowledge[.assertsEqual].contains(name) && values.count > 1 ? .areEqual(first, values[1]) : .other
  }

  fileprivate func claim(thatIsTrue id: ExpressionID) -> Assertion.Claim {
    guard case .operation(let name, let parts) = self[id] else { return .isTrue(id) }
    let sides = Array(self[parts])
    if name == AssertionNames.not, sides.count == 1 { return .isFalse(sides[0]) }
    if name == AssertionNames.equals || name == AssertionNames.isSame, sides.count == 2 {
      return .areEqual(sides[0], sides[1])
    }
    if name.text == ">=", sides.count == 2 { return .isAtLeast(sides[0], sides[1]) }
    return .isTrue(id)
  }
}

enum AssertionNames {
  static let equals = Symbol("==")
  static let differs = Symbol("!=")
  static let isSame = Symbol("===")
  static let not = Symbol("!")
}
