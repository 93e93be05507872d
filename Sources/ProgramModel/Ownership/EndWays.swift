import SwiftFacts

// Which ways through a body come by a place.

/// Whether all ways through a body come by a place. Each place is answered for once: many cycles are ended by the same
/// calls. Not safe for use from several threads.
final class KnownWays {
  private let program: Program
  private var known: [Question: Bool] = [:]

  private struct Question: Hashable {
    var function: FunctionID
    var closure: ClosureID?
    var spans: [ByteSpan]
  }

  init(of program: Program) { self.program = program }

  /// Whether each way through a body comes to one of some places, apart from those on which something that is asked for
  /// is not there, or a loop has no round.
  func comeAlways(to spans: [ByteSpan], in function: FunctionID, within closure: ClosureID?) -> Bool {
    let question = Question(function: function, closure: closure, spans: spans)
    if let answer = known[question] { return answer }
    let answer = program.comesAlways(to: spans, in: function, within: closure)
    known[question] = answer
    return answer
  }
}

extension Program {
  fileprivate func comesAlways(to spans: [ByteSpan], in function: FunctionID, within closure: ClosureID?) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    guard let graph = flow(of: closure.map { code[$0].statement } ?? declaration.firstStatement, in: file(of: function))
    else { return true }
    let ends = Set(
      expressions(of: function).filter { spans.contains(code.spans[$0]) }.compactMap {
        graph.block(evaluating: ExpressionID(index: Int32($0)))
      })
    guard !ends.isEmpty else { return true }
    var seen: Set<Int> = [FlowGraph.entry]
    var due = [FlowGraph.entry]
    while let block = due.popLast() {
      if ends.contains(block) { continue }
      if graph.exits.contains(where: { $0.block == block && $0.manner == .return }) { return false }
      for edge in graph.blocks[block].successors.map({ graph.edges[$0] })
      where !code.isMissing(edge.kind) && seen.insert(edge.to).inserted {
        due.append(edge.to)
      }
    }
    return true
  }
}

extension Code {
  /// Whether a way is one on which something that is asked for is not there, or goes on after a loop.
  fileprivate func isMissing(_ edge: FlowGraph.Edge.Kind) -> Bool {
    switch edge {
    case .test(let at, holds: false):
      if case .condition(.binding, _) = statement(at).kind { true } else { false }
    case .skippable(let at, runs: false):
      if case .skippable(.chain, _) = statement(at).kind { true } else { false }
    case .thrown, .done: true
    default: false
    }
  }

  /// Whether a body that has come past one byte comes to a later one as well, whatever happens between.
  ///
  /// - Parameter bindingsHold: Whether what an `if let` asks for is there.
  func alwaysComes(from start: UInt32, to end: UInt32, in declaration: FunctionDeclaration, bindingsHold: Bool = true)
    -> Bool
  {
    let list = statements(of: declaration)
    return list.indices.allSatisfy { index in
      let statement = list[index]
      switch statement.kind {
      case .branch
      where bindingsHold && onlyBinds(list[index...].dropFirst().prefix { $0.span.start < statement.span.end }):
        return !areApart(start - 1, end, in: list[index...].dropFirst().prefix { $0.span.start < statement.span.end })
      case .branch, .guarding, .selection, .selectionCase, .ternary, .loop, .catching:
        // Both stand in it, and not on two of its branches, or neither does, or what comes after it is asked for.
        return (statement.span.contains(start - 1) || !statement.span.contains(end))
          && !areApart(start - 1, end, in: list[index...].dropFirst().prefix { $0.span.start < statement.span.end })
      case .leave(.return, _), .leave(.throw, _), .trying(.propagating):
        return statement.span.start < start || statement.span.start >= end || statement.span.contains(end)
      default: return true
      }
    }
  }

  /// Whether two bytes stand in two choices, one after the other: a run may come by the second without the first.
  func areInTurn(_ first: UInt32, _ second: UInt32, in declaration: FunctionDeclaration) -> Bool {
    let choices = statements(of: declaration).compactMap { statement in
      switch statement.kind {
      case .branch, .selection: statement.span
      default: nil
      }
    }
    return first < second
      && choices.contains { $0.contains(first) && !$0.contains(second) }
      && choices.contains { $0.contains(second) && !$0.contains(first) }
  }

  /// Whether two bytes stand on two branches of one choice, of which a run takes one.
  func areApart(_ one: UInt32, _ other: UInt32, in declaration: FunctionDeclaration) -> Bool {
    let list = statements(of: declaration)
    return list.indices.contains { index in
      let choice = list[index]
      switch choice.kind {
      case .branch, .selection:
        return choice.span.contains(one) && choice.span.contains(other)
          && areApart(one, other, in: list[index...].dropFirst().prefix { $0.span.start < choice.span.end })
      default: return false
      }
    }
  }

  private func areApart(_ one: UInt32, _ other: UInt32, in inside: ArraySlice<Statement>) -> Bool {
    func isArm(_ statement: Statement, of byte: UInt32, not another: UInt32) -> Bool {
      switch statement.kind {
      case .block, .selectionCase: statement.span.contains(byte) && !statement.span.contains(another)
      default: false
      }
    }
    return inside.contains { isArm($0, of: one, not: other) } && inside.contains { isArm($0, of: other, not: one) }
  }

  /// Whether an `if` only asks for what is there: `if let x { … }`.
  private func onlyBinds(_ inside: ArraySlice<Statement>) -> Bool {
    for statement in inside {
      switch statement.kind {
      case .condition(.binding, _), .skippable: continue
      case .block: return true
      default: return false
      }
    }
    return true
  }
}

extension ByteSpan {
  func contains(_ byte: UInt32) -> Bool { start <= byte && byte < end }
}
