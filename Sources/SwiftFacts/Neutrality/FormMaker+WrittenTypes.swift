import SwiftSyntax

/// Types as they are written beside names, where the file says them: nothing is inferred.
extension FormMaker {
  /// Notes the type that is written beside a local.
  func give(_ type: TypeSyntax?, to name: String) {
    guard let scope = scopes.indices.last else { return }
    scopes[scope].type(name, as: isAlternative ? nil : type)
  }

  /// The type that is written beside a local, or beside a member of the type around; nil for anything else.
  func writtenType(of node: ExprSyntax) -> TypeSyntax? {
    if let name = node.as(DeclReferenceExprSyntax.self), name.argumentNames == nil, name.moduleSelector == nil {
      let text = word(name.baseName)
      switch lookUp(text) {
      case .local(let index, _):
        return scopes.lazy.reversed().compactMap { $0[text] }.first { $0.index == index }?.type
      case .unclear: return nil
      case nil: return memberType(text, around: Syntax(node))
      }
    }
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base, hasSelf, isSelf(base),
      lookUp("self") == nil,
      member.declName.argumentNames == nil
    else { return nil }
    return memberType(word(member.declName.baseName), around: Syntax(node))
  }

  /// What is written beside a member of the innermost type, in its own braces.
  private func memberType(_ name: String, around node: Syntax) -> TypeSyntax? {
    readsTypes = true
    var next = node.parent
    while let own = next {
      if let group = own.asProtocol((any DeclGroupSyntax).self) {
        for case let variable? in group.memberBlock.members.map({ $0.decl.as(VariableDeclSyntax.self) }) {
          for binding in variable.bindings
          where binding.pattern.as(IdentifierPatternSyntax.self).map({ word($0.identifier) }) == name {
            return variable.attributes.isEmpty ? binding.typeAnnotation?.type : nil
          }
        }
        return nil
      }
      next = own.parent
    }
    return nil
  }

  /// Whether it is a collection of the standard library, in which `isEmpty`, `count` and `forEach` mean what they say.
  func isStandardCollection(_ type: TypeSyntax) -> Bool {
    if type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self) { return true }
    return isStandard(type, ["Array", "Dictionary", "Set", "String"])
  }

  /// Whether a value of it is of no type below it.
  func isFinal(_ type: TypeSyntax) -> Bool {
    isStandard(type, ["Bool", "Int", "String"])
  }

  private func isStandard(_ type: TypeSyntax, _ names: Set<String>) -> Bool {
    guard let own = type.as(IdentifierTypeSyntax.self), own.moduleSelector == nil, names.contains(own.name.text) else {
      return false
    }
    return !facts.declares.contains(own.name.text) && lookUp(own.name.text) == nil
  }
}
