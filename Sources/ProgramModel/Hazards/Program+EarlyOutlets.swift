import SwiftFacts

/// Outlets that are touched by what somebody calls before the view is loaded.
extension Program {
  /// Where a screen's observer or method touches an outlet without asking whether the view is there, and somebody who
  /// has just made the screen, or is about to show it, comes to that first.
  public func earlyOutlets(threads: Int) -> [Hazard] {
    let screens = screensWithOutlets()
    guard !screens.isEmpty else { return [] }
    let index = LifetimeIndex(self, threads: threads)
    let callers = Callers(program: self, calls: index.calls)
    let (inference, frames) = (Inference(program: self), Frames(of: self))
    var result: [Hazard] = []
    for (screen, outlets) in screens.sorted(by: { $0.key < $1.key }) {
      var touches: [FunctionID: ExpressionID] = [:]
      let functions = functions(of: screen)
      // What loads its view while it is made is loaded for everybody.
      if functions.contains(where: { loadsWhenMade($0) }) { continue }
      for function in functions {
        if let first = firstTouch(of: outlets, in: function) { touches[function] = first }
      }
      for (function, touch) in touches.sorted(by: { $0.key < $1.key }) {
        let code = self[file(of: function)].facts.code
        for entry in entries(to: function, of: screen, callers) {
          // What is called by the name of a requirement comes here as well.
          let early = ([entry] + callers.requirements(of: entry)).lazy.flatMap(callers.sites).first { site in
            isEarly(site, on: screen, frames, inference)
          }
          guard let early else { continue }
          let caller = file(of: early.function)
          let place = SourceSpan(file: caller, bytes: self[caller].facts.code.span(of: early.call))
          result.append(
            Hazard(
              kind: .earlyOutlet, span: SourceSpan(file: file(of: function), bytes: code.span(of: touch)),
              name: code.ownProperty(touch)?.text ?? "", other: declarationName(at: place.bytes.start, in: place.file),
              owner: declaration(of: entry).name.text, evidence: [place], essence: name(of: function)))
          break
        }
      }
    }
    return result
  }

  /// A function of a screen, and the screen's own methods that come to it whatever they find: they call it, or set the
  /// property that it observes.
  private func entries(to function: FunctionID, of screen: NominalID, _ callers: Callers) -> [FunctionID] {
    var result = [function]
    for site in callers.sites(of: function) where owner(of: site.function) == screen && site.function != function {
      let code = self[file(of: site.function)].facts.code
      let target: ExpressionID
      switch code[site.call] {
      case .call(let callee, _): target = callee
      case .assign(let written, _): target = written
      default: continue
      }
      guard site.closure == nil, code.ownProperty(target) != nil, isCalledFromOutside(site.function),
        passedTests(at: [site.call], in: site.function)?[site.call]?.isEmpty == true
      else { continue }
      result.append(site.function)
    }
    return result
  }

  /// Whether somebody else than the screen itself and the system may call a function, and it does not ask for the view.
  private func isCalledFromOutside(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    switch declaration.kind {
    case .function where !declaration.isOverride && !declaration.isStatic: break
    case .observer, .setter: break
    default: return false
    }
    // An action, and what the system calls back, comes from a view that is there.
    guard !declaration.attributes.contains(where: knowledge[.seenByObjectiveC].contains) else { return false }
    let body = Body(function, in: self)
    return !body.expressions.contains { asksForView($0, body.code) || loadsView($0, body.code) }
  }

  /// The outlets of each screen that are read as if they were there.
  private func screensWithOutlets() -> [NominalID: Set<Symbol>] {
    var result: [NominalID: Set<Symbol>] = [:]
    let outlets = asking("outlets") { program in
      program.allProperties.filter { property in
        program.declaration(of: property).attributes.contains(where: program.knowledge[.outlet].contains)
          && !program.isTest(program.file(of: property))
      }
    }
    for property in outlets {
      let declaration = declaration(of: property)
      guard let owner = owner(of: property),
        knowledge[.viewControllerClass].names.contains(where: { inherits(owner, from: $0) }),
        // What a bar has of a screen is there with the screen, before its view.
        !knowledge[.screenItem].contains(Symbol(typeName(of: property)))
      else { continue }
      result[owner, default: []].insert(declaration.name)
    }
    return result
  }

  private func loadsView(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .name(let name, _), .member(_, let name): knowledge[.loadsView].contains(name)
    default: false
    }
  }

  private func loadsWhenMade(_ function: FunctionID) -> Bool {
    guard declaration(of: function).kind == .initializer else { return false }
    var asked: Set<FunctionID> = []
    return loads(function, &asked)
  }

  /// Whether a function loads the view of its object, itself or by a method of the same type.
  private func loads(_ function: FunctionID, _ asked: inout Set<FunctionID>) -> Bool {
    guard asked.insert(function).inserted, let owner = owner(of: function) else { return false }
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      let id = ExpressionID(index: Int32(index))
      if loadsView(id, code) { return true }
      guard case .call(let callee, _) = code[id], let name = code.ownProperty(callee) else { return false }
      return (self[owner].functions[name] ?? []).contains { loads($0, &asked) }
    }
  }

  /// The first use of an outlet's members that a call from outside comes to, with nothing that asks for the view.
  private func firstTouch(of outlets: Set<Symbol>, in function: FunctionID) -> ExpressionID? {
    guard isCalledFromOutside(function) else { return nil }
    let body = Body(function, in: self)
    let code = body.code
    let touch = body.expressions.first { id in
      guard case .member(let base, _) = code[id], let name = code.ownProperty(base), outlets.contains(name) else {
        return false
      }
      return code.marks(of: base).isDisjoint(with: [.chained]) && !body.isInClosure(id)
    }
    guard let touch, case .member(let base, _) = code[touch], let tests = passedTests(at: [touch], in: function)?[touch]
    else { return nil }
    // Whoever asks for the outlet, or for another property that may say so, knows.
    let asksOwn = tests.contains { test in
      let isNegated = !test.holds
      return isNegated || asks(for: outlets, in: test.value, code)
    }
    return asksOwn ? nil : base
  }

  /// Whether a condition is about an outlet: `label`, `label != nil`.
  private func asks(for outlets: Set<Symbol>, in test: ExpressionID, _ code: Code) -> Bool {
    code.ownProperty(test).map(outlets.contains) == true
      || code.children(of: test).contains { asks(for: outlets, in: $0, code) }
  }

  private func asksForView(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .name(let name, _), .member(_, let name): knowledge[.asksForView].contains(name)
    default: false
    }
  }

  /// Whether a call or an assignment is made on a screen that has just come into being, before anything can have
  /// loaded its view.
  private func isEarly(_ site: Callers.Site, on screen: NominalID, _ frames: Frames, _ inference: Inference) -> Bool {
    let frame = frames[site.function]
    guard !isTest(frame.file), site.closure == nil else { return false }
    let code = frame.facts.code
    let target: ExpressionID
    switch code[site.call] {
    case .call(let callee, _): target = callee
    case .assign(let written, _): target = written
    default: return false
    }
    guard case .member(let base, _) = code[target], isOnly(screen, inference.type(of: base, in: frame)) else {
      return false
    }
    guard case .local(let local) = code[base] else { return isFresh(base, as: screen, in: frame, frames, inference) }
    guard let value = code[local].initializer, isFresh(value, as: screen, in: frame, frames, inference) else {
      return false
    }
    return isUntouched(local, in: value.index..<max(value.index, site.call.index), code)
  }

  /// Whether a screen is what a type names, or the only screen of the program that is of it.
  private func isOnly(_ screen: NominalID, _ type: Type) -> Bool {
    if case .nominal(screen, _) = type { return true }
    let known = type.nominals.filter { self[$0].kind != .foreign }
    guard !known.isEmpty, type.nominals.allSatisfy({ inherits(screen, from: self[$0].name) }) else { return false }
    let heirs = (descendants[known[0]] ?? []).filter { heir in
      self[heir].isConcrete && known.allSatisfy(lineage(of: heir).contains)
        && knowledge[.viewControllerClass].names.contains { inherits(heir, from: $0) }
        && self[heir].declarations.first.map { isTest($0.file) } != true
    }
    return heirs == [screen]
  }

  /// Whether nothing but a local screen's own properties is touched among some expressions.
  private func isUntouched(_ local: LocalID, in range: Range<Int32>, _ code: Code) -> Bool {
    for index in range {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call(let callee, let list):
        if code[list].contains(where: { code[$0.value] == .local(local) }) { return false }
        if case .member(let receiver, _) = code[callee], code[receiver] == .local(local) { return false }
      case .member(let receiver, let name):
        if code[receiver] == .local(local), knowledge[.loadsView].contains(name) { return false }
      case .assign(_, let given): if code[given] == .local(local) { return false }
      default: continue
      }
    }
    return true
  }

  /// Whether a value is a screen that was made a moment ago, here or by a function of the program, or the one that is
  /// about to be shown.
  private func isFresh(
    _ id: ExpressionID, as screen: NominalID, in frame: Frame, _ frames: Frames, _ inference: Inference, depth: Int = 0
  ) -> Bool {
    let code = frame.facts.code
    func next(_ id: ExpressionID) -> Bool { isFresh(id, as: screen, in: frame, frames, inference, depth: depth) }
    switch code[id] {
    case .cast(let value, _): return next(value)
    case .local(let local): return code[local].initializer.map(next) ?? false
    case .member(_, let name): return knowledge[.screenToBeShown].contains(name)
    case .call:
      guard let name = code.callee(of: id) else { return false }
      if knowledge[.makesScreen].contains(name) || self[screen].name == name { return true }
      guard depth < 3, case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1,
        case let declaration = declaration(of: targets[0]), declaration.kind == .function, declaration.hasBody
      else { return false }
      let maker = frames[targets[0]]
      let results = maker.facts.code[declaration.results]
      return !results.isEmpty
        && results.allSatisfy { result in
          guard isFresh(result, as: screen, in: maker, frames, inference, depth: depth + 1) else { return false }
          guard case .local(let local) = maker.facts.code[result], let first = maker.facts.code[local].initializer
          else {
            return true
          }
          return isUntouched(local, in: first.index..<max(first.index, declaration.endExpression), maker.facts.code)
        }
    default: return false
    }
  }
}
