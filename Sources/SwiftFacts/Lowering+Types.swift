@_spi(RawSyntax) import SwiftSyntax

extension Lowering {
  func lower(type node: RawTypeSyntax) -> TypeID {
    deeper(emit(type: .unknown)) {
      switch node.raw.kind {
      case .identifierType:
        let name = node.cast(RawIdentifierTypeSyntax.self)
        let arguments = lower(genericArguments: name.genericArgumentClause)
        if name.name.tokenText == "Optional", arguments.count == 1 {
          return emit(type: .optional(facts.code[arguments].first ?? emit(type: .unknown)))
        }
        if name.name.tokenText == "Array", arguments.count == 1 {
          return emit(type: .array(facts.code[arguments].first ?? emit(type: .unknown)))
        }
        return emit(type: .named(symbol(name.name), arguments: arguments))
      case .memberType:
        let member = node.cast(RawMemberTypeSyntax.self)
        let base = lower(type: member.baseType)
        if case .named(let module, _) = facts.code[base], module == Names.swift || module == Names.foundation {
          return emit(
            type: .named(symbol(member.name), arguments: lower(genericArguments: member.genericArgumentClause)))
        }
        if member.name.tokenText == "Type" || member.name.tokenText == "Protocol" { return emit(type: .metatype(base)) }
        return emit(
          type: .member(base, symbol(member.name), arguments: lower(genericArguments: member.genericArgumentClause)))
      case .optionalType:
        let optional = node.cast(RawOptionalTypeSyntax.self)
        return emit(type: .optional(lower(type: optional.wrappedType)))
      case .implicitlyUnwrappedOptionalType:
        let optional = node.cast(RawImplicitlyUnwrappedOptionalTypeSyntax.self)
        return emit(type: .optional(lower(type: optional.wrappedType)))
      case .arrayType:
        let array = node.cast(RawArrayTypeSyntax.self)
        return emit(type: .array(lower(type: array.element)))
      case .dictionaryType:
        let dictionary = node.cast(RawDictionaryTypeSyntax.self)
        let key = lower(type: dictionary.key)
        return emit(type: .dictionary(key, lower(type: dictionary.value)))
      case .functionType:
        let function = node.cast(RawFunctionTypeSyntax.self)
        let parameters = types(function.parameters.elements.map { lower(type: $0.type) })
        return emit(type: .function(parameters: parameters, result: lower(type: function.returnClause.type)))
      case .tupleType:
        let tuple = node.cast(RawTupleTypeSyntax.self)
        let elements = tuple.elements.elements.map { lower(type: $0.type) }
        if elements.count == 1 { return elements[0] }
        return emit(type: .tuple(types(elements)))
      case .compositionType:
        let composition = node.cast(RawCompositionTypeSyntax.self)
        return emit(type: .composition(types(composition.elements.elements.map { lower(type: $0.type) })))
      case .metatypeType:
        let metatype = node.cast(RawMetatypeTypeSyntax.self)
        return emit(type: .metatype(lower(type: metatype.baseType)))
      case .someOrAnyType:
        let constrained = node.cast(RawSomeOrAnyTypeSyntax.self)
        return lower(type: constrained.constraint)
      case .attributedType:
        let attributed = node.cast(RawAttributedTypeSyntax.self)
        return lower(type: attributed.baseType)
      case .classRestrictionType:
        return emit(type: .named("AnyObject", arguments: types([])))
      default:
        return emit(type: .unknown)
      }
    }
  }

  func lower(genericArguments clause: RawGenericArgumentClauseSyntax?) -> TypeList {
    guard let clause else { return TypeList(start: 0, count: 0) }
    let ids = clause.arguments.elements.map { argument in
      if let type = argument.argument.as(RawTypeSyntax.self) { lower(type: type) } else { emit(type: .unknown) }
    }
    return types(ids)
  }

  func lower(
    generics clause: RawGenericParameterClauseSyntax?, where requirements: RawGenericWhereClauseSyntax?
  ) -> [TypeDeclaration.GenericParameter] {
    // `<T: P & Q>` and `<T> where T: P, T: Q` say the same.
    var parameters: [(name: Symbol, bounds: [TypeID])] = []
    func add(_ name: RawTokenSyntax, _ bound: RawTypeSyntax?) {
      let name = symbol(name)
      let bounds =
        bound.map { bound in
          bound.as(RawCompositionTypeSyntax.self)?.elements.elements.map { lower(type: $0.type) }
            ?? [lower(type: bound)]
        } ?? []
      if let index = parameters.firstIndex(where: { $0.name == name }) {
        parameters[index].bounds += bounds
      } else {
        parameters.append((name, bounds))
      }
    }
    for parameter in clause?.parameters.elements ?? [] { add(parameter.name, parameter.inheritedType) }
    for requirement in requirements?.requirements.elements ?? [] {
      if let conformance = requirement.requirement.as(RawConformanceRequirementSyntax.self) {
        if let name = conformance.leftType.as(RawIdentifierTypeSyntax.self) { add(name.name, conformance.rightType) }
      } else if let same = requirement.requirement.as(RawSameTypeRequirementSyntax.self),
        let name = same.leftType.as(RawIdentifierTypeSyntax.self), let right = same.rightType.as(RawTypeSyntax.self)
      {
        add(name.name, right)
      }
    }
    return parameters.map { parameter in
      .init(
        name: parameter.name,
        bound: parameter.bounds.count > 1 ? emit(type: .composition(types(parameter.bounds))) : parameter.bounds.first)
    }
  }
}
