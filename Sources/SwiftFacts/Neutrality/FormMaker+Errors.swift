import SwiftSyntax

extension FormMaker {
  /// The normal form of something that holds source which the parser does not know, such as that of old versions of
  /// Swift: it is only ever laid out anew.
  func unknown(_ node: some SyntaxProtocol) -> Form.ID {
    verbatim += 1
    defer { verbatim -= 1 }
    return generic(Syntax(node))
  }

  /// Whether the parser does not know what stands in a node, the members of a type left out: they are looked at one by
  /// one.
  static func isUnknown(_ node: some SyntaxProtocol) -> Bool {
    guard node.hasError else { return false }
    guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return true }
    let block = group.memberBlock
    return hasError(group, besides: Syntax(block)) || hasError(block, besides: Syntax(block.members))
      || block.members.contains { hasError($0, besides: Syntax($0.decl)) }
  }

  /// Whether the parser does not know what stands around the statements of a file.
  static func isUnknown(_ file: SourceFileSyntax) -> Bool {
    file.hasError && hasError(file, besides: Syntax(file.statements))
  }

  private static func hasError(_ node: some SyntaxProtocol, besides part: Syntax) -> Bool {
    node.children(viewMode: .all).contains { $0.hasError && $0.id != part.id }
  }
}
