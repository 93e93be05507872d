import SwiftFacts

/// Calls that do nothing but work out an answer, which nobody takes.
extension Program {
  /// Statements that call a function of the program which only answers, or make an object which nobody is given, in the
  /// order of files.
  public func idleCalls(threads: Int) -> [Hazard] {
    foundByFunction(.idleCalls, threads: threads, state: { Purity($0) }) { program, purity, function in
      program.idleCalls(in: function, purity)
    }
  }

  private func idleCalls(in function: FunctionID, _ purity: Purity) -> [Hazard] {
    let declaration = declaration(of: function)
    guard declaration.kind == .function || declaration.kind == .initializer, declaration.hasBody,
      !isTest(file(of: function))
    else { return [] }
    let body = Body(function, in: self)
    let unread = unreadAnswers(in: body)
    let calls = plainCalls(in: body, declaration)
    if calls.isEmpty { return unread }
    let frame = Frame(function, in: self)
    return unread + calls.compactMap { id -> Hazard? in
      switch purity.inference.target(of: id, in: frame).kind {
      case .functions(let targets):
        guard targets.count == 1, case let target = targets[0] else { return nil }
        if self.declaration(of: target).kind == .initializer {
          guard let type = owner(of: target), purity.onlyMakes(type, by: target) else { return nil }
          return hazard(.idleObject, id, body, self[type].name.text)
        }
        guard target != function, purity.onlyAnswers(target) else { return nil }
        return hazard(.idleCall, id, body, name(of: target))
      case .memberwise(let type):
        return purity.onlyMakes(type, by: nil) ? hazard(.idleObject, id, body, self[type].name.text) : nil
      case .foreign(_, let name, isInitializer: false) where knowledge[.mapsElements].contains(name):
        return purity.madeOfEach(by: id, in: frame).map { hazard(.idleObject, id, body, self[$0].name.text) }
      default: return nil
      }
    }
  }

  /// Calls that answer in a variable which is there for nothing else, and which nobody reads.
  private func unreadAnswers(in body: Body) -> [Hazard] {
    let names = knowledge[.answersInVariable].calledNames
    let code = body.code
    return body.expressions.compactMap { id -> Hazard? in
      guard case .call(_, let list) = code[id], let name = code.callee(of: id), names.contains(name) else { return nil }
      let labels = code[list].map { $0.label ?? Names.wildcard }
      guard
        let row = knowledge[.answersInVariable].rows(calling: name).first(where: { $0.labels == labels }),
        let given = code[list].first(where: { $0.label == row.argument })?.value,
        code.marks(of: given).contains(.inout), case .local(let local) = code[given],
        case .variable = code[local].kind, !body.uses(of: local).contains(where: { $0 != given })
      else { return nil }
      return Hazard(
        kind: .unreadAnswer, span: body.span(of: id), name: name.text, other: code[local].name.text,
        owner: self.name(of: body.function), evidence: [body.span(of: given)], essence: name.text)
    }
  }

  private func hazard(_ kind: Hazard.Kind, _ id: ExpressionID, _ body: Body, _ name: String) -> Hazard {
    Hazard(kind: kind, span: body.span(of: id), name: name, owner: self.name(of: body.function), essence: name)
  }

  /// The calls that are statements of a function by themselves: no value of anything, no part of anything, and in no
  /// closure, which may answer with it.
  private func plainCalls(in body: Body, _ declaration: FunctionDeclaration) -> [ExpressionID] {
    let code = body.code
    // What builds a list of what stands in it answers without a word; a `return` says that it does not.
    let answers = body.statements.contains { index in
      code.statement(index).kind == .leave(.return, label: nil) && !code.expressions(in: index).isEmpty
    }
    // So may what an attribute says that a type makes the answer of the statements.
    guard declaration.result == nil || answers && !declaration.attributes.contains(where: \.isCapitalized) else {
      return []
    }
    let results = declaration.result == nil ? [] : Set(code[declaration.results])
    let given = Set(
      (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal))
        .compactMap { code[LocalID(index: $0)].initializer }
        + declaration.parameters.compactMap(\.defaultValue))
    let around = StatementsAround(body)
    /// Whether an expression stands in a block, and decides nothing there.
    func isStatement(_ id: ExpressionID) -> Bool { around[id].map { code.statement($0).kind == .block } ?? false }
    return body.expressions.filter { id in
      // `self.init(…)` makes the very object.
      guard case .call(let callee, _) = code[id], !body.isInClosure(id), code.calleeName(callee) != Names.init_
      else { return false }
      // What ends the block of an `if` is what the `if` comes to.
      var whole = id
      while let outer = body.parent(of: whole), case .choice = code[outer] {
        guard isStatement(whole) else { return false }
        whole = outer
      }
      return body.parent(of: whole) == nil && !results.contains(whole) && !given.contains(whole)
        && isStatement(whole)
    }
  }
}

/// Tells what functions of the program do beside answering.
private final class Purity {
  let inference: Inference
  private var program: Program { inference.program }
  private var known: [Question: Bool] = [:]

  /// A function that is asked about by way of many others is not looked into: what is known of it is known for that
  /// way alone, whoever asked first.
  private struct Question: Hashable {
    var function: FunctionID
    var depth: Int
  }

  init(_ inference: Inference) { self.inference = inference }

  /// Whether a function does nothing that anybody could notice, but answers.
  func onlyAnswers(_ function: FunctionID, depth: Int = 0) -> Bool {
    let question = Question(function: function, depth: depth)
    if let known = known[question] { return known }
    let declaration = program.declaration(of: function)
    guard depth < 4, declaration.kind == .function, declaration.hasBody, declaration.result != nil,
      declaration.effects.isDisjoint(with: [.throws_, .suspends]), isTheOneCalled(function)
    else { return false }
    // A function that calls itself, and so may never end, comes to the last depth.
    let result = onlyWorksOut(function, owner: nil, depth)
    known[question] = result
    return result
  }

  /// Whether making an object does nothing but set what it has, and letting go of it nothing at all.
  func onlyMakes(_ type: NominalID, by initializer: FunctionID?, depth: Int = 0) -> Bool {
    let nominal = program[type]
    guard depth < 4, nominal.kind == .struct || program.isPlainObject(type),
      !program.lineage(of: type).contains(where: { ancestor in
        program.functions(of: ancestor).contains { program.declaration(of: $0).kind == .deinitializer }
      })
    else { return false }
    for property in program.storedProperties(of: type) {
      guard let first = program.declaration(of: property).initialValue else { continue }
      let function = program.function(first, in: program.file(of: property))
      guard onlyWorksOut(function, owner: nil, depth) else { return false }
    }
    guard let initializer else { return true }
    let declaration = program.declaration(of: initializer)
    return declaration.effects.isDisjoint(with: [.throws_, .suspends]) && onlyWorksOut(initializer, owner: type, depth)
  }

  /// The type of the objects that a call makes of what it is called on, one of each; nil where it may do anything else.
  func madeOfEach(by call: ExpressionID, in frame: Frame) -> NominalID? {
    let code = frame.facts.code
    guard case .call(_, let list) = code[call], list.count == 1, let argument = code[list].first,
      let type = madeObject(byCalling: argument.value, in: frame)
    else { return nil }
    let start = code.span(of: call).start
    let parts = program.expressions(of: frame.function).lazy.map { ExpressionID(index: Int32($0)) }.filter {
      $0 < call && code.span(of: $0).start >= start
    }
    return onlyWorksOut(parts, in: frame, owner: nil, depth: 0) ? type : nil
  }

  /// The type of the objects that a closure makes, or the initialiser that stands in its place: `.map(Row.init)`.
  private func madeObject(byCalling value: ExpressionID, in frame: Frame) -> NominalID? {
    let code = frame.facts.code
    switch code[value] {
    case .closure(let closure):
      let results = code[code[closure].results]
      guard let first = results.first, let type = madeObject(first, in: frame),
        results.allSatisfy({ madeObject($0, in: frame) == type })
      else { return nil }
      return type
    case .member(let base, Names.init_):
      guard case .metatype(let made) = inference.type(of: base, in: frame), let type = made.nominal else { return nil }
      let initializers = (program[type].functions[Names.init_] ?? []).filter {
        program.declaration(of: $0).parameters.count == 1
      }
      guard !initializers.isEmpty else { return onlyMakes(type, by: nil) ? type : nil }
      return initializers.allSatisfy { onlyMakes(type, by: $0) } ? type : nil
    default: return nil
    }
  }

  /// The type of an object that an expression makes, where making it does nothing else.
  private func madeObject(_ id: ExpressionID, in frame: Frame) -> NominalID? {
    guard case .call = frame.facts.code[id] else { return nil }
    switch inference.target(of: id, in: frame).kind {
    case .functions(let targets):
      guard targets.count == 1, program.declaration(of: targets[0]).kind == .initializer,
        let type = program.owner(of: targets[0]), onlyMakes(type, by: targets[0])
      else { return nil }
      return type
    case .memberwise(let type): return onlyMakes(type, by: nil) ? type : nil
    default: return nil
    }
  }

  /// Whether nobody else's function may stand behind the name.
  private func isTheOneCalled(_ function: FunctionID) -> Bool {
    guard let owner = program.owner(of: function) else { return true }
    switch program[owner].kind {
    case .struct, .enum, .foreign: return true
    case .class: return program.descendants[owner]?.isEmpty ?? true
    default: return false
    }
  }

  /// - Parameter owner: The type of whose new object the properties may be set.
  private func onlyWorksOut(_ function: FunctionID, owner: NominalID?, _ depth: Int) -> Bool {
    let body = Body(function, in: program)
    return onlyWorksOut(body.expressions, in: Frame(function, in: program), owner: owner, depth: depth)
  }

  private func onlyWorksOut(
    _ expressions: some Sequence<ExpressionID>, in frame: Frame, owner: NominalID?, depth: Int
  ) -> Bool {
    let code = frame.facts.code
    for id in expressions {
      if !code.marks(of: id).isDisjoint(with: [.unwrapped, .forced, .inout]) { return false }
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        guard isOwn(target, frame) || owner != nil && code.ownProperty(target) != nil else { return false }
      case .call(let callee, _):
        guard isHarmless(id, callee, frame, depth, isMaking: owner != nil) else { return false }
      default: continue
      }
    }
    return true
  }

  /// Whether what is written to goes with the call: a variable, or a part of a value in one.
  private func isOwn(_ target: ExpressionID, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    switch code[target] {
    case .local(let local):
      if case .variable = code[local].kind { return true }
      return false
    case .member(let base, _), .subscripted(let base, _):
      guard isOwn(base, frame) else { return false }
      switch inference.type(of: base, in: frame) {
      case .nominal(let type, _): return program[type].isValueType
      case .array, .dictionary, .tuple: return true
      default: return false
      }
    default: return false
    }
  }

  private func isHarmless(
    _ id: ExpressionID, _ callee: ExpressionID, _ frame: Frame, _ depth: Int, isMaking: Bool
  ) -> Bool {
    let code = frame.facts.code
    let name = code.calleeName(callee)
    if case .superReference = code.memberBase(callee).map({ code[$0] }) { return isMaking && name == Names.init_ }
    switch inference.target(of: id, in: frame).kind {
    case .functions(let targets):
      guard targets.count == 1 else { return false }
      if program.declaration(of: targets[0]).kind == .initializer {
        return program.owner(of: targets[0]).map { onlyMakesPart($0, targets[0], depth) } ?? false
      }
      return onlyAnswers(targets[0], depth: depth + 1)
    case .memberwise(let type): return onlyMakesPart(type, nil, depth)
    case .enumCase: return true
    case .value: return false
    case .foreign:
      if name.isCapitalized {
        return program.knowledge.types[name]?.kind == .struct || program.knowledge[.literalType].contains(name)
      }
      if program.knowledge[.changesInPlace].contains(name), let base = code.memberBase(callee) {
        return isOwn(base, frame)
      }
      return program.knowledge[.onlyAnswers].contains(name)
    }
  }

  private func onlyMakesPart(_ type: NominalID, _ initializer: FunctionID?, _ depth: Int) -> Bool {
    onlyMakes(type, by: initializer, depth: depth + 1)
  }
}
