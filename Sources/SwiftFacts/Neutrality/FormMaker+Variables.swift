import ReviewModel
import SwiftSyntax

/// Properties and variables.
extension FormMaker {
  /// A variable declaration: one form a name that it binds.
  func variables(_ node: VariableDeclSyntax, isMember: Bool) -> [Form.ID] {
    let bindings = Array(node.bindings)
    if bindings.count > 1 { note(.spelling, node) }
    // `var a, b: Int` gives both the type of the last.
    var following: TypeAnnotationSyntax?
    let given: [TypeAnnotationSyntax?] = bindings.reversed().map { binding in
      following = binding.typeAnnotation ?? following
      return following
    }.reversed()
    return bindings.indices.flatMap { index -> [Form.ID] in
      let binding = bindings[index]
      if !isMember, let discarded = discarded(binding, node) { return [discarded] }
      let getter: CodeBlockItemListSyntax? =
        if case .getter(let items)? = binding.accessorBlock?.accessors { items } else { nil }
      var parts = front(
        node.attributes, node.modifiers, isOneView: Self.isOneView(getter, binding.typeAnnotation?.type))
      parts.append(leaf(node.bindingSpecifier))
      let annotation = binding.typeAnnotation ?? (binding.initializer == nil ? given[index] : nil)
      let isRepeated =
        annotation.map { type in binding.initializer.map { self.isRepeated(type.type, by: $0.value) } ?? false }
        ?? false
      if isRepeated, let annotation { note(.redundant, annotation) }
      let choice = isMember || bindings.count > 1 ? nil : choice(binding, node)
      let chosen = isMember || bindings.count > 1 || choice != nil ? nil : assignment(of: binding, node)
      var rest =
        (isRepeated ? nil : annotation).map {
          [made(.argument, [isNilToBeginWith($0.type, binding, node) ? made(.raw, [make($0.type)]) : make($0.type)])]
        } ?? []
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
          if !isMember, bindings.count == 1, !scopes.isEmpty,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)
          {
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
      let id = form.add(
        .syntax(.variableDecl), [form.add(.list, parts, bytes: bytes(of: node.bindingSpecifier))] + rest, bytes: 0..<0)
      form.identify(id, as: hash("var", spelling(binding.pattern)))
      guard choice != nil || chosen != nil, let name = binding.pattern.as(IdentifierPatternSyntax.self) else {
        return [id]
      }
      note(.spelling, node)
      let place = reference(word(name.identifier), bytes: bytes(of: name))
      if let chosen { return [id, assignment(of: chosen, to: place)] }
      return [id] + (choice.map { [self.chosen($0, for: Target(place: place, type: annotation?.type))] } ?? [])
    }
  }

  /// The `if` or `switch` that chooses the first value of a local: `let x: T = if …` is `let x: T` and an `if` that
  /// assigns.
  private func choice(_ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> ExprSyntax? {
    guard let value = binding.initializer.map({ Self.choiceAtOnce($0.value) }), !scopes.isEmpty,
      node.attributes.isEmpty, node.modifiers.isEmpty,
      binding.typeAnnotation != nil || (value == binding.initializer?.value && impliedType(of: value) != nil),
      binding.accessorBlock == nil, let name = binding.pattern.as(IdentifierPatternSyntax.self), Self.isChoice(value),
      !value.tokens(viewMode: .sourceAccurate).contains(where: {
        Self.plain($0) == word(name.identifier) && !isMember($0)
      })
    else { return nil }
    return value
  }

  /// Whether `let a: A = A(b: c)` says its type twice, or `let a: A = .init(b: c)` only once.
  ///
  /// With a single argument that has no label the type may choose the initialiser: one that converts, or one that
  /// fails.
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
      guard member.declName.baseName.tokenKind == .keyword(.`init`), member.declName.argumentNames == nil else {
        return false
      }
      guard let base = member.base else { return true }
      called = base
    }
    guard let reference = called.as(DeclReferenceExprSyntax.self), reference.argumentNames == nil,
      reference.moduleSelector == nil
    else { return false }
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
  private func isNilToBeginWith(_ type: TypeSyntax, _ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> Bool
  {
    guard type.is(OptionalTypeSyntax.self), node.bindingSpecifier.tokenKind == .keyword(.var) else { return false }
    switch binding.accessorBlock?.accessors {
    case .getter: return false
    case .accessors(let list) where list.contains(where: { $0.accessorSpecifier.tokenKind == .keyword(.get) }):
      return false
    default: return binding.initializer == nil || isNilAnyway(binding, node)
    }
  }

  /// Whether a value lies behind a property, be it watched.
  private func isStored(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let list):
      list.allSatisfy {
        $0.accessorSpecifier.tokenKind == .keyword(.didSet) || $0.accessorSpecifier.tokenKind == .keyword(.willSet)
      }
    }
  }

  /// `var x: T?` is nil to begin with.
  private func isNilAnyway(_ binding: PatternBindingSyntax, _ node: VariableDeclSyntax) -> Bool {
    node.bindingSpecifier.tokenKind == .keyword(.var) && node.attributes.isEmpty && isStored(binding)
      && binding.initializer?.value.is(NilLiteralExprSyntax.self) == true
      && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
      && !node.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
  }

  func isMember(_ token: TokenSyntax) -> Bool {
    token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
  }
}
