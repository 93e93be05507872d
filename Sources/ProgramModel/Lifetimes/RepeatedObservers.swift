import SwiftFacts

/// Observers with a selector: the notification centre calls one as often as it was added.
extension Program {
  /// One added where a screen appears, or where two functions ask for it, while nothing removes it in between: the
  /// notification centre calls it once for each time it was added.
  func repeatedObserver(
    _ call: ExpressionID, _ list: ArgumentList, _ type: NominalID, _ host: Symbol, _ frame: Frame,
    _ index: LifetimeIndex
  ) -> LastingWork? {
    let code = frame.facts.code
    guard let own = frame.declaration.selfLocal, let first = code[list].first, code[first.value] == .local(own),
      frame.declaration.kind == .function || frame.declaration.kind.isObserver, !code.isInsideClosure(call),
      code[list].count > 2, case let name = code[list][code[list].startIndex + 2], !isLocal(name.value, code)
    else { return nil }
    guard !removes(frame.function, type), !code[list].dropFirst(3).contains(where: { mayBeAnother($0.value, frame) })
    else { return nil }
    guard !settles(handler: code[list][code[list].startIndex + 1].value, of: type, code) else { return nil }
    let removers = knowledge[.removesObserver].names.flatMap { index.timelyCallers(of: $0, around: type) }.sorted()
    let span = SourceSpan(file: frame.file, bytes: code.span(of: call))
    let spelled = "`\(code.spelling(of: name.value))`"
    func found(_ flaw: LastingWork.Flaw, _ other: String) -> LastingWork {
      LastingWork(
        function: frame.function, flaw: flaw, span: span, type: type, host: host, name: spelled, other: other)
    }
    if removers.isEmpty {
      return Recurrences(program: self, type: type, index: index).of(frame.function).map {
        found($0.isByEvents ? .repeatedByEvents : .repeated, $0.says)
      }
    }
    // A type that also removes it means to add it more than once.
    let around = index.callers(of: frame.declaration.name, around: type).filter { calls(frame.function, in: $0) }
    let stopping = removers.filter { $0 != frame.function && declaration(of: $0).kind == .function }
    let stops = stopping.filter { mentions(code.plainSpelling(of: name.value), in: $0) }
    guard let stop = stops.first ?? stopping.first, let both = ofOneObject(around), !setsFlag(frame.function),
      around.allSatisfy({ declaration(of: $0).kind == .function }), !around.allSatisfy({ removes($0, type) })
    else { return nil }
    let names = both.map { "`\(declaration(of: $0).name)`" }.joined(separator: " and ")
    return found(
      .repeated,
      "\(names) ask for it, and nothing calls `\(declaration(of: stop).name)` in between")
  }

  /// Whether the object of which an observer is to hear may be another each time, so that none is heard of twice: it is
  /// a local, or what stands in a variable.
  private func mayBeAnother(_ id: ExpressionID, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    switch code[id] {
    case .local(let local): return code[local].kind != .selfReference
    case .name, .member:
      guard let own = code.ownProperty(id) else {
        // Of what may be missing, all are heard of where it is.
        guard case .member(let base, _) = code[id], !code.marks(of: base).contains(.chained) else { return false }
        return code.ownProperty(base) != nil || mayBeAnother(base, frame)
      }
      guard let property = frame.context.flatMap({ property(named: own, of: $0) }) else { return false }
      return !declaration(of: property).isLet && !declaration(of: property).isLazy
    default: return false
    }
  }

  /// Whether nobody can tell how often the function behind a selector is called at a time.
  private func settles(handler selector: ExpressionID, of type: NominalID, _ code: Code) -> Bool {
    let names = code.children(of: selector).compactMap { code.calledName($0) }
    guard names.count == 1, case .functions(let handlers)? = member(names[0], of: type) else { return false }
    let settling = Settling(program: self)
    return handlers.allSatisfy(settling.settles)
  }

  /// Why a function runs each time the screen of its object appears, where that is in sight.
  func comesAgain(_ function: FunctionID, of type: NominalID, _ index: LifetimeIndex) -> String? {
    guard declaration(of: function).kind == .function,
      let found = Recurrences(program: self, type: type, index: index).of(function), !found.isByEvents
    else { return nil }
    return found.says
  }

  /// The first two of some functions that one object can have both; those of two classes beside each other are of two
  /// objects. O(functions²).
  private func ofOneObject(_ functions: [FunctionID]) -> [FunctionID]? {
    for (at, second) in functions.enumerated() {
      guard let two = owner(of: second) else { continue }
      for first in functions[..<at] {
        guard let one = owner(of: first), canBeOne(one, two) else { continue }
        return [first, second]
      }
    }
    return nil
  }

  /// Whether a function has an expression that is spelled like another.
  private func mentions(_ spelling: String, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains {
      code.plainSpelling(of: ExpressionID(index: Int32($0))) == spelling
    }
  }

  /// What a function adds on behalf of its caller is another observer each time.
  private func isLocal(_ id: ExpressionID, _ code: Code) -> Bool {
    if case .local = code[code.root(of: id)] { return !code.isSelf(code.root(of: id)) }
    return false
  }

  fileprivate func calls(_ callee: FunctionID, in function: FunctionID) -> Bool {
    guard let own = declaration(of: function).selfLocal, function != callee else { return false }
    let name = declaration(of: callee).name
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let target, _) = code.expressions[at] else { return false }
      return code.ownCall(target, own) == name && code.superMember(target) == nil
    }
  }

  /// Whether a function writes `true` or `false` into a property: it may look there whether it has run before.
  fileprivate func setsFlag(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .assign(let target, let value) = code.expressions[at], code.ownProperty(target) != nil else {
        return false
      }
      if case .literal(.boolean) = code[value] { return true }
      return false
    }
  }

  /// Whether a function removes observers, itself or by a method of its own object.
  fileprivate func removes(_ function: FunctionID, _ type: NominalID, depth: Int = 0) -> Bool {
    let code = self[file(of: function)].facts.code
    let own = declaration(of: function).selfLocal
    return expressions(of: function).contains { at in
      guard case .call(let callee, _) = code.expressions[at], let name = code.calledName(callee) else { return false }
      if knowledge[.removesObserver].contains(name) { return true }
      guard depth < 2, let own, code.ownCall(callee, own) != nil, case .functions(let next)? = member(name, of: type)
      else { return false }
      return next.contains { $0 != function && removes($0, type, depth: depth + 1) }
    }
  }
}

/// What makes the functions of a type run more than once on one object.
private struct Recurrences {
  struct Recurrence {
    var says: String
    /// Whether it takes events that need not come again.
    var isByEvents = true
  }

  let program: Program
  let type: NominalID
  let index: LifetimeIndex
  /// From the functions that the type hands over by their selectors, to be called at each event.
  private let handlers: Set<Symbol>
  /// A caller's caller's caller is as far as anybody follows.
  private static let depth = 3

  init(program: Program, type: NominalID, index: LifetimeIndex) {
    (self.program, self.type, self.index) = (program, type, index)
    var handlers: Set<Symbol> = []
    for function in index.callers(playing: .callsAtEachEvent, around: type) {
      let code = program[program.file(of: function)].facts.code
      for at in program.expressions(of: function) {
        guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee)
        else { continue }
        let rows = program.knowledge[.callsAtEachEvent][name]
        // What is told of once is called once.
        let isPostedOnce = code[list].contains { argument in
          code.calledName(argument.value).map(program.knowledge[.postedOnce].contains) ?? false
        }
        if isPostedOnce { continue }
        for one in code[list] where rows.contains(where: { $0.argument == one.label }) {
          handlers.formUnion(code.children(of: one.value).compactMap { code.calledName($0) })
        }
      }
    }
    self.handlers = handlers
  }

  /// Nil where none is in sight, or something on the way looks whether it has been here before.
  func of(_ function: FunctionID) -> Recurrence? {
    var seen: Set<FunctionID> = [function]
    var next = [function]
    for _ in 0...Self.depth {
      next.removeAll { program.setsFlag($0) || program.removes($0, type) }
      if let found = next.lazy.compactMap(root).first { return found }
      next = next.flatMap { callee in
        index.callers(of: program.declaration(of: callee).name, around: type).filter {
          program.calls(callee, in: $0) && seen.insert($0).inserted
        }
      }
    }
    return nil
  }

  private func root(_ function: FunctionID) -> Recurrence? {
    let declaration = program.declaration(of: function)
    switch declaration.kind {
    case .function:
      if program.knowledge[.appears].contains(declaration.name) {
        return Recurrence(says: "`\(declaration.name)` runs each time the screen appears", isByEvents: false)
      }
      let isHandler =
        handlers.contains(declaration.name)
        || declaration.attributes.contains(where: program.knowledge[.callsAtEachEvent].contains)
      return isHandler ? Recurrence(says: "`\(declaration.name)` runs at each event") : nil
    case .observer(let property):
      let file = program.file(of: function)
      let observed = program.declaration(of: program.property(property, in: file))
      let setters = setters(of: observed.name)
      guard setters.count > 1 else { return nil }
      let names = setters.prefix(2).map { "`\(program.declaration(of: $0).name)`" }.joined(separator: " and ")
      return Recurrence(says: "\(names) set `\(observed.name)`")
    default: return nil
    }
  }

  /// The functions of the type that give an own property another value once the object is there.
  private func setters(of property: Symbol) -> [FunctionID] {
    program.functions(of: type).sorted().filter { function in
      guard program.declaration(of: function).kind == .function, !program.isTest(program.file(of: function))
      else { return false }
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).contains { at in
        if case .assign(let target, _) = code.expressions[at] { code.ownProperty(target) == property } else { false }
      }
    }
  }
}

extension FunctionDeclaration.Kind {
  fileprivate var isObserver: Bool { if case .observer = self { true } else { false } }
}
