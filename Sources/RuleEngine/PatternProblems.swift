public import RulePages
import SwiftFacts

extension RulePage {
  /// What is wrong with the patterns of a page as Swift: text that is no expression, and code that matches nothing.
  public var patternProblems: [PageProblem] {
    guard case .pattern(let patterns) = search else { return [] }
    return patterns.compactMap { pattern in
      guard let lowered = PatternCode(pattern.text) else {
        return PageProblem(
          path: path, position: pattern.position,
          says:
            "`\(pattern.text)` is not one Swift expression: a pattern is a call, an assignment or another expression")
      }
      let whole = PatternWithHoles(lowered)
      if whole.hole(lowered.root) != nil, lowered.code.marks(of: lowered.root).isEmpty {
        return PageProblem(
          path: path, position: pattern.position,
          says:
            "`\(pattern.text)` matches every expression: patterns do not see `try` and `await`; say more of the code")
      }
      // What does not match the very code that it is does not match any.
      var matcher = PatternMatcher(pattern: whole, code: lowered.code)
      guard !matcher.matches(lowered.root, lowered.root) else { return nil }
      return PageProblem(
        path: path, position: pattern.position,
        says: "`\(pattern.text)` matches nothing: patterns have no `if`, `switch` or `?:`, no key paths "
          + "and no texts with values in them")
    }
  }
}
