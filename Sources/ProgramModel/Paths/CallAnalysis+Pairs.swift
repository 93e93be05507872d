import SwiftFacts

extension CallAnalysis {
  /// Whether a way is the one on which none of several optionals that a closure is given together is there: a value and
  /// an error of which neither has come.
  func isNeither(_ reach: Reach) -> Bool { missingPairs(reach).contains { !isGivenBySystem(code[$0]) } }

  /// Whether that cannot be, for the system gives one or the other.
  func isExcludedBySystem(_ reach: Reach) -> Bool { missingPairs(reach).contains { isGivenBySystem(code[$0]) } }

  private func missingPairs(_ reach: Reach) -> [ClosureID] {
    var missing: [ClosureID: Int] = [:]
    for (question, isSo) in reach.facts.answers where !isSo {
      guard case .isPresent(let path) = question, path.members.isEmpty, case .local(let local) = path.root,
        case .closureParameter(let closure, _) = code[local].kind
      else { continue }
      missing[closure, default: 0] += 1
    }
    return missing.filter { $0.value > 1 && $0.value >= reach.passed }.map(\.key)
  }

  private func isGivenBySystem(_ closure: Closure) -> Bool {
    guard let call = closure.call, case .foreign(let owner?, _, _) = finder.inference.target(of: call, in: frame).kind
    else { return false }
    return finder.program.isSystemType(owner)
  }
}
