import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// Statements in their order, with names of their own.
  func block(_ items: CodeBlockItemListSyntax, returnsValue: Bool = false) -> Form.ID {
    scoped { statements(items, returnsValue: returnsValue) }
  }

  /// Statements in their order, in the scope that is open.
  func statements(_ items: CodeBlockItemListSyntax, returnsValue: Bool = false) -> Form.ID {
    let saved = extensionAccess
    extensionAccess = nil
    bodyDepth += 1
    defer {
      bodyDepth -= 1
      extensionAccess = saved
    }
    if returnsValue, items.count == 1, let item = items.first, let value = item.item.as(ReturnStmtSyntax.self)?.expression,
      !value.is(IfExprSyntax.self), !value.is(SwitchExprSyntax.self)
    {
      note(.redundant, item)
      return form.add(.list, [make(value)], bytes: 0..<0)
    }
    foresee(items)
    return form.add(.list, items.flatMap { statement($0) }, bytes: 0..<0)
  }

  private func statement(_ item: CodeBlockItemSyntax) -> [Form.ID] {
    if item.totalLength.utf8Length == 0 { return [] }
    if item.unexpectedBeforeItem != nil || item.unexpectedBetweenItemAndSemicolon != nil { return [generic(Syntax(item))] }
    if item.semicolon != nil { note(.redundant, item) }
    defer { if Self.mayDeclareMore(item), !scopes.isEmpty { scopes[scopes.count - 1].mayHoldMore = true } }
    switch item.item {
    case .decl(let declaration):
      return verbatim == 0 && declaration.is(VariableDeclSyntax.self) ? declarations(Syntax(declaration), isMember: false) : [make(declaration)]
    case .stmt(let statement): return [make(statement)]
    case .expr(let expression): return [make(expression)]
    }
  }

  /// Whether a statement is a macro that nothing is known of, which may declare locals.
  private static func mayDeclareMore(_ item: CodeBlockItemSyntax) -> Bool {
    switch item.item {
    case .decl(let declaration): declaration.as(MacroExpansionDeclSyntax.self).map { !isLayoutBlind($0.macroName.text) } ?? false
    case .expr(let expression): expression.as(MacroExpansionExprSyntax.self).map { !isLayoutBlind($0.macroName.text) } ?? false
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
  private func foresee(_ items: CodeBlockItemListSyntax) {
    guard !scopes.isEmpty else { return }
    let last = scopes.count - 1
    for item in items {
      guard case .decl(let declaration) = item.item else { continue }
      if let function = declaration.as(FunctionDeclSyntax.self) {
        let name = Self.plain(function.name)
        if !scopes[last].entries.contains(where: { $0.name == name }) {
          scopes[last].entries.append(.init(name: name, index: nextLocal, isRenamable: false))
          nextLocal += 1
        }
      } else if let variable = declaration.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          if let name = binding.pattern.as(IdentifierPatternSyntax.self) { scopes[last].later.insert(Self.plain(name.identifier)) }
        }
      }
    }
  }

  func ifExpression(_ node: IfExprSyntax) -> Form.ID {
    if let assignment = assignment(of: node) { return assignment }
    if let end = node.elseBody {
      let (conditions, body) = scoped { (self.conditions(node.conditions), make(node.body)) }
      let other: Form.ID
      switch end {
      case .ifExpr(let next): other = make(next)
      case .codeBlock(let block): other = make(block)
      }
      return made(.ifStatement, [conditions, body, other], bytes: bytes(of: node.ifKeyword))
    }
    return scoped {
      made(.ifStatement, [conditions(node.conditions), make(node.body)], bytes: bytes(of: node.ifKeyword))
    }
  }

  /// `guard c else {…}` is `if !c {…}` where it binds no name.
  func guardStatement(_ node: GuardStmtSyntax) -> Form.ID {
    if node.conditions.count == 1, case .expression(let condition)? = node.conditions.first?.condition {
      note(.spelling, node)
      let negated = form.add(.list, [negation(of: condition)], bytes: 0..<0)
      return made(.ifStatement, [negated, make(node.body)], bytes: bytes(of: node.guardKeyword))
    }
    if node.conditions.count == 1, case .optionalBinding(let binding)? = node.conditions.first?.condition, let value = askedForNil(binding) {
      note(.spelling, node)
      let negated = form.add(.list, [made(.not, [comparisonWithNil(value, bytes(of: binding))])], bytes: 0..<0)
      return made(.ifStatement, [negated, make(node.body)], bytes: bytes(of: node.guardKeyword))
    }
    scopes.append(Scope())
    let conditions = conditions(node.conditions)
    let bound = scopes.removeLast()
    let body = make(node.body)
    if !scopes.isEmpty {
      for entry in bound.entries { scopes[scopes.count - 1].entries.append(entry) }
    }
    return form.add(.syntax(.guardStmt), [conditions, body], bytes: bytes(of: node.guardKeyword))
  }

  private func negation(of condition: ExprSyntax) -> Form.ID {
    let inner = unparenthesised(condition)
    if let prefix = inner.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return make(prefix.expression)
    }
    return made(.not, [make(inner)])
  }

  func conditions(_ list: ConditionElementListSyntax) -> Form.ID {
    form.add(
      .list,
      list.map { element in
        switch element.condition {
        case .expression(let expression): return make(expression)
        case .optionalBinding(let binding): return optionalBinding(binding)
        case .matchingPattern(let matching):
          let value = make(matching.initializer.value)
          return form.add(
            .syntax(.matchingPatternCondition),
            [pattern(matching.pattern)] + (matching.typeAnnotation.map { [make($0.type)] } ?? []) + [value], bytes: 0..<0)
        case .availability(let availability): return make(availability)
        }
      }, bytes: 0..<0)
  }

  /// The value of `let _ = x`, which asks whether there is one; nil where more is asked.
  private func askedForNil(_ node: OptionalBindingConditionSyntax) -> [Form.ID]? {
    guard let value = node.initializer?.value, node.pattern.is(WildcardPatternSyntax.self), node.typeAnnotation == nil, !value.is(TryExprSyntax.self)
    else { return nil }
    guard let sequence = value.as(SequenceExprSyntax.self) else { return [make(value)] }
    // `x as? T` binds tighter than `!=`.
    guard sequence.elements.count == 3, sequence.elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) }),
      sequence.elements.first?.is(TryExprSyntax.self) == false
    else { return nil }
    return sequence.elements.map { make($0) }
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
      if let name, initializer.value.as(DeclReferenceExprSyntax.self).map({ Self.plain($0.baseName) }) == Self.plain(name.identifier) {
        note(.redundant, node)
      }
    } else if let name {
      value = reference(Self.plain(name.identifier), bytes: bytes(of: name.identifier))
    } else {
      return generic(Syntax(node))
    }
    let pattern: Form.ID
    if let name, Self.plain(name.identifier) == "self" || name.identifier.text == "`self`" {
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
    guard let reference = expression.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil else { return false }
    return reference.baseName.text == "self" || reference.baseName.text == "`self`"
  }

  func forStatement(_ node: ForStmtSyntax) -> Form.ID {
    let sequence = make(node.sequence)
    return scoped {
      var parts = [node.tryKeyword, node.awaitKeyword, node.unsafeKeyword, node.caseKeyword].compactMap { $0.map { leaf($0) } }
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
      form.add(.syntax(.whileStmt), [conditions(node.conditions), make(node.body)], bytes: bytes(of: node.whileKeyword))
    }
  }

  func switchCase(_ node: SwitchCaseSyntax) -> Form.ID {
    scoped {
      var parts: [Form.ID] = node.attribute.map { [make($0)] } ?? []
      switch node.label {
      case .default(let label): parts.append(leaf(label.defaultKeyword))
      case .case(let label):
        isAlternative = true
        let items = label.caseItems.map { item in
          made(.pattern, [pattern(item.pattern)] + (item.whereClause.map { [make($0.condition)] } ?? []))
        }
        isAlternative = false
        parts.append(form.add(.list, items, bytes: bytes(of: label.caseKeyword)))
      }
      parts.append(caseBody(node.statements))
      return form.add(.syntax(.switchCase), parts, bytes: 0..<0)
    }
  }

  /// The statements of a case, without a `break` that is reached anyway.
  private func caseBody(_ items: CodeBlockItemListSyntax) -> Form.ID {
    if items.count > 1, let last = items.last, let end = last.item.as(BreakStmtSyntax.self), end.label == nil {
      note(.redundant, last)
      foresee(items)
      return form.add(.list, items.dropLast().flatMap { statement($0) }, bytes: 0..<0)
    }
    return statements(items)
  }

  func catchClause(_ node: CatchClauseSyntax) -> Form.ID {
    scoped {
      var items: [Form.ID] = []
      isAlternative = true
      for item in node.catchItems {
        let caught = item.pattern.map { [pattern($0)] } ?? []
        items.append(made(.pattern, caught + (item.whereClause.map { [make($0.condition)] } ?? [])))
      }
      isAlternative = false
      if !node.catchItems.contains(where: { $0.pattern != nil }) { _ = declare("error", isRenamable: false, bytes: 0..<0) }
      return form.add(
        .syntax(.catchClause), [form.add(.list, items, bytes: 0..<0), make(node.body)], bytes: bytes(of: node.catchKeyword))
    }
  }
}
