import SwiftFacts

/// What somebody waits for to be called, as both versions of a function have it.
struct Awaited {
  var name: Symbol
  var was: Callable
  var now: Callable
  /// Whether the function was given it.
  var isParameter = false

  /// Whether it is an object that is told by a method of its own.
  var isResumed: Bool { if case .method = was { true } else { false } }

  /// Whether the function or one of its closures was given it, and no property keeps it.
  var isGiven: Bool {
    switch was {
    case .parameters, .method: true
    case .superMethod, .slot: false
    }
  }
}

extension Matching {
  /// The completions that a function is given, the continuations and completions that its closures are given, and those
  /// that properties of its object keep.
  func awaited(in function: FunctionID, _ old: FunctionID) -> [Awaited] {
    let (was, now) = (before.declaration(of: old), after.declaration(of: function))
    let oldCode = before[before.file(of: old)].facts.code
    let code = after[after.file(of: function)].facts.code
    var result: [Awaited] = []
    if was.kind == .function || was.kind == .initializer {
      for group in before.handlers(of: old) + before.completionsInPlace(of: old).map({ [$0] }) {
        let names = group.map { oldCode[$0].name }
        let locals = now.parameters.map(\.local).filter { names.contains(code[$0].name) }
        guard locals.count == group.count else { continue }
        result.append(Awaited(name: names[0], was: .parameters(group), now: .parameters(locals), isParameter: true))
      }
    }
    let given = after.closureParameters(in: function)
    for (key, parameters) in before.closureParameters(in: old).sorted(by: { $0.key < $1.key }) {
      guard let now = given[key], now.count == parameters.count else { continue }
      for (new, old) in zip(now, parameters) {
        for use in before.answers(by: old, in: was, oldCode) {
          switch use {
          case .method(let name, _):
            result.append(Awaited(name: code[new].name, was: use, now: .method(name, of: new)))
          default: result.append(Awaited(name: code[new].name, was: use, now: .parameters([new])))
          }
        }
      }
    }
    let promises = after.promises(in: function)
    for (name, old) in before.promises(in: old).sorted(by: { $0.key.text < $1.key.text }) {
      guard let local = promises[name]?.local ?? after.onlyLocal(called: name, in: function) else { continue }
      for method in old.methods.sorted(by: { $0.text < $1.text }) {
        result.append(Awaited(name: name, was: .method(method, of: old.local), now: .method(method, of: local)))
      }
    }
    for name in before.calledSlots(in: old) {
      guard let type = after.owner(of: function), let property = after.property(named: name, of: type),
        after.declaration(of: property).isStored
      else { continue }
      result.append(Awaited(name: name, was: .slot(name), now: .slot(name)))
    }
    return result
  }

  /// The names of functions of the type around one that call what a property holds since the change.
  func newCallers(of slot: Symbol, around function: FunctionID) -> Set<Symbol> {
    after.owner(of: function).map { newCallers(of: slot, in: $0) } ?? []
  }

  /// The same for a type.
  func newCallers(of slot: Symbol, in type: NominalID) -> Set<Symbol> {
    Set(
      after.functions(of: type).filter { one in
        let calls = CallSites(.slot(slot), in: one, of: after).total
        return calls > 0 && calls > functions[one].map { CallSites(.slot(slot), in: $0, of: before).total } ?? 0
      }.map { after.declaration(of: $0).name })
  }
}

extension Program {
  /// The promises and continuations that a function is given or makes, by name, and the methods by which it settles
  /// them; none of a name that several locals have.
  fileprivate func promises(in function: FunctionID) -> [Symbol: (local: LocalID, methods: Set<Symbol>)] {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let inference = Inference(program: self)
    var result: [Symbol: (local: LocalID, methods: Set<Symbol>)] = [:]
    for index in expressions(of: function) {
      guard case .call(let callee, _) = code.expressions[index], case .member(let base, let method) = code[callee],
        case .local(let local) = code[base],
        case let answers = knowledge[.settlesPromise][method] + knowledge[.tellsWhoWaits][method]
          + knowledge[.resumes][method],
        !answers.isEmpty
      else { continue }
      switch code[local].kind {
      case .parameter, .variable: break
      default: continue
      }
      let types = Set(answers.compactMap(\.type))
      switch inference.type(of: base, in: frame) {
      case .foreign(let name): guard types.contains(name) || isStreamContinuation(local, code) else { continue }
      case .nominal(let id, _): guard types.contains(self[id].name) else { continue }
      case .unknown where knowledge[.settlesPromise].contains(method) && !declaresFunction(method): break
      default: continue
      }
      let name = code[local].name
      guard onlyLocal(called: name, in: function) == local else { continue }
      result[name, default: (local, [])].methods.insert(method)
    }
    return result
  }

  /// Whether a local is declared as what feeds and ends a stream.
  private func isStreamContinuation(_ local: LocalID, _ code: Code) -> Bool {
    guard let type = code[local].type, case .member(let owner, let name, _) = code[type],
      case .named(let stream, _) = code[owner]
    else { return false }
    return knowledge[.streamContinuation].contains(name) && knowledge[.ownStream].contains(stream)
  }

  /// The one local of a name that a function has.
  fileprivate func onlyLocal(called name: Symbol, in function: FunctionID) -> LocalID? {
    let (code, declaration) = (self[file(of: function)].facts.code, declaration(of: function))
    let found = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).filter { index in
      guard code.locals[Int(index)].name == name else { return false }
      // `if let promise` is the promise under its own name.
      if let value = code.locals[Int(index)].initializer, case .local(let other) = code[value] {
        return code[other].name != name
      }
      return true
    }
    return found.count == 1 ? LocalID(index: found[0]) : nil
  }

  /// The parameters of the closures in a body, by what each closure is given to and the parameter's position.
  fileprivate func closureParameters(in function: FunctionID) -> [String: [LocalID]] {
    let code = self[file(of: function)].facts.code
    var result: [String: [LocalID]] = [:]
    for closure in code.closures(in: expressions(of: function)).map({ code[$0] }) {
      let callee = closure.call.flatMap { code.callee(of: $0) }?.text ?? ""
      for (position, parameter) in closure.parameters.enumerated() {
        result["\(callee) \(position)", default: []].append(parameter)
      }
    }
    return result
  }

  /// How a body answers by a parameter of one of its closures: it resumes, settles or ends it, or calls it, and its
  /// name or what gives it says that somebody waits.
  fileprivate func answers(by local: LocalID, in declaration: FunctionDeclaration, _ code: Code) -> [Callable] {
    guard case .closureParameter(let closure, _) = code[local].kind else { return [] }
    let giver = code[closure].call.flatMap { code.callee(of: $0) }
    let isPromise = giver.map { knowledge[.makesPromise].contains($0) } ?? false
    var methods: Set<Symbol> = []
    // `var waiting = continuation` is the continuation under another name.
    let names = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).filter { index in
      index == local.index || code.locals[Int(index)].initializer.map { code[$0] == .local(local) } ?? false
    }
    func isIt(_ id: ExpressionID) -> Bool {
      if case .local(let one) = code[id] { names.contains(one.index) } else { false }
    }
    for index in declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression) {
      switch code[ExpressionID(index: index)] {
      case .call(let callee, _):
        if code[callee] == .local(local), isPromise || knowledge[.isCompletion].fits(code[local].name) {
          return [.parameters([local])]
        }
      case .member(let base, let name) where isIt(base):
        guard let giver else { continue }
        let isAnswer =
          knowledge[.suspends].contains(giver) && knowledge[.resumes].contains(name)
          || knowledge[.ownStream].contains(giver) && knowledge[.tellsWhoWaits].contains(name)
          || isPromise && knowledge[.settlesPromise].contains(name)
          // What a block is given to end it by: an operation, a task of the system's.
          || knowledge[.completes].fits(name)
        if isAnswer { methods.insert(name) }
      default: continue
      }
    }
    return methods.sorted { $0.text < $1.text }.map { .method($0, of: local) }
  }

  /// The stored closures of its object that a body calls, and of which the name says that somebody waits for them; the
  /// continuations that it resumes.
  func calledSlots(in function: FunctionID) -> [Symbol] {
    guard let type = owner(of: function) else { return [] }
    let code = self[file(of: function)].facts.code
    let names = expressions(of: function).compactMap { index -> Symbol? in
      guard case .call(let callee, _) = code.expressions[index] else { return nil }
      if case .member(let base, let method) = code[callee], knowledge[.resumes].contains(method),
        let name = code.selfMember(base), let property = property(named: name, of: type),
        declaration(of: property).isStored, isContinuation(property, resumedBy: method)
      {
        return name
      }
      guard let name = code.selfMember(callee) ?? boundSlot(callee, code),
        knowledge[.completes].fits(name) || knowledge[.isCompletion].fits(name),
        let property = property(named: name, of: type), declaration(of: property).isStored
      else { return nil }
      return name
    }
    return Set(names).sorted { $0.text < $1.text }
  }

  /// The property that a called local is bound to: `done` of `if let call = done { call() }`.
  private func boundSlot(_ callee: ExpressionID, _ code: Code) -> Symbol? {
    guard case .local(let local) = code[callee], case .variable(isLet: true) = code[local].kind,
      let value = code[local].initializer
    else { return nil }
    return code.selfMember(value)
  }

  private func isContinuation(_ property: PropertyID, resumedBy method: Symbol) -> Bool {
    let types = knowledge[.resumes][method].compactMap(\.type)
    return switch Inference(program: self).type(of: property) {
    case .foreign(let name): types.contains(name)
    case .nominal(let id, _): types.contains(self[id].name)
    default: false
    }
  }
}
