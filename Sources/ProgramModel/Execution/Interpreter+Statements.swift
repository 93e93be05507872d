import SwiftFacts

extension Interpreter {
  /// Runs what a block holds, and lets go of what it declares.
  func run(block: Int32, _ activation: Activation) throws -> Completion {
    let mark = activation.declared.count
    defer { activation.leave(downTo: mark) }
    for local in activation.plan.unset(in: block) { activation.declare(local, .missing) }
    var deferred: [Int32] = []
    let result: Completion
    do {
      result = try run(activation.plan.items(of: block), deferred: &deferred, activation)
    } catch {
      if error is Thrown { for statement in deferred.reversed() { _ = try run(block: statement, activation) } }
      throw error
    }
    for statement in deferred.reversed() { _ = try run(block: statement, activation) }
    return result
  }

  private func span(of item: CodePlan.Item, _ code: Code) -> ByteSpan {
    switch item {
    case .expression(let id), .parts(let id, _): code.span(of: id)
    case .statement(let statement): code.statement(statement).span
    }
  }

  /// Runs those items of a body that stand in a part of it.
  ///
  /// - Parameter before: What is done before each of them.
  func run(
    part block: Int32, _ activation: Activation, where holds: (ByteSpan) -> Bool,
    before: (ByteSpan) throws -> Void = { _ in }
  ) throws -> Value {
    let code = activation.code
    for local in activation.plan.unset(in: block) { activation.declare(local, .missing) }
    let items = activation.plan.items(of: block).filter { holds(span(of: $0, code)) }
    var deferred: [Int32] = []
    let result = try run(items, deferred: &deferred, activation, before: before)
    for statement in deferred.reversed() { _ = try run(block: statement, activation) }
    switch result {
    case .next(let value), .return(let value): return value
    default: throw halt(.notUnderstood, activation)
    }
  }

  private func run(
    _ items: [CodePlan.Item], deferred: inout [Int32], _ activation: Activation,
    before: (ByteSpan) throws -> Void = { _ in }
  ) throws -> Completion {
    var last = Value.void
    var position = 0
    while position < items.count {
      try step()
      try before(span(of: items[position], activation.code))
      switch items[position] {
      case .expression(let id):
        let completion = try run(expression: id, activation)
        guard case .next(let value) = completion else { return completion }
        last = value
        bind(id, value, activation)
      case .parts(_, let whole):
        var parts: [ExpressionID] = []
        while position < items.count, case .parts(let part, whole) = items[position] {
          parts.append(part)
          position += 1
        }
        position -= 1
        let value = try evaluate(whole, activation)
        for (index, part) in parts.enumerated() {
          var element = Value.unknown
          if case .tuple(let elements, _) = value, elements.count == parts.count { element = elements[index] }
          bind(part, element, activation)
        }
      case .statement(let statement):
        if case .deferred = activation.code.statement(statement).kind {
          deferred.append(statement)
        } else {
          let completion = try run(statement: statement, activation)
          guard case .next(let value) = completion else { return completion }
          last = value
        }
      }
      position += 1
    }
    return .next(last)
  }

  /// Gives a value to the variables that begin with an expression.
  func bind(_ source: ExpressionID, _ value: Value, _ activation: Activation) {
    for local in activation.plan.bound[source] ?? [] {
      activation.declare(local, coerced(value, to: activation.code[local].type.map(activation.resolve)))
    }
  }

  /// An expression that stands by itself; an `if` or a `switch` may leave the body.
  private func run(expression id: ExpressionID, _ activation: Activation) throws -> Completion {
    if case .choice = activation.code[id], let statement = activation.plan.deciding[id.index] {
      return try run(deciding: statement, expecting: nil, activation)
    }
    var expected: Type?
    if let local = activation.plan.bound[id]?.first { expected = activation.code[local].type.map(activation.resolve) }
    return .next(try evaluate(id, activation, expecting: expected))
  }

  func run(statement: Int32, _ activation: Activation, label: Symbol? = nil) throws -> Completion {
    let code = activation.code
    switch code.statement(statement).kind {
    case .block: return try run(block: statement, activation)
    case .guarding:
      for condition in code.conditions(of: statement) where try test(condition, activation) == false {
        guard let block = code.blocks(of: statement).first else { break }
        return try run(block: block, activation)
      }
      return .next(.void)
    case .loop(let kind): return try run(loop: statement, kind, label, activation)
    case .attempt: return try run(attempt: statement, activation)
    case .labelled(let name):
      var last = Completion.next(.void)
      for item in activation.plan.items(of: statement) {
        switch item {
        case .statement(let inner): last = try run(statement: inner, activation, label: name)
        case .expression(let id): last = try run(expression: id, activation)
        case .parts: continue
        }
        if case .break(name) = last { return .next(.void) }
        guard case .next = last else { return last }
      }
      return last
    case .leave(let exit, let label):
      switch exit {
      case .break: return .break(label)
      case .continue: return .continue(label)
      case .fallthrough: return .fallthrough
      case .return:
        guard case .expression(let id)? = activation.plan.items(of: statement).last else { return .return(.void) }
        return .return(try evaluate(id, activation, expecting: resultType(in: activation, of: id)))
      case .throw:
        guard case .expression(let id)? = activation.plan.items(of: statement).last else { break }
        throw Thrown(value: try evaluate(id, activation))
      }
      throw halt(.notUnderstood, activation)
    case .declaration: return .next(.void)
    case .compilation(let hasElse):
      let blocks = code.blocks(of: statement)
      // Which of its parts is compiled is not known, but that what is for trying out is not.
      guard let first = blocks.first.map({ code.statement($0).span }), blocks.count == (hasElse ? 2 : 1),
        activation.frame.facts.debugSpans.contains(where: { $0.start <= first.end && first.start <= $0.end })
      else { throw halt(.unknownCondition, activation) }
      return hasElse ? try run(block: blocks[1], activation) : .next(.void)
    default: throw halt(.notUnderstood, activation)
    }
  }

  /// What the closure or function around a `return` answers with.
  func resultType(in activation: Activation, of expression: ExpressionID) -> Type? {
    let code = activation.code
    var closure: Closure?
    for one in code.closures where one.firstExpression <= expression.index && expression.index < one.endExpression {
      if closure.map({ $0.firstExpression <= one.firstExpression }) ?? true { closure = one }
    }
    if let closure { return closure.resultType.map(activation.resolve) }
    return activation.frame.declaration.result.map(activation.resolve)
  }

  // MARK: Deciding

  /// Whether all conditions of a statement hold. What they bind is there if they do.
  ///
  /// - Parameter mark: How much was declared before them.
  func holds(_ statement: Int32, _ activation: Activation, from mark: Int) throws -> Bool {
    for condition in activation.code.conditions(of: statement) where try test(condition, activation) == false {
      activation.leave(downTo: mark)
      return false
    }
    return true
  }

  /// `if`, `switch` or `? :`.
  func run(deciding statement: Int32, expecting: Type?, _ activation: Activation) throws -> Completion {
    let code = activation.code
    if case .selection(let subject) = code.statement(statement).kind {
      return try run(selection: statement, of: subject, activation)
    }
    let mark = activation.declared.count
    defer { activation.leave(downTo: mark) }
    let holds = try holds(statement, activation, from: mark)
    let blocks = code.blocks(of: statement)
    guard let block = holds ? blocks.first : blocks.dropFirst().first else { return .next(.void) }
    if expecting != nil, case .expression(let id)? = activation.plan.items(of: block).last,
      activation.plan.items(of: block).count == 1, activation.plan.deciding[id.index] == nil
    {
      return .next(try evaluate(id, activation, expecting: expecting))
    }
    return try run(block: block, activation)
  }

  func test(_ condition: Int32, _ activation: Activation) throws -> Bool {
    let code = activation.code
    guard case .condition(let kind, let value) = code.statement(condition).kind else {
      throw halt(.notUnderstood, activation)
    }
    switch kind {
    case .availability: return true
    case .test:
      guard let value else { throw halt(.notUnderstood, activation) }
      guard case .bool(let holds) = try evaluate(value, activation) else {
        throw halt(.unknownCondition, activation, at: value)
      }
      return holds
    case .binding:
      guard let value else { throw halt(.notUnderstood, activation) }
      let found = try evaluate(value, activation)
      if found.isMissing { return false }
      if found.isUnknown { throw halt(.unknownCondition, activation, at: value) }
      bind(value, found, activation)
      return true
    case .pattern:
      guard let value,
        let matching = code.inner(of: condition).first(where: {
          if case .matching = code.statement($0).kind { true } else { false }
        }), case .matching(let pattern, _, _) = code.statement(matching).kind
      else { throw halt(.notUnderstood, activation) }
      return try match(code[pattern], try evaluate(value, activation), activation)
    }
  }

  private func run(
    selection statement: Int32, of subject: ExpressionID, _ activation: Activation
  ) throws -> Completion {
    guard let selection = activation.code.selection(statement) else { throw halt(.notUnderstood, activation) }
    let value = try evaluate(subject, activation)
    let mark = activation.declared.count
    defer { activation.leave(downTo: mark) }
    var chosen: Int?
    search: for (position, one) in selection.cases.enumerated() {
      for item in one.items {
        if try match(item.pattern, value, activation) {
          guard let condition = item.condition else {
            chosen = position
            break search
          }
          guard case .bool(let holds) = try evaluate(condition, activation) else {
            throw halt(.unknownCondition, activation, at: condition)
          }
          if holds {
            chosen = position
            break search
          }
        }
        activation.leave(downTo: mark)
      }
    }
    guard var position = chosen ?? selection.cases.firstIndex(where: { $0.items.isEmpty }) else {
      throw halt(.unknownCondition, activation, at: subject)
    }
    while position < selection.cases.count {
      let result = try run(block: selection.cases[position].block, activation)
      switch result {
      case .fallthrough: position += 1
      case .break(nil): return .next(.void)
      default: return result
      }
    }
    return .next(.void)
  }

  // MARK: Loops

  private func run(
    loop statement: Int32, _ kind: Statement.Loop, _ label: Symbol?, _ activation: Activation
  ) throws -> Completion {
    let place = LoopPlace(function: activation.frame.function, index: statement)
    return try loop(place) { begin in try run(loop: statement, kind, label, activation, place, begin) }
  }

  private func run(
    loop statement: Int32, _ kind: Statement.Loop, _ label: Symbol?, _ activation: Activation, _ place: LoopPlace,
    _ begin: () -> Void
  ) throws -> Completion {
    let code = activation.code
    guard let body = code.blocks(of: statement).last else { return .next(.void) }
    /// Answers with how the loop ends; nil where it goes on.
    func round() throws -> Completion? {
      let result = try run(block: body, activation)
      switch result {
      case .next, .continue(nil): return nil
      case .continue(let name): return name == label ? nil : result
      case .break(nil): return .next(.void)
      case .break(let name): return name == label ? .next(.void) : result
      case .return, .fallthrough: return result
      }
    }
    switch kind {
    case .each:
      let matching = code.inner(of: statement).first {
        if case .matching = code.statement($0).kind { true } else { false }
      }
      guard let matching, case .matching(let pattern, let source?, let condition) = code.statement(matching).kind
      else { throw halt(.notUnderstood, activation) }
      let all = lengthened(try evaluate(source, activation), place)
      var elements = try sequence(all, activation, at: source)
      while let element = try elements.next() {
        try step()
        begin()
        let mark = activation.declared.count
        defer { activation.leave(downTo: mark) }
        guard try match(code[pattern], element, activation) else { continue }
        if let condition {
          guard case .bool(let holds) = try evaluate(condition, activation) else {
            throw halt(.unknownCondition, activation, at: condition)
          }
          if !holds { continue }
        }
        if let end = try round() { return end }
      }
    case .condition, .endless:
      while true {
        try step()
        let mark = activation.declared.count
        defer { activation.leave(downTo: mark) }
        for condition in code.conditions(of: statement) where try test(condition, activation) == false {
          guard goesOn(statement, place, activation) else { return .next(.void) }
        }
        begin()
        if let end = try round() { return end }
      }
    case .atLeastOnce:
      while true {
        try step()
        begin()
        if let end = try round() { return end }
        for condition in code.conditions(of: statement) where try test(condition, activation) == false {
          guard goesOn(statement, place, activation) else { return .next(.void) }
        }
      }
    }
    return .next(.void)
  }

  // MARK: Errors

  private func run(attempt statement: Int32, _ activation: Activation) throws -> Completion {
    let code = activation.code
    let inside = code.inner(of: statement)
    guard let body = inside.first else { return .next(.void) }
    do {
      let result = try run(block: body, activation)
      // `break` leaves a `do` only by its name.
      return result
    } catch let thrown as Thrown {
      for clause in inside.dropFirst() {
        guard case .catching = code.statement(clause).kind, let block = code.blocks(of: clause).last else { continue }
        let mark = activation.declared.count
        defer { activation.leave(downTo: mark) }
        let start = code.statement(clause).span.start
        if let local = code.locals.firstIndex(where: { $0.name == Names.error && $0.span.start == start }) {
          activation.declare(LocalID(index: Int32(local)), thrown.value)
        }
        let patterns = code.inner(of: clause).compactMap { part -> (PatternID, ExpressionID?)? in
          guard case .matching(let pattern, _, let condition) = code.statement(part).kind else { return nil }
          return (pattern, condition)
        }
        var matches = patterns.isEmpty
        for (pattern, condition) in patterns where !matches {
          matches = try match(code[pattern], thrown.value, activation)
          if matches, let condition {
            guard case .bool(let holds) = try evaluate(condition, activation) else {
              throw halt(.unknownCondition, activation, at: condition)
            }
            matches = holds
          }
        }
        if matches { return try run(block: block, activation) }
      }
      throw thrown
    }
  }
}
