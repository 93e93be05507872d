@_spi(RawSyntax) import SwiftSyntax

extension Lowering {
  func lower(_ node: RawExprSyntax) -> ExpressionID {
    let chains = openChains.count
    let id = deeper(emit(.compound(parts([])), for: node)) { lowerNow(node) }
    if openChains.count > chains { closeChains(downTo: chains) }
    return id
  }

  /// Lowers what a member, a call or a `!` follows: a chain that `?` begins in it goes on after it.
  private func lower(base node: RawExprSyntax) -> ExpressionID {
    deeper(emit(.compound(parts([])), for: node)) { lowerNow(node) }
  }

  private func lowerNow(_ node: RawExprSyntax) -> ExpressionID {
    switch node.raw.kind {
    case .declReferenceExpr:
      let reference = node.cast(RawDeclReferenceExprSyntax.self)
      let name = reference.baseName
      guard reference.argumentNames == nil else { return lower(compoundName: reference) }
      return lowerReference(symbol(name), at: span(name))
    case .memberAccessExpr:
      let member = node.cast(RawMemberAccessExprSyntax.self)
      return lower(member: member)
    case .functionCallExpr:
      let call = node.cast(RawFunctionCallExprSyntax.self)
      return lower(call: call)
    case .subscriptCallExpr:
      let call = node.cast(RawSubscriptCallExprSyntax.self)
      let base = lower(base: call.calledExpression)
      return emit(
        .subscripted(base, lower(arguments: call.arguments, call.trailingClosure, call.additionalTrailingClosures)),
        for: node, from: base)
    case .closureExpr:
      let closure = node.cast(RawClosureExprSyntax.self)
      return lower(closure: closure)
    case .sequenceExpr:
      let sequence = node.cast(RawSequenceExprSyntax.self)
      return fold(operands(sequence.elements.elements)[...], span: span(sequence))
    case .superExpr:
      return emit(.superReference(lookUp(Names.self_)), for: node)
    case .tryExpr:
      let inner = node.cast(RawTryExprSyntax.self)
      return lower(trying: inner)
    case .awaitExpr:
      let inner = node.cast(RawAwaitExprSyntax.self)
      return structured(.awaiting, at: span(inner.awaitKeyword)) { lower(inner.expression) }
    case .unsafeExpr:
      let inner = node.cast(RawUnsafeExprSyntax.self)
      return lower(inner.expression)
    case .consumeExpr:
      let inner = node.cast(RawConsumeExprSyntax.self)
      return lower(inner.expression)
    case .copyExpr:
      let inner = node.cast(RawCopyExprSyntax.self)
      return lower(inner.expression)
    case .borrowExpr:
      let inner = node.cast(RawBorrowExprSyntax.self)
      return lower(inner.expression)
    case .forceUnwrapExpr:
      let inner = node.cast(RawForceUnwrapExprSyntax.self)
      return mark(lower(base: inner.expression), .unwrapped)
    case .optionalChainingExpr:
      let inner = node.cast(RawOptionalChainingExprSyntax.self)
      let id = mark(lower(base: inner.expression), .chained)
      openChain(after: id, at: span(inner.questionMark))
      return id
    case .inOutExpr:
      let inner = node.cast(RawInOutExprSyntax.self)
      return mark(lower(inner.expression), .inout)
    case .tupleExpr:
      let tuple = node.cast(RawTupleExprSyntax.self)
      let elements = tuple.elements.elements
      if elements.count == 1, let only = elements.first, only.label == nil {
        return lower(only.expression)
      }
      return emit(.tuple(lower(arguments: tuple.elements, nil, nil)), for: node)
    case .arrayExpr:
      let array = node.cast(RawArrayExprSyntax.self)
      let elements = array.elements.elements.map { lower($0.expression) }
      return emit(.array(parts(elements)), for: node)
    case .dictionaryExpr:
      let dictionary = node.cast(RawDictionaryExprSyntax.self)
      var ids: [ExpressionID] = []
      for element in dictionary.content.as(RawDictionaryElementListSyntax.self)?.elements ?? [] {
        ids.append(lower(element.key))
        ids.append(lower(element.value))
      }
      return emit(.dictionary(parts(ids)), for: node)
    case .stringLiteralExpr:
      let string = node.cast(RawStringLiteralExprSyntax.self)
      return lower(string: string)
    case .integerLiteralExpr:
      let number = node.cast(RawIntegerLiteralExprSyntax.self)
      return emit(.literal(.number(symbol(number.literal))), for: node)
    case .floatLiteralExpr:
      let number = node.cast(RawFloatLiteralExprSyntax.self)
      return emit(.literal(.number(symbol(number.literal))), for: node)
    case .booleanLiteralExpr:
      let boolean = node.cast(RawBooleanLiteralExprSyntax.self)
      return emit(.literal(.boolean(boolean.literal.tokenText == "true")), for: node)
    case .nilLiteralExpr:
      return emit(.literal(.null), for: node)
    case .prefixOperatorExpr:
      let inner = node.cast(RawPrefixOperatorExprSyntax.self)
      let operand = lower(inner.expression)
      return emit(.operation(symbol(inner.operator), parts([operand])), for: node)
    case .postfixOperatorExpr:
      let inner = node.cast(RawPostfixOperatorExprSyntax.self)
      let operand = lower(inner.expression)
      return emit(.operation(symbol(inner.operator), parts([operand])), for: node)
    case .infixOperatorExpr:
      let inner = node.cast(RawInfixOperatorExprSyntax.self)
      return fold(operands([inner.leftOperand, inner.operator, inner.rightOperand])[...], span: span(inner))
    case .ternaryExpr:
      let ternary = node.cast(RawTernaryExprSyntax.self)
      let (first, second) = structured(.ternary, ternary) {
        condition(.test, ternary.condition) { lower(ternary.condition) }
        return (
          structured(.block, ternary.thenExpression) { lower(ternary.thenExpression) },
          structured(.block, ternary.elseExpression) { lower(ternary.elseExpression) }
        )
      }
      return emit(.choice(parts([first, second])), for: node)
    case .asExpr:
      let cast = node.cast(RawAsExprSyntax.self)
      let value = lower(cast.expression)
      return mark(emit(.cast(value, to: lower(type: cast.type)), for: node), .cast(cast.questionOrExclamationMark))
    case .isExpr:
      let test = node.cast(RawIsExprSyntax.self)
      let value = lower(test.expression)
      return emit(.test(value, lower(type: test.type)), for: node)
    case .ifExpr:
      let inner = node.cast(RawIfExprSyntax.self)
      return lower(ifExpression: inner)
    case .switchExpr:
      let inner = node.cast(RawSwitchExprSyntax.self)
      return lower(switchExpression: inner)
    case .keyPathExpr:
      let path = node.cast(RawKeyPathExprSyntax.self)
      var last: Symbol?
      for component in path.components.elements {
        if let property = component.component.as(RawKeyPathPropertyComponentSyntax.self) {
          last = symbol(property.declName.baseName)
        }
      }
      let id = emit(.keyPath(last), for: node)
      facts.code.words[id] = symbol(spelling: path)
      return id
    case .genericSpecializationExpr:
      let generic = node.cast(RawGenericSpecializationExprSyntax.self)
      if let name = generic.expression.as(RawDeclReferenceExprSyntax.self), lookUp(symbol(name.baseName)) == nil {
        let arguments = lower(genericArguments: generic.genericArgumentClause)
        return emit(.type(emit(type: .named(symbol(name.baseName), arguments: arguments))), for: node)
      }
      if let type = type(inside: generic) { return emit(.type(type), for: node) }
      return lower(generic.expression)
    case .typeExpr:
      let type = node.cast(RawTypeExprSyntax.self)
      return emit(.type(lower(type: type.type)), for: node)
    case .macroExpansionExpr:
      let macro = node.cast(RawMacroExpansionExprSyntax.self)
      let list = lower(arguments: macro.arguments, macro.trailingClosure, macro.additionalTrailingClosures)
      let id = emit(.compound(parts(facts.code[list].map { $0.value })), for: node)
      facts.code.words[id] = symbol("#" + String(syntaxText: macro.macroName.tokenText))
      return id
    case .postfixIfConfigExpr:
      let config = node.cast(RawPostfixIfConfigExprSyntax.self)
      return lower(postfixConfiguration: config)
    default:
      return emitUnknown(node)
    }
  }

  func lowerReference(_ name: Symbol, for node: some RawSyntaxNodeProtocol) -> ExpressionID {
    lowerReference(name, at: span(node))
  }

  /// `close(sender:)`, which no variable can be called.
  private func lower(compoundName reference: RawDeclReferenceExprSyntax) -> ExpressionID {
    let name = symbol(reference.baseName)
    if let local = lookUp(name), case .function = facts.code[local].kind {
      return emit(.local(local), at: span(reference))
    }
    return emit(.name(name, implicitSelf: lookUp(Names.self_)), at: span(reference))
  }

  private func lowerReference(_ name: Symbol, at span: ByteSpan) -> ExpressionID {
    if let local = lookUp(name) { return emit(.local(local), at: span) }
    return emit(.name(name, implicitSelf: lookUp(Names.self_)), at: span)
  }

  private func lower(member: RawMemberAccessExprSyntax) -> ExpressionID {
    guard let base = member.base else {
      let name = symbol(member.declName.baseName)
      guard let chain = configuredChain else { return emit(.implicitMember(name), for: member) }
      configuredChain = nil
      return emit(.member(chain, name), for: member, from: chain)
    }
    let baseID = lower(base: base)
    // `x.self` is `x`.
    let name = symbol(member.declName.baseName)
    if name == Names.self_ { return baseID }
    guard member.declName.argumentNames == nil, base.isPlain else {
      return emit(.member(baseID, name), for: member, from: baseID)
    }
    let end = span(member.declName.baseName).end
    return emit(.member(baseID, name), at: ByteSpan(start: facts.code.span(of: baseID).start, end: end))
  }

  /// `Text(title) #if os(iOS) .onTapGesture { … } #endif`: each branch goes on from what stands before it, one after
  /// the other, for all of them are part of the program.
  private func lower(postfixConfiguration node: RawPostfixIfConfigExprSyntax) -> ExpressionID {
    let outer = configuredChain
    configuredChain = nil
    var chain = node.base.map { lower(base: $0) } ?? outer ?? emit(.compound(parts([])), for: node)
    for clause in node.config.clauses.elements {
      guard let branch = clause.elements?.as(RawExprSyntax.self) else { continue }
      configuredChain = chain
      chain = lower(base: branch)
    }
    configuredChain = nil
    return chain
  }

  private func lower(call: RawFunctionCallExprSyntax) -> ExpressionID {
    let callee: ExpressionID
    // `[Foo]()` and `[Key: Value]()` spell types as literals.
    if call.arguments.elements.isEmpty, call.trailingClosure == nil,
      let type = type(ofCollection: call.calledExpression)
    {
      callee = emit(.type(type), for: call.calledExpression)
    } else {
      callee = lower(base: call.calledExpression)
    }
    let list = lower(arguments: call.arguments, call.trailingClosure, call.additionalTrailingClosures)
    let id: ExpressionID
    if call.calledExpression.isPlain, call.trailingClosure == nil, let paren = call.rightParen {
      id = emit(.call(callee, list), at: ByteSpan(start: facts.code.span(of: callee).start, end: span(paren).end))
    } else {
      id = emit(.call(callee, list), for: call, from: callee)
    }
    noteCall(id, of: callee)
    for argument in facts.code[list] { noteCall(id, of: argument.value) }
    return id
  }

  /// A closure that is called where it stands, or given to a call, knows the call.
  private func noteCall(_ call: ExpressionID, of value: ExpressionID) {
    if case .closure(let closure) = facts.code[value] { facts.code.closures[Int(closure.index)].call = call }
  }

  private func lower(
    arguments list: RawLabeledExprListSyntax, _ trailing: RawClosureExprSyntax?,
    _ additional: RawMultipleTrailingClosureElementListSyntax?
  ) -> ArgumentList {
    var result: [Argument] = []
    for argument in list.elements {
      let label = argument.label.map(symbol)
      result.append(Argument(label: label, value: lower(argument.expression), isTrailingClosure: false))
    }
    if let trailing {
      result.append(Argument(label: nil, value: lower(RawExprSyntax(trailing)), isTrailingClosure: true))
    }
    for element in additional?.elements ?? [] {
      result.append(
        Argument(label: symbol(element.label), value: lower(RawExprSyntax(element.closure)), isTrailingClosure: true))
    }
    return arguments(result)
  }

  private func lower(string: RawStringLiteralExprSyntax) -> ExpressionID {
    let segments = string.segments.elements
    if segments.count == 1, let segment = segments.first?.as(RawStringSegmentSyntax.self) {
      return emit(.literal(.string(symbol(segment.content))), for: string)
    }
    var values: [ExpressionID] = []
    for segment in segments {
      if let text = segment.as(RawStringSegmentSyntax.self) {
        // A part of a literal is none by itself: its text stands beside it.
        guard !text.content.tokenText.isEmpty else { continue }
        values.append(emit(.literal(.other), for: text))
        facts.code.words[values[values.count - 1]] = symbol(text.content)
      } else if let interpolation = segment.as(RawExpressionSegmentSyntax.self) {
        let first = values.count
        let expressions = interpolation.expressions.elements
        for argument in expressions { values.append(lower(argument.expression)) }
        if values.count == first + 1, expressions.first?.label == nil {
          values[first] = mark(values[first], .interpolated)
        }
      }
    }
    return emit(.compound(parts(values)), for: string)
  }

  // MARK: Operators

  /// A part of an operator expression: an operand, or an operator of some kind.
  private struct Operand {
    var node: RawExprSyntax
    var kind: OperatorKind
  }

  private func operands(_ elements: [RawExprSyntax]) -> [Operand] {
    elements.enumerated().map { index, node in
      Operand(node: node, kind: index.isMultiple(of: 2) ? .multiplication : kind(of: node))
    }
  }

  /// Folds `a op b op c` by the precedence of the standard operators, as far as ownership can tell them apart.
  ///
  /// - Parameter mayAssign: Whether an assignment may be among the operators: to look for one takes long in a long
  ///   chain.
  private func fold(_ elements: ArraySlice<Operand>, span whole: ByteSpan, mayAssign: Bool = true) -> ExpressionID {
    guard let first = elements.first else { return emit(.compound(parts([])), at: whole) }
    if elements.count == 1 { return lower(first.node) }
    let operators = stride(from: elements.startIndex + 1, to: elements.endIndex, by: 2)
    func side(_ range: Range<Int>, mayAssign: Bool) -> ExpressionID {
      let slice = elements[range]
      if slice.count == 1 { return lower(slice[range.lowerBound].node) }
      guard let first = slice.first, let last = slice.last else { return fold(slice, span: whole) }
      let span = ByteSpan(start: span(first.node).start, end: span(last.node).end)
      return fold(slice, span: span, mayAssign: mayAssign)
    }

    if mayAssign, let at = operators.first(where: { elements[$0].kind == .assignment }) {
      let target = side(elements.startIndex..<at, mayAssign: false)
      let value = side(at + 1..<elements.endIndex, mayAssign: true)
      if elements[at].node.is(RawAssignmentExprSyntax.self) {
        return emit(.assign(target: target, value: value), at: whole)
      }
      let id = emit(.mutate(target: target, value: value), at: whole)
      facts.code.words[id] = text(of: elements[at].node)
      return id
    }
    func side(_ range: Range<Int>) -> ExpressionID { side(range, mayAssign: false) }
    if let at = operators.first(where: { elements[$0].kind == .ternary }),
      let ternary = elements[at].node.as(RawUnresolvedTernaryExprSyntax.self)
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
      guard let first = cuts.first else { break }
      var value = side(elements.startIndex..<first)
      if cuts.count > Self.longestNesting { return emit(.compound(parts([value])), at: whole) }
      for (index, at) in cuts.enumerated() {
        let next = index + 1 < cuts.count ? cuts[index + 1] : nil
        let here = next.map { ByteSpan(start: whole.start, end: span(elements[$0 - 1].node).end) } ?? whole
        let type = elements[at + 1].node.as(RawTypeExprSyntax.self).map { lower(type: $0.type) } ?? emit(type: .unknown)
        if elements[at].node.is(RawUnresolvedIsExprSyntax.self) {
          value = emit(.test(value, type), at: here)
        } else {
          let sign = elements[at].node.as(RawUnresolvedAsExprSyntax.self)?.questionOrExclamationMark
          value = mark(emit(.cast(value, to: type), at: here), .cast(sign))
        }
      }
      return value
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

  /// Beyond so many operands operators of one precedence are taken for one; what so many casts make is unknown.
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

  private func kind(of node: RawExprSyntax) -> OperatorKind {
    if node.is(RawAssignmentExprSyntax.self) { return .assignment }
    if node.is(RawUnresolvedTernaryExprSyntax.self) { return .ternary }
    if node.is(RawUnresolvedAsExprSyntax.self) || node.is(RawUnresolvedIsExprSyntax.self) { return .cast }
    guard let binary = node.as(RawBinaryOperatorExprSyntax.self) else { return .multiplication }
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

  private func text(of node: RawExprSyntax) -> Symbol {
    node.as(RawBinaryOperatorExprSyntax.self).map { symbol($0.operator) } ?? Names.empty
  }
}

extension RawExprSyntax {
  /// Whether it is a name, a member or a call, which begin where their lowered form begins.
  fileprivate var isPlain: Bool {
    switch raw.kind {
    case .declReferenceExpr, .memberAccessExpr, .functionCallExpr: true
    default: false
    }
  }
}
