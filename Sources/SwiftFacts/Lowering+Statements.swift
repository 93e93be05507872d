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
      for clause in config.clauses {
        if case .statements(let statements)? = clause.elements { lowerInScope(statements) }
      }
    default:
      lowerOutsideBodies { lower(declaration: declaration) }
    }
  }

  private func lower(localVariable variable: VariableDeclSyntax) {
    let isLet = variable.bindingSpecifier.text == "let"
    let isWeak = variable.modifiers.contains { $0.name.text == "weak" || $0.name.text == "unowned" }
    for binding in variable.bindings {
      let type = binding.typeAnnotation.map { lower(type: $0.type) }
      let value = binding.initializer.map { lower($0.value) }
      let first = facts.code.locals.count
      bind(binding.pattern, to: value, type: type, isLet: isLet, whole: true, weak: isWeak)
      if variable.modifiers.contains(where: { $0.name.text == "unowned" }) {
        for index in first..<facts.code.locals.count { facts.code.locals[index].declaredUnowned = true }
      }
      if let accessors = binding.accessorBlock {
        switch accessors.accessors {
        case .getter(let body): lower(block: body)
        case .accessors(let list): for accessor in list { if let body = accessor.body { lower(block: body.statements) } }
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
      if let expression = inner.expression {
        let value = lower(expression)
        if !results.isEmpty { results[results.count - 1].append(value) }
      }
    case .throwStmt(let inner):
      _ = lower(inner.expression)
    case .guardStmt(let inner):
      // The `else` block cannot see what the conditions bind, but nothing here depends on that.
      lower(conditions: inner.conditions)
      lower(block: inner.body.statements)
    case .whileStmt(let inner):
      scoped {
        lower(conditions: inner.conditions)
        lower(block: inner.body.statements)
      }
    case .repeatStmt(let inner):
      lower(block: inner.body.statements)
      _ = lower(inner.condition)
    case .forStmt(let inner):
      scoped {
        let sequence = lower(inner.sequence)
        // The loop takes the elements, though it may give them no name.
        if inner.pattern.is(WildcardPatternSyntax.self) { _ = emit(.element(sequence), at: facts.code.span(of: sequence)) }
        bind(inner.pattern, to: sequence, type: inner.typeAnnotation.map { lower(type: $0.type) }, isLet: true, whole: false)
        if let condition = inner.whereClause?.condition { _ = lower(condition) }
        lower(block: inner.body.statements)
      }
    case .doStmt(let inner):
      lower(block: inner.body.statements)
      for clause in inner.catchClauses {
        note(catch: clause, of: inner)
        scoped {
          _ = declare(Names.error, .variable(isLet: true), at: span(clause.catchKeyword))
          for item in clause.catchItems {
            if let pattern = item.pattern { bind(pattern, to: nil, isLet: true, whole: true) }
          }
          lower(block: clause.body.statements)
        }
      }
    case .deferStmt(let inner):
      lower(block: inner.body.statements)
    case .labeledStmt(let inner):
      return deeper(nil) { lower(statement: inner.statement) }
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

  /// Lowers `if` as an expression; its value is one of its branches'.
  func lower(ifExpression node: IfExprSyntax) -> ExpressionID {
    var values: [ExpressionID] = []
    scoped {
      lower(conditions: node.conditions)
      if let value = lower(block: node.body.statements) { values.append(value) }
    }
    switch node.elseBody {
    case .ifExpr(let next)?:
      values.append(deeper(emit(.compound(parts([])), for: next)) { lower(ifExpression: next) })
    case .codeBlock(let block)?:
      if let value = lower(block: block.statements) { values.append(value) }
    case nil:
      break
    }
    return emit(.choice(parts(values)), for: node)
  }

  /// Lowers `switch` as an expression; its value is one of its cases'.
  func lower(switchExpression node: SwitchExprSyntax) -> ExpressionID {
    let subject = lower(node.subject)
    note(switch: node, subject: subject)
    var values: [ExpressionID] = []
    lower(cases: node.cases, of: subject, into: &values)
    return emit(.choice(parts(values)), for: node)
  }

  private func lower(cases: SwitchCaseListSyntax, of subject: ExpressionID, into values: inout [ExpressionID]) {
    for element in cases {
      switch element {
      case .switchCase(let switchCase):
        scoped {
          if case .case(let label) = switchCase.label {
            for item in label.caseItems {
              bind(item.pattern, to: subject, isLet: true, whole: true)
              if let condition = item.whereClause?.condition { _ = lower(condition) }
            }
          }
          if let value = lowerInScope(switchCase.statements) { values.append(value) }
        }
      case .ifConfigDecl(let config):
        for clause in config.clauses {
          if case .switchCases(let inner)? = clause.elements { lower(cases: inner, of: subject, into: &values) }
        }
      }
    }
  }
}
