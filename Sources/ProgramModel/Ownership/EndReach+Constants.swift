import SwiftFacts

/// Calls that say by a constant that nothing is to end.
extension Program {
  /// Whether a call gives constants with which its function never comes to a place: `close(silently: true)`. What a
  /// closure does there is not done where the closure is not made.
  ///
  /// - Parameter tests: Those that are known, where many places are asked about.
  func isShutOut(
    of place: ExpressionID, in function: FunctionID, by site: Callers.Site, tests: KnownTests? = nil
  ) -> Bool {
    let tests = tests ?? KnownTests(of: self)
    let given = tests.given(by: site, to: function)
    guard !given.isEmpty, let passed = tests.passed(at: place, in: function) else { return false }
    let own = self[file(of: function)].facts.code
    return passed.contains { test in
      var facts = given
      return !facts.learn(own.told(testing: test.value, test.holds)) || own.isRefuted(test, given)
    }
  }
}

extension Program {
  /// The same of all of some places, of which there are any.
  func isShutOut(ofAll places: [ExpressionID], in function: FunctionID, by site: Callers.Site) -> Bool {
    !places.isEmpty && places.allSatisfy { isShutOut(of: $0, in: function, by: site) }
  }
}

extension Code {
  /// Whether numbers that are given compare otherwise than a test says: `count > 5` where 3 is given.
  fileprivate func isRefuted(_ test: PassedTests.Test, _ given: Refinement) -> Bool {
    guard case .operation(let name, let list) = self[test.value], list.count == 2 else { return false }
    let sides = self[list].map { number($0, given) }
    guard let left = sides[0], let right = sides[1] else { return false }
    switch name.text {
    case "<": return (left < right) != test.holds
    case "<=": return (left <= right) != test.holds
    case ">": return (left > right) != test.holds
    case ">=": return (left >= right) != test.holds
    default: return false
    }
  }

  private func number(_ id: ExpressionID, _ given: Refinement) -> Int? {
    if case .literal(.number(let digits)) = self[id] { return Int(digits.text) }
    guard let path = accessPath(id) else { return nil }
    return given.answers.lazy.compactMap { question, holds in
      if case .equals(path, let text) = question, holds { Int(text) } else { nil }
    }.first
  }
}
