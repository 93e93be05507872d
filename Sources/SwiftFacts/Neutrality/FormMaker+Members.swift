import ReviewModel
import SwiftSyntax

extension FormMaker {
  // MARK: A type's members

  /// The members that have an order, and those that have none.
  func members(_ list: MemberBlockItemListSyntax) -> [Form.ID] {
    var ordered: [Form.ID] = []
    var others: [Form.ID] = []
    for item in list {
      let parts = member(Syntax(item.decl))
      if item.semicolon != nil { note(.redundant, item) }
      if Self.hasOrder(item.decl) { ordered += parts } else { others += parts }
    }
    return [form.add(.list, ordered, bytes: 0..<0), form.add(.set, others, bytes: 0..<0)]
  }

  private func member(_ node: Syntax) -> [Form.ID] {
    let bytes = bytes(of: node)
    guard verbatim > 0 || isForced || facts.hasPositions || isTouched(bytes) else { return [unchanged(bytes)] }
    if let parts = recalled(bytes) { return parts }
    let parts = memberParts(node)
    noteUnit(node, parts)
    return parts
  }

  private func memberParts(_ node: Syntax) -> [Form.ID] {
    guard verbatim == 0 else { return [generic(node)] }
    guard !Self.isUnknown(node) else { return [unknown(node)] }
    if let condition = node.as(IfConfigDeclSyntax.self) {
      let id = generic(node)
      form.identify(id, as: hash("#if", condition.clauses.first.flatMap(\.condition).map { spelling($0) }))
      return [id]
    }
    return unit(hasSelf: true) { declarations(node, isMember: true) }
  }

  /// Whether the place of a member among the others can be seen: in the layout and the initialisation of an object, in
  /// `allCases` and implicit raw values, in the order tests run in.
  private static func hasOrder(_ node: DeclSyntax) -> Bool {
    switch node.as(DeclSyntaxEnum.self) {
    case .enumCaseDecl, .macroExpansionDecl, .missingDecl, .poundSourceLocation, .editorPlaceholderDecl,
      .unexpectedCodeDecl:
      return true
    case .variableDecl(let variable): return isStored(variable) || keepsOrder(variable.attributes)
    case .functionDecl(let function): return keepsOrder(function.attributes)
    case .structDecl(let type): return keepsOrder(type.attributes)
    case .classDecl(let type): return keepsOrder(type.attributes)
    case .enumDecl(let type): return keepsOrder(type.attributes)
    case .ifConfigDecl(let condition):
      return condition.clauses.contains { clause in
        guard case .decls(let list)? = clause.elements else { return clause.elements != nil }
        return list.contains { hasOrder($0.decl) }
      }
    default: return false
    }
  }

  private static func isStored(_ variable: VariableDeclSyntax) -> Bool {
    if variable.modifiers.contains(where: {
      $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class)
    }) {
      return false
    }
    return variable.bindings.contains { binding in
      switch binding.accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let list):
        list.contains {
          $0.accessorSpecifier.tokenKind == .keyword(.willSet) || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
        }
      }
    }
  }

  private static func keepsOrder(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return KnownAttributes.keepsOrder(name(of: attribute))
    }
  }

  // MARK: A file's

  /// What a file declares: in order what runs, or is set up, in order; the rest in any.
  func file(_ items: CodeBlockItemListSyntax) -> [Form.ID] {
    var ordered: [Form.ID] = []
    var others: [Form.ID] = []
    var extensions: [Int: [ExtensionParts]] = [:]
    var imports: Set<Int> = []
    for item in items where item.totalLength.utf8Length > 0 {
      if item.semicolon != nil { note(.redundant, item) }
      guard !item.hasError || item.item.hasError else {
        ordered.append(unknown(item))
        noteUnit(Syntax(item), [ordered[ordered.count - 1]])
        continue
      }
      guard case .decl(let declaration) = item.item else {
        ordered.append(item.hasError ? unknown(item.item) : unit(hasSelf: false) { make(item.item) })
        noteUnit(Syntax(item), [ordered[ordered.count - 1]])
        continue
      }
      let bytes = bytes(of: declaration)
      if let own = declaration.as(ExtensionDeclSyntax.self), facts.hasPositions || isForced || isTouched(bytes),
        !Self.mayBeRead(own.attributes), !Self.isUnknown(own)
      {
        let parts = parts(of: own)
        if parts.isEmpty { note(.redundant, own) }
        extensions[parts.key, default: []].append(parts)
        continue
      }
      if declaration.is(ImportDeclSyntax.self) {
        // A second import of the same brings nothing in.
        let part = topLevel(declaration)
        if !part.contains(where: { imports.insert(form[$0].full).inserted }) {
          note(.redundant, declaration)
        } else {
          others += part
        }
        continue
      }
      let parts = facts.hasPositions || isForced || isTouched(bytes) ? topLevel(declaration) : [unchanged(bytes)]
      if Self.runsInOrder(declaration) || facts.isScript { ordered += parts } else { others += parts }
    }
    for parts in extensions.values.sorted(by: { $0[0].first < $1[0].first }) where !parts.allSatisfy(\.isEmpty) {
      others.append(merged(parts))
    }
    return [form.add(.list, ordered, bytes: 0..<0), form.add(.set, others, bytes: 0..<0)]
  }

  private static func runsInOrder(_ node: DeclSyntax) -> Bool {
    node.is(VariableDeclSyntax.self) || node.is(MacroExpansionDeclSyntax.self) || node.is(IfConfigDeclSyntax.self)
  }

  private func topLevel(_ declaration: DeclSyntax) -> [Form.ID] {
    if let parts = recalled(bytes(of: declaration)) { return parts }
    let parts =
      if Self.isUnknown(declaration) {
        [unknown(declaration)]
      } else if declaration.is(IfConfigDeclSyntax.self) {
        [generic(Syntax(declaration))]
      } else {
        unit(hasSelf: false) { declarations(Syntax(declaration), isMember: true) }
      }
    noteUnit(Syntax(declaration), parts)
    return parts
  }

  /// An extension, taken apart: those of the same type under the same conditions are one.
  private struct ExtensionParts {
    var key: Int
    var header: [Form.ID]
    var inherited: [Form.ID]
    var ordered: [Form.ID]
    var others: [Form.ID]
    var name: String
    var first: UInt32
    /// Whether it adds nothing to its type.
    var isEmpty: Bool { inherited.isEmpty && ordered.isEmpty && others.isEmpty }
  }

  private func parts(of node: ExtensionDeclSyntax) -> ExtensionParts {
    let saved = extensionAccess
    extensionAccess = node.modifiers.first { Self.accessWords.contains($0.name.text) && $0.detail == nil }?.name.text
    // Those of a private extension are seen throughout the file.
    if extensionAccess == "private" { extensionAccess = "fileprivate" }
    if extensionAccess == "internal" { extensionAccess = nil }
    let wasHidden = isHidden
    isHidden = false
    defer {
      extensionAccess = saved
      isHidden = wasHidden
    }
    var header = [
      attributes(node.attributes),
      modifiers(node.modifiers) { Self.accessWords.contains($0.name.text) && $0.detail == nil },
      make(node.extendedType),
    ]
    if let requirements = node.genericWhereClause { header.append(make(requirements)) }
    typeDepth += 1
    let members = members(node.memberBlock.members)
    typeDepth -= 1
    return ExtensionParts(
      key: hash(header.map { form[$0].strict }), header: header,
      inherited: node.inheritanceClause?.inheritedTypes.map { make($0.type) } ?? [],
      ordered: Array(form.children(of: members[0])), others: Array(form.children(of: members[1])),
      name: spelling(node.extendedType), first: bytes(of: node.extensionKeyword).lowerBound)
  }

  private func merged(_ parts: [ExtensionParts]) -> Form.ID {
    let group = made(
      .extensionGroup,
      parts[0].header + [
        form.add(.set, parts.flatMap(\.inherited), bytes: 0..<0),
        form.add(.list, parts.flatMap(\.ordered), bytes: 0..<0),
        form.add(.set, parts.flatMap(\.others), bytes: 0..<0),
      ], bytes: parts[0].first..<parts[0].first + 1)
    form.identify(group, as: hash("extension", parts[0].name))
    return group
  }

  // MARK: Access

  private static let accessWords: Set<String> = ["private", "fileprivate", "internal", "package", "public", "open"]

  /// Modifiers with the access that an extension gives, and without the `internal` that holds anyway.
  func access(_ list: DeclModifierListSyntax, dropping isDropped: (DeclModifierSyntax) -> Bool) -> Form.ID {
    var parts: [Form.ID] = []
    var isExplicit = false
    for modifier in list {
      let isAccess = Self.accessWords.contains(modifier.name.text) && modifier.detail == nil
      if isAccess { isExplicit = true }
      if isDropped(modifier)
        || (isAccess
          && (modifier.name.tokenKind == .keyword(.internal)
            || (isHidden && modifier.name.tokenKind == .keyword(.public))))
      {
        note(.redundant, modifier)
        continue
      }
      if isAccess, modifier.name.tokenKind == .keyword(.fileprivate), isAtTop {
        note(.redundant, modifier)
        parts.append(leaf(.token, "private", bytes: bytes(of: modifier.name)))
      } else if isAccess {
        parts.append(leaf(modifier.name))
      } else {
        parts.append(generic(Syntax(modifier)))
      }
    }
    if !isExplicit, let extensionAccess { parts.append(leaf(.token, extensionAccess, bytes: 0..<0)) }
    return form.add(.set, parts, bytes: 0..<0)
  }

  /// Whether what is being declared stands at the top of the file: there `private` and `fileprivate` are the same.
  private var isAtTop: Bool { typeDepth == 0 && bodyDepth == 0 }
}
