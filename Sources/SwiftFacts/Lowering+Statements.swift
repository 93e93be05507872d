@_spi(RawSyntax) import SwiftSyntax

extension Lowering {
  /// Lowers a block in a scope of its own; answers the value of its last statement where that is an expression.
  @discardableResult
  func lower(block: RawCodeBlockItemListSyntax) -> ExpressionID? {
    var last: ExpressionID?
    scoped { last = lowerInScope(block.elements) }
    return last
  }

  @discardableResult
  func lowerInScope(_ block: [RawCodeBlockItemSyntax]) -> ExpressionID? {
    announceFunctions(in: block)
    if let open = openStatements.last { facts.code.statements[open].count = Int32(clamping: block.count) }
    var last: ExpressionID?
    for item in block {
      last = lower(item: item)
    }
    return last
  }

  /// A function declared in a body may be used above its declaration.
  private func announceFunctions(in block: some Collection<RawCodeBlockItemSyntax>) {
    for item in block {
      guard let function = item.item.as(RawFunctionDeclSyntax.self) else { continue }
      let closure = reserveClosure(isLocalFunction: true)
      _ = declare(symbol(function.name), .function(closure), at: span(function.name))
    }
  }

  private func lower(item: RawCodeBlockItemSyntax) -> ExpressionID? {
    let item = item.item
    if let expression = item.as(RawExprSyntax.self) { return lower(expression) }
    if let statement = item.as(RawStmtSyntax.self) { return deeper(nil) { lower(statement: statement) } }
    if let declaration = item.as(RawDeclSyntax.self) { lower(localDeclaration: declaration) }
    return nil
  }

  private func lower(localDeclaration declaration: RawDeclSyntax) {
    switch declaration.raw.kind {
    case .variableDecl:
      let variable = declaration.cast(RawVariableDeclSyntax.self)
      lower(localVariable: variable)
    case .functionDecl:
      let function = declaration.cast(RawFunctionDeclSyntax.self)
      lower(localFunction: function)
    case .ifConfigDecl:
      let config = declaration.cast(RawIfConfigDeclSyntax.self)
      noteDebugClauses(of: config)
      structured(.compilation(hasElse: config.clauses.elements.contains { $0.condition == nil }), config) {
        for clause in config.clauses.elements {
          guard let statements = clause.elements?.as(RawCodeBlockItemListSyntax.self) else { continue }
          structured(.block, clause) { _ = lowerInScope(statements.elements) }
        }
      }
    default:
      structured(.declaration, declaration) { lowerOutsideBodies { lower(declaration: declaration) } }
    }
  }

  /// Lowers a declaration as if nothing around it had local names, which is how a type inside a body behaves.
  func lowerOutsideBodies(_ body: () -> Void) {
    let saved = (scope, results, enclosingType, isInBody)
    (scope, results, enclosingType, isInBody) = ([], [], nil, true)
    body()
    (scope, results, enclosingType, isInBody) = saved
  }

  /// What is compiled where programs are tried out, and not where they are used.
  func noteDebugClauses(of config: RawIfConfigDeclSyntax) {
    for clause in config.clauses.elements {
      guard let condition = clause.condition?.as(RawDeclReferenceExprSyntax.self),
        condition.baseName.tokenText == "DEBUG", let elements = clause.elements
      else { continue }
      facts.debugSpans.append(span(elements))
    }
  }

  private func lower(localVariable variable: RawVariableDeclSyntax) {
    let isLet = variable.bindingSpecifier.tokenText == "let"
    let isUnowned = variable.modifiers.elements.contains { $0.name.tokenText == "unowned" }
    let isWeak = isUnowned || variable.modifiers.elements.contains { $0.name.tokenText == "weak" }
    for binding in variable.bindings.elements {
      let type = binding.typeAnnotation.map { lower(type: $0.type) }
      var value = binding.initializer.map { lower($0.value) }
      // What is computed has some value from the start.
      if value == nil, binding.accessorBlock != nil { value = emit(.compound(parts([])), for: binding.pattern) }
      let first = facts.code.locals.count
      bind(binding.pattern, to: value, type: type, isLet: isLet, whole: true, weak: isWeak)
      if isUnowned {
        for index in first..<facts.code.locals.count { facts.code.locals[index].declaredUnowned = true }
      }
      guard let accessors = binding.accessorBlock else { continue }
      structured(.declaration, accessors) {
        if let body = accessors.accessors.as(RawCodeBlockItemListSyntax.self) { lower(block: body) }
        for accessor in accessors.accessors.as(RawAccessorDeclListSyntax.self)?.elements ?? [] {
          if let body = accessor.body { lower(block: body.statements) }
        }
      }
    }
  }

  @discardableResult
  private func lower(statement: RawStmtSyntax) -> ExpressionID? {
    switch statement.raw.kind {
    case .expressionStmt:
      let inner = statement.cast(RawExpressionStmtSyntax.self)
      return lower(inner.expression)
    case .returnStmt:
      let inner = statement.cast(RawReturnStmtSyntax.self)
      leave(.return, nil, inner) {
        guard let expression = inner.expression else { return }
        let value = lower(expression)
        if !results.isEmpty { results[results.count - 1].append(value) }
      }
    case .throwStmt:
      let inner = statement.cast(RawThrowStmtSyntax.self)
      leave(.throw, nil, inner) { _ = lower(inner.expression) }
    case .breakStmt:
      let inner = statement.cast(RawBreakStmtSyntax.self)
      leave(.break, inner.label, inner)
    case .continueStmt:
      let inner = statement.cast(RawContinueStmtSyntax.self)
      leave(.continue, inner.label, inner)
    case .fallThroughStmt:
      let inner = statement.cast(RawFallThroughStmtSyntax.self)
      leave(.fallthrough, nil, inner)
    case .guardStmt:
      let inner = statement.cast(RawGuardStmtSyntax.self)
      // The `else` block cannot see what the conditions bind, but nothing here depends on that.
      structured(.guarding, inner) {
        lower(conditions: inner.conditions)
        lower(block: inner.body)
      }
    case .whileStmt:
      let inner = statement.cast(RawWhileStmtSyntax.self)
      lower(while: inner)
    case .repeatStmt:
      let inner = statement.cast(RawRepeatStmtSyntax.self)
      structured(.loop(.atLeastOnce), inner) {
        lower(block: inner.body)
        condition(.test, inner.condition) { lower(inner.condition) }
      }
    case .forStmt:
      let inner = statement.cast(RawForStmtSyntax.self)
      lower(for: inner)
    case .doStmt:
      let inner = statement.cast(RawDoStmtSyntax.self)
      structured(.attempt, inner) {
        lower(block: inner.body)
        for clause in inner.catchClauses.elements {
          lower(catch: clause)
        }
      }
    case .deferStmt:
      let inner = statement.cast(RawDeferStmtSyntax.self)
      structured(.deferred, inner) { _ = lower(block: inner.body) }
    case .labeledStmt:
      let inner = statement.cast(RawLabeledStmtSyntax.self)
      return structured(.labelled(symbol(inner.label)), inner) { deeper(nil) { lower(statement: inner.statement) } }
    case .yieldStmt:
      let inner = statement.cast(RawYieldStmtSyntax.self)
      if let expression = inner.yieldedExpressions.as(RawExprSyntax.self) { _ = lower(expression) }
      for element in inner.yieldedExpressions.as(RawYieldedExpressionsClauseSyntax.self)?.elements.elements ?? [] {
        _ = lower(element.expression)
      }
    default:
      break
    }
    return nil
  }

  private func lower(while node: RawWhileStmtSyntax) {
    let conditions = node.conditions.elements
    let isEndless =
      conditions.count == 1
      && conditions.first?.condition.as(RawBooleanLiteralExprSyntax.self)?.literal.tokenText == "true"
    structured(.loop(isEndless ? .endless : .condition), node) {
      scoped {
        lower(conditions: node.conditions)
        lower(block: node.body)
      }
    }
  }

  private func lower(for node: RawForStmtSyntax) {
    structured(.loop(.each), node) {
      scoped {
        let sequence =
          node.awaitKeyword.map { keyword in
            structured(.awaiting, at: span(keyword)) { lower(node.sequence) }
          } ?? lower(node.sequence)
        // The loop takes the elements, though it may give them no name.
        if node.pattern.is(RawWildcardPatternSyntax.self) {
          _ = emit(.element(sequence), at: facts.code.span(of: sequence))
        }
        matching(node.pattern, of: sequence, where: node.whereClause?.condition) {
          let isCast = castsWhole(node.pattern)
          return bind(
            node.pattern, to: isCast ? emit(.element(sequence), at: facts.code.span(of: sequence)) : sequence,
            type: node.typeAnnotation.map { lower(type: $0.type) }, isLet: true, whole: false)
        }
        lower(block: node.body)
      }
    }
  }

  private func lower(catch clause: RawCatchClauseSyntax) {
    structured(.catching(isTotal: isTotal(clause)), clause) {
      scoped {
        _ = declare(Names.error, .variable(isLet: true), at: span(clause.catchKeyword))
        for item in clause.catchItems.elements {
          guard let pattern = item.pattern else { continue }
          matching(item, of: nil, where: item.whereClause?.condition) {
            bind(pattern, to: nil, isLet: true, whole: true)
          }
        }
        lower(block: clause.body)
      }
    }
  }

  /// Lowers `if` as an expression; its value is one of its branches'.
  func lower(ifExpression node: RawIfExprSyntax) -> ExpressionID {
    var values: [ExpressionID] = []
    structured(.branch, node) {
      scoped {
        lower(conditions: node.conditions)
        if let value = lower(block: node.body) { values.append(value) }
      }
      if let next = node.elseBody?.as(RawIfExprSyntax.self) {
        structured(.block, next) {
          values.append(deeper(emit(.compound(parts([])), for: next)) { lower(ifExpression: next) })
        }
      } else if let block = node.elseBody?.as(RawCodeBlockSyntax.self), let value = lower(block: block) {
        values.append(value)
      }
    }
    return emit(.choice(parts(values)), for: node)
  }

  /// Lowers `switch` as an expression; its value is one of its cases'.
  func lower(switchExpression node: RawSwitchExprSyntax) -> ExpressionID {
    var values: [ExpressionID] = []
    let index = facts.code.statements.count
    structured(.selection(subject: ExpressionID(index: 0)), node) {
      let subject = lower(node.subject)
      facts.code.statements[index].kind = .selection(subject: subject)
      lower(cases: node.cases, of: subject, into: &values)
    }
    return emit(.choice(parts(values)), for: node)
  }

  private func lower(cases: RawSwitchCaseListSyntax, of subject: ExpressionID, into values: inout [ExpressionID]) {
    for element in cases.elements {
      if let switchCase = element.as(RawSwitchCaseSyntax.self) {
        if let value = lower(case: switchCase, of: subject) { values.append(value) }
      } else if let config = element.as(RawIfConfigDeclSyntax.self) {
        structured(.compilation(hasElse: true), config) {
          for clause in config.clauses.elements {
            if let inner = clause.elements?.as(RawSwitchCaseListSyntax.self) {
              lower(cases: inner, of: subject, into: &values)
            }
          }
        }
      }
    }
  }

  private func lower(case node: RawSwitchCaseSyntax, of subject: ExpressionID) -> ExpressionID? {
    var value: ExpressionID?
    structured(.selectionCase(isUnknown: node.attribute != nil), node.label) {
      scoped {
        if let label = node.label.as(RawSwitchCaseLabelSyntax.self) {
          for item in label.caseItems.elements {
            matching(item.pattern, of: subject, where: item.whereClause?.condition) {
              bind(item.pattern, to: subject, isLet: true, whole: true)
            }
          }
        }
        value = structured(.block, at: span(statements: node.statements, after: node.label)) {
          lowerInScope(node.statements.elements)
        }
      }
    }
    return value
  }
}
