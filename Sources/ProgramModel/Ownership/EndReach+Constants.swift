import SwiftFacts

/// Calls that say by a constant that nothing is to end.
extension ReachWalk {
  /// Whether a call gives constants with which its function never comes to a place: `close(silently: true)`.
  func isShutOut(of place: ExpressionID, in function: FunctionID, by site: Callers.Site) -> Bool {
    let code = frames[site.function].facts.code
    let own = frames[function].facts.code
    guard case .call(_, let list) = code[site.call] else { return false }
    let given = code.given(code[list], to: frames[function].declaration, in: own)
    guard !given.isEmpty, let passed = program.passedTests(at: [place], in: function)?[place] else { return false }
    return passed.contains { test in
      var facts = given
      return !facts.learn(own.told(testing: test.value, test.holds))
    }
  }
}
