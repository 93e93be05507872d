import ReviewModel
import SwiftSyntax

/// A value chosen by an `if` or a `switch`: `x = if c { a } else { b }` is `if c { x = a } else { x = b }`.
extension FormMaker {
  /// An assignment of what an `if` or `switch` answers, as one that assigns in each branch; nil for anything else.
  func chosen(_ node: ExprSyntax) -> Form.ID? {
    guard verbatim == 0, let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3 else { return nil }
    let elements = Array(sequence.elements)
    guard elements[1].is(AssignmentExprSyntax.self), Self.isPlainTarget(elements[0]), Self.isChoice(elements[2]) else { return nil }
    note(.spelling, node)
    return chosen(elements[2], for: make(elements[0]))
  }

  /// The branches of an `if` or `switch` that are assigned to something.
  func chosen(_ choice: ExprSyntax, for target: Form.ID) -> Form.ID {
    self.target = target
    defer { self.target = nil }
    return make(choice)
  }

  /// Whether something is assigned to that nothing has to be asked for: a local, or a member of `self`.
  private static func isPlainTarget(_ node: ExprSyntax) -> Bool {
    if let reference = node.as(DeclReferenceExprSyntax.self) { return reference.argumentNames == nil }
    guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base?.as(DeclReferenceExprSyntax.self) else { return false }
    return base.baseName.tokenKind == .keyword(.self) && access.declName.argumentNames == nil
  }

  /// Whether it is an `if` or `switch` of which every branch answers a value, throws or ends the program.
  static func isChoice(_ node: ExprSyntax) -> Bool {
    if let own = node.as(SwitchExprSyntax.self) {
      return !own.hasError && !own.cases.isEmpty && own.cases.allSatisfy { element in
        if case .switchCase(let one) = element { one.attribute == nil && isBranch(one.statements) } else { false }
      }
    }
    guard let own = node.as(IfExprSyntax.self), !own.hasError, isBranch(own.body.statements) else { return false }
    switch own.elseBody {
    case .ifExpr(let next): return isChoice(ExprSyntax(next))
    case .codeBlock(let last): return isBranch(last.statements)
    case nil: return false
    }
  }

  private static func isBranch(_ items: CodeBlockItemListSyntax) -> Bool {
    guard items.count == 1, let item = items.first else { return false }
    if throwsOrEnds(item) { return true }
    guard let value = value(of: item) else { return false }
    if value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) { return isChoice(value) }
    return !(value.as(SequenceExprSyntax.self)?.elements.contains { $0.is(AssignmentExprSyntax.self) } ?? false)
  }

  /// What a branch answers; `return` stands before it where it is one of a closure that is called at once.
  private static func value(of item: CodeBlockItemSyntax) -> ExprSyntax? {
    switch item.item {
    case .expr(let value): value
    case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression ?? statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: nil
    }
  }

  /// The choice that is all a closure makes which is called where it stands: `{ if c { return a } else { return b } }()`.
  static func choiceAtOnce(_ node: ExprSyntax) -> ExprSyntax {
    guard let call = node.as(FunctionCallExprSyntax.self), let closure = call.calledExpression.as(ClosureExprSyntax.self), closure.signature == nil,
      call.arguments.isEmpty, call.trailingClosure == nil, closure.statements.count == 1, let item = closure.statements.first,
      let value = value(of: item), value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
    else { return node }
    return value
  }

  /// The type that every branch names itself: `Bool` of literals, `A` of `A(b: c)`; nil where one does not, or another.
  func impliedType(of choice: ExprSyntax) -> String? {
    var names: Set<String> = []
    var isPlain = true
    func add(_ items: CodeBlockItemListSyntax) {
      guard let item = items.first, !Self.throwsOrEnds(item), let value = Self.value(of: item) else { return }
      if value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) { return visit(value) }
      if let name = typeName(of: value) { names.insert(name) } else { isPlain = false }
    }
    func visit(_ node: ExprSyntax) {
      if let own = node.as(SwitchExprSyntax.self) {
        for element in own.cases { if case .switchCase(let one) = element { add(one.statements) } }
      } else if let own = node.as(IfExprSyntax.self) {
        add(own.body.statements)
        switch own.elseBody {
        case .ifExpr(let next): visit(ExprSyntax(next))
        case .codeBlock(let last): add(last.statements)
        case nil: break
        }
      }
    }
    visit(choice)
    return isPlain && names.count == 1 ? names.first : nil
  }

  private func typeName(of value: ExprSyntax) -> String? {
    for name in ["Int", "Double", "Bool", "String"] where isDefault(name, for: value) { return name }
    guard let call = value.as(FunctionCallExprSyntax.self), !(call.arguments.count == 1 && call.arguments.first?.label == nil),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self), name.argumentNames == nil, name.moduleSelector == nil,
      name.baseName.text.first?.isUppercase == true, lookUp(word(name.baseName)) == nil
    else { return nil }
    return word(name.baseName)
  }

  private static func throwsOrEnds(_ item: CodeBlockItemSyntax) -> Bool {
    if case .stmt(let statement) = item.item { return statement.is(ThrowStmtSyntax.self) }
    guard let call = value(of: item)?.as(FunctionCallExprSyntax.self), let name = call.calledExpression.as(DeclReferenceExprSyntax.self) else { return false }
    return name.baseName.text == "fatalError" || name.baseName.text == "preconditionFailure"
  }

  /// A branch with its value assigned; nil where it answers none.
  func assigned(_ items: CodeBlockItemListSyntax, to target: Form.ID) -> Form.ID? {
    guard items.count == 1, let item = items.first, !Self.throwsOrEnds(item), let value = Self.value(of: item) else { return nil }
    if item.semicolon != nil { note(.redundant, item) }
    if value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) {
      return form.add(.list, [chosen(value, for: target)], bytes: 0..<0)
    }
    return form.add(.list, [marked { made(.assignment, [target, equalSign(bytes(of: value)), make(value)]) }], bytes: 0..<0)
  }

  private func equalSign(_ bytes: Range<UInt32>) -> Form.ID {
    form.add(.syntax(.assignmentExpr), [leaf(.token, "=", bytes: bytes)], bytes: 0..<0)
  }

  /// `if c { x = a } else { x = b }` as `x = c ? a : b`, where the two sides are literals of one kind, so that they have
  /// the same type in either form.
  func assignment(of node: IfExprSyntax, to target: Form.ID?) -> Form.ID? {
    guard case .codeBlock(let other)? = node.elseBody, node.conditions.count == 1,
      case .expression(let condition)? = node.conditions.first?.condition, !condition.is(TryExprSyntax.self)
    else { return nil }
    if let target {
      guard let first = node.body.statements.first.flatMap(Self.value), let second = other.statements.first.flatMap(Self.value),
        node.body.statements.count == 1, other.statements.count == 1
      else { return nil }
      return ternary(node, target, condition, first, second)
    }
    guard let (target, first) = Self.soleAssignment(node.body), let (otherTarget, second) = Self.soleAssignment(other),
      spelling(target) == spelling(otherTarget), target.is(DeclReferenceExprSyntax.self)
    else { return nil }
    guard first.kind == second.kind, Self.isSimpleLiteral(first) else { return nil }
    return ternary(node, make(target), condition, first, second)
  }

  private func ternary(_ node: IfExprSyntax, _ target: Form.ID, _ condition: ExprSyntax, _ first: ExprSyntax, _ second: ExprSyntax) -> Form.ID? {
    guard first.kind == second.kind, Self.isSimpleLiteral(first) else { return nil }
    note(.spelling, node)
    return marked { made(.assignment, [target, equalSign(bytes(of: first)), made(.ternary, [make(condition), make(first), make(second)])]) }
  }

  private static func isSimpleLiteral(_ node: ExprSyntax) -> Bool {
    switch node.kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
    case .stringLiteralExpr: node.as(StringLiteralExprSyntax.self)?.segments.count == 1
    default: false
    }
  }

  private static func soleAssignment(_ block: CodeBlockSyntax) -> (ExprSyntax, ExprSyntax)? {
    guard block.statements.count == 1, case .expr(let expression)? = block.statements.first?.item,
      let sequence = expression.as(SequenceExprSyntax.self), sequence.elements.count == 3
    else { return nil }
    let elements = Array(sequence.elements)
    return elements[1].is(AssignmentExprSyntax.self) ? (elements[0], elements[2]) : nil
  }
}
