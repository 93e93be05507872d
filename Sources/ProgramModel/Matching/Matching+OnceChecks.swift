import SwiftFacts

/// Checks that kept a completion from being called again: a flag, a counter, an optional that the call empties.
extension Matching {
  /// Calls that are still there, in closures that ask no longer whether they have run, and call nothing else instead.
  func lostChecks(
    _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID
  ) -> [Alteration] {
    let (was, now) = (OnceChecks(first, before.knowledge), OnceChecks(second, after.knowledge))
    let file = after.file(of: function)
    return now.scopes.flatMap { scope -> [Alteration] in
      guard let old = was.scopes.first(where: { $0.name == scope.name }), scope.calls.count == old.calls.count,
        scope.others.isSubset(of: old.others)
      else { return [] }
      return zip(scope.calls, old.calls).compactMap { call, oldCall -> Alteration? in
        guard let check = oldCall.checks.sorted().first, call.checks.isEmpty,
          scope.asked.isDisjoint(with: oldCall.checks), scope.chain == old.chain,
          !isAskedElsewhere(oldCall.checks, but: function), !isEmptied(awaited, in: function)
        else { return nil }
        return Alteration(
          kind: .lostOnceCheck, span: SourceSpan(file: file, bytes: second.code.spans[Int(call.place)]),
          name: awaited.name.text, before: check, affected: [after.name(of: function)])
      }
    }
  }

  /// Whether another function of the type has come to ask one of these: the check has moved to where it is called.
  func isAskedElsewhere(_ checks: Set<String>, but function: FunctionID) -> Bool {
    guard let type = after.owner(of: function) else { return false }
    return after.functions(of: type).contains { other in
      guard other != function, changedFiles.contains(after.file(of: other)) else { return false }
      let was = functions[other].map { before.conditions(in: $0, about: checks) } ?? 0
      return after.conditions(in: other, about: checks) > was
    }
  }

  /// Whether a function takes what a property holds out of there, which is another way to call it once.
  private func isEmptied(_ awaited: Awaited, in function: FunctionID) -> Bool {
    guard case .slot(let name) = awaited.now else { return false }
    let code = after[after.file(of: function)].facts.code
    return after.expressions(of: function).contains { at in
      guard case .assign(let target, let value) = code.expressions[at] else { return false }
      return code[value] == .literal(.null) && code.ownProperty(target) == name
    }
  }

  /// A completion that was called outside of every loop, and is called in a closure inside of one now: once for each
  /// round, for nothing leaves the loop once it has been called.
  func repeatedAnswers(
    _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID
  ) -> [Alteration] {
    guard !first.places.isEmpty, !first.isKept, !second.isKept,
      first.places.allSatisfy({ first.loop(around: $0, before.knowledge) == nil })
    else { return [] }
    let found = second.answers.sorted().lazy.compactMap { [after] place -> (Int32, String)? in
      guard let loop = second.loop(around: place, after.knowledge), loop.hasClosure || !second.places.contains(place),
        // What it is handed to calls it when it is done.
        second.places.contains(place)
          ? OnceChecks(second, after.knowledge).isUnchecked(place) : !second.leavesLoop(after: place),
        // Of several handlers that stood side by side, each was for a choice of its own.
        !second.isInHandler(place, alikeSeveralOf: first, after.knowledge)
      else { return nil }
      return (place, loop.spelling)
    }.first
    guard let (place, loop) = found else { return [] }
    return [
      Alteration(
        kind: .repeatedAnswer,
        span: SourceSpan(file: after.file(of: function), bytes: second.code.spans[Int(place)]),
        name: awaited.name.text, before: loop, affected: [after.name(of: function)])
    ]
  }
}

extension Matching {
  /// Ways on which a completion is called once more, or handed on and called as well, since the change.
  func doubledAnswers(
    _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID, _ old: FunctionID,
    _ finder: ClosureEscape
  ) -> [Alteration] {
    guard !first.places.isEmpty, !first.isKept, !second.isKept,
      after.knowledge[.isCompletion].fits(awaited.name) || awaited.isResumed
    else { return [] }
    // What is called no more often than it was, and has come to stand before work that calls it as well, answers early:
    // it is no first answer that somebody has added.
    let isMoved = first.places.count >= second.places.count
    if let now = finder.walk(
      awaited.now, in: Frame(function, in: after), isLenient: true, trustsNames: isMoved)?.walk.doubles
        .filter({ !second.isAnswerAsked(at: $0.first) }), !now.isEmpty
    {
      let earlier = ClosureEscape(inference: Inference(program: before))
      guard
        let was = earlier.walk(
          awaited.was, in: Frame(old, in: before), isLenient: true, trustsNames: isMoved)?.walk.doubles, was.isEmpty
      else { return [] }
      return now.prefix(1).map { one in doubled(one.first, second.spelling(at: one.second), awaited, in: function) }
    }
    return answeredAtOnce(first, second, in: function, finder).map { early, late in
      let again = second.code.spelling(of: ExpressionID(index: late))
      return [doubled(second.code.spans[Int(early)], again, awaited, in: function)]
    } ?? []
  }

  private func doubled(
    _ first: ByteSpan, _ again: String?, _ awaited: Awaited, in function: FunctionID
  ) -> Alteration {
    Alteration(
      kind: .doubledAnswer, span: SourceSpan(file: after.file(of: function), bytes: first),
      name: awaited.name.text, before: again ?? awaited.name.text, affected: [after.name(of: function)])
  }
}

extension Matching {
  /// A call that the change adds on every way through a function, where all others stand in closures which run later:
  /// and one of these.
  private func answeredAtOnce(
    _ first: CallSites, _ second: CallSites, in function: FunctionID, _ finder: ClosureEscape
  ) -> (early: Int32, late: Int32)? {
    guard second.places.count == first.places.count + 1, second.uses == second.places, first.uses == first.places,
      let whole = second.names.blocks.first
    else { return nil }
    let range = Int32(after.expressions(of: function).lowerBound)..<Int32(after.expressions(of: function).upperBound)
    let frame = Frame(function, in: after)
    func around(_ place: Int32) -> [ClosureID] {
      second.code.closures(around: ExpressionID(index: place), within: range)
    }
    let plain = second.places.filter { around($0).isEmpty }
    guard plain.count == 1, let early = plain.first, let late = second.places.subtracting(plain).min(),
      second.names.block(holding: early)?.statement == whole.statement, !second.isDeferred,
      // What a caller wants at once may be told at once.
      second.places.subtracting(plain).allSatisfy({ place in
        let fates = around(place).map { finder.fate(of: $0, in: frame) }
        return !fates.contains(.inPlace) || fates.contains(.later)
      }), first.names.blocks.allSatisfy({ block in
        first.blocks[block.name] == nil || block.name.contains("/closure")
      })
    else { return nil }
    return (early, late)
  }
}

extension Program {
  /// How many conditions of a body are about one of some places, as they are spelled.
  func conditions(in function: FunctionID, about places: Set<String>) -> Int {
    let (code, declaration) = (self[file(of: function)].facts.code, declaration(of: function))
    return (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).count { index in
      guard case .condition = code.statement(index).kind else { return false }
      return code.expressions(in: index).contains { places.contains(code.plainSpelling(of: ExpressionID(index: $0))) }
    }
  }
}

extension CallSites {
  /// The call of the callable, or that hands it on, that stands in a stretch of source, as it is spelled.
  fileprivate func spelling(at span: ByteSpan) -> String? {
    uses.sorted().first { span.contains(code.spans[Int($0)]) }.map { code.spelling(of: ExpressionID(index: $0)) }
  }

  /// Whether a call that stands at a stretch of source hands the callable on and says whether it has been called: its
  /// answer is asked before the code goes on, as in `guard let id = read(text, completion) else { return }`.
  fileprivate func isAnswerAsked(at span: ByteSpan) -> Bool {
    !places.contains { code.spans[Int($0)] == span }
      && code.statements.contains { statement in
        guard case .condition(_, let value?) = statement.kind else { return false }
        return code.span(of: value).contains(span)
      }
  }

  /// Whether a call stands in a closure that an object is made with, as several calls of `other` do in closures that
  /// objects of that type are made with.
  fileprivate func isInHandler(_ place: Int32, alikeSeveralOf other: CallSites, _ knowledge: Knowledge) -> Bool {
    guard let made = code.maker(around: place), !knowledge[.startsTask].contains(made) else {
      return false
    }
    return other.places.count { other.code.maker(around: $0) == made } > 1
  }

  /// Whether the round of a loop that has come to an expression is the last one.
  fileprivate func leavesLoop(after place: Int32) -> Bool {
    guard let block = names.block(holding: place) else { return false }
    return leaves(block.statement)
  }

  /// The outermost loop that an expression stands in, as what it goes through is spelled, and whether there is a
  /// closure between them.
  fileprivate func loop(around place: Int32, _ knowledge: Knowledge) -> (spelling: String, hasClosure: Bool)? {
    let around = names.blocks.filter { code.expressions(in: $0.statement).contains(place) }
    for (position, block) in around.enumerated() {
      let inner = around[(position + 1)...].contains { one in
        if case .closure = code.statement(one.statement).kind { true } else { false }
      }
      switch code.statement(block.statement).kind {
      case .closure(let id):
        guard let call = code[id].call, case .call(let callee, _) = code[call],
          case .member(let base, let name) = code[callee], knowledge[.goesThroughElements].contains(name)
        else { continue }
        return (code.plainSpelling(of: base), inner)
      case .block:
        guard block.lastStep.hasPrefix("/loop"), let list = code.sequence(of: block.statement) else { continue }
        return (code.plainSpelling(of: list), inner)
      default: continue
      }
    }
    return nil
  }
}

extension Code {
  /// The type of which an object is made with the innermost closure around an expression; nil where that is given to
  /// something else.
  fileprivate func maker(around place: Int32) -> Symbol? {
    let around = closures.filter { $0.firstExpression <= place && place < $0.endExpression }
    guard let inner = around.min(by: { $0.endExpression - $0.firstExpression < $1.endExpression - $1.firstExpression }),
      let call = inner.call, let name = callee(of: call), name.isCapitalized
    else { return nil }
    return name
  }

  /// What the loop goes through that a block is the body of.
  fileprivate func sequence(of block: Int32) -> ExpressionID? {
    guard
      let loop = statements.indices.last(where: { index in
        guard case .loop = statements[index].kind else { return false }
        return index < block && block < statements[index].end
      })
    else { return nil }
    let inside = expressions(in: Int32(loop))
    return locals.lazy.compactMap { [self] local -> ExpressionID? in
      guard let value = local.initializer, inside.contains(value.index), case .element(let all) = self[value],
        !expressions(in: block).contains(value.index)
      else { return nil }
      return all
    }.first
  }
}

/// The closures of a body that call something, with what they ask before that and set beside it.
private struct OnceChecks {
  struct Call {
    var place: Int32
    /// What is asked on the way to it, and set in a block around it.
    var checks: Set<String> = []
    /// Whether anything at all is.
    var isAsked = false
  }

  struct Scope {
    /// What the closure is given to, and which of its closures it is; empty for the body itself.
    var name: String
    var calls: [Call] = []
    /// The calls that lead to what it is given to: `values.first()` of `values.first().sink { … }`.
    var chain: [Symbol] = []
    /// What is asked anywhere in it.
    var asked: Set<String> = []
    /// The names of what else is called in it.
    var others: Set<Symbol> = []
  }

  private(set) var scopes: [Scope] = []
  private let code: Code
  private let body: Range<Int32>

  init(_ sites: CallSites, _ knowledge: Knowledge) {
    let code = sites.code
    let body = sites.names.blocks.first.map { code.expressions(in: $0.statement) } ?? 0..<0
    (self.code, self.body) = (code, body)
    var names: [ClosureID: String] = [:]
    var counts: [String: Int] = [:]
    let closures = code.closures(in: Int(body.lowerBound)..<Int(body.upperBound)).filter { !isInPlace($0, knowledge) }
    for id in closures {
      let name = use(of: id)
      names[id] = "\(name) \(counts[name, default: 0])"
      counts[name, default: 0] += 1
    }
    for place in sites.places.sorted() {
      let around = closures.filter { range(of: $0).contains(place) }
      let closure = around.min { range(of: $0).count < range(of: $1).count }
      let scope: Range<Int32> = if let closure { range(of: closure) } else { body }
      let name = closure.flatMap { names[$0] } ?? ""
      let inner = closures.filter { $0 != closure && scope.contains(code[$0].firstExpression) }
      let own = scope.filter { at in !inner.contains { range(of: $0).contains(at) } }
      let index = scopes.firstIndex { $0.name == name } ?? scopes.endIndex
      if index == scopes.endIndex {
        scopes.append(Scope(name: name, chain: closure.map(chain) ?? []))
        let others = own.filter { !sites.places.contains($0) }
        scopes[index].others = Set(others.compactMap { code.callee(of: ExpressionID(index: $0)) })
        scopes[index].asked = conditions(in: scope).reduce(into: []) { $0.formUnion($1.asked) }
      }
      let set = Set(own.compactMap { self.set(at: $0, around: place) })
      var call = Call(place: place)
      for condition in conditions(in: scope) where condition.leads(to: place) {
        call.checks.formUnion(condition.asked.intersection(set))
        // What comes of each round by itself is no reason for it to be the only one.
        if !condition.asked.isSubset(of: given(to: closure)) { call.isAsked = true }
      }
      // `waiting?.resume()` of what is emptied beside it.
      if case .call(let callee, _) = code[ExpressionID(index: place)], case .member(let base, _) = code[callee],
        code.marks(of: base).contains(.chained), set.contains(code.plainSpelling(of: base))
      {
        call.checks.insert(code.plainSpelling(of: base))
      }
      scopes[index].calls.append(call)
    }
  }

  /// Whether nothing is asked in its closure before a call.
  func isUnchecked(_ place: Int32) -> Bool {
    scopes.contains { $0.calls.contains { $0.place == place && !$0.isAsked } }
  }

  /// The names of what a closure is given.
  private func given(to id: ClosureID?) -> Set<String> {
    Set(id.map { code[$0].parameters.map { code[$0].name.text } } ?? [])
  }

  private func range(of id: ClosureID) -> Range<Int32> { code[id].firstExpression..<code[id].endExpression }

  /// Whether a closure runs where it stands, as one that is given to a lock does.
  private func isInPlace(_ id: ClosureID, _ knowledge: Knowledge) -> Bool {
    guard let call = code[id].call, let name = code.callee(of: call) else { return false }
    return knowledge[.runsOnceInPlace].contains(name) || knowledge[.runsUnderLock].contains(name)
  }

  private func chain(to id: ClosureID) -> [Symbol] {
    var result: [Symbol] = []
    var call = code[id].call
    while let here = call, case .call(let callee, _) = code[here], case .member(let base, _) = code[callee] {
      result.append(code.calleeName(callee))
      call = base
    }
    return result
  }

  private func use(of id: ClosureID) -> String {
    guard let call = code[id].call, case .call(_, let list) = code[call] else { return "" }
    let label = code[list].first { $0.value == code[id].expression }?.label?.text ?? "_"
    return "\(code.callee(of: call)?.text ?? "")(\(label):)"
  }

  /// What an assignment sets, where a block that it stands in has a place in it as well.
  private func set(at: Int32, around place: Int32) -> String? {
    let target: ExpressionID
    switch code[ExpressionID(index: at)] {
    case .assign(let it, _), .mutate(let it, _): target = it
    default: return nil
    }
    let block = code.statements.indices.last { index in
      switch code.statements[index].kind {
      case .block, .closure: code.expressions(in: Int32(index)).contains(at) && !isDeferred(index)
      default: false
      }
    }
    guard let block, code.expressions(in: Int32(block)).contains(place) else { return nil }
    return code.plainSpelling(of: target)
  }

  /// Whether a block is that of a `defer`, which runs for the block around it.
  private func isDeferred(_ block: Int) -> Bool {
    guard block > 0, case .deferred = code.statements[block - 1].kind else { return false }
    return true
  }

  private struct Condition {
    var asked: Set<String>
    /// Where it has been met.
    var met: Range<Int32>

    func leads(to place: Int32) -> Bool { met.contains(place) }
  }

  /// What is asked in a stretch of a body, and which part of it runs once it is so.
  private func conditions(in range: Range<Int32>) -> [Condition] {
    code.statements.indices.compactMap { index -> Condition? in
      let statement = code.statements[index]
      let inner = code.expressions(in: Int32(index))
      guard range.lowerBound <= inner.lowerBound, inner.upperBound <= range.upperBound else { return nil }
      var asked: Set<String> = []
      for item in code.inner(of: Int32(index)) {
        if case .condition(_, let value?) = code.statement(item).kind { asked.formUnion(places(in: value)) }
        // `guard case .waiting = state`
        for part in code.inner(of: item) {
          guard case .condition = code.statement(item).kind,
            case .matching(_, let subject?, _) = code.statement(part).kind
          else { continue }
          asked.formUnion(places(in: subject))
        }
      }
      guard !asked.isEmpty else { return nil }
      switch statement.kind {
      case .branch:
        guard
          let block = code.inner(of: Int32(index)).first(where: { item in
            if case .block = code.statement(item).kind { true } else { false }
          })
        else { return nil }
        let then = code.statement(block)
        return Condition(asked: asked, met: then.firstExpression..<max(then.firstExpression, then.endExpression))
      case .guarding:
        let block = code.statements.indices.last { outer in
          guard outer < index, Int(code.statements[outer].end) > index else { return false }
          switch code.statements[outer].kind {
          case .block, .closure: return true
          default: return false
          }
        }
        guard let block else { return nil }
        let end = code.statements[block].endExpression
        return Condition(asked: asked, met: inner.upperBound..<max(inner.upperBound, end))
      default: return nil
      }
    }
  }

  /// The locals and properties that a condition is about.
  private func places(in id: ExpressionID) -> Set<String> {
    switch code[id] {
    case .local, .name, .member: [code.plainSpelling(of: id)]
    default: code.children(of: id).reduce(into: []) { $0.formUnion(places(in: $1)) }
    }
  }
}
