import SwiftSyntax

extension Lowering {
  /// Lowers a block in a scope of its own; answers the value of its last statement where that is an expression.
  @discardableResult
  func lower(block: CodeBlockItemListSyntax) -> ExpressionID? {
    var last: ExpressionID?
    scoped { last = lowerInScope(block) }
    return last
  }

  @discardableResult
  func lowerInScope(_ block: some Collection<CodeBlockItemSyntax>) -> ExpressionID? {
    announceFunctions(in: block)
    if let open = openStatements.last { facts.code.statements[open].count = Int32(clamping: block.count) }
    var last: ExpressionID?
    for item in block {
      last = lower(item: item)
    }
    return last
  }

  /// A function declared in a body may be used above its declaration.
  private func announceFunctions(in block: some Collection<CodeBlockItemSyntax>) {
    for item in block {
      guard case .decl(let declaration) = item.item, let function = declaration.as(FunctionDeclSyntax.self) else {
        continue
      }
      let closure = reserveClosure(isLocalFunction: true)
      _ = declare(symbol(function.name), .function(closure), at: span(function.name))
    }
  }

  private func lower(item: CodeBlockItemSyntax) -> ExpressionID? {
    switch item.item {
    case .decl(let declaration):
      lower(localDeclaration: declaration)
      return nil
    case .stmt(let statement):
      return deeper(nil) { lower(statement: statement) }
    case .expr(let expression):
      return lower(expression)
    }
  }

  private func lower(localDeclaration declaration: DeclSyntax) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .variableDecl(let variable):
      lower(localVariable: variable)
    case .functionDecl(let function):
      lower(localFunction: function)
    case .ifConfigDecl(let config):
      structured(.compilation(hasElse: config.clauses.contains { $0.condition == nil }), config) {
        for clause in config.clauses {
          guard case .statements(let statements)? = clause.elements else { continue }
          structured(.block, clause) { _ = lowerInScope(statements) }
        }
      }
    default:
      structured(.declaration, declaration) { lowerOutsideBodies { lower(declaration: declaration) } }
    }
  }

  private func lower(localVariable variable: VariableDeclSyntax) {
    let isLet = variable.bindingSpecifier.text == "let"
    let isWeak = variable.modifiers.contains { $0.name.text == "weak" || $0.name.text == "unowned" }
    for binding in variable.bindings {
      let type = binding.typeAnnotation.map { lower(type: $0.type) }
      var value = binding.initializer.map { lower($0.value) }
      // What is computed has some value from the start.
      if value == nil, binding.accessorBlock != nil { value = emit(.compound(parts([])), for: binding.pattern) }
      let first = facts.code.locals.count
      bind(binding.pattern, to: value, type: type, isLet: isLet, whole: true, weak: isWeak)
      if variable.modifiers.contains(where: { $0.name.text == "unowned" }) {
        for index in first..<facts.code.locals.count { facts.code.locals[index].declaredUnowned = true }
      }
      guard let accessors = binding.accessorBlock else { continue }
      structured(.declaration, accessors) {
        switch accessors.accessors {
        case .getter(let body): lower(block: body)
        case .accessors(let list):
          for accessor in list { if let body = accessor.body { lower(block: body.statements) } }
        }
      }
    }
  }

  @discardableResult
  private func lower(statement: StmtSyntax) -> ExpressionID? {
    switch statement.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let inner):
      return lower(inner.expression)
    case .returnStmt(let inner):
      leave(.return, nil, inner) {
        guard let expression = inner.expression else { return }
        let value = lower(expression)
        if !results.isEmpty { results[results.count - 1].append(value) }
      }
    case .throwStmt(let inner):
      leave(.throw, nil, inner) { _ = lower(inner.expression) }
    case .breakStmt(let inner):
      leave(.break, inner.label, inner)
    case .continueStmt(let inner):
      leave(.continue, inner.label, inner)
    case .fallThroughStmt(let inner):
      leave(.fallthrough, nil, inner)
    case .guardStmt(let inner):
      // The `else` block cannot see what the conditions bind, but nothing here depends on that.
      structured(.guarding, inner) {
        lower(conditions: inner.conditions)
        lower(block: inner.body)
      }
    case .whileStmt(let inner):
      lower(while: inner)
    case .repeatStmt(let inner):
      structured(.loop(.atLeastOnce), inner) {
        lower(block: inner.body)
        condition(.test, inner.condition) { lower(inner.condition) }
      }
    case .forStmt(let inner):
      lower(for: inner)
    case .doStmt(let inner):
      structured(.attempt, inner) {
        lower(block: inner.body)
        for clause in inner.catchClauses {
          lower(catch: clause)
        }
      }
    case .deferStmt(let inner):
      structured(.deferred, inner) { _ = lower(block: inner.body) }
    case .labeledStmt(let inner):
      return structured(.labelled(symbol(inner.label)), inner) { deeper(nil) { lower(statement: inner.statement) } }
    case .yieldStmt(let inner):
      switch inner.yieldedExpressions {
      case .single(let expression): _ = lower(expression)
      case .multiple(let list): for element in list.elements { _ = lower(element.expression) }
      }
    default:
      break
    }
    return nil
  }

  private func lower(while node: WhileStmtSyntax) {
    let isEndless =
      if node.conditions.count == 1, case .expression(let only)? = node.conditions.first?.condition {
        only.as(BooleanLiteralExprSyntax.self)?.literal.text == "true"
      } else { false }
    structured(.loop(isEndless ? .endless : .condition), node) {
      scoped {
        lower(conditions: node.conditions)
        lower(block: node.body)
      }
    }
  }

  private func lower(for node: ForStmtSyntax) {
    structured(.loop(.each), node) {
      scoped {
        let sequence = lower(node.sequence)
        // The loop takes the elements, though it may give them no name.
        if node.pattern.is(WildcardPatternSyntax.self) {
          _ = emit(.element(sequence), at: facts.code.span(of: sequence))
        }
        matching(node.pattern, of: sequence, where: node.whereClause?.condition) {
          bind(
            node.pattern, to: sequence, type: node.typeAnnotation.map { lower(type: $0.type) }, isLet: true,
            whole: false)
        }
        lower(block: node.body)
      }
    }
  }

  private func lower(catch clause: CatchClauseSyntax) {
    structured(.catching(isTotal: isTotal(clause)), clause) {
      scoped {
        _ = declare(Names.error, .variable(isLet: true), at: span(clause.catchKeyword))
        for item in clause.catchItems {
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
  func lower(ifExpression node: IfExprSyntax) -> ExpressionID {
    var values: [ExpressionID] = []
    structured(.branch, node) {
      scoped {
        lower(conditions: node.conditions)
        if let value = lower(block: node.body) { values.append(value) }
      }
      switch node.elseBody {
      case .ifExpr(let next)?:
        structured(.block, next) {
          values.append(deeper(emit(.compound(parts([])), for: next)) { lower(ifExpression: next) })
        }
      case .codeBlock(let block)?:
        if let value = lower(block: block) { values.append(value) }
      case nil:
        break
      }
    }
    return emit(.choice(parts(values)), for: node)
  }

  /// Lowers `switch` as an expression; its value is one of its cases'.
  func lower(switchExpression node: SwitchExprSyntax) -> ExpressionID {
    var values: [ExpressionID] = []
    let index = facts.code.statements.count
    structured(.selection(subject: ExpressionID(index: 0)), node) {
      let subject = lower(node.subject)
      facts.code.statements[index].kind = .selection(subject: subject)
      lower(cases: node.cases, of: subject, into: &values)
    }
    return emit(.choice(parts(values)), for: node)
  }

  private func lower(cases: SwitchCaseListSyntax, of subject: ExpressionID, into values: inout [ExpressionID]) {
    for element in cases {
      switch element {
      case .switchCase(let switchCase):
        if let value = lower(case: switchCase, of: subject) { values.append(value) }
      case .ifConfigDecl(let config):
        structured(.compilation(hasElse: true), config) {
          for clause in config.clauses {
            if case .switchCases(let inner)? = clause.elements { lower(cases: inner, of: subject, into: &values) }
          }
        }
      }
    }
  }

  private func lower(case node: SwitchCaseSyntax, of subject: ExpressionID) -> ExpressionID? {
    var value: ExpressionID?
    structured(.selectionCase(isUnknown: node.attribute != nil), node.label) {
      scoped {
        if case .case(let label) = node.label {
          for item in label.caseItems {
            matching(item.pattern, of: subject, where: item.whereClause?.condition) {
              bind(item.pattern, to: subject, isLet: true, whole: true)
            }
          }
        }
        value = structured(.block, node.statements) { lowerInScope(node.statements) }
      }
    }
    return value
  }
}
