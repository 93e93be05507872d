import SwiftFacts

extension Program {
  /// Loops that sleep with `try?` and go on: in a cancelled task the sleep returns at once.
  public func spinningLoops() -> [Hazard] {
    var result: [Hazard] = []
    let cancelling = Cancelling(program: self)
    for function in functions(mentioning: knowledge[.sleeps].names) {
      let body = Body(function, in: self)
      for id in body.expressions {
        guard let sleep = sleep(id, in: body.code) else { continue }
        let around = body.code.statements.indices.filter {
          body.code.expressions(in: Int32($0)).contains(id.index)
        }
        guard around.contains(where: { body.code.statements[$0].kind == .trying(.optional) }),
          let index = around.last(where: { body.code.statements[$0].goesRoundByItself }),
          case let loop = body.code.statements[index],
          !isApart(id, from: loop, in: body), !isCounted(loop, in: body), !isBounded(Int32(index), in: body.code),
          !endsWhenCancelled(loop, in: body), cancelling.mayCancel(id, in: body)
        else { continue }
        let word = ByteSpan(start: loop.span.start, end: loop.span.start + 5)
        result.append(
          Hazard(
            kind: .spinsWhenCancelled, span: body.span(of: id), name: sleep,
            evidence: [SourceSpan(file: body.file, bytes: word)]))
      }
    }
    return result
  }

  /// The name of what a call sleeps by, with its type; nil for another call.
  private func sleep(_ id: ExpressionID, in code: Code) -> String? {
    guard case .call(let callee, _) = code[id], case .member(let base, let name) = code[callee],
      let type = code.typeName(base), knowledge[.sleeps][name].contains(where: { $0.type == type })
    else { return nil }
    return "\(type).\(name)"
  }

  /// Whether a closure stands between a loop and what is in it.
  private func isApart(_ id: ExpressionID, from loop: Statement, in body: Body) -> Bool {
    body.code.closures.contains { closure in
      closure.firstExpression <= id.index && id.index < closure.endExpression
        && loop.span.contains(body.code.span(of: closure.expression))
    }
  }

  /// Whether a loop counts something, and so may come to its end by itself.
  private func isCounted(_ loop: Statement, in body: Body) -> Bool {
    body.expressions.contains { id in
      guard case .mutate = body.code[id] else { return false }
      return loop.span.contains(body.code.span(of: id))
    }
  }

  /// Whether a loop looks at the clock, and ends in time: it spins for a while at most.
  private func isBounded(_ loop: Int32, in code: Code) -> Bool {
    let inside = (loop + 1)..<max(loop + 1, code.statement(loop).end)
    return ([loop] + inside).contains { fork in
      switch code.statement(fork).kind {
      case .loop: guard fork == loop else { return false }
      case .branch, .guarding:
        guard inside.contains(where: { leaves($0, from: fork, in: code) }) else { return false }
      default: return false
      }
      return code.conditions(of: fork).contains { holdsAgainstClock($0, in: code) }
    }
  }

  /// Whether a statement in a fork leaves the loop around both.
  private func leaves(_ statement: Int32, from fork: Int32, in code: Code) -> Bool {
    guard case .leave(let exit, _) = code.statement(statement).kind, exit == .break || exit == .return,
      fork < statement, statement < code.statement(fork).end
    else { return false }
    return !(fork..<statement).contains { inner in
      guard code.statement(inner).end > statement else { return false }
      return switch code.statement(inner).kind {
      case .loop, .closure: true
      case .selection: exit == .break
      default: false
      }
    }
  }

  /// Whether a condition compares the time, or how much of it has passed.
  private func holdsAgainstClock(_ condition: Int32, in code: Code) -> Bool {
    let inside = code.expressions(in: condition).map { ExpressionID(index: $0) }
    let compares = inside.contains { id in
      guard case .operation(let name, _) = code[id] else { return false }
      return ["<", "<=", ">", ">="].contains(name.text)
    }
    return compares && inside.contains { tellsTime($0, in: code) }
  }

  private func tellsTime(_ id: ExpressionID, in code: Code) -> Bool {
    switch code[id] {
    case .call: code.callee(of: id).map { !knowledge[.tellsTime].rows(calling: $0).isEmpty } ?? false
    case .member(_, let name): knowledge[.tellsTime].contains(name)
    case .local(let local):
      code[local].initializer.map { if case .local = code[$0] { false } else { tellsTime($0, in: code) } } ?? false
    default: false
    }
  }

  /// Whether a loop asks about cancellation, or something in it throws when its task is cancelled.
  private func endsWhenCancelled(_ loop: Statement, in body: Body) -> Bool {
    body.code.statements.contains { $0.kind == .trying(.propagating) && loop.span.contains($0.span) }
      || body.expressions.contains { id in
        guard loop.span.contains(body.code.span(of: id)) else { return false }
        switch body.code[id] {
        case .member(_, let name), .name(let name, _):
          return knowledge[.asksForCancellation].contains(name)
        default: return false
        }
      }
  }
}

extension Statement {
  /// `while` or `repeat`: what it goes round for is in its own hands.
  fileprivate var goesRoundByItself: Bool {
    if case .loop(let loop) = kind { loop != .each } else { false }
  }
}

/// Whether somebody can cancel the task that code runs in, as far as the program shows who starts it.
///
/// Not safe for use from several threads: each worker has its own.
private final class Cancelling {
  private let program: Program
  private lazy var callers = Callers(program: program, calls: program.calls(threads: 1))
  private var known: [FunctionID: Bool] = [:]

  init(program: Program) { self.program = program }

  /// Nobody has hold of a task that is dropped, and who starts what another function runs is not known.
  func mayCancel(_ id: ExpressionID, in body: Body) -> Bool {
    let code = body.code
    if case .initialValue(let property) = program.declaration(of: body.function).kind,
      program[body.file].facts[property].isStatic
    {
      return false
    }
    let around = code.closures.filter {
      $0.firstExpression <= id.index && id.index < $0.endExpression && body.range.contains(Int($0.expression.index))
    }
    guard let inner = around.max(by: { $0.firstExpression < $1.firstExpression }) else {
      return mayCancel(body.function)
    }
    guard let call = inner.call, case .call(let callee, _) = code[call] else { return false }
    if program.startsTask(callee, in: code) {
      if let parent = body.parent(of: call) { return !isOnlyKept(parent, in: body) }
      return code.locals.contains { $0.initializer == call }
        || code[program.declaration(of: body.function).results].contains(call)
    }
    // A view's `task`, a group's: the system cancels these.
    return code.calledName(callee).map { program.knowledge[.runsCancellable].contains($0) } ?? false
  }

  /// Whether a task is put into a property that nobody ever takes it out of.
  private func isOnlyKept(_ parent: ExpressionID, in body: Body) -> Bool {
    guard case .assign(let target, _) = body.code[parent], let name = body.code.ownProperty(target),
      let owner = program.owner(of: body.function), let property = program.property(named: name, of: owner),
      !program.declaration(of: property).isPublic
    else { return false }
    return !program.functions(mentioning: [name]).contains { function in
      let code = program[program.file(of: function)].facts.code
      if case .observer(let observed) = program.declaration(of: function).kind,
        program[program.file(of: function)].facts[observed].name == name
      {
        return true
      }
      let range = program.expressions(of: function)
      let filled = range.compactMap { index -> ExpressionID? in
        if case .assign(let target, _) = code.expressions[index] { target } else { nil }
      }
      return range.contains { index in
        let id = ExpressionID(index: Int32(index))
        return code.memberName(id) == name.text && !filled.contains(id)
      }
    }
  }

  /// Whether some caller of an asynchronous function runs in a task that may be cancelled.
  private func mayCancel(_ function: FunctionID) -> Bool {
    if let answer = known[function] { return answer }
    // A function that calls itself is as its other callers are.
    known[function] = false
    guard !isBeginning(function) else { return false }
    let answer =
      program.isSeenOutside(function)
      || ([function] + callers.requirements(of: function)).flatMap(callers.sites(of:)).contains {
        mayCancel($0.call, in: Body($0.function, in: program))
      }
    known[function] = answer
    return answer
  }

  /// Whether a function is what the program begins with: its task is never cancelled.
  private func isBeginning(_ function: FunctionID) -> Bool {
    guard !program.isMain(function), let owner = program.owner(of: function) else { return program.isMain(function) }
    return program[owner].declarations.contains { program[$0.file].facts[$0.type].attributes.contains(Words.main) }
  }
}
