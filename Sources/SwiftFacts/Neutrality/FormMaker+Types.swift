import ReviewModel
import SwiftSyntax

extension FormMaker {
  func typeLeaf(_ name: String, _ bytes: Range<UInt32>) -> Form.ID {
    made(.type, [leaf(.token, name, bytes: bytes)])
  }

  func type(_ node: IdentifierTypeSyntax) -> Form.ID {
    guard node.moduleSelector == nil else { return generic(Syntax(node)) }
    let name = word(node.name)
    guard let arguments = node.genericArgumentClause?.arguments else {
      if isParameter, let asked = opaque[name] { return opaqueType(asked, bytes: bytes(of: node)) }
      if name == "Void", !facts.declares.contains(name) {
        note(.redundant, node)
        return leaf(.made(.void), "()", bytes: bytes(of: node))
      }
      return typeLeaf(name, bytes(of: node.name))
    }
    let parts = arguments.map { make($0) }
    if !facts.declares.contains(name) {
      switch (name, parts.count) {
      case ("Optional", 1), ("Array", 1), ("Dictionary", 2):
        note(.redundant, node)
        return made(name == "Optional" ? .optional : name == "Array" ? .array : .dictionary, parts)
      default: break
      }
    }
    return form.add(.syntax(.identifierType), [leaf(.token, name, bytes: bytes(of: node.name))] + parts, bytes: 0..<0)
  }

  func type(_ node: TupleTypeSyntax) -> Form.ID {
    if node.elements.isEmpty { return leaf(.made(.void), "()", bytes: bytes(of: node)) }
    if node.elements.count == 1, let only = node.elements.first, only.firstName == nil, only.ellipsis == nil,
      only.inoutKeyword == nil,
      !only.type.is(PackExpansionTypeSyntax.self)
    {
      note(.redundant, node)
      return make(only.type)
    }
    return made(.tuple, node.elements.map { make($0) })
  }

  /// Modifiers in any order, without the access that holds anyway.
  func modifiers(_ list: DeclModifierListSyntax, dropping isDropped: (DeclModifierSyntax) -> Bool = { _ in false })
    -> Form.ID
  {
    form.add(
      .set,
      list.compactMap { modifier in
        if isDropped(modifier) {
          note(.redundant, modifier)
          return nil
        }
        return generic(Syntax(modifier))
      }, bytes: 0..<0)
  }

  /// What a type inherits: a superclass has to come first, and the order of protocols says nothing.
  func inheritance(_ node: InheritanceClauseSyntax) -> Form.ID {
    form.add(.set, node.inheritedTypes.map { make($0.type) }, bytes: bytes(of: node.colon))
  }

  /// Attributes in any order, unless more than one of them may wrap the value of a property.
  ///
  /// - Parameter isOneView: Whether what they stand on answers one view, of which `ViewBuilder` makes nothing else.
  func attributes(_ list: AttributeListSyntax, isOneView: Bool = false) -> Form.ID {
    let unknown = list.count { element in
      guard case .attribute(let attribute) = element else { return true }
      return !KnownAttributes.isOrderless(Self.name(of: attribute))
    }
    return form.add(
      unknown > 1 ? .list : .set, list.compactMap { isOneView && Self.isViewBuilder($0) ? nil : make($0) }, bytes: 0..<0
    )
  }

  static func isViewBuilder(_ element: AttributeListSyntax.Element) -> Bool {
    guard case .attribute(let attribute) = element, attribute.arguments == nil else { return false }
    return attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text == "ViewBuilder"
  }

  /// Whether a body that says it answers `some View` is one expression, and that no choice.
  static func isOneView(_ items: CodeBlockItemListSyntax?, _ type: TypeSyntax?) -> Bool {
    guard let items, items.count == 1, case .expr(let value)? = items.first?.item,
      let opaque = type?.as(SomeOrAnyTypeSyntax.self),
      opaque.someOrAnySpecifier.tokenKind == .keyword(.some),
      opaque.constraint.as(IdentifierTypeSyntax.self)?.name.text == "View"
    else { return false }
    return !value.is(IfExprSyntax.self) && !value.is(SwitchExprSyntax.self) && !value.is(MacroExpansionExprSyntax.self)
  }

  /// What an attribute says may be read by a macro, so it stays as it is.
  func attribute(_ node: AttributeSyntax) -> Form.ID {
    verbatim += 1
    defer { verbatim -= 1 }
    return generic(Syntax(node))
  }

  static func name(of attribute: AttributeSyntax) -> String {
    if let type = attribute.attributeName.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let member = attribute.attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attribute.attributeName.trimmedDescription
  }
}
