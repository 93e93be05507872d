import SwiftFacts

/// Values that a test held to others before a change, and of which it asks since only whether they are there.
extension Matching {
  /// The test does all it did before, and whatever it asserts that is new asks for less of the same.
  func softened(_ test: FunctionID, _ old: FunctionID) -> Alteration? {
    let (code, oldCode) = (after[after.file(of: test)].facts.code, before[before.file(of: old)].facts.code)
    let (was, now) = (before.claims(in: old), after.claims(in: test))
    let known = Set(was.map { oldCode.plainSpelling(of: $0.expression) })
    let kept = Set(now.map { code.plainSpelling(of: $0.expression) })
    let lost = was.filter { !kept.contains(oldCode.plainSpelling(of: $0.expression)) }
    let new = now.filter { !known.contains(code.plainSpelling(of: $0.expression)) }
    guard !lost.isEmpty, !new.isEmpty,
      case let asked = new.compactMap({ after.askedForPresence($0, in: code) }), asked.count == new.count,
      case let subjects = Set(asked.map { code.plainSpelling(of: $0) }),
      let first = lost.first(where: { claim in
        guard case .areEqual(let value, let other) = claim.claim, !oldCode.isCount(other), !oldCode.isCount(value)
        else { return false }
        return [value, other].contains { subjects.contains(oldCode.plainSpelling(of: $0)) }
      }), before.otherCalls(in: old).sorted() == after.otherCalls(in: test).sorted()
    else { return nil }
    return Alteration(
      kind: .lostAssertion, span: after.span(of: test), name: after.name(of: test),
      before: oldCode.spelling(of: first.expression), after: "1")
  }
}

extension Program {
  /// What an assertion asks about, if all that it asks is whether there is something, or how much of it.
  fileprivate func askedForPresence(_ assertion: Assertion, in code: Code) -> ExpressionID? {
    func part(_ id: ExpressionID, _ role: Role) -> ExpressionID? {
      guard case .member(let base, let name) = code[id], knowledge[role].contains(name) else { return nil }
      return base
    }
    switch assertion.claim {
    case .isThere(let value): return value
    case .isFalse(let value): return part(value, .tellsEmptiness)
    case .areEqual(let value, let number):
      guard case .literal(.number) = code[number] else { return nil }
      return part(value, .counts)
    case .isAtLeast(let value, _): return part(value, .counts)
    case .isTrue(let value):
      // `names.count > 0`
      guard case .operation(_, let parts) = code[value], let first = code[parts].first else { return nil }
      return part(first, .counts)
    case .isNil: return nil
    case .other:
      guard case .call(_, let list) = code[assertion.expression], let first = code[list].first else { return nil }
      return part(first.value, .counts)
    }
  }
}

extension Code {
  /// Whether a value that something is held to says no more than a flag or a number does.
  fileprivate func isCount(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .literal(.number), .literal(.boolean), .literal(.null): true
    default: false
    }
  }
}
