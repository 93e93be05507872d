import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// A pattern, in which `let` stands in front of each name that it binds.
  func pattern(_ node: PatternSyntax) -> Form.ID {
    switch node.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let name):
      guard let binding else { return reference(word(name.identifier), bytes: bytes(of: name.identifier)) }
      return made(.bind, [leaf(.token, binding, bytes: 0..<0), declare(name.identifier)])
    case .valueBindingPattern(let binding):
      note(.spelling, binding)
      return bound(binding.bindingSpecifier) { pattern(binding.pattern) }
    case .expressionPattern(let expression): return payload(expression.expression)
    case .tuplePattern(let tuple):
      if tuple.elements.count == 1, let only = tuple.elements.first, only.label == nil { return pattern(only.pattern) }
      return made(
        .tuple,
        tuple.elements.map { element in
          let inner = pattern(element.pattern)
          return element.label.map { made(.argument, [leaf($0), inner]) } ?? inner
        }, bytes: bytes(of: tuple.leftParen))
    case .wildcardPattern(let wildcard): return leaf(.made(.wildcard), "_", bytes: bytes(of: wildcard.wildcard))
    default: return generic(Syntax(node))
    }
  }

  func bound<Result>(_ specifier: TokenSyntax, _ body: () -> Result) -> Result {
    let saved = binding
    binding = specifier.text
    defer { binding = saved }
    return body()
  }

  /// `.x(a: let a)` says `a` twice.
  private func payload(_ node: ExprSyntax) -> Form.ID {
    guard let call = node.as(FunctionCallExprSyntax.self), call.trailingClosure == nil else { return make(node) }
    if !call.arguments.isEmpty, call.calledExpression.is(MemberAccessExprSyntax.self),
      call.arguments.allSatisfy({ Self.isAnything($0.expression) })
    {
      note(.redundant, call)
      return make(call.calledExpression)
    }
    return made(
      .call,
      [make(call.calledExpression)]
        + call.arguments.map { argument in
          let value = payload(argument.expression)
          guard let label = argument.label else { return value }
          if Self.boundName(argument.expression) == word(label) {
            note(.redundant, argument)
            return value
          }
          return made(.argument, [leaf(label), value])
        })
  }

  private static func isAnything(_ node: ExprSyntax) -> Bool {
    node.is(DiscardAssignmentExprSyntax.self)
      || node.as(PatternExprSyntax.self)?.pattern.is(WildcardPatternSyntax.self) == true
  }

  private static func boundName(_ node: ExprSyntax) -> String? {
    guard var pattern = node.as(PatternExprSyntax.self)?.pattern else { return nil }
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { pattern = binding.pattern }
    return pattern.as(IdentifierPatternSyntax.self).map { plain($0.identifier) }
  }
}
