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
        if tuple.elements.elements.contains(where: { $0.firstName != nil }) {
          let labels = tuple.elements.elements.map { ($0.firstName.map { symbol($0).text } ?? "_") + ":" }
          facts.code.tupleLabels.append(Symbol(labels.joined()))
        }
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

  /// The type that a literal of a collection spells, as in `[Int]()`; nil where it is a value.
  func type(ofCollection node: RawExprSyntax) -> TypeID? {
    switch node.raw.kind {
    case .arrayExpr:
      let elements = node.cast(RawArrayExprSyntax.self).elements.elements
      guard elements.count == 1, let element = elements.first.flatMap({ type(spelledBy: $0.expression) }) else {
        return nil
      }
      return emit(type: .array(element))
    case .dictionaryExpr:
      let entries = node.cast(RawDictionaryExprSyntax.self).content.as(RawDictionaryElementListSyntax.self)?.elements
      guard let entries, entries.count == 1, let entry = entries.first, let key = type(spelledBy: entry.key),
        let value = type(spelledBy: entry.value)
      else { return nil }
      return emit(type: .dictionary(key, value))
    default: return nil
    }
  }

  /// The type that an expression spells; nil where it can be no type.
  private func type(spelledBy node: RawExprSyntax) -> TypeID? {
    deeper(nil) {
      switch node.raw.kind {
      case .declReferenceExpr:
        return emit(type: .named(symbol(node.cast(RawDeclReferenceExprSyntax.self).baseName), arguments: types([])))
      case .genericSpecializationExpr:
        let specialized = node.cast(RawGenericSpecializationExprSyntax.self)
        if let name = specialized.expression.as(RawDeclReferenceExprSyntax.self) {
          let arguments = lower(genericArguments: specialized.genericArgumentClause)
          return emit(type: .named(symbol(name.baseName), arguments: arguments))
        }
        return type(inside: specialized)
      case .memberAccessExpr:
        let member = node.cast(RawMemberAccessExprSyntax.self)
        guard let base = member.base.flatMap({ type(spelledBy: $0) }) else { return nil }
        return emit(type: .member(base, symbol(member.declName.baseName), arguments: types([])))
      case .optionalChainingExpr:
        let wrapped = type(spelledBy: node.cast(RawOptionalChainingExprSyntax.self).expression)
        return wrapped.map { emit(type: .optional($0)) }
      case .typeExpr: return lower(type: node.cast(RawTypeExprSyntax.self).type)
      case .arrayExpr, .dictionaryExpr: return type(ofCollection: node)
      case .tupleExpr:
        return tuple(of: node.cast(RawTupleExprSyntax.self)).map { parts in
          parts.count == 1 ? parts[0] : emit(type: .tuple(types(parts)))
        }
      case .sequenceExpr:
        let parts = node.cast(RawSequenceExprSyntax.self).elements.elements
        guard parts.count == 3, parts[1].is(RawArrowExprSyntax.self),
          let given = parts[0].as(RawTupleExprSyntax.self).flatMap({ tuple(of: $0) }),
          let result = type(spelledBy: parts[2])
        else { return nil }
        return emit(type: .function(parameters: types(given), result: result))
      default: return nil
      }
    }
  }

  /// `Outer.Inner<Part>`.
  func type(inside specialized: RawGenericSpecializationExprSyntax) -> TypeID? {
    guard let member = specialized.expression.as(RawMemberAccessExprSyntax.self),
      let base = member.base.flatMap({ type(spelledBy: $0) })
    else { return nil }
    let arguments = lower(genericArguments: specialized.genericArgumentClause)
    return emit(type: .member(base, symbol(member.declName.baseName), arguments: arguments))
  }

  private func tuple(of node: RawTupleExprSyntax) -> [TypeID]? {
    let parts = node.elements.elements.map { type(spelledBy: $0.expression) }
    return parts.contains(nil) ? nil : parts.compactMap { $0 }
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
    var places: [Symbol: Int] = [:]
    func add(_ name: RawTokenSyntax, _ bound: RawTypeSyntax?) {
      let name = symbol(name)
      let bounds =
        bound.map { bound in
          bound.as(RawCompositionTypeSyntax.self)?.elements.elements.map { lower(type: $0.type) }
            ?? [lower(type: bound)]
        } ?? []
      if let index = places[name] {
        parameters[index].bounds += bounds
      } else {
        places[name] = parameters.count
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
