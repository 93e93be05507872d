import ReviewModel
import SwiftSyntax

extension FormMaker {
  func call(_ node: FunctionCallExprSyntax) -> Form.ID {
    let saved = mayBeBuilder
    defer { mayBeBuilder = saved }
    if let value = Self.valueAtOnce(node) {
      note(.redundant, node)
      return make(value)
    }
    if implied == nil, isVoid(node) {
      note(.redundant, node)
      return made(.tuple, [], bytes: bytes(of: node))
    }
    let callee = implied.map { leaf(.made(.name), $0, bytes: bytes(of: node.calledExpression)) } ?? callee(node)
    implied = nil
    var parts = [callee]
    let name = Self.baseName(of: node.calledExpression)
    mayBeBuilder = Self.mayTakeBuilder(name) || name.map { facts.built.contains($0) } ?? false
    let takesKeyPath = name.map { Self.keyPathTakers.contains($0) } ?? false
    parts += node.arguments.map { argument in
      guard takesKeyPath, let path = keyPath(argument.expression) else { return make(argument) }
      return argument.label.map { made(.argument, [leaf($0), path]) } ?? path
    }
    if let closure = node.trailingClosure {
      if let label = name.flatMap({ Self.trailingLabel($0, node.arguments) }), node.additionalTrailingClosures.isEmpty {
        note(.spelling, closure)
        let value = takesKeyPath ? keyPath(ExprSyntax(closure)) ?? make(closure) : make(closure)
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

  /// Whether it is `Void()`.
  private func isVoid(_ node: FunctionCallExprSyntax) -> Bool {
    guard node.arguments.isEmpty, node.trailingClosure == nil,
      let name = node.calledExpression.as(DeclReferenceExprSyntax.self)
    else { return false }
    return name.baseName.text == "Void" && name.moduleSelector == nil && !facts.declares.contains("Void")
      && lookUp("Void") == nil
  }

  /// What a closure that only says it, and is called where it stands, answers: `x` of `{ x }()`.
  static func calledAtOnce(_ node: ExprSyntax) -> ExprSyntax {
    node.as(FunctionCallExprSyntax.self).flatMap(valueAtOnce) ?? node
  }

  private static func valueAtOnce(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
    guard let closure = node.calledExpression.as(ClosureExprSyntax.self), closure.signature == nil,
      node.arguments.isEmpty,
      node.trailingClosure == nil, closure.statements.count == 1
    else { return nil }
    switch closure.statements.first?.item {
    case .expr(let value):
      return value.is(FunctionCallExprSyntax.self) || value.is(MemberAccessExprSyntax.self) ? value : nil
    case .stmt(let statement):
      let value = statement.as(ReturnStmtSyntax.self)?.expression
      return value.flatMap { $0.is(FunctionCallExprSyntax.self) || $0.is(MemberAccessExprSyntax.self) ? $0 : nil }
    default: return nil
    }
  }

  private func callee(_ node: FunctionCallExprSyntax) -> Form.ID {
    let called = node.calledExpression
    if let member = called.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.tokenKind == .keyword(.`init`),
      member.declName.argumentNames == nil, Self.isTypeName(base), !Self.isLiteralConversion(node)
    {
      note(.redundant, member)
      return typeAsCallee(base) ?? make(base)
    }
    if let tuple = called.as(TupleExprSyntax.self), Self.isParenthesis(tuple) {
      return made(.tuple, tuple.elements.map { make($0) })
    }
    return typeAsCallee(called) ?? make(called)
  }

  /// `[T]()` and `Array<T>()` alike, and `[K: V]()` and `Dictionary<K, V>()`.
  private func typeAsCallee(_ node: ExprSyntax) -> Form.ID? {
    if let array = node.as(ArrayExprSyntax.self), array.elements.count == 1,
      let element = array.elements.first?.expression,
      let reference = element.as(DeclReferenceExprSyntax.self), Self.isTypeName(element)
    {
      return made(.array, [typeLeaf(word(reference.baseName), bytes(of: reference))])
    }
    if let dictionary = node.as(DictionaryExprSyntax.self), case .elements(let list) = dictionary.content,
      list.count == 1, let pair = list.first,
      let key = pair.key.as(DeclReferenceExprSyntax.self), let value = pair.value.as(DeclReferenceExprSyntax.self),
      Self.isTypeName(pair.key), Self.isTypeName(pair.value)
    {
      return made(
        .dictionary, [typeLeaf(word(key.baseName), bytes(of: key)), typeLeaf(word(value.baseName), bytes(of: value))])
    }
    guard let special = node.as(GenericSpecializationExprSyntax.self),
      let name = special.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      !facts.declares.contains(name)
    else { return nil }
    let arguments = special.genericArgumentClause.arguments
    switch (name, arguments.count) {
    case ("Array", 1), ("Dictionary", 2):
      note(.redundant, node)
      return made(name == "Array" ? .array : .dictionary, arguments.map { make($0) })
    default: return nil
    }
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
      } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let inner = tuple.elements.first?.expression
      {
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

  /// The label of the closure that a function of a library takes last; empty where it has none, nil where nothing is
  /// known.
  private static func trailingLabel(_ name: String, _ arguments: LabeledExprListSyntax) -> String? {
    if animators.contains(name) {
      return arguments.contains { $0.label?.text == "animations" } ? "completion" : "animations"
    }
    return trailingLabels[name]
  }

  private static let animators: Set<String> = ["animate", "transition", "animateKeyframes"]

  private static let trailingLabels: [String: String] = [
    // The standard library's.
    "map": "", "compactMap": "", "flatMap": "", "filter": "", "forEach": "", "mapValues": "", "compactMapValues": "",
    "reduce": "",
    "allSatisfy": "", "first": "where", "last": "where", "firstIndex": "where", "lastIndex": "where",
    "contains": "where",
    "removeAll": "where", "sorted": "by", "sort": "by", "max": "by", "min": "by", "partition": "by", "drop": "while",
    "prefix": "while",
    // Dispatch's, by its names of today and those of C.
    "async": "execute", "asyncAfter": "execute", "sync": "execute", "withLock": "", "dispatch_async": "",
    "dispatch_sync": "",
    "dispatch_after": "", "dispatch_once": "", "dispatch_apply": "", "dispatch_barrier_async": "",
    "dispatch_barrier_sync": "",
    "dispatch_group_async": "", "dispatch_group_notify": "",
    // UIKit's and Foundation's.
    "present": "completion", "dismiss": "completion", "UIAlertAction": "handler", "dataTask": "completionHandler",
    "downloadTask": "completionHandler", "uploadTask": "completionHandler", "scheduledTimer": "block",
    "addObserver": "using",
    "presentViewController": "completion", "dismissViewControllerAnimated": "completion",
  ]

  /// Whether a closure given to a function of this name may be read by a result builder, to which `return x` and `x`
  /// are not the same.
  ///
  /// Functions that take one are types' initialisers, by what they are for: `VStack {…}`, `Regex {…}`.
  private static func mayTakeBuilder(_ name: String?) -> Bool {
    guard let first = name?.first else { return false }
    return first.isUppercase && !takesNoBuilder.contains(name ?? "")
  }

  private static let takesNoBuilder: Set<String> = [
    "Task", "Future", "Deferred", "Thread", "Timer", "AnyPublisher", "AsyncStream", "AsyncThrowingStream", "UIAction",
    "UIAlertAction",
    "Dictionary", "Array", "Set", "Effect", "DispatchWorkItem", "BlockOperation", "Binding", "AnyCancellable",
  ]

  // MARK: Closures

  func closure(_ node: ClosureExprSyntax) -> Form.ID { unmarked { ownClosure(node) } }

  private func ownClosure(_ node: ClosureExprSyntax) -> Form.ID {
    let returnsValue = !mayBeBuilder
    let saved = (mayBeBuilder, binding, initialized, answer)
    (mayBeBuilder, binding, initialized, answer) = (false, nil, nil, nil)
    defer { (mayBeBuilder, binding, initialized, answer) = saved }
    return scoped {
      var parts: [Form.ID] = []
      var parameters: [ParameterParts]?
      if let signature = node.signature {
        if !signature.attributes.isEmpty { parts.append(make(signature.attributes)) }
        if let capture = signature.capture { parts.append(captures(capture)) }
        parameters = self.parameters(of: signature)
        if let effects = signature.effectSpecifiers { parts.append(make(effects)) }
        if let result = signature.returnClause {
          parts.append(made(.argument, [leaf(result.arrow), make(result.type)]))
        }
      }
      parts.append(block(node.statements, returnsValue: returnsValue))
      if let parameters { parts.append(made(.closureParameters, parameters.map { made($0) })) }
      return form.add(.syntax(.closureExpr), parts, bytes: bytes(of: node.leftBrace))
    }
  }

  private func captures(_ node: ClosureCaptureClauseSyntax) -> Form.ID {
    // What is captured is read outside of the closure.
    let values = node.items.map { item in
      item.initializer.map { make($0.value) } ?? reference(word(item.name), bytes: bytes(of: item.name))
    }
    let captures = zip(node.items, values).map { item, value in
      let specifier = item.specifier.map { [make($0)] } ?? []
      let isSelf = word(item.name) == "self" || item.name.text == "`self`"
      if isSelf {
        if let other = item.initializer?.value, !self.isSelf(other) {
          _ = declare("self", isRenamable: false, bytes: 0..<0)
        }
        return made(.capture, specifier + [leaf(.token, "self", bytes: bytes(of: item.name)), value])
      }
      return made(.capture, specifier + [declare(item.name), value])
    }
    return form.add(.list, captures, bytes: bytes(of: node.leftSquare))
  }

  private func parameters(of node: ClosureSignatureSyntax) -> [ParameterParts]? {
    switch node.parameterClause {
    case .simpleInput(let names): names.map { parameter($0.name, [], isRenamable: true) }
    case .parameterClause(let clause):
      clause.parameters.map { node in
        var own: [Form.ID] =
          node.attributes.isEmpty && node.modifiers.isEmpty ? [] : [make(node.attributes), make(node.modifiers)]
        if let type = node.type { own.append(make(type)) }
        if let ellipsis = node.ellipsis { own.append(leaf(ellipsis)) }
        return parameter(node.secondName ?? node.firstName, own, isRenamable: node.attributes.isEmpty)
      }
    case nil: nil
    }
  }
}
