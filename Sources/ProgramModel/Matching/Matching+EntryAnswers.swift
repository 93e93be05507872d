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
        case let gained = now.others(in: pair.now).subtracting(was.others(in: pair.was)),
        gained.isEmpty || answer.kind == .own && isOnlyCancelled(gained, instead: answer.name),
        now.calls(of: answer.name, in: pair.now) < was.calls(of: answer.name, in: pair.was) || pair.isElsewhere,
        !gainedCallNames.contains(answer.name), isStillAwaited(answer, now, in: function),
        told.insert(pair.now.statement).inserted
      else { return nil }
      return Alteration(
        kind: .lostCompletionCall,
        span: SourceSpan(file: after.file(of: function), bytes: now.code.end(of: pair.now.statement)),
        name: answer.who, before: answer.spelling)
    }
  }

  /// Whether all that is done in the stead of an answer is to call the work off, by what does not answer itself.
  private func isOnlyCancelled(_ names: Set<Symbol>, instead answer: Symbol) -> Bool {
    names.allSatisfy { name in
      after.knowledge[.cancels].fits(name)
        && !after.functions(mentioning: [answer]).contains { after.declaration(of: $0).name == name }
    }
  }

  /// Whether there still is who waits: the group, the list that the entry stands in, the closure that it holds.
  private func isStillAwaited(_ answer: EntryAnswers.Answer, _ now: EntryAnswers, in function: FunctionID) -> Bool {
    switch answer.kind {
    case .group, .element: return now.mentions(answer.who)
    case .own:
      guard let type = after.owner(of: function) else { return false }
      return after.isOwnAnswer(answer.name, of: type)
    case .closure:
      let isDeclared = after.files.contains { $0.facts.properties.contains { $0.name == answer.name } }
      guard isDeclared else { return false }
    case .promise, .waiting: break
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
  /// What waits: whoever a group lets go on, whoever an entry holds a closure of, or a promise for; whoever put one of
  /// several closures into a list, by its name or since others take out one and call it; whoever waits for the object
  /// itself to be done.
  enum Kind { case group, closure, promise, element, waiting, own }

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
      guard case .call(let callee, _) = code.expressions[at] else { continue }
      let id = ExpressionID(index: Int32(at))
      if let own = program.ownAnswer(callee, in: function) {
        found.append(
          Answer(
            kind: .own, name: own.name, place: id.index, who: program[own.type].name.text, list: nil,
            spelling: code.spelling(of: id)))
        continue
      }
      if let (list, walk) = code.listWalked(by: callee), let name = code.lastName(of: list), program.mayAnswer(name) {
        found.append(
          Answer(
            kind: .element, name: name, place: walk.index, who: code.plainSpelling(of: list), list: nil,
            spelling: code.spelling(of: id)))
        continue
      }
      if let (list, walk) = code.ownListWalked(by: callee), program.isTakenFromOneByOne(list, but: function) {
        found.append(
          Answer(
            kind: .waiting, name: list, place: walk.index, who: list.text, list: list, spelling: code.spelling(of: id)))
        continue
      }
      guard case .member(let base, let name) = code[callee], program.mayAnswer(name) else { continue }
      let here = frame ?? Frame(function, in: program)
      frame = here
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
  ) -> (now: BlockNames.Block, was: BlockNames.Block, isElsewhere: Bool)? {
    var next = was.names.block(holding: answer.place)
    while let block = next {
      if let twin = names.blocks.first(where: { $0.name == block.name }) {
        guard !knowledge.isEventHandler(block.statement, of: was.names, was.code),
          !isAnswered(answer.name, onTheWayTo: twin, orBehind: true)
        else { return nil }
        return (twin, block, false)
      }
      // The question is asked as before, and where it is not so there is no answer any more.
      if let first = was.names.other(than: block, in: was.code),
        let twin = names.blocks.first(where: { $0.name == first.name }), names.other(than: twin, in: code) == nil
      {
        guard !knowledge.isEventHandler(first.statement, of: was.names, was.code),
          !isAnswered(answer.name, onTheWayTo: twin, orBehind: false)
        else { return nil }
        return (twin, first, true)
      }
      // What is asked before it may be asked no more because there is nothing to answer.
      guard was.isPassedAlways(block) || count(of: answer.name) == 0 else { return nil }
      next = was.names.block(around: block.statement)
    }
    return nil
  }

  /// Whether something answers by a name wherever a block runs, or on every way that the question is asked which leads
  /// into it.
  private func isAnswered(_ name: Symbol, onTheWayTo twin: BlockNames.Block, orBehind isBehind: Bool) -> Bool {
    let end = code.expressions(in: twin.statement).upperBound
    return answers.contains { answer in
      guard answer.name == name, let home = names.block(holding: answer.place), home.isOnTheWay(to: twin) else {
        return false
      }
      if home.statement == twin.statement { return isBehind }
      // What leaves does not come to what stands behind it.
      return !isBehind || answer.place < end || !leaves(twin.statement)
        || names.closure(around: home.statement)?.statement != names.closure(around: twin.statement)?.statement
    }
  }

  /// Whether a block ends with a way out of the function or the closure.
  private func leaves(_ block: Int32) -> Bool {
    guard let last = code.inner(of: block).last, case .leave(let exit, _) = code.statement(last).kind else {
      return false
    }
    return exit == .return || exit == .throw
  }

  /// Whether a block is that of a loop, a closure or a `do`, and not one of several ways.
  private func isPassedAlways(_ block: BlockNames.Block) -> Bool {
    ["/loop", "/closure", "/do"].contains { block.lastStep.hasPrefix($0) }
  }

  /// How often something by a name is called in a block, of whatever object: it may have another name since.
  func calls(of name: Symbol, in block: BlockNames.Block) -> Int {
    code.expressions(in: block.statement).count { index in
      guard case .call(let callee, _) = code[ExpressionID(index: index)] else { return false }
      return code.calledName(callee) == name
    } + answers.count { answer in
      [.element, .waiting].contains(answer.kind) && answer.name == name
        && code.expressions(in: block.statement).contains(answer.place)
    }
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

extension Program {
  /// The lists of its own object whose entries a function answers, and by which methods.
  func listsAnswered(in function: FunctionID) -> [(name: Symbol, method: Symbol)] {
    EntryAnswers(of: function, in: self).answers.compactMap { answer in answer.list.map { ($0, answer.name) } }
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
  /// Whether another function of the type takes an entry out of a list and calls it: each of them waits for one answer.
  fileprivate func isTakenFromOneByOne(_ list: Symbol, but function: FunctionID) -> Bool {
    guard let type = owner(of: function), let property = property(named: list, of: type),
      declaration(of: property).isStored
    else { return false }
    return functions(of: type).contains { $0 != function && tellsEntryAndTakesItOut($0, of: list) }
  }

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
    var isPart = false
    if !isKept {
      var holder = base
      // `entry.promise.fail(error)`
      if case .member(let outer, _) = code[base] { (holder, isPart) = (outer, true) }
      guard case .local(let local) = code[holder], code[local].kind != .selfReference else { return nil }
    }
    if knowledge[.resumes].contains(name), isOfType(.resumes) || isNamedAsContinuation(base, in: frame) {
      return .promise
    }
    if isKept || isPart {
      return knowledge[.settlesPromise].contains(name) && isOfType(.settlesPromise) ? .promise : nil
    }
    // A method is what it is, whatever it is called.
    if case .functions = inference.target(of: call, in: frame).kind { return nil }
    if case .function = inference.type(of: callee, in: frame) { return .closure }
    return knowledge[.settlesPromise].contains(name) && !declaresFunction(name) ? .promise : nil
  }
}

extension Program {
  /// Whether a local of a type that is not known is called what it is that can be resumed.
  fileprivate func isNamedAsContinuation(_ base: ExpressionID, in frame: Frame) -> Bool {
    guard case .local(let local) = frame.facts.code[base],
      let last = frame.facts.code[local].name.words.last,
      Inference(program: self).type(of: base, in: frame).isUnknown
    else { return false }
    return knowledge[.resumes].types.contains { $0.words.last == last }
  }
}

extension Code {
  /// The property of the object that a local is an element or a part of, by the locals in between.
  func ownList(of id: ExpressionID, depth: Int = 6) -> Symbol? {
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

  /// The list whose elements a call runs one by one, and where that is begun: `waiting` of `waiting.forEach { $0() }`.
  fileprivate func listWalked(by callee: ExpressionID) -> (list: ExpressionID, walk: ExpressionID)? {
    guard case .local(let local) = self[callee] else { return nil }
    if let value = self[local].initializer, case .element(let list) = self[value] { return (list, value) }
    guard case .closureParameter(let closure, _) = self[local].kind, let call = self[closure].call,
      case .call(let walk, _) = self[call], case .member(let list, _) = self[walk]
    else { return nil }
    return (list, call)
  }

  /// The property of the object whose entries a call runs one by one, be they parts of what is bound, and where that is
  /// begun: `waiting` of `for (_, answer) in waiting { answer() }`.
  fileprivate func ownListWalked(by callee: ExpressionID) -> (list: Symbol, walk: ExpressionID)? {
    if let (list, walk) = listWalked(by: callee) { return ownList(of: list).map { ($0, walk) } }
    guard case .local(let local) = self[callee], var value = self[local].initializer else { return nil }
    while true {
      switch self[value] {
      case .member(let base, _), .payload(let base, _, _): value = base
      case .element(let list): return ownList(of: list).map { ($0, value) }
      default: return nil
      }
    }
  }

  fileprivate func lastName(of id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, _), .member(_, let name): name
    case .local(let local): self[local].name
    default: nil
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
