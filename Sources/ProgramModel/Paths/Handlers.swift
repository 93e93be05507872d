import SwiftFacts

/// Parameters that take a closure by which whoever calls a function is told of something.
extension Program {
  /// The parameters one of which has to be called on each way, in groups.
  func completions(of function: FunctionID) -> [[LocalID]] {
    // What is awaited for a value answers by that; its closures are told what happens meanwhile.
    if declaration(of: function).effects.contains(.suspends), declaration(of: function).result != nil { return [] }
    let code = self[file(of: function)].facts.code
    var single: [LocalID] = []
    var good: [LocalID] = []
    var bad: [LocalID] = []
    for parameter in declaration(of: function).parameters where parameter.isEscaping {
      guard isHandler(parameter, of: function), parameter.isMarkedEscaping || !isAlias(parameter, code) else {
        continue
      }
      let words = code[parameter.local].name.text.words
      guard let last = words.last else { continue }
      if words.contains(where: { knowledge[.succeeds].contains($0) }) {
        good.append(parameter.local)
      } else if words.contains(where: { knowledge[.fails].contains($0) }) {
        bad.append(parameter.local)
      } else if words.contains(where: { knowledge[.completes].contains($0) }) || takesResult(parameter, of: function)
        || knowledge[.answers].contains(last) && words.dropLast().allSatisfy({ knowledge[.namesAnswer].contains($0) })
      {
        single.append(parameter.local)
      }
    }
    if !bad.isEmpty, !(single + good).isEmpty { return [single + good + bad] }
    return single.map { [$0] }
  }

  /// The parameters that take a closure: those one of which has to be called, in groups, then the others by themselves.
  func handlers(of function: FunctionID) -> [[LocalID]] {
    let groups = completions(of: function)
    let others = declaration(of: function).parameters.filter { parameter in
      parameter.isEscaping && !groups.contains { $0.contains(parameter.local) } && isHandler(parameter, of: function)
    }
    return groups + others.map { [$0.local] }
  }

  /// The closures by whose names somebody waits for them, though they are called before the function returns.
  func completionsInPlace(of function: FunctionID) -> [LocalID] {
    let code = self[file(of: function)].facts.code
    return declaration(of: function).parameters.filter { parameter in
      !parameter.isEscaping && knowledge[.isCompletion].fits(code[parameter.local].name)
        && isHandler(parameter, of: function)
    }.map(\.local)
  }

  /// The parameters by which a caller is told of something: those that are awaited, and others whose names say so.
  func answers(of function: FunctionID, _ awaited: [[LocalID]]) -> [LocalID] {
    let code = self[file(of: function)].facts.code
    return declaration(of: function).parameters.filter { parameter in
      guard isHandler(parameter, of: function) else { return false }
      let name = code[parameter.local].name
      return awaited.contains { $0.contains(parameter.local) } || knowledge[.namesEvent].begins(name)
        || knowledge[.fails].fits(name) || knowledge[.completes].fits(name)
    }.map(\.local)
  }

  /// The type of the closure that a parameter takes, as it is spelled; nil if it takes none, as far as is known.
  func handlerType(of parameter: FunctionDeclaration.Parameter, of function: FunctionID) -> SpelledFunction? {
    guard let type = parameter.type else { return nil }
    let context = owner(of: function)
    // A generic parameter is no alias of the same name.
    if case .named(let name, _) = self[file(of: function)].facts.code[type],
      declaration(of: function).generics.contains(where: { $0.name == name })
    {
      return nil
    }
    return spelledFunction(type, in: file(of: function), context: context)
  }

  /// The function type that a type spells, itself or by the names that stand for it, without what is optional.
  private func spelledFunction(
    _ type: TypeID, in file: FileID, context: NominalID?, depth: Int = 0
  ) -> SpelledFunction? {
    guard depth < Limits.aliases else { return nil }
    let code = self[file].facts.code
    func follow(_ alias: AliasReference) -> SpelledFunction? {
      spelledFunction(alias.type, in: alias.file, context: alias.parent, depth: depth + 1)
    }
    switch code[type] {
    case .optional(let wrapped): return spelledFunction(wrapped, in: file, context: context, depth: depth)
    case .function(let parameters, let result):
      return SpelledFunction(code: code, parameters: Array(code[parameters]), result: result)
    case .named(let name, _): return alias(named: name, in: file, context: context).flatMap(follow)
    case .member(let base, let name, _):
      guard let outer = resolve(base, in: file, context: context).nominal,
        case .alias(let found)? = member(name, of: outer)
      else { return nil }
      return follow(found)
    default: return nil
    }
  }

  /// Whether its closure is told of success or failure: `(Result<Receipt, Error>) -> Void`.
  private func takesResult(_ parameter: FunctionDeclaration.Parameter, of function: FunctionID) -> Bool {
    guard let type = handlerType(of: parameter, of: function), type.parameters.count == 1,
      case .named("Result", _) = type.code[type.parameters[0]]
    else { return false }
    return !knowledge[.goesOn].fits(self[file(of: function)].facts.code[parameter.local].name)
  }

  /// Whether a parameter takes a closure that answers with nothing, as far as is known.
  private func isHandler(_ parameter: FunctionDeclaration.Parameter, of function: FunctionID) -> Bool {
    guard let type = parameter.type else { return false }
    if let known = handlerType(of: parameter, of: function) { return known.answersNothing }
    let code = self[file(of: function)].facts.code
    return isNamedHandler(type, code) || isCalled(parameter, of: function, code)
  }

  /// Whether the name of a parameter says that it answers, and it is called although its type is out of sight.
  private func isCalled(
    _ parameter: FunctionDeclaration.Parameter, of function: FunctionID, _ code: Code
  ) -> Bool {
    guard let type = parameter.type, case .named(let name, let arguments) = code[type], arguments.count == 0,
      types(named: name).isEmpty, !declaration(of: function).generics.contains(where: { $0.name == name }),
      let last = code[parameter.local].name.text.words.last,
      knowledge[.namesAnswer].contains(last) || knowledge[.answers].contains(last)
    else { return false }
    return expressions(of: function).contains { at in
      guard case .call(let callee, _) = code.expressions[at] else { return false }
      return code[callee] == .local(parameter.local)
    }
  }

  /// Whether the name of a type out of sight says that it is such a closure.
  private func isNamedHandler(_ type: TypeID, _ code: Code) -> Bool {
    switch code[type] {
    case .optional(let wrapped): isNamedHandler(wrapped, code)
    case .named(let name, let arguments): arguments.count == 0 && knowledge[.isHandler].ends(name)
    case .member(_, let name, _): knowledge[.isHandler].ends(name)
    default: false
    }
  }

  /// Whether its type has a name. Without `@escaping` the closure is called before the function returns, and nobody has
  /// to wait.
  private func isAlias(_ parameter: FunctionDeclaration.Parameter, _ code: Code) -> Bool {
    guard let type = parameter.type else { return false }
    return switch code[type] {
    case .named, .member: true
    default: false
    }
  }
}

/// A function type where it is written out.
struct SpelledFunction {
  /// The code of the file in which that is.
  var code: Code
  var parameters: [TypeID]
  var result: TypeID

  var answersNothing: Bool {
    switch code[result] {
    case .named(let name, _): name == "Void"
    case .tuple(let parts): parts.count == 0
    default: false
    }
  }
}
