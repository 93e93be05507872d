import SwiftFacts

/// The tests that every way to a place has passed, each with how it came out.
struct PassedTests: Lattice {
  struct Test: Hashable {
    /// What was asked: a boolean, or an optional that was bound.
    var value: ExpressionID
    var holds: Bool
  }

  var tests: Set<Test> = []

  mutating func join(_ other: Self) { tests.formIntersection(other.tests) }
}

/// Collects tests; what they are about may have changed since.
struct PassingTests: Transfer {
  let code: Code
  /// Whether a call goes on only where its first argument is true.
  let asserts: (ExpressionID) -> Bool

  func step(_ state: inout PassedTests, at expression: ExpressionID) {
    guard case .call(_, let list) = code[expression], let first = code[list].first, asserts(expression) else { return }
    learn(first.value, true, &state)
  }

  func cross(_ state: inout PassedTests, _ edge: FlowGraph.Edge) -> Bool {
    switch edge.kind {
    case .test(let statement, let holds):
      if case .condition(_, let value?) = code.statement(statement).kind { learn(value, holds, &state) }
    case .pattern(let statement, let matches):
      if case .matching(_, let subject?, _) = code.statement(statement).kind {
        state.tests.insert(.init(value: subject, holds: matches))
      }
    case .skippable(let statement, let runs):
      guard case .skippable(let skip, let value) = code.statement(statement).kind else { return true }
      switch skip {
      case .and, .chain: learn(value, runs, &state)
      case .or, .coalescing: learn(value, !runs, &state)
      }
    case .next, .enter, .round, .done, .thrown: break
    }
    return true
  }

  /// Of `a && b` that holds, both do; of `a || b` that does not, neither.
  private func learn(_ value: ExpressionID, _ holds: Bool, _ state: inout PassedTests) {
    guard case .operation(let name, let list) = code[value] else {
      state.tests.insert(.init(value: value, holds: holds))
      return
    }
    let parts = Array(code[list])
    switch name.text {
    case "!" where parts.count == 1: learn(parts[0], !holds, &state)
    case "&&" where holds: for part in parts { learn(part, true, &state) }
    case "||" where !holds: for part in parts { learn(part, false, &state) }
    default: state.tests.insert(.init(value: value, holds: holds))
    }
  }
}

extension Program {
  /// The tests that every way to each of some expressions of a function has passed, those around its closures included;
  /// nil where that is not known.
  func passedTests(at places: Set<ExpressionID>, in function: FunctionID) -> [ExpressionID: Set<PassedTests.Test>]? {
    let declaration = declaration(of: function)
    let file = file(of: function)
    let code = self[file].facts.code
    guard declaration.hasBody, declaration.firstStatement < declaration.endStatement else { return nil }
    let body = declaration.firstExpression..<declaration.endExpression
    let transfer = PassingTests(code: code) { call in
      guard case .call(let callee, _) = code[call], case .name(let name, _) = code[callee] else { return false }
      return self.knowledge[.mayStop].contains(name)
    }
    var known: [Int32: [ExpressionID: Set<PassedTests.Test>]] = [:]
    /// The tests at all expressions of one body.
    func tests(of root: Int32) -> [ExpressionID: Set<PassedTests.Test>]? {
      if let found = known[root] { return found }
      guard let graph = flow(of: root, in: file), let solution = graph.solve(transfer, from: PassedTests()) else {
        return nil
      }
      var result: [ExpressionID: Set<PassedTests.Test>] = [:]
      for (block, state) in zip(graph.blocks, solution.before) {
        guard var state else { continue }
        for id in block.ranges.joined().lazy.map({ ExpressionID(index: $0) }) {
          transfer.step(&state, at: id)
          // What `defer` holds stands in several ways out.
          result[id] = result[id].map { $0.intersection(state.tests) } ?? state.tests
        }
      }
      known[root] = result
      return result
    }
    var result: [ExpressionID: Set<PassedTests.Test>] = [:]
    for place in places {
      let around = code.closures(around: place, within: body).sorted {
        code[$0].firstExpression < code[$1].firstExpression
      }
      var passed: Set<PassedTests.Test> = []
      var root = declaration.firstStatement
      for closure in around {
        guard let here = tests(of: root) else { return nil }
        passed.formUnion(here[code[closure].expression] ?? [])
        root = code[closure].statement
      }
      guard let here = tests(of: root), let last = here[place] else { continue }
      result[place] = passed.union(last)
    }
    return result
  }
}
