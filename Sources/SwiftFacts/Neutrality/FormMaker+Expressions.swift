import ReviewModel
import SwiftSyntax

extension FormMaker {
  func name(_ node: DeclReferenceExprSyntax) -> Form.ID {
    if unwrapped?.head == node.id { return chainHead(node) }
    let text = word(node.baseName)
    if !isBare(bytes(of: node.baseName)), text != node.baseName.text { note(.redundant, node) }
    guard node.moduleSelector == nil, !isSelfWord(node.baseName) else { return generic(Syntax(node)) }
    let name = reference(text, bytes: bytes(of: node.baseName))
    guard let arguments = node.argumentNames else { return name }
    return made(.argument, [name, make(arguments)])
  }

  private func isSelfWord(_ token: TokenSyntax) -> Bool {
    guard bytes(of: token).count <= 5 else { return false }
    return Self.isSelfKeyword(token)
  }

  private static func isSelfKeyword(_ token: TokenSyntax) -> Bool {
    switch token.tokenKind {
    case .keyword(.self), .keyword(.Self), .keyword(.super), .keyword(.`init`): true
    default: false
    }
  }

  /// A name that is looked up in something, and so means no local.
  func plainName(_ node: DeclReferenceExprSyntax) -> [Form.ID] {
    var parts = node.moduleSelector.map { [make($0)] } ?? []
    let text = word(node.baseName)
    if !isBare(bytes(of: node.baseName)), text != node.baseName.text { note(.redundant, node) }
    parts.append(leaf(.token, text, bytes: bytes(of: node.baseName)))
    if let arguments = node.argumentNames { parts.append(make(arguments)) }
    return parts
  }

  func memberAccess(_ node: MemberAccessExprSyntax) -> Form.ID {
    guard let base = node.base else {
      return form.add(.syntax(.memberAccessExpr), plainName(node.declName), bytes: bytes(of: node.period))
    }
    if let own = ownMember(node, of: base) { return own }
    return form.add(.syntax(.memberAccessExpr), [make(base)] + [made(.name, plainName(node.declName))], bytes: 0..<0)
  }

  /// `self.x` where `x` alone would mean the same.
  ///
  /// Both versions compile. So where `self.x` stands on one side, the type has a member `x`; and an `x` that no local
  /// bears is looked up in the innermost type before anything further out. What could come between is asked for here.
  private func ownMember(_ node: MemberAccessExprSyntax, of base: ExprSyntax) -> Form.ID? {
    guard hasSelf, let reference = base.as(DeclReferenceExprSyntax.self),
      reference.baseName.tokenKind == .keyword(.self),
      reference.argumentNames == nil, node.declName.moduleSelector == nil, !facts.isDynamic
    else { return nil }
    switch node.declName.baseName.tokenKind {
    case .identifier: break
    default: return nil
    }
    let name = word(node.declName.baseName)
    guard !Self.neverImplicit.contains(name), lookUp(name) == nil, lookUp("self") == nil else { return nil }
    let wrapped = name.hasPrefix("$") || name.hasPrefix("_") ? String(name.dropFirst()) : name
    guard lookUp(wrapped) == nil else { return nil }
    note(.redundant, node)
    let own = leaf(.made(.name), name, bytes: bytes(of: node))
    guard let arguments = node.declName.argumentNames else { return own }
    return made(.argument, [own, make(arguments)])
  }

  /// Names that mean something of their own where they stand alone.
  private static let neverImplicit: Set<String> = ["init", "self", "Type", "Protocol", "type"]

  /// Whether a member, a `!` or the like is taken of a node: parentheses around it then end a chain of `?`.
  private static func isPostfixBase(_ node: TupleExprSyntax) -> Bool {
    guard let parent = node.parent else { return false }
    switch parent.kind {
    case .memberAccessExpr, .forceUnwrapExpr, .optionalChainingExpr, .subscriptCallExpr, .functionCallExpr,
      .postfixOperatorExpr,
      .postfixIfConfigExpr, .genericSpecializationExpr:
      return true
    default: return false
    }
  }

  /// Whether an expression is, or begins with, a chain that `?` may end early.
  static func hasChain(_ node: ExprSyntax) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .postfixQuestionMark }
  }

  /// Whether parentheses end what a `try?` or `try!` tries: without them it is all that follows, `try? a() ?? b()`.
  private static func endsTry(_ node: TupleExprSyntax, around inner: ExprSyntax) -> Bool {
    guard let elements = node.parent, elements.is(ExprListSyntax.self), node.endPosition < elements.endPosition else {
      return false
    }
    var inner = inner
    while true {
      if let attempt = inner.as(TryExprSyntax.self) {
        if attempt.questionOrExclamationMark != nil { return true }
        inner = attempt.expression
      } else if let awaited = inner.as(AwaitExprSyntax.self) {
        inner = awaited.expression
      } else if let unsafe = inner.as(UnsafeExprSyntax.self) {
        inner = unsafe.expression
      } else {
        return false
      }
    }
  }

  static func isParenthesis(_ node: TupleExprSyntax) -> Bool {
    node.elements.count == 1 && node.elements.first?.label == nil
      && !node.elements.contains { $0.expression.is(PackExpansionExprSyntax.self) }
  }

  /// An expression without the parentheses around it, where they say nothing.
  func unparenthesised(_ node: ExprSyntax) -> ExprSyntax {
    guard let tuple = node.as(TupleExprSyntax.self), Self.isParenthesis(tuple),
      let inner = tuple.elements.first?.expression,
      !Self.isLiteral(inner)
    else { return node }
    return unparenthesised(inner)
  }

  /// A literal is read otherwise inside parentheses: `Int8(-(128))`, `Wrapper((1))`.
  static func isLiteral(_ node: ExprSyntax) -> Bool {
    switch node.kind {
    case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .arrayExpr,
      .dictionaryExpr, .regexLiteralExpr, .closureExpr, .macroExpansionExpr:
      true
    default: false
    }
  }

  func tuple(_ node: TupleExprSyntax) -> Form.ID {
    let inner = unparenthesised(ExprSyntax(node))
    guard
      inner.is(TupleExprSyntax.self) || (Self.isPostfixBase(node) && Self.hasChain(inner))
        || Self.endsTry(node, around: inner)
    else {
      note(.redundant, node)
      return make(inner)
    }
    let tuple = inner.as(TupleExprSyntax.self) ?? node
    return made(.tuple, tuple.elements.map { make($0) }, bytes: bytes(of: tuple.leftParen))
  }

  func argument(_ node: LabeledExprSyntax) -> Form.ID {
    guard let label = node.label else { return make(node.expression) }
    return made(.argument, [leaf(label), make(node.expression)])
  }

  func prefixed(_ node: PrefixOperatorExprSyntax) -> Form.ID {
    guard node.operator.text == "!" else { return generic(Syntax(node)) }
    return made(.not, [make(node.expression)], bytes: bytes(of: node.operator))
  }

  func comparisonWithNil(_ value: [Form.ID], _ bytes: Range<UInt32>) -> Form.ID {
    let comparison = form.add(.syntax(.binaryOperatorExpr), [leaf(.token, "!=", bytes: bytes)], bytes: bytes)
    let null = form.add(.syntax(.nilLiteralExpr), [leaf(.token, "nil", bytes: bytes)], bytes: bytes)
    return form.add(.syntax(.sequenceExpr), value + [comparison, null], bytes: bytes)
  }

  // MARK: Sequences of operators

  func sequence(_ node: SequenceExprSyntax) -> Form.ID { sequence(Array(node.elements)[...]) }

  /// Operators of which the standard library says how tightly they bind: none binds less than `?:`.
  private static let standard: Set<String> = [
    "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&", "|", "^", "..<", "...", "??", "==", "!=", "<", ">",
    "<=", ">=",
    "===", "!==", "~=", "&&", "||",
  ]
  /// Operands and operators in one expression.
  private static let longestSequence = 500
  private static let assignments: Set<String> = [
    "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "&+=", "&-=", "&*=",
  ]

  private func sequence(_ elements: ArraySlice<ExprSyntax>) -> Form.ID {
    guard elements.count > 1, let first = elements.first else {
      return elements.first.map { make($0) } ?? form.addLeaf(.token, strict: 0, full: 0, bytes: 0..<0)
    }
    // What binds how is asked of what people write; longer ones are compared element by element.
    guard elements.count <= Self.longestSequence else {
      return form.add(.syntax(.sequenceExpr), elements.map { make($0) }, bytes: 0..<0)
    }
    let second = elements[elements.startIndex + 1]
    // Assignment binds least of all.
    if second.is(AssignmentExprSyntax.self)
      || second.as(BinaryOperatorExprSyntax.self).map({ Self.assignments.contains($0.operator.text) }) == true,
      elements.count > 2
    {
      return made(.assignment, [make(first), make(second), sequence(elements.dropFirst(2))])
    }
    let isStandard = elements.allSatisfy { element in
      if let own = element.as(BinaryOperatorExprSyntax.self) { return Self.standard.contains(own.operator.text) }
      return !element.is(AssignmentExprSyntax.self) && !element.is(ArrowExprSyntax.self)
    }
    if isStandard, let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self), index > elements.startIndex,
      index + 1 < elements.endIndex
    {
      return self.ternary(
        sequence(elements[..<index]), make(ternary.thenExpression), sequence(elements[(index + 1)...]),
        bytes(of: ternary.questionMark))
    }
    if let comparison = emptiness(elements) { return comparison }
    if isStandard, let parts = alternatives(elements) { return form.add(.syntax(.sequenceExpr), parts, bytes: 0..<0) }
    if isStandard, let parts = Self.conjuncts(elements) { return made(.conjunction, parts.map { sequence($0) }) }
    return form.add(.syntax(.sequenceExpr), elements.map { make($0) }, bytes: 0..<0)
  }

  /// What has to hold together for `a && b` to; nil where something binds less than `&&`, or tries all that follows.
  private static func conjuncts(_ elements: ArraySlice<ExprSyntax>) -> [ArraySlice<ExprSyntax>]? {
    let isAnd = { (element: ExprSyntax) in element.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }
    guard elements.contains(where: isAnd),
      !elements.contains(where: {
        $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "||"
          || ($0.as(TryExprSyntax.self)?.questionOrExclamationMark != nil)
      })
    else { return nil }
    return elements.split(omittingEmptySubsequences: false, whereSeparator: isAnd)
  }

  /// The parts of a condition that have to hold together: `a && b` is `a, b`.
  func conjuncts(of condition: ExprSyntax) -> [Form.ID] {
    let whole = make(condition)
    guard form[whole].tag == .made(.conjunction) else { return [whole] }
    note(.spelling, condition)
    return Array(form.children(of: whole))
  }
}
