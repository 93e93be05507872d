import SwiftSyntax

extension Lowering {
  func lower(_ node: ExprSyntax) -> ExpressionID {
    deeper(emit(.compound(parts([])), for: node)) { lowerNow(node) }
  }

  private func lowerNow(_ node: ExprSyntax) -> ExpressionID {
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      return lowerReference(symbol(reference.baseName), for: reference)
    case .memberAccessExpr(let member):
      return lower(member: member)
    case .functionCallExpr(let call):
      return lower(call: call)
    case .subscriptCallExpr(let call):
      let base = lower(call.calledExpression)
      return emit(.subscripted(base, lower(arguments: call.arguments, call.trailingClosure, call.additionalTrailingClosures)), for: node)
    case .closureExpr(let closure):
      return lower(closure: closure)
    case .sequenceExpr(let sequence):
      return fold(Array(sequence.elements)[...], span: span(sequence))
    case .superExpr:
      return emit(.superReference(lookUp(Names.self_)), for: node)
    case .tryExpr(let inner): return lower(inner.expression)
    case .awaitExpr(let inner): return lower(inner.expression)
    case .unsafeExpr(let inner): return lower(inner.expression)
    case .consumeExpr(let inner): return lower(inner.expression)
    case .copyExpr(let inner): return lower(inner.expression)
    case .borrowExpr(let inner): return lower(inner.expression)
    case .forceUnwrapExpr(let inner): return lower(inner.expression)
    case .optionalChainingExpr(let inner): return lower(inner.expression)
    case .inOutExpr(let inner): return lower(inner.expression)
    case .tupleExpr(let tuple):
      if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil {
        return lower(only.expression)
      }
      return emit(.tuple(lower(arguments: tuple.elements, nil, nil)), for: node)
    case .arrayExpr(let array):
      let elements = array.elements.map { lower($0.expression) }
      return emit(.array(parts(elements)), for: node)
    case .dictionaryExpr(let dictionary):
      guard case .elements(let elements) = dictionary.content else { return emit(.dictionary(parts([])), for: node) }
      var ids: [ExpressionID] = []
      for element in elements {
        ids.append(lower(element.key))
        ids.append(lower(element.value))
      }
      return emit(.dictionary(parts(ids)), for: node)
    case .stringLiteralExpr(let string):
      return lower(string: string)
    case .integerLiteralExpr(let number):
      return emit(.literal(.number(symbol(number.literal))), for: node)
    case .floatLiteralExpr(let number):
      return emit(.literal(.number(symbol(number.literal))), for: node)
    case .booleanLiteralExpr(let boolean):
      return emit(.literal(.boolean(boolean.literal.text == "true")), for: node)
    case .nilLiteralExpr:
      return emit(.literal(.null), for: node)
    case .prefixOperatorExpr(let inner):
      let operand = lower(inner.expression)
      return emit(.operation(symbol(inner.operator), parts([operand])), for: node)
    case .postfixOperatorExpr(let inner):
      let operand = lower(inner.expression)
      return emit(.operation(symbol(inner.operator), parts([operand])), for: node)
    case .infixOperatorExpr(let inner):
      return fold([inner.leftOperand, inner.operator, inner.rightOperand], span: span(inner))
    case .ternaryExpr(let ternary):
      _ = lower(ternary.condition)
      let first = lower(ternary.thenExpression)
      let second = lower(ternary.elseExpression)
      return emit(.choice(parts([first, second])), for: node)
    case .asExpr(let cast):
      let value = lower(cast.expression)
      return emit(.cast(value, to: lower(type: cast.type)), for: node)
    case .isExpr(let test):
      let value = lower(test.expression)
      return emit(.test(value, lower(type: test.type)), for: node)
    case .ifExpr(let inner): return lower(ifExpression: inner)
    case .switchExpr(let inner): return lower(switchExpression: inner)
    case .keyPathExpr(let path):
      var last: Symbol?
      for component in path.components {
        if case .property(let property) = component.component { last = symbol(property.declName.baseName) }
      }
      return emit(.keyPath(last), for: node)
    case .genericSpecializationExpr(let generic):
      if let name = generic.expression.as(DeclReferenceExprSyntax.self), lookUp(symbol(name.baseName)) == nil {
        let arguments = lower(genericArguments: generic.genericArgumentClause)
        return emit(.type(emit(type: .named(symbol(name.baseName), arguments: arguments))), for: node)
      }
      return lower(generic.expression)
    case .typeExpr(let type):
      return emit(.type(lower(type: type.type)), for: node)
    case .macroExpansionExpr(let macro):
      let list = lower(arguments: macro.arguments, macro.trailingClosure, macro.additionalTrailingClosures)
      return emit(.compound(parts(facts.code[list].map(\.value))), for: node)
    case .postfixIfConfigExpr(let config):
      let base = config.base.map { lower($0) }
      return base ?? emit(.compound(parts([])), for: node)
    default:
      return emit(.compound(parts([])), for: node)
    }
  }

  func lowerReference(_ name: Symbol, for node: some SyntaxProtocol) -> ExpressionID {
    if let local = lookUp(name) { return emit(.local(local), for: node) }
    return emit(.name(name, implicitSelf: lookUp(Names.self_)), for: node)
  }

  private func lower(member: MemberAccessExprSyntax) -> ExpressionID {
    guard let base = member.base else {
      return emit(.implicitMember(symbol(member.declName.baseName)), for: member)
    }
    let baseID = lower(base)
    // `x.self` is `x`.
    if member.declName.baseName.text == "self" { return baseID }
    return emit(.member(baseID, symbol(member.declName.baseName)), for: member)
  }

  private func lower(call: FunctionCallExprSyntax) -> ExpressionID {
    let callee: ExpressionID
    // `[Foo]()` and `[Key: Value]()` spell types as literals.
    if call.arguments.isEmpty, call.trailingClosure == nil, let array = call.calledExpression.as(ArrayExprSyntax.self),
      array.elements.count == 1, let element = array.elements.first,
      let name = element.expression.as(DeclReferenceExprSyntax.self)
    {
      let type = emit(type: .named(symbol(name.baseName), arguments: types([])))
      callee = emit(.type(emit(type: .array(type))), for: call.calledExpression)
    } else {
      callee = lower(call.calledExpression)
    }
    let list = lower(arguments: call.arguments, call.trailingClosure, call.additionalTrailingClosures)
    let id = emit(.call(callee, list), for: call)
    for value in [callee] + facts.code[list].map(\.value) {
      if case .closure(let closure) = facts.code[value] { facts.code.closures[Int(closure.index)].call = id }
    }
    return id
  }

  private func lower(
    arguments list: LabeledExprListSyntax, _ trailing: ClosureExprSyntax?,
    _ additional: MultipleTrailingClosureElementListSyntax?
  ) -> ArgumentList {
    var result: [Argument] = []
    for argument in list {
      let label = argument.label.map(symbol)
      result.append(Argument(label: label, value: lower(argument.expression), isTrailingClosure: false))
    }
    if let trailing {
      result.append(Argument(label: nil, value: lower(ExprSyntax(trailing)), isTrailingClosure: true))
    }
    for element in additional ?? [] {
      result.append(
        Argument(label: symbol(element.label), value: lower(ExprSyntax(element.closure)), isTrailingClosure: true))
    }
    return arguments(result)
  }

  private func lower(string: StringLiteralExprSyntax) -> ExpressionID {
    if string.segments.count == 1, case .stringSegment(let segment)? = string.segments.first {
      return emit(.literal(.string(symbol(segment.content))), for: string)
    }
    var values: [ExpressionID] = []
    for segment in string.segments {
      guard case .expressionSegment(let interpolation) = segment else { continue }
      for argument in interpolation.expressions { values.append(lower(argument.expression)) }
    }
    if values.isEmpty { return emit(.literal(.string(nil)), for: string) }
    return emit(.compound(parts(values)), for: string)
  }

  // MARK: Operators

  /// Folds `a op b op c` by the precedence of the standard operators, as far as ownership can tell them apart.
  private func fold(_ elements: ArraySlice<ExprSyntax>, span whole: ByteSpan) -> ExpressionID {
    guard let first = elements.first else { return emit(.compound(parts([])), at: whole) }
    if elements.count == 1 { return lower(first) }
    let operators = stride(from: elements.startIndex + 1, to: elements.endIndex, by: 2)
    func span(of slice: ArraySlice<ExprSyntax>) -> ByteSpan {
      guard let first = slice.first, let last = slice.last else { return whole }
      return ByteSpan(start: self.span(first).start, end: self.span(last).end)
    }
    func side(_ range: Range<Int>) -> ExpressionID {
      let slice = elements[range]
      return fold(slice, span: span(of: slice))
    }

    if let at = operators.first(where: { kind(of: elements[$0]) == .assignment }) {
      let target = side(elements.startIndex..<at)
      let value = side(at + 1..<elements.endIndex)
      if elements[at].is(AssignmentExprSyntax.self) {
        return emit(.assign(target: target, value: value), at: whole)
      }
      return emit(.mutate(target: target, value: value), at: whole)
    }
    if let at = operators.first(where: { elements[$0].is(UnresolvedTernaryExprSyntax.self) }),
      let ternary = elements[at].as(UnresolvedTernaryExprSyntax.self)
    {
      _ = side(elements.startIndex..<at)
      let first = lower(ternary.thenExpression)
      let second = side(at + 1..<elements.endIndex)
      return emit(.choice(parts([first, second])), at: whole)
    }
    for level in [OperatorKind.comparison, .coalescing] {
      let cuts = operators.filter { kind(of: elements[$0]) == level }
      guard let firstCut = cuts.first else { continue }
      var values: [ExpressionID] = []
      var start = elements.startIndex
      for cut in cuts + [elements.endIndex] {
        values.append(side(start..<cut))
        start = cut + 1
      }
      if level == .coalescing { return emit(.choice(parts(values)), at: whole) }
      return emit(.operation(text(of: elements[firstCut]), parts(values)), at: whole)
    }
    if let at = operators.reversed().first(where: { kind(of: elements[$0]) == .cast }) {
      let value = side(elements.startIndex..<at)
      let type =
        elements[at + 1].as(TypeExprSyntax.self).map { lower(type: $0.type) } ?? emit(type: .unknown)
      if elements[at].is(UnresolvedIsExprSyntax.self) { return emit(.test(value, type), at: whole) }
      return emit(.cast(value, to: type), at: whole)
    }
    let operands = stride(from: elements.startIndex, to: elements.endIndex, by: 2).map { lower(elements[$0]) }
    return emit(.operation(text(of: elements[elements.startIndex + 1]), parts(operands)), at: whole)
  }

  private enum OperatorKind { case assignment, ternary, comparison, coalescing, cast, arithmetic }

  private func kind(of node: ExprSyntax) -> OperatorKind {
    if node.is(AssignmentExprSyntax.self) { return .assignment }
    if node.is(UnresolvedAsExprSyntax.self) || node.is(UnresolvedIsExprSyntax.self) { return .cast }
    guard let binary = node.as(BinaryOperatorExprSyntax.self) else { return .arithmetic }
    switch binary.operator.text {
    case "??": return .coalescing
    case "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "|", "&", "^", "...", "..<": return .arithmetic
    case "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=": return .assignment
    default: return .comparison
    }
  }

  private func text(of node: ExprSyntax) -> Symbol {
    node.as(BinaryOperatorExprSyntax.self).map { symbol($0.operator) } ?? Names.empty
  }
}
