import SwiftFacts

/// Calls of completions, of continuations and of `super` that were there before a change, where the rest still is.
extension Matching {
  /// Blocks that called a completion or resumed a continuation, or what they override, and only that has gone.
  public func lostCalls() -> [Alteration] {
    let finder = ClosureEscape(inference: Inference(program: after))
    var result: [Alteration] = []
    for (function, old) in functions.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: function)) {
      let (was, now) = (before.declaration(of: old), after.declaration(of: function))
      guard was.hasBody, now.hasBody else { continue }
      let oldCode = before[before.file(of: old)].facts.code
      let code = after[after.file(of: function)].facts.code
      let (waits, oldWaits) = (after.continuations(of: now, code), before.continuations(of: was, oldCode))
      if let resume = after.knowledge[.resumes].only, waits.count == oldWaits.count {
        for (wait, oldWait) in zip(waits, oldWaits) {
          result += lost(
            .lostCompletionCall, code[wait].name.text, .method(resume, of: oldWait), in: old,
            .method(resume, of: wait), in: function, [])
        }
      }
      guard was.kind == .function || was.kind == .initializer else { continue }
      for group in before.handlers(of: was, oldCode) {
        let names = group.map { oldCode[$0].name }
        let locals = now.parameters.map(\.local).filter { names.contains(code[$0].name) }
        guard locals.count == group.count else { continue }
        let told = after.missedCompletions(in: function, finder).map(\.span.bytes)
        result += lost(
          .lostCompletionCall, names[0].text, .parameters(group), in: old, .parameters(locals), in: function, told)
      }
      guard was.isOverride, now.isOverride, was.kind == .function else { continue }
      let labels = was.parameters.map(\.label)
      guard now.name == was.name, now.parameters.map(\.label) == labels else { continue }
      let callable = Callable.superMethod(was.name, labels: labels)
      let told = after.missedSuperCalls(in: function, finder).map(\.span.bytes)
      result += lost(.lostSuperCall, was.name.text, callable, in: old, callable, in: function, told)
    }
    return result
  }

  private func lost(
    _ kind: Alteration.Kind, _ name: String, _ was: Callable, in old: FunctionID, _ now: Callable,
    in function: FunctionID,
    _ told: [ByteSpan]
  ) -> [Alteration] {
    let (first, second) = (CallSites(was, in: old, of: before), CallSites(now, in: function, of: after))
    guard first.total > second.total, first.isDeferred || !second.isDeferred else { return [] }
    let code = after[after.file(of: function)].facts.code
    var result: [Alteration] = []
    for block in second.names.blocks {
      guard let old = first.blocks[block.name], old.count > second.blocks[block.name]?.count ?? 0 else { continue }
      // Where something else is called in its stead, that may do it.
      let (others, oldOthers) = (second.others(in: block.statement), first.others(in: old.statement))
      guard others.isSubset(of: oldOthers) else { continue }
      // A body that was written anew may well do without what it called on its superclass.
      if kind == .lostSuperCall, others != oldOthers { continue }
      let statement = code.statements[Int(block.statement)]
      if kind == .lostCompletionCall, code.isHandler(statement, after.knowledge) { continue }
      // What the program after the change is told of by itself is not told again.
      guard !told.contains(where: { statement.span.start <= $0.start && $0.end <= statement.span.end }) else {
        continue
      }
      if kind == .lostSuperCall, !told.isEmpty { continue }
      // Where a completion is called last, `super` is called anywhere: what lacks it is the function.
      let isWhole = kind == .lostSuperCall && block.statement == after.declaration(of: function).firstStatement
      let place = SourceSpan(file: after.file(of: function), bytes: second.end(of: block.statement))
      result.append(
        Alteration(kind: kind, span: isWhole ? after.span(of: function) : place, name: name, before: old.spelling))
    }
    guard kind == .lostCompletionCall, result.isEmpty else { return result }
    return lostClosures(first, second, told).map { place, spelling in
      Alteration(
        kind: kind, span: SourceSpan(file: after.file(of: function), bytes: place), name: name, before: spelling)
    }
  }

  /// Calls that were given one more closure, in which the callable was called: nobody tells what it told.
  private func lostClosures(_ first: CallSites, _ second: CallSites, _ told: [ByteSpan]) -> [(ByteSpan, String)] {
    first.blocks.sorted { $0.key < $1.key }.compactMap { _, old -> (ByteSpan, String)? in
      guard let closure = first.names.closure(around: old.statement),
        let outer = first.names.block(around: closure.statement),
        let block = second.names.blocks.first(where: { $0.name == outer.name }),
        second.others(in: block.statement).isSubset(of: first.others(in: outer.statement)),
        let span = second.call(without: closure, of: first, in: block.statement),
        !told.contains(where: { span.start <= $0.start && $0.end <= span.end })
      else { return nil }
      return (span, old.spelling)
    }
  }
}

extension Program {
  /// What the closures of a body are given that some task waits for.
  fileprivate func continuations(of declaration: FunctionDeclaration, _ code: Code) -> [LocalID] {
    (declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)).compactMap { index in
      guard case .call(let callee, let list) = code[ExpressionID(index: index)], let name = code.calledName(callee),
        knowledge[.suspends].contains(name), let last = code[list].last, case .closure(let closure) = code[last.value]
      else { return nil }
      return code[closure].parameters.first
    }
  }
}

extension Code {
  /// Whether a statement stands in a closure that is run for each of some events: nobody waits for what it may call.
  fileprivate func isHandler(_ statement: Statement, _ knowledge: Knowledge) -> Bool {
    closures.contains { closure in
      guard closure.firstExpression <= statement.firstExpression, statement.endExpression <= closure.endExpression,
        let call = closure.call,
        let name = callee(of: call)
      else { return false }
      return knowledge[.comesOften].fits(name)
    }
  }
}

/// Where a body calls or hands on a callable, by block.
private struct CallSites {
  let names: BlockNames
  let code: Code
  private(set) var blocks: [String: (count: Int, statement: Int32, spelling: String)] = [:]
  private(set) var total = 0
  /// Whether some `defer` calls it.
  private(set) var isDeferred = false
  /// The calls of the callable itself.
  private var places: Set<Int32> = []

  init(_ callable: Callable, in function: FunctionID, of program: Program) {
    let facts = program[program.file(of: function)].facts
    let declaration = program.declaration(of: function)
    code = facts.code
    names = BlockNames(declaration, in: facts)
    let uses = CallableUses(
      callable, of: declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression),
      locals: declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal),
      in: Frame(function, in: program),
      ClosureEscape(inference: Inference(program: program)))
    for place in uses.places {
      let isUse =
        uses.events[place]?.contains { event in
          switch event {
          case .call, .handing, .keeping(_, nil), .escape: true
          default: false
          }
        } ?? false
      guard isUse, let block = names.block(holding: place) else { continue }
      total += 1
      if uses.events[place]?.contains(.call) ?? false { places.insert(place) }
      if block.name.contains("/defer") { isDeferred = true }
      let known = blocks[block.name]
      blocks[block.name] = (
        (known?.count ?? 0) + 1, block.statement, known?.spelling ?? code.spelling(of: ExpressionID(index: place))
      )
    }
  }

  /// A call in a block that is what one of another version is, but for a closure that it is no longer given.
  func call(without closure: Closure, of other: CallSites, in statement: Int32) -> ByteSpan? {
    guard let call = closure.call, case .call(let callee, let list) = other.code[call],
      let lost = other.code[list].firstIndex(where: { $0.value == closure.expression })
    else { return nil }
    let labels = other.code[list].indices.filter { $0 != lost }.map { other.code[list][$0].label }
    let this = code.statements[Int(statement)]
    for index in this.firstExpression..<max(this.firstExpression, this.endExpression) {
      let id = ExpressionID(index: index)
      guard case .call(let called, let arguments) = code[id],
        code.plainSpelling(of: called) == other.code.plainSpelling(of: callee),
        code[arguments].map(\.label) == labels
      else { continue }
      return code.span(of: id)
    }
    return nil
  }

  /// The names of what else is called in a block.
  func others(in statement: Int32) -> Set<Symbol> {
    let this = code.statements[Int(statement)]
    var result: Set<Symbol> = []
    for index in this.firstExpression..<max(this.firstExpression, this.endExpression) where !places.contains(index) {
      if case .call(let callee, _) = code[ExpressionID(index: index)], let name = code.calledName(callee) {
        result.insert(name)
      }
    }
    return result
  }

  /// What ends a block: its last `return` or the like, or else its closing brace.
  func end(of statement: Int32) -> ByteSpan {
    let this = code.statements[Int(statement)]
    var next = statement + 1
    var last: Int32?
    while next < this.end {
      last = next
      next = max(next + 1, code.statements[Int(next)].end)
    }
    if let last, case .leave = code.statements[Int(last)].kind { return code.statements[Int(last)].span }
    return ByteSpan(start: max(this.span.start, this.span.end &- 1), end: this.span.end)
  }
}
