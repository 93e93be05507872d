import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// The normal form of a node that is not looked at by a macro.
  func normal(_ node: Syntax) -> Form.ID {
    switch node.as(SyntaxEnum.self) {
    // Statements.
    case .codeBlock(let node): return block(node.statements)
    case .codeBlockItemList(let node): return conditional(node)
    case .ifExpr(let node): return unmarked { ifExpression(node) }
    case .guardStmt(let node): return guardStatement(node)
    case .forStmt(let node): return forStatement(node)
    case .whileStmt(let node): return whileStatement(node)
    case .switchCase(let node): return switchCase(node)
    case .switchCaseList(let node): return cases(node, answers: false)
    case .switchExpr(let node): return unmarked { switchExpression(node) }
    case .catchClause(let node): return catchClause(node)
    case .expressionStmt(let node): return make(node.expression)
    // Declarations.
    case .functionDecl, .initializerDecl, .subscriptDecl, .deinitializerDecl, .variableDecl, .structDecl, .classDecl,
      .actorDecl,
      .enumDecl, .protocolDecl, .extensionDecl, .enumCaseDecl, .importDecl, .typeAliasDecl:
      return declaration(node)
    case .macroExpansionDecl(let node): return macro(Syntax(node), name: node.macroName)
    case .memberBlock(let node): return made(.type, members(node.members))
    case .memberBlockItemList(let node): return made(.type, members(node))
    // Expressions.
    case .declReferenceExpr(let node): return name(node)
    case .memberAccessExpr(let node): return memberAccess(node)
    case .tupleExpr(let node): return tuple(node)
    case .functionCallExpr(let node): return call(node)
    case .closureExpr(let node): return closure(node)
    case .sequenceExpr(let node): return sequence(node)
    case .tryExpr(let node): return attempt(node)
    case .awaitExpr(let node): return awaited(node)
    case .prefixOperatorExpr(let node): return prefixed(node)
    case .labeledExpr(let node): return argument(node)
    case .arrayElement(let node): return make(node.expression)
    case .stringLiteralExpr(let node): return string(node)
    case .integerLiteralExpr(let node): return number(node.literal, .syntax(.integerLiteralExpr))
    case .floatLiteralExpr(let node): return number(node.literal, .syntax(.floatLiteralExpr))
    case .macroExpansionExpr(let node): return macro(Syntax(node), name: node.macroName)
    case .keyPathPropertyComponent(let node):
      return form.add(
        .syntax(.keyPathPropertyComponent),
        plainName(node.declName) + (node.genericArgumentClause.map { [make($0)] } ?? []), bytes: 0..<0)
    // Patterns.
    case .identifierPattern, .valueBindingPattern, .expressionPattern, .tuplePattern, .wildcardPattern:
      return node.as(PatternSyntax.self).map { pattern($0) } ?? generic(node)
    case .patternExpr(let node): return pattern(node.pattern)
    case .discardAssignmentExpr(let node): return leaf(.made(.wildcard), "_", bytes: bytes(of: node))
    // Types.
    case .identifierType(let node): return type(node)
    case .optionalType(let node): return made(.optional, [make(node.wrappedType)])
    case .someOrAnyType(let node): return type(node)
    case .arrayType(let node): return made(.array, [make(node.element)])
    case .dictionaryType(let node): return made(.dictionary, [make(node.key), make(node.value)])
    case .tupleType(let node): return type(node)
    case .compositionType(let node): return form.add(.set, node.elements.map { make($0.type) }, bytes: bytes(of: node))
    case .classRestrictionType(let node):
      note(.spelling, node)
      return made(.type, [leaf(.token, "AnyObject", bytes: bytes(of: node))])
    case .genericArgument(let node):
      switch node.argument {
      case .type(let type): return make(type)
      default: return generic(Syntax(node))
      }
    case .declModifierList(let node): return modifiers(node)
    case .attributeList(let node): return attributes(node)
    case .attribute(let node): return attribute(node)
    case .inheritanceClause(let node): return inheritance(node)
    default: return generic(node)
    }
  }
}
