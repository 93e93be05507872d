import SwiftFacts

/// Stretches of expressions.
struct IndexSpans {
  var ranges: [Range<Int32>] = []

  func contains(_ index: Int32) -> Bool { ranges.contains { $0.contains(index) } }
}

extension Code {
  /// What is asked of an object behind `?` where a `guard` has found that there is none: it never runs.
  func chainsOfNothing(in declaration: FunctionDeclaration) -> IndexSpans {
    var result = IndexSpans()
    let body = declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)
    for at in body {
      guard case .guarding = statements[Int(at)].kind else { continue }
      let inside = (at + 1)..<max(at + 1, statements[Int(at)].end)
      let tests = inner(of: at).compactMap { part -> Statement.Kind? in
        if case .condition = statement(part).kind { statement(part).kind } else { nil }
      }
      // Of several conditions another one may have failed.
      guard tests.count == 1, case .condition(.binding, let value?) = tests[0], case .local(let gone) = self[value]
      else { continue }
      for one in inside {
        // The `guard` binds the name anew, but not for the way on which it leaves.
        guard case .skippable(.chain, after: let base) = statements[Int(one)].kind,
          case .local(let asked) = self[base], self[asked].name == self[gone].name
        else { continue }
        result.ranges.append(expressions(in: one))
      }
    }
    return result
  }
}
