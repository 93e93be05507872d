import SwiftFacts

/// Which ways without a call the program itself shows to be taken on some run.
///
/// That a type lets a value be missing is no such sign: what gives the value may always give one. Where that is out of
/// sight the answer is no.
///
/// Not safe for use from several threads: each worker has its own.
final class ShownWays {
  private let finder: ClosureEscape
  private let frame: Frame

  init(in frame: Frame, _ finder: ClosureEscape) {
    self.frame = frame
    self.finder = finder
  }

  private var program: Program { finder.program }
  private var code: Code { frame.facts.code }

  /// Whether some run takes the way, and nobody hears of it by anything else than a log.
  func shows(_ miss: MissedCall) -> Bool {
    guard !program.needsTesting(frame.file), somebodyWaits(for: miss), !tellsOtherwise(miss), areAnswered(miss.absent)
    else { return false }
    switch miss.fork {
    case .guard, .branch: return mayTurn(miss)
    case .chain: return false
    case .guardPassed, .selectionCase, .catching, .done, .loop, .none: return true
    }
  }

  /// Whether a call hands over a closure where one may be left out, or the program is in sight of none that leaves it.
  private func somebodyWaits(for miss: MissedCall) -> Bool {
    guard let position = frame.declaration.parameters.firstIndex(where: { code[$0.local].name == miss.name }),
      let type = frame.declaration.parameters[position].type, case .optional = code[type]
    else { return true }
    return finder.asked.isHandedSomething(at: position, of: frame.function)
  }

  // MARK: What else is done on the way

  /// Whether something else is called or set in the block that the way ends in: that may be how others hear of it.
  private func tellsOtherwise(_ miss: MissedCall) -> Bool {
    guard let block = block(of: miss) else { return false }
    return code.expressions(in: block).contains { index in
      let id = ExpressionID(index: index)
      switch code[id] {
      // What counts, or adds to something, tells nobody.
      case .assign: return true
      case .call(let callee, _):
        guard let name = code.calledName(callee) else { return true }
        return !isLog(callee, name)
      default: return false
      }
    }
  }

  /// Whether a call only writes a log, or makes what one is given.
  private func isLog(_ callee: ExpressionID, _ name: Symbol) -> Bool {
    let knowledge = program.knowledge
    if knowledge[.writesLog].contains(name) || knowledge[.makesText].contains(name) || knowledge[.logs].fits(name) {
      return true
    }
    // `log.error(…)`, `Logger.shared.warning(…)`
    guard case .member(let base, _) = code[callee] else { return false }
    return knowledge[.logs].fits(code.plainSpelling(of: base))
  }

  private func block(of miss: MissedCall) -> Int32? {
    if miss.flaw == .leaves {
      return code.statements.indices.last { index in
        switch code.statements[index].kind {
        case .block, .closure: code.statements[index].span.contains(miss.span.bytes)
        default: false
        }
      }.map { Int32($0) }.flatMap { code.statement($0).kind == .block ? $0 : nil }
    }
    guard let fork = fork(of: miss) else { return nil }
    switch miss.fork {
    case .selectionCase, .catching: return code.blocks(of: fork).last ?? fork
    case .branch: return miss.holds ? code.blocks(of: fork).first : code.blocks(of: fork).dropFirst().first
    default: return nil
    }
  }

  private func fork(of miss: MissedCall) -> Int32? {
    guard let span = miss.forkSpan?.bytes else { return nil }
    // An `else` has the span of the `if` that follows it.
    let all = code.statements.indices.filter { code.statements[$0].span == span }
    return (all.first { code.statements[$0].kind != .block } ?? all.first).map { Int32($0) }
  }

  // MARK: What is asked

  /// Whether what the fork asks can come out the way that leads here.
  private func mayTurn(_ miss: MissedCall) -> Bool {
    guard let fork = fork(of: miss) else { return false }
    let conditions = code.conditions(of: fork)
    // A `guard` leaves where something does not hold, and an `if` goes into its block where all does.
    return miss.holds
      ? conditions.allSatisfy { mayBe($0, true) } : conditions.contains { mayBe($0, false) }
  }

  private func mayBe(_ condition: Int32, _ holds: Bool) -> Bool {
    guard case .condition(let kind, let value?) = code.statement(condition).kind else { return false }
    switch kind {
    case .binding: return holds || mayBeNothing(value)
    case .test: return mayBe(value, holds)
    case .pattern: return true
    case .availability: return false
    }
  }

  private func mayBe(_ value: ExpressionID, _ holds: Bool) -> Bool {
    if asksSomebody(value) { return false }
    guard case .operation(let name, let list) = code[value] else { return true }
    let parts = Array(code[list])
    switch name.text {
    case "!" where parts.count == 1: return mayBe(parts[0], !holds)
    case "&&": return holds ? parts.allSatisfy { mayBe($0, true) } : parts.contains { mayBe($0, false) }
    case "||": return holds ? parts.contains { mayBe($0, true) } : parts.allSatisfy { mayBe($0, false) }
    case "==", "!=":
      guard parts.count == 2, code[parts[1]] == .literal(.null) else { return true }
      return (name.text == "==") != holds || mayBeNothing(parts[0])
    default: return true
    }
  }

  /// Whether it is what people have answered to a panel: who closes it has nothing to be told.
  private func asksSomebody(_ value: ExpressionID) -> Bool {
    switch code[value] {
    case .operation(_, let list): return code[list].contains(where: asksSomebody)
    case .local(let local):
      switch code[local].kind {
      case .closureParameter(let closure, _):
        guard let call = code[closure].call, case .call(let callee, _) = code[call] else { return false }
        return code.calledName(callee).map { program.knowledge[.asksPeople].contains($0) } ?? false
      case .variable: return code[local].initializer.map(asksSomebody) ?? false
      default: return false
      }
    case .call(let callee, _):
      guard let name = code.calledName(callee) else { return false }
      return program.knowledge[.asksPeople].contains(name) || program.knowledge[.runsModal].contains(name)
    default: return false
    }
  }

  /// Whether a value is missing on some run, as the program shows; false where that is out of sight.
  private func mayBeNothing(_ id: ExpressionID, depth: Int = 0) -> Bool {
    guard depth < 6 else { return false }
    if code.statements.contains(where: { $0.kind == .trying(.optional) && $0.endExpression == id.index + 1 }) {
      return true
    }
    switch code[id] {
    case .literal(let literal): return literal == .null
    case .local(let local): return mayBeNothing(local, depth)
    case .member(let base, let name):
      if code.marks(of: base).contains(.chained), mayBeNothing(base, depth: depth + 1) { return true }
      return program.knowledge[.mayAnswerNothing].contains(name) || property(id).map(mayBeNothing) ?? false
    case .name: return property(id).map(mayBeNothing) ?? false
    case .call(let callee, let list): return mayAnswerNothing(id, callee, list)
    case .subscripted(let base, _):
      if case .dictionary = finder.inference.type(of: base, in: frame) { return true }
      return false
    default: return false
    }
  }

  private func mayBeNothing(_ local: LocalID, _ depth: Int) -> Bool {
    let declared = code[local]
    switch declared.kind {
    // What a closure is handed is asked of all its parameters together.
    case .closureParameter: return true
    case .variable: return declared.initializer.map { mayBeNothing($0, depth: depth + 1) } ?? false
    case .capture(let strength, let value): return strength == .weak || mayBeNothing(value, depth: depth + 1)
    case .parameter:
      guard let position = frame.declaration.parameters.firstIndex(where: { $0.local == local }) else { return false }
      return finder.asked.isHandedNothing(at: position, of: frame.function)
    case .selfReference, .function: return false
    }
  }

  private func mayAnswerNothing(_ call: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList) -> Bool {
    switch finder.inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      return functions.contains { function in
        let declaration = program.declaration(of: function)
        if declaration.kind == .initializer { return declaration.effects.contains(.fails) }
        let code = program[program.file(of: function)].facts.code
        return code[declaration.results].contains { code[$0] == .literal(.null) }
      }
    case .foreign:
      guard let name = code.calledName(callee) else { return false }
      let labels = code[list].map { $0.label ?? Names.wildcard }
      return program.knowledge[.mayAnswerNothing].rows(calling: name)
        .contains { $0.labels.map { $0 == labels } ?? true }
    case .memberwise, .enumCase, .value: return false
    }
  }

  private func property(_ id: ExpressionID) -> PropertyID? {
    Presence(frame: frame, inference: finder.inference).property(id)
  }

  /// Whether a stored property has nothing in it at some time: it is weak, starts with nothing, or is emptied.
  private func mayBeNothing(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.isStored, declaration.attributes.isEmpty, !declaration.isRequirement,
      program.isOptional(property)
    else { return false }
    if declaration.strength == .weak { return true }
    guard !declaration.isLet else { return false }
    return finder.asked.isEmptied(property)
  }

  // MARK: What closures are handed

  /// Whether whoever calls the closures that were handed nothing is seen to hand them nothing: each of some parameters
  /// at once. Who is out of sight hands a value or an error.
  private func areAnswered(_ absent: [LocalID]) -> Bool {
    var positions: [ClosureID: Set<Int>] = [:]
    for local in absent {
      switch code[local].kind {
      case .closureParameter(let closure, let position): positions[closure, default: []].insert(Int(position))
      // When another closure has filled it is not known.
      case .variable(isLet: false): return false
      default: continue
      }
    }
    return positions.allSatisfy { closure, missing in isHanded(nothingAt: missing, closure) }
  }

  private func isHanded(nothingAt positions: Set<Int>, _ closure: ClosureID) -> Bool {
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      let at = code[list].firstIndex(where: { code[$0.value] == .closure(closure) }),
      case .functions(let functions) = finder.inference.target(of: call, in: frame).kind
    else { return false }
    let position = code[list].distance(from: code[list].startIndex, to: at)
    return functions.contains { function in
      let declaration = program.declaration(of: function)
      guard declaration.hasBody, let match = declaration.match(code[list]) else { return false }
      let inner = program[program.file(of: function)].facts.code
      let handed = declaration.parameters[match[position]].local
      return (declaration.firstExpression..<declaration.endExpression).contains { index in
        guard case .call(let callee, let arguments) = inner[ExpressionID(index: index)],
          case .local(let called) = inner[callee], called == handed
        else { return false }
        let values = Array(inner[arguments])
        return positions.allSatisfy { $0 < values.count && inner[values[$0].value] == .literal(.null) }
      }
    }
  }
}
