import SwiftFacts

/// A call or an assignment that ends something which goes on without it.
struct EndCall {
  /// What is ended.
  enum Ended: Equatable {
    /// What a property holds, of `self` or of another, or each element of it.
    case held(Symbol, isOwn: Bool)
    /// What a property of `self` holds, which the call is given: a token.
    case given(Symbol)
    /// What a local of the body holds, or a parameter of it or of a closure: by its name.
    case local(Symbol)
    /// What is kept somewhere else, by a path that is spelled out, and given to the call.
    case kept(String)
    /// What others of the program begin, by one of these names, on whatever object.
    case begun(by: Set<Symbol>)
    /// What a property of `self` held that ends when it is let go of.
    case letGo(Symbol)
    /// What was added for the object; with what it is called for, where the call says that.
    case observers(of: String?)
    /// That the object was handed to something, as it is spelled, which tells it of events.
    case joined(String)
    /// All that another method of the object ends.
    case all(FunctionID)
  }

  var ended: Ended
  var method: Symbol
  var name: String
  var id: ExpressionID
  var spelling: String
  /// The names of what is called to come to it.
  var around: [Symbol]
  /// How many closures it stands in.
  var depth = 0

  /// What is called, without what it is given: `endScan` of `self.endScan(.interrupted)`.
  var calledAs: Substring {
    let called = spelling.prefix { $0 != "(" }
    return called.hasPrefix("self.") ? called.dropFirst(5) : called
  }
}

extension Program {
  /// What a body ends: what properties hold, what was added for the object, and what methods of its own end.
  func endCalls(in function: FunctionID, of type: NominalID) -> [EndCall] {
    let reader = EndCallReader(program: self, frame: Frame(function, in: self), type: type)
    return expressions(of: function).compactMap { reader.end(at: ExpressionID(index: Int32($0))) }
  }

  /// Whether a body ends something, itself or by methods of its object.
  /// - Parameter leaving: Whether the object goes then: what ends with it, and observers that a center holds weakly,
  ///   need no end.
  func endsSomething(_ function: FunctionID, of type: NominalID, leaving: Bool = false, depth: Int = 2) -> Bool {
    let code = self[file(of: function)].facts.code
    let reader = EndCallReader(program: self, frame: Frame(function, in: self), type: type)
    return expressions(of: function).contains { at in
      let id = ExpressionID(index: Int32(at))
      if case .member(_, let name) = code[id], knowledge.endings.contains(name), code.isGiven(id, in: function, self) {
        // `tokens.forEach(center.removeObserver)`
        return true
      }
      guard let end = reader.end(at: id, names: false) else { return false }
      switch end.ended {
      case .held(let name, let isOwn):
        return !leaving || !isOwn || !(property(named: name, of: type).map(endsWhenLetGo) ?? false)
      case .given, .kept, .begun: return true
      case .local: return false
      case .letGo: return !leaving
      case .observers(let key): return !leaving || (key != nil && reader.isOfKeyPath(id))
      case .joined: return !leaving
      case .all(let next):
        return depth > 0 && next != function && endsSomething(next, of: type, leaving: leaving, depth: depth - 1)
      }
    }
  }

  /// Whether all that a method calls ends something that lasts.
  func doesNothingButEnd(_ function: FunctionID, of type: NominalID) -> Bool {
    let calls = callNames(in: function)
    guard declaration(of: function).kind == .function, !calls.isEmpty, calls.count <= 3 else { return false }
    let reader = EndCallReader(program: self, frame: Frame(function, in: self), type: type)
    let ends = expressions(of: function).count { at in
      switch reader.end(at: ExpressionID(index: Int32(at)), names: false)?.ended {
      case .held(_, isOwn: true)?, .given?: true
      default: false
      }
    }
    return ends == calls.count
  }

  /// Whether what a property holds, or each element of it, ends when nobody keeps it.
  func endsWhenLetGo(_ property: PropertyID) -> Bool {
    endsWhenLetGo(Inference(program: self).type(of: property))
  }

  private func endsWhenLetGo(_ type: Type) -> Bool {
    switch type {
    case .nominal(_, let arguments): endsByItself(type) || arguments.contains { endsWhenLetGo($0) }
    case .array(let element): endsWhenLetGo(element)
    case .dictionary(_, let value): endsWhenLetGo(value)
    default: endsByItself(type)
    }
  }

  /// Whether an object of a type itself ends what it stands for as it goes.
  func endsByItself(_ type: Type) -> Bool { isNamed(type, in: .endsWhenDropped) }
}

/// Reads what expressions of one body end.
struct EndCallReader {
  let program: Program
  let frame: Frame
  let type: NominalID
  let inference: Inference

  init(program: Program, frame: Frame, type: NominalID) {
    (self.program, self.frame, self.type) = (program, frame, type)
    inference = Inference(program: program)
  }

  var code: Code { frame.facts.code }
  var knowledge: Knowledge { program.knowledge }

  /// What an expression ends.
  /// - Parameter names: Whether a method of the object has to say by its name that it ends something.
  func end(at id: ExpressionID, names: Bool = true) -> EndCall? {
    switch code[id] {
    case .assign(let target, let value):
      guard let name = code.ownProperty(target), isEmpty(value), endsWhenLetGo(name) else { return nil }
      return made(.letGo(name), code.names(in: value).first ?? name, name.text, id, code.names(in: value))
    case .call(let callee, let list):
      if let end = ownObserver(id, callee, list) ?? ownMethod(id, callee, names) ?? released(id, callee, list) {
        return end
      }
      guard case .member(let base, let method) = code[callee] else { return nil }
      return observers(id, base, method, list) ?? given(id, callee, list) ?? emptied(id, base, method)
        ?? (knowledge[.takesBack].begins(method) ? joined(id, base, method, list) : nil)
        ?? held(id, callee, base, method) ?? (names ? begun(id, callee, base, method) : nil)
        ?? joined(id, base, method, list) ?? balanced(id, callee, base, method)
        ?? (names ? local(id, callee, base, method) : nil)
    case .member(let base, let method): return toldToEnd(id, base, method)
    default: return nil
    }
  }

  func made(
    _ ended: EndCall.Ended, _ method: Symbol, _ name: String, _ id: ExpressionID, _ around: [Symbol]
  ) -> EndCall {
    let (first, last) = (frame.declaration.firstExpression, frame.declaration.endExpression)
    let closures = code.closures(around: id, within: first..<max(first, last))
    // What runs where nobody wants it any more is there to end things, and goes with the end.
    let outer = closures.compactMap { code[$0].call.flatMap { code.callee(of: $0) } }
      .filter(knowledge[.toldWhenUnwanted].contains)
    return EndCall(
      ended: ended, method: method, name: name, id: id, spelling: code.spelling(of: id), around: around + outer,
      depth: closures.count)
  }

  /// `stopListening()` of the object itself.
  private func ownMethod(_ id: ExpressionID, _ callee: ExpressionID, _ names: Bool) -> EndCall? {
    guard let method = code.selfMember(callee), code.superMember(callee) == nil,
      case .functions(let all)? = program.member(method, of: type),
      case let found = all.filter({ program.declaration(of: $0).hasBody }), found.count == 1,
      !names || knowledge[.endsWork].begins(method) || knowledge[.takesOut].begins(method)
        || program.doesNothingButEnd(found[0], of: type)
    else { return nil }
    return made(.all(found[0]), method, method.text, id, [method])
  }

  /// `removeObserver(self, forKeyPath: "rate")` of the object itself.
  private func ownObserver(_ id: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList) -> EndCall? {
    guard let method = code.selfMember(callee), code.superMember(callee) == nil,
      knowledge[.removesObserver].contains(method), let first = code[list].first, code.isSelf(first.value),
      let key = observed(method, list)
    else { return nil }
    return made(.observers(of: key), method, key, id, [method])
  }

  /// `center.removeObserver(self, name: .shown, object: nil)`
  private func observers(
    _ id: ExpressionID, _ base: ExpressionID, _ method: Symbol, _ list: ArgumentList
  ) -> EndCall? {
    guard knowledge[.removesObserver].contains(method), let first = code[list].first, code.isSelf(first.value) else {
      return nil
    }
    return made(
      .observers(of: observed(method, list)), method, code.spelling(of: base), id, code.names(around: base) + [method])
  }

  /// What an observer is called for, as a call spells it.
  func observed(_ method: Symbol, _ list: ArgumentList) -> String? {
    let labels = knowledge[.namesObserved][method].compactMap(\.argument)
    return code[list].first { $0.label.map(labels.contains) ?? false }.map { code.spelling(of: $0.value) }
  }

  /// Whether a call is about a part of what it is called on, and not about what a center tells.
  func isOfKeyPath(_ id: ExpressionID) -> Bool {
    guard case .call(let callee, let list) = code[id], case .member(_, let method) = code[callee] else { return false }
    let centers = knowledge[.removesObserver][method].map(\.type)
    return code[list].contains { argument in
      knowledge[.namesObserved][method].contains { $0.argument == argument.label && !centers.contains($0.type) }
    }
  }

  /// `center.removeObserver(token)`, `application.endBackgroundTask(task)`
  private func given(_ id: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList) -> EndCall? {
    guard case .member(_, let method) = code[callee],
      knowledge.endings.contains(method) || knowledge[.endsArgument].contains(method),
      let first = code[list].first
    else { return nil }
    let token = code.uncast(first.value)
    if let name = own(token) { return made(.given(name), method, name.text, id, code.names(around: callee)) }
    // `removeObserver(Tokens.all[item])`
    guard case .subscripted = code[token] else { return nil }
    let path = code.plainSpelling(of: token)
    return made(.kept(path), method, path, id, code.names(around: callee))
  }

  /// `provider.removeListener(id)`, `view.configuration.content.removeAllScriptMessageHandlers()`: what it ends is
  /// known by what begins it alone.
  private func begun(
    _ id: ExpressionID, _ callee: ExpressionID, _ base: ExpressionID, _ method: Symbol
  ) -> EndCall? {
    let words = method.words
    // An observer is known by its token.
    guard words.count > 1, !knowledge[.removesObserver].contains(method) else { return nil }
    var starts: Set<Symbol> = []
    if knowledge.endings.contains(method) {
      let type = inference.type(of: base, in: frame)
      for (name, overloads) in knowledge.ends {
        let fits = overloads.contains { one in
          one.fact.endings.contains(method) && one.fact.type.map { isOne(type, base, of: $0) } ?? false
        }
        if fits { starts.insert(name) }
      }
    } else if knowledge[.takesOut].begins(method), knowledge[.isListener].ends(method) {
      starts = program.registering(words.dropFirst())
    } else if knowledge[.givesBack].contains(words[0]) {
      starts = program.taking(words.dropFirst())
    } else if knowledge[.takesBack].contains(words[0]) {
      starts = program.undone(by: words)
    }
    guard let first = starts.map(\.text).min() else { return nil }
    return made(.begun(by: starts), method, first, id, code.names(around: callee))
  }

  /// Whether an expression is of a type of the tables, or called like one where its own is not known.
  private func isOne(_ type: Type, _ base: ExpressionID, of name: Symbol) -> Bool {
    switch type {
    case .nominal(let id, _): program.inherits(id, from: name)
    case .foreign(let foreign): foreign == name
    default: code.isCalled(base, like: name, knowledge)
    }
  }

  /// `subscriptions.removeAll()`
  private func emptied(_ id: ExpressionID, _ base: ExpressionID, _ method: Symbol) -> EndCall? {
    guard knowledge[.takesAll].contains(method), let name = own(base) else { return nil }
    if endsWhenLetGo(name) { return made(.letGo(name), method, name.text, id, [method]) }
    // `listeners.removeAll()` of a list that somebody else is in.
    guard holdsListeners(name) else { return nil }
    return made(.held(name, isOwn: true), method, name.text, id, [method])
  }

  /// `timer.invalidate()`, `link?.session.cancel()`, `timers.values.forEach { $0.cancel() }`
  private func held(
    _ id: ExpressionID, _ callee: ExpressionID, _ base: ExpressionID, _ method: Symbol
  ) -> EndCall? {
    guard knowledge[.endsWork].begins(method), !isAboutPart(method), let held = holder(base), !isShown(base) else {
      return nil
    }
    return made(
      .held(held.name, isOwn: held.isOwn), method, held.name.text, held.call ?? id,
      code.names(around: callee) + (held.call.map { code.names(around: $0) } ?? []))
  }

  /// `task.cancel()` of a local that nothing of the object holds.
  private func local(
    _ id: ExpressionID, _ callee: ExpressionID, _ base: ExpressionID, _ method: Symbol
  ) -> EndCall? {
    guard case .local(let local) = code[base], !code.isSelf(local), !isShown(base),
      !program.endsByItself(inference.type(of: base, in: frame)),
      method.words.count == 1 || knowledge.endings.contains(method),
      knowledge[.cancels].begins(method) || knowledge[.endsTimer].contains(method)
        || knowledge.endings.contains(method) || program.endsByMethod(method)
    else { return nil }
    return made(.local(code[local].name), method, code[local].name.text, id, code.names(around: callee))
  }

  /// Whether a method of others makes something anew that is not up to date any more: `invalidateLayout()`.
  private func isAboutPart(_ method: Symbol) -> Bool {
    let words = method.words
    guard words.count > 1, !knowledge.endings.contains(method), knowledge[.endsTimer].contains(Symbol(words[0])) else {
      return false
    }
    return !program.productionFunctions.contains { program.declaration(of: $0).name == method }
  }

  /// The property of the object that an expression is, or that a local is bound to.
  func own(_ id: ExpressionID, depth: Int = Limits.aliases) -> Symbol? {
    guard depth > 0, case .local(let local) = code[id], let value = code[local].initializer else {
      return code.ownProperty(id)
    }
    // `for token in tokens`, `if let session = session as? Session`
    if case .element(let list) = code[value] { return code.ownProperty(list) }
    return own(code.uncast(value), depth: depth - 1)
  }

  /// The property that an expression is taken from, and the call that goes through its elements if it is one of these.
  private func holder(_ id: ExpressionID) -> (name: Symbol, isOwn: Bool, call: ExpressionID?)? {
    if let own = code.ownProperty(id) { return (own, true, nil) }
    switch code[id] {
    case .member(let base, let name):
      // `timers.values`, `other.timer`
      if knowledge[.allValues].contains(name), let own = code.ownProperty(base) { return (own, true, nil) }
      return (name, false, nil)
    case .subscripted(let list, _): return code.ownProperty(list).map { ($0, true, nil) }
    case .element(let list): return holder(list)
    case .call(let callee, _):
      // `timers.removeValue(forKey: id)?.invalidate()`
      guard case .member(let list, let name) = code[callee], let own = code.ownProperty(list),
        knowledge[.takesElement].contains(name) || knowledge[.takesOut].begins(name)
      else { return nil }
      return (own, true, nil)
    case .local(let local):
      if let value = code[local].initializer { return holder(code.uncast(value)) }
      guard case .closureParameter(let closure, _) = code[local].kind, let call = code[closure].call,
        case .call(let callee, _) = code[call], case .member(let base, let name) = code[callee],
        knowledge[.goesThroughElements].contains(name), let all = holder(base)
      else { return nil }
      return (all.name, all.isOwn, call)
    default: return nil
    }
  }

  private func endsWhenLetGo(_ name: Symbol) -> Bool {
    guard let property = program.property(named: name, of: type), program.declaration(of: property).isStored else {
      return false
    }
    return program.endsWhenLetGo(property)
  }

  /// Whether a property holds closures that others have handed over.
  private func holdsListeners(_ name: Symbol) -> Bool {
    guard let property = program.property(named: name, of: type), program.declaration(of: property).isStored else {
      return false
    }
    switch inference.type(of: property) {
    case .array(.function), .dictionary(_, .function): return true
    default: return false
    }
  }

  /// `nil`, `[]`, or something new that holds nothing yet.
  private func isEmpty(_ id: ExpressionID) -> Bool {
    switch code[id] {
    case .literal(.null): true
    case .array(let parts), .dictionary(let parts): parts.count == 0
    case .call(_, let list): list.count == 0
    default: false
    }
  }

  /// Whether a value is a part of the screen: to stop an animation ends nothing that lasts.
  private func isShown(_ id: ExpressionID) -> Bool {
    switch inference.type(of: id, in: frame) {
    case .nominal(let type, _): program.isViewOrScreen(type)
    case .foreign(let name): program.names.foreign[name].map(program.isViewOrScreen) ?? false
    default: false
    }
  }
}

extension Program {
  /// The names that production code calls which add what ends in some words: `addListener`, `registerListener`.
  fileprivate func registering(_ words: ArraySlice<String>) -> Set<Symbol> {
    Set(calls(threads: 1).allSites.keys.filter { knowledge[.setsUp].begins($0) && $0.words.dropFirst() == words })
  }
}

extension Code {
  /// The names of the calls that lead to a callee, its own among them.
  func names(around callee: ExpressionID) -> [Symbol] {
    switch self[callee] {
    case .member(let base, let name): [name] + names(around: base)
    case .call(let inner, _): names(around: inner)
    case .name(let name, _): [name]
    default: []
    }
  }

  /// The name of what an expression calls.
  fileprivate func names(in value: ExpressionID) -> [Symbol] {
    if case .call(let callee, _) = self[value] { [calleeName(callee)] } else { [] }
  }

  /// Whether a member is given to a call as a function, and not called itself.
  fileprivate func isGiven(_ member: ExpressionID, in function: FunctionID, _ program: Program) -> Bool {
    program.expressions(of: function).contains { at in
      guard case .call(_, let list) = self[ExpressionID(index: Int32(at))] else { return false }
      return self[list].contains { $0.value == member }
    }
  }
}
