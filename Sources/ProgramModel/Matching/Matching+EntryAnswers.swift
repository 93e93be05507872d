import SwiftFacts

/// Answers that others than the caller wait for: who stands in a list, or waits for a group.
extension Matching {
  /// Such answers that have gone from a block, which otherwise does nothing that it did not do.
  func lostEntryAnswers(in function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let was = EntryAnswers(of: old, in: before)
    guard !was.answers.isEmpty else { return [] }
    let now = EntryAnswers(of: function, in: after)
    var told: Set<Int32> = []
    return was.answers.compactMap { answer -> Alteration? in
      guard was.count(of: answer.name) > now.count(of: answer.name), let pair = now.block(without: answer, of: was),
        now.others(in: pair.now).isSubset(of: was.others(in: pair.was)), !gainedCallNames.contains(answer.name),
        isStillAwaited(answer, now, in: function), told.insert(pair.now.statement).inserted
      else { return nil }
      return Alteration(
        kind: .lostCompletionCall,
        span: SourceSpan(file: after.file(of: function), bytes: now.code.end(of: pair.now.statement)),
        name: answer.who, before: answer.spelling)
    }
  }

  /// Whether there still is who waits: the group, the list that the entry stands in, the closure that it holds.
  private func isStillAwaited(_ answer: EntryAnswers.Answer, _ now: EntryAnswers, in function: FunctionID) -> Bool {
    switch answer.kind {
    case .group: return now.mentions(answer.who)
    case .closure:
      let isDeclared = after.files.contains { $0.facts.properties.contains { $0.name == answer.name } }
      guard isDeclared else { return false }
    case .promise: break
    }
    guard let list = answer.list, let type = after.owner(of: function),
      let old = functions[function].flatMap({ before.owner(of: $0) }),
      before.property(named: list, of: old).map({ before.declaration(of: $0).isStored }) == true
    else { return true }
    return after.property(named: list, of: type).map { after.declaration(of: $0).isStored } ?? false
  }
}

/// The calls in a body by which somebody else is answered, by block.
private struct EntryAnswers {
  /// What waits: whoever a group lets go on, whoever an entry holds a closure of, or a promise for.
  enum Kind { case group, closure, promise }

  struct Answer {
    var kind: Kind
    var name: Symbol
    var place: Int32
    /// What waits, as it is spelled.
    var who: String
    /// The property of the object that the entry comes from, if it is in sight.
    var list: Symbol?
    var spelling: String
  }

  let code: Code
  private(set) var answers: [Answer] = []
  private let names: BlockNames
  private let places: Set<Int32>
  private let expressions: Range<Int>
  private let knowledge: Knowledge

  init(of function: FunctionID, in program: Program) {
    let facts = program[program.file(of: function)].facts
    let code = facts.code
    var found: [Answer] = []
    var frame: Frame?
    for at in program.expressions(of: function) {
      guard case .call(let callee, _) = code.expressions[at], case .member(let base, let name) = code[callee],
        program.mayAnswer(name)
      else { continue }
      let here = frame ?? Frame(function, in: program)
      frame = here
      let id = ExpressionID(index: Int32(at))
      guard let kind = program.answersOther(id, callee, base, name, in: here) else { continue }
      found.append(
        Answer(
          kind: kind, name: name, place: id.index,
          who: code.listGivenOut(to: base) ?? code.plainSpelling(of: kind == .closure ? callee : base),
          list: code.ownList(of: base), spelling: code.spelling(of: id)))
    }
    (self.code, answers, places) = (code, found, Set(found.map(\.place)))
    expressions = program.expressions(of: function)
    names = BlockNames(program.declaration(of: function), in: facts)
    knowledge = program.knowledge
  }

  func count(of name: Symbol) -> Int { answers.count { $0.name == name } }

  /// Whether the body has a local or a property of this name in it.
  func mentions(_ spelled: String) -> Bool {
    expressions.contains { code.plainSpelling(of: ExpressionID(index: Int32($0))) == spelled }
  }

  /// The innermost block, as both versions have it, that has fewer answers of a name than it had; nil where what comes
  /// before it, or after it, answers as well.
  func block(
    without answer: Answer, of was: EntryAnswers
  ) -> (now: BlockNames.Block, was: BlockNames.Block)? {
    var next = was.names.block(holding: answer.place)
    while let block = next {
      if let twin = names.blocks.first(where: { $0.name == block.name }) {
        let still = answers.filter { $0.name == answer.name }.compactMap { names.block(holding: $0.place) }
        guard !knowledge.isEventHandler(block.statement, of: was.names, was.code),
          !still.contains(where: { $0.isOnTheWay(to: twin) })
        else { return nil }
        return (twin, block)
      }
      // What is asked before it may be asked no more because there is nothing to answer.
      guard was.isPassedAlways(block) || count(of: answer.name) == 0 else { return nil }
      next = was.names.block(around: block.statement)
    }
    return nil
  }

  /// Whether a block is that of a loop, a closure or a `do`, and not one of several ways.
  private func isPassedAlways(_ block: BlockNames.Block) -> Bool {
    ["/loop", "/closure", "/do"].contains { block.lastStep.hasPrefix($0) }
  }

  /// The names of what else is called in a block.
  func others(in block: BlockNames.Block) -> Set<Symbol> {
    Set(
      code.expressions(in: block.statement).compactMap { index in
        guard !places.contains(index), case .call(let callee, _) = code[ExpressionID(index: index)] else { return nil }
        return code.calledName(callee)
      })
  }
}

extension BlockNames.Block {
  /// Whether what stands in it runs where another one does: it is that one, or around it, or a `defer` of such a block.
  fileprivate func isOnTheWay(to other: Self) -> Bool {
    var steps = name.split(separator: "/")
    if lastStep.hasPrefix("/defer") { steps.removeLast() }
    return other.name.split(separator: "/").starts(with: steps)
  }
}

extension Program {
  /// Whether a method or a closure of this name may be one by which somebody who waits is told.
  fileprivate func mayAnswer(_ name: Symbol) -> Bool {
    knowledge[.completes].fits(name) || knowledge[.answers].fits(name) || knowledge[.settlesPromise].contains(name)
      || knowledge[.resumes].contains(name) || knowledge[.endsWait].contains(name)
  }

  /// Whom a call answers; nil if it answers nobody.
  fileprivate func answersOther(
    _ call: ExpressionID, _ callee: ExpressionID, _ base: ExpressionID, _ name: Symbol, in frame: Frame
  ) -> EntryAnswers.Kind? {
    let code = frame.facts.code
    let inference = Inference(program: self)
    func isOfType(_ role: Role) -> Bool {
      let type: Symbol? =
        switch inference.type(of: base, in: frame) {
        case .nominal(let id, _): self[id].name
        case .foreign(let name): name
        default: nil
        }
      return type.map { knowledge[role].types.contains($0) } ?? false
    }
    if knowledge[.endsWait].contains(name) { return isOfType(.endsWait) ? .group : nil }
    // Who waits is kept by a property of the object, or comes from a list of it.
    let isKept = code.ownProperty(base) != nil
    if !isKept {
      guard case .local(let local) = code[base], code[local].kind != .selfReference else { return nil }
    }
    if knowledge[.resumes].contains(name), isOfType(.resumes) { return .promise }
    if isKept { return knowledge[.settlesPromise].contains(name) && isOfType(.settlesPromise) ? .promise : nil }
    // A method is what it is, whatever it is called.
    if case .functions = inference.target(of: call, in: frame).kind { return nil }
    if case .function = inference.type(of: callee, in: frame) { return .closure }
    return knowledge[.settlesPromise].contains(name) && !declaresFunction(name) ? .promise : nil
  }
}

extension Code {
  /// The property of the object that a local is an element or a part of, by the locals in between.
  fileprivate func ownList(of id: ExpressionID, depth: Int = 6) -> Symbol? {
    guard depth > 0 else { return nil }
    if let name = ownProperty(id) { return name }
    switch self[id] {
    case .member(let base, _), .subscripted(let base, _), .element(let base), .payload(let base, _, _),
      .call(let base, _):
      return ownList(of: base, depth: depth - 1)
    case .local(let local):
      if let value = self[local].initializer { return ownList(of: value, depth: depth - 1) }
      guard case .closureParameter(let closure, _) = self[local].kind, let call = self[closure].call,
        case .call(let callee, _) = self[call], case .member(let base, _) = self[callee]
      else { return nil }
      return ownList(of: base, depth: depth - 1)
    default: return nil
    }
  }

  /// What a closure is given the elements of, where an expression is its parameter without a name.
  fileprivate func listGivenOut(to id: ExpressionID) -> String? {
    guard case .local(let local) = self[id], case .closureParameter(let closure, _) = self[local].kind,
      self[local].name.text.hasPrefix("$"), let call = self[closure].call, case .call(let callee, _) = self[call],
      case .member(let list, _) = self[callee]
    else { return nil }
    return plainSpelling(of: list)
  }

  /// What ends a block: its last `return` or the like, or else its closing brace.
  func end(of block: Int32) -> ByteSpan {
    let this = statement(block)
    if let last = inner(of: block).last, case .leave = statement(last).kind { return statement(last).span }
    return ByteSpan(start: max(this.span.start, this.span.end &- 1), end: this.span.end)
  }
}

extension Knowledge {
  /// Whether a block stands in a closure that is run for each of some events: nobody waits for what it may call.
  fileprivate func isEventHandler(_ block: Int32, of names: BlockNames, _ code: Code) -> Bool {
    var next: Int32? = block
    while let here = next {
      if case .closure(let id) = code.statement(here).kind, let call = code[id].call,
        let name = code.callee(of: call), self[.comesOften].fits(name)
      {
        return true
      }
      next = names.block(around: here)?.statement
    }
    return false
  }
}
