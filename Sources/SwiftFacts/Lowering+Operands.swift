import SwiftSyntax

/// What comparisons and divisions stand between, and which pairs of enum cases a pattern names.
extension Lowering {
  func note(operator name: Symbol, _ left: ExpressionID, _ right: ExpressionID) {
    guard Self.notedOperators.contains(name) else { return }
    facts.details.operators.append(OperatorUse(name: name, left: left, right: right))
  }

  private static let notedOperators: Set<Symbol> = ["==", "!=", "===", "!==", "<", "<=", ">", ">=", "/", "%"]

  /// Notes the patterns of a `switch` over a tuple of two.
  func note(pairsOf node: SwitchExprSyntax, subject: ExpressionID) {
    guard case .tuple(let list) = facts.code[subject], list.count == 2 else { return }
    for element in node.cases {
      guard case .switchCase(let one) = element, case .case(let label) = one.label else { continue }
      for item in label.caseItems {
        guard let sides = item.pattern.sides else { continue }
        facts.details.casePairs.append(
          CasePair(
            first: sides.0.caseName.map(symbol), second: sides.1.caseName.map(symbol),
            isWhole: item.whereClause == nil && sides.0.meetsAll && sides.1.meetsAll, answer: one.statements.answer,
            subject: subject, span: span(item.pattern)))
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  /// `true`, `return false`: what it is if it is no more than that.
  fileprivate var answer: Bool? {
    guard count == 1, let item = first?.item else { return nil }
    let value: ExprSyntax?
    switch item {
    case .expr(let expression): value = expression
    case .stmt(let statement): value = statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: value = nil
    }
    return value?.as(BooleanLiteralExprSyntax.self).map { $0.literal.text == "true" }
  }
}

extension PatternSyntax {
  /// `(a, b)`, `let (a, b)`: its two elements; nil for any other pattern.
  fileprivate var sides: (Side, Side)? {
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.sides }
    if let tuple = self.as(TuplePatternSyntax.self), tuple.elements.count == 2, let first = tuple.elements.first,
      let last = tuple.elements.last
    {
      return (Side(first.pattern), Side(last.pattern))
    }
    guard let tuple = self.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self), tuple.elements.count == 2,
      let first = tuple.elements.first, let last = tuple.elements.last
    else { return nil }
    return (Side(first.expression), Side(last.expression))
  }
}

/// One half of a pattern of two.
private struct Side {
  /// The enum case that it names, as it is spelled.
  var caseName: String?
  /// Whether all values of that case meet it, or all values if it names none.
  var meetsAll: Bool

  init(caseName: String? = nil, meetsAll: Bool) {
    self.caseName = caseName
    self.meetsAll = meetsAll
  }

  init(_ pattern: PatternSyntax) {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) {
      self.init(binding.pattern)
    } else if let expression = pattern.as(ExpressionPatternSyntax.self) {
      self.init(expression.expression)
    } else {
      self.init(meetsAll: pattern.is(IdentifierPatternSyntax.self) || pattern.is(WildcardPatternSyntax.self))
    }
  }

  init(_ expression: ExprSyntax) {
    if let pattern = expression.as(PatternExprSyntax.self) {
      self.init(pattern.pattern)
    } else if let member = expression.as(MemberAccessExprSyntax.self) {
      self.init(caseName: member.declName.baseName.text, meetsAll: true)
    } else if let call = expression.as(FunctionCallExprSyntax.self), let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      let takesAll = call.arguments.allSatisfy { argument in
        let side = Side(argument.expression)
        return side.caseName == nil && side.meetsAll
      }
      self.init(caseName: member.declName.baseName.text, meetsAll: takesAll)
    } else {
      // A name inside `let (a, b)` is bound; anything else is compared.
      self.init(meetsAll: expression.is(DiscardAssignmentExprSyntax.self) || expression.is(DeclReferenceExprSyntax.self))
    }
  }
}
