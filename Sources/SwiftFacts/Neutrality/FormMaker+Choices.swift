import ReviewModel
import SwiftSyntax

/// A value chosen by an `if` or a `switch`: `x = if c { a } else { b }` is `if c { x = a } else { x = b }`.
extension FormMaker {
  /// What branches are assigned to, and its type where that is written.
  struct Target {
    var place: Form.ID
    var type: TypeSyntax?
  }

  /// An assignment of what an `if` or `switch` answers, as one that assigns in each branch; nil for anything else.
  func chosen(_ node: ExprSyntax) -> Form.ID? {
    guard verbatim == 0, let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3 else {
      return nil
    }
    let elements = Array(sequence.elements)
    guard elements[1].is(AssignmentExprSyntax.self), Self.isPlainTarget(elements[0]), Self.isChoice(elements[2]) else {
      return nil
    }
    note(.spelling, node)
    return chosen(elements[2], for: Target(place: make(elements[0]), type: writtenType(of: elements[0])))
  }

  /// The branches of an `if` or `switch` that are assigned to something.
  func chosen(_ choice: ExprSyntax, for target: Target) -> Form.ID {
    self.target = target
    defer { self.target = nil }
    return make(choice)
  }

  /// Whether something is assigned to that nothing has to be asked for: a local, or a member of `self`.
  private static func isPlainTarget(_ node: ExprSyntax) -> Bool {
    if let reference = node.as(DeclReferenceExprSyntax.self) { return reference.argumentNames == nil }
    guard let access = node.as(MemberAccessExprSyntax.self), let base = access.base?.as(DeclReferenceExprSyntax.self)
    else { return false }
    return base.baseName.tokenKind == .keyword(.self) && access.declName.argumentNames == nil
  }

  /// Whether it is an `if` or `switch` of which every branch answers a value, throws or ends the program.
  static func isChoice(_ node: ExprSyntax) -> Bool {
    if let own = node.as(SwitchExprSyntax.self) {
      return !own.hasError && !own.cases.isEmpty
        && own.cases.allSatisfy { element in
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
    case .stmt(let statement):
      statement.as(ExpressionStmtSyntax.self)?.expression ?? statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: nil
    }
  }

  /// The choice that is all a closure makes which is called where it stands: `{ if c { return a } else { return b }
  /// }()`.
  static func choiceAtOnce(_ node: ExprSyntax) -> ExprSyntax {
    guard let call = node.as(FunctionCallExprSyntax.self),
      let closure = call.calledExpression.as(ClosureExprSyntax.self), closure.signature == nil,
      call.arguments.isEmpty, call.trailingClosure == nil, closure.statements.count == 1,
      let item = closure.statements.first,
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
    guard let call = value.as(FunctionCallExprSyntax.self),
      !(call.arguments.count == 1 && call.arguments.first?.label == nil),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self), name.argumentNames == nil,
      name.moduleSelector == nil,
      name.baseName.text.first?.isUppercase == true, lookUp(word(name.baseName)) == nil
    else { return nil }
    return word(name.baseName)
  }

  private static func throwsOrEnds(_ item: CodeBlockItemSyntax) -> Bool {
    if case .stmt(let statement) = item.item { return statement.is(ThrowStmtSyntax.self) }
    guard let call = value(of: item)?.as(FunctionCallExprSyntax.self),
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)
    else { return false }
    return name.baseName.text == "fatalError" || name.baseName.text == "preconditionFailure"
  }

  /// A branch with its value assigned; nil where it answers none.
  func assigned(_ items: CodeBlockItemListSyntax, to target: Target) -> Form.ID? {
    guard items.count == 1, let item = items.first, !Self.throwsOrEnds(item), let value = Self.value(of: item) else {
      return nil
    }
    if item.semicolon != nil { note(.redundant, item) }
    if value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) {
      return form.add(.list, [chosen(value, for: target)], bytes: 0..<0)
    }
    return form.add(.list, [marked { assignment(of: make(value), to: target.place, bytes(of: value)) }], bytes: 0..<0)
  }

  private func equalSign(_ bytes: Range<UInt32>) -> Form.ID {
    form.add(.syntax(.assignmentExpr), [leaf(.token, "=", bytes: bytes)], bytes: 0..<0)
  }

  private func assignment(of value: Form.ID, to place: Form.ID, _ bytes: Range<UInt32>) -> Form.ID {
    made(.assignment, [place, equalSign(bytes), value])
  }

  /// `if c { x = a } else { x = b }` as `x = c ? a : b`, where the two sides have the same type in either form.
  func assignment(of node: IfExprSyntax, to target: Target?) -> Form.ID? {
    guard case .codeBlock(let other)? = node.elseBody, let condition = Self.onlyCondition(node.conditions) else {
      return nil
    }
    if let target {
      guard node.body.statements.count == 1, other.statements.count == 1,
        let first = node.body.statements.first.flatMap(Self.value),
        let second = other.statements.first.flatMap(Self.value), isSameEitherWay(first, second, target.type)
      else { return nil }
      note(.spelling, node)
      return marked { assignment(of: ternary(condition, first, second), to: target.place, bytes(of: first)) }
    }
    guard let (target, first) = Self.soleAssignment(node.body), let (otherTarget, second) = Self.soleAssignment(other),
      spelling(target) == spelling(otherTarget), Self.isPlainTarget(target),
      isSameEitherWay(first, second, writtenType(of: target))
    else { return nil }
    note(.spelling, node)
    return marked { assignment(of: ternary(condition, first, second), to: make(target), bytes(of: first)) }
  }

  /// The first value of a local that is chosen by `c ? a : b`, assigned to it; nil where it may be made for another
  /// type then.
  func assignment(of binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> ChosenValue? {
    guard let value = binding.initializer?.value, !scopes.isEmpty, node.attributes.isEmpty, node.modifiers.isEmpty,
      binding.accessorBlock == nil,
      let elements = value.as(SequenceExprSyntax.self).map({ Array($0.elements) }), elements.count == 3,
      let ternary = elements[1].as(UnresolvedTernaryExprSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self),
      !value.tokens(viewMode: .sourceAccurate).contains(where: {
        Self.plain($0) == word(name.identifier) && !isMember($0)
      })
    else { return nil }
    let (first, second) = (ternary.thenExpression, elements[2])
    if let type = binding.typeAnnotation?.type {
      return isSameEitherWay(first, second, type) ? .init(elements[0], first, second, implied: nil) : nil
    }
    guard let implied = typeName(of: first), implied == typeName(of: second), isSameEitherWay(first, second, nil) else {
      return nil
    }
    return .init(elements[0], first, second, implied: implied)
  }

  /// The values of a ternary, and the type of both where it is not written.
  struct ChosenValue {
    var condition: ExprSyntax
    var first: ExprSyntax
    var second: ExprSyntax
    var implied: String?

    init(_ condition: ExprSyntax, _ first: ExprSyntax, _ second: ExprSyntax, implied: String?) {
      (self.condition, self.first, self.second, self.implied) = (condition, first, second, implied)
    }
  }

  func assignment(of value: ChosenValue, to place: Form.ID) -> Form.ID {
    marked { assignment(of: ternary(value.condition, value.first, value.second), to: place, bytes(of: value.first)) }
  }

  func make(_ value: ChosenValue) -> Form.ID { marked { ternary(value.condition, value.first, value.second) } }

  /// The value that the last statements of a body answer, where an `if` or `guard` chooses it that a ternary could
  /// choose as well, and how many statements that takes.
  func answered(_ items: CodeBlockItemListSyntax, isWhole: Bool) -> (value: ChosenValue, statements: Int)? {
    guard let answer, verbatim == 0, let last = items.last else { return nil }
    func chosen(_ condition: ExprSyntax, _ first: ExprSyntax, _ second: ExprSyntax, _ statements: Int) -> (
      ChosenValue, Int
    )? {
      isSameEitherWay(first, second, answer) ? (.init(condition, first, second, implied: nil), statements) : nil
    }
    if let choice = Self.choice(last), case .codeBlock(let other)? = choice.elseBody,
      let condition = Self.onlyCondition(choice.conditions),
      let first = Self.answer(choice.body, isWhole: isWhole && items.count == 1),
      let second = Self.answer(other, isWhole: isWhole && items.count == 1)
    {
      return chosen(condition, first, second, 1)
    }
    guard items.count > 1, case .stmt(let end) = last.item, let second = end.as(ReturnStmtSyntax.self)?.expression
    else { return nil }
    let before = items[items.index(before: items.index(before: items.endIndex))]
    if let choice = Self.choice(before), choice.elseBody == nil, let condition = Self.onlyCondition(choice.conditions),
      let first = Self.answer(choice.body, isWhole: false)
    {
      return chosen(condition, first, second, 2)
    }
    if case .stmt(let statement) = before.item, let way = statement.as(GuardStmtSyntax.self),
      let condition = Self.onlyCondition(way.conditions),
      let first = Self.answer(way.body, isWhole: false)
    {
      return chosen(condition, second, first, 2)
    }
    return nil
  }

  private static func choice(_ item: CodeBlockItemSyntax) -> IfExprSyntax? {
    value(of: item).flatMap { $0.as(IfExprSyntax.self) }
  }

  /// What a branch answers; without `return` where it is a branch of all that a body does.
  private static func answer(_ block: CodeBlockSyntax, isWhole: Bool) -> ExprSyntax? {
    guard block.statements.count == 1, let item = block.statements.first else { return nil }
    if case .stmt(let statement) = item.item, let own = statement.as(ReturnStmtSyntax.self) { return own.expression }
    return isWhole && !throwsOrEnds(item) ? value(of: item) : nil
  }

  /// A condition that is one expression, and tries nothing.
  private static func onlyCondition(_ list: ConditionElementListSyntax) -> ExprSyntax? {
    guard list.count == 1, case .expression(let condition)? = list.first?.condition, !condition.is(TryExprSyntax.self)
    else { return nil }
    return condition
  }

  private func ternary(_ condition: ExprSyntax, _ first: ExprSyntax, _ second: ExprSyntax) -> Form.ID {
    ternary(make(condition), make(first), make(second), bytes(of: condition))
  }

  /// `!c ? a : b` is `c ? b : a`.
  func ternary(_ condition: Form.ID, _ first: Form.ID, _ second: Form.ID, _ bytes: Range<UInt32>) -> Form.ID {
    guard form[condition].tag == .made(.not), let asked = form.children(of: condition).first else {
      return made(.ternary, [condition, first, second], bytes: bytes)
    }
    return made(.ternary, [asked, second, first], bytes: bytes)
  }

  /// Whether two values are made for the same type in the two branches of an `if` and on the two sides of a ternary,
  /// which first looks for a type that both have.
  private func isSameEitherWay(_ first: ExprSyntax, _ second: ExprSyntax, _ type: TypeSyntax?) -> Bool {
    for value in [first, second]
    where value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) || value.is(TryExprSyntax.self)
      || value.is(AwaitExprSyntax.self)
    { return false }
    if first.kind == second.kind, Self.isSimpleLiteral(first) { return true }
    guard let type else { return false }
    if let optional = type.as(OptionalTypeSyntax.self) {
      return isFinal(optional.wrappedType) && Self.isPlainValue(first) && Self.isPlainValue(second)
    }
    return isFinal(type)
  }

  /// A literal, or a name: no call, which might be one of several by its result.
  private static func isPlainValue(_ node: ExprSyntax) -> Bool {
    node.is(NilLiteralExprSyntax.self) || node.is(DeclReferenceExprSyntax.self) || isSimpleLiteral(node)
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
