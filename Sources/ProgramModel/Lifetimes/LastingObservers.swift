public import ReviewModel
public import SwiftFacts

/// Something started that nothing ends, or not in time.
public struct LastingWork: Hashable, Sendable {
  public enum Flaw: Hashable, Sendable {
    /// Nothing can end it, and it does its work whether its object is there or not.
    case goesOn
    /// Nothing can end it; it looks for its object each time and finds it gone.
    case staysBehind
    /// It is started anew each time, and the earlier ones go on.
    case repeated
    /// The same, at each event of a kind that may come again.
    case repeatedByEvents
    /// The closure that it runs keeps what would end it.
    case keepsItsToken
    /// Something ends it, and not what runs when its owner goes.
    case outlivesOwner
    /// A reference is counted for it, and nothing counts it back.
    case retained
  }

  public var function: FunctionID
  public var flaw: Flaw
  public var span: SourceSpan
  /// The type whose objects start it.
  public var type: NominalID
  /// What runs it: `NotificationCenter`.
  public var host: Symbol
  /// What it is about, as the source calls it: the notification's name, the property that has it.
  public var name: String
  /// Where else it is started, or the function that ends it.
  public var other: String
  /// Where the object and what runs it keep one another.
  public var ring: RetainCycle?
}

extension Program {
  /// Observers of notifications that are never removed, or added over and over, in the order of files.
  public func lastingObservers(threads: Int) -> [LastingWork] {
    let index = LifetimeIndex(self, threads: threads)
    let functions = index.callers(playing: .addsObserver)
    let inference = Inference(program: self)
    var result: [LastingWork] = []
    for function in functions {
      let declaration = declaration(of: function)
      guard let type = owner(of: function) else { continue }
      let isOfObject =
        (self[type].kind == .class || self[type].kind == .actor || inherits(type, fromAny: .viewProtocol))
        && !declaration.isStatic && !livesForever(type)
      let code = self[file(of: function)].facts.code
      let frame = Frame(function, in: self)
      let uses = ValueUses(of: function, in: self)
      var observers: [LastingWork] = []
      for at in expressions(of: function) {
        let call = ExpressionID(index: Int32(at))
        guard case .call(let callee, let list) = code[call], case .member(let center, let name) = code[callee],
          knowledge[.addsObserver].contains(name), case .foreign = inference.target(of: call, in: frame).kind
        else { continue }
        let rows = knowledge[.addsObserver][name]
        guard
          let place = code[list].firstIndex(where: { one in
            rows.contains { $0.argument != nil && $0.argument == one.label }
          }),
          let host = rows.first?.type
        else { continue }
        if place == code[list].startIndex {
          if let found = blockObserver(call, center, list, type, host, frame, uses, index),
            isOfObject || found.flaw == .keepsItsToken
          {
            observers.append(found)
          }
        } else if isOfObject, let found = repeatedObserver(call, list, type, host, frame, index) {
          observers.append(found)
        }
      }
      // What one function adds in the same way is one matter.
      for flaw in [.goesOn, .staysBehind, .repeated, .repeatedByEvents, .keepsItsToken] as [LastingWork.Flaw] {
        let alike = observers.filter { $0.flaw == flaw }
        guard var first = alike.first else { continue }
        if alike.count > 1 { first.name += " and \(alike.count - 1) more" }
        result.append(first)
      }
    }
    return result
  }

  // MARK: Observers with a block

  private func blockObserver(
    _ call: ExpressionID, _ center: ExpressionID, _ list: ArgumentList, _ type: NominalID, _ host: Symbol,
    _ frame: Frame,
    _ uses: ValueUses, _ index: LifetimeIndex
  ) -> LastingWork? {
    let code = frame.facts.code
    guard let id = code[list].last.flatMap({ code.closure($0.value) }) else { return nil }
    let handler = code[id]
    func found(_ flaw: LastingWork.Flaw, _ other: String = "") -> LastingWork {
      LastingWork(
        function: frame.function, flaw: flaw, span: SourceSpan(file: frame.file, bytes: code.span(of: call)),
        type: type,
        host: host, name: code[list].first.map { "`\(code.spelling(of: $0.value))`" } ?? "", other: other)
    }
    var isStored = false
    switch token(of: call, handler, frame, uses) {
    case .usedByItself: return found(.keepsItsToken)
    case .somewhere: return nil
    case .property(let property):
      let removers = index.callers(playing: .removesObserver, around: type)
      // What takes the last one away as the object goes leaves those that it has taken the place of.
      if !removers.isEmpty, removers.allSatisfy({ declaration(of: $0).kind == .deinitializer }),
        !isRemovedElsewhere(property, index, but: removers), !code.isInsideClosure(call),
        !asks(frame.function, about: property), let again = comesAgain(frame.function, of: type, index)
      {
        return found(.repeated, again)
      }
      if !removers.isEmpty || isRemovedElsewhere(property, index) { return nil }
      isStored = true
    case .nowhere:
      // Nothing can remove it, so that it does not matter who else comes to be made.
      let isWeak = handler.captureList.contains { code[$0].isWeak } || !holdsSelf(handler, in: frame.function)
      if isWeak, !code.isInsideClosure(call), let again = comesAgain(frame.function, of: type, index) {
        return found(.repeated, again)
      }
    }
    guard !livesForever(type), !index.isMadeElsewhere(type), !isAboutItself(list, frame) else { return nil }
    if handler.captureList.contains(where: { code[$0].isWeak }) {
      // Whoever stores the token means to use it; else it matters where there are many such objects.
      return isStored || index.areMany(type) ? found(.staysBehind) : nil
    }
    // What holds its object strongly is a matter of cycles.
    return holdsSelf(handler, in: frame.function) ? nil : found(.goesOn)
  }

  /// Whether an observer hears of what one object alone sends, which is its own: it hears of nothing when that is gone.
  /// Whom it hears is what the centre is told after the name.
  private func isAboutItself(_ list: ArgumentList, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    guard let sender = code[list].dropFirst().first?.value else { return false }
    if code.isSelf(sender) { return true }
    guard let name = code.ownProperty(sender), let property = frame.context.flatMap({ property(named: name, of: $0) })
    else { return false }
    let declaration = declaration(of: property)
    guard declaration.isStored, !declaration.isStatic, let (first, start) = firstValue(of: property) else {
      return false
    }
    if case .call = start[first] { return true }
    return false
  }

  private enum Token {
    case nowhere, somewhere, usedByItself
    case property(Symbol)
  }

  private func token(of call: ExpressionID, _ handler: Closure, _ frame: Frame, _ uses: ValueUses) -> Token {
    let code = frame.facts.code
    if uses.isUntouched(call) { return .nowhere }
    if let local = uses.variable(givenBy: call) { return kept(local, frame, uses) }
    if case .initialValue(let property) = frame.declaration.kind { return .property(frame.facts[property].name) }
    guard let parent = uses.parent(of: call), case .assign(let target, call) = code[parent] else { return .somewhere }
    if let name = code.ownProperty(target) { return .property(name) }
    guard case .local(let local) = code[target], case .variable(isLet: false) = code[local].kind,
      !code[local].declaredWeak
    else {
      return .somewhere
    }
    let inside = uses.mentions(of: local).filter {
      handler.firstExpression <= $0.index && $0.index < handler.endExpression
    }
    guard !inside.isEmpty else { return .somewhere }
    let isEmptied = uses.mentions(of: local).contains { use in
      guard let parent = uses.parent(of: use), case .assign(use, let value) = code[parent] else { return false }
      return code[value] == .literal(.null)
    }
    // Captured by value, it is what it was before the call.
    let isCopied = handler.captureList.contains { code[$0].name == code[local].name }
    return isEmptied || isCopied ? .somewhere : .usedByItself
  }

  private func kept(_ local: LocalID, _ frame: Frame, _ uses: ValueUses) -> Token {
    let code = frame.facts.code
    for use in uses.mentions(of: local) {
      guard let parent = uses.parent(of: use) else { continue }
      if case .assign(let target, use) = code[parent], let name = code.ownProperty(target) { return .property(name) }
    }
    return .somewhere
  }

  /// Whether a function reads a property of its own: it may look whether there is something in it already.
  private func asks(_ function: FunctionID, about property: Symbol) -> Bool {
    let body = Body(function, in: self)
    return body.expressions.contains { id in
      guard body.code.ownProperty(id) == property else { return false }
      if let whole = body.parent(of: id), case .assign(id, _) = body.code[whole] { return false }
      return true
    }
  }

  private func isRemovedElsewhere(
    _ property: Symbol, _ index: LifetimeIndex, but known: [FunctionID] = []
  ) -> Bool {
    index.callers(playing: .removesObserver).contains { function in
      if known.contains(function) { return false }
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { at in
        if let handed = code.handedMethod(ExpressionID(index: Int32(at)), knowledge),
          knowledge[.removesObserver].contains(handed.method), case .member(_, property) = code[handed.elements]
        {
          return true
        }
        guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee),
          knowledge[.removesObserver].contains(name),
          let first = code[list].first, case .member(_, property) = code[first.value]
        else { return false }
        return true
      }
    }
  }
}
