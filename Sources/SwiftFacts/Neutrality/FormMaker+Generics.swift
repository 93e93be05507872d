import ReviewModel
import SwiftSyntax

extension FormMaker {
  /// Generic parameters in their order, and what is asked of them in any: `<T: A & B>` is `<T> where T: A, T: B`.
  func generics(_ parameters: GenericParameterClauseSyntax?, _ requirements: GenericWhereClauseSyntax?) -> [Form.ID] {
    guard parameters != nil || requirements != nil else { return [] }
    var asked: [Form.ID] = []
    var named: [Form.ID] = []
    for parameter in parameters?.parameters ?? [] {
      let name = Self.plain(parameter.name)
      if opaque[name] != nil { continue }
      guard !parameter.hasError, parameter.inheritedType == nil || parameter.specifier == nil else {
        named.append(generic(Syntax(parameter)))
        continue
      }
      var parts: [Form.ID] = parameter.attributes.isEmpty ? [] : [make(parameter.attributes)]
      if let specifier = parameter.specifier { parts.append(leaf(specifier)) }
      named.append(made(.parameter, parts + [leaf(parameter.name)]))
      if let inherited = parameter.inheritedType {
        asked += conformances(of: typeLeaf(name, bytes(of: parameter.name)), to: inherited)
      }
    }
    for requirement in requirements?.requirements ?? [] {
      guard case .conformanceRequirement(let conformance) = requirement.requirement, !requirement.hasError else {
        asked.append(make(requirement.requirement))
        continue
      }
      if let name = Self.plainName(of: conformance.leftType), opaque[name] != nil { continue }
      asked += conformances(of: make(conformance.leftType), to: conformance.rightType)
    }
    if named.isEmpty, asked.isEmpty { return [] }
    return [form.add(.list, named, bytes: 0..<0), form.add(.set, asked, bytes: 0..<0)]
  }

  /// Those of a function, of whose parameters some may be written as `some A`.
  func generics(
    _ parameters: GenericParameterClauseSyntax?, _ requirements: GenericWhereClauseSyntax?, in node: Syntax,
    _ clause: FunctionParameterClauseSyntax
  ) -> [Form.ID] {
    for parameter in parameters?.parameters ?? []
    where parameter.specifier == nil && parameter.attributes.isEmpty && !node.hasError {
      let name = Self.plain(parameter.name)
      guard let asked = loneConstraints(parameter, requirements, in: node, clause) else { continue }
      note(.spelling, parameter)
      opaque[name] = asked
    }
    return generics(parameters, requirements)
  }

  /// What is asked of a generic parameter that is spoken of once, as the type of a parameter or in it, and so may be
  /// written as `some A` there; nil where it is spoken of elsewhere, or more is asked than conformances.
  private func loneConstraints(
    _ parameter: GenericParameterSyntax, _ requirements: GenericWhereClauseSyntax?, in node: Syntax,
    _ clause: FunctionParameterClauseSyntax
  ) -> [TypeSyntax]? {
    let name = Self.plain(parameter.name)
    var asked = parameter.inheritedType.map { Self.components(of: $0) } ?? []
    var mentions = 1
    for requirement in requirements?.requirements ?? [] {
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        Self.plainName(of: conformance.leftType) == name
      else { continue }
      asked += Self.components(of: conformance.rightType)
      mentions += 1
    }
    let uses = clause.parameters.flatMap { Self.uses(of: name, in: Syntax($0.type)) }
    guard uses.count == 1 else { return nil }
    // As many as were counted, and no more anywhere: not in the body, the result or what is asked of others.
    for token in node.tokens(viewMode: .sourceAccurate) where token.text == name || token.text == "`\(name)`" {
      mentions -= 1
      if mentions < -1 { return nil }
    }
    return mentions == -1 ? asked : nil
  }

  /// Where a name stands for itself in a type: not as what another is looked up in.
  private static func uses(of name: String, in node: Syntax) -> [Syntax] {
    if let type = node.as(IdentifierTypeSyntax.self), plainName(of: TypeSyntax(type)) == name { return [node] }
    if node.is(MemberTypeSyntax.self) || node.is(AttributeListSyntax.self) { return [] }
    return node.children(viewMode: .sourceAccurate).flatMap { uses(of: name, in: $0) }
  }

  private static func plainName(of type: TypeSyntax) -> String? {
    guard let own = type.as(IdentifierTypeSyntax.self), own.genericArgumentClause == nil, own.moduleSelector == nil
    else { return nil }
    return plain(own.name)
  }

  private static func components(of type: TypeSyntax) -> [TypeSyntax] {
    type.as(CompositionTypeSyntax.self).map { $0.elements.flatMap { components(of: $0.type) } } ?? [type]
  }

  private func conformances(of subject: Form.ID, to type: TypeSyntax) -> [Form.ID] {
    Self.components(of: type).map { made(.argument, [subject, make($0)]) }
  }

  /// `some A & B` as the type of a parameter, however its conditions are written.
  func opaqueType(_ constraints: [TypeSyntax], bytes: Range<UInt32>) -> Form.ID {
    let saved = isParameter
    isParameter = false
    defer { isParameter = saved }
    let asked = constraints.filter { Self.plainName(of: $0) != "Any" }
    return made(.opaque, [form.add(.set, asked.map { make($0) }, bytes: 0..<0)], bytes: bytes)
  }

  func type(_ node: SomeOrAnyTypeSyntax) -> Form.ID {
    guard isParameter, node.someOrAnySpecifier.tokenKind == .keyword(.some) else { return generic(Syntax(node)) }
    return opaqueType(Self.components(of: node.constraint), bytes: bytes(of: node))
  }
}
