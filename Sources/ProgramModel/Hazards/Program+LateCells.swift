import SwiftFacts

/// Views that are used again and are given something when an answer comes.
extension Program {
  /// Assignments and calls on a reused view in closures that run when something else has come to its end: by then the
  /// view may show another row.
  ///
  /// Whoever asks which row it is, keeps the work to cancel it, or cancels anything in the view's class, has thought of
  /// it.
  public func lateCells() -> [Hazard] {
    let threads = OffMainThread(self)
    let answering = answeringFunctions(threads)
    var result: [Hazard] = []
    for (index, facts) in files.enumerated() where !isTestFile[index] {
      let file = FileID(index: Int32(index))
      let code = facts.facts.code
      let late = code.closures.indices.map { ClosureID(index: Int32($0)) }.filter { closure in
        threads.closures[file]?[closure] != nil
          || code[closure].call.flatMap { code.callee(of: $0) }.map(isTaskStarter) == true
          || hopsBack(closure, code)
          || code[closure].call.flatMap { code.callee(of: $0) }.map(answering.contains) == true
      }
      var seen: Set<FunctionID> = []
      // One function's closures follow one another.
      var last: LateCells?
      for closure in late {
        guard let function = function(holding: Int(code[closure].expression.index), in: file),
          declaration(of: function).showsReused, !seen.contains(function)
        else { continue }
        let search = last.flatMap { $0.body.function == function ? $0 : nil } ?? LateCells(function, threads)
        last = search
        guard let found = search.hazard(of: closure) else { continue }
        seen.insert(function)
        result.append(found)
      }
    }
    return result + cellsSetBy(viewsSetLate(threads), threads)
  }

  /// The methods by which a view of the system is given something when an answer comes, with where: those that an
  /// extension adds, and that neither ask whether it is still wanted nor keep the work to cancel it.
  private func viewsSetLate(_ threads: OffMainThread) -> [FunctionID: LateView] {
    var result: [FunctionID: LateView] = [:]
    for (file, closures) in threads.closures where !isTest(file) {
      let code = self[file].facts.code
      var last: LateCells?
      for closure in closures.keys.sorted() {
        guard let function = function(holding: Int(code[closure].expression.index), in: file),
          declaration(of: function).kind == .function, let type = owner(of: function), self[type].kind == .foreign,
          inherits(type, fromAny: .viewClass) || knowledge[.viewClass].contains(self[type].name)
        else { continue }
        let search = last.flatMap { $0.body.function == function ? $0 : nil } ?? LateCells(function, threads)
        last = search
        guard let found = search.ownWrite(of: closure) else { continue }
        result[function] = result[function] ?? found
      }
    }
    return result
  }

  /// Where a view inside of one that is used again is given something by such a method.
  private func cellsSetBy(_ setters: [FunctionID: LateView], _ threads: OffMainThread) -> [Hazard] {
    guard !setters.isEmpty else { return [] }
    let names = Set(setters.keys.map { declaration(of: $0).name })
    return functions(mentioning: names).compactMap { function -> Hazard? in
      guard declaration(of: function).showsReused, !isTest(file(of: function)) else { return nil }
      let search = LateCells(function, threads)
      return search.body.expressions.lazy.compactMap { search.hazard(ofCall: $0, setters) }.first
    }
  }

  /// Whether a closure that is handed over hands a block to a queue: nobody comes back to one who has never left it.
  private func hopsBack(_ closure: ClosureID, _ code: Code) -> Bool {
    guard let call = code[closure].call, !isQueued(closure, code),
      let name = code.callee(of: call), !knowledge[.goesThroughElements].contains(name),
      !knowledge[.handsOutElements].contains(name)
    else { return false }
    let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
    return code.closures(in: Int(range.lowerBound)..<Int(range.upperBound)).contains { isQueued($0, code) }
  }

  /// Whether a closure is handed to a queue that runs it when it comes to it.
  fileprivate func isQueued(_ closure: ClosureID, _ code: Code) -> Bool {
    code[closure].call.flatMap { code.callee(of: $0) }.map(knowledge[.queuesBlock].contains) == true
  }

  /// The names of functions that are given closures, and have closures of their own that run off the main thread.
  private func answeringFunctions(_ threads: OffMainThread) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for (file, closures) in threads.closures {
      let code = self[file].facts.code
      for closure in closures.keys {
        guard let function = function(holding: Int(code[closure].expression.index), in: file) else { continue }
        let declaration = declaration(of: function)
        if declaration.parameters.contains(where: { $0.closureKind != .never }) { result.insert(declaration.name) }
      }
    }
    return result
  }

  private func isTaskStarter(_ name: Symbol) -> Bool { knowledge[.startsTask].calledNames.contains(name) }
}

/// What a method gives its view when something else has come to its end.
private struct LateView {
  var slot: String
  var callee: String
  var call: SourceSpan
}

extension FunctionDeclaration {
  /// Whether it may be what a view that is used again is given what it shows by.
  fileprivate var showsReused: Bool {
    switch kind {
    case .function, .initialValue, .getter: true
    default: false
    }
  }
}

/// Looks at what one function does to a reused view.
private struct LateCells {
  let body: Body
  let frame: Frame
  let threads: OffMainThread
  /// Whether the function belongs to a reused view, and is given what it is to show.
  let isOwn: Bool

  private var program: Program { body.program }
  private var code: Code { body.code }

  init(_ function: FunctionID, _ threads: OffMainThread) {
    let frame = threads.frames[function]
    let program = frame.program
    body = Body(function, in: program)
    self.frame = frame
    self.threads = threads
    isOwn =
      frame.context.map { program.inherits($0, fromAny: .reusedView) } == true && !frame.declaration.parameters.isEmpty
      && !program.knowledge[.preparesForReuse].contains(frame.declaration.name)
  }

  func hazard(of closure: ClosureID) -> Hazard? {
    let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
    guard let call = code[closure].call, !asks(range),
      let write = range.lazy.map({ ExpressionID(index: $0) }).first(where: { isWrite($0) && comesLate($0, closure) }),
      !isKept(call), !(isOwn && isCancelled())
    else { return nil }
    let target: ExpressionID
    if case .assign(let written, _) = code[write] { target = written } else { target = write }
    return Hazard(
      kind: .lateCell, span: body.span(of: write), name: code.plainSpelling(of: target),
      other: code.callee(of: call)?.text ?? "", owner: frame.context.map { program.name(of: $0) } ?? "",
      evidence: [body.span(of: call)], essence: code.memberName(target))
  }

  /// What a closure gives the function's own view.
  func ownWrite(of closure: ClosureID) -> LateView? {
    let range = code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
    guard let call = code[closure].call, !isKept(call), !asks(range), !isCancelled() else { return nil }
    for id in range.lazy.map({ ExpressionID(index: $0) }) {
      guard case .assign(let target, let value) = code[id], code[value] != .literal(.null),
        case .member(let base, let slot) = code[target], case .local(let local) = code[base], code.isSelf(local),
        comesLate(id, closure)
      else { continue }
      return LateView(slot: slot.text, callee: code.callee(of: call)?.text ?? "", call: body.span(of: call))
    }
    return nil
  }

  /// A call of a method that gives its view something late, on a view that is used again or is inside of one.
  func hazard(ofCall id: ExpressionID, _ setters: [FunctionID: LateView]) -> Hazard? {
    guard case .call(let callee, _) = code[id], case .member(let base, _) = code[callee], isReused(base),
      case .functions(let targets) = threads.inference.target(of: id, in: frame).kind, targets.count == 1,
      let found = setters[targets[0]], !(isOwn && isCancelled())
    else { return nil }
    return Hazard(
      kind: .lateCell, span: body.span(of: id), name: "\(code.plainSpelling(of: base)).\(found.slot)",
      other: found.callee, owner: frame.context.map { program.name(of: $0) } ?? "", evidence: [found.call],
      essence: found.slot)
  }

  /// Whether an expression gives a reused view something.
  private func isWrite(_ id: ExpressionID) -> Bool {
    switch code[id] {
    case .assign(let target, let value):
      // What is emptied shows nothing of another row.
      guard case .member(let base, _) = code[target], code[value] != .literal(.null) else { return false }
      return isReused(base)
    case .call(let callee, let list):
      guard case .member(let base, _) = code[callee], list.count > 0, case .local(let local) = code[base],
        !code.isSelf(local)
      else { return false }
      return isReused(base)
    default: return false
    }
  }

  /// Whether something is a view that was handed out for use again, or a view inside of it.
  private func isReused(_ id: ExpressionID, _ depth: Int = 0) -> Bool {
    guard depth < 8 else { return false }
    switch code[id] {
    case .local(let local):
      if code.isSelf(local) { return false }
      switch code[local].kind {
      case .capture(_, let value): return isReused(value, depth + 1)
      case .variable: return code[local].initializer.map { isReused($0, depth + 1) } ?? false
      // What another function has had handed out, to be filled here.
      case .parameter: return isReusedByType(id)
      // What a registration fills for each row.
      case .closureParameter(let closure, 0):
        guard let call = code[closure].call, case .call(let callee, _) = code[call] else { return false }
        return code.calledName(callee).map(program.knowledge[.fillsReused].contains) == true
      default: return false
      }
    case .cast(let value, _), .element(let value): return isReused(value, depth + 1)
    case .member(let base, _):
      if case .local(let local) = code[base], code.isSelf(local) { return isOwn && isView(id) }
      return isReused(base, depth + 1)
    case .name(_, .some): return isOwn && isView(id)
    case .call: return code.callee(of: id).map(program.knowledge[.handsOutReused].contains) == true
    default: return false
    }
  }

  private func isReusedByType(_ id: ExpressionID) -> Bool {
    threads.inference.type(of: id, in: frame).nominal.map { program.inherits($0, fromAny: .reusedView) } ?? false
  }

  private func isView(_ id: ExpressionID) -> Bool {
    guard let type = threads.inference.type(of: id, in: frame).nominal else { return false }
    return program.inherits(type, fromAny: .viewClass) || program.knowledge[.viewClass].contains(program[type].name)
  }

  /// Whether something has been waited for by then.
  private func comesLate(_ id: ExpressionID, _ closure: ClosureID) -> Bool {
    if threads.closures[frame.file]?[closure] != nil || isAnswer(closure) { return true }
    let around = code.closures(around: id, within: code[closure].firstExpression..<code[closure].endExpression)
    if around.contains(where: { $0 != closure && program.isQueued($0, code) }) { return true }
    let first = code[closure].statement
    return (first..<code.statement(first).end).contains { at in
      let statement = code.statement(at)
      return statement.kind == .awaiting && statement.endExpression <= id.index
    }
  }

  /// Whether the function of the program that a closure is given to calls it in a closure that runs off the main
  /// thread, or in a block that such a one hands back: as an answer.
  private func isAnswer(_ closure: ClosureID) -> Bool {
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { code[$0.value] == .closure(closure) }),
      case .functions(let targets) = threads.inference.target(of: call, in: frame).kind, targets.count == 1,
      let match = program.declaration(of: targets[0]).match(code[list])
    else { return false }
    let declaration = program.declaration(of: targets[0])
    let file = program.file(of: targets[0])
    let other = program[file].facts.code
    let parameter = declaration.parameters[match[position - code[list].startIndex]].local
    let late = (threads.closures[file] ?? [:]).keys.map { other[$0] }
    return program.expressions(of: targets[0]).contains { index in
      guard case .call(let callee, _) = other.expressions[index], other[callee] == .local(parameter) else {
        return false
      }
      return late.contains { $0.firstExpression <= Int32(index) && Int32(index) < $0.endExpression }
    }
  }

  /// Whether a closure compares something, or asks whether it is still wanted.
  private func asks(_ range: Range<Int32>) -> Bool {
    range.contains { index in
      switch code[ExpressionID(index: index)] {
      case .operation(let name, let parts):
        ["==", "!=", "===", "!=="].contains(name.text) && !code[parts].contains { code[$0] == .literal(.null) }
      case .member(_, let name), .name(let name, _): program.knowledge[.asksForCancellation].contains(name)
      default: false
      }
    }
  }

  /// Whether somebody keeps what a call answers with, who may end it.
  private func isKept(_ call: ExpressionID) -> Bool {
    var id = call
    while let parent = body.parent(of: id) {
      if case .assign(let target, id) = code[parent] {
        if case .compound(let parts) = code[target], parts.count == 0 { return false }
        return true
      }
      id = parent
    }
    let locals = frame.declaration.firstLocal..<max(frame.declaration.firstLocal, frame.declaration.endLocal)
    guard let local = locals.lazy.map({ LocalID(index: $0) }).first(where: { code[$0].initializer == call })
    else { return false }
    return body.expressions.contains { id in
      if case .assign(_, let value) = code[id] { code[value] == .local(local) } else { false }
    }
  }

  /// Whether the class of the view cancels anything.
  private func isCancelled() -> Bool {
    guard let type = frame.context else { return false }
    return program.functions(of: type).contains { function in
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).contains { index in
        guard case .call(let callee, _) = code.expressions[index], let name = code.calledName(callee) else {
          return false
        }
        return program.knowledge[.cancelsTask].contains(name) || program.knowledge[.cancels].fits(name)
      }
    }
  }
}
