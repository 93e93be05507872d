import SwiftSyntax

/// Finds what can be mutated in a file. Each edit is one that changes behaviour wherever it is reached.
final class MutationFinder: SyntaxVisitor {
  private(set) var found: [Mutation] = []

  private func add(_ name: String, _ node: some SyntaxProtocol, _ text: String) { found.append(Mutation(name, node, text)) }

  private static let operators = [
    "+": "-", "-": "+", "*": "/", "/": "*", "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "&&": "||", "||": "&&",
    "===": "!==", "!==": "===", "..<": "...", "...": "..<", "+=": "-=", "-=": "+=", "??": "==", "%": "*", "<<": ">>", ">>": "<<",
  ]

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if let other = Self.operators[node.operator.text] { add("operator", node, other) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add("number", node, node.literal.text == "7" ? "8" : "7")
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add("truth", node, node.literal.text == "true" ? "false" : "true")
    return .skipChildren
  }

  override func visit(_ node: StringSegmentSyntax) -> SyntaxVisitorContinueKind {
    let text = node.content.text
    if !text.isEmpty, !text.contains("\n"), !text.contains("\\") { add("text", node, text + "x") }
    return .skipChildren
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.conditions)
    return .visitChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    negate(node.conditions)
    return .visitChildren
  }

  private func negate(_ conditions: ConditionElementListSyntax) {
    guard let first = conditions.first, case .expression(let condition) = first.condition else { return }
    add("condition", condition, "!(\(condition.trimmedDescription))")
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if let mark = node.questionOrExclamationMark { add("try", mark, mark.text == "?" ? "!" : "?") }
    return .visitChildren
  }

  override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(MemberAccessExprSyntax.self) == true { add("unwrap", node.exclamationMark, "?") }
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    switch node.name.text {
    case "weak": add("weak", node, "")
    case "unowned": add("unowned", node, "weak")
    case "lazy": add("lazy", node, "")
    case "mutating": break
    default: break
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureCaptureSpecifierSyntax) -> SyntaxVisitorContinueKind {
    add("capture", node, node.specifier.text == "weak" ? "unowned" : "weak")
    return .skipChildren
  }

  override func visit(_ node: LabeledExprListSyntax) -> SyntaxVisitorContinueKind {
    let list = Array(node)
    for (a, b) in zip(list, list.dropFirst()) where a.expression.trimmedDescription != b.expression.trimmedDescription {
      let text = "\(a.label.map { "\($0.text): " } ?? "")\(b.expression.trimmedDescription), \(b.label.map { "\($0.text): " } ?? "")\(a.expression.trimmedDescription)"
      var mutation = Mutation("arguments", a, text)
      mutation.end = b.expression.endPositionBeforeTrailingTrivia.utf8Offset
      mutation.spansLines = true
      found.append(mutation)
    }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.is(SourceFileSyntax.self) != true, node.parent?.is(IfConfigClauseSyntax.self) != true else { return .visitChildren }
    let items = Array(node)
    for item in items where Self.isCall(item) && items.count > 1 { add("statement", item, "") }
    for (a, b) in zip(items, items.dropFirst()) where Self.isCall(a) && Self.isCall(b) && a.trimmedDescription != b.trimmedDescription {
      var mutation = Mutation("call order", a, "\(b.trimmedDescription)\n\(a.trimmedDescription)")
      mutation.end = b.endPositionBeforeTrailingTrivia.utf8Offset
      mutation.spansLines = true
      found.append(mutation)
    }
    return .visitChildren
  }

  private static func isCall(_ item: CodeBlockItemSyntax) -> Bool {
    guard case .expr(let expression) = item.item else { return false }
    return expression.is(FunctionCallExprSyntax.self) || expression.is(SequenceExprSyntax.self)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base {
      if let reference = base.as(DeclReferenceExprSyntax.self), reference.baseName.text == "self" {
        add("other member", base, "other")
        if Self.isShadowed(node) { add("shadowed self", node, node.declName.trimmedDescription) }
      }
      if node.declName.baseName.tokenKind != .keyword(.`init`), node.declName.baseName.tokenKind != .keyword(.self) {
        add("member", node.declName.baseName, node.declName.baseName.text + "Other")
      }
    }
    return .visitChildren
  }

  /// Whether the member's name is also one of a parameter of the function around it.
  private static func isShadowed(_ node: MemberAccessExprSyntax) -> Bool {
    let name = node.declName.baseName.text
    var parent = node.parent
    while let current = parent {
      if let function = current.as(FunctionDeclSyntax.self) { return has(function.signature.parameterClause, name) }
      if let initializer = current.as(InitializerDeclSyntax.self) { return has(initializer.signature.parameterClause, name) }
      if current.is(ClosureExprSyntax.self) || current.is(AccessorBlockSyntax.self) { return false }
      parent = current.parent
    }
    return false
  }

  private static func has(_ clause: FunctionParameterClauseSyntax, _ name: String) -> Bool {
    clause.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
  }

  override func visit(_ node: MemberBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node)
    let isRaw = node.parent?.parent?.as(EnumDeclSyntax.self)?.inheritanceClause != nil
    for (a, b) in zip(items, items.dropFirst()) {
      let isStored = Self.hasValue(a) && Self.hasValue(b)
      let isCases = isRaw && Self.isImplicitCase(a) && Self.isImplicitCase(b)
      guard isStored || isCases, a.trimmedDescription != b.trimmedDescription else { continue }
      var mutation = Mutation(isStored ? "stored order" : "case order", a, "\(b.trimmedDescription)\n\(a.trimmedDescription)")
      mutation.end = b.endPositionBeforeTrailingTrivia.utf8Offset
      mutation.spansLines = true
      found.append(mutation)
    }
    return .visitChildren
  }

  /// A stored property that a call initialises.
  private static func hasValue(_ item: MemberBlockItemSyntax) -> Bool {
    guard let variable = item.decl.as(VariableDeclSyntax.self), !variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) })
    else { return false }
    return variable.bindings.allSatisfy { $0.accessorBlock == nil && $0.initializer?.value.is(FunctionCallExprSyntax.self) == true }
  }

  private static func isImplicitCase(_ item: MemberBlockItemSyntax) -> Bool {
    item.decl.as(EnumCaseDeclSyntax.self)?.elements.allSatisfy { $0.rawValue == nil } ?? false
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .visitChildren }
}
