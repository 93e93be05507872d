import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// Functions that ask what is made of each thing, to which `{ $0.name }` and `\.name` are the same.
  static let keyPathTakers: Set<String> = [
    "map", "compactMap", "flatMap", "filter", "allSatisfy", "mapValues", "compactMapValues", "first", "last",
    "firstIndex", "lastIndex",
    "contains", "removeAll", "drop", "prefix", "partition",
  ]

  /// `{ $0.a.b }` and `\.a.b` alike; nil for anything else.
  func keyPath(_ node: ExprSyntax) -> Form.ID? {
    guard verbatim == 0, let names = Self.path(node), !names.isEmpty else { return nil }
    note(.spelling, node)
    return made(.keyPath, names.map { leaf(.token, word($0), bytes: bytes(of: $0)) }, bytes: bytes(of: node))
  }

  private static func path(_ node: ExprSyntax) -> [TokenSyntax]? {
    if let own = node.as(KeyPathExprSyntax.self) {
      guard own.root == nil, !own.hasError else { return nil }
      var names: [TokenSyntax] = []
      for component in own.components {
        guard case .property(let property) = component.component, property.genericArgumentClause == nil,
          let name = plainMember(property.declName)
        else { return nil }
        names.append(name)
      }
      return names
    }
    guard let closure = node.as(ClosureExprSyntax.self), closure.signature == nil, closure.statements.count == 1,
      !closure.hasError,
      case .expr(var value)? = closure.statements.first?.item
    else { return nil }
    var names: [TokenSyntax] = []
    while let access = value.as(MemberAccessExprSyntax.self), let base = access.base {
      guard let name = plainMember(access.declName) else { return nil }
      names.append(name)
      value = base
    }
    guard let first = value.as(DeclReferenceExprSyntax.self), first.baseName.text == "$0", first.argumentNames == nil
    else { return nil }
    return names.reversed()
  }

  /// The name of a property; nil for a tuple's element, `self` and the like.
  private static func plainMember(_ node: DeclReferenceExprSyntax) -> TokenSyntax? {
    guard case .identifier = node.baseName.tokenKind, node.argumentNames == nil, node.moduleSelector == nil else {
      return nil
    }
    return node.baseName
  }
}
