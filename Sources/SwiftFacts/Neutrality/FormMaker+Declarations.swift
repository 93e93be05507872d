import ReviewModel
import SwiftParser
import SwiftSyntax

extension FormMaker {
  /// A declaration inside of a function, or what stands in a type or a file without being a member there.
  func declaration(_ node: Syntax) -> Form.ID {
    let parts = declarations(node, isMember: false)
    return parts.count == 1 ? parts[0] : form.add(.list, parts, bytes: 0..<0)
  }

  /// What a declaration declares: `let a = 1, b = 2` are two.
  func declarations(_ node: Syntax, isMember: Bool) -> [Form.ID] {
    if let attributed = node.asProtocol((any WithAttributesSyntax).self), Self.mayBeRead(attributed.attributes) {
      verbatim += 1
      defer { verbatim -= 1 }
      if !isMember, !scopes.isEmpty { declareVerbatim(node) }
      return [generic(node)]
    }
    switch node.as(SyntaxEnum.self) {
    case .functionDecl(let node): return [function(node, isMember: isMember)]
    case .initializerDecl(let node): return [initializer(node)]
    case .subscriptDecl(let node): return [subscriptDeclaration(node)]
    case .deinitializerDecl(let node):
      return [
        form.add(
          .syntax(.deinitializerDecl),
          (node.effectSpecifiers.map { [make($0)] } ?? []) + (node.body.map { [make($0)] } ?? []),
          bytes: bytes(of: node.deinitKeyword))
      ]
    case .variableDecl(let node): return variables(node, isMember: isMember)
    case .enumCaseDecl(let node): return enumCases(node)
    case .structDecl(let node): return [nominal(node, node.structKeyword, node.name, node.genericParameterClause)]
    case .classDecl(let node): return [nominal(node, node.classKeyword, node.name, node.genericParameterClause)]
    case .actorDecl(let node): return [nominal(node, node.actorKeyword, node.name, node.genericParameterClause)]
    case .enumDecl(let node): return [nominal(node, node.enumKeyword, node.name, node.genericParameterClause)]
    case .protocolDecl(let node):
      return [nominal(node, node.protocolKeyword, node.name, node.primaryAssociatedTypeClause)]
    case .typeAliasDecl(let node):
      let parts = front(node.attributes, node.modifiers) + [leaf(node.typealiasKeyword), leaf(node.name)]
      return [
        form.add(
          .syntax(.typeAliasDecl),
          parts + (node.genericParameterClause.map { [make($0)] } ?? []) + [make(node.initializer)]
            + (node.genericWhereClause.map { [make($0)] } ?? []), bytes: bytes(of: node.typealiasKeyword))
      ]
    case .importDecl(let node):
      return [
        form.add(
          .syntax(.importDecl),
          [generic(Syntax(node.attributes)), generic(Syntax(node.modifiers))]
            + (node.importKindSpecifier.map { [leaf($0)] } ?? []) + [make(node.path)],
          bytes: bytes(of: node.importKeyword))
      ]
    default: return [generic(node)]
    }
  }

  /// Makes the names of a declaration known that is kept as it stands.
  private func declareVerbatim(_ node: Syntax) {
    guard let variable = node.as(VariableDeclSyntax.self) else { return }
    for token in variable.bindings.flatMap({ $0.pattern.tokens(viewMode: .sourceAccurate) }) {
      if case .identifier = token.tokenKind { _ = declare(token, isRenamable: false) }
    }
  }

  /// Whether a macro that nothing is known of may read what bears these attributes.
  static func mayBeRead(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return !KnownAttributes.readsNothing(name(of: attribute))
    }
  }

  /// Attributes and modifiers, which stand in front of every declaration.
  func front(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, isOneView: Bool = false,
    dropping isDropped: (DeclModifierSyntax) -> Bool = { _ in false }
  ) -> [Form.ID] {
    var parts: [Form.ID] = []
    if !attributes.allSatisfy({ isOneView && Self.isViewBuilder($0) }) {
      parts.append(self.attributes(attributes, isOneView: isOneView))
    }
    parts.append(access(modifiers, dropping: isDropped))
    return parts
  }

  // MARK: Functions

  private func function(_ node: FunctionDeclSyntax, isMember: Bool) -> Form.ID {
    let name = word(node.name)
    let isOperator = if case .identifier = node.name.tokenKind { false } else { true }
    if !isMember, !scopes.isEmpty, lookUp(name) == nil { _ = declare(node.name, isRenamable: false) }
    return scoped {
      let isOneView = Self.isOneView(node.body?.statements, node.signature.returnClause?.type)
      var parts = front(node.attributes, node.modifiers, isOneView: isOneView)
      parts.append(leaf(.token, name, bytes: bytes(of: node.name)))
      let saved = opaque
      defer { opaque = saved }
      parts += generics(
        node.genericParameterClause, node.genericWhereClause, in: Syntax(node), node.signature.parameterClause)
      let parameters = parameters(node.signature.parameterClause, labels: isOperator ? .none : .firstName)
      parts += effects(node.signature)
      parts = [form.add(.list, parts, bytes: bytes(of: node.funcKeyword))]
      let savedAnswer = answer
      defer { answer = savedAnswer }
      answer = nil
      if let body = node.body {
        let result = node.signature.returnClause
        let returnsValue = result.map { !Self.isVoid($0.type) && !isBuilt(name, $0.type, node.attributes) } ?? false
        if returnsValue { answer = result?.type }
        parts.append(block(body.statements, returnsValue: returnsValue, isTyped: returnsValue))
      }
      parts.append(made(parameters, bytes: bytes(of: node.signature.parameterClause.leftParen)))
      let id = form.add(.syntax(.functionDecl), parts, bytes: bytes(of: node.funcKeyword))
      form.identify(id, as: hash("func", name, node.signature.parameterClause.parameters.map { word($0.firstName) }))
      return id
    }
  }

  private func initializer(_ node: InitializerDeclSyntax) -> Form.ID {
    scoped {
      var parts = front(node.attributes, node.modifiers)
      if let mark = node.optionalMark { parts.append(leaf(mark)) }
      let saved = opaque
      defer { opaque = saved }
      parts += generics(
        node.genericParameterClause, node.genericWhereClause, in: Syntax(node), node.signature.parameterClause)
      let parameters = parameters(node.signature.parameterClause, labels: .firstName)
      parts += effects(node.signature)
      parts = [form.add(.list, parts, bytes: bytes(of: node.initKeyword))]
      if let body = node.body { parts.append(block(body.statements)) }
      parts.append(made(parameters, bytes: bytes(of: node.signature.parameterClause.leftParen)))
      let id = form.add(.syntax(.initializerDecl), parts, bytes: bytes(of: node.initKeyword))
      form.identify(id, as: hash("init", node.signature.parameterClause.parameters.map { word($0.firstName) }))
      return id
    }
  }

  private func subscriptDeclaration(_ node: SubscriptDeclSyntax) -> Form.ID {
    scoped {
      var parts = front(node.attributes, node.modifiers)
      let saved = opaque
      defer { opaque = saved }
      parts += generics(node.genericParameterClause, node.genericWhereClause, in: Syntax(node), node.parameterClause)
      let parameters = parameters(node.parameterClause, labels: .secondName)
      parts.append(make(node.returnClause.type))
      parts = [form.add(.list, parts, bytes: bytes(of: node.subscriptKeyword))]
      if let accessors = node.accessorBlock {
        parts.append(self.accessors(accessors, returnsValue: !Self.mayBuild(node.attributes)))
      }
      parts.append(made(parameters, bytes: bytes(of: node.parameterClause.leftParen)))
      let id = form.add(.syntax(.subscriptDecl), parts, bytes: bytes(of: node.subscriptKeyword))
      form.identify(id, as: hash("subscript", node.parameterClause.parameters.count))
      return id
    }
  }

  private func effects(_ node: FunctionSignatureSyntax) -> [Form.ID] {
    var parts: [Form.ID] = node.effectSpecifiers.map { [make($0)] } ?? []
    if let result = node.returnClause {
      if Self.isVoid(result.type), !facts.declares.contains("Void") {
        note(.redundant, result)
      } else {
        parts.append(made(.argument, [leaf(result.arrow), make(result.type)]))
      }
    }
    return parts
  }

  private enum Labels { case firstName, secondName, none }

  private func parameters(_ clause: FunctionParameterClauseSyntax, labels: Labels) -> [ParameterParts] {
    clause.parameters.map { node in
      var own: [Form.ID] = []
      if !node.attributes.isEmpty { own.append(attributes(node.attributes)) }
      if !node.modifiers.isEmpty { own.append(modifiers(node.modifiers)) }
      switch labels {
      case .firstName: own.append(leaf(node.firstName))
      case .secondName: own.append(node.secondName == nil ? leaf(.token, "_", bytes: 0..<0) : leaf(node.firstName))
      case .none: break
      }
      isParameter = true
      own.append(make(node.type))
      isParameter = false
      own += (node.ellipsis.map { [leaf($0)] } ?? []) + (node.defaultValue.map { [make($0.value)] } ?? [])
      let isWrapped = node.attributes.contains { element in
        guard case .attribute(let attribute) = element else { return true }
        return !KnownAttributes.isOrderless(Self.name(of: attribute))
      }
      let name = node.secondName ?? node.firstName
      let made = parameter(name, own, isRenamable: !isWrapped)
      if node.ellipsis == nil, !isWrapped { give(node.type, to: word(name)) }
      return made
    }
  }

  static func isVoid(_ type: TypeSyntax) -> Bool {
    if let tuple = type.as(TupleTypeSyntax.self) {
      return tuple.elements.isEmpty
        || (tuple.elements.count == 1 && tuple.elements.first.map { $0.firstName == nil && isVoid($0.type) } == true)
    }
    return type.as(IdentifierTypeSyntax.self).map {
      $0.name.text == "Void" && $0.genericArgumentClause == nil && $0.moduleSelector == nil
    } ?? false
  }

  // MARK: Result builders

  private static func mayBuild(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return !KnownAttributes.isOrderless(name(of: attribute))
    }
  }

  /// Whether a result builder may read the body, to which `return x` and `x` are not the same.
  ///
  /// It may be written on the declaration, or on the requirement of a protocol that it meets; of those, SwiftUI's give
  /// a single expression back as it is.
  func isBuilt(_ name: String, _ type: TypeSyntax, _ attributes: AttributeListSyntax) -> Bool {
    if Self.mayBuild(attributes) { return true }
    if facts.built.contains(name) { return true }
    guard Self.builtNames.contains(name) else { return false }
    guard let opaque = type.as(SomeOrAnyTypeSyntax.self),
      let constraint = opaque.constraint.as(IdentifierTypeSyntax.self)
    else { return true }
    return !Self.plainBuilders.contains(constraint.name.text)
  }

  private static let builtNames: Set<String> = [
    "body", "previews", "rules", "actions", "options", "appShortcuts", "parameterSummary", "commands", "content",
    "makeBody",
  ]
  private static let plainBuilders: Set<String> = [
    "View", "Scene", "Commands", "ToolbarContent", "Widget", "WidgetConfiguration",
  ]

  // MARK: Accessors

  func accessors(_ node: AccessorBlockSyntax, returnsValue: Bool) -> Form.ID {
    switch node.accessors {
    case .getter(let items):
      return made(
        .getter, [block(items, returnsValue: returnsValue, isTyped: returnsValue)], bytes: bytes(of: node.leftBrace))
    case .accessors(let list):
      if list.count == 1, let only = list.first, only.accessorSpecifier.tokenKind == .keyword(.get),
        only.attributes.isEmpty,
        only.modifier == nil, only.effectSpecifiers == nil, let body = only.body
      {
        note(.redundant, only)
        return made(
          .getter, [block(body.statements, returnsValue: returnsValue, isTyped: returnsValue)],
          bytes: bytes(of: node.leftBrace))
      }
      // The names of each are its own, whichever comes first.
      let base = nextLocal
      let usedBefore = used
      var last = base
      let parts = list.map { one in
        nextLocal = base
        used = usedBefore
        defer { last = max(last, nextLocal) }
        return accessor(one, returnsValue: returnsValue)
      }
      nextLocal = last
      return form.add(.set, parts, bytes: bytes(of: node.leftBrace))
    }
  }

  private func accessor(_ node: AccessorDeclSyntax, returnsValue: Bool) -> Form.ID {
    scoped {
      let saved = answer
      defer { answer = saved }
      if node.accessorSpecifier.tokenKind != .keyword(.get) { answer = nil }
      var parts = node.attributes.isEmpty ? [] : [attributes(node.attributes)]
      if let modifier = node.modifier { parts.append(generic(Syntax(modifier))) }
      parts.append(leaf(node.accessorSpecifier))
      if let effects = node.effectSpecifiers { parts.append(make(effects)) }
      let isGetter = node.accessorSpecifier.tokenKind == .keyword(.get)
      if let parameter = node.parameters {
        parts.append(declare(parameter.name))
        // An explicit `oldValue` is read even where the body does not.
        if node.accessorSpecifier.tokenKind == .keyword(.didSet) { parts.append(leaf(.token, "old", bytes: 0..<0)) }
      } else if node.body != nil {
        switch node.accessorSpecifier.tokenKind {
        case .keyword(.set), .keyword(.willSet), .keyword(.`init`): parts.append(declare("newValue", bytes: 0..<0))
        case .keyword(.didSet): parts.append(declare("oldValue", bytes: 0..<0))
        default: break
        }
      }
      if let body = node.body {
        parts.append(block(body.statements, returnsValue: isGetter && returnsValue, isTyped: isGetter && returnsValue))
      }
      return form.add(.syntax(.accessorDecl), parts, bytes: bytes(of: node.accessorSpecifier))
    }
  }

  // MARK: Types

  private func enumCases(_ node: EnumCaseDeclSyntax) -> [Form.ID] {
    if node.elements.count > 1 { note(.spelling, node) }
    let isIndirect = isIndirect || node.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    return node.elements.map { element in
      var parts = front(node.attributes, node.modifiers) { $0.name.tokenKind == .keyword(.indirect) }
      if isIndirect, element.parameterClause != nil { parts.append(leaf(.token, "indirect", bytes: 0..<0)) }
      parts.append(leaf(.token, word(element.name), bytes: bytes(of: element.name)))
      if let clause = element.parameterClause { parts.append(make(clause)) }
      if let value = element.rawValue {
        if hasStrings, value.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue == word(element.name),
          element.name.text.utf8.allSatisfy({ $0 < 0x80 })
        {
          note(.redundant, value)
        } else {
          parts.append(made(.argument, [make(value.value)]))
        }
      }
      let id = form.add(.syntax(.enumCaseDecl), parts, bytes: bytes(of: node.caseKeyword))
      form.identify(id, as: hash("case", element.name.text))
      return id
    }
  }

  private func nominal(
    _ node: some DeclGroupSyntax & WithModifiersSyntax, _ keyword: TokenSyntax, _ name: TokenSyntax,
    _ generics: (some SyntaxProtocol)?
  ) -> Form.ID {
    let isEnum = keyword.tokenKind == .keyword(.enum)
    let saved = (extensionAccess, isIndirect, hasStrings)
    let wasHidden = isHidden
    defer { isHidden = wasHidden }
    extensionAccess = nil
    hasStrings =
      isEnum && node.inheritanceClause?.inheritedTypes.first?.type.as(IdentifierTypeSyntax.self)?.name.text == "String"
    isIndirect = isEnum && node.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    defer { (extensionAccess, isIndirect, hasStrings) = saved }
    var parts =
      saved.0.map { outer in
        withAccess(outer) {
          front(node.attributes, node.modifiers) { isEnum && $0.name.tokenKind == .keyword(.indirect) }
        }
      }
      ?? front(node.attributes, node.modifiers) { isEnum && $0.name.tokenKind == .keyword(.indirect) }
    parts += [leaf(keyword), leaf(.token, word(name), bytes: bytes(of: name))]
    if let primary = generics?.as(PrimaryAssociatedTypeClauseSyntax.self) { parts.append(make(primary)) }
    if let inherited = node.inheritanceClause { parts.append(inheritance(inherited)) }
    parts += self.generics(generics?.as(GenericParameterClauseSyntax.self), node.genericWhereClause)
    // What differs in front of the members is not put down to them.
    parts = [form.add(.list, parts, bytes: bytes(of: keyword))]
    typeDepth += 1
    isHidden =
      wasHidden
      || !(node.modifiers.contains { ["public", "open", "package"].contains($0.name.text) }
        || ["public", "package"].contains(saved.0))
    parts += members(node.memberBlock.members)
    typeDepth -= 1
    let id = form.add(.made(.type), parts, bytes: bytes(of: keyword))
    form.identify(id, as: hash("type", name.text))
    return id
  }

  private func withAccess<Result>(_ access: String?, _ body: () -> Result) -> Result {
    let saved = extensionAccess
    extensionAccess = access
    defer { extensionAccess = saved }
    return body()
  }
}
