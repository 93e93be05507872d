import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// Statements in their order, with names of their own.
  ///
  /// - Parameters:
  ///   - returnsValue: Whether it answers a value, so that `return x` alone is `x`.
  ///   - isTyped: Whether the type of that value is written with it, so that each branch of an `if` is made for it.
  ///   - target: What the value is assigned to that the only statement is.
  func block(_ items: CodeBlockItemListSyntax, returnsValue: Bool = false, isTyped: Bool = false, target: Target? = nil)
    -> Form.ID
  {
    scoped {
      target.flatMap { assigned(items, to: $0) } ?? statements(items, returnsValue: returnsValue, isTyped: isTyped)
    }
  }

  /// Statements in their order, in the scope that is open.
  func statements(_ items: CodeBlockItemListSyntax, returnsValue: Bool = false, isTyped: Bool = false) -> Form.ID {
    let saved = extensionAccess
    extensionAccess = nil
    bodyDepth += 1
    defer {
      bodyDepth -= 1
      extensionAccess = saved
    }
    if returnsValue, items.count == 1, let item = items.first,
      let value = item.item.as(ReturnStmtSyntax.self)?.expression,
      !value.is(IfExprSyntax.self), !value.is(SwitchExprSyntax.self)
    {
      note(.redundant, item)
      return form.add(.list, [make(value)], bytes: 0..<0)
    }
    if returnsValue, isTyped, items.count == 1, answered(items, isWhole: true) == nil,
      let branches = items.first.flatMap(Self.branches)
    {
      isAnswer = true
      return form.add(.list, [make(branches)], bytes: 0..<0)
    }
    foresee(items)
    guard let end = answered(items, isWhole: returnsValue) else {
      return form.add(.list, items.flatMap { statement($0) }, bytes: 0..<0)
    }
    let front = items.dropLast(end.statements).flatMap { statement($0) }
    if let choice = items.last { note(.spelling, choice) }
    let value = make(end.value)
    guard !returnsValue || items.count > end.statements else { return form.add(.list, [value], bytes: 0..<0) }
    return form.add(
      .list, front + [form.add(.syntax(.returnStmt), [leaf(.token, "return", bytes: 0..<0), value], bytes: 0..<0)],
      bytes: 0..<0)
  }

  /// An `if` that goes on in any case, or a `switch`, that stands alone or is returned.
  private static func branches(_ item: CodeBlockItemSyntax) -> ExprSyntax? {
    let expression: ExprSyntax?
    switch item.item {
    case .expr(let own): expression = own
    case .stmt(let statement):
      expression =
        statement.as(ExpressionStmtSyntax.self)?.expression ?? statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: expression = nil
    }
    guard let expression else { return nil }
    if expression.is(SwitchExprSyntax.self) { return expression }
    var last = expression.as(IfExprSyntax.self)
    while let own = last {
      switch own.elseBody {
      case .ifExpr(let next): last = next
      case .codeBlock: return expression
      case nil: return nil
      }
    }
    return nil
  }

  func statement(_ item: CodeBlockItemSyntax) -> [Form.ID] {
    if item.totalLength.utf8Length == 0 { return [] }
    if item.unexpectedBeforeItem != nil || item.unexpectedBetweenItemAndSemicolon != nil {
      return [generic(Syntax(item))]
    }
    if item.semicolon != nil { note(.redundant, item) }
    defer { if Self.mayDeclareMore(item), !scopes.isEmpty { scopes[scopes.count - 1].mayHoldMore = true } }
    switch item.item {
    case .decl(let declaration):
      return verbatim == 0 && declaration.is(VariableDeclSyntax.self)
        ? declarations(Syntax(declaration), isMember: false) : [make(declaration)]
    case .stmt(let statement): return [calledIfThere(item) ?? make(statement)]
    case .expr(let expression): return [chosen(expression) ?? loop(item) ?? make(expression)]
    }
  }

  /// Whether a statement is a macro that nothing is known of, which may declare locals.
  private static func mayDeclareMore(_ item: CodeBlockItemSyntax) -> Bool {
    switch item.item {
    case .decl(let declaration):
      declaration.as(MacroExpansionDeclSyntax.self).map { !isLayoutBlind($0.macroName.text) } ?? false
    case .expr(let expression):
      expression.as(MacroExpansionExprSyntax.self).map { !isLayoutBlind($0.macroName.text) } ?? false
    case .stmt: false
    }
  }

  /// What stands in one branch of an `#if`: its names are those of what is around it.
  func conditional(_ items: CodeBlockItemListSyntax) -> Form.ID {
    if scopes.isEmpty { return made(.file, file(items)) }
    let saved = isAlternative
    isAlternative = true
    defer { isAlternative = saved }
    return statements(items)
  }

  /// Notes what a block declares: its functions are known throughout, its variables from their declaration on.
  func foresee(_ items: CodeBlockItemListSyntax) {
    guard !scopes.isEmpty else { return }
    let last = scopes.count - 1
    for item in items {
      guard case .decl(let declaration) = item.item else { continue }
      if let function = declaration.as(FunctionDeclSyntax.self) {
        let name = word(function.name)
        if scopes[last][name] == nil {
          scopes[last].append(.init(name: name, index: nextLocal, isRenamable: false))
          nextLocal += 1
        }
      } else if let variable = declaration.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          guard let name = binding.pattern.as(IdentifierPatternSyntax.self).map({ word($0.identifier) }) else {
            continue
          }
          if scopes[last].later.contains(name) {
            scopes[last].repeated.append(name)
          } else {
            scopes[last].later.append(name)
          }
        }
      }
    }
  }

  func ifExpression(_ node: IfExprSyntax) -> Form.ID {
    let (answers, target) = (isAnswer, target)
    (isAnswer, self.target) = (false, nil)
    if let assignment = assignment(of: node, to: target) { return assignment }
    if let end = node.elseBody {
      let (conditions, body) = scoped {
        (
          self.conditions(node.conditions),
          block(node.body.statements, returnsValue: answers, isTyped: answers, target: target)
        )
      }
      let other: Form.ID
      switch end {
      case .ifExpr(let next):
        (isAnswer, self.target) = (answers, target)
        other = make(next)
      case .codeBlock(let last): other = block(last.statements, returnsValue: answers, isTyped: answers, target: target)
      }
      return made(.ifStatement, [conditions, body, other], bytes: bytes(of: node.ifKeyword))
    }
    return scoped {
      made(.ifStatement, [conditions(node.conditions), make(node.body)], bytes: bytes(of: node.ifKeyword))
    }
  }

  /// `guard c else {…}` is `if !c {…}` where it binds no name.
  func guardStatement(_ node: GuardStmtSyntax) -> Form.ID {
    let plain = node.conditions.compactMap { element in
      if case .expression(let condition) = element.condition { condition } else { nil }
    }
    if plain.count == node.conditions.count {
      note(.spelling, node)
      let parts = plain.count == 1 ? [] : plain.flatMap { conjuncts(of: $0) }
      let negated = form.add(
        .list, [plain.count == 1 ? negation(of: plain[0]) : made(.not, [made(.conjunction, parts)])], bytes: 0..<0)
      return made(.ifStatement, [negated, make(node.body)], bytes: bytes(of: node.guardKeyword))
    }
    if node.conditions.count == 1, case .optionalBinding(let binding)? = node.conditions.first?.condition,
      let value = askedForNil(binding)
    {
      note(.spelling, node)
      let negated = form.add(.list, [made(.not, [comparisonWithNil(value, bytes(of: binding))])], bytes: 0..<0)
      return made(.ifStatement, [negated, make(node.body)], bytes: bytes(of: node.guardKeyword))
    }
    scopes.append(Scope())
    let conditions = conditions(node.conditions)
    let bound = scopes.removeLast()
    let body = make(node.body)
    if !scopes.isEmpty {
      for entry in bound.entries { scopes[scopes.count - 1].append(entry) }
    }
    return form.add(.syntax(.guardStmt), [conditions, body], bytes: bytes(of: node.guardKeyword))
  }

  private func negation(of condition: ExprSyntax) -> Form.ID {
    let inner = unparenthesised(condition)
    if let prefix = inner.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return make(prefix.expression)
    }
    let asked = make(inner)
    if form[asked].tag == .made(.not), let inner = form.children(of: asked).first { return inner }
    return made(.not, [asked])
  }

  func conditions(_ list: ConditionElementListSyntax) -> Form.ID {
    form.add(
      .list,
      list.flatMap { element -> [Form.ID] in
        switch element.condition {
        case .expression(let expression): return conjuncts(of: expression)
        case .optionalBinding(let binding): return [optionalBinding(binding)]
        case .matchingPattern(let matching):
          let value = make(matching.initializer.value)
          return [
            form.add(
              .syntax(.matchingPatternCondition),
              [pattern(matching.pattern)] + (matching.typeAnnotation.map { [make($0.type)] } ?? []) + [value],
              bytes: 0..<0)
          ]
        case .availability(let availability): return [make(availability)]
        }
      }, bytes: 0..<0)
  }

  /// The value of `let _ = x`, which asks whether there is one; nil where more is asked.
  private func askedForNil(_ node: OptionalBindingConditionSyntax) -> [Form.ID]? {
    guard let value = node.initializer?.value, Self.isWildcard(node.pattern), node.typeAnnotation == nil,
      !value.is(TryExprSyntax.self)
    else { return nil }
    guard let sequence = value.as(SequenceExprSyntax.self) else { return [make(value)] }
    // `x as? T` binds tighter than `!=`.
    guard sequence.elements.count == 3, sequence.elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) }),
      sequence.elements.first?.is(TryExprSyntax.self) == false
    else { return nil }
    return sequence.elements.map { make($0) }
  }

  static func isWildcard(_ pattern: PatternSyntax) -> Bool {
    pattern.is(WildcardPatternSyntax.self)
      || pattern.as(ExpressionPatternSyntax.self)?.expression.is(DiscardAssignmentExprSyntax.self) == true
  }

  private func optionalBinding(_ node: OptionalBindingConditionSyntax) -> Form.ID {
    let value: Form.ID
    let name = node.pattern.as(IdentifierPatternSyntax.self)
    if let asked = askedForNil(node) {
      note(.spelling, node)
      return comparisonWithNil(asked, bytes(of: node))
    }
    if let initializer = node.initializer {
      value = make(initializer.value)
      if let name,
        initializer.value.as(DeclReferenceExprSyntax.self).map({ word($0.baseName) }) == word(name.identifier)
      {
        note(.redundant, node)
      }
    } else if let name, name.identifier.tokenKind == .keyword(.self) {
      value = form.add(.syntax(.declReferenceExpr), [leaf(name.identifier)], bytes: 0..<0)
    } else if let name {
      value = reference(word(name.identifier), bytes: bytes(of: name.identifier))
    } else {
      return generic(Syntax(node))
    }
    let pattern: Form.ID
    if let name, word(name.identifier) == "self" || name.identifier.text == "`self`" {
      // `guard let self` keeps what `self` means; anything else that is called `self` hides it.
      if let other = node.initializer?.value, !isSelf(other) { _ = declare("self", isRenamable: false, bytes: 0..<0) }
      pattern = leaf(.made(.bind), "self", bytes: bytes(of: name.identifier))
    } else {
      pattern = bound(node.bindingSpecifier) { self.pattern(node.pattern) }
    }
    let type = node.typeAnnotation.map { [make($0.type)] } ?? []
    return made(.optionalBinding, [leaf(node.bindingSpecifier), pattern] + type + [value])
  }

  func isSelf(_ expression: ExprSyntax) -> Bool {
    guard let reference = expression.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil else {
      return false
    }
    return reference.baseName.text == "self" || reference.baseName.text == "`self`"
  }

  func forStatement(_ node: ForStmtSyntax) -> Form.ID {
    let sequence = make(node.sequence)
    return scoped {
      var parts = [node.tryKeyword, node.awaitKeyword, node.unsafeKeyword, node.caseKeyword].compactMap {
        $0.map { leaf($0) }
      }
      if node.caseKeyword == nil {
        let saved = binding
        binding = "let"
        parts.append(pattern(node.pattern))
        binding = saved
      } else {
        parts.append(pattern(node.pattern))
      }
      if let type = node.typeAnnotation { parts.append(make(type.type)) }
      parts.append(sequence)
      if let condition = node.whereClause { parts.append(made(.argument, [make(condition.condition)])) }
      parts.append(make(node.body))
      return form.add(.syntax(.forStmt), parts, bytes: bytes(of: node.forKeyword))
    }
  }

  func whileStatement(_ node: WhileStmtSyntax) -> Form.ID {
    scoped {
      form.add(
        .syntax(.whileStmt), [conditions(node.conditions), make(node.body)], bytes: bytes(of: node.whileKeyword))
    }
  }

  /// Whether it is `catch let error`, which `catch` alone is as well.
  private static func catchesAll(_ node: CatchClauseSyntax) -> Bool {
    guard node.catchItems.count == 1, let item = node.catchItems.first, item.whereClause == nil,
      let binding = item.pattern?.as(ValueBindingPatternSyntax.self),
      binding.bindingSpecifier.tokenKind == .keyword(.let)
    else { return false }
    return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "error"
  }

  func catchClause(_ node: CatchClauseSyntax) -> Form.ID {
    scoped {
      var items: [Form.ID] = []
      isAlternative = true
      for item in node.catchItems where !Self.catchesAll(node) {
        let caught = item.pattern.map { [pattern($0)] } ?? []
        items.append(made(.pattern, caught + (item.whereClause.map { [make($0.condition)] } ?? [])))
      }
      isAlternative = false
      if Self.catchesAll(node) { note(.redundant, node) }
      if Self.catchesAll(node) || !node.catchItems.contains(where: { $0.pattern != nil }) {
        _ = declare("error", isRenamable: false, bytes: 0..<0)
      }
      return form.add(
        .syntax(.catchClause), [form.add(.list, items, bytes: 0..<0), make(node.body)],
        bytes: bytes(of: node.catchKeyword))
    }
  }
}
