import SwiftFacts

/// Where a cycle is made anew: a slot that is emptied and always filled again is never left empty.
struct Refill {
  private let cycle: Cycle
  private let program: Program
  /// Where the last of its links is put in place; nil where a closure does it at another time.
  private let fill: ByteSpan?

  /// O(closures of the file).
  ///
  /// - Parameter isRunAtOnce: Whether a function of the program runs a closure before it answers.
  init(of cycle: Cycle, in program: Program, isRunAtOnce: (ClosureID) -> Bool) {
    self.cycle = cycle
    self.program = program
    let file = program.file(of: cycle.function)
    let stores = cycle.links.compactMap { link -> ByteSpan? in
      guard case .store = link.how, let span = link.span, span.file == file else { return nil }
      return span.bytes
    }
    let code = program[file].facts.code
    fill = stores.max { $0.start < $1.start }.flatMap { last in
      var place = last
      for (index, closure) in code.closures.enumerated() {
        let span = code.span(of: closure.expression)
        guard span.start <= last.start, last.end <= span.end else { continue }
        guard let call = closure.call, isRunAtOnce(ClosureID(index: Int32(index))) else { return nil }
        // What is set up in a closure is put in place by the call that has the closure run.
        if code.span(of: call).start < place.start { place = code.span(of: call) }
      }
      return place
    }
  }

  /// Whether each way of a function that has come past an expression on `self` comes to the code that makes the cycle,
  /// itself or by a call on `self`.
  func always(comesAfter expression: ExpressionID, in function: FunctionID, calls: Callers) -> Bool {
    let code = program[program.file(of: function)].facts.code
    let declaration = program.declaration(of: function)
    let bindingsHold = isGivenSomething(declaration, in: function, calls)
    guard let fill, code.isOnSelf(expression) || bindingsHold && code.isOnOldValue(expression) else { return false }
    let byte = code.span(of: expression).end
    if function == cycle.function {
      return byte <= fill.start
        && code.alwaysComes(from: byte, to: fill.start, in: declaration, bindingsHold: bindingsHold)
    }
    let maker = program.declaration(of: cycle.function)
    let makes = program[program.file(of: cycle.function)].facts.code
    guard maker.kind == .function,
      makes.alwaysComes(from: maker.nameSpan.end, to: fill.start, in: maker, bindingsHold: false)
    else { return false }
    return calls.sites(of: cycle.function).contains { site in
      guard site.function == function, site.closure == nil, code.isOnSelf(site.call) else { return false }
      let start = code.span(of: site.call).start
      return byte <= start && code.alwaysComes(from: byte, to: start, in: declaration, bindingsHold: bindingsHold)
    }
  }

  /// The same for each call of a method of `super` in what overrides it.
  func alwaysComesAfterSuper(of method: FunctionID, in heir: FunctionID, calls: Callers) -> Bool {
    let declaration = program.declaration(of: heir)
    let code = program[program.file(of: heir)].facts.code
    let name = program.declaration(of: method).name
    let sites = (declaration.firstExpression..<declaration.endExpression).map { ExpressionID(index: $0) }.filter {
      guard case .call(let callee, _) = code[$0] else { return false }
      return code.superMember(callee) == name
    }
    return !sites.isEmpty && sites.allSatisfy { always(comesAfter: $0, in: heir, calls: calls) }
  }

  /// The same for a place that empties a slot, outside of closures.
  func always(comesAfter clear: Clear, in function: FunctionID, calls: Callers) -> Bool {
    let declaration = program.declaration(of: function)
    let code = program[program.file(of: function)].facts.code
    return clear.closure == nil
      && (declaration.firstExpression..<declaration.endExpression).contains { index in
        let id = ExpressionID(index: index)
        return code.span(of: id) == clear.span && always(comesAfter: id, in: function, calls: calls)
      }
  }

  /// Whether what an observer of a property is told of is never nothing.
  private func isGivenSomething(_ declaration: FunctionDeclaration, in function: FunctionID, _ calls: Callers) -> Bool {
    switch declaration.kind {
    case .setter(let property), .observer(let property):
      !calls.mayBeSetToNothing(program.property(property, in: program.file(of: function)))
    default: false
    }
  }
}

extension Code {
  /// Whether what an observer of a property changes is what the property held before: as long as another takes its
  /// place, that one is filled.
  fileprivate func isOnOldValue(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call(let callee, _): isOnOldValue(callee)
    case .assign(let target, _), .mutate(let target, _): isOnOldValue(target)
    case .member(let base, _), .subscripted(let base, _): isOnOldValue(base)
    default: calledName(id) == Names.oldValue
    }
  }

  /// Whether what an expression calls or changes is got at from `self`.
  fileprivate func isOnSelf(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call(let callee, _): isOnSelf(callee)
    case .assign(let target, _), .mutate(let target, _): isOnSelf(target)
    case .member(let base, _), .subscripted(let base, _): isOnSelf(base)
    case .name(_, implicitSelf: .some): true
    case .local: isSelf(id)
    case .superReference: true
    default: false
    }
  }
}
