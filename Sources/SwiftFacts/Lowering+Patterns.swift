import SwiftSyntax

extension Lowering {
  /// Declares what a pattern binds. `source` is the value matched; `whole` says that a bare name is bound
  /// to all of it rather than to a part.
  func bind(
    _ pattern: PatternSyntax, to source: ExpressionID?, type: TypeID? = nil, isLet: Bool, whole: Bool, weak: Bool = false
  ) {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let name):
      var value = source
      if !whole, let source { value = emit(.element(source), at: facts.code.span(of: source)) }
      _ = declare(
        symbol(name.identifier), .variable(isLet: isLet), type: type, initializer: value, weak: weak, at: span(name))
    case .tuplePattern(let tuple):
      for element in tuple.elements {
        bind(element.pattern, to: source, isLet: isLet, whole: false)
      }
    case .valueBindingPattern(let binding):
      bind(binding.pattern, to: source, type: type, isLet: binding.bindingSpecifier.text == "let", whole: whole)
    case .expressionPattern(let expression):
      bindWithin(expression.expression, to: source, isLet: isLet)
    case .isTypePattern, .wildcardPattern, .missingPattern:
      break
    @unknown default:
      break
    }
  }

  /// Declares the names bound inside a pattern that is spelled as an expression: `.some(let x)`,
  /// `let .pair(a, b)`, `(let a, let b)`.
  private func bindWithin(_ expression: ExprSyntax, to source: ExpressionID?, isLet: Bool) {
    deeper(()) {
      switch expression.as(ExprSyntaxEnum.self) {
      case .patternExpr(let pattern):
        bind(pattern.pattern, to: source, isLet: isLet, whole: false)
      case .functionCallExpr(let call):
        bindPayload(of: call, to: source, isLet: isLet)
      case .tupleExpr(let tuple):
        for element in tuple.elements {
          bindWithin(element.expression, to: source, isLet: isLet)
        }
      case .optionalChainingExpr(let optional):
        bindWithin(optional.expression, to: source, isLet: isLet)
      case .asExpr(let cast):
        bindWithin(cast.expression, to: source, isLet: isLet)
      case .sequenceExpr(let sequence):
        // `let cell as Cell` binds the whole value under another type.
        let elements = Array(sequence.elements)
        if elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self), let type = elements[2].as(TypeExprSyntax.self),
          let pattern = elements[0].as(PatternExprSyntax.self)
        {
          bind(pattern.pattern, to: source, type: lower(type: type.type), isLet: isLet, whole: true)
          return
        }
        for element in sequence.elements { bindWithin(element, to: source, isLet: isLet) }
      default:
        break
      }
    }
  }

  /// `.loaded(let value)`: what is bound is that value of that case.
  private func bindPayload(of call: FunctionCallExprSyntax, to source: ExpressionID?, isLet: Bool) {
    guard let source, let callee = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      for argument in call.arguments { bindWithin(argument.expression, to: source, isLet: isLet) }
      return
    }
    let name = symbol(callee.declName.baseName)
    // An optional leaves no trace, so neither does the case that wraps it.
    if name == Names.some {
      for argument in call.arguments {
        if let pattern = argument.expression.as(PatternExprSyntax.self) {
          bind(pattern.pattern, to: source, isLet: isLet, whole: true)
        } else {
          bindWithin(argument.expression, to: source, isLet: isLet)
        }
      }
      return
    }
    for (index, argument) in call.arguments.enumerated() {
      let value = emit(.payload(source, name, index: UInt16(clamping: index)), at: facts.code.span(of: source))
      if let pattern = argument.expression.as(PatternExprSyntax.self) {
        bind(pattern.pattern, to: value, isLet: isLet, whole: true)
      } else {
        bindWithin(argument.expression, to: value, isLet: isLet)
      }
    }
  }

  /// Lowers conditions of `if`, `guard` and `while`; what they bind stays in scope.
  func lower(conditions: ConditionElementListSyntax) {
    for element in conditions {
      switch element.condition {
      case .expression(let expression):
        condition(.test, element) { lower(expression) }
      case .optionalBinding(let binding):
        condition(.binding, element) { lower(binding: binding) }
      case .matchingPattern(let match):
        condition(.pattern, element) {
          let source = lower(match.initializer.value)
          bind(match.pattern, to: source, isLet: true, whole: true)
          return source
        }
      case .availability:
        condition(.availability, element) { nil }
      }
    }
  }

  private func lower(binding node: OptionalBindingConditionSyntax) -> ExpressionID? {
    let source: ExpressionID? =
      if let initializer = node.initializer {
        lower(initializer.value)
      } else if let name = node.pattern.as(IdentifierPatternSyntax.self) {
        lowerReference(symbol(name.identifier), for: name)
      } else { nil }
    bind(
      node.pattern, to: source, type: node.typeAnnotation.map { lower(type: $0.type) },
      isLet: node.bindingSpecifier.text == "let", whole: true)
    return source
  }
}
