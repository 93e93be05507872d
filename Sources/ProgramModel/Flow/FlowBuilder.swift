import SwiftFacts

/// Derives a control flow graph from the statements of a body.
struct FlowBuilder {
  /// What a jump passes or ends at, innermost last.
  enum Scope {
    case deferred(Int32)
    /// A loop, a `switch` or a labelled statement; `again` is where `continue` leads, `next` where `fallthrough` does.
    case target(label: Symbol?, after: Int, again: Int?, next: Int?, isPlain: Bool)
    case handler(Int)
  }

  let code: Code
  let endsProgram: (ExpressionID) -> Bool
  var graph: FlowGraph
  /// Where the next expression goes; nil where nothing gets to.
  var current: Int?
  var scopes: [Scope] = []
  private var label: Symbol?

  init(_ code: Code, root: Int32?, endsProgram: @escaping (ExpressionID) -> Bool) {
    self.code = code
    self.endsProgram = endsProgram
    graph = FlowGraph(root: root)
    current = FlowGraph.entry
  }

  var isTooLarge: Bool { graph.blocks.count > Limits.flowBlocks }

  mutating func body(_ statement: Int32) {
    sequence(statement)
    finish()
  }

  mutating func lone(_ range: Range<Int32>) {
    evaluate(range)
    finish()
  }

  private mutating func finish() {
    if let current { graph.leave(current, .return, nil) }
    current = nil
  }

  // MARK: Blocks

  mutating func follow(_ kind: FlowGraph.Edge.Kind, from: Int, to: Int) { graph.connect(from, to, kind) }

  /// Goes on in a new block.
  mutating func go(_ kind: FlowGraph.Edge.Kind) {
    guard let from = current else { return }
    let to = graph.addBlock()
    follow(kind, from: from, to: to)
    current = to
  }

  /// Goes on in a block that others lead to as well.
  mutating func join(_ block: Int, _ kind: FlowGraph.Edge.Kind = .next) {
    if let from = current { follow(kind, from: from, to: block) }
    current = nil
  }

  /// Begins where others have joined; nowhere if none has.
  mutating func begin(at block: Int) {
    current = graph.blocks[block].predecessors.isEmpty ? nil : block
  }

  mutating func evaluate(_ range: Range<Int32>) {
    guard let block = current, !range.isEmpty else { return }
    for index in range {
      let id = ExpressionID(index: index)
      guard case .call = code[id], endsProgram(id) else { continue }
      graph.evaluate(range.lowerBound..<index + 1, in: block)
      graph.leave(block, .end, nil)
      current = nil
      return
    }
    graph.evaluate(range, in: block)
  }

  // MARK: Statements

  /// What is inside a statement, one after the other; what `defer` holds comes last.
  mutating func sequence(_ statement: Int32) {
    guard !isTooLarge else { return }
    let whole = code.statement(statement)
    let mark = scopes.count
    var place = whole.firstExpression
    for child in code.inner(of: statement) {
      let inner = code.statement(child)
      if place < inner.firstExpression { evaluate(place..<inner.firstExpression) }
      place = max(place, inner.endExpression)
      walk(child)
    }
    if place < whole.endExpression { evaluate(place..<whole.endExpression) }
    while scopes.count > mark {
      if case .deferred(let child) = scopes.removeLast() { sequence(child) }
    }
  }

  /// What is inside a statement, up to one of its parts.
  mutating func prefix(of statement: Int32, before part: Int32?) {
    let whole = code.statement(statement)
    var place = whole.firstExpression
    let end = part.map { code.statement($0).firstExpression } ?? whole.endExpression
    for child in code.inner(of: statement) where child < part ?? .max {
      let inner = code.statement(child)
      if place < inner.firstExpression { evaluate(place..<inner.firstExpression) }
      place = max(place, inner.endExpression)
      walk(child)
    }
    if place < end { evaluate(place..<end) }
  }

  mutating func walk(_ statement: Int32) {
    let this = code.statement(statement)
    switch this.kind {
    // What is only made here does not run here.
    case .closure, .declaration: return
    case .deferred:
      if current != nil { scopes.append(.deferred(statement)) }
    case _ where current == nil: return
    case .block, .condition, .awaiting, .catching, .selectionCase, .matching: sequence(statement)
    case .branch, .ternary: branch(statement)
    case .guarding: guarding(statement)
    case .selection: selection(statement)
    case .loop(let kind): loop(statement, kind)
    case .attempt: attempt(statement)
    case .skippable:
      guard let from = current else { return }
      let after = graph.addBlock()
      follow(.skippable(statement, runs: false), from: from, to: after)
      go(.skippable(statement, runs: true))
      sequence(statement)
      join(after)
      begin(at: after)
    case .compilation(let hasElse):
      guard let from = current else { return }
      let after = graph.addBlock()
      for block in code.blocks(of: statement) {
        current = from
        go(.enter(statement, block: block))
        sequence(block)
        join(after)
      }
      if !hasElse { follow(.enter(statement, block: nil), from: from, to: after) }
      begin(at: after)
    case .trying(let kind):
      if kind == .propagating { raise(by: statement) }
      sequence(statement)
    case .leave(let exit, let label):
      sequence(statement)
      jump(exit, label, statement)
    case .labelled(let name):
      let after = graph.addBlock()
      label = name
      scopes.append(.target(label: name, after: after, again: nil, next: nil, isPlain: false))
      sequence(statement)
      scopes.removeLast()
      join(after)
      begin(at: after)
    }
  }

  mutating func takeLabel() -> Symbol? {
    defer { label = nil }
    return label
  }

  // MARK: Jumps

  /// An edge to whatever catches what is thrown here.
  private mutating func raise(by statement: Int32) {
    guard let from = current else { return }
    let next = graph.addBlock()
    follow(.next, from: from, to: next)
    go(.thrown(statement))
    unwindThrow(statement)
    current = next
  }

  mutating func unwindThrow(_ statement: Int32?) {
    let target = scopes.lastIndex { if case .handler = $0 { true } else { false } }
    unwind(downTo: target.map { $0 + 1 } ?? 0)
    guard let block = current else { return }
    if let target, case .handler(let handler) = scopes[target] {
      join(handler)
    } else {
      graph.leave(block, .throw, statement)
      current = nil
    }
  }

  /// Runs what the blocks hold that a jump leaves, the innermost first.
  private mutating func unwind(downTo depth: Int) {
    let saved = scopes
    while scopes.count > depth {
      if case .deferred(let child) = scopes.removeLast() { sequence(child) }
    }
    scopes = saved
  }

  private mutating func jump(_ exit: Statement.Exit, _ label: Symbol?, _ statement: Int32) {
    guard current != nil else { return }
    defer { current = nil }
    switch exit {
    case .throw: unwindThrow(statement)
    case .return:
      unwind(downTo: 0)
      if let block = current { graph.leave(block, .return, statement) }
    case .break, .continue, .fallthrough:
      let found = scopes.indices.reversed().first { index in
        guard case .target(let name, _, let again, let next, let isPlain) = scopes[index] else { return false }
        if let label { return name == label && (exit != .continue || again != nil) }
        return switch exit {
        case .continue: again != nil
        case .fallthrough: next != nil || isPlain && again == nil
        default: isPlain
        }
      }
      guard let found, case .target(_, let after, let again, let next, _) = scopes[found] else { return }
      unwind(downTo: found + 1)
      let to: Int? =
        switch exit {
        case .continue: again
        case .fallthrough: next
        default: after
        }
      if let to { join(to) }
    }
  }
}

extension Code {
  /// The control flow graph of the body that a statement is; nil if it is too large to be followed.
  ///
  /// - Parameter endsProgram: Whether a call never returns.
  func flow(of root: Int32, endsProgram: @escaping (ExpressionID) -> Bool) -> FlowGraph? {
    var builder = FlowBuilder(self, root: root, endsProgram: endsProgram)
    builder.body(root)
    guard !builder.isTooLarge else { return Limits.hit(.flowBlocks) }
    return builder.graph
  }
}
