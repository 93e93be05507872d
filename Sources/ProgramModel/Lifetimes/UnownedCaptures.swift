public import SwiftFacts

/// A closure that runs after the call it is given to, and holds an object without keeping it.
public struct UnownedCapture: Hashable, Sendable {
  public var function: FunctionID
  public var closure: ClosureID
  /// As the closure calls the object.
  public var name: Symbol
  /// Where it is captured.
  public var span: SourceSpan
  /// What the closure is given to: `async`.
  public var callee: Symbol
  /// What keeps the closure, where something does, and can be there after the object.
  public var keeper: String?
  public var type: Type
  /// Whether its name alone says that the callee runs the closure later.
  public var isGuessed: Bool
  /// The closures that the function was given which this one keeps, by the number of the parameter.
  var answers: [Int] = []
}

extension Program {
  /// The `unowned` captures of closures that run later, in the order of files.
  ///
  /// What lives as long as the process cannot go first, and is left out.
  public func unownedCapturesThatRunLater(threads: Int) -> [UnownedCapture] {
    let found = foundByFunction(.unownedCaptures, threads: threads, state: { ClosureEscape(inference: $0) }) {
      program, own, function in
      program.unownedCaptures(in: function, own)
    }
    guard found.contains(where: { !$0.answers.isEmpty }) else { return found }
    let calls = calls(threads: threads)
    return found.filter { capture in !capture.answers.contains { isKeptByWhoAsks(capture.function, $0, calls) } }
  }

  /// Whether everyone who calls a function gives it a closure that keeps what the caller calls it on, as far as one can
  /// see: an object of its own, or a closure that it was given itself.
  private func isKeptByWhoAsks(_ function: FunctionID, _ parameter: Int, _ calls: CallIndex) -> Bool {
    let declaration = declaration(of: function)
    var isAsked = false
    for site in calls.sites[declaration.name] ?? [] {
      let caller = self.declaration(of: site.function)
      let code = self[file(of: site.function)].facts.code
      guard case .call(_, let list) = code[site.call], let match = declaration.match(code[list]) else { continue }
      for (argument, position) in zip(code[list], match) where position == parameter {
        isAsked = true
        switch code[argument.value] {
        case .closure(let closure):
          guard code.keepsMore(code[closure], than: caller) else { return false }
        case .literal: return false
        default: break
        }
      }
    }
    return isAsked
  }

  private func unownedCaptures(in function: FunctionID, _ fates: ClosureEscape) -> [UnownedCapture] {
    let declaration = declaration(of: function)
    guard declaration.hasBody, !isTest(file(of: function)) else { return [] }
    let code = self[file(of: function)].facts.code
    // Most functions have none, and to look for them costs less than to ask what the type is.
    let closures = code.closures(in: expressions(of: function))
    guard !closures.isEmpty,
      !(owner(of: function).map { inherits($0, fromAny: .keptUntilDone) || isTestDouble($0) } ?? false)
    else { return [] }
    var context: (frame: Frame, uses: ValueUses)?
    var result: [UnownedCapture] = []
    for id in closures {
      let closure = code[id]
      for capture in unownedNames(in: closure, declaration, code) {
        let here = context ?? (Frame(function, in: self), ValueUses(of: function, in: self))
        context = here
        let type = fates.inference.type(of: capture.value, in: here.frame)
        guard !isKeptAlong(capture.value, with: closure, here.frame, fates.inference),
          !isAwaited(closure, using: capture, declaration, code),
          let moment = moment(of: id, capturing: type, here.frame, here.uses, fates)
        else { continue }
        if let nominal = type.nominal, livesForever(nominal) { continue }
        result.append(
          UnownedCapture(
            function: function, closure: id, name: capture.name,
            span: SourceSpan(file: file(of: function), bytes: capture.span),
            callee: moment.callee, keeper: moment.keeper, type: type, isGuessed: moment.isGuessed,
            answers: answers(keptBy: closure, declaration, code)))
      }
    }
    return result
  }

  /// The closures among a function's parameters that a closure in it uses.
  private func answers(keptBy closure: Closure, _ declaration: FunctionDeclaration, _ code: Code) -> [Int] {
    declaration.parameters.indices.filter { position in
      let parameter = declaration.parameters[position]
      guard parameter.isAnswer else { return false }
      return (closure.firstExpression..<closure.endExpression).contains {
        code.expressions[Int($0)] == .local(parameter.local)
      }
    }
  }

  /// What a closure holds without keeping it: by its capture list, by that of a closure around it, or by a local
  /// declared `unowned`.
  private func unownedNames(in closure: Closure, _ declaration: FunctionDeclaration, _ code: Code)
    -> [(name: Symbol, value: ExpressionID, span: ByteSpan)]
  {
    var result: [(Symbol, ExpressionID, ByteSpan)] = []
    for capture in closure.captureList {
      guard case .capture(.unowned, let value) = code[capture].kind else { continue }
      result.append((code[capture].name, value, code[capture].span))
    }
    var seen: Set<LocalID> = []
    for index in closure.firstExpression..<closure.endExpression {
      let local: LocalID
      switch code.expressions[Int(index)] {
      case .local(let used), .name(_, let used?): local = used
      default: continue
      }
      guard local.index < closure.firstLocal || local.index >= closure.endLocal, seen.insert(local).inserted else {
        continue
      }
      let value: ExpressionID? =
        if case .capture(.unowned, let outer) = code[local].kind { outer } else {
          code[local].declaredUnowned ? code[local].initializer : nil
        }
      guard let value else { continue }
      result.append((code[local].name, value, code.spans[Int(index)]))
    }
    return result
  }

  /// Whether whoever gets the closure gets the object as well, or is the object itself, which it holds where it runs
  /// the closure.
  private func isKeptAlong(_ value: ExpressionID, with closure: Closure, _ frame: Frame, _ inference: Inference) -> Bool
  {
    let code = frame.facts.code
    guard let call = closure.call, case .call(_, let list) = code[call] else { return false }
    if code[list].contains(where: { code[$0.value] == code[value] }) { return true }
    let target = inference.target(of: call, in: frame)
    let isOwn =
      switch target.receiver {
      case .local(let local): code[value] == .local(local)
      case .expression(let base): code[base] == code[value]
      case .none: false
      }
    guard isOwn, case .functions(let functions) = target.kind, functions.count == 1, let function = functions.first,
      let match = declaration(of: function).match(code[list]),
      let position = code[list].enumerated().first(where: { code[$0.element.value] == code[closure.expression] })?
        .offset
    else { return false }
    return holdsSelf(whereItUses: match[position], in: function)
  }

  /// Whether the function around the closure waits until the closure has used its object: whoever called the function
  /// holds the object until then.
  ///
  /// What is awaited runs the closure itself, or the closure is what resumes the continuation, and looks at the object
  /// no more after that.
  private func isAwaited(
    _ closure: Closure, using capture: (name: Symbol, value: ExpressionID, span: ByteSpan),
    _ declaration: FunctionDeclaration, _ code: Code
  ) -> Bool {
    let body = declaration.firstExpression..<declaration.endExpression
    let around = code.closures(around: closure.expression, within: body)
    if around.isEmpty { return isAwaited(closure.call, code) }
    guard let first = around.first, around.count == 1, let call = code[first].call, isAwaited(call, code),
      case .call(let callee, _) = code[call], let name = code.calledName(callee), knowledge[.suspends].contains(name),
      let continuation = code[first].parameters.first
    else { return false }
    var (lastUse, lastAnswer): (Int32, Int32) = (-1, -1)
    for index in closure.firstExpression..<closure.endExpression {
      guard case .local(let local) = code[ExpressionID(index: index)] else { continue }
      if local == continuation { lastAnswer = index }
      if code[local].name == capture.name { lastUse = index }
    }
    return lastAnswer > lastUse
  }

  /// Whether `await` stands before a call, and nothing else around it.
  func isAwaited(_ call: ExpressionID?, _ code: Code) -> Bool {
    guard let call else { return false }
    return code.statements.contains { $0.kind == .awaiting && $0.endExpression == call.index + 1 }
  }

  /// Whether every closure of a method that uses a parameter uses the method's object as well.
  private func holdsSelf(whereItUses parameter: Int, in function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    let local = declaration.parameters[parameter].local
    let using = code.closures(in: expressions(of: function)).map { code[$0] }.filter { closure in
      !code.isInsideClosure(closure.expression)
        && (closure.firstExpression..<closure.endExpression).contains { code.expressions[Int($0)] == .local(local) }
    }
    return !using.isEmpty
      && using.allSatisfy { closure in
        holdsSelf(closure, in: function) || code.strengthOfSelf(in: closure, declaration) == .unowned
          || (closure.firstExpression..<closure.endExpression).contains { index in
            let id = ExpressionID(index: index)
            guard case .closure(let inner) = code[id] else { return false }
            return code.strengthOfSelf(in: code[inner], declaration) == .unowned
          }
      }
  }

  /// When a closure runs, if that may be after the object is gone.
  private func moment(of id: ClosureID, capturing type: Type, _ frame: Frame, _ uses: ValueUses, _ fates: ClosureEscape)
    -> (callee: Symbol, keeper: String?, isGuessed: Bool)?
  {
    let code = frame.facts.code
    let closure = code[id]
    if let call = closure.call, case .call(let callee, _) = code[call], let name = code.calledName(callee) {
      switch fates.fate(of: id, in: frame) {
      case .later: return isOfShownPart(call, of: type, frame, fates.inference) ? nil : (name, nil, false)
      case .kept:
        if knowledge[.workItem].contains(name) { return enqueuing(call, frame, uses).map { ($0, nil, false) } }
        return isAnswer(closure, of: call, frame, fates) ? (name, nil, false) : nil
      case .unknown:
        guard case .value = fates.inference.target(of: call, in: frame).kind, knowledge[.delays].fits(name) else {
          return nil
        }
        return (name, nil, true)
      case .inPlace: return nil
      }
    }
    guard let parent = uses.parent(of: closure.expression), case .assign(let target, closure.expression) = code[parent],
      case .member(let base, let slot) = code[target]
    else { return nil }
    let holder = fates.inference.type(of: base, in: frame)
    guard let keeper = holder.nominal, outlives(keeper, slot, base, frame) else { return nil }
    return (slot, code.spelling(of: base), false)
  }

  /// Whether a closure is kept, as what is to be called with an answer, by something that is no part of the object
  /// around it: a static object, or one that is injected. Not where the object's `deinit` calls it off.
  private func isAnswer(_ closure: Closure, of call: ExpressionID, _ frame: Frame, _ fates: ClosureEscape) -> Bool {
    let code = frame.facts.code
    guard case .call(_, let list) = code[call],
      let position = code[list].enumerated().first(where: { code[$0.element.value] == code[closure.expression] })?
        .offset
    else { return false }
    let target = fates.inference.target(of: call, in: frame)
    guard case .functions(let functions) = target.kind, functions.count == 1, let function = functions.first,
      case .expression(let base) = target.receiver, isOfOthers(base, frame, fates.inference),
      let match = declaration(of: function).match(code[list])
    else { return false }
    let parameter = self[file(of: function)].facts.code[declaration(of: function).parameters[match[position]].local]
    return fates.isCompletion(label: parameter.name.text) && !isCalledInDeinit(base, frame)
  }

  /// Whether an expression is no part of the object around it: a member of a type, or a property that a protocol gives.
  private func isOfOthers(_ base: ExpressionID, _ frame: Frame, _ inference: Inference) -> Bool {
    if let name = frame.facts.code.ownProperty(base) {
      guard let context = frame.context, let property = property(named: name, of: context),
        let owner = owner(of: property)
      else { return false }
      return self[owner].kind == .protocol && !declaration(of: property).isStored
    }
    guard case .member(let type, _) = frame.facts.code[base], case .metatype = inference.type(of: type, in: frame)
    else { return false }
    return true
  }

  private func isCalledInDeinit(_ base: ExpressionID, _ frame: Frame) -> Bool {
    guard let type = frame.context else { return false }
    let spelling = frame.facts.code.spelling(of: base)
    return functions(of: type).contains { function in
      guard declaration(of: function).kind == .deinitializer else { return false }
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { at in
        guard case .member(let called, _) = code[ExpressionID(index: Int32(at))] else { return false }
        return code.spelling(of: called) == spelling
      }
    }
  }

  /// Whether a call is one of the program's own functions, made on a view that the captured view or screen owns: what
  /// runs there is an event of that view, and there is none once the owner is gone.
  private func isOfShownPart(_ call: ExpressionID, of owner: Type, _ frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    let target = inference.target(of: call, in: frame)
    guard case .functions = target.kind, case .expression(let base) = target.receiver,
      let name = code.ownProperty(base),
      let owner = owner.nominal, let property = property(named: name, of: owner),
      isPlainStrong(declaration(of: property)),
      let part = inference.type(of: base, in: frame).nominal
    else { return false }
    return inherits(part, fromAny: .viewClass)
      && (inherits(owner, fromAny: .viewClass) || inherits(owner, fromAny: .viewControllerClass))
  }

  /// The function that runs a work item, where it is given to one.
  private func enqueuing(_ item: ExpressionID, _ frame: Frame, _ uses: ValueUses) -> Symbol? {
    let code = frame.facts.code
    let local = uses.variable(givenBy: item)
    let property = uses.property(givenBy: item, code)
    for at in expressions(of: frame.function) {
      guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee) else {
        continue
      }
      let rows = knowledge[.queuesWorkItem][name]
      let isGiven = code[list].contains { argument in
        rows.contains { $0.argument == argument.label && $0.argument != nil }
          && (code[argument.value] == local.map(Expression.local)
            || property != nil && code.ownProperty(argument.value) == property)
      }
      if isGiven, !cancelsInDeinit(frame.context) { return name }
    }
    return nil
  }

  private func cancelsInDeinit(_ type: NominalID?) -> Bool {
    guard let type else { return false }
    return functions(of: type).contains { function in
      declaration(of: function).kind == .deinitializer
        && callNames(in: function).contains { knowledge[.cancelsWorkItem].contains($0) }
    }
  }

  /// Whether what keeps a closure can be there after the object that has it: a screen that an object which is no
  /// screen puts up, or a view's own copy of what a local describes.
  private func outlives(_ keeper: NominalID, _ slot: Symbol, _ base: ExpressionID, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    if case .local(let local) = code[base], case .variable = code[local].kind {
      guard self[keeper].kind == .foreign, knowledge.types[self[keeper].name]?.kind == .struct,
        case .known(let entry)? = valueMember(slot, of: keeper)
      else { return false }
      return entry.isClosure && entry.holding == .strong && knowledge[.isProvider].ends(slot)
    }
    guard code.ownProperty(base) != nil, let own = frame.context, inherits(keeper, fromAny: .viewControllerClass) else {
      return false
    }
    return !([.responderClass, .viewClass, .viewControllerClass] as [Role]).contains { inherits(own, fromAny: $0) }
  }
}

extension Code {
  /// Whether a closure keeps the object of the function around it, or a closure that the function was given, for itself
  /// or for a closure inside of it.
  fileprivate func keepsMore(_ closure: Closure, than declaration: FunctionDeclaration) -> Bool {
    let given = declaration.parameters.filter(\.isAnswer).map(\.local)
    let isHandedOn = (closure.firstExpression..<closure.endExpression).contains { index in
      if case .local(let local) = expressions[Int(index)] { given.contains(local) } else { false }
    }
    if isHandedOn { return true }
    guard let own = declaration.selfLocal else { return false }
    if let item = closure.captureList.first(where: { self[$0].name == Names.self_ }) {
      if case .capture(.strong, _) = self[item].kind { return true }
      return false
    }
    return (closure.firstExpression..<closure.endExpression).contains { index in
      switch expressions[Int(index)] {
      case .local(own), .name(_, own?): return true
      default: return false
      }
    }
  }
}

extension FunctionDeclaration.Parameter {
  /// Whether it is a closure that may outlive the call.
  fileprivate var isAnswer: Bool { isMarkedEscaping || isEscaping && closureKind == .always }
}
