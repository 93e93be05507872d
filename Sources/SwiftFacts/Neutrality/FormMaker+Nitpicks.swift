import ReviewModel
import SwiftSyntax

/// What people ask each other for though the program does the same: `isEmpty`, a loop, a call of what may be nil.
extension FormMaker {
  // MARK: Emptiness

  /// `a.count == 0` as `a.isEmpty`, and `a.count > 0` or `a.count != 0` as `!a.isEmpty`, of the standard library's
  /// collections.
  func emptiness(_ elements: ArraySlice<ExprSyntax>) -> Form.ID? {
    guard verbatim == 0, elements.count == 3,
      let member = elements[elements.startIndex].as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "count", member.declName.argumentNames == nil,
      let sign = elements[elements.startIndex + 1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      ["==", "!=", ">"].contains(sign),
      elements[elements.startIndex + 2].as(IntegerLiteralExprSyntax.self)?.literal.text == "0",
      let type = writtenType(of: base), isStandardCollection(type)
    else { return nil }
    note(.spelling, member)
    let name = made(.name, [leaf(.token, "isEmpty", bytes: bytes(of: member.declName))])
    let isEmpty = form.add(.syntax(.memberAccessExpr), [make(base), name], bytes: 0..<0)
    return sign == "==" ? isEmpty : made(.not, [isEmpty])
  }

  /// The parts of `a || b`, where one of them asks for emptiness; nil where none does.
  func alternatives(_ elements: ArraySlice<ExprSyntax>) -> [Form.ID]? {
    let isOr = { (element: ExprSyntax) in
      ["||", "&&"].contains(element.as(BinaryOperatorExprSyntax.self)?.operator.text)
    }
    guard elements.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "||" }) else { return nil }
    var parts: [Form.ID] = []
    var isFound = false
    var start = elements.startIndex
    while start < elements.endIndex {
      let end = elements[start...].firstIndex(where: isOr) ?? elements.endIndex
      if let part = emptiness(elements[start..<end]) {
        isFound = true
        parts.append(part)
      } else {
        parts += elements[start..<end].map { make($0) }
      }
      if end < elements.endIndex { parts.append(make(elements[end])) }
      start = end + 1
    }
    return isFound ? parts : nil
  }

  // MARK: Loops

  /// `a.forEach { b in … }` as `for b in a {…}`, where the closure is never left early and `a` is a collection of the
  /// standard library's, or a range.
  func loop(_ item: CodeBlockItemSyntax) -> Form.ID? {
    guard verbatim == 0, !mayBeBuilt(item), case .expr(let expression) = item.item,
      let call = expression.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "forEach",
      member.declName.argumentNames == nil, let base = member.base, call.additionalTrailingClosures.isEmpty,
      let closure = Self.onlyClosure(call),
      let elements = loopedOver(base)
    else { return nil }
    let parameter: TokenSyntax?
    if let signature = closure.signature {
      guard signature.capture == nil, signature.attributes.isEmpty, signature.effectSpecifiers == nil,
        signature.returnClause == nil,
        case .simpleInput(let names)? = signature.parameterClause, names.count == 1
      else { return nil }
      parameter = names.first?.name
    } else {
      parameter = nil
    }
    let name =
      elements.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? elements.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    for token in closure.statements.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .keyword(.return), .keyword(.break), .keyword(.continue), .keyword(.throw), .keyword(.try), .keyword(.await):
        return nil
      case .leftBrace where parameter == nil && token.parent?.is(ClosureExprSyntax.self) == true: return nil
      default: if token.text == name { return nil }
      }
    }
    note(.spelling, call)
    let sequence = make(elements)
    return scoped {
      let local = parameter.map { declare($0) } ?? declare("$0", bytes: bytes(of: closure.leftBrace))
      let pattern = parameter?.tokenKind == .wildcard ? local : made(.bind, [leaf(.token, "let", bytes: 0..<0), local])
      return form.add(
        .syntax(.forStmt), [pattern, sequence, block(closure.statements)], bytes: bytes(of: closure.leftBrace))
    }
  }

  private static func onlyClosure(_ call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    if let closure = call.trailingClosure { return call.arguments.isEmpty ? closure : nil }
    guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil else { return nil }
    return argument.expression.as(ClosureExprSyntax.self)
  }

  /// What a loop goes through, without parentheses; nil where it is not known to be the standard library's.
  private func loopedOver(_ node: ExprSyntax) -> ExprSyntax? {
    if let type = writtenType(of: node) { return isStandardCollection(type) ? node : nil }
    let inner = unparenthesised(node)
    guard let range = inner.as(SequenceExprSyntax.self), range.elements.count == 3,
      let sign = Array(range.elements)[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      sign == "..<" || sign == "..."
    else { return nil }
    return inner
  }

  // MARK: What may be nil

  /// `if let a { a.b() }` as `a?.b()`.
  func calledIfThere(_ item: CodeBlockItemSyntax) -> Form.ID? {
    guard verbatim == 0, !mayBeBuilt(item), case .stmt(let statement) = item.item,
      let node = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self), node.elseBody == nil,
      node.conditions.count == 1,
      case .optionalBinding(let binding)? = node.conditions.first?.condition,
      binding.bindingSpecifier.tokenKind == .keyword(.let),
      binding.typeAnnotation == nil, let bound = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      binding.initializer.map({ Self.isPath($0.value) }) ?? true, node.body.statements.count == 1,
      case .expr(let called)? = node.body.statements.first?.item, called.is(FunctionCallExprSyntax.self),
      let head = Self.head(of: called)
    else { return nil }
    let name = word(bound)
    guard name != "self", head.argumentNames == nil, word(head.baseName) == name else { return nil }
    for token in called.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .keyword(.try), .keyword(.await): return nil
      default: if token.id != head.baseName.id, token.text == bound.text { return nil }
      }
    }
    note(.spelling, node)
    let saved = unwrapped
    defer { unwrapped = saved }
    unwrapped = (head.id, binding.initializer?.value)
    return make(called)
  }

  /// The head of a chain of calls, with the `?` that an `if let` around it stood for.
  func chainHead(_ node: DeclReferenceExprSyntax) -> Form.ID {
    let value = unwrapped?.value
    unwrapped = nil
    let bound = value.map { make($0) } ?? reference(word(node.baseName), bytes: bytes(of: node))
    return form.add(.syntax(.optionalChainingExpr), [bound, leaf(.token, "?", bytes: bytes(of: node))], bytes: 0..<0)
  }

  /// A name, or a member of one.
  private static func isPath(_ node: ExprSyntax) -> Bool {
    if let name = node.as(DeclReferenceExprSyntax.self) { return name.argumentNames == nil }
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
    return member.declName.argumentNames == nil && isPath(base)
  }

  /// The name that a chain of calls begins with.
  private static func head(of node: ExprSyntax) -> DeclReferenceExprSyntax? {
    var node = node
    while true {
      if let call = node.as(FunctionCallExprSyntax.self) {
        node = call.calledExpression
      } else if let member = node.as(MemberAccessExprSyntax.self), let base = member.base {
        node = base
      } else if let chain = node.as(OptionalChainingExprSyntax.self) {
        node = chain.expression
      } else {
        return node.as(DeclReferenceExprSyntax.self)
      }
    }
  }

  // MARK: Result builders

  /// Whether a result builder may read a statement, or its value may be what a closure answers: then another form of it
  /// may be something else.
  private func mayBeBuilt(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent, var owner = list.parent else { return true }
    if let closure = owner.as(ClosureExprSyntax.self), closure.statements.count == 1 { return true }
    while true {
      if let function = owner.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause != nil || !function.attributes.isEmpty
      }
      if owner.is(InitializerDeclSyntax.self) || owner.is(DeinitializerDeclSyntax.self) { return false }
      if let accessor = owner.as(AccessorDeclSyntax.self) {
        return ![.keyword(.set), .keyword(.didSet), .keyword(.willSet)].contains(accessor.accessorSpecifier.tokenKind)
      }
      if let closure = owner.as(ClosureExprSyntax.self) { return !says(closure) }
      guard let next = owner.parent, !next.is(SourceFileSyntax.self) else { return true }
      owner = next
    }
  }

  /// Whether a closure does something that no result builder takes: it assigns, or returns.
  private func says(_ closure: ClosureExprSyntax) -> Bool {
    // Each statement in it asks.
    if let known = sayings[closure.id] { return known }
    let answer = closure.statements.contains { item in
      switch item.item {
      case .expr(let value):
        value.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) } ?? false
      case .stmt(let statement): statement.is(ReturnStmtSyntax.self) || statement.is(GuardStmtSyntax.self)
      case .decl: false
      }
    }
    sayings[closure.id] = answer
    return answer
  }
}
