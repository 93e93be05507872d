import SwiftFacts

extension Evaluation {
  func result(ofCall id: ExpressionID) -> [ObjectID] {
    guard case .call(let callee, let list) = facts.code[id] else { return [] }
    let arguments = facts.code[list]
    noteRoots(arguments)
    if let method = unappliedMethod(callee, arguments, at: id) { return method }
    let target = inference.target(of: id, in: frame)
    switch target.kind {
    case .functions(let functions):
      return result(of: functions, target.receiver, arguments, at: id)
    case .memberwise(let nominal):
      return [construct(nominal, arguments, at: id)]
    case .enumCase(let reference):
      let made = object(.fresh(id), type: .nominal(reference.owner, arguments: []))
      let element = program[reference.declaration.file].facts[reference.declaration.type].cases[Int(reference.index)]
      let step = Step(saying: .enumPayload(program[reference.owner].name), span: nil, proof: .proven)
      for (index, argument) in arguments.enumerated() {
        let slot = Slot.payload(element.name, index)
        for object in value(of: argument.value) { keep(made, slot, object, .proven, at: id, steps: [step]) }
      }
      return [made]
    case .value(let function):
      return result(ofCalling: function, arguments, at: id)
    case .foreign(let owner, let name, let isInitializer):
      return result(ofForeign: name, on: owner, isInitializer, target.receiver, callee, arguments, at: id)
    }
  }

  /// `Screen.close(screen)`: the method of an object, as a closure that keeps the object.
  private func unappliedMethod(_ callee: ExpressionID, _ arguments: ArraySlice<Argument>, at id: ExpressionID)
    -> [ObjectID]?
  {
    guard case .member(let base, let name) = facts.code[definition(of: callee)], arguments.count == 1,
      let argument = arguments.first,
      argument.label == nil, case .metatype(let instance) = inference.type(of: base, in: frame),
      let owner = instance.nominal,
      case .functions(let functions)? = program.member(name, of: owner),
      functions.allSatisfy({ !program.declaration(of: $0).isStatic && program.declaration(of: $0).kind == .function })
    else { return nil }
    return value(of: argument.value).map { object(.method(of: $0, name, id), type: .unknown) }
  }

  /// What is only evaluated later keeps what it asks, as a method does that is handed on.
  private func later(_ id: ExpressionID) -> [ObjectID] {
    var asked = id
    var name = Names.self_
    while true {
      switch facts.code[asked] {
      case .call(let callee, _): asked = callee
      case .member(let base, let member): (asked, name) = (base, member)
      case .name(let member, let own?):
        guard isInstanceMember(member) else { return [] }
        return value(ofLocal: own).map { object(.method(of: $0, member, id), type: .unknown) }
      case .local: return value(of: asked).map { object(.method(of: $0, name, id), type: .unknown) }
      case .operation(_, let parts), .choice(let parts): return union(facts.code[parts].map(later))
      default: return []
      }
    }
  }

  /// What a constant of the function is given where it is declared; any other expression itself.
  func definition(of id: ExpressionID) -> ExpressionID {
    guard case .local(let local) = facts.code[id], case .variable(isLet: true) = facts.code[local].kind else {
      return id
    }
    return facts.code[local].initializer ?? id
  }

  func receivers(_ receiver: CallTarget.Receiver) -> [ObjectID] {
    switch receiver {
    case .none: []
    case .expression(let base): value(of: base)
    case .local(let local): value(ofLocal: local)
    }
  }

  private func fresh(_ id: ExpressionID) -> ObjectID {
    object(.fresh(id), type: self.inference.type(of: id, in: self.frame))
  }

  private func result(
    of functions: [FunctionID], _ receiver: CallTarget.Receiver, _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) -> [ObjectID] {
    var results: [ObjectID] = []
    // Which of several the compiler takes depends on the type that is wanted, where they answer with different ones.
    let areAlternatives = functions.count > 1 && Set(functions.map(inference.resultType(of:))).count > 1
    for function in functions {
      let declaration = program.declaration(of: function)
      guard let match = declaration.match(arguments) else { continue }
      var given: [Int: [ObjectID]] = [:]
      for (argument, parameter) in zip(arguments, match) {
        let isLater = declaration.parameters[parameter].isAutoclosure
        given[parameter] = union([
          given[parameter] ?? [], isLater ? later(argument.value) : value(of: argument.value),
        ])
      }
      var on = receivers(receiver)
      let isNew = declaration.kind == .initializer && on.isEmpty
      if isNew { on = [fresh(id)] }
      let implementations = implementations(of: function, declaration, on: on)
      // Which of several runs is not known: only what each of them does is sure to happen. In a list there may be all.
      let common = implementations.count > 1 && !on.contains(where: isElement) ? commonKeeps(of: implementations) : nil
      for implementation in implementations {
        callees.insert(implementation)
        let proof: Proof = implementations.count > 1 || areAlternatives ? .guessed : .proven
        let answer = apply(
          implementation, receiver: on, arguments: given, result: isNew ? nil : id, at: id, limit: proof,
          within: common)
        results = union([results, answer])
        noteEmptying(by: implementation, receiver: on, arguments: given, at: id)
        for (argument, parameter) in zip(arguments, match) {
          if isEmptyValue(argument.value) {
            noteHandedNothing(to: implementation, parameter: parameter, at: id)
          } else if isIdleClosure(argument.value) {
            noteHandedIdle(to: implementation, parameter: parameter, on: on, at: id)
          }
        }
        for parameter in declaration.parameters.indices
        where !match.contains(parameter) && program.isNothing(defaultOf: parameter, of: function) {
          noteHandedIdle(to: implementation, parameter: parameter, on: on, at: id)
        }
        bindClosures(of: implementation, receiver: on, arguments: given, answers: isNew ? on : answer)
        keepHandedOn(by: implementation, given, on, isNew ? on : answer, at: id)
      }
      if isNew { results = union([results, on]) }
      // An extension of a type of the system, or what such a type has for a requirement.
      let isOnForeign =
        program.owner(of: function).map { owner in
          program[owner].kind == .foreign
            || !declaration.hasBody && (program.descendants[owner] ?? []).contains { program[$0].kind == .foreign }
        } ?? false
      if isOnForeign { noteRelease(declaration.name, on: on, arguments: arguments, at: id) }
    }
    if results.isEmpty, !program.declaration(of: functions[0]).isProcedure { return [fresh(id)] }
    return results
  }

  /// Makes what a function does happen here, and answers with what it returns.
  @discardableResult
  func apply(
    _ function: FunctionID, receiver: [ObjectID], arguments: [Int: [ObjectID]], result id: ExpressionID?,
    at site: ExpressionID, limit: Proof = .proven, within common: Set<Keeping>? = nil
  ) -> [ObjectID] {
    callees.insert(function)
    guard let summary = summary(of: function) else { return [] }
    var results: [ObjectID] = []
    for path in summary.results { results = union([results, objects(at: path, receiver, arguments, nil, site: site)]) }
    let made = id.flatMap { summary.makesResult ? fresh($0) : nil }
    if let made { results = union([results, [made]]) }
    for effect in summary.effects where common.map({ $0.contains(Keeping(effect)) }) ?? true {
      for holder in objects(at: effect.holder, receiver, arguments, made, site: site) {
        for value in objects(at: effect.value, receiver, arguments, made, site: site) {
          if let only = effect.only, !canBe(value, only) { continue }
          // What is made of something was not there yet when that was handed over: `color = color.dimmed`.
          if value == made, effect.value.root != .result { continue }
          keep(
            holder, effect.slot, value, min(effect.proof, limit), at: site, steps: effect.steps,
            closure: effect.closure, isAdded: effect.isAdded, only: effect.only)
        }
      }
    }
    return results
  }

  private func objects(
    at path: Summary.Path, _ receiver: [ObjectID], _ arguments: [Int: [ObjectID]], _ result: ObjectID?,
    site: ExpressionID
  ) -> [ObjectID] {
    var list: [ObjectID]
    switch path.root {
    case .process: list = [process]
    case .receiver: list = receiver
    case .parameter(let index): list = arguments[index] ?? []
    case .result: list = result.map { [$0] } ?? []
    case .system: list = [system]
    }
    for slot in path.fields {
      list =
        slot == .answer
        ? union(list.map(answers)) : list.filter { canHave($0, slot) }.map { field(slot, of: $0, at: site) }
    }
    return list
  }

  /// Answers of a getter.
  func results(of getter: FunctionID, on receiver: [ObjectID], at site: ExpressionID) -> [ObjectID] {
    apply(getter, receiver: receiver, arguments: [:], result: site, at: site)
  }

  // MARK: Closures that are called

  private func bindClosures(
    of function: FunctionID, receiver: [ObjectID], arguments: [Int: [ObjectID]], answers: [ObjectID]
  ) {
    guard let summary = summary(of: function) else { return }
    for invocation in summary.invocations {
      let start = ExpressionID(index: frame.declaration.firstExpression)
      let called = objects(at: invocation.closure, receiver, arguments, nil, site: start)
      for object in called where isHandedOn(object) {
        // It is called by what this function calls.
        noteInvocation(
          of: object,
          invocation.arguments.map { paths in
            union(paths.filter { $0.root != .result }.map { objects(at: $0, receiver, arguments, nil, site: start) })
          })
      }
      for object in union(called.map(closures(in:))) {
        guard case .closure(let closure) = self[object].kind else { continue }
        let passed = invocation.arguments.map { paths in
          union(
            paths.map { path in
              guard path.root != .result else { return answers }
              return objects(at: path, receiver, arguments, nil, site: facts.code[closure].expression)
            })
        }
        bind(closure, to: passed)
      }
    }
  }

  private func isHandedOn(_ id: ObjectID) -> Bool { if case .parameter = self[id].kind { true } else { false } }

  private func bind(_ closure: ClosureID, to arguments: [[ObjectID]]) {
    for (parameter, objects) in zip(facts.code[closure].parameters, arguments) { bind(parameter, to: objects) }
  }

  private func result(
    ofCalling function: ExpressionID, _ arguments: ArraySlice<Argument>, at id: ExpressionID
  ) -> [ObjectID] {
    var results: [ObjectID] = []
    for object in value(of: function) {
      switch self[object].kind {
      case .closure(let closure):
        bind(closure, to: arguments.map { value(of: $0.value) })
        // What calls itself is answered with another object than the one it answers with.
        if isInside(id, closure) {
          results = union([results, [fresh(id)]])
          continue
        }
        results = union([results] + facts.code[facts.code[closure].results].map(value(of:)))
      case .parameter: noteInvocation(of: object, arguments)
      case .field:
        noteHandedOn(arguments)
        let answers = union(closures(in: object).map(answers))
        results = union([results, answers])
        if answers.isEmpty, program.isReference(inference.type(of: id, in: frame)) == true {
          noteInvocation(of: object, arguments)
        }
      default: break
      }
    }
    return results.isEmpty ? [fresh(id)] : results
  }

  private func isInside(_ id: ExpressionID, _ closure: ClosureID) -> Bool {
    facts.code[closure].firstExpression <= id.index && id.index < facts.code[closure].endExpression
  }

  private func noteInvocation(of function: ObjectID, _ arguments: ArraySlice<Argument>) {
    noteInvocation(of: function, arguments.map { isAnswer($0.value) ? nil : value(of: $0.value) })
  }

  /// - Parameter passed: By argument, what it may be; nil for what the function answers with.
  private func noteInvocation(of function: ObjectID, _ passed: [[ObjectID]?]) {
    guard passed.contains(where: { $0.map { !$0.isEmpty } ?? true }) else { return }
    for closure in exportedPaths(of: function) {
      let invocation = Invocation(closure: closure, arguments: passed)
      if !invocations.contains(invocation) { invocations.append(invocation) }
    }
  }

  /// A closure that the function is handed and calls.
  struct Invocation: Hashable {
    var closure: Summary.Path
    var arguments: [[ObjectID]?]
  }

  /// What is passed to the closures that callers hand over, by the names that it has for them: what is made here has
  /// one if it is put into something that has.
  func exportedInvocations(_ paths: OutsidePaths) -> [Summary.Invocation] {
    invocations.compactMap { invocation in
      let passed = invocation.arguments.map { objects -> [Summary.Path] in
        guard let objects else { return [Summary.Path(root: .result, fields: [])] }
        return objects.flatMap { object in
          let plain = exportedPaths(of: object)
          return plain.isEmpty ? Array((paths[object] ?? []).filter { $0.root != .result }.prefix(1)) : plain
        }
      }
      guard passed.contains(where: { !$0.isEmpty }) else { return nil }
      return Summary.Invocation(closure: invocation.closure, arguments: passed)
    }
  }

  private func noteHandedOn(_ arguments: ArraySlice<Argument>) {
    for object in arguments.flatMap({ value(of: $0.value) }) where isFunction(object) {
      if case .parameter(let index) = self[object].kind { handedOn.insert(index) }
    }
  }

  /// Whether a variable is made here and is what the function answers with: `configure(row); return row`.
  private func isAnswer(_ id: ExpressionID) -> Bool {
    guard case .local(let local) = facts.code[id], case .variable(isLet: true) = facts.code[local].kind,
      frame.declaration.kind == .function, value(of: id).allSatisfy(isMadeHere)
    else { return false }
    let results = facts.code[frame.declaration.results]
    return !results.isEmpty && results.allSatisfy { facts.code[$0] == .local(local) }
  }

  /// Names for an object that hold outside, as far as they are plain before the whole function is known.
  private func exportedPaths(of object: ObjectID) -> [Summary.Path] {
    switch self[object].kind {
    case .selfObject: [.init(root: .receiver, fields: [])]
    case .parameter(let index): [.init(root: .parameter(index), fields: [])]
    case .field(let base, let slot):
      extended(exportedPaths(of: base), by: slot)
    case .element(let base, _): extended(exportedPaths(of: base), by: .element)
    case .process: [.init(root: .process, fields: [])]
    default: []
    }
  }

  private func extended(_ paths: [Summary.Path], by slot: Slot) -> [Summary.Path] {
    paths.filter { $0.fields.count < HeapLimits.depth }.map { .init(root: $0.root, fields: $0.fields + [slot]) }
  }

  // MARK: Initialisers that the compiler writes

  private func construct(_ nominal: NominalID, _ arguments: ArraySlice<Argument>, at id: ExpressionID) -> ObjectID {
    let made = fresh(id)
    let properties = program[nominal].storedProperties.filter {
      let declaration = program.declaration(of: $0)
      return !(declaration.isLet && declaration.initialValue != nil)
    }
    var position = 0
    for argument in arguments {
      var found: PropertyID?
      if let label = argument.label {
        found = properties.first { program.declaration(of: $0).name == label }
        if let found, let at = properties.firstIndex(of: found) { position = at + 1 }
      } else {
        // A trailing closure goes to the next property of function type.
        found = properties[min(position, properties.count)...].first { property in
          if case .function = inference.type(of: property) { return true }
          return false
        }
      }
      guard let found else { continue }
      store(value(of: argument.value), into: found, of: made, at: id)
    }
    return made
  }
}

extension FunctionDeclaration {
  /// Whether it answers with nothing.
  var isProcedure: Bool { kind != .initializer && result == nil }
}
