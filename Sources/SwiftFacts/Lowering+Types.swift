import SwiftSyntax

extension Lowering {
  func lower(type node: TypeSyntax) -> TypeID {
    deeper(emit(type: .unknown)) {
      switch node.as(TypeSyntaxEnum.self) {
      case .identifierType(let name):
        let arguments = lower(genericArguments: name.genericArgumentClause)
        if name.name.text == "Optional", arguments.count == 1 {
          return emit(type: .optional(facts.code[arguments].first ?? emit(type: .unknown)))
        }
        if name.name.text == "Array", arguments.count == 1 {
          return emit(type: .array(facts.code[arguments].first ?? emit(type: .unknown)))
        }
        return emit(type: .named(symbol(name.name), arguments: arguments))
      case .memberType(let member):
        let base = lower(type: member.baseType)
        if case .named(let module, _) = facts.code[base], module == Names.swift || module == Names.foundation {
          return emit(
            type: .named(symbol(member.name), arguments: lower(genericArguments: member.genericArgumentClause)))
        }
        if member.name.text == "Type" || member.name.text == "Protocol" { return emit(type: .metatype(base)) }
        return emit(
          type: .member(base, symbol(member.name), arguments: lower(genericArguments: member.genericArgumentClause)))
      case .optionalType(let optional):
        return emit(type: .optional(lower(type: optional.wrappedType)))
      case .implicitlyUnwrappedOptionalType(let optional):
        return emit(type: .optional(lower(type: optional.wrappedType)))
      case .arrayType(let array):
        return emit(type: .array(lower(type: array.element)))
      case .dictionaryType(let dictionary):
        let key = lower(type: dictionary.key)
        return emit(type: .dictionary(key, lower(type: dictionary.value)))
      case .functionType(let function):
        let parameters = types(function.parameters.map { lower(type: $0.type) })
        return emit(type: .function(parameters: parameters, result: lower(type: function.returnClause.type)))
      case .tupleType(let tuple):
        let elements = tuple.elements.map { lower(type: $0.type) }
        if elements.count == 1 { return elements[0] }
        return emit(type: .tuple(types(elements)))
      case .compositionType(let composition):
        return emit(type: .composition(types(composition.elements.map { lower(type: $0.type) })))
      case .metatypeType(let metatype):
        return emit(type: .metatype(lower(type: metatype.baseType)))
      case .someOrAnyType(let constrained):
        return lower(type: constrained.constraint)
      case .attributedType(let attributed):
        return lower(type: attributed.baseType)
      case .packExpansionType, .packElementType, .classRestrictionType, .missingType, .namedOpaqueReturnType,
        .suppressedType, .inlineArrayType:
        if let restriction = node.as(ClassRestrictionTypeSyntax.self) {
          _ = restriction
          return emit(type: .named("AnyObject", arguments: types([])))
        }
        return emit(type: .unknown)
      @unknown default:
        return emit(type: .unknown)
      }
    }
  }

  func lower(genericArguments clause: GenericArgumentClauseSyntax?) -> TypeList {
    guard let clause else { return TypeList(start: 0, count: 0) }
    let ids = clause.arguments.map { argument in
      if case .type(let type) = argument.argument { lower(type: type) } else { emit(type: .unknown) }
    }
    return types(ids)
  }

  func lower(
    generics clause: GenericParameterClauseSyntax?, where requirements: GenericWhereClauseSyntax?
  ) -> [TypeDeclaration.GenericParameter] {
    // `<T: P & Q>` and `<T> where T: P, T: Q` say the same.
    var parameters: [(name: Symbol, bounds: [TypeID])] = []
    func add(_ name: TokenSyntax, _ bound: TypeSyntax?) {
      let name = symbol(name)
      let bounds =
        bound.map {
          $0.as(CompositionTypeSyntax.self).map { $0.elements.map { lower(type: $0.type) } } ?? [lower(type: $0)]
        } ?? []
      if let index = parameters.firstIndex(where: { $0.name == name }) {
        parameters[index].bounds += bounds
      } else {
        parameters.append((name, bounds))
      }
    }
    for parameter in clause?.parameters ?? [] { add(parameter.name, parameter.inheritedType) }
    for requirement in requirements?.requirements ?? [] {
      switch requirement.requirement {
      case .conformanceRequirement(let conformance):
        if let name = conformance.leftType.as(IdentifierTypeSyntax.self) { add(name.name, conformance.rightType) }
      case .sameTypeRequirement(let same):
        if let name = same.leftType.as(IdentifierTypeSyntax.self), case .type(let right) = same.rightType {
          add(name.name, right)
        }
      case .layoutRequirement:
        break
      }
    }
    return parameters.map { parameter in
      .init(
        name: parameter.name,
        bound: parameter.bounds.count > 1 ? emit(type: .composition(types(parameter.bounds))) : parameter.bounds.first)
    }
  }
}
