import ReviewModel
import SwiftSyntax

extension FormMaker {
  func call(_ node: FunctionCallExprSyntax) -> Form.ID {
    let saved = mayBeBuilder
    defer { mayBeBuilder = saved }
    let callee = callee(node)
    var parts = [callee]
    let name = Self.baseName(of: node.calledExpression)
    mayBeBuilder = Self.mayTakeBuilder(name)
    parts += node.arguments.map { make($0) }
    if let closure = node.trailingClosure {
      if let label = name.flatMap({ Self.trailingLabels[$0] }), node.additionalTrailingClosures.isEmpty {
        note(.spelling, closure)
        let value = make(closure)
        parts.append(label.isEmpty ? value : made(.argument, [leaf(.token, label, bytes: 0..<0), value]))
      } else {
        parts.append(made(.argument, [leaf(.made(.raw), "trailing", bytes: 0..<0), make(closure)]))
      }
      if node.leftParen != nil, node.arguments.isEmpty { note(.redundant, node) }
    }
    for other in node.additionalTrailingClosures {
      parts.append(made(.argument, [leaf(other.label), make(other.closure)]))
    }
    return made(.call, parts)
  }

  private func callee(_ node: FunctionCallExprSyntax) -> Form.ID {
    let called = node.calledExpression
    if let member = called.as(MemberAccessExprSyntax.self), let base = member.base, member.declName.baseName.tokenKind == .keyword(.`init`),
      member.declName.argumentNames == nil, Self.isTypeName(base), !Self.isLiteralConversion(node)
    {
      note(.redundant, member)
      return typeAsCallee(base) ?? make(base)
    }
    if let tuple = called.as(TupleExprSyntax.self), Self.isParenthesis(tuple) { return made(.tuple, tuple.elements.map { make($0) }) }
    return typeAsCallee(called) ?? make(called)
  }

  /// `[T]()` and `Array<T>()` alike.
  private func typeAsCallee(_ node: ExprSyntax) -> Form.ID? {
    if let array = node.as(ArrayExprSyntax.self), array.elements.count == 1, let element = array.elements.first?.expression,
      let reference = element.as(DeclReferenceExprSyntax.self), Self.isTypeName(element)
    {
      return made(.array, [typeLeaf(Self.plain(reference.baseName), bytes(of: reference))])
    }
    if let special = node.as(GenericSpecializationExprSyntax.self), let name = special.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      special.genericArgumentClause.arguments.count == 1, name == "Array", !facts.declares.contains(name),
      let argument = special.genericArgumentClause.arguments.first
    {
      note(.redundant, node)
      return made(.array, [make(argument)])
    }
    return nil
  }

  /// Whether a name is one of a type, as names of types are spelled.
  static func isTypeName(_ node: ExprSyntax) -> Bool {
    if let reference = node.as(DeclReferenceExprSyntax.self) {
      return reference.argumentNames == nil && reference.baseName.text.first?.isUppercase == true
    }
    if let member = node.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text.first?.isUppercase == true && (member.base.map { isTypeName($0) } ?? false)
    }
    if let special = node.as(GenericSpecializationExprSyntax.self) { return isTypeName(special.expression) }
    return false
  }

  /// `UInt8(1)` reads the literal as the type; `UInt8.init(1)` converts an `Int`.
  private static func isLiteralConversion(_ node: FunctionCallExprSyntax) -> Bool {
    guard node.arguments.count == 1, let only = node.arguments.first, only.label == nil else { return false }
    var expression = only.expression
    while true {
      if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
        expression = prefix.expression
      } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let inner = tuple.elements.first?.expression {
        expression = inner
      } else {
        return isLiteral(expression)
      }
    }
  }

  static func baseName(of callee: ExprSyntax) -> String? {
    if let reference = callee.as(DeclReferenceExprSyntax.self) { return plain(reference.baseName) }
    if let member = callee.as(MemberAccessExprSyntax.self) { return plain(member.declName.baseName) }
    if let special = callee.as(GenericSpecializationExprSyntax.self) { return baseName(of: special.expression) }
    return nil
  }

  /// The label of the closure that the standard library's functions take last; empty where it has none.
  private static let trailingLabels: [String: String] = [
    "map": "", "compactMap": "", "flatMap": "", "filter": "", "forEach": "", "mapValues": "", "compactMapValues": "",
    "allSatisfy": "", "first": "where", "firstIndex": "where", "lastIndex": "where", "contains": "where", "removeAll": "where",
    "sorted": "by", "sort": "by",
  ]

  /// Whether a closure given to a function of this name may be read by a result builder, to which `return x` and `x` are
  /// not the same.
  ///
  /// Functions that take one are types' initialisers, by what they are for: `VStack {…}`, `Regex {…}`.
  private static func mayTakeBuilder(_ name: String?) -> Bool {
    guard let first = name?.first else { return false }
    return first.isUppercase && !takesNoBuilder.contains(name ?? "")
  }

  private static let takesNoBuilder: Set<String> = [
    "Task", "Future", "Deferred", "Thread", "Timer", "AnyPublisher", "AsyncStream", "AsyncThrowingStream", "UIAction", "UIAlertAction",
    "Dictionary", "Array", "Set", "Effect", "DispatchWorkItem", "BlockOperation", "Binding", "AnyCancellable",
  ]

  // MARK: Closures

  func closure(_ node: ClosureExprSyntax) -> Form.ID {
    let returnsValue = !mayBeBuilder
    let saved = (mayBeBuilder, binding)
    (mayBeBuilder, binding) = (false, nil)
    defer { (mayBeBuilder, binding) = saved }
    return scoped {
      var parts: [Form.ID] = []
      if let signature = node.signature { parts += closureSignature(signature) }
      parts.append(block(node.statements, returnsValue: returnsValue))
      return form.add(.syntax(.closureExpr), parts, bytes: bytes(of: node.leftBrace))
    }
  }

  private func closureSignature(_ node: ClosureSignatureSyntax) -> [Form.ID] {
    var parts: [Form.ID] = node.attributes.isEmpty ? [] : [make(node.attributes)]
    if let capture = node.capture {
      // What is captured is read outside of the closure.
      let values = capture.items.map { item in
        item.initializer.map { make($0.value) } ?? reference(Self.plain(item.name), bytes: bytes(of: item.name))
      }
      let captures = zip(capture.items, values).map { item, value in
        let specifier = item.specifier.map { [make($0)] } ?? []
        let isSelf = Self.plain(item.name) == "self" || item.name.text == "`self`"
        if isSelf {
          if let other = item.initializer?.value, !self.isSelf(other) { _ = declare("self", isRenamable: false, bytes: 0..<0) }
          return made(.capture, specifier + [leaf(.token, "self", bytes: bytes(of: item.name)), value])
        }
        return made(.capture, specifier + [declare(item.name), value])
      }
      parts.append(form.add(.list, captures, bytes: bytes(of: capture.leftSquare)))
    }
    switch node.parameterClause {
    case .simpleInput(let names): parts.append(made(.closureParameters, names.map { made(.parameter, [declare($0.name)]) }))
    case .parameterClause(let clause):
      let parameters = clause.parameters.map { parameter in
        var own: [Form.ID] = parameter.attributes.isEmpty && parameter.modifiers.isEmpty ? [] : [make(parameter.attributes), make(parameter.modifiers)]
        let type = parameter.type.map { [make($0)] } ?? []
        own.append(declare(parameter.secondName ?? parameter.firstName, isRenamable: parameter.attributes.isEmpty))
        return made(.parameter, own + type + (parameter.ellipsis.map { [leaf($0)] } ?? []))
      }
      parts.append(made(.closureParameters, parameters))
    case nil: break
    }
    if let effects = node.effectSpecifiers { parts.append(make(effects)) }
    if let result = node.returnClause { parts.append(made(.argument, [leaf(result.arrow), make(result.type)])) }
    return parts
  }
}
