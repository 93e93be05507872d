@_spi(RawSyntax) import SwiftSyntax

/// A code pattern, lowered as any other code is.
public struct PatternCode: Sendable {
  public let code: Code
  public let root: ExpressionID

  /// Nil if the text is not one Swift expression. `$NAME`, `$...NAME`, `$_` and `$...` may stand in it.
  public init?(_ text: String) {
    // `$...NAME` is no Swift; spelled as an identifier, it is.
    let spelled = text.replacing("$...", with: "$__sequence_").replacing("$_,", with: "$__any,")
    guard let tree = try? SourceReader.tree(of: Array(spelled.utf8)), !tree.hasError,
      tree.statements.count == 1, let item = tree.statements.first, case .expr(let expression) = item.item
    else { return nil }
    let lowering = Lowering(tree.raw, symbols: SymbolCache(), depth: .bodies)
    root = withExtendedLifetime(tree) { lowering.lower(expression.raw.cast(RawExprSyntax.self)) }
    code = Code(lowering.facts.code)
  }
}
