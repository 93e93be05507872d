import SwiftFacts

/// The tests that every way to a place has passed, each with how it came out.
struct PassedTests: Lattice {
  struct Test: Hashable {
    /// What was asked: a boolean, or an optional that was bound.
    var value: ExpressionID
    var holds: Bool
    /// What the value was held against, where that was a pattern.
    var pattern: PatternID?
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
      guard case .condition(let kind, let value?) = code.statement(statement).kind else { return true }
      if kind == .pattern, let pattern = code.pattern(in: statement) {
        state.tests.insert(.init(value: value, holds: holds, pattern: pattern))
      } else {
        learn(value, holds, &state)
      }
    case .pattern(let statement, let matches):
      if case .matching(let pattern, let subject?, _) = code.statement(statement).kind {
        state.tests.insert(.init(value: subject, holds: matches, pattern: pattern))
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

extension Code {
  /// What `if case` holds its value against.
  fileprivate func pattern(in condition: Int32) -> PatternID? {
    inner(of: condition).lazy.compactMap { statement -> PatternID? in
      if case .matching(let pattern, _, nil) = self.statement(statement).kind { pattern } else { nil }
    }.first
  }
}

/// The tests on the ways through the bodies of one function, its closures' included; each body is solved once.
///
/// Not safe for use from several threads.
final class TestsOnWays {
  private let program: Program
  private let file: FileID
  private let code: Code
  private let body: Range<Int32>
  private let statement: Int32
  private let transfer: PassingTests
  /// By the statement that is a body; nil inside where it is too large to be followed.
  private var solved: [Int32: Solved?] = [:]

  private struct Solved {
    var graph: FlowGraph
    var solution: Solution<PassedTests>
  }

  /// Nil for a function without a body.
  init?(through function: FunctionID, of program: Program) {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody, declaration.firstStatement < declaration.endStatement else { return nil }
    self.program = program
    file = program.file(of: function)
    let code = program[file].facts.code
    self.code = code
    body = declaration.firstExpression..<declaration.endExpression
    statement = declaration.firstStatement
    transfer = PassingTests(code: code) { call in
      guard case .call(let callee, _) = code[call], case .name(let name, _) = code[callee] else { return false }
      return program.knowledge[.mayStop].contains(name)
    }
  }

  /// What is known at a place.
  enum Answer {
    /// Some body around it is too large to be followed.
    case unknown
    /// No run gets there.
    case never
    case passed(Set<PassedTests.Test>)
  }

  /// The tests that every way to an expression has passed, those around its closures included.
  func tests(at place: ExpressionID) -> Answer {
    var passed: Set<PassedTests.Test> = []
    var root = statement
    for closure in code.closures(around: place, within: body) {
      guard let here = solution(of: root) else { return .unknown }
      passed.formUnion(tests(at: code[closure].expression, here) ?? [])
      root = code[closure].statement
    }
    guard let here = solution(of: root), let last = tests(at: place, here) else { return .never }
    return .passed(passed.union(last))
  }

  private func solution(of root: Int32) -> Solved? {
    if let known = solved[root] { return known }
    var found: Solved?
    if let graph = program.flow(of: root, in: file), let solution = graph.solve(transfer, from: PassedTests()) {
      found = Solved(graph: graph, solution: solution)
    }
    solved[root] = .some(found)
    return found
  }

  /// Nil where no run gets there. Only the blocks that evaluate the place are gone through.
  private func tests(at place: ExpressionID, _ solved: Solved) -> Set<PassedTests.Test>? {
    var result: Set<PassedTests.Test>?
    for (block, before) in zip(solved.graph.blocks, solved.solution.before) {
      guard var state = before, block.ranges.contains(where: { $0.contains(place.index) }) else { continue }
      for range in block.ranges {
        for index in range {
          transfer.step(&state, at: ExpressionID(index: index))
          // What `defer` holds stands in several ways out.
          if index == place.index { result = result?.intersection(state.tests) ?? state.tests }
        }
      }
    }
    return result
  }
}

/// The tests on the ways through functions, each of which is followed once. Not safe for use from several threads.
final class KnownTests {
  private let program: Program
  private var known: [FunctionID: TestsOnWays?] = [:]
  private var passed: [Place: Set<PassedTests.Test>?] = [:]
  private var constants: [Call: Refinement] = [:]

  private struct Place: Hashable {
    var place: ExpressionID
    var function: FunctionID
  }

  private struct Call: Hashable {
    var caller: FunctionID
    var call: ExpressionID
    var function: FunctionID
  }

  init(of program: Program) { self.program = program }

  /// What a call says of the parameters of a function that it calls.
  func given(by site: Callers.Site, to function: FunctionID) -> Refinement {
    let call = Call(caller: site.function, call: site.call, function: function)
    if let known = constants[call] { return known }
    let code = program[program.file(of: site.function)].facts.code
    guard case .call(_, let list) = code[site.call] else { return Refinement() }
    let own = program[program.file(of: function)].facts.code
    let given = code.given(code[list], to: program.declaration(of: function), in: own)
    constants[call] = given
    return given
  }

  /// Nil for a function without a body.
  func ways(through function: FunctionID) -> TestsOnWays? {
    if let known = known[function] { return known }
    let made = TestsOnWays(through: function, of: program)
    known[function] = .some(made)
    return made
  }

  /// The tests that every way to an expression of a function has passed; nil where no run gets there, and where that is
  /// not known.
  func passed(at place: ExpressionID, in function: FunctionID) -> Set<PassedTests.Test>? {
    let here = Place(place: place, function: function)
    if let known = passed[here] { return known }
    var tests: Set<PassedTests.Test>?
    if case .passed(let found)? = ways(through: function)?.tests(at: place) { tests = found }
    passed[here] = .some(tests)
    return tests
  }
}

extension Program {
  /// The tests that every way to each of some expressions of a function has passed, those around its closures included;
  /// nil where that is not known.
  func passedTests(at places: Set<ExpressionID>, in function: FunctionID) -> [ExpressionID: Set<PassedTests.Test>]? {
    guard let ways = TestsOnWays(through: function, of: self) else { return nil }
    var result: [ExpressionID: Set<PassedTests.Test>] = [:]
    for place in places {
      switch ways.tests(at: place) {
      case .unknown: return nil
      case .never: continue
      case .passed(let tests): result[place] = tests
      }
    }
    return result
  }
}
