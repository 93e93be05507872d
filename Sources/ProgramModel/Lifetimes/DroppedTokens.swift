public import SwiftFacts

/// A call whose answer nobody keeps, though what it starts ends when the answer is freed.
public struct DroppedToken: Hashable, Sendable {
  public var function: FunctionID
  public var span: SourceSpan
  /// What is called: `sink`.
  public var name: Symbol
  /// The local that is given the answer and goes at the end of its scope; nil where none is.
  public var local: Symbol?
}

extension Program {
  /// The subscriptions that end as soon as they begin, in the order of files.
  public func droppedTokens(threads: Int) -> [DroppedToken] {
    foundByFunction(.droppedTokens, threads: threads, state: { $0 }) { program, own, function in
      program.droppedTokens(in: function, own)
    }
  }

  private func droppedTokens(in function: FunctionID, _ inference: Inference) -> [DroppedToken] {
    let declaration = declaration(of: function)
    let file = file(of: function)
    guard declaration.hasBody, !isTest(file), declaration.firstExpression < declaration.endExpression,
      knowledge.endsWithAnswer.isEmpty == false
    else { return [] }
    let code = self[file].facts.code
    var result: [DroppedToken] = []
    var frame: Frame?
    for index in declaration.firstExpression..<declaration.endExpression {
      let id = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[id], let name = code.calledName(callee),
        knowledge.endsWithAnswer[name] != nil, let fate = dropping(of: id, declaration, code)
      else { continue }
      let here = frame ?? Frame(function, in: self)
      frame = here
      // Whoever waits for one value may know that it is there already.
      if isWaitedFor(id, declaration, code), !comesLater(callee, in: here, inference) { continue }
      guard case .foreign(let owner, let called, let isInitializer) = inference.target(of: id, in: here).kind,
        // A compiler warns of a token that a statement leaves lying: what is nobody knows what has another `sink`.
        owner.map({ self[$0].kind != .foreign || isSystemType($0) }) ?? false || fate.isTaken,
        // What the program gives a type of the same name may be what is meant.
        owner.map({ member(called, of: $0) == nil }) ?? true
      else { continue }
      let call = inference.foreignCall(called, on: owner, isInitializer, callee, code[list], in: here)
      // `assign(to:)` needs no keeping, and `assign(to:on:)` does: no argument may be left out.
      guard
        let row = knowledge.endsWithAnswer[name]?.first(where: {
          $0.matches(call.labels) && $0.labels.map { $0.count == call.labels.count } ?? true
        }), !isOfOthers(callee, than: row.fact, in: here, inference), !subscribesLater(callee, code)
      else { continue }
      result.append(
        DroppedToken(
          function: function, span: SourceSpan(file: file, bytes: code.span(of: callee)), name: name, local: fate.local)
      )
    }
    return result
  }

  /// Whether a function is one of a type, or of what such a type answers with, that is neither the program's nor known
  /// to be from the same hand as a row of a table: what has the name of the row's functions may answer with something
  /// else, or nothing.
  private func isOfOthers(
    _ callee: ExpressionID, than owner: String?, in frame: Frame, _ inference: Inference
  ) -> Bool {
    let code = frame.facts.code
    func isUnknown(_ name: Symbol) -> Bool { knowledge.types[name].map { $0.owner != owner } ?? true }
    func isUnknown(_ type: Type) -> Bool {
      switch type {
      case .foreign(let name): isUnknown(name)
      case .nominal(let id, _): self[id].kind == .foreign && isUnknown(self[id].name)
      case .array(let element), .metatype(let element): isUnknown(element)
      default: false
      }
    }
    guard case .member(var at, _) = code[callee] else { return false }
    while true {
      if isUnknown(inference.type(of: at, in: frame)) { return true }
      switch code[at] {
      case .call(let inner, _): at = inner
      case .member(let base, _): at = base
      case .name(let name, _): return name.isCapitalized && names.types[name] == nil && isUnknown(name)
      default: return false
      }
    }
  }

  /// Whether the chain that a call ends hands the subscription to another queue: when the token goes, there is nothing
  /// yet that it could end.
  private func subscribesLater(_ callee: ExpressionID, _ code: Code) -> Bool {
    guard case .member(let base, _) = code[callee] else { return false }
    guard case .call(let inner, let list) = code[base] else { return false }
    if let name = code.calledName(inner), code[list].contains(where: { argument in
      knowledge[.subscribesLater][name].contains { $0.argument == argument.label }
    }) {
      return true
    }
    return subscribesLater(inner, code)
  }

  /// Whether a call stands in what waits for a continuation.
  private func isWaitedFor(_ call: ExpressionID, _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    code.closures.contains { closure in
      guard closure.firstExpression <= call.index, call.index < closure.endExpression, let outer = closure.call,
        case .call(let callee, _) = code[outer]
      else { return false }
      return code.calledName(callee).map { knowledge[.suspends].contains($0) } ?? false
    }
  }

  /// Whether the chain that a call ends hands its values on at another time, itself or in the function of the program
  /// that it begins with: none is there when the token goes.
  private func comesLater(
    _ callee: ExpressionID, in frame: Frame, _ inference: Inference, depth: Int = Limits.aliases
  ) -> Bool {
    let code = frame.facts.code
    guard depth > 0, case .member(let base, _) = code[callee] else { return false }
    return isLate(base, in: frame, inference, depth: depth)
  }

  private func isLate(_ stream: ExpressionID, in frame: Frame, _ inference: Inference, depth: Int) -> Bool {
    let code = frame.facts.code
    guard case .call(let callee, _) = code[stream] else { return false }
    if let name = code.calledName(callee),
      knowledge[.movesDelivery].contains(name) || knowledge[.holdsBackValues].contains(name)
    {
      return true
    }
    if case .functions(let targets) = inference.target(of: stream, in: frame).kind, targets.count == 1, depth > 1,
      declaration(of: targets[0]).hasBody
    {
      let made = Frame(targets[0], in: self)
      let results = made.facts.code[made.declaration.results]
      return !results.isEmpty && results.allSatisfy { isLate($0, in: made, inference, depth: depth - 1) }
    }
    return comesLater(callee, in: frame, inference, depth: depth - 1)
  }

  /// Nil if something is done with the answer of a call; else the local that is given it, and whether it or `_` is.
  private func dropping(of call: ExpressionID, _ declaration: FunctionDeclaration, _ code: Code) -> (
    local: Symbol?, isTaken: Bool
  )? {
    // What a body answers with, or may, is somebody else's to keep.
    if code[declaration.results].contains(call) {
      guard declaration.kind == .function, declaration.result == nil else { return nil }
    }
    for closure in code.closures where closure.firstExpression <= call.index && call.index < closure.endExpression {
      if code[closure.results].contains(call) { return nil }
    }
    // `_ = items.sink { … }`.
    var isDiscarded = false
    for index in call.index + 1..<max(declaration.endExpression, call.index + 1) {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, let value) where value == call:
        guard case .compound(let parts) = code[target], parts.count == 0 else { return nil }
        isDiscarded = true
      default: if code.refers(id, to: call) { return nil }
      }
    }
    for index in declaration.firstLocal..<declaration.endLocal {
      let local = code.locals[Int(index)]
      guard local.initializer == call else { continue }
      guard !isUsed(LocalID(index: index), declaration, code) else { return nil }
      return (local.name, true)
    }
    return (nil, isDiscarded)
  }

  private func isUsed(_ local: LocalID, _ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    (declaration.firstExpression..<declaration.endExpression).contains { index in
      switch code.expressions[Int(index)] {
      case .local(let used), .name(_, let used?): used == local
      default: false
      }
    }
  }
}

extension Code {
  /// Whether one expression is a direct part of another.
  func refers(_ whole: ExpressionID, to part: ExpressionID) -> Bool {
    switch self[whole] {
    case .member(let base, _), .element(let base), .payload(let base, _, _), .cast(let base, _), .test(let base, _):
      base == part
    case .call(let callee, let list), .subscripted(let callee, let list):
      callee == part || self[list].contains { $0.value == part }
    case .assign(let target, let value), .mutate(let target, let value): target == part || value == part
    case .choice(let parts), .array(let parts), .dictionary(let parts), .operation(_, let parts), .compound(let parts):
      self[parts].contains(part)
    case .tuple(let list): self[list].contains { $0.value == part }
    case .name, .local, .superReference, .implicitMember, .closure, .type, .literal, .keyPath: false
    }
  }
}
