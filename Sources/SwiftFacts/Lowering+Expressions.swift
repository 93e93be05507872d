import SwiftSyntax

extension Lowering {
  func lower(_ node: ExprSyntax) -> ExpressionID {
    let chains = openChains.count
    let id = deeper(emit(.compound(parts([])), for: node)) { lowerNow(node) }
    if openChains.count > chains { closeChains(downTo: chains) }
    return id
  }

  /// Lowers what a member, a call or a `!` follows: a chain that `?` begins in it goes on after it.
  private func lower(base node: ExprSyntax) -> ExpressionID {
    deeper(emit(.compound(parts([])), for: node)) { lowerNow(node) }
  }

  private func lowerNow(_ node: ExprSyntax) -> ExpressionID {
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName
      guard reference.argumentNames == nil else { return lowerReference(symbol(name), for: reference) }
      return lowerReference(symbol(name), at: span(token: name))
    case .memberAccessExpr(let member):
      return lower(member: member)
    case .functionCallExpr(let call):
      return lower(call: call)
    case .subscriptCallExpr(let call):
      let base = lower(base: call.calledExpression)
      return emit(
        .subscripted(base, lower(arguments: call.arguments, call.trailingClosure, call.additionalTrailingClosures)),
        for: node)
    case .closureExpr(let closure):
      return lower(closure: closure)
    case .sequenceExpr(let sequence):
      return fold(operands(sequence.elements)[...], span: span(sequence))
    case .superExpr:
      return emit(.superReference(lookUp(Names.self_)), for: node)
    case .tryExpr(let inner): return lower(trying: inner)
    case .awaitExpr(let inner):
      return structured(.awaiting, at: span(token: inner.awaitKeyword)) { lower(inner.expression) }
    case .unsafeExpr(let inner): return lower(inner.expression)
    case .consumeExpr(let inner): return lower(inner.expression)
    case .copyExpr(let inner): return lower(inner.expression)
    case .borrowExpr(let inner): return lower(inner.expression)
    case .forceUnwrapExpr(let inner): return mark(lower(base: inner.expression), .unwrapped)
    case .optionalChainingExpr(let inner):
      let id = mark(lower(base: inner.expression), .chained)
      openChain(after: id, at: span(token: inner.questionMark))
      return id
    case .inOutExpr(let inner): return mark(lower(inner.expression), .inout)
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
      return fold(operands([inner.leftOperand, inner.operator, inner.rightOperand])[...], span: span(inner))
    case .ternaryExpr(let ternary):
      let (first, second) = structured(.ternary, ternary) {
        condition(.test, ternary.condition) { lower(ternary.condition) }
        return (
          structured(.block, ternary.thenExpression) { lower(ternary.thenExpression) },
          structured(.block, ternary.elseExpression) { lower(ternary.elseExpression) }
        )
      }
      return emit(.choice(parts([first, second])), for: node)
    case .asExpr(let cast):
      let value = lower(cast.expression)
      return mark(emit(.cast(value, to: lower(type: cast.type)), for: node), .cast(cast.questionOrExclamationMark))
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
      let id = emit(.keyPath(last), for: node)
      facts.code.words[id] = symbol(path.trimmedDescription)
      return id
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
      let id = emit(.compound(parts(facts.code[list].map(\.value))), for: node)
      facts.code.words[id] = symbol("#" + macro.macroName.text)
      return id
    case .postfixIfConfigExpr(let config):
      let base = config.base.map { lower($0) }
      return base ?? emit(.compound(parts([])), for: node)
    default:
      return emitUnknown(node)
    }
  }

  func lowerReference(_ name: Symbol, for node: some SyntaxProtocol) -> ExpressionID {
    lowerReference(name, at: span(node))
  }

  private func lowerReference(_ name: Symbol, at span: ByteSpan) -> ExpressionID {
    if let local = lookUp(name) { return emit(.local(local), at: span) }
    return emit(.name(name, implicitSelf: lookUp(Names.self_)), at: span)
  }

  /// Where a node begins whose first part is an expression already lowered: no need to look for its first token.
  private func start(of id: ExpressionID, in node: some SyntaxProtocol) -> UInt32 {
    let start = facts.code.span(of: id).start
    // `(x)` and `try x` leave no trace, but they stand there.
    return start >= UInt32(clamping: node.position.utf8Offset) ? start : span(node).start
  }

  private func lower(member: MemberAccessExprSyntax) -> ExpressionID {
    guard let base = member.base else {
      return emit(.implicitMember(symbol(member.declName.baseName)), for: member)
    }
    let baseID = lower(base: base)
    // `x.self` is `x`.
    let name = symbol(member.declName.baseName)
    if name == Names.self_ { return baseID }
    guard member.declName.argumentNames == nil, base.isPlain else { return emit(.member(baseID, name), for: member) }
    let end = span(token: member.declName.baseName).end
    return emit(.member(baseID, name), at: ByteSpan(start: start(of: baseID, in: member), end: end))
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
      callee = lower(base: call.calledExpression)
    }
    let list = lower(arguments: call.arguments, call.trailingClosure, call.additionalTrailingClosures)
    let id: ExpressionID
    if call.calledExpression.isPlain, call.trailingClosure == nil, let paren = call.rightParen {
      id = emit(.call(callee, list), at: ByteSpan(start: start(of: callee, in: call), end: span(token: paren).end))
    } else {
      id = emit(.call(callee, list), for: call)
    }
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
      switch segment {
      case .stringSegment(let text):
        // A part of a literal is none by itself: its text stands beside it.
        guard !text.content.text.isEmpty else { continue }
        values.append(emit(.literal(.other), for: text))
        facts.code.words[values[values.count - 1]] = symbol(text.content)
      case .expressionSegment(let interpolation):
        let first = values.count
        for argument in interpolation.expressions { values.append(lower(argument.expression)) }
        if values.count == first + 1, interpolation.expressions.first?.label == nil {
          values[first] = mark(values[first], .interpolated)
        }
      }
    }
    return emit(.compound(parts(values)), for: string)
  }

  // MARK: Operators

  /// A part of an operator expression: an operand, or an operator of some kind.
  private struct Operand {
    var node: ExprSyntax
    var kind: OperatorKind
  }

  private func operands(_ elements: some Sequence<ExprSyntax>) -> [Operand] {
    elements.enumerated().map { index, node in
      Operand(node: node, kind: index.isMultiple(of: 2) ? .multiplication : kind(of: node))
    }
  }

  /// Folds `a op b op c` by the precedence of the standard operators, as far as ownership can tell them apart.
  private func fold(_ elements: ArraySlice<Operand>, span whole: ByteSpan) -> ExpressionID {
    guard let first = elements.first else { return emit(.compound(parts([])), at: whole) }
    if elements.count == 1 { return lower(first.node) }
    let operators = stride(from: elements.startIndex + 1, to: elements.endIndex, by: 2)
    func side(_ range: Range<Int>) -> ExpressionID {
      let slice = elements[range]
      if slice.count == 1 { return lower(slice[range.lowerBound].node) }
      guard let first = slice.first, let last = slice.last else { return fold(slice, span: whole) }
      return fold(slice, span: ByteSpan(start: span(first.node).start, end: span(last.node).end))
    }

    if let at = operators.first(where: { elements[$0].kind == .assignment }) {
      let target = side(elements.startIndex..<at)
      let value = side(at + 1..<elements.endIndex)
      if elements[at].node.is(AssignmentExprSyntax.self) {
        return emit(.assign(target: target, value: value), at: whole)
      }
      let id = emit(.mutate(target: target, value: value), at: whole)
      facts.code.words[id] = text(of: elements[at].node)
      return id
    }
    if let at = operators.first(where: { elements[$0].kind == .ternary }),
      let ternary = elements[at].node.as(UnresolvedTernaryExprSyntax.self)
    {
      let (first, second) = structured(.ternary, at: whole) {
        condition(.test, elements[elements.startIndex].node) { side(elements.startIndex..<at) }
        return (
          structured(.block, ternary.thenExpression) { lower(ternary.thenExpression) },
          structured(.block, at: ByteSpan(start: span(elements[at + 1].node).start, end: whole.end)) {
            side(at + 1..<elements.endIndex)
          }
        )
      }
      return emit(.choice(parts([first, second])), at: whole)
    }
    let level = operators.map { elements[$0].kind }.max() ?? .multiplication
    let cuts = operators.filter { elements[$0].kind == level }
    switch level {
    case .assignment, .ternary: break
    case .cast:
      guard let at = cuts.last else { break }
      let value = side(elements.startIndex..<at)
      let type = elements[at + 1].node.as(TypeExprSyntax.self).map { lower(type: $0.type) } ?? emit(type: .unknown)
      if elements[at].node.is(UnresolvedIsExprSyntax.self) { return emit(.test(value, type), at: whole) }
      let sign = elements[at].node.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark
      return mark(emit(.cast(value, to: type), at: whole), .cast(sign))
    case .coalescing:
      return emit(.choice(parts(values(of: cuts, in: elements, .coalescing, side))), at: whole)
    case .conjunction, .disjunction:
      let name = text(of: elements[cuts[0]].node)
      let values = values(of: cuts, in: elements, level == .conjunction ? .and : .or, side)
      return emit(.operation(name, parts(values)), at: whole)
    case .custom, .comparison, .range, .addition, .multiplication, .shift:
      // One operator after another joins what is left of it with what is right; the same one joins them all.
      guard let last = cuts.last else { break }
      let name = text(of: elements[last].node)
      let isLong = elements.count > Self.longestNesting
      let joined = isLong ? cuts : Array(cuts.reversed().prefix { text(of: elements[$0].node) == name }.reversed())
      var values: [ExpressionID] = []
      var start = elements.startIndex
      for cut in joined + [elements.endIndex] {
        values.append(side(start..<cut))
        start = cut + 1
      }
      return emit(.operation(name, parts(values)), at: whole)
    }
    return emit(.compound(parts([])), at: whole)
  }

  /// Beyond so many operands operators of one precedence are taken for one.
  private static let longestNesting = 400

  /// The operands of `&&`, `||` or `??`: what stands on the right runs only if the left leaves something open.
  private func values(
    of cuts: [Int], in elements: ArraySlice<Operand>, _ skip: Statement.Skip, _ side: (Range<Int>) -> ExpressionID
  ) -> [ExpressionID] {
    var values = [side(elements.startIndex..<cuts[0])]
    func rest(_ index: Int) {
      guard index < cuts.count, let left = values.last else { return }
      let end = index + 1 < cuts.count ? cuts[index + 1] : elements.endIndex
      structured(.skippable(skip, after: left), elements[cuts[index] + 1].node) {
        values.append(side(cuts[index] + 1..<end))
        deeper(()) { rest(index + 1) }
      }
    }
    rest(0)
    return values
  }

  /// The standard precedences, the one that binds least last.
  private enum OperatorKind: Int, Comparable {
    case shift, multiplication, addition, range, cast, coalescing, comparison, custom, conjunction, disjunction,
      ternary, assignment

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private func kind(of node: ExprSyntax) -> OperatorKind {
    if node.is(AssignmentExprSyntax.self) { return .assignment }
    if node.is(UnresolvedTernaryExprSyntax.self) { return .ternary }
    if node.is(UnresolvedAsExprSyntax.self) || node.is(UnresolvedIsExprSyntax.self) { return .cast }
    guard let binary = node.as(BinaryOperatorExprSyntax.self) else { return .multiplication }
    return Self.operators[symbol(binary.operator)] ?? .custom
  }

  private static let operators: [Symbol: OperatorKind] = {
    let kinds: [(OperatorKind, [Symbol])] = [
      (.coalescing, ["??"]),
      (.shift, ["<<", ">>", "&<<", "&>>"]),
      (.multiplication, ["*", "/", "%", "&*", "&"]),
      (.addition, ["+", "-", "&+", "&-", "|", "^"]),
      (.range, ["...", "..<"]),
      (.comparison, ["<", "<=", ">", ">=", "==", "!=", "===", "!==", "~="]),
      (.conjunction, ["&&"]),
      (.disjunction, ["||"]),
      (
        .assignment,
        ["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=", "&<<=", "&>>="]
      ),
    ]
    return Dictionary(uniqueKeysWithValues: kinds.flatMap { kind, signs in signs.map { ($0, kind) } })
  }()

  private func text(of node: ExprSyntax) -> Symbol {
    node.as(BinaryOperatorExprSyntax.self).map { symbol($0.operator) } ?? Names.empty
  }
}

extension ExprSyntax {
  /// Whether it is a name, a member or a call, which begin where their lowered form begins.
  fileprivate var isPlain: Bool {
    switch kind {
    case .declReferenceExpr, .memberAccessExpr, .functionCallExpr: true
    default: false
    }
  }
}
