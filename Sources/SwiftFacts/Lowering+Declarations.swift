@_spi(RawSyntax) import SwiftSyntax

extension Lowering {
  func lower(file: RawSourceFileSyntax) {
    var statements: [RawCodeBlockItemSyntax] = []
    for item in file.statements.elements { lower(topLevel: item, into: &statements) }
    if !statements.isEmpty { lower(topLevelStatements: statements, in: file) }
  }

  private func lower(topLevel item: RawCodeBlockItemSyntax, into statements: inout [RawCodeBlockItemSyntax]) {
    guard let declaration = item.item.as(RawDeclSyntax.self) else {
      statements.append(item)
      return
    }
    if let config = declaration.as(RawIfConfigDeclSyntax.self) {
      noteDebugClauses(of: config)
      for clause in config.clauses.elements {
        if let inner = clause.elements?.as(RawCodeBlockItemListSyntax.self) {
          for item in inner.elements { lower(topLevel: item, into: &statements) }
        }
      }
    } else {
      lower(declaration: declaration)
    }
  }

  private func lower(topLevelStatements items: [RawCodeBlockItemSyntax], in file: RawSourceFileSyntax) {
    let function = begin(.topLevel, name: "main", node: file, nameNode: file)
    facts.functions[Int(function.index)].hasBody = true
    body(of: function, parameters: nil, hasSelf: false) {
      lowerInScope(items)
    }
  }

  func lower(declaration: RawDeclSyntax) {
    deeper(()) {
      switch declaration.raw.kind {
      case .classDecl:
        let node = declaration.cast(RawClassDeclSyntax.self)
        lower(
          type: node, .class, node.attributes, node.modifiers, node.name, node.inheritanceClause,
          node.genericParameterClause, node.genericWhereClause, node.memberBlock)
      case .structDecl:
        let node = declaration.cast(RawStructDeclSyntax.self)
        lower(
          type: node, .struct, node.attributes, node.modifiers, node.name, node.inheritanceClause,
          node.genericParameterClause, node.genericWhereClause, node.memberBlock)
      case .enumDecl:
        let node = declaration.cast(RawEnumDeclSyntax.self)
        lower(
          type: node, .enum, node.attributes, node.modifiers, node.name, node.inheritanceClause,
          node.genericParameterClause, node.genericWhereClause, node.memberBlock)
      case .actorDecl:
        let node = declaration.cast(RawActorDeclSyntax.self)
        lower(
          type: node, .actor, node.attributes, node.modifiers, node.name, node.inheritanceClause,
          node.genericParameterClause, node.genericWhereClause, node.memberBlock)
      case .protocolDecl:
        let node = declaration.cast(RawProtocolDeclSyntax.self)
        lower(
          type: node, .protocol, node.attributes, node.modifiers, node.name, node.inheritanceClause, nil,
          node.genericWhereClause, node.memberBlock)
      case .extensionDecl:
        let node = declaration.cast(RawExtensionDeclSyntax.self)
        lower(extension: node)
      case .functionDecl:
        let node = declaration.cast(RawFunctionDeclSyntax.self)
        lower(function: node)
      case .initializerDecl:
        let node = declaration.cast(RawInitializerDeclSyntax.self)
        lower(initializer: node)
      case .deinitializerDecl:
        let node = declaration.cast(RawDeinitializerDeclSyntax.self)
        lower(deinitializer: node)
      case .subscriptDecl:
        let node = declaration.cast(RawSubscriptDeclSyntax.self)
        lower(subscript: node)
      case .variableDecl:
        let node = declaration.cast(RawVariableDeclSyntax.self)
        lower(variable: node)
      case .typeAliasDecl:
        let node = declaration.cast(RawTypeAliasDeclSyntax.self)
        facts.aliases.append(
          TypeAliasDeclaration(
            name: symbol(node.name), parent: enclosingType, type: lower(type: node.initializer.value),
            access: access(node.modifiers)))
      case .importDecl:
        let node = declaration.cast(RawImportDeclSyntax.self)
        if let module = node.path.elements.first {
          let names = names(of: node.attributes)
          facts.imports.append(
            ImportDeclaration(
              module: symbol(module.name), isTestable: names.contains(Names.testable),
              isExported: names.contains(Names.exported)))
        }
      case .enumCaseDecl:
        let node = declaration.cast(RawEnumCaseDeclSyntax.self)
        lower(cases: node)
      case .ifConfigDecl:
        let config = declaration.cast(RawIfConfigDeclSyntax.self)
        noteDebugClauses(of: config)
        for clause in config.clauses.elements {
          if let members = clause.elements?.as(RawMemberBlockItemListSyntax.self) {
            for member in members.elements { lower(declaration: member.decl) }
          } else if let items = clause.elements?.as(RawCodeBlockItemListSyntax.self) {
            for item in items.elements {
              if let inner = item.item.as(RawDeclSyntax.self) { lower(declaration: inner) }
            }
          }
        }
      default:
        break
      }
    }
  }

  // MARK: Types

  private func lower(
    type node: some RawDeclSyntaxNodeProtocol, _ kind: TypeDeclaration.Kind,
    _ attributes: RawAttributeListSyntax, _ modifiers: RawDeclModifierListSyntax, _ name: RawTokenSyntax,
    _ inheritance: RawInheritanceClauseSyntax?, _ generics: RawGenericParameterClauseSyntax?,
    _ requirements: RawGenericWhereClauseSyntax?, _ members: RawMemberBlockSyntax
  ) {
    let declaration = TypeDeclaration(
      kind: kind, name: symbol(name), extended: nil, parent: enclosingType, inherited: lower(inheritance: inheritance),
      generics: lower(generics: generics, where: requirements), cases: [], attributes: names(of: attributes),
      access: access(modifiers), nameSpan: span(name), span: span(node))
    lower(members: members, of: declaration)
  }

  private func lower(extension node: RawExtensionDeclSyntax) {
    let extended = lower(type: node.extendedType)
    let name: Symbol =
      switch facts.code[extended] {
      case .named(let name, _), .member(_, let name, _): name
      case .array: "Array"
      case .optional: "Optional"
      case .dictionary: "Dictionary"
      default: Names.empty
      }
    let declaration = TypeDeclaration(
      kind: .extension, name: name, extended: extended, parent: enclosingType,
      inherited: lower(inheritance: node.inheritanceClause),
      generics: lower(generics: nil, where: node.genericWhereClause), cases: [],
      attributes: names(of: node.attributes), nameSpan: span(node.extendedType), span: span(node))
    let outer = isInPublicExtension
    isInPublicExtension = Modifiers(node.modifiers).isPublic
    lower(members: node.memberBlock, of: declaration)
    isInPublicExtension = outer
  }

  /// From where what these modifiers stand before can be seen.
  private func access(_ modifiers: RawDeclModifierListSyntax) -> Access {
    if isInBody, enclosingType == nil { return .body }
    let flags = Modifiers(modifiers)
    return flags.isPrivate ? .file : flags.isPublic || flags.isPackage || isInPublicExtension ? .everywhere : .module
  }

  private func lower(members: RawMemberBlockSyntax, of declaration: TypeDeclaration) {
    facts.types.append(declaration)
    let saved = enclosingType
    enclosingType = TypeIndex(index: Int32(facts.types.count - 1))
    for member in members.members.elements { lower(declaration: member.decl) }
    enclosingType = saved
  }

  private func lower(inheritance: RawInheritanceClauseSyntax?) -> [TypeDeclaration.Inheritance] {
    (inheritance?.inheritedTypes.elements ?? []).map { .init(type: lower(type: $0.type), span: span($0.type)) }
  }

  private func lower(cases node: RawEnumCaseDeclSyntax) {
    guard let parent = enclosingType else { return }
    for element in node.elements.elements {
      let payload = (element.parameterClause?.parameters.elements ?? []).map { parameter in
        TypeDeclaration.Payload(
          label: parameter.firstName.flatMap { $0.tokenText == "_" ? nil : symbol($0) },
          name: parameter.secondName.map { symbol($0) },
          type: lower(type: parameter.type))
      }
      facts.types[Int(parent.index)].cases.append(
        .init(name: symbol(element.name), payload: payload, rawValue: rawValue(of: element), span: span(element)))
    }
  }

  private func names(of attributes: RawAttributeListSyntax) -> [Symbol] {
    attributes.elements.compactMap { element in
      guard let attribute = element.as(RawAttributeSyntax.self) else { return nil }
      if let name = attribute.attributeName.as(RawIdentifierTypeSyntax.self) {
        note(argumentsOf: attribute, named: symbol(name.name))
        return symbol(name.name)
      }
      if let name = attribute.attributeName.as(RawMemberTypeSyntax.self) { return symbol(name.name) }
      return nil
    }
  }

  private func isBuilt(_ attributes: RawAttributeListSyntax) -> Bool {
    !attributes.isEmpty && names(of: attributes).contains { KnownAttributes.maySeeReturn($0.text) }
  }

  // MARK: Functions

  func begin(
    _ kind: FunctionDeclaration.Kind, name: Symbol, node: some RawSyntaxNodeProtocol,
    nameNode: some RawSyntaxNodeProtocol,
    attributes: RawAttributeListSyntax? = nil, modifiers: RawDeclModifierListSyntax? = nil
  ) -> FunctionIndex {
    let flags = Modifiers(modifiers)
    facts.functions.append(
      FunctionDeclaration(
        kind: kind, name: name, parent: enclosingType, parameters: [], result: nil, generics: [],
        isStatic: flags.isStatic, isOverride: flags.isOverride, isPrivate: flags.isPrivate,
        isPublic: flags.isPublic || isInPublicExtension, hasBody: false,
        attributes: attributes.map(names(of:)) ?? [], selfLocal: nil, firstExpression: 0, endExpression: 0,
        firstLocal: 0, endLocal: 0, results: PartList(start: 0, count: 0), nameSpan: span(nameNode), span: span(node)))
    return FunctionIndex(index: Int32(facts.functions.count - 1))
  }

  /// Lowers the parameters and the inside of a function whose declaration has begun.
  func body(
    of index: FunctionIndex, parameters clause: RawFunctionParameterClauseSyntax?, implicit: [Symbol] = [],
    hasSelf: Bool, _ lowerBody: () -> Void
  ) {
    let at = Int(index.index)
    let outer = scope
    scope = []
    facts.functions[at].firstExpression = Int32(facts.code.expressions.count)
    facts.functions[at].firstLocal = Int32(facts.code.locals.count)
    let whole = facts.functions[at].nameSpan
    if hasSelf { facts.functions[at].selfLocal = declare(Names.self_, .selfReference, at: whole) }
    var list: [FunctionDeclaration.Parameter] = []
    for (position, parameter) in (clause?.parameters.elements ?? []).enumerated() {
      if isBuilt(parameter.attributes) { facts.built.append(facts.functions[at].name) }
      list.append(lower(parameter: parameter, at: position))
    }
    for (position, name) in implicit.enumerated() {
      let local = declare(name, .parameter(Int32(position)), at: whole)
      list.append(
        .init(
          label: nil, local: local, type: nil, isEscaping: true, closureKind: .perhaps, isAutoclosure: false,
          isVariadic: false, defaultValue: nil))
    }
    facts.functions[at].parameters = list
    results.append([])
    facts.functions[at].firstStatement = Int32(facts.code.statements.count)
    structured(.block, at: facts.functions[at].span) { lowerBody() }
    facts.functions[at].endStatement = Int32(facts.code.statements.count)
    facts.functions[at].results = parts(results.removeLast())
    facts.functions[at].endExpression = Int32(facts.code.expressions.count)
    facts.functions[at].endLocal = Int32(facts.code.locals.count)
    scope = outer
  }

  private func lower(parameter node: RawFunctionParameterSyntax, at position: Int) -> FunctionDeclaration.Parameter {
    var isEscaping = false
    var isAutoclosure = false
    var inner = node.type
    while let attributed = inner.as(RawAttributedTypeSyntax.self) {
      for name in names(of: attributed.attributes) {
        if name == Names.escaping { isEscaping = true }
        if name == Names.autoclosure { isAutoclosure = true }
      }
      inner = attributed.baseType
    }
    let type = lower(type: inner)
    // A closure that is optional, in a tuple or behind an alias escapes; only a bare function type does not.
    let isMarked = isEscaping
    if case .function = facts.code[type] {} else { isEscaping = true }
    let local = declare(
      symbol(node.secondName ?? node.firstName), .parameter(Int32(position)), type: type, at: span(node))
    let defaultValue = node.defaultValue.map { lower($0.value) }
    return .init(
      label: node.firstName.tokenText == "_" ? nil : symbol(node.firstName), local: local, type: type,
      isEscaping: isEscaping, isMarkedEscaping: isMarked, closureKind: isMarked ? .always : closureKind(of: type),
      isAutoclosure: isAutoclosure, isVariadic: node.ellipsis != nil,
      defaultValue: defaultValue, builder: node.attributes.isEmpty ? nil : names(of: node.attributes).first)
  }

  private func closureKind(of type: TypeID) -> FunctionDeclaration.ClosureKind {
    switch facts.code[type] {
    case .function: .always
    case .optional(let wrapped): closureKind(of: wrapped)
    case .named(let name, let arguments): arguments.count > 0 || Self.plainTypes.contains(name) ? .never : .perhaps
    case .member: .perhaps
    default: .never
    }
  }

  private static let plainTypes: Set<Symbol> = [
    "String", "Int", "Int64", "Int32", "UInt", "Double", "Float", "CGFloat", "Bool", "URL", "Data", "Date", "UIColor",
    "UIImage", "UIView", "UIViewController", "TimeInterval", "DispatchQueue", "IndexPath", "CGRect", "CGSize",
    "CGPoint",
    "UIFont", "Any", "AnyObject", "Error", "URLRequest", "NSObject", "Selector", "UIEdgeInsets", "Character", "Locale",
  ]

  /// Lowers the statements of a body; a single expression is its result.
  func lower(statements: RawCodeBlockItemListSyntax, resultful: Bool) {
    guard wantsBodies else { return }
    let items = statements.elements
    let last = lowerInScope(items)
    if resultful, items.count == 1, let last, results[results.count - 1].isEmpty {
      results[results.count - 1].append(last)
    }
  }

  private func lower(function node: RawFunctionDeclSyntax) {
    let index = begin(
      .function, name: symbol(node.name), node: node, nameNode: node.name, attributes: node.attributes,
      modifiers: node.modifiers)
    facts.functions[Int(index.index)].generics = lower(
      generics: node.genericParameterClause, where: node.genericWhereClause)
    let result = node.signature.returnClause.map { lower(type: $0.type) }
    facts.functions[Int(index.index)].result = result
    facts.functions[Int(index.index)].effects = Effects(node.signature.effectSpecifiers)
    facts.functions[Int(index.index)].hasBody = node.body != nil
    if enclosingType.map({ facts[$0].kind == .protocol }) ?? false, isBuilt(node.attributes) {
      facts.built.append(symbol(node.name))
    }
    body(of: index, parameters: node.signature.parameterClause, hasSelf: enclosingType != nil) {
      if let body = node.body { lower(statements: body.statements, resultful: result != nil) }
    }
  }

  private func lower(initializer node: RawInitializerDeclSyntax) {
    let index = begin(
      .initializer, name: Names.init_, node: node, nameNode: node.initKeyword, attributes: node.attributes,
      modifiers: node.modifiers)
    facts.functions[Int(index.index)].effects = Effects(node.signature.effectSpecifiers)
    if node.optionalMark != nil { facts.functions[Int(index.index)].effects.insert(.fails) }
    facts.functions[Int(index.index)].generics = lower(
      generics: node.genericParameterClause, where: node.genericWhereClause)
    facts.functions[Int(index.index)].hasBody = node.body != nil
    body(of: index, parameters: node.signature.parameterClause, hasSelf: true) {
      if let body = node.body { lower(statements: body.statements, resultful: false) }
    }
  }

  private func lower(deinitializer node: RawDeinitializerDeclSyntax) {
    let index = begin(.deinitializer, name: Names.deinit_, node: node, nameNode: node.deinitKeyword)
    facts.functions[Int(index.index)].hasBody = true
    body(of: index, parameters: nil, hasSelf: true) {
      if let body = node.body { lower(statements: body.statements, resultful: false) }
    }
  }

  // MARK: Properties

  private func lower(variable node: RawVariableDeclSyntax) {
    let flags = Modifiers(node.modifiers)
    let isLet = node.bindingSpecifier.tokenText == "let"
    let isRequirement = enclosingType.map { facts[$0].kind == .protocol } ?? false
    let attributes = names(of: node.attributes)
    // `let a, b: Int` gives both the type that follows.
    var type: TypeID?
    var declared: [(RawPatternBindingSyntax, TypeID?)] = []
    for binding in node.bindings.elements.reversed() {
      if let annotation = binding.typeAnnotation { type = lower(type: annotation.type) }
      declared.append((binding, binding.typeAnnotation == nil && binding.initializer != nil ? nil : type))
    }
    for (binding, type) in declared.reversed() {
      guard let name = binding.pattern.as(RawIdentifierPatternSyntax.self) else { continue }
      let at = facts.properties.count
      if isRequirement, isBuilt(node.attributes) { facts.built.append(symbol(name.identifier)) }
      facts.properties.append(
        PropertyDeclaration(
          name: symbol(name.identifier), parent: enclosingType, type: type, initialValue: nil, getter: nil,
          isStored: !isRequirement && !binding.isComputed && !flags.isOverride, isLet: isLet, isLazy: flags.isLazy,
          isStatic: flags.isStatic || enclosingType == nil, isOverride: flags.isOverride, isPrivate: flags.isPrivate,
          isPublic: flags.isPublic, isRequirement: isRequirement, strength: flags.strength, attributes: attributes,
          nameSpan: span(name),
          span: span(node), keywordSpan: span(node.bindingSpecifier)))
      let index = PropertyIndex(index: Int32(at))
      if let initializer = binding.initializer {
        let function = begin(.initialValue(index), name: symbol(name.identifier), node: binding, nameNode: name)
        facts.functions[Int(function.index)].hasBody = true
        facts.functions[Int(function.index)].isStatic = flags.isStatic
        body(of: function, parameters: nil, hasSelf: enclosingType != nil) {
          results[results.count - 1].append(lower(initializer.value))
        }
        facts.properties[at].initialValue = function
      }
      lower(accessors: binding.accessorBlock, of: index, named: name, isStatic: flags.isStatic)
    }
  }

  private func lower(
    accessors block: RawAccessorBlockSyntax?, of property: PropertyIndex, named name: RawIdentifierPatternSyntax,
    isStatic: Bool
  ) {
    let at = Int(property.index)
    func accessor(
      _ kind: FunctionDeclaration.Kind, _ implicit: [Symbol], _ statements: RawCodeBlockItemListSyntax,
      _ node: some RawSyntaxNodeProtocol
    ) {
      let function = begin(kind, name: symbol(name.identifier), node: node, nameNode: name)
      facts.functions[Int(function.index)].hasBody = true
      facts.functions[Int(function.index)].isStatic = isStatic
      if case .getter = kind {
        facts.functions[Int(function.index)].result = facts.properties[at].type
        facts.properties[at].getter = function
      }
      body(of: function, parameters: nil, implicit: implicit, hasSelf: enclosingType != nil) {
        lower(statements: statements, resultful: implicit.isEmpty)
      }
    }
    guard let accessors = block?.accessors else { return }
    if let statements = accessors.as(RawCodeBlockItemListSyntax.self) {
      accessor(.getter(property), [], statements, name)
    }
    for node in accessors.as(RawAccessorDeclListSyntax.self)?.elements ?? [] {
      guard let body = node.body else { continue }
      let given = node.parameters.map { symbol($0.name) }
      switch node.accessorSpecifier.tokenText {
      case "get", "_read": accessor(.getter(property), [], body.statements, node)
      case "set", "init": accessor(.setter(property), [given ?? Names.newValue], body.statements, node)
      // Nothing is handed to it: it lends what others then write to.
      case "_modify": accessor(.setter(property), [], body.statements, node)
      case "willSet": accessor(.observer(property), [given ?? Names.newValue], body.statements, node)
      case "didSet": accessor(.observer(property), [given ?? Names.oldValue], body.statements, node)
      default: break
      }
    }
  }
}

extension RawPatternBindingSyntax {
  /// Whether it stores nothing: it has a getter.
  fileprivate var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard let list = accessors.as(RawAccessorDeclListSyntax.self) else { return true }
    return !list.elements.allSatisfy {
      $0.accessorSpecifier.tokenText == "willSet" || $0.accessorSpecifier.tokenText == "didSet"
    }
  }
}

/// What a declaration's modifiers say.
private struct Modifiers {
  var isStatic = false
  var isOverride = false
  var isLazy = false
  var isPrivate = false
  var isPublic = false
  var isPackage = false
  var strength = Strength.strong

  init(_ list: RawDeclModifierListSyntax?) {
    for modifier in list?.elements ?? [] {
      switch modifier.name.tokenText {
      case "static", "class": isStatic = true
      case "override": isOverride = true
      case "lazy": isLazy = true
      case "private", "fileprivate": if modifier.detail == nil { isPrivate = true }
      case "public", "open": if modifier.detail == nil { isPublic = true }
      case "package": if modifier.detail == nil { isPackage = true }
      case "weak": strength = .weak
      case "unowned": strength = .unowned
      default: break
      }
    }
  }
}

extension Lowering {
  private func note(argumentsOf attribute: RawAttributeSyntax, named name: Symbol) {
    guard let arguments = attribute.arguments else { return }
    facts.attributes.append(
      AttributeArgument(name: name, text: symbol(spelling: arguments), span: span(attribute)))
  }

  /// What stands after the `=` of an enum case, as it is written.
  private func rawValue(of element: RawEnumCaseElementSyntax) -> Symbol? {
    element.rawValue.map { symbol(spelling: $0.value) }
  }
}
