import SwiftFacts

extension Program {
  /// Divisions of integers by the count of a collection, or by one less, in functions that do not ask how many there
  /// are.
  public func divisionsByCount(threads: Int) -> [Hazard] {
    foundByFile(.divisions, threads: threads, state: { $0 }) { program, inference, file in
      program.isTest(file) ? [] : program.divisionsByCount(in: file, inference)
    }
  }

  private func divisionsByCount(in file: FileID, _ inference: Inference) -> [Hazard] {
    let code = self[file].facts.code
    var result: [Hazard] = []
    for use in code.operators(in: code.expressions.indices) where use.name == "/" || use.name == "%" {
      guard let divisor = CountDivisor(use.right, in: code, knowledge),
        let function = function(holding: Int(use.right.index), in: file)
      else { continue }
      let body = Body(function, in: self)
      let frame = Frame(function, in: self)
      guard hasCount(divisor.collection, in: frame, inference),
        !isNeverEmpty(divisor.collection, in: body, frame, inference),
        divisor.isOneLess || !isFilledOnce(divisor.collection, in: body, frame, inference),
        !isAsked(divisor, at: use.right, in: body),
        !isAskedElsewhere(divisor.collection, before: use.right, in: body, frame, inference)
      else { continue }
      let span = ByteSpan(start: code.span(of: use.left).start, end: code.span(of: use.right).end)
      result.append(
        Hazard(
          kind: .zeroDivision, span: SourceSpan(file: file, bytes: span), name: code.spelling(of: divisor.collection),
          other: divisor.isOneLess ? "has one element" : "is empty", owner: code.spelling(of: divisor.count),
          essence: "\(code.memberName(divisor.collection)) \(divisor.isOneLess)"))
    }
    return result
  }

  /// Whether the count of an expression is an integer that may be zero, as far as its type tells.
  private func hasCount(_ collection: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    switch inference.type(of: collection, in: frame) {
    case .array, .dictionary: true
    case .foreign(let name): knowledge[.countedInIntegers].contains(name)
    case .nominal, .parameter, .function, .tuple, .composition, .metatype, .unknown: false
    }
  }

  /// Whether a collection is written out with something in it: a palette, all cases of an enum.
  private func isNeverEmpty(_ collection: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference) -> Bool {
    let code = body.code
    switch code[collection] {
    case .array(let parts): return parts.count > 0
    case .dictionary(let parts): return parts.count > 0
    case .literal: return true
    case .local(let local):
      guard case .variable = code[local].kind, let initial = code[local].initializer else { return false }
      return isNeverEmpty(initial, in: body, frame, inference)
    case .member(_, let name) where knowledge[.listsCases].contains(name): return true
    case .member(let base, let name):
      if case .local(let local) = code[base], code[local].kind == .selfReference {
        return holdsSomething(name, in: body)
      }
      let type = inference.type(of: base, in: frame)
      let owner = if case .metatype(let instance) = type { instance.nominal } else { type.nominal }
      if let owner, case .property(let property)? = valueMember(name, of: owner) { return isWrittenOut(property) }
      return false
    case .name(let name, _): return holdsSomething(name, in: body)
    case .call(let callee, _):
      // `Array(Phase.allCases)`, `colors.shuffled()`.
      guard let name = code.callee(of: collection) else { return false }
      if knowledge[.keepsCount].contains(name), case .member(let base, _) = code[callee] {
        return isNeverEmpty(base, in: body, frame, inference)
      }
      return false
    default: return false
    }
  }

  private func holdsSomething(_ name: Symbol, in body: Body) -> Bool {
    for scope in scopes(from: owner(of: body.function)) {
      if case .property(let property)? = valueMember(name, of: scope) { return isWrittenOut(property) }
    }
    return globalProperty(named: name, from: file(of: body.function)).map(isWrittenOut) ?? false
  }

  /// Whether a property begins, or answers, with a literal that has something in it.
  private func isWrittenOut(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    guard let value = declaration.initialValue ?? declaration.getter else { return false }
    let function = function(value, in: file(of: property))
    let body = Body(function, in: self)
    let results = body.code[self.declaration(of: function).results]
    return !results.isEmpty
      && results.allSatisfy { result in
        switch body.code[result] {
        case .array(let parts), .dictionary(let parts): parts.count > 0
        case .literal(.string): true
        case .member(_, let name): knowledge[.listsCases].contains(name)
        default: false
        }
      }
  }

  /// Whether a collection is a stored property that holds whatever its object was made with: nobody can take anything
  /// out or put something else in.
  private func isFilledOnce(_ collection: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference) -> Bool {
    let code = body.code
    let (name, member): (Symbol, Member?)
    switch code[collection] {
    case .member(let base, let read):
      (name, member) = (read, inference.type(of: base, in: frame).nominal.flatMap { valueMember(read, of: $0) })
    case .name(let read, implicitSelf: .some):
      (name, member) = (
        read, scopes(from: owner(of: body.function)).lazy.compactMap { self.valueMember(read, of: $0) }.first
      )
    default: return false
    }
    guard case .property(let property)? = member, case let declaration = declaration(of: property),
      declaration.isStored, declaration.initialValue == nil, declaration.isLet || declaration.isPrivate,
      let type = self.owner(of: property)
    else { return false }
    return declaration.isLet || !functions(of: type).contains { changes(name, in: $0) }
  }

  /// Whether a function that makes no object assigns to what has a name, or takes something out of it.
  private func changes(_ name: Symbol, in function: FunctionID) -> Bool {
    guard declaration(of: function).kind != .initializer else { return false }
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .assign(let target, _), .mutate(let target, _): return code.writtenName(target) == name
      case .call(let callee, _):
        guard case .member(let base, let call) = code[callee], code.memberName(base) == name.text else { return false }
        return knowledge[.endsReceiver].contains(call)
      default: return false
      }
    }
  }

  /// Whether a function asks how many there are, or goes through what there is, so that it divides only where there is
  /// something.
  private func isAsked(_ divisor: CountDivisor, at place: ExpressionID, in body: Body) -> Bool {
    let code = body.code
    let count = code.spelling(of: divisor.count)
    let collection = code.spelling(of: divisor.collection)
    for use in code.comparisons(in: body.range) {
      for side in [use.left, use.right] {
        let spelling = code.spelling(of: side)
        if spelling == count || spelling == code.spelling(of: place) { return true }
      }
    }
    for id in body.expressions {
      switch code[id] {
      case .member(let base, let name)
      where !knowledge[.answersForEmpty].contains(name) && code.spelling(of: base) == collection:
        // Whether there is an element does not tell whether there are two.
        if !divisor.isOneLess || !knowledge[.goesThroughElements].contains(name) { return true }
      // What takes an element out is there for a collection that has some.
      case .element(let source) where !divisor.isOneLess, .subscripted(let source, _) where !divisor.isOneLess:
        if code.spelling(of: source) == collection { return true }
      default: break
      }
    }
    return false
  }
}

extension Program {
  /// Whether a condition before a place asks a function or a property of the same object that looks into the same
  /// collection: a search that finds something has found it in one that is not empty.
  private func isAskedElsewhere(
    _ collection: ExpressionID, before place: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference
  ) -> Bool {
    let code = body.code
    let wanted = code.plainSpelling(of: collection)
    return body.statements.contains { statement in
      guard case .condition = code.statement(statement).kind else { return false }
      return code.expressions(in: statement).contains { index in
        index < place.index
          && answering(ExpressionID(index: index), in: frame, inference).contains {
            looks(into: wanted, in: Body($0, in: self))
          }
      }
    }
  }

  /// The functions of the same object that work out a value.
  private func answering(_ id: ExpressionID, in frame: Frame, _ inference: Inference) -> [FunctionID] {
    let code = frame.facts.code
    if case .call(let callee, _) = code[id], code.ownProperty(callee) != nil,
      case .functions(let functions) = inference.target(of: id, in: frame).kind
    {
      return functions
    }
    guard let name = code.ownProperty(id), let owner = frame.context,
      case .property(let property)? = valueMember(name, of: owner),
      let getter = declaration(of: property).getter
    else { return [] }
    return [function(getter, in: file(of: property))]
  }

  private func looks(into collection: String, in body: Body) -> Bool {
    body.expressions.contains { id in
      guard case .member(let base, let name) = body.code[id], !knowledge[.answersForEmpty].contains(name) else {
        return false
      }
      return body.code.plainSpelling(of: base) == collection
    }
  }
}

/// `xs.count` or `xs.count - 1`, by itself or under a name.
private struct CountDivisor {
  var collection: ExpressionID
  var count: ExpressionID
  var isOneLess: Bool

  init?(_ id: ExpressionID, in code: Code, _ knowledge: Knowledge) {
    switch code[id] {
    case .member(let base, let name) where knowledge[.counts].contains(name):
      (collection, count, isOneLess) = (base, id, false)
    case .operation("-", let parts):
      guard parts.count == 2, let first = code[parts].first, let last = code[parts].last,
        code[last] == .literal(.number("1")),
        let inner = CountDivisor(first, in: code, knowledge), !inner.isOneLess
      else { return nil }
      (collection, count, isOneLess) = (inner.collection, inner.count, true)
    case .local(let local):
      guard case .variable(isLet: true) = code[local].kind, let initial = code[local].initializer,
        let inner = CountDivisor(initial, in: code, knowledge)
      else { return nil }
      self = inner
    default: return nil
    }
  }
}
