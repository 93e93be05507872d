import SwiftSyntax

extension Lowering {
  func note(switch node: SwitchExprSyntax, subject: ExpressionID) {
    var cases: [SwitchStatement.Case] = []
    collect(node.cases, into: &cases)
    facts.details.switches.append(SwitchStatement(subject: subject, span: span(node), cases: cases))
  }

  private func collect(_ list: SwitchCaseListSyntax, into cases: inout [SwitchStatement.Case]) {
    for element in list {
      switch element {
      case .switchCase(let node): cases.append(fact(of: node))
      case .ifConfigDecl(let config):
        for clause in config.clauses {
          if case .switchCases(let inner)? = clause.elements { collect(inner, into: &cases) }
        }
      }
    }
  }

  private func fact(of node: SwitchCaseSyntax) -> SwitchStatement.Case {
    var names: [Symbol] = []
    var isPlain = true
    var isDefault = false
    switch node.label {
    case .default: isDefault = true
    case .case(let label):
      for item in label.caseItems {
        if item.pattern.isWildcard, item.whereClause == nil {
          isDefault = true
        } else if let name = caseName(in: item.pattern) { names.append(name) } else { isPlain = false }
      }
    }
    let isUnknown = node.attribute?.attributeName.trimmedDescription == "unknown"
    return SwitchStatement.Case(
      names: names, isPlain: isPlain, isDefault: isDefault && !isUnknown, isUnknownDefault: isDefault && isUnknown,
      labelSpan: span(node.label), bodySpan: span(node.statements), statementCount: Int32(node.statements.count),
      isLoud: isDefault && node.statements.contains(where: isLoud))
  }

  private func isLoud(_ item: CodeBlockItemSyntax) -> Bool {
    if case .stmt(let statement) = item.item { return statement.is(ThrowStmtSyntax.self) }
    guard case .expr(let expression) = item.item, let call = expression.as(FunctionCallExprSyntax.self) else { return false }
    let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    return ["fatalError", "preconditionFailure", "assertionFailure", "assert", "XCTFail"].contains(name)
  }

  /// The enum case that a pattern names: `.a`, `E.a`, `.a(let x)`, `let .a(x)`, `.a?`.
  private func caseName(in pattern: PatternSyntax) -> Symbol? {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { return caseName(in: binding.pattern) }
    return pattern.as(ExpressionPatternSyntax.self).flatMap { caseName(in: $0.expression) }
  }

  private func caseName(in expression: ExprSyntax) -> Symbol? {
    var inner = expression
    while true {
      if let optional = inner.as(OptionalChainingExprSyntax.self) {
        inner = optional.expression
      } else if let call = inner.as(FunctionCallExprSyntax.self) {
        inner = call.calledExpression
      } else {
        break
      }
    }
    return inner.as(MemberAccessExprSyntax.self).map { symbol($0.declName.baseName) }
  }

  func note(catch clause: CatchClauseSyntax, of statement: DoStmtSyntax) {
    let body = clause.body
    facts.details.catches.append(
      CatchClause(
        keywordSpan: span(clause.catchKeyword), bodySpan: span(body), statementCount: Int32(body.statements.count),
        triedSpan: span(statement.body)))
  }

  func note(interpolated value: ExpressionID, isChained: Bool, in literal: ExpressionID) {
    facts.details.interpolations.append(Interpolation(value: value, isChained: isChained, literal: literal))
  }

  /// Notes a test that always skips itself: the statement stands in the body itself, not in a branch.
  func note(testBody statements: CodeBlockItemListSyntax, of function: FunctionIndex) {
    let isSkipped = statements.contains { item in
      guard case .stmt(let statement) = item.item, let thrown = statement.as(ThrowStmtSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
      else { return false }
      return thrown.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "XCTSkip"
    }
    if isSkipped { facts.details.skippedTests.append(function) }
  }

  func note(macro node: MacroExpansionExprSyntax, as expression: ExpressionID) {
    facts.details.macros.append(MacroUse(name: symbol(node.macroName), expression: expression))
  }

  func note(argumentsOf attribute: AttributeSyntax, named name: Symbol) {
    guard let arguments = attribute.arguments else { return }
    facts.details.attributes.append(
      AttributeArgument(name: name, text: symbol(arguments.trimmedDescription), span: span(attribute)))
  }

  /// What stands after the `=` of an enum case, as it is written.
  func rawValue(of element: EnumCaseElementSyntax) -> Symbol? {
    element.rawValue.map { symbol($0.value.trimmedDescription) }
  }
}

extension PatternSyntax {
  /// `_`, as a pattern or as the expression that the parser makes of it.
  fileprivate var isWildcard: Bool {
    self.is(WildcardPatternSyntax.self)
      || self.as(ExpressionPatternSyntax.self)?.expression.is(DiscardAssignmentExprSyntax.self) ?? false
  }
}

extension ExprSyntax {
  /// Whether a name or a member is reached through `?`; nil for anything else.
  var chaining: Bool? {
    if self.is(DeclReferenceExprSyntax.self) { return false }
    guard let member = self.as(MemberAccessExprSyntax.self), var base = member.base else { return nil }
    var isChained = false
    while true {
      if let optional = base.as(OptionalChainingExprSyntax.self) {
        isChained = true
        base = optional.expression
      } else if let inner = base.as(MemberAccessExprSyntax.self), let next = inner.base {
        base = next
      } else {
        return base.is(DeclReferenceExprSyntax.self) ? isChained : nil
      }
    }
  }
}
