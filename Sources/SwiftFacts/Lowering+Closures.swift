@_spi(RawSyntax) import SwiftSyntax

extension Lowering {
  func reserveClosure(isLocalFunction: Bool) -> ClosureID {
    let none = PartList(start: 0, count: 0)
    facts.code.closures.append(
      Closure(
        expression: ExpressionID(index: 0), firstExpression: 0, endExpression: 0, firstLocal: 0, endLocal: 0,
        parameters: [], captureList: [], results: none, resultType: nil, captureListSpan: nil, bodyStart: 0,
        statementsStart: 0,
        hasSignature: false, statementCount: 0, isLocalFunction: isLocalFunction))
    return ClosureID(index: Int32(facts.code.closures.count - 1))
  }

  func lower(closure node: RawClosureExprSyntax) -> ExpressionID {
    let id = reserveClosure(isLocalFunction: false)
    // What a capture list captures is evaluated outside the closure.
    var captures: [(name: Symbol, strength: Strength, value: ExpressionID, span: ByteSpan)] = []
    for item in node.signature?.capture?.items.elements ?? [] {
      let name = symbol(item.name)
      let value = item.initializer.map { lower($0.value) } ?? lowerReference(name, for: item.name)
      captures.append((name, strength(of: item.specifier), value, span(item)))
    }
    var closure = facts.code[id]
    closure.captureListSpan = node.signature?.capture.map(span)
    closure.bodyStart = span(node.leftBrace).end
    closure.statementsStart =
      span(statements: node.statements, after: node.signature?.raw ?? node.leftBrace.raw).start
    closure.hasSignature = node.signature != nil
    closure.statementCount = Int32(clamping: node.statements.elements.count)
    closure.resultType = node.signature?.returnClause.map { lower(type: $0.type) }
    fill(id, closure, span: span(node)) {
      let captureList = captures.map {
        declare($0.name, .capture($0.strength, value: $0.value), initializer: $0.value, at: $0.span)
      }
      return (captureList, parameters(of: node, closure: id), node.statements.elements)
    }
    return facts.code[id].expression
  }

  func lower(localFunction node: RawFunctionDeclSyntax) {
    guard let local = lookUp(symbol(node.name)), case .function(let id) = facts.code[local].kind else { return }
    var closure = facts.code[id]
    closure.resultType = node.signature.returnClause.map { lower(type: $0.type) }
    closure.statementCount = Int32(clamping: node.body?.statements.elements.count ?? 0)
    fill(id, closure, span: span(node)) {
      let list = node.signature.parameterClause.parameters.elements.enumerated().map { index, parameter in
        declare(
          symbol(parameter.secondName ?? parameter.firstName), .closureParameter(id, Int32(index)),
          type: lower(type: parameter.type), at: span(parameter))
      }
      return ([], list, node.body?.statements.elements ?? [])
    }
  }

  /// Lowers the inside of a closure and records what belongs to it.
  private func fill(
    _ id: ClosureID, _ draft: Closure, span: ByteSpan,
    _ prepare: () -> (captureList: [LocalID], parameters: [LocalID], body: [RawCodeBlockItemSyntax])
  ) {
    var closure = draft
    closure.firstExpression = Int32(facts.code.expressions.count)
    closure.firstLocal = Int32(facts.code.locals.count)
    results.append([])
    scoped {
      let (captureList, parameters, body) = prepare()
      closure.captureList = captureList
      closure.parameters = parameters
      closure.statement = Int32(facts.code.statements.count)
      let last = structured(.closure(id), at: span) { lowerInScope(body) }
      if body.count == 1, let last, results[results.count - 1].isEmpty { results[results.count - 1].append(last) }
    }
    closure.results = parts(results.removeLast())
    closure.endExpression = Int32(facts.code.expressions.count)
    closure.endLocal = Int32(facts.code.locals.count)
    closure.expression = emit(.closure(id), at: span)
    facts.code.closures[Int(id.index)] = closure
  }

  private func parameters(of node: RawClosureExprSyntax, closure: ClosureID) -> [LocalID] {
    let clause = node.signature?.parameterClause
    if let list = clause?.as(RawClosureShorthandParameterListSyntax.self) {
      return list.elements.enumerated().map { index, parameter in
        declare(symbol(parameter.name), .closureParameter(closure, Int32(index)), at: span(parameter))
      }
    }
    if let clause = clause?.as(RawClosureParameterClauseSyntax.self) {
      return clause.parameters.elements.enumerated().map { index, parameter in
        declare(
          symbol(parameter.secondName ?? parameter.firstName), .closureParameter(closure, Int32(index)),
          type: parameter.type.map { lower(type: $0) }, at: span(parameter))
      }
    }
    // `$0` and `$1` are declared whether used or not: they cost nothing.
    let whole = span(node.leftBrace)
    return Names.shorthands.enumerated().map { index, name in
      declare(name, .closureParameter(closure, Int32(index)), at: whole)
    }
  }

  private func strength(of specifier: RawClosureCaptureSpecifierSyntax?) -> Strength {
    switch specifier?.specifier.tokenText {
    case "weak"?: .weak
    case "unowned"?: .unowned
    default: .strong
    }
  }
}
