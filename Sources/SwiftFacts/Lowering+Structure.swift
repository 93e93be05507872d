@_spi(RawSyntax) import SwiftSyntax

/// Which statements contain what is lowered.
extension Lowering {
  /// Runs `body`, and records that what it lowers is inside a statement.
  func structured<Result>(
    _ kind: Statement.Kind, _ node: some RawSyntaxNodeProtocol, _ body: () -> Result
  ) -> Result {
    structured(kind, at: span(node), body)
  }

  func structured<Result>(_ kind: Statement.Kind, at span: ByteSpan, _ body: () -> Result) -> Result {
    let index = facts.code.statements.count
    let first = Int32(facts.code.expressions.count)
    facts.code.statements.append(
      Statement(kind: kind, firstExpression: first, endExpression: first, end: Int32(index), span: span))
    openStatements.append(index)
    let result = body()
    openStatements.removeLast()
    facts.code.statements[index].endExpression = Int32(facts.code.expressions.count)
    facts.code.statements[index].end = Int32(facts.code.statements.count)
    return result
  }

  /// `?` in a chain: what follows runs only if there is something before it.
  func openChain(after base: ExpressionID, at span: ByteSpan) {
    let first = Int32(facts.code.expressions.count)
    openChains.append(facts.code.statements.count)
    facts.code.statements.append(
      Statement(
        kind: .skippable(.chain, after: base), firstExpression: first, endExpression: first,
        end: Int32(facts.code.statements.count + 1), span: span))
  }

  /// The chains opened since there were `count` of them end here.
  func closeChains(downTo count: Int) {
    while openChains.count > count {
      let index = openChains.removeLast()
      facts.code.statements[index].endExpression = Int32(facts.code.expressions.count)
      facts.code.statements[index].end = Int32(facts.code.statements.count)
    }
  }

  /// Lowers the statements between two braces, in a scope of their own.
  @discardableResult
  func lower(block: RawCodeBlockSyntax) -> ExpressionID? {
    structured(.block, block) { lower(block: block.statements) }
  }

  func leave(
    _ exit: Statement.Exit, _ label: RawTokenSyntax?, _ node: some RawSyntaxNodeProtocol, _ value: () -> Void = {}
  ) {
    structured(.leave(exit, label: label.map(symbol)), node, value)
  }

  /// `try`, `try?` or `try!`.
  func lower(trying node: RawTryExprSyntax) -> ExpressionID {
    let kind: Statement.Trying =
      switch node.questionOrExclamationMark?.tokenText {
      case "?": .optional
      case "!": .forced
      default: .propagating
      }
    return structured(.trying(kind), at: span(node.tryKeyword)) { lower(node.expression) }
  }

  /// A condition with the value that decides it.
  func condition(_ kind: Statement.Condition, _ node: some RawSyntaxNodeProtocol, _ body: () -> ExpressionID?) {
    let index = facts.code.statements.count
    let value = structured(.condition(kind, value: nil), node, body)
    facts.code.statements[index].kind = .condition(kind, value: value)
  }

  /// What a pattern matches, with what it binds declared and the condition after it lowered.
  func matching(
    _ node: some RawSyntaxNodeProtocol, of source: ExpressionID?, where condition: RawExprSyntax? = nil,
    _ pattern: () -> Pattern
  ) {
    let index = facts.code.statements.count
    let made = structured(.matching(PatternID(index: 0), of: source, where: nil), node) {
      (emit(pattern: pattern()), condition.map { lower($0) })
    }
    facts.code.statements[index].kind = .matching(made.0, of: source, where: made.1)
  }

  func emit(pattern: Pattern) -> PatternID {
    facts.code.patterns.append(pattern)
    return PatternID(index: Int32(facts.code.patterns.count - 1))
  }

  func isTotal(_ clause: RawCatchClauseSyntax) -> Bool {
    clause.catchItems.elements.isEmpty
      || clause.catchItems.elements.contains { item in
        item.whereClause == nil
          && (item.pattern.map {
            $0.is(RawIdentifierPatternSyntax.self)
              || $0.as(RawValueBindingPatternSyntax.self)?.pattern.is(RawIdentifierPatternSyntax.self) ?? false
          } ?? true)
      }
  }
}
