import SwiftFacts

/// Closures that run off the main thread, as far as source and tables show: those given to a queue or to an API that
/// calls back on a thread of its own, and those that the program hands on to such a place.
///
/// Not safe for use from several threads.
final class OffMainThread {
  private struct Parameter: Hashable {
    var function: FunctionID
    var position: Int
  }

  let program: Program
  let inference: Inference
  let frames: Frames
  private let fates: ClosureEscape
  /// Closures by the file that they stand in, with what runs them.
  var closures: [FileID: [ClosureID: SourceSpan]] = [:]
  /// Methods that are handed over by their names, with what runs them.
  var methods: [FunctionID: SourceSpan] = [:]
  /// Parameters that a function calls off the main thread, with the call.
  private var parameters: [Parameter: SourceSpan] = [:]

  init(_ program: Program) {
    self.program = program
    inference = Inference(program: program)
    frames = Frames(of: program)
    fates = ClosureEscape(inference: inference)
    let knowledge = program.knowledge
    var names = knowledge[.comesOffMainThread].names.union(knowledge[.queuesBlock].names)
      .union(knowledge[.answersWithSubscription].names)
    // Somebody who names the queue of a session may have named the main one.
    choosesQueue =
      !program.functions(mentioning: knowledge[.choosesQueue].names).isEmpty
      || program.names(ofLabel: knowledge[.choosesQueue].names)
    for _ in 0..<Limits.rounds {
      let known = Set(parameters.keys)
      for function in program.functions(mentioning: names) { visit(function) }
      let added = Set(parameters.keys).subtracting(known)
      guard !added.isEmpty else { break }
      names = Set(added.map { program.declaration(of: $0.function).name })
    }
    noteSlots()
    noteObservers()
  }

  /// Notes what observes a notification without a queue of its own: it runs where the notification is posted, and that
  /// is off the main thread where one of these closures does it.
  private func noteObservers() {
    var posted: [Symbol: SourceSpan] = [:]
    eachNotification(.postsNotification) { name, call, _, frame in
      guard posted[name] == nil, let closure = context(of: call, in: frame), closures[frame.file]?[closure] != nil
      else { return }
      posted[name] = SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: call))
    }
    guard !posted.isEmpty else { return }
    eachNotification(.addsObserver) { name, call, callee, frame in
      let code = frame.facts.code
      guard case .call(_, let list) = code[call], let place = posted[name] else { return }
      let labels = program.knowledge[.namesDeliveryQueue][callee].compactMap(\.argument)
      let takesQueue = code[list].contains { argument in
        argument.label.map(labels.contains) == true && code[argument.value] != .literal(.null)
      }
      guard !takesQueue else { return }
      for argument in code[list] {
        if case .closure(let closure) = code[argument.value] {
          if closures[frame.file]?[closure] == nil { closures[frame.file, default: [:]][closure] = place }
        } else if let method = selected(argument.value, in: frame), methods[method] == nil {
          methods[method] = place
        }
      }
    }
  }

  /// The calls of a role that name a notification, of production code, in the order of functions.
  private func eachNotification(
    _ role: Role, _ body: (_ name: Symbol, _ call: ExpressionID, _ callee: Symbol, Frame) -> Void
  ) {
    for function in program.functions(mentioning: program.knowledge[role].names)
    where !program.isTest(program.file(of: function)) {
      let frame = frames[function]
      let code = frame.facts.code
      for index in program.expressions(of: function) {
        let call = ExpressionID(index: Int32(index))
        guard case .call = code[call], let callee = code.callee(of: call), program.knowledge[role].contains(callee),
          let name = notification(named: call, callee, code)
        else { continue }
        body(name, call, callee, frame)
      }
    }
  }

  /// The last part of the name of a notification that a call posts or observes.
  private func notification(named call: ExpressionID, _ callee: Symbol, _ code: Code) -> Symbol? {
    guard case .call(_, let list) = code[call] else { return nil }
    let labels = program.knowledge[.namesNotification][callee].compactMap(\.argument)
    guard let name = code[list].first(where: { $0.label.map(labels.contains) == true })?.value else { return nil }
    switch code[name] {
    case .implicitMember(let last), .member(_, let last): return last
    default: return nil
    }
  }

  /// The method of the same type that a selector stands for.
  private func selected(_ value: ExpressionID, in frame: Frame) -> FunctionID? {
    frame.facts.code.children(of: value).lazy.compactMap { self.method($0, in: frame) }.first
  }

  let choosesQueue: Bool

  private func visit(_ function: FunctionID) {
    let frame = frames[function]
    let code = frame.facts.code
    for index in program.expressions(of: function) {
      let call = ExpressionID(index: Int32(index))
      guard case .call(_, let list) = code[call], list.count > 0 else { continue }
      for (position, argument) in code[list].enumerated() {
        let closure: ClosureID?
        if let method = method(argument.value, in: frame), let place = runner(position, of: call, in: frame) {
          methods[method] = place
          continue
        }
        switch code[argument.value] {
        case .closure(let id): closure = id
        case .local(let local):
          guard case .parameter = code[local].kind else { continue }
          closure = nil
        default: continue
        }
        guard let place = runner(position, of: call, in: frame) else { continue }
        if let closure {
          closures[frame.file, default: [:]][closure] = place
          noteCalls(in: closure, of: frame)
        } else {
          note(argument.value, called: place, in: frame)
        }
      }
    }
  }

  /// The one method of the same type that a name stands for.
  private func method(_ value: ExpressionID, in frame: Frame) -> FunctionID? {
    guard let name = frame.facts.code.ownProperty(value), let type = frame.context,
      program.property(named: name, of: type) == nil, let named = program[type].functions[name], named.count == 1
    else { return nil }
    return named[0]
  }

  /// Notes which parameters of a function one of its closures calls.
  private func noteCalls(in closure: ClosureID, of frame: Frame) {
    let code = frame.facts.code
    for index in code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression) {
      let id = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[id] else { continue }
      if case .local = code[callee] {
        guard context(of: id, in: frame) == closure else { continue }
        note(callee, called: SourceSpan(file: frame.file, bytes: code.span(of: id)), in: frame)
        continue
      }
      // What is handed on there to a function that calls it before it returns.
      for (position, argument) in code[list].enumerated() {
        guard case .local(let local) = code[argument.value], case .parameter = code[local].kind,
          context(of: id, in: frame) == closure, let place = caller(of: position, in: id, frame)
        else { continue }
        note(argument.value, called: place, in: frame)
      }
    }
  }

  /// Where the function that a call runs calls an argument itself, and in no closure.
  private func caller(of position: Int, in call: ExpressionID, _ frame: Frame) -> SourceSpan? {
    guard case .call(_, let list) = frame.facts.code[call],
      case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
      case let declaration = program.declaration(of: targets[0]), declaration.hasBody,
      !declaration.effects.contains(.suspends),
      !declaration.attributes.contains(where: program.knowledge[.comesOnMainThread].contains),
      // What asks where it runs goes to the main thread by itself.
      !program.asksWhereItRuns(Body(targets[0], in: program)),
      let match = declaration.match(frame.facts.code[list])
    else { return nil }
    let local = declaration.parameters[match[position]].local
    let inner = frames[targets[0]]
    return program.expressions(of: targets[0]).lazy.map { ExpressionID(index: Int32($0)) }.first { id in
      guard case .call(let callee, _) = inner.facts.code[id], inner.facts.code[callee] == .local(local) else {
        return false
      }
      return context(of: id, in: inner) == nil
    }.map { SourceSpan(file: inner.file, bytes: inner.facts.code.span(of: $0)) }
  }

  private func note(_ value: ExpressionID, called place: SourceSpan, in frame: Frame) {
    let code = frame.facts.code
    guard case .local(let local) = code[value], case .parameter(let position) = code[local].kind else { return }
    let key = Parameter(function: frame.function, position: Int(position))
    if parameters[key] == nil { parameters[key] = place }
  }

  /// The innermost closure around an expression that does not simply run where it stands.
  func context(of id: ExpressionID, in frame: Frame) -> ClosureID? {
    let code = frame.facts.code
    let body = frame.declaration.firstExpression..<frame.declaration.endExpression
    let around = code.closures(around: id, within: body).sorted {
      code[$0].firstExpression > code[$1].firstExpression
    }
    return around.first { fates.fate(of: $0, in: frame) != .inPlace || isForMain($0, in: code) }
  }

  /// Whether a closure is given to the main queue: `DispatchQueue.main.sync { … }` runs it at once, and there.
  private func isForMain(_ closure: ClosureID, in code: Code) -> Bool {
    guard let call = code[closure].call, case .call(let callee, _) = code[call],
      case .member(let queue, _) = code[callee]
    else { return false }
    return isMain(queue, in: code)
  }

  /// Whether something in a function is given to the main queue, or goes on there.
  func goesToMain(_ function: FunctionID) -> Bool {
    let code = frames[function].facts.code
    return !staysOnThread(function)
      || program.expressions(of: function).contains { index in
        guard case .call(let callee, let list) = code.expressions[index] else { return false }
        if case .member(let queue, _) = code[callee], isMain(queue, in: code) { return true }
        return code[list].contains { isMain($0.value, in: code) }
      }
  }

  /// Whether an expression names the main queue, with its type or, as an argument, without: `target: .main`.
  private func isMain(_ queue: ExpressionID, in code: Code) -> Bool {
    switch code[queue] {
    case .implicitMember(let name): program.knowledge[.mainQueue].contains(name)
    case .member(let owner, let name):
      code.calledName(owner).map { type in program.knowledge[.mainQueue][name].contains { $0.type == type } } ?? false
    default: false
    }
  }

  /// Whether a closure that is given to a call may run off the main thread: what the program itself does with it has to
  /// take it there.
  func mayLeaveMain(_ closure: ClosureID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      case .functions(let functions) = inference.target(of: call, in: frame).kind,
      functions.allSatisfy({ program.declaration(of: $0).hasBody }),
      let position = code[list].enumerated().first(where: { code[$0.element.value] == .closure(closure) })?.offset
    else {
      // What a library promises to call on the main thread.
      return
        !(code[closure].call.flatMap(code.callee).map(program.knowledge[.comesOnMainThread].calledNames.contains)
        ?? false)
    }
    return runner(position, of: call, in: frame) != nil
  }

  /// Where a call runs an argument off the main thread; nil where nothing says so.
  private func runner(_ position: Int, of call: ExpressionID, in frame: Frame) -> SourceSpan? {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call] else { return nil }
    if case .member(let base, let name) = code[callee] {
      if program.knowledge[.queuesBlock].contains(name), isBackground(base, in: frame) {
        return SourceSpan(file: frame.file, bytes: code.span(of: call))
      }
      if comesOffMainThread(name, of: base, in: frame) {
        return SourceSpan(file: frame.file, bytes: code.span(of: call))
      }
      if program.knowledge[.answersWithSubscription].contains(name), let place = source(ofStream: base, in: frame) {
        return place
      }
    }
    guard case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
      let match = program.declaration(of: targets[0]).match(code[list])
    else { return nil }
    return runner(ofParameter: match[position], of: targets[0])
  }

  /// Where a function runs a parameter off the main thread; of a requirement, where any that may be called does, and
  /// none of them goes to the main thread, perhaps for another.
  private func runner(ofParameter position: Int, of function: FunctionID) -> SourceSpan? {
    let meant = program.witnesses(of: function) ?? [function]
    guard let place = meant.lazy.compactMap({ self.parameters[Parameter(function: $0, position: position)] }).first
    else { return nil }
    return meant.count > 1 && meant.contains(where: goesToMain) ? nil : place
  }

  /// Whether a queue is made in sight, and not the main one.
  func isBackground(_ queue: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    if makesBackground(queue, code) { return true }
    if case .local(let local) = code[queue] {
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer else { return false }
      return makesBackground(value, code)
    }
    guard let property = property(queue, in: frame), program.declaration(of: property).isLet else { return false }
    guard let value = program.declaration(of: property).initialValue else { return isGivenBackground(property) }
    let maker = program.function(value, in: program.file(of: property))
    let other = program[program.file(of: property)].facts.code
    return other[program.declaration(of: maker).results].first.map { makesBackground($0, other) } ?? false
  }

  /// Whether a queue is made by a call, or by a closure that sets it up and is called on the spot.
  private func makesBackground(_ id: ExpressionID, _ code: Code) -> Bool {
    guard case .call(let callee, let list) = code[id] else { return false }
    guard case .closure(let closure) = code[callee] else {
      // One that hands its work on to the main queue runs it there: `DispatchQueue(label: "rows", target: .main)`.
      guard !code[list].contains(where: { isMain($0.value, in: code) }) else { return false }
      return code.callee(of: id).map(program.knowledge[.backgroundQueue].calledNames.contains) ?? false
    }
    let results = code[code[closure].results]
    guard results.count == 1, let result = results.first, case .local(let local) = code[result],
      case .variable(isLet: true) = code[local].kind, let value = code[local].initializer
    else { return false }
    return makesBackground(value, code)
  }

  /// The property of its own object, of a type, or of the program, that an expression names.
  func property(_ id: ExpressionID, in frame: Frame) -> PropertyID? {
    let code = frame.facts.code
    if let name = code.ownProperty(id), let type = frame.context { return program.property(named: name, of: type) }
    switch code[id] {
    case .member(let base, let name):
      guard case .metatype(let instance) = inference.type(of: base, in: frame), let type = instance.nominal else {
        return nil
      }
      return program.property(named: name, of: type)
    case .name(let name, _):
      if let type = frame.context, let own = program.property(named: name, of: type) { return own }
      return program.globalProperty(named: name, from: frame.file)
    default: return nil
    }
  }

  /// Whether each initialiser makes the queue of a property itself.
  private func isGivenBackground(_ property: PropertyID) -> Bool {
    guard let type = program.owner(of: property) else { return false }
    let name = program.declaration(of: property).name
    let given = program.functions(of: type).flatMap { function -> [Bool] in
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).compactMap { index in
        guard case .assign(let target, let value) = code.expressions[index], code.ownProperty(target) == name else {
          return nil
        }
        return makesBackground(value, code)
      }
    }
    return !given.isEmpty && given.allSatisfy { $0 }
  }
}

extension Program {
  /// Whether a call in production code has an argument of one of these labels.
  fileprivate func names(ofLabel labels: Set<Symbol>) -> Bool {
    asking("calls with a label", about: labels) { program in
      program.files.indices.contains { index in
        !program.isTestFile[index]
          && program.files[index].facts.code.arguments.contains { argument in
            guard let label = argument.label, labels.contains(label) else { return false }
            if case .literal(.null) = program.files[index].facts.code[argument.value] { return false }
            return true
          }
      }
    }
  }

  /// Views, and what they show, that are changed by closures and methods which run off the main thread.
  public func backgroundUpdates() -> [Hazard] {
    guard !knowledge[.viewClass].names.isEmpty else { return [] }
    let threads = OffMainThread(self)
    var result: [Hazard] = []
    for (file, closures) in threads.closures.sorted(by: { $0.key.index < $1.key.index }) where !isTest(file) {
      let code = self[file].facts.code
      for (closure, runner) in closures.sorted(by: { $0.key < $1.key }) {
        guard let function = function(holding: Int(code[closure].expression.index), in: file) else { continue }
        let frame = threads.frames[function]
        guard !asksWhereItRuns(Body(function, in: self)) else { continue }
        var visited: Set<FunctionID> = [function]
        let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
        let change = change(of: range, in: frame, threads, &visited) { threads.context(of: $0, in: frame) == closure }
        if let change { result.append(update(change, code, file, runner)) }
      }
    }
    for (method, runner) in threads.methods.sorted(by: { $0.key < $1.key }) where !isTest(file(of: method)) {
      guard threads.staysOnThread(method) else { continue }
      let declaration = declaration(of: method)
      let frame = threads.frames[method]
      var visited: Set<FunctionID> = [method]
      let range = declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)
      let change = change(of: range, in: frame, threads, &visited) { threads.context(of: $0, in: frame) == nil }
      if let change { result.append(update(change, frame.facts.code, frame.file, runner)) }
    }
    return result
  }

  private func update(_ change: ViewChange, _ code: Code, _ file: FileID, _ runner: SourceSpan) -> Hazard {
    let touched: ExpressionID
    let named: ExpressionID
    switch code[change.place] {
    case .assign(let target, _): (touched, named) = (target, target)
    case .call(let callee, _): (touched, named) = (change.place, callee)
    default: (touched, named) = (change.place, change.place)
    }
    return Hazard(
      kind: .backgroundUpdate, span: SourceSpan(file: file, bytes: code.span(of: change.place)),
      name: code.plainSpelling(of: touched), other: declarationName(at: runner.bytes.start, in: runner.file),
      evidence: [runner] + (change.inMethod.map { [$0] } ?? []),
      // What a local is called makes no other finding of it.
      essence: code.memberName(named))
  }

  /// Where a view is changed.
  private struct ViewChange {
    var place: ExpressionID
    /// Where the method does it that is called there.
    var inMethod: SourceSpan?
  }

  /// Whether an expression changes a view, itself or by a method of the same type.
  func changesView(at place: ExpressionID, in frame: Frame, _ threads: OffMainThread) -> Bool {
    var visited: Set<FunctionID> = [frame.function]
    return change(of: place.index..<place.index + 1, in: frame, threads, &visited) { _ in true } != nil
  }

  /// The first expression that changes a view where it stands, or calls a method of the same type that does.
  private func change(
    of range: Range<Int32>, in frame: Frame, _ threads: OffMainThread, _ visited: inout Set<FunctionID>,
    _ isHere: (ExpressionID) -> Bool
  ) -> ViewChange? {
    let code = frame.facts.code
    for index in range {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        if isHere(id), isPublished(target, in: frame, threads.inference) { return ViewChange(place: id) }
        guard case .member(let base, let name) = code[target], isView(base, in: frame, threads.inference), isHere(id),
          // What a view of the program notes for itself shows nothing.
          !isOwnState(name, of: base, in: frame, threads.inference)
        else { continue }
        return ViewChange(place: id)
      case .call(let callee, _):
        guard case .member(let base, let method) = code[callee] else {
          if case .name = code[callee], isHere(id), let there = viewChange(by: id, in: frame, threads, &visited) {
            return ViewChange(place: id, inMethod: there)
          }
          continue
        }
        guard isHere(id) else { continue }
        if knowledge[.addsElement].contains(method), isPublished(base, in: frame, threads.inference) {
          return ViewChange(place: id)
        }
        switch threads.inference.target(of: id, in: frame).kind {
        case .foreign(_, _, isInitializer: false):
          if !knowledge[.changesOnMainThread].contains(method), isView(base, in: frame, threads.inference) {
            return ViewChange(place: id)
          }
        case .functions:
          if case .local(let local) = code[base], code.isSelf(local),
            let there = viewChange(by: id, in: frame, threads, &visited)
          {
            return ViewChange(place: id, inMethod: there)
          }
        default: continue
        }
      default: continue
      }
    }
    return nil
  }

  /// Where a method of the same type that a call runs changes a view, on the same thread.
  private func viewChange(
    by call: ExpressionID, in frame: Frame, _ threads: OffMainThread, _ visited: inout Set<FunctionID>
  ) -> SourceSpan? {
    guard case .functions(let targets) = threads.inference.target(of: call, in: frame).kind, targets.count == 1,
      let target = targets.first, owner(of: target) == frame.context, visited.insert(target).inserted
    else { return nil }
    // An `async` method, and one that says where it runs, goes there by itself.
    guard threads.staysOnThread(target) else { return nil }
    let declaration = declaration(of: target)
    let other = threads.frames[target]
    let range = declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)
    let change = change(of: range, in: other, threads, &visited) { threads.context(of: $0, in: other) == nil }
    return change.map { $0.inMethod ?? SourceSpan(file: other.file, bytes: other.facts.code.span(of: $0.place)) }
  }

  /// Whether a property is one that the program gives a view, and that does nothing when it is set.
  private func isOwnState(_ name: Symbol, of view: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    guard let type = inference.type(of: view, in: frame).nominal, let property = property(named: name, of: type)
    else { return false }
    let file = file(of: property)
    return declaration(of: property).isStored
      && !self[file].facts.functions.contains { function in
        if case .observer(let observed) = function.kind { self.property(observed, in: file) == property } else { false }
      }
  }

  private func isView(_ id: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    guard let type = inference.type(of: id, in: frame).nominal else { return false }
    return knowledge[.viewClass].names.contains { inherits(type, from: $0) || self[type].name == $0 }
  }
}
