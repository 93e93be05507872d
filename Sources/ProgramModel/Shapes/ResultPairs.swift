public import SwiftFacts

/// A parameter whose closure is told how something ended by two optionals: `(Receipt?, Error?) -> Void`.
public struct ResultPair: Hashable, Sendable {
  public var function: FunctionID
  /// The parameter's name inside the function.
  public var parameter: Symbol
  /// Where the parameter is named.
  public var span: SourceSpan
  /// The first of the two, without its `?`.
  public var value: String
  /// The second, without its `?`.
  public var error: String
}

extension Program {
  /// The pairs that the program's own functions take, in the order of files.
  ///
  /// What is private is left out, for its few callers are at hand, unless it is what gives one or the other itself; and
  /// so is what others decide the signature of: overrides, what Objective-C calls, what a protocol
  /// of the program requires (the requirement stands for it), what a delegate or data source of a library
  /// does, and handlers named as the system names its own in types that follow the system.
  public var resultPairs: [ResultPair] {
    var result: [ResultPair] = []
    // A name for the pair is told where it is used first.
    var seen: Set<AliasReference> = []
    for id in allFunctions {
      let declaration = declaration(of: id)
      guard declaration.kind == .function || declaration.kind == .initializer, !declaration.isOverride,
        !declaration.attributes.contains(where: { knowledge[.seenByObjectiveC].contains($0) })
      else { continue }
      let file = file(of: id)
      let code = self[file].facts.code
      for parameter in declaration.parameters {
        // Who decides the signature is asked of few functions: it looks through all that a type is made of.
        guard let type = parameter.type, let pair = pair(in: type, file, owner(of: id)), !isVisibleToObjectiveC(id),
          !isDecidedElsewhere(id), !declaration.isPrivate || givesOneOrOther(declaration, parameter.local, code),
          !(isSystemName(parameter.label ?? code[parameter.local].name) && followsTheSystem(id)),
          !onlyHandsOn(declaration, parameter.local, code)
        else { continue }
        if let alias = pair.alias, !seen.insert(alias).inserted { continue }
        result.append(
          ResultPair(
            function: id, parameter: code[parameter.local].name,
            span: SourceSpan(file: file, bytes: code[parameter.local].span), value: pair.value, error: pair.error))
      }
    }
    return result
  }

  private func pair(
    in type: TypeID, _ file: FileID, _ context: NominalID?
  ) -> (value: String, error: String, alias: AliasReference?)? {
    let code = self[file].facts.code
    switch code[type] {
    case .optional(let wrapped): return pair(in: wrapped, file, context)
    case .named(let name, _):
      guard let alias = alias(named: name, in: file, context: context),
        case .function = self[alias.file].facts.code[alias.type],
        let found = pair(in: alias.type, alias.file, alias.parent)
      else { return nil }
      return (found.value, found.error, alias)
    case .function(let parameters, let result):
      let list = Array(code[parameters])
      guard list.count == 2, isNothing(result, code), case .optional(let value) = code[list[0]],
        case .optional(let error) = code[list[1]], isError(error, file, context), !isError(value, file, context)
      else { return nil }
      return (code.spelling(of: value), code.spelling(of: error), nil)
    default: return nil
    }
  }

  /// Whether a body does nothing with a closure but give it to other functions: they decide what it is told, and are
  /// told of themselves.
  private func onlyHandsOn(_ declaration: FunctionDeclaration, _ parameter: LocalID, _ code: Code) -> Bool {
    guard declaration.hasBody else { return false }
    var uses = 0
    var handedOn = 0
    for index in declaration.firstExpression..<declaration.endExpression {
      let expression = code[ExpressionID(index: index)]
      if expression == .local(parameter) { uses += 1 }
      guard case .call(_, let list) = expression else { continue }
      handedOn += code[list].count { code[$0.value] == .local(parameter) }
    }
    return handedOn > 0 && handedOn == uses
  }

  /// Whether a type says what went wrong: by its name, or because it conforms to `Error`.
  func isError(_ type: TypeID, _ file: FileID, _ context: NominalID?) -> Bool {
    if knowledge[.isError].ends(self[file].facts.code.spelling(of: type)) { return true }
    return resolve(type, in: file, context: context).nominal.map { inherits($0, from: "Error") } ?? false
  }

  /// Whether a body gives a value without an error, and an error without a value, and never means neither.
  private func givesOneOrOther(_ declaration: FunctionDeclaration, _ parameter: LocalID, _ code: Code) -> Bool {
    var given: Set<[Bool]> = []
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .call(let callee, let list) = code[ExpressionID(index: index)], code[callee] == .local(parameter),
        list.count == 2
      else { continue }
      given.insert(code[list].map { code[$0.value] == .literal(.null) })
    }
    return given.isSuperset(of: [[true, false], [false, true]]) && !given.contains([true, true])
  }

  private func isNothing(_ type: TypeID, _ code: Code) -> Bool {
    switch code[type] {
    case .tuple(let parts): parts.count == 0
    case .named(let name, _): name.text == "Void"
    default: false
    }
  }

  private func isVisibleToObjectiveC(_ function: FunctionID) -> Bool {
    guard let owner = owner(of: function) else { return false }
    return self[owner].declarations.contains { declaration in
      let type = self[declaration.file].facts[declaration.type]
      return type.attributes.contains { knowledge[.seenByObjectiveC].contains($0) }
    }
  }

  /// Whether a protocol that the function's type conforms to says what the function looks like.
  private func isDecidedElsewhere(_ function: FunctionID) -> Bool {
    guard let owner = owner(of: function) else { return false }
    let name = declaration(of: function).name
    if self[owner].kind == .protocol {
      // A type of the system or a library that conforms by what it has already says what the requirement looks like.
      return (descendants[owner] ?? []).contains { self[$0].kind == .foreign && !provided(to: $0).contains(name) }
        && !defaults(of: owner).contains(name)
    }
    return lineage(of: owner).contains { ancestor in
      if self[ancestor].kind == .protocol, let required = self[ancestor].functions[name] {
        return required.contains { self.owner(of: $0) == ancestor }
      }
      // What a protocol out of sight asks for is not known, as of those that are generated from a description.
      return self[ancestor].foreignSupertypes.contains {
        !knowledge[.asksForNothing].contains($0)
          && (knowledge.types[$0] == nil || knowledge[.isDelegate].ends($0) || knowledge[.isDataSource].ends($0))
      }
    }
  }

  private func isSystemName(_ name: Symbol) -> Bool {
    knowledge[.systemHandler].ends(name)
  }

  private func followsTheSystem(_ function: FunctionID) -> Bool {
    guard let owner = owner(of: function) else { return false }
    return lineage(of: owner).contains { self[$0].kind == .foreign || !self[$0].foreignSupertypes.isEmpty }
  }
}
