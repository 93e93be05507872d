import SwiftFacts

/// `if` with all of its `else`s, or `switch`: a statement of which one block runs, or none.
struct BranchStatement {
  var span: ByteSpan
  /// What decides; `#available` does not, for it is the same whenever it is asked.
  var conditions: [ByteSpan]
  var blocks: [Block]
  /// Whether one of the blocks runs in any case.
  var isTotal: Bool

  struct Block {
    var span: ByteSpan
    /// Whether it ends by leaving what the statement stands in, or the round of its loop.
    var leaves: Bool
  }
}

extension Body {
  /// The branches of the body in the order of the source, an `if` with all that follows its `else`s.
  var branches: [BranchStatement] {
    let ending = program.ending.functions
    return statements.compactMap { statement in
      switch code.statement(statement).kind {
      case .branch: code.continuesBranch(statement) ? nil : branch(statement, ending)
      case .selection(let subject): selection(statement, subject, ending)
      default: nil
      }
    }
  }

  private func branch(_ statement: Int32, _ ending: Set<Symbol>) -> BranchStatement {
    var result = BranchStatement(span: code.statement(statement).span, conditions: [], blocks: [], isTotal: false)
    var next: Int32? = statement
    while let one = next {
      next = nil
      for condition in code.conditions(of: one) {
        if case .condition(.availability, _) = code.statement(condition).kind { continue }
        result.conditions.append(code.statement(condition).span)
      }
      for block in code.blocks(of: one) {
        if let inner = code.elseBranch(block) {
          next = inner
        } else {
          if block != code.blocks(of: one).first { result.isTotal = true }
          result.blocks.append(
            .init(span: code.statement(block).span, leaves: code.leaves(block, ending, isCase: false)))
        }
      }
    }
    return result
  }

  private func selection(_ statement: Int32, _ subject: ExpressionID, _ ending: Set<Symbol>) -> BranchStatement {
    let blocks = (code.selection(statement)?.cases ?? []).map { one in
      BranchStatement.Block(span: code.statement(one.block).span, leaves: code.leaves(one.block, ending, isCase: true))
    }
    return BranchStatement(
      span: code.statement(statement).span, conditions: [code.span(of: subject)], blocks: blocks, isTotal: true)
  }
}

extension Code {
  /// Whether what stands after a block is not run after it. `break` leaves no more than the `switch`.
  fileprivate func leaves(_ block: Int32, _ ending: Set<Symbol>, isCase: Bool) -> Bool {
    if let last = lastStatement(of: block), case .leave(let exit, let label) = statement(last).kind {
      return exit != .fallthrough && !(isCase && exit == .break && label == nil)
    }
    guard let last = expressions(in: block).last, case .call(let callee, _) = self[ExpressionID(index: last)],
      case .name(let name, _) = self[callee]
    else { return false }
    return ending.contains(name)
  }
}
