import SwiftFacts

extension Program {
  /// Whether a test is what a generator has left: each test of its type is named for nothing, and all that it says is
  /// spelled out in it.
  func isPlaceholder(_ test: FunctionID, _ assertions: [VacuousAssertion]) -> Bool {
    guard assertions.count == 1, let only = assertions.first, only.isSpelledOut, let owner = owner(of: test),
      functions(of: owner).filter(isTestCase).allSatisfy(isNamedAsPlaceholder)
    else { return false }
    let code = self[file(of: test)].facts.code
    return expressions(of: test).allSatisfy { only.span.bytes.contains(code.spans[$0]) }
  }

  private func isNamedAsPlaceholder(_ test: FunctionID) -> Bool {
    declaration(of: test).name.text.words.allSatisfy { knowledge[.isPlaceholder].contains($0) }
  }
}

extension VacuousAssertion {
  fileprivate var isSpelledOut: Bool {
    switch reason {
    case .literal, .equal: true
    case .constant, .itself, .alwaysThere, .neverBelow: false
    }
  }
}
