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
      return [form.add(.syntax(.deinitializerDecl), (node.effectSpecifiers.map { [make($0)] } ?? []) + (node.body.map { [make($0)] } ?? []), bytes: bytes(of: node.deinitKeyword))]
    case .variableDecl(let node): return variables(node, isMember: isMember)
    case .enumCaseDecl(let node): return enumCases(node)
    case .structDecl(let node): return [nominal(node, node.structKeyword, node.name, node.genericParameterClause)]
    case .classDecl(let node): return [nominal(node, node.classKeyword, node.name, node.genericParameterClause)]
    case .actorDecl(let node): return [nominal(node, node.actorKeyword, node.name, node.genericParameterClause)]
    case .enumDecl(let node): return [nominal(node, node.enumKeyword, node.name, node.genericParameterClause)]
    case .protocolDecl(let node): return [nominal(node, node.protocolKeyword, node.name, node.primaryAssociatedTypeClause)]
    case .typeAliasDecl(let node):
      let parts = front(node.attributes, node.modifiers) + [leaf(node.typealiasKeyword), leaf(node.name)]
      return [form.add(.syntax(.typeAliasDecl), parts + (node.genericParameterClause.map { [make($0)] } ?? []) + [make(node.initializer)] + (node.genericWhereClause.map { [make($0)] } ?? []), bytes: bytes(of: node.typealiasKeyword))]
    case .importDecl(let node):
      return [form.add(.syntax(.importDecl), [generic(Syntax(node.attributes)), generic(Syntax(node.modifiers))] + (node.importKindSpecifier.map { [leaf($0)] } ?? []) + [make(node.path)], bytes: bytes(of: node.importKeyword))]
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
    if !attributes.allSatisfy({ isOneView && Self.isViewBuilder($0) }) { parts.append(self.attributes(attributes, isOneView: isOneView)) }
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
      parts += generics(node.genericParameterClause, node.genericWhereClause, in: Syntax(node), node.signature.parameterClause)
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
      parts += generics(node.genericParameterClause, node.genericWhereClause, in: Syntax(node), node.signature.parameterClause)
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
      if let accessors = node.accessorBlock { parts.append(self.accessors(accessors, returnsValue: !Self.mayBuild(node.attributes))) }
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
      return tuple.elements.isEmpty || (tuple.elements.count == 1 && tuple.elements.first.map { $0.firstName == nil && isVoid($0.type) } == true)
    }
    return type.as(IdentifierTypeSyntax.self).map { $0.name.text == "Void" && $0.genericArgumentClause == nil && $0.moduleSelector == nil } ?? false
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
  private func isBuilt(_ name: String, _ type: TypeSyntax, _ attributes: AttributeListSyntax) -> Bool {
    if Self.mayBuild(attributes) { return true }
    if facts.built.contains(name) { return true }
    guard Self.builtNames.contains(name) else { return false }
    guard let opaque = type.as(SomeOrAnyTypeSyntax.self), let constraint = opaque.constraint.as(IdentifierTypeSyntax.self) else { return true }
    return !Self.plainBuilders.contains(constraint.name.text)
  }

  private static let builtNames: Set<String> = [
    "body", "previews", "rules", "actions", "options", "appShortcuts", "parameterSummary", "commands", "content", "makeBody",
  ]
  private static let plainBuilders: Set<String> = ["View", "Scene", "Commands", "ToolbarContent", "Widget", "WidgetConfiguration"]

  // MARK: Accessors

  func accessors(_ node: AccessorBlockSyntax, returnsValue: Bool) -> Form.ID {
    switch node.accessors {
    case .getter(let items): return made(.getter, [block(items, returnsValue: returnsValue, isTyped: returnsValue)], bytes: bytes(of: node.leftBrace))
    case .accessors(let list):
      if list.count == 1, let only = list.first, only.accessorSpecifier.tokenKind == .keyword(.get), only.attributes.isEmpty,
        only.modifier == nil, only.effectSpecifiers == nil, let body = only.body
      {
        note(.redundant, only)
        return made(.getter, [block(body.statements, returnsValue: returnsValue, isTyped: returnsValue)], bytes: bytes(of: node.leftBrace))
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
      if let body = node.body { parts.append(block(body.statements, returnsValue: isGetter && returnsValue, isTyped: isGetter && returnsValue)) }
      return form.add(.syntax(.accessorDecl), parts, bytes: bytes(of: node.accessorSpecifier))
    }
  }

  // MARK: Variables

  private func variables(_ node: VariableDeclSyntax, isMember: Bool) -> [Form.ID] {
    let bindings = Array(node.bindings)
    if bindings.count > 1 { note(.spelling, node) }
    return bindings.indices.flatMap { index -> [Form.ID] in
      let binding = bindings[index]
      if !isMember, let discarded = discarded(binding, node) { return [discarded] }
      let getter: CodeBlockItemListSyntax? = if case .getter(let items)? = binding.accessorBlock?.accessors { items } else { nil }
      var parts = front(node.attributes, node.modifiers, isOneView: Self.isOneView(getter, binding.typeAnnotation?.type))
      parts.append(leaf(node.bindingSpecifier))
      // `var a, b: Int` gives both the type of the last.
      let annotation = binding.typeAnnotation
        ?? (binding.initializer == nil ? bindings[index...].first { $0.typeAnnotation != nil }?.typeAnnotation : nil)
      let isRepeated = annotation.map { type in binding.initializer.map { self.isRepeated(type.type, by: $0.value) } ?? false } ?? false
      if isRepeated, let annotation { note(.redundant, annotation) }
      let choice = isMember || bindings.count > 1 ? nil : choice(binding, node)
      let chosen = isMember || bindings.count > 1 || choice != nil ? nil : assignment(of: binding, node)
      var rest = (isRepeated ? nil : annotation).map { [made(.argument, [isNilToBeginWith($0.type, binding, node) ? made(.raw, [make($0.type)]) : make($0.type)])] } ?? []
      let isLazy = node.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
      if annotation == nil, let name = choice.flatMap({ impliedType(of: $0) }) ?? chosen?.implied {
        rest.append(made(.argument, [typeLeaf(name, bytes(of: binding.pattern))]))
      }
      if let initializer = binding.initializer {
        if isNilAnyway(binding, node) {
          note(.redundant, initializer)
        } else {
          let saved = hasSelf
          if isMember, !isLazy { hasSelf = false }
          let savedInitialized = initialized
          defer { initialized = savedInitialized }
          if !isMember, bindings.count == 1, !scopes.isEmpty, let name = binding.pattern.as(IdentifierPatternSyntax.self) {
            initialized = (word(name.identifier), scopes.count - 1)
          }
          implied = isRepeated ? annotation.map { spelling($0.type) } : nil
          if choice == nil, chosen == nil { rest.append(make(initializer.value)) }
          implied = nil
          hasSelf = saved
        }
      }
      let saved = (self.binding, bindsMembers)
      (self.binding, bindsMembers) = ("let", isMember || scopes.isEmpty)
      mayWrap = !isMember && !node.attributes.isEmpty
      parts.append(pattern(binding.pattern))
      (self.binding, bindsMembers) = saved
      mayWrap = false
      if !isMember, let name = binding.pattern.as(IdentifierPatternSyntax.self) {
        give(node.attributes.isEmpty ? annotation?.type : nil, to: word(name.identifier))
      }
      if let accessors = binding.accessorBlock {
        let name = binding.pattern.as(IdentifierPatternSyntax.self).map { word($0.identifier) } ?? ""
        let isPlain = annotation.map { !isBuilt(name, $0.type, node.attributes) } ?? false
        let saved = answer
        defer { answer = saved }
        answer = isPlain ? annotation?.type : nil
        rest.append(self.accessors(accessors, returnsValue: isPlain))
      }
      let id = form.add(.syntax(.variableDecl), [form.add(.list, parts, bytes: bytes(of: node.bindingSpecifier))] + rest, bytes: 0..<0)
      form.identify(id, as: hash("var", spelling(binding.pattern)))
      guard choice != nil || chosen != nil, let name = binding.pattern.as(IdentifierPatternSyntax.self) else { return [id] }
      note(.spelling, node)
      let place = reference(word(name.identifier), bytes: bytes(of: name))
      if let chosen { return [id, assignment(of: chosen, to: place)] }
      return [id] + (choice.map { [self.chosen($0, for: Target(place: place, type: annotation?.type))] } ?? [])
    }
  }

  /// The `if` or `switch` that chooses the first value of a local: `let x: T = if …` is `let x: T` and an `if` that assigns.
  private func choice(_ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> ExprSyntax? {
    guard let value = binding.initializer.map({ Self.choiceAtOnce($0.value) }), !scopes.isEmpty, node.attributes.isEmpty, node.modifiers.isEmpty,
      binding.typeAnnotation != nil || (value == binding.initializer?.value && impliedType(of: value) != nil),
      binding.accessorBlock == nil, let name = binding.pattern.as(IdentifierPatternSyntax.self), Self.isChoice(value),
      !value.tokens(viewMode: .sourceAccurate).contains(where: { Self.plain($0) == word(name.identifier) && !isMember($0) })
    else { return nil }
    return value
  }

  /// Whether `let a: A = A(b: c)` says its type twice, or `let a: A = .init(b: c)` only once.
  ///
  /// With a single argument that has no label the type may choose the initialiser: one that converts, or one that fails.
  private func isRepeated(_ type: TypeSyntax, by value: ExprSyntax) -> Bool {
    guard let name = type.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil, name.moduleSelector == nil,
      name.name.text.first?.isUppercase == true
    else { return false }
    if isDefault(name.name.text, for: value) { return lookUp(name.name.text) == nil }
    guard let call = Self.calledAtOnce(value).as(FunctionCallExprSyntax.self),
      !(call.arguments.count == 1 && call.arguments.first?.label == nil), lookUp(word(name.name)) == nil
    else { return false }
    var called = call.calledExpression
    if let member = called.as(MemberAccessExprSyntax.self) {
      guard member.declName.baseName.tokenKind == .keyword(.`init`), member.declName.argumentNames == nil else { return false }
      guard let base = member.base else { return true }
      called = base
    }
    guard let reference = called.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil, reference.moduleSelector == nil else { return false }
    return reference.baseName.text == name.name.text
  }

  /// Whether a literal is of a type anyway.
  func isDefault(_ type: String, for value: ExprSyntax) -> Bool {
    switch value.kind {
    case .integerLiteralExpr: type == "Int"
    case .floatLiteralExpr: type == "Double"
    case .booleanLiteralExpr: type == "Bool"
    case .stringLiteralExpr: type == "String"
    default: false
    }
  }

  /// `let _ = x` as `_ = x`.
  private func discarded(_ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> Form.ID? {
    guard let value = binding.initializer?.value, Self.isWildcard(binding.pattern), binding.typeAnnotation == nil,
      node.attributes.isEmpty, node.modifiers.isEmpty
    else { return nil }
    note(.redundant, node)
    let equal = form.add(.syntax(.assignmentExpr), [leaf(.token, "=", bytes: 0..<0)], bytes: 0..<0)
    return made(.assignment, [leaf(.made(.wildcard), "_", bytes: bytes(of: binding)), equal, make(value)])
  }

  /// `var x: T?` has a value to begin with, and `var x: Optional<T>` has none.
  private func isNilToBeginWith(_ type: TypeSyntax, _ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> Bool {
    guard type.is(OptionalTypeSyntax.self), node.bindingSpecifier.tokenKind == .keyword(.var) else { return false }
    switch binding.accessorBlock?.accessors {
    case .getter: return false
    case .accessors(let list) where list.contains(where: { $0.accessorSpecifier.tokenKind == .keyword(.get) }): return false
    default: return binding.initializer == nil || isNilAnyway(binding, node)
    }
  }

  /// Whether a value lies behind a property, be it watched.
  private func isStored(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let list): list.allSatisfy { $0.accessorSpecifier.tokenKind == .keyword(.didSet) || $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
    }
  }

  /// `var x: T?` is nil to begin with.
  private func isNilAnyway(_ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> Bool {
    node.bindingSpecifier.tokenKind == .keyword(.var) && node.attributes.isEmpty && isStored(binding)
      && binding.initializer?.value.is(NilLiteralExprSyntax.self) == true && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
      && !node.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
  }

  func isMember(_ token: TokenSyntax) -> Bool {
    token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
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
        if hasStrings, value.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue == word(element.name), element.name.text.utf8.allSatisfy({ $0 < 0x80 }) {
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

  private func nominal(_ node: some DeclGroupSyntax & WithModifiersSyntax, _ keyword: TokenSyntax, _ name: TokenSyntax, _ generics: (some SyntaxProtocol)?) -> Form.ID {
    let isEnum = keyword.tokenKind == .keyword(.enum)
    let saved = (extensionAccess, isIndirect, hasStrings)
    let wasHidden = isHidden
    defer { isHidden = wasHidden }
    extensionAccess = nil
    hasStrings = isEnum && node.inheritanceClause?.inheritedTypes.first?.type.as(IdentifierTypeSyntax.self)?.name.text == "String"
    isIndirect = isEnum && node.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    defer { (extensionAccess, isIndirect, hasStrings) = saved }
    var parts = saved.0.map { outer in withAccess(outer) { front(node.attributes, node.modifiers) { isEnum && $0.name.tokenKind == .keyword(.indirect) } } }
      ?? front(node.attributes, node.modifiers) { isEnum && $0.name.tokenKind == .keyword(.indirect) }
    parts += [leaf(keyword), leaf(.token, word(name), bytes: bytes(of: name))]
    if let primary = generics?.as(PrimaryAssociatedTypeClauseSyntax.self) { parts.append(make(primary)) }
    if let inherited = node.inheritanceClause { parts.append(inheritance(inherited)) }
    parts += self.generics(generics?.as(GenericParameterClauseSyntax.self), node.genericWhereClause)
    // What differs in front of the members is not put down to them.
    parts = [form.add(.list, parts, bytes: bytes(of: keyword))]
    typeDepth += 1
    isHidden = wasHidden || !(node.modifiers.contains { ["public", "open", "package"].contains($0.name.text) } || ["public", "package"].contains(saved.0))
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
