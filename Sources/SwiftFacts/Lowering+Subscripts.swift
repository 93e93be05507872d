@_spi(RawSyntax) import SwiftSyntax

/// Subscripts, whose accessors stand in one body.
extension Lowering {
  func lower(subscript node: RawSubscriptDeclSyntax) {
    let index = begin(
      .subscript, name: Names.subscript_, node: node, nameNode: node.subscriptKeyword, attributes: node.attributes,
      modifiers: node.modifiers)
    facts.functions[Int(index.index)].result = lower(type: node.returnClause.type)
    facts.functions[Int(index.index)].hasBody = node.accessorBlock != nil
    body(of: index, parameters: node.parameterClause, hasSelf: true) {
      guard let accessors = node.accessorBlock?.accessors else { return }
      if let statements = accessors.as(RawCodeBlockItemListSyntax.self) {
        lower(statements: statements, resultful: true)
      }
      for accessor in accessors.as(RawAccessorDeclListSyntax.self)?.elements ?? [] {
        guard let body = accessor.body else { continue }
        scoped {
          if accessor.accessorSpecifier.tokenText == "set" { declareSetter(accessor, of: Int(index.index)) }
          lower(statements: body.statements, resultful: accessor.accessorSpecifier.tokenText == "get")
        }
      }
    }
  }

  private func declareSetter(_ node: RawAccessorDeclSyntax, of at: Int) {
    let name = node.parameters.map { symbol($0.name) } ?? Names.newValue
    facts.functions[at].setterLocal = declare(
      name, .variable(isLet: true), type: facts.functions[at].result, at: span(node))
  }
}
