import SwiftSyntax

/// Which parts of a body run only sometimes.
extension Lowering {
  /// Notes an `if` with all that follows its `else`s. One that goes on another is a part of that.
  func note(branch node: IfExprSyntax) {
    guard node.parent?.is(IfExprSyntax.self) != true else { return }
    var branch = BranchStatement(span: span(node), conditions: [], blocks: [], isTotal: false)
    var next: IfExprSyntax? = node
    while let one = next {
      branch.conditions += one.conditions.filter { !$0.condition.is(AvailabilityConditionSyntax.self) }.map { span($0) }
      branch.blocks.append(.init(span: span(one.body), leaves: one.body.statements.leaves))
      next = nil
      switch one.elseBody {
      case .ifExpr(let inner)?: next = inner
      case .codeBlock(let block)?:
        branch.blocks.append(.init(span: span(block), leaves: block.statements.leaves))
        branch.isTotal = true
      case nil: break
      }
    }
    facts.details.branches.append(branch)
  }

  func note(branch node: SwitchExprSyntax) {
    let blocks = node.cases.compactMap { element -> BranchStatement.Block? in
      guard case .switchCase(let one) = element else { return nil }
      // `break` leaves no more than the `switch`.
      let isBreak = if case .stmt(let last)? = one.statements.last?.item { last.is(BreakStmtSyntax.self) } else { false }
      return .init(span: span(one.statements), leaves: one.statements.leaves && !isBreak)
    }
    facts.details.branches.append(BranchStatement(span: span(node), conditions: [span(node.subject)], blocks: blocks, isTotal: true))
  }
}

extension CodeBlockItemListSyntax {
  /// Whether what stands after these statements is not run after them.
  fileprivate var leaves: Bool {
    switch last?.item {
    case .stmt(let statement)?:
      switch statement.kind {
      case .returnStmt, .throwStmt, .continueStmt, .breakStmt: true
      default: false
      }
    case .expr(let expression)?:
      ["fatalError", "preconditionFailure", "assertionFailure"].contains(
        expression.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text)
    default: false
    }
  }
}
