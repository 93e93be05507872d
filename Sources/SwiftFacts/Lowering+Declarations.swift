import SwiftSyntax

extension Lowering {
  func lower(file: SourceFileSyntax) {
    var statements: [CodeBlockItemSyntax] = []
    for item in file.statements { lower(topLevel: item, into: &statements) }
    if !statements.isEmpty { lower(topLevelStatements: statements, in: file) }
  }

  private func lower(topLevel item: CodeBlockItemSyntax, into statements: inout [CodeBlockItemSyntax]) {
    guard case .decl(let declaration) = item.item else {
      statements.append(item)
      return
    }
    if let config = declaration.as(IfConfigDeclSyntax.self) {
      for clause in config.clauses {
        if case .statements(let inner)? = clause.elements {
          for item in inner { lower(topLevel: item, into: &statements) }
        }
      }
    } else {
      lower(declaration: declaration)
    }
  }

  private func lower(topLevelStatements items: [CodeBlockItemSyntax], in file: SourceFileSyntax) {
    let function = begin(.topLevel, name: "main", node: file, nameNode: file)
    body(of: function, parameters: nil, hasSelf: false) {
      lowerInScope(items)
    }
  }

  /// Lowers a declaration as if nothing around it had local names, which is how a type inside a body behaves.
  func lowerOutsideBodies(_ body: () -> Void) {
    let saved = (scope, results, enclosingType, isInBody)
    (scope, results, enclosingType, isInBody) = ([], [], nil, true)
    body()
    (scope, results, enclosingType, isInBody) = saved
  }

  func lower(declaration: DeclSyntax) {
    deeper(()) {
      switch declaration.as(DeclSyntaxEnum.self) {
      case .classDecl(let node):
        lower(
          type: node, .class, node.name, node.inheritanceClause, node.genericParameterClause, node.genericWhereClause,
          node.memberBlock)
      case .structDecl(let node):
        lower(
          type: node, .struct, node.name, node.inheritanceClause, node.genericParameterClause, node.genericWhereClause,
          node.memberBlock)
      case .enumDecl(let node):
        lower(
          type: node, .enum, node.name, node.inheritanceClause, node.genericParameterClause, node.genericWhereClause,
          node.memberBlock)
      case .actorDecl(let node):
        lower(
          type: node, .actor, node.name, node.inheritanceClause, node.genericParameterClause, node.genericWhereClause,
          node.memberBlock)
      case .protocolDecl(let node):
        lower(type: node, .protocol, node.name, node.inheritanceClause, nil, node.genericWhereClause, node.memberBlock)
      case .extensionDecl(let node): lower(extension: node)
      case .functionDecl(let node): lower(function: node)
      case .initializerDecl(let node): lower(initializer: node)
      case .deinitializerDecl(let node): lower(deinitializer: node)
      case .subscriptDecl(let node): lower(subscript: node)
      case .variableDecl(let node): lower(variable: node)
      case .typeAliasDecl(let node):
        facts.aliases.append(
          TypeAliasDeclaration(
            name: symbol(node.name), parent: enclosingType, type: lower(type: node.initializer.value),
            access: access(node.modifiers)))
      case .importDecl(let node):
        if let module = node.path.first {
          let names = Set(names(of: node.attributes).map(\.text))
          facts.imports.append(
            ImportDeclaration(
              module: symbol(module.name), isTestable: names.contains("testable"),
              isExported: names.contains("_exported")))
        }
      case .enumCaseDecl(let node): lower(cases: node)
      case .ifConfigDecl(let config):
        for clause in config.clauses {
          switch clause.elements {
          case .decls(let members)?: for member in members { lower(declaration: member.decl) }
          case .statements(let items)?:
            for item in items { if case .decl(let inner) = item.item { lower(declaration: inner) } }
          default: break
          }
        }
      default:
        break
      }
    }
  }

  // MARK: Types

  private func lower(
    type node: some DeclGroupSyntax & WithAttributesSyntax & WithModifiersSyntax, _ kind: TypeDeclaration.Kind,
    _ name: TokenSyntax, _ inheritance: InheritanceClauseSyntax?, _ generics: GenericParameterClauseSyntax?,
    _ requirements: GenericWhereClauseSyntax?, _ members: MemberBlockSyntax
  ) {
    let declaration = TypeDeclaration(
      kind: kind, name: symbol(name), extended: nil, parent: enclosingType, inherited: lower(inheritance: inheritance),
      generics: lower(generics: generics, where: requirements), cases: [], attributes: names(of: node.attributes),
      access: access(node.modifiers), nameSpan: span(name), span: span(node))
    lower(members: members, of: declaration)
  }

  private func lower(extension node: ExtensionDeclSyntax) {
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
  private func access(_ modifiers: DeclModifierListSyntax) -> Access {
    if isInBody, enclosingType == nil { return .body }
    let flags = Modifiers(modifiers)
    return flags.isPrivate ? .file : flags.isPublic || flags.isPackage || isInPublicExtension ? .everywhere : .module
  }

  private func lower(members: MemberBlockSyntax, of declaration: TypeDeclaration) {
    facts.types.append(declaration)
    let saved = enclosingType
    enclosingType = TypeIndex(index: Int32(facts.types.count - 1))
    for member in members.members { lower(declaration: member.decl) }
    enclosingType = saved
  }

  private func lower(inheritance: InheritanceClauseSyntax?) -> [TypeDeclaration.Inheritance] {
    (inheritance?.inheritedTypes ?? []).map { .init(type: lower(type: $0.type), span: span($0.type)) }
  }

  private func lower(cases node: EnumCaseDeclSyntax) {
    guard let parent = enclosingType else { return }
    for element in node.elements {
      let payload = (element.parameterClause?.parameters ?? []).map { parameter in
        TypeDeclaration.Payload(
          label: parameter.firstName.flatMap { $0.text == "_" ? nil : symbol($0) },
          name: parameter.secondName.map { symbol($0) },
          type: lower(type: parameter.type))
      }
      facts.types[Int(parent.index)].cases.append(
        .init(name: symbol(element.name), payload: payload, rawValue: rawValue(of: element), span: span(element)))
    }
  }

  private func names(of attributes: AttributeListSyntax) -> [Symbol] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      if let name = attribute.attributeName.as(IdentifierTypeSyntax.self) {
        note(argumentsOf: attribute, named: symbol(name.name))
        return symbol(name.name)
      }
      if let name = attribute.attributeName.as(MemberTypeSyntax.self) { return symbol(name.name) }
      return nil
    }
  }

  private func isBuilt(_ attributes: AttributeListSyntax) -> Bool {
    !attributes.isEmpty && names(of: attributes).contains { KnownAttributes.maySeeReturn($0.text) }
  }

  // MARK: Functions

  private func begin(
    _ kind: FunctionDeclaration.Kind, name: Symbol, node: some SyntaxProtocol, nameNode: some SyntaxProtocol,
    attributes: AttributeListSyntax? = nil, modifiers: DeclModifierListSyntax? = nil
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
  private func body(
    of index: FunctionIndex, parameters clause: FunctionParameterClauseSyntax?, implicit: [Symbol] = [],
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
    for (position, parameter) in (clause?.parameters ?? []).enumerated() {
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

  private func lower(parameter node: FunctionParameterSyntax, at position: Int) -> FunctionDeclaration.Parameter {
    var isEscaping = false
    var isAutoclosure = false
    var inner = node.type
    while let attributed = inner.as(AttributedTypeSyntax.self) {
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
      label: node.firstName.text == "_" ? nil : symbol(node.firstName), local: local, type: type,
      isEscaping: isEscaping, isMarkedEscaping: isMarked, closureKind: closureKind(of: type),
      isAutoclosure: isAutoclosure, isVariadic: node.ellipsis != nil,
      defaultValue: defaultValue)
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
  private func lower(statements: CodeBlockItemListSyntax, resultful: Bool) {
    guard wantsBodies else { return }
    let last = lowerInScope(statements)
    if resultful, statements.count == 1, let last, results[results.count - 1].isEmpty {
      results[results.count - 1].append(last)
    }
  }

  private func lower(function node: FunctionDeclSyntax) {
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

  private func lower(initializer node: InitializerDeclSyntax) {
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

  private func lower(deinitializer node: DeinitializerDeclSyntax) {
    let index = begin(.deinitializer, name: Names.deinit_, node: node, nameNode: node.deinitKeyword)
    facts.functions[Int(index.index)].hasBody = true
    body(of: index, parameters: nil, hasSelf: true) {
      if let body = node.body { lower(statements: body.statements, resultful: false) }
    }
  }

  private func lower(subscript node: SubscriptDeclSyntax) {
    let index = begin(
      .subscript, name: Names.subscript_, node: node, nameNode: node.subscriptKeyword, attributes: node.attributes,
      modifiers: node.modifiers)
    facts.functions[Int(index.index)].result = lower(type: node.returnClause.type)
    facts.functions[Int(index.index)].hasBody = node.accessorBlock != nil
    body(of: index, parameters: node.parameterClause, hasSelf: true) {
      switch node.accessorBlock?.accessors {
      case .getter(let statements)?: lower(statements: statements, resultful: true)
      case .accessors(let list)?:
        for accessor in list {
          guard let body = accessor.body else { continue }
          lower(statements: body.statements, resultful: accessor.accessorSpecifier.text == "get")
        }
      case nil: break
      }
    }
  }

  // MARK: Properties

  private func lower(variable node: VariableDeclSyntax) {
    let flags = Modifiers(node.modifiers)
    let isLet = node.bindingSpecifier.text == "let"
    let isRequirement = enclosingType.map { facts[$0].kind == .protocol } ?? false
    let attributes = names(of: node.attributes)
    // `let a, b: Int` gives both the type that follows.
    var type: TypeID?
    var declared: [(PatternBindingSyntax, TypeID?)] = []
    for binding in node.bindings.reversed() {
      if let annotation = binding.typeAnnotation { type = lower(type: annotation.type) }
      declared.append((binding, binding.typeAnnotation == nil && binding.initializer != nil ? nil : type))
    }
    for (binding, type) in declared.reversed() {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      let at = facts.properties.count
      if isRequirement, isBuilt(node.attributes) { facts.built.append(symbol(name.identifier)) }
      facts.properties.append(
        PropertyDeclaration(
          name: symbol(name.identifier), parent: enclosingType, type: type, initialValue: nil, getter: nil,
          isStored: !isRequirement && !binding.isComputed, isLet: isLet, isLazy: flags.isLazy,
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
    accessors block: AccessorBlockSyntax?, of property: PropertyIndex, named name: IdentifierPatternSyntax,
    isStatic: Bool
  ) {
    let at = Int(property.index)
    func accessor(
      _ kind: FunctionDeclaration.Kind, _ implicit: [Symbol], _ statements: CodeBlockItemListSyntax,
      _ node: some SyntaxProtocol
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
    switch block?.accessors {
    case .getter(let statements)?:
      accessor(.getter(property), [], statements, name)
    case .accessors(let list)?:
      for node in list {
        guard let body = node.body else { continue }
        let given = node.parameters.map { symbol($0.name) }
        switch node.accessorSpecifier.text {
        case "get", "_read": accessor(.getter(property), [], body.statements, node)
        case "set", "init": accessor(.setter(property), [given ?? Names.newValue], body.statements, node)
        // Nothing is handed to it: it lends what others then write to.
        case "_modify": accessor(.setter(property), [], body.statements, node)
        case "willSet": accessor(.observer(property), [given ?? Names.newValue], body.statements, node)
        case "didSet": accessor(.observer(property), [given ?? Names.oldValue], body.statements, node)
        default: break
        }
      }
    case nil:
      break
    }
  }
}

extension PatternBindingSyntax {
  /// Whether it stores nothing: it has a getter.
  fileprivate var isComputed: Bool {
    switch accessorBlock?.accessors {
    case .getter?: true
    case .accessors(let list)?:
      !list.allSatisfy { $0.accessorSpecifier.text == "willSet" || $0.accessorSpecifier.text == "didSet" }
    case nil: false
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

  init(_ list: DeclModifierListSyntax?) {
    for modifier in list ?? [] {
      switch modifier.name.text {
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
  private func note(argumentsOf attribute: AttributeSyntax, named name: Symbol) {
    guard let arguments = attribute.arguments else { return }
    facts.attributes.append(
      AttributeArgument(name: name, text: symbol(arguments.trimmedDescription), span: span(attribute)))
  }

  /// What stands after the `=` of an enum case, as it is written.
  private func rawValue(of element: EnumCaseElementSyntax) -> Symbol? {
    element.rawValue.map { symbol($0.value.trimmedDescription) }
  }
}
