import SwiftFacts

/// Ways through a block, each of which comes to a call of its own.
extension CallSites {
  /// Whether each way through a block comes to a call: both branches of an `if`, each case of a `switch`, what a
  /// `guard` does before it leaves.
  func answers(onEachWayThrough block: Int32) -> Bool {
    let direct = answers.filter { stands($0, in: block) }.map { code.spans[Int($0)].start }.min() ?? .max
    for item in code.inner(of: block) {
      let statement = code.statement(item)
      if direct < statement.span.start { return true }
      switch statement.kind {
      case .deferred:
        if code.blocks(of: item).contains(where: answers(onEachWayThrough:)) { return true }
      case .branch, .selection, .attempt:
        let (ways, isWhole) = ways(of: item)
        if isWhole, ways.allSatisfy(answers(onEachWayThrough:)) { return true }
        if ways.contains(where: { leaves($0) && !answers(onEachWayThrough: $0) }) { return false }
      case .guarding:
        guard code.blocks(of: item).allSatisfy(answers(onEachWayThrough:)) else { return false }
      case .leave: return statement.span.start <= direct && direct < statement.span.end
      default: continue
      }
    }
    return direct != .max
  }

  /// Whether each way through a block comes to a call there, or goes on to one that comes in any case.
  func isAnswered(inOrBehind block: Int32) -> Bool {
    answers(onEachWayThrough: block) || isUsedBehind(block) && leavesAnswered(block)
  }

  /// Whether no way leaves the function from a block without a call.
  private func leavesAnswered(_ block: Int32) -> Bool {
    let direct = answers.filter { stands($0, in: block) }.map { code.spans[Int($0)].start }.min() ?? .max
    for item in code.inner(of: block) {
      let statement = code.statement(item)
      if direct < statement.span.start { return true }
      switch statement.kind {
      case .branch, .selection, .attempt, .loop:
        let (ways, isWhole) = ways(of: item)
        if isWhole, ways.allSatisfy(answers(onEachWayThrough:)) { return true }
        guard ways.allSatisfy(leavesAnswered) else { return false }
      case .guarding:
        guard code.blocks(of: item).allSatisfy(answers(onEachWayThrough:)) else { return false }
      case .leave(.return, _), .leave(.throw, _): return direct < statement.span.end
      default: continue
      }
    }
    return true
  }

  /// Whether a call stands right in a block, or in a closure that does.
  private func stands(_ place: Int32, in block: Int32) -> Bool {
    var home = names.block(holding: place)?.statement
    while let here = home, here != block {
      guard case .closure = code.statement(here).kind else { return false }
      home = names.block(around: here)?.statement
    }
    return home == block
  }

  /// The blocks of a statement of which one runs, and whether one does in any case.
  private func ways(of statement: Int32) -> (blocks: [Int32], isWhole: Bool) {
    switch code.statement(statement).kind {
    case .selection:
      let cases = code.selection(statement)?.cases.map(\.block) ?? []
      return (cases, !cases.isEmpty)
    case .attempt:
      let inside = code.inner(of: statement)
      return (inside.flatMap { code.statement($0).kind == .block ? [$0] : code.blocks(of: $0) }, true)
    default:
      let blocks = code.blocks(of: statement)
      return (blocks, blocks.count > 1)
    }
  }
}
