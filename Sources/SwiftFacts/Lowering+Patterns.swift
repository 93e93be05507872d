@_spi(RawSyntax) import SwiftSyntax

extension Lowering {
  /// Declares what a pattern binds. `source` is the value matched; `whole` says that a bare name is bound
  /// to all of it rather than to a part.
  @discardableResult
  func bind(
    _ pattern: RawPatternSyntax, to source: ExpressionID?, type: TypeID? = nil, isLet: Bool, whole: Bool,
    weak: Bool = false
  ) -> Pattern {
    switch pattern.raw.kind {
    case .identifierPattern:
      let name = pattern.cast(RawIdentifierPatternSyntax.self)
      var value = source
      if !whole, let source { value = emit(.element(source), at: facts.code.span(of: source)) }
      return .binding(
        declare(
          symbol(name.identifier), .variable(isLet: isLet), type: type, initializer: value, weak: weak, at: span(name)))
    case .tuplePattern:
      let tuple = pattern.cast(RawTuplePatternSyntax.self)
      return .tuple(tuple.elements.elements.map { bind($0.pattern, to: source, isLet: isLet, whole: false) })
    case .valueBindingPattern:
      let binding = pattern.cast(RawValueBindingPatternSyntax.self)
      let isLet = binding.bindingSpecifier.tokenText == "let"
      return bind(binding.pattern, to: source, type: type, isLet: isLet, whole: whole)
    case .expressionPattern:
      let expression = pattern.cast(RawExpressionPatternSyntax.self)
      return bindWithin(expression.expression, to: source, isLet: isLet)
    case .isTypePattern:
      let test = pattern.cast(RawIsTypePatternSyntax.self)
      return .type(lower(type: test.type), nil)
    case .wildcardPattern: return .any
    default: return .unknown
    }
  }

  /// Whether a pattern gives all of what it matches another type: `let cell as Cell`.
  func castsWhole(_ pattern: RawPatternSyntax) -> Bool {
    if let binding = pattern.as(RawValueBindingPatternSyntax.self) { return castsWhole(binding.pattern) }
    guard let expression = pattern.as(RawExpressionPatternSyntax.self)?.expression else { return false }
    if expression.is(RawAsExprSyntax.self) { return true }
    let parts = expression.as(RawSequenceExprSyntax.self)?.elements.elements ?? []
    return parts.count == 3 && parts[1].is(RawUnresolvedAsExprSyntax.self)
  }

  /// Declares the names bound inside a pattern that is spelled as an expression: `.some(let x)`,
  /// `let .pair(a, b)`, `(let a, let b)`.
  private func bindWithin(_ expression: RawExprSyntax, to source: ExpressionID?, isLet: Bool) -> Pattern {
    deeper(.unknown) {
      switch expression.raw.kind {
      case .patternExpr:
        let pattern = expression.cast(RawPatternExprSyntax.self)
        return bind(pattern.pattern, to: source, isLet: isLet, whole: false)
      case .functionCallExpr:
        let call = expression.cast(RawFunctionCallExprSyntax.self)
        return bindPayload(of: call, to: source, isLet: isLet)
      case .tupleExpr:
        let tuple = expression.cast(RawTupleExprSyntax.self)
        let parts = tuple.elements.elements.map { bindWithin($0.expression, to: source, isLet: isLet) }
        return parts.count == 1 ? parts[0] : .tuple(parts)
      case .optionalChainingExpr:
        let optional = expression.cast(RawOptionalChainingExprSyntax.self)
        return .optional(bindWithin(optional.expression, to: source, isLet: isLet))
      case .asExpr:
        let cast = expression.cast(RawAsExprSyntax.self)
        return .type(lower(type: cast.type), bindWithin(cast.expression, to: source, isLet: isLet))
      case .discardAssignmentExpr: return .any
      case .memberAccessExpr:
        let member = expression.cast(RawMemberAccessExprSyntax.self)
        return .enumCase(symbol(member.declName.baseName), payload: [])
      case .sequenceExpr:
        let sequence = expression.cast(RawSequenceExprSyntax.self)
        // `let cell as Cell` binds the whole value under another type.
        let elements = sequence.elements.elements
        if elements.count == 3, elements[1].is(RawUnresolvedAsExprSyntax.self),
          let type = elements[2].as(RawTypeExprSyntax.self),
          let pattern = elements[0].as(RawPatternExprSyntax.self)
        {
          let id = lower(type: type.type)
          return .type(id, bind(pattern.pattern, to: source, type: id, isLet: isLet, whole: true))
        }
        if elements.contains(where: { $0.is(RawPatternExprSyntax.self) }) {
          for element in elements { _ = bindWithin(element, to: source, isLet: isLet) }
          return .unknown
        }
        return .value(lower(expression))
      default:
        return .value(lower(expression))
      }
    }
  }

  /// `.loaded(let value)`: what is bound is that value of that case.
  private func bindPayload(of call: RawFunctionCallExprSyntax, to source: ExpressionID?, isLet: Bool) -> Pattern {
    // What is called by a name alone makes a value: `case ObjectIdentifier(header):`.
    guard let callee = call.calledExpression.as(RawMemberAccessExprSyntax.self) else {
      return .value(lower(RawExprSyntax(call)))
    }
    let name = symbol(callee.declName.baseName)
    // An optional leaves no trace, so neither does the case that wraps it.
    let isWrapper = name == Names.some
    let payload = call.arguments.elements.enumerated().map { index, argument in
      let value = source.map { source in
        if isWrapper { return source }
        let part = emit(.payload(source, name, index: UInt16(clamping: index)), at: facts.code.span(of: source))
        return argument.label == nil ? part : mark(part, .labelled)
      }
      guard let pattern = argument.expression.as(RawPatternExprSyntax.self) else {
        return bindWithin(argument.expression, to: value, isLet: isLet)
      }
      return bind(pattern.pattern, to: value, isLet: isLet, whole: source != nil)
    }
    return isWrapper && payload.count == 1 ? .optional(payload[0]) : .enumCase(name, payload: payload)
  }

  /// Lowers conditions of `if`, `guard` and `while`; what they bind stays in scope.
  func lower(conditions: RawConditionElementListSyntax) {
    for element in conditions.elements {
      let what = element.condition
      if let expression = what.as(RawExprSyntax.self) {
        condition(.test, element) { lower(expression) }
      } else if let binding = what.as(RawOptionalBindingConditionSyntax.self) {
        condition(.binding, element) { lower(binding: binding) }
      } else if let match = what.as(RawMatchingPatternConditionSyntax.self) {
        condition(.pattern, element) {
          let source = lower(match.initializer.value)
          matching(match.pattern, of: source) { bind(match.pattern, to: source, isLet: true, whole: true) }
          return source
        }
      } else {
        condition(.availability, element) { nil }
      }
    }
  }

  private func lower(binding node: RawOptionalBindingConditionSyntax) -> ExpressionID? {
    let source: ExpressionID? =
      if let initializer = node.initializer {
        lower(initializer.value)
      } else if let name = node.pattern.as(RawIdentifierPatternSyntax.self) {
        lowerReference(symbol(name.identifier), for: name)
      } else { nil }
    bind(
      node.pattern, to: source, type: node.typeAnnotation.map { lower(type: $0.type) },
      isLet: node.bindingSpecifier.tokenText == "let", whole: true)
    return source
  }
}
