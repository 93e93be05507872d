public import SwiftFacts

/// A task that waits for values without end and holds its object meanwhile.
public struct EndlessTask: Hashable, Sendable {
  public var function: FunctionID
  /// The closure of the task.
  public var span: SourceSpan
  public var type: NominalID
  /// What it waits for, as the source calls it, and where.
  public var stream: String
  public var loop: SourceSpan
  /// The method that does the waiting; nil where the closure does so itself.
  public var method: Symbol?
  /// The property that keeps the task; nil where none does.
  public var property: Symbol?
  /// Whether it goes on all the same when the task is cancelled.
  public var isDeaf = false
  /// Whether it holds its object weakly, and goes on when that has gone.
  public var isWeak = false
  /// Whether the object that starts it may go while it runs, so that its `deinit` is in time.
  public var letsGo = false
  /// Whether only a name tells that it goes on.
  public var isGuessed = false
  /// Whether a `deinit` cancels it that comes too late, or never.
  public var isCancelledInDeinit = false
}

extension Program {
  /// Tasks that keep their objects for good, because nothing but `deinit` cancels them, in the order of files.
  public func endlessTasks(threads: Int) -> [EndlessTask] {
    let index = LifetimeIndex(self, threads: threads)
    let functions = index.callers(playing: .startsTask)
    let found = Workers.map(count: functions.count, threads: threads, state: { Waiting(self, index.calls) }) {
      waiting, at in
      self.endlessTasks(in: functions[at], index, waiting)
    }
    let tasks = found.flatMap { $0 }
    guard !tasks.isEmpty else { return [] }
    let again = MadeAgain(program: self, calls: index.calls)
    return tasks.filter { !again.isTheOnlyOne($0.type) }
  }

  /// What a thread looks for waiting tasks with.
  private final class Waiting {
    let inference: Inference
    let own: OwnWaits
    /// By function, the loop in it that goes on for ever: tasks may call one function over and over.
    var endlessLoops: [FunctionID: EndlessLoop?] = [:]

    init(_ program: Program, _ calls: CallIndex) {
      inference = Inference(program: program)
      own = OwnWaits(program: program, calls: calls, inference: inference)
    }
  }

  private typealias EndlessLoop = (stream: String, place: SourceSpan)

  private func endlessTasks(in function: FunctionID, _ index: LifetimeIndex, _ waiting: Waiting) -> [EndlessTask] {
    guard let type = owner(of: function), self[type].kind == .class || self[type].kind == .actor,
      !declaration(of: function).isStatic,
      let own = declaration(of: function).selfLocal, !livesForever(type), !index.isMadeElsewhere(type)
    else { return [] }
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let uses = ValueUses(of: function, in: self)
    var result: [EndlessTask] = []
    // Where nobody starts the task in sight, whoever cancels it is out of sight as well.
    let isDead = { !waiting.own.isDead(function) && waiting.own.isDead($0) }
    for at in expressions(of: function) {
      let call = ExpressionID(index: Int32(at))
      guard case .call(let callee, let list) = code[call], startsTask(callee, in: code),
        let id = code[list].last.flatMap({ code.closure($0.value) })
      else { continue }
      let closure = code[id]
      guard let wait = wait(in: closure, own, frame, uses, waiting), !uses.isResult(call) || isKeptOrDropped(frame)
      else { continue }
      let property = uses.property(givenBy: call, code) ?? keeper(frame) ?? collection(givenBy: call, uses, code)
      // Whoever else has it may cancel it.
      if property == nil, let parent = uses.parent(of: call), case .assign = code[parent] { continue }
      if let parent = uses.parent(of: call), case .call = code[parent] { continue }
      if let parent = uses.parent(of: call), case .member = code[parent] { continue }
      if let local = uses.variable(givenBy: call), !uses.mentions(of: local).isEmpty { continue }
      guard wait.isDeaf || !isCancelled(property, type, index, unless: isDead, withObject: wait.letsGo)
      else { continue }
      let isLate = !wait.letsGo && !wait.isDeaf && isCancelled(property, type, index, unless: isDead, withObject: true)
      result.append(
        EndlessTask(
          function: function, span: SourceSpan(file: frame.file, bytes: code.span(of: callee)),
          type: wait.held ?? type, stream: wait.stream, loop: wait.place, method: wait.method, property: property,
          isDeaf: wait.isDeaf, isWeak: wait.isWeak, letsGo: wait.letsGo, isGuessed: wait.isGuessed,
          isCancelledInDeinit: isLate))
    }
    return result
  }

  private func isKeptOrDropped(_ frame: Frame) -> Bool {
    switch frame.declaration.kind {
    case .initialValue: true
    case .function: frame.declaration.result == nil
    default: false
    }
  }

  /// `tasks[key] = Task { … }`
  private func collection(givenBy call: ExpressionID, _ uses: ValueUses, _ code: Code) -> Symbol? {
    guard let parent = uses.parent(of: call), case .assign(let target, call) = code[parent],
      case .subscripted(let base, _) = code[target]
    else { return nil }
    return code.ownProperty(base)
  }

  private func keeper(_ frame: Frame) -> Symbol? {
    if case .initialValue(let property) = frame.declaration.kind { frame.facts[property].name } else { nil }
  }

  /// - Parameter withObject: Whether it is in time to cancel it when the object goes.
  private func isCancelled(
    _ property: Symbol?, _ type: NominalID, _ index: LifetimeIndex, unless isDead: (FunctionID) -> Bool,
    withObject: Bool
  ) -> Bool {
    guard let property else { return false }
    let cancels = knowledge[.cancelsTask]
    return cancels.names.flatMap {
      withObject ? index.callers(of: $0, around: type) : index.timelyCallers(of: $0, around: type)
    }.contains { function in
      let code = self[file(of: function)].facts.code
      return !isDead(function) && expressions(of: function).contains { at in
        guard case .call(let callee, _) = code.expressions[at], case .member(let base, let name) = code[callee],
          cancels.contains(name)
        else { return false }
        // What it is called on may be a local, or what a list hands out.
        return code.ownProperty(base).map { $0 == property } ?? true
      }
    } || isEmptied(property, of: type)
  }

  /// A property with an observer may cancel what it held before.
  private func isEmptied(_ property: Symbol, of type: NominalID) -> Bool {
    functions(of: type).contains { function in
      guard case .observer(let index) = declaration(of: function).kind else { return false }
      return self[file(of: function)].facts[index].name == property
    }
  }

  // MARK: Waiting

  private struct Wait {
    var stream: String
    var place: SourceSpan
    var method: Symbol?
    var isDeaf = false
    /// Nothing of the object that starts the task is held.
    var isWeak = false
    /// The type of what is held, where that is another object.
    var held: NominalID?
    var isGuessed = false

    var letsGo: Bool { isWeak || held != nil }
  }

  /// Where a closure waits for the values of an endless stream while it holds the object of its function.
  private func wait(
    in closure: Closure, _ own: LocalID, _ frame: Frame, _ uses: ValueUses, _ waiting: Waiting
  ) -> Wait? {
    let code = frame.facts.code
    let inference = waiting.inference
    let weak = closure.captureList.first { code[$0].name == Names.self_ && code[$0].isWeak }
    let round = loopWithoutEnd(in: closure.firstExpression..<closure.endExpression, of: frame, within: closure, uses)
    if let loop = round,
      weak.map({ isUnwrapped($0, before: loop.start, in: closure, code) }) ?? holdsSelf(closure, in: frame.function)
    {
      return Wait(stream: loop.name, place: loop.place, method: nil, isDeaf: loop.isDeaf)
    }
    for at in closure.firstExpression..<closure.endExpression {
      let id = ExpressionID(index: at)
      guard uses.closure(around: id) == closure else { continue }
      if case .call(let callee, _) = code[id], let holder = frame.context,
        isForEver(id, frame, waiting, holding: holder),
        weak.map({ isUnwrapped($0, before: id, in: closure, code) }) ?? holdsSelf(closure, in: frame.function)
      {
        return Wait(
          stream: "\(code.spelling(of: callee))()", place: SourceSpan(file: frame.file, bytes: code.span(of: id)),
          method: nil, isDeaf: true)
      }
      if case .element(let source) = code[id],
        let stream = endless(source, frame, inference)
          ?? (isLeft(source, closure, frame, uses) ? nil : ownStream(source, frame, waiting))
      {
        let holds =
          weak.map { isUnwrapped($0, before: source, in: closure, code) } ?? holdsSelf(closure, in: frame.function)
        if holds {
          return Wait(stream: stream, place: SourceSpan(file: frame.file, bytes: code.span(of: source)), method: nil)
        }
      }
      if case .element(let source) = code[id], weak == nil, holdsSelf(closure, in: frame.function),
        let stream = likelyStream(source, closure, frame, uses),
        !isFinished(definition(of: source, code), in: frame, waiting.inference)
      {
        return Wait(
          stream: stream, place: SourceSpan(file: frame.file, bytes: code.span(of: source)), isGuessed: true)
      }
      if case .element(let source) = code[id], !isLeft(source, closure, frame, uses),
        let held = holderOfStream(source, frame, waiting)
      {
        return Wait(
          stream: code.spelling(of: source), place: SourceSpan(file: frame.file, bytes: code.span(of: source)),
          method: nil, held: held)
      }
      guard case .call(let callee, _) = code[id], let name = methodOfObject(callee, own, weak, code),
        let type = frame.context,
        case .functions(let methods)? = member(name, of: type), methods.count == 1,
        let inner = endlessLoop(in: methods[0], waiting)
      else { continue }
      return Wait(stream: inner.stream, place: inner.place, method: name)
    }
    guard weak != nil, let round else { return nil }
    return Wait(stream: round.name, place: round.place, method: nil, isDeaf: round.isDeaf, isWeak: true)
  }

  /// The type of a captured object that has the stream, which nobody ends in time.
  private func holderOfStream(_ source: ExpressionID, _ frame: Frame, _ waiting: Waiting) -> NominalID? {
    let code = frame.facts.code
    guard case .member(let base, let name) = code[source], case .local(let local) = code[base],
      case .capture(.strong, _) = code[local].kind,
      let holder = waiting.inference.type(of: base, in: frame).nominal, self[holder].kind == .class,
      case .property(let property)? = member(name, of: holder), waiting.own.goesOn(property, holding: holder)
    else { return nil }
    return holder
  }

  /// Whether a call waits for a continuation that nobody resumes.
  private func isForEver(
    _ call: ExpressionID, _ frame: Frame, _ waiting: Waiting, holding holder: NominalID
  ) -> Bool {
    guard case .functions(let functions) = waiting.inference.target(of: call, in: frame).kind, functions.count == 1
    else { return false }
    return waiting.own.waitsForEver(functions[0], holding: holder)
  }

  /// Whether a loop over the values of a stream has a way out of its own.
  private func isLeft(_ source: ExpressionID, _ closure: Closure, _ frame: Frame, _ uses: ValueUses) -> Bool {
    let code = frame.facts.code
    let all = code.statements(of: closure)
    guard
      let at = all.lastIndex(where: { statement in
        guard case .loop = statement.kind else { return false }
        return statement.firstExpression <= source.index && source.index < statement.endExpression
      })
    else { return true }
    let inside = all[(at + 1)...].prefix { $0.span.start < all[at].span.end }
    return inside.contains { mayEndLoop($0, inside, closure, code, uses) }
  }

  /// How the source calls a stream of the program's own that nobody ends in time.
  private func ownStream(_ source: ExpressionID, _ frame: Frame, _ waiting: Waiting) -> String? {
    let code = frame.facts.code
    guard let holder = frame.context else { return nil }
    let found: Member?
    let made = definition(of: source, code)
    switch code[made] {
    case .name(let name, implicitSelf: .some): found = member(name, of: holder)
    case .member(let base, let name):
      found = waiting.inference.type(of: base, in: frame).nominal.flatMap { member(name, of: $0) }
    default:
      guard case .call(let callee, _) = code[made],
        case .functions(let functions) = waiting.inference.target(of: made, in: frame).kind, functions.count == 1,
        waiting.own.givesStreamWithoutEnd(functions[0], holding: holder)
      else { return nil }
      return "\(code.spelling(of: callee))()"
    }
    guard case .property(let property)? = found, waiting.own.goesOn(property, holding: holder) else { return nil }
    return code.spelling(of: made)
  }

  /// How the source calls what a loop awaits the values of, where its name tells that they go on, and the loop has no
  /// way out of its own.
  private func likelyStream(_ source: ExpressionID, _ closure: Closure, _ frame: Frame, _ uses: ValueUses) -> String? {
    let code = frame.facts.code
    guard awaitsElements(of: source, closure, code), !isLeft(source, closure, frame, uses), goesOnByName(source, code)
    else { return nil }
    return code.spelling(of: definition(of: source, code))
  }

  /// Whether a loop is one of `for await`, and not one over what is awaited once: `await` stands before the pattern.
  func awaitsElements(of source: ExpressionID, _ closure: Closure, _ code: Code) -> Bool {
    let all = code.statements(of: closure)
    let start = code.span(of: source).start
    guard let waiting = all.first(where: { $0.kind == .awaiting && $0.endExpression == source.index + 1 }) else {
      return false
    }
    return all.contains { statement in
      guard case .matching = statement.kind else { return false }
      return statement.span.start > waiting.span.start && statement.span.end <= start
    }
  }

  /// What a constant is given where it is declared; any other expression itself.
  private func definition(of id: ExpressionID, _ code: Code) -> ExpressionID {
    guard case .local(let local) = code[id], case .variable(isLet: true) = code[local].kind else { return id }
    return code[local].initializer ?? id
  }

  private func goesOnByName(_ source: ExpressionID, _ code: Code) -> Bool {
    let source = definition(of: source, code)
    switch code[source] {
    case .call(let callee, _):
      guard let name = code.calledName(callee) else { return false }
      if knowledge[.passesStreamOn].contains(name), case .member(let base, _) = code[callee] {
        return goesOnByName(base, code)
      }
      return knowledge[.tellsWithoutEnd].fits(name)
    case .member(let base, let name):
      return knowledge[.tellsWithoutEnd].fits(name) || knowledge[.allValues].contains(name) && goesOnByName(base, code)
    case .name(let name, implicitSelf: .some): return knowledge[.tellsWithoutEnd].fits(name)
    default: return false
    }
  }

  /// `run()`, `self.run()`, and `self?.run()` of a weak capture: a call holds its object until it returns.
  private func methodOfObject(_ callee: ExpressionID, _ own: LocalID, _ weak: LocalID?, _ code: Code) -> Symbol? {
    if let name = code.ownCall(callee, own) { return name }
    guard case .member(let base, let name) = code[callee], case .local(let local) = code[base] else { return nil }
    if local == weak { return name }
    guard let value = code[local].initializer, case .local(let source) = code[value] else { return nil }
    return source == weak || source == own ? name : nil
  }

  /// `guard let self` before the loop: from there on it is held.
  func isUnwrapped(_ weak: LocalID, before source: ExpressionID, in closure: Closure, _ code: Code) -> Bool {
    (closure.firstLocal..<closure.endLocal).contains { index in
      let local = code[LocalID(index: index)]
      guard let value = local.initializer, value < source, case .local(weak) = code[value], case .variable = local.kind
      else { return false }
      return true
    }
  }

  private func endlessLoop(in function: FunctionID, _ waiting: Waiting) -> EndlessLoop? {
    if let known = waiting.endlessLoops[function] { return known }
    let found = endlessLoop(in: function, waiting.inference)
    waiting.endlessLoops[function] = .some(found)
    return found
  }

  private func endlessLoop(in function: FunctionID, _ inference: Inference) -> EndlessLoop? {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let all = frame.declaration.firstExpression..<frame.declaration.endExpression
    if let loop = loopWithoutEnd(in: all, of: frame, within: nil, ValueUses(of: function, in: self)) {
      return (loop.name, loop.place)
    }
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      guard case .element(let source) = code[id], !code.isInsideClosure(id),
        let stream = endless(source, frame, inference)
      else { continue }
      return (stream, SourceSpan(file: frame.file, bytes: code.span(of: source)))
    }
    return nil
  }

  /// How the source calls a stream of which it is known that it never ends by itself.
  private func endless(_ source: ExpressionID, _ frame: Frame, _ inference: Inference) -> String? {
    let code = frame.facts.code
    switch code[source] {
    case .call(let callee, let list):
      guard let name = code.calledName(callee) else { return nil }
      if knowledge[.endlessStream][name].contains(where: {
        $0.argument != nil && $0.argument == code[list].first?.label
      }) {
        return code.spelling(of: callee)
      }
      if knowledge[.passesStreamOn].contains(name), case .member(let base, _) = code[callee] {
        return endless(base, frame, inference)
      }
      return nil
    case .member(let base, let name) where knowledge[.allValues].contains(name):
      return isEndlessPublisher(base, frame, inference) ? code.spelling(of: source) : nil
    case .member(let base, let name):
      let owner = code.spelling(of: base)
      return knowledge[.endlessStream][name].contains { $0.argument == nil && $0.type?.text == owner }
        ? "\(owner).\(name)" : nil
    default: return nil
    }
  }

  private func isEndlessPublisher(_ id: ExpressionID, _ frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    switch code[id] {
    case .name(let name, _) where name.text.hasPrefix("$"): return true
    case .member(_, let name) where name.text.hasPrefix("$"): return true
    case .call(let callee, let list):
      guard let name = code.calledName(callee), case .member(let base, _) = code[callee] else { return false }
      if knowledge[.endlessPublisher][name].contains(where: {
        $0.argument == nil || $0.argument == code[list].first?.label
      }) {
        return true
      }
      return knowledge[.passesStreamOn].contains(name) && isEndlessPublisher(base, frame, inference)
    default: break
    }
    switch inference.type(of: id, in: frame) {
    case .nominal(let type, let arguments): return isSubject(self[type].name, arguments)
    case .foreign(let name): return isSubject(name, [])
    default: return false
    }
  }

  /// A subject that cannot fail is completed by nobody, as a rule.
  private func isSubject(_ name: Symbol, _ arguments: [Type]) -> Bool {
    knowledge[.valueSubject].contains(name) && (arguments.count < 2 || arguments[1].isNever(in: self))
      || knowledge[.subject].contains(name) && arguments.count == 2 && arguments[1].isNever(in: self)
  }
}

extension Type {
  fileprivate func isNever(in program: Program) -> Bool {
    switch self {
    case .foreign(let name): name == Words.Never
    case .nominal(let id, _): program[id].name == Words.Never
    default: false
    }
  }
}
