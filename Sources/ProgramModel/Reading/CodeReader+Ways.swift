public import SwiftFacts

/// A way through the body of a function, told by where it ends.
public struct Way: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// Where the body is left: by an exit before its end, or at its end.
    case exit(block: Int, isEarly: Bool, isFailing: Bool)
    /// A call that the way has come to.
    case call(ExpressionID)
  }

  public var function: FunctionID
  public var end: End
  /// Where it ends.
  public var span: SourceSpan
}

/// Ways through bodies, on the control flow graph.
extension CodeReader {
  /// Every place where a function is left, and every call of it.
  public func ways(through function: FunctionID) -> [Way] {
    guard let graph = program.flow(of: function) else { return [] }
    let declaration = program.declaration(of: function)
    let file = program.file(of: function)
    let code = program[file].facts.code
    let reached = reachable(graph, avoiding: { _ in false }, code)
    var result: [Way] = graph.exits.filter { reached[$0.block] }.map { exit in
      let statement = exit.statement.map { code.statements[Int($0)] }
      let isFailing = exit.manner == .throw
        || declaration.effects.contains(.fails) && statement.map { answersNil($0, code) } ?? false
      let bytes = statement?.span ?? declaration.nameSpan
      return Way(
        function: function, end: .exit(block: exit.block, isEarly: exit.statement != nil, isFailing: isFailing),
        span: SourceSpan(file: file, bytes: bytes))
    }
    for (block, isReached) in zip(graph.blocks, reached) where isReached {
      for id in code.evaluated(in: block) {
        guard case .call = code[id] else { continue }
        result.append(
          Way(function: function, end: .call(id), span: SourceSpan(file: file, bytes: code.span(of: id))))
      }
    }
    var seen: Set<Way> = []
    return result.filter { seen.insert($0).inserted }
  }

  private func answersNil(_ statement: Statement, _ code: Code) -> Bool {
    (statement.firstExpression..<max(statement.firstExpression, statement.endExpression)).contains {
      code.expressions[Int($0)] == .literal(.null)
    }
  }

  /// Whether a way can come to its end without a call that is looked for, in this body or in what it calls; nil where
  /// the body is not understood.
  public func misses(_ way: Way, _ question: CallQuestion) -> Bool? {
    guard case .exit(let block, _, _) = way.end else { return nil }
    return CallWalk(program, inference, fates, frames, question).misses(before: block, of: way.function)
  }

  /// Whether some way has made a call that is looked for on the same object before, and none that undoes it since; nil
  /// where the body is not understood, or the object is worked out.
  public func repeats(_ way: Way, _ question: CallQuestion) -> Bool? {
    guard case .call(let last) = way.end, question.isCall(last, way.span.file) else { return false }
    return CallWalk(program, inference, fates, frames, question).repeats(last, in: way.function)
  }

  /// Whether a call of some kind has been made on every way that leads to another; nil where that is in a closure, or
  /// the body is not understood.
  public func follows(_ call: ExpressionID, in file: FileID, _ isCall: (ExpressionID) -> Bool) -> Bool? {
    guard let function = program.function(holding: Int(call.index), in: file), let graph = program.flow(of: function)
    else { return nil }
    let code = program[file].facts.code
    guard let block = graph.blocks.firstIndex(where: { code.evaluated(in: $0).contains(call) }) else { return nil }
    if code.evaluated(in: graph.blocks[block]).prefix(while: { $0 != call }).contains(where: isCall) { return true }
    return !reachable(graph, avoiding: isCall, code)[block]
  }

  /// Whether a call of some kind is made on every way that goes on from another; nil as above.
  public func precedes(_ call: ExpressionID, in file: FileID, _ isCall: (ExpressionID) -> Bool) -> Bool? {
    guard let function = program.function(holding: Int(call.index), in: file), let graph = program.flow(of: function)
    else { return nil }
    let code = program[file].facts.code
    guard let block = graph.blocks.firstIndex(where: { code.evaluated(in: $0).contains(call) }) else { return nil }
    let rest = code.evaluated(in: graph.blocks[block]).drop { $0 != call }.dropFirst()
    if rest.contains(where: isCall) { return true }
    var seen = Set<Int>()
    var work = [block]
    while let here = work.popLast() {
      if graph.exits.contains(where: { $0.block == here }) { return false }
      for next in graph.successors(of: here) where seen.insert(next).inserted {
        if !code.evaluated(in: graph.blocks[next]).contains(where: isCall) { work.append(next) }
      }
    }
    return true
  }

  /// For each block, whether some way from the entry comes to its beginning with no such call.
  private func reachable(_ graph: FlowGraph, avoiding isCall: (ExpressionID) -> Bool, _ code: Code) -> [Bool] {
    var seen = Array(repeating: false, count: graph.blocks.count)
    var work = [FlowGraph.entry]
    seen[FlowGraph.entry] = true
    while let block = work.popLast() {
      if code.evaluated(in: graph.blocks[block]).contains(where: isCall) { continue }
      for next in graph.successors(of: block) where !seen[next] {
        seen[next] = true
        work.append(next)
      }
    }
    return seen
  }
}

extension Code {
  /// What a block evaluates, in order, without what is inside closures.
  fileprivate func evaluated(in block: FlowGraph.Block) -> [ExpressionID] {
    block.ranges.flatMap { range in
      let inner = closures.filter { range.contains($0.expression.index) }.map { $0.firstExpression..<$0.endExpression }
      return range.filter { at in !inner.contains { $0.contains(at) } }.map { ExpressionID(index: $0) }
    }
  }
}
