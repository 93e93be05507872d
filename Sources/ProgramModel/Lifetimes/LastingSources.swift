import SwiftFacts

extension Program {
  /// Repeating timers that nothing invalidates, in the order of files. One whose closure keeps its object is a matter
  /// of cycles.
  public func lastingTimers(threads: Int) -> [LastingWork] {
    let index = LifetimeIndex(self, threads: threads)
    let functions = index.callers(playing: .repeatsWithBlock)
    let inference = Inference(program: self)
    var result: [LastingWork] = []
    for function in functions {
      guard let type = owner(of: function), !declaration(of: function).isStatic, !livesForever(type) else { continue }
      // A view has no object, and comes and goes as one does.
      let isView = self[type].kind == .struct && inherits(type, fromAny: .viewProtocol)
      guard isView || self[type].kind == .class else { continue }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      let uses = ValueUses(of: function, in: self)
      for at in expressions(of: function) {
        let call = ExpressionID(index: Int32(at))
        guard case .call(let callee, let list) = code[call], let host = timerHost(callee, code),
          code[list].contains(where: { $0.label == Words.repeats && code[$0.value] == .literal(.boolean(true)) }),
          case .foreign = inference.target(of: call, in: frame).kind,
          let id = code[list].last.flatMap({ code.closure($0.value) }),
          isView || !holdsSelf(code[id], in: function), !isAnswer(call, uses, code)
        else { continue }
        // Whoever gets the timer may end it.
        if let local = uses.variable(givenBy: call),
          uses.mentions(of: local).contains(where: { isPassed($0, uses, code) })
        {
          continue
        }
        if let parent = uses.parent(of: call), case .call(_, let outer) = code[parent],
          code[outer].contains(where: { $0.value == call })
        {
          continue
        }
        guard index.callers(playing: .endsTimer, around: type).isEmpty, !index.isMadeElsewhere(type),
          !isInvalidatedElsewhere(uses.property(givenBy: call, code), index),
          !isOneForAll(call, of: function, type, uses, code)
        else { continue }
        let isWeak = code[id].captureList.contains { code[$0].isWeak }
        result.append(
          LastingWork(
            function: function, flaw: isWeak ? .staysBehind : .goesOn,
            span: SourceSpan(file: frame.file, bytes: code.span(of: call)),
            type: type, host: host, name: "", other: ""))
      }
    }
    return result
  }

  /// The type that a call makes a timer of.
  private func timerHost(_ callee: ExpressionID, _ code: Code) -> Symbol? {
    let rows = code.calledName(callee).map { knowledge[.repeatsWithBlock].rows(calling: $0) } ?? []
    let type = if case .member(let base, _) = code[callee] { code.typeName(base) } else { code.typeName(callee) }
    return rows.contains { $0.type == type } ? type : nil
  }

  /// Whether a call fills a static of the type that is asked about before: there is one for all objects.
  private func isOneForAll(
    _ call: ExpressionID, of function: FunctionID, _ type: NominalID, _ uses: ValueUses, _ code: Code
  ) -> Bool {
    guard let parent = uses.parent(of: call), case .assign(let target, call) = code[parent],
      let name = code.writtenName(target), let property = self[type].properties[name],
      declaration(of: property).isStatic
    else { return false }
    func mentions(_ id: ExpressionID) -> Bool {
      code.writtenName(id) == name || code.children(of: id).contains(where: mentions)
    }
    return passedTests(at: [call], in: function)?[call]?.contains { mentions($0.value) } ?? false
  }

  /// Whether a function or a closure answers with what a call gives, and somebody may take the answer.
  private func isAnswer(_ call: ExpressionID, _ uses: ValueUses, _ code: Code) -> Bool {
    guard uses.isResult(call) else { return false }
    guard let closure = uses.closure(around: call), code[closure.results].contains(call),
      let name = closure.call.flatMap(code.callee)
    else { return true }
    return ![Role.runsWhenShown, .queuesBlock].contains { knowledge[$0].calledNames.contains(name) }
  }

  private func isPassed(_ use: ExpressionID, _ uses: ValueUses, _ code: Code) -> Bool {
    guard let parent = uses.parent(of: use) else { return uses.isResult(use) }
    switch code[parent] {
    case .call(let callee, let list):
      return code[list].contains { $0.value == use }
        && !(code.calledName(callee).map { knowledge[.schedulesTimer].contains($0) } ?? false)
    case .array, .tuple: return true
    default: return uses.isResult(use)
    }
  }

  private func isInvalidatedElsewhere(_ property: Symbol?, _ index: LifetimeIndex) -> Bool {
    guard let property else { return false }
    let ends = knowledge[.endsTimer]
    return index.callers(playing: .endsTimer).contains { function in
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { at in
        guard case .call(let callee, _) = code.expressions[at], case .member(let base, let name) = code[callee],
          ends.contains(name)
        else { return false }
        return code.calledName(base) == property
      }
    }
  }

  /// Objects that count a reference to themselves for a function of C, and never count it back.
  public func retainedContexts(threads: Int) -> [LastingWork] {
    let index = LifetimeIndex(self, threads: threads)
    var result: [LastingWork] = []
    for function in index.callers(playing: .passesOwned) {
      let declaration = declaration(of: function)
      guard let type = owner(of: function), self[type].kind == .class, let own = declaration.selfLocal,
        !declaration.isStatic,
        // A `deinit` says that objects are meant to go, though one of them may be shared.
        functions(of: type).contains(where: { self.declaration(of: $0).kind == .deinitializer }) || !livesForever(type)
      else { continue }
      let file = file(of: function)
      let code = self[file].facts.code
      for at in expressions(of: function) {
        guard case .call(let callee, let list) = code.expressions[at], case .member(let base, _) = code[callee],
          isStatic(.passesOwned, callee, in: code), let host = code.typeName(base), let only = code[list].first,
          code[only.value] == .local(own), !isReleased(in: file)
        else { continue }
        result.append(
          LastingWork(
            function: function, flaw: .retained, span: SourceSpan(file: file, bytes: code.spans[at]), type: type,
            host: host,
            name: code.spelling(of: ExpressionID(index: Int32(at))), other: ""))
      }
    }
    return result
  }

  /// Whether something in a file counts a reference back: code for C is written close together.
  private func isReleased(in file: FileID) -> Bool {
    self[file].facts.code.expressions.contains { expression in
      switch expression {
      case .member(_, let name), .name(let name, _): knowledge[.givesBackOwned].contains(name)
      default: false
      }
    }
  }

  /// Network connections that go on after the object which has them, in the order of files.
  public func lastingConnections(threads: Int) -> [LastingWork] {
    let index = LifetimeIndex(self, threads: threads)
    let inference = Inference(program: self)
    if index.callers(playing: .startsConnection).isEmpty { return [] }
    var result: [LastingWork] = []
    let kept = asking("private properties that keep") { program in
      program.allProperties.filter { property in
        let declaration = program.declaration(of: property)
        return declaration.isStored && !declaration.isStatic && declaration.strength == .strong
          && declaration.isPrivate && !program.isTest(program.file(of: property))
      }
    }
    for property in kept {
      let declaration = declaration(of: property)
      guard let type = owner(of: property), self[type].kind == .class,
        let host = hostName(inference.type(of: property)),
        !livesForever(type), let start = index.callers(playing: .startsConnection, around: type).first,
        !ends(declaration.name, whenFreed: type, index)
      else { continue }
      let stop = index.callers(playing: .endsConnection, around: type).first {
        place(ofCall: .endsConnection, on: declaration.name, in: $0) != nil
      }
      guard let function = stop ?? Optional(start) else { continue }
      let span =
        stop.flatMap { place(ofCall: .endsConnection, on: declaration.name, in: $0) }
        ?? place(ofCall: .startsConnection, on: declaration.name, in: start)
      guard let span else { continue }
      let name = self.declaration(of: function).name
      result.append(
        LastingWork(
          function: function, flaw: .outlivesOwner, span: span, type: type, host: host, name: declaration.name.text,
          other: stop == nil ? "nothing cancels" : "`\(name)()` alone cancels"))
    }
    return result
  }

  private func hostName(_ type: Type) -> Symbol? {
    let name: Symbol
    switch type {
    case .nominal(let id, _): name = self[id].name
    case .foreign(let foreign): name = foreign
    default: return nil
    }
    return knowledge[.startsConnection].types.contains(name) ? name : nil
  }

  private func place(ofCall role: Role, on property: Symbol, in function: FunctionID) -> SourceSpan? {
    let file = file(of: function)
    let code = self[file].facts.code
    for at in expressions(of: function) {
      guard case .call(let callee, _) = code.expressions[at], case .member(let base, let name) = code[callee],
        knowledge[role].contains(name)
      else { continue }
      if code.ownProperty(base) == property { return SourceSpan(file: file, bytes: code.spans[at]) }
      // `guard let connection`: a local that is given the property.
      if case .local(let local) = code[base], let value = code[local].initializer, code.ownProperty(value) == property {
        return SourceSpan(file: file, bytes: code.spans[at])
      }
    }
    return nil
  }

  /// Whether `deinit`, or what it calls, cancels what is in a property.
  private func ends(_ property: Symbol, whenFreed type: NominalID, _ index: LifetimeIndex) -> Bool {
    let deinits = functions(of: type).filter { declaration(of: $0).kind == .deinitializer }
    return deinits.contains { start in
      ([start] + ownMethods(calledBy: start, of: type, depth: 0)).contains { function in
        place(ofCall: .endsConnection, on: property, in: function) != nil
      }
    }
  }

  private func ownMethods(calledBy function: FunctionID, of type: NominalID, depth: Int) -> [FunctionID] {
    guard depth < 3, let own = declaration(of: function).selfLocal else { return [] }
    let code = self[file(of: function)].facts.code
    return expressions(of: function).flatMap { at -> [FunctionID] in
      guard case .call(let callee, _) = code.expressions[at], let name = code.ownCall(callee, own),
        case .functions(let next)? = member(name, of: type)
      else { return [] }
      return next.filter { $0 != function }.flatMap { [$0] + ownMethods(calledBy: $0, of: type, depth: depth + 1) }
    }
  }
}

extension ValueUses {
  /// The property that a value is put into where it is made.
  func property(givenBy id: ExpressionID, _ code: Code) -> Symbol? {
    guard let parent = parent(of: id), case .assign(let target, id) = code[parent] else { return nil }
    return code.ownProperty(target)
  }
}
