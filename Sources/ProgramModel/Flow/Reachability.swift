import SwiftFacts

/// What of a body some run gets to, where something is known of the values that it begins with.
struct Reachability {
  private let blocks: [Range<Int32>]
  private let code: Code
  private let whole: Range<Int32>

  /// Nil where the graph is not solved within the limits.
  init?(_ graph: FlowGraph, in code: Code, given facts: Refinement) {
    guard let root = graph.root, let solution = graph.solve(Refining(code: code), from: Refined(facts: facts)) else {
      return nil
    }
    self.code = code
    whole = code.expressions(in: root)
    blocks = zip(graph.blocks, solution.before).flatMap { block, state in state == nil ? [] : block.ranges }.sorted {
      $0.lowerBound < $1.lowerBound
    }
  }

  /// Whether some run evaluates an expression; for what is inside a closure, whether some run makes the closure.
  func contains(_ id: ExpressionID) -> Bool {
    guard whole.contains(id.index) else { return true }
    let outer = code.closures(around: id, within: whole).map { code[$0].expression }.max() ?? id
    return blocks.contains { $0.contains(outer.index) }
  }
}

/// What is known of values on every way to a place.
struct Refined: Lattice {
  var facts = Refinement()

  mutating func join(_ other: Self) { facts = facts.common(with: other.facts) }
}

/// Learns from tests, and forgets what is written to.
struct Refining: Transfer {
  let code: Code

  func step(_ state: inout Refined, at expression: ExpressionID) {
    if state.facts.isEmpty { return }
    if let path = code.writtenPath(expression) { state.facts.forget(path) }
    if code.marks(of: expression).contains(.inout), let path = code.accessPath(expression) { state.facts.forget(path) }
  }

  func cross(_ state: inout Refined, _ edge: FlowGraph.Edge) -> Bool {
    // What a round was told of its own values says nothing of the next one.
    if case .round(let loop) = edge.kind, !state.facts.isEmpty {
      let span = code.statement(loop).span
      state.facts.forget { code.isDeclared($0, within: span) }
    }
    return state.facts.learn(code.told(by: edge.kind))
  }
}

extension Code {
  /// The closures that an expression stands in, of those in a stretch of code, the outermost first.
  func closures(around id: ExpressionID, within range: Range<Int32>) -> [ClosureID] {
    closures(around: id).filter { range.contains(self[$0].expression.index) }.reversed()
  }

  /// What a call says of the parameters of the one function that it calls: literals, and defaults that are.
  func given(_ arguments: ArraySlice<Argument>, to declaration: FunctionDeclaration, in callee: Code) -> Refinement {
    var facts = Refinement()
    guard let match = declaration.match(arguments) else { return facts }
    for (position, parameter) in declaration.parameters.enumerated() {
      let path = AccessPath(root: .local(parameter.local))
      let given = zip(match, arguments).first { $0.0 == position }?.1.value
      let literal = given.map { self[$0] } ?? parameter.defaultValue.map { callee[$0] }
      switch literal {
      case .literal(.boolean(let value))?: _ = facts.learn(.isTrue(path), value)
      case .literal(.null)?: _ = facts.learn(.isPresent(path), false)
      case .closure?: _ = facts.learn(.isPresent(path), true)
      case .implicitMember(let name)?: _ = facts.learn(.isCase(path, name), true)
      case .literal(.number(let digits))?: _ = facts.learn(.equals(path, digits.text), true)
      default: continue
      }
    }
    return facts
  }
}

extension Program {
  /// The control flow graph of a function's body; nil without one, or where it is too large.
  func flow(of function: FunctionID) -> FlowGraph? {
    let declaration = declaration(of: function)
    guard declaration.hasBody, declaration.firstStatement < declaration.endStatement else { return nil }
    return flow(of: declaration.firstStatement, in: file(of: function))
  }

  /// The control flow graph of the body that a statement is.
  func flow(of root: Int32, in file: FileID) -> FlowGraph? {
    let code = self[file].facts.code
    return code.flow(of: root) { call in
      guard case .call(let callee, _) = code[call] else { return false }
      switch code[callee] {
      case .name(let name, _): return self.ending.functions.contains(name)
      case .member(let base, let name):
        guard let types = self.ending.members[name], case .name(let type, _) = code[base] else { return false }
        return types.contains(type)
      default: return false
      }
    }
  }

  /// The control flow graph of a function as text, the same for the same source.
  public func describeFlow(of function: FunctionID) -> String {
    flow(of: function)?.description(in: self[file(of: function)].facts.code) ?? "no body"
  }
}
