import SwiftFacts

/// Statements that decide between ways.
extension PathWalk {
  /// Walks one way of a fork.
  ///
  /// - Parameter others: Whether another way of the fork calls.
  /// - Parameter isFlagged: Whether what is asked is set on another way.
  private func way(
    _ statement: Int32?, _ turn: Reach.Turn, from state: Reaches, others: Bool, isFlagged: Bool = false
  ) -> Reaches {
    guard !state.isEmpty else { return state }
    let calls = statement.map(acts) ?? false
    let entered = state.map { reach in
      var reach = reach
      if calls, reach.count == .once, turn.kind != .catching { reach.isDoubtful = true }
      if !calls, others {
        reach.turn = turn
      }
      // A flag that is set on some way tells that it has been taken before.
      if isFlagged, !calls { reach.count = .unknown }
      if others, turn.kind == .noElse || turn.kind == .chain || turn.kind == .otherwise { reach.passed += 1 }
      return reach
    }
    guard let statement else { return entered }
    forks.append(turn)
    defer { forks.removeLast() }
    return sequence(statement, from: entered)
  }

  private func split(_ conditions: ArraySlice<Int32>, from state: Reaches) -> (holds: Reaches, fails: Reaches) {
    var holds = state
    var fails = Reaches.none
    for condition in conditions {
      guard case .condition(let kind, let value) = code.statements[Int(condition)].kind else { continue }
      let tested = sequence(condition, from: holds)
      fails.add(learning(code.facts(of: kind, value, holds: false), from: tested))
      holds = learning(code.facts(of: kind, value, holds: true), from: tested)
    }
    return (holds, fails)
  }

  /// The ways on which facts can be true.
  private func learning(_ facts: [String: Bool], from state: Reaches) -> Reaches {
    guard !facts.isEmpty else { return state }
    let isMissing = facts.contains { !$0.value && uses.optionalKeys.contains($0.key) }
    return state.map { reach in
      var reach = reach
      for (key, value) in facts {
        if let known = reach.facts[key], known != value { return nil }
        reach.facts[key] = value
      }
      // Nobody waits for what is not there.
      if isMissing { reach.count = .unknown }
      return reach
    }
  }

  private func isCondition(_ statement: Int32) -> Bool {
    if case .condition = code.statements[Int(statement)].kind { true } else { false }
  }

  private func asked(_ conditions: some Sequence<Int32>) -> String {
    conditions.compactMap { statement in
      guard case .condition(_, let value?) = code.statements[Int(statement)].kind else { return nil }
      return code.spelling(of: value)
    }.joined(separator: ", ")
  }

  /// Whether a condition is about a flag that the same body sets, or about the answer of what does the calling: it tells
  /// what has been done already.
  private func asksWhatIsSet(_ conditions: some Sequence<Int32>) -> Bool {
    conditions.contains { statement in
      guard case .condition(_, let value?) = code.statements[Int(statement)].kind else { return false }
      var subject = value
      while case .operation(_, let parts) = code[subject], let first = code[parts].first { subject = first }
      if case .local(let local) = code[subject], let answer = code[local].initializer, uses.acts(within: code.span(of: answer)) { return true }
      return uses.assigned.contains(code.plainSpelling(of: subject))
    }
  }

  /// `if`, and `a ? b : c`.
  func branch(_ statement: Int32, from state: Reaches) -> Reaches {
    let inside = children(of: statement)
    let conditions = inside.prefix(while: isCondition)
    let blocks = inside.dropFirst(conditions.count).filter { code.statements[Int($0)].kind == .block }
    guard let first = blocks.first else { return sequence(statement, from: state) }
    let span = code.statements[Int(statement)].span
    let (holds, fails) = split(conditions, from: state)
    let question = asked(conditions)
    let second = blocks.dropFirst().first
    let otherActs = second.map(acts) ?? false
    let isFlagged = asksWhatIsSet(conditions) || sets(question, in: first) || second.map { sets(question, in: $0) } ?? false
    var after = way(first, .init(kind: .branch, span: span, asked: question), from: holds, others: otherActs, isFlagged: isFlagged)
    after.add(
      way(
        second, .init(kind: second == nil ? .noElse : .otherwise, span: span, asked: question), from: fails, others: acts(first),
        isFlagged: isFlagged))
    return after
  }

  /// Whether a block assigns to something that a question names.
  private func sets(_ question: String, in statement: Int32) -> Bool {
    let this = code.statements[Int(statement)]
    return uses.places(in: this.firstExpression..<max(this.firstExpression, this.endExpression)).contains { place in
      uses.events[place]?.contains { event in
        if case .assignment(let target) = event { question.contains(target) } else { false }
      } ?? false
    }
  }

  func guarding(_ statement: Int32, from state: Reaches) -> Reaches {
    let inside = children(of: statement)
    let conditions = inside.prefix(while: isCondition)
    let (holds, fails) = split(conditions, from: state)
    let turn = Reach.Turn(kind: .guardElse, span: code.statements[Int(statement)].span, asked: asked(conditions))
    let isFlagged = asksWhatIsSet(conditions)
    for block in inside.dropFirst(conditions.count) {
      _ = way(block, turn, from: isFlagged ? forgotten(fails) : fails, others: false)
    }
    return holds
  }

  func selection(_ statement: Int32, from state: Reaches) -> Reaches {
    var cases: [Int32] = []
    var start = state
    for child in children(of: statement) {
      if case .selectionCase = code.statements[Int(child)].kind { cases.append(child) } else { start = sequence(child, from: start) }
    }
    guard !cases.isEmpty else { return start }
    let mark = leaves.count
    var after = Reaches.none
    var fallen = Reaches.none
    let acting = cases.filter(acts).count
    for one in cases {
      let label = code.statements[Int(one)].span
      let turn = Reach.Turn(kind: .selectionCase, span: label, asked: "")
      var entered = start
      entered.add(fallen)
      // What no version of the enum has yet is nothing that anybody waits for.
      if case .selectionCase(isUnknown: true) = code.statements[Int(one)].kind { entered = forgotten(entered) }
      let inner = leaves.count
      after.add(way(one, turn, from: entered, others: acting > (acts(one) ? 1 : 0)))
      fallen = taken(since: inner) { $0.exit == .fallthrough }
    }
    after.add(taken(since: mark) { $0.exit == .break && $0.label == nil })
    return after
  }

  func loop(_ statement: Int32, _ kind: Statement.Loop, from state: Reaches) -> Reaches {
    let mark = leaves.count
    let calls = acts(statement)
    forks.append(.init(kind: .loop, span: code.statements[Int(statement)].span, asked: ""))
    let around = sequence(statement, from: state)
    forks.removeLast()
    var after = taken(since: mark) { $0.exit == .break && $0.label == nil }
    var rounds = around
    rounds.add(taken(since: mark) { $0.exit == .continue && $0.label == nil })
    // How often a loop goes round is not known, so neither is what calls in it add up to.
    if calls {
      rounds = forgotten(rounds)
      rounds.add(forgotten(state))
    } else {
      rounds.add(state)
    }
    if kind != .endless { after.add(rounds) }
    // What a round assigns is not what conditions before it told.
    return after.map { reach in
      var reach = reach
      reach.facts = [:]
      return reach
    }
  }

  func forgotten(_ state: Reaches) -> Reaches {
    state.map { reach in
      var reach = reach
      reach.count = .unknown
      return reach
    }
  }

  func attempt(_ statement: Int32, from state: Reaches) -> Reaches {
    let inside = children(of: statement)
    guard let first = inside.first else { return state }
    let catches = inside.dropFirst()
    let mark = leaves.count
    var after = sequence(first, from: state)
    guard !catches.isEmpty else { return after }
    let thrown = taken(since: mark) { $0.exit == .throw }
    var isCaught = false
    for clause in catches {
      let this = code.statements[Int(clause)]
      if case .catching(isTotal: true) = this.kind { isCaught = true }
      let turn = Reach.Turn(kind: .catching, span: this.span, asked: "")
      after.add(way(clause, turn, from: thrown, others: acts(first) || catches.contains { $0 != clause && acts($0) }))
    }
    if !isCaught { leave(.throw, nil, code.statements[Int(statement)].span, thrown) }
    return after
  }

  func skippable(_ statement: Int32, from state: Reaches) -> Reaches {
    let this = code.statements[Int(statement)]
    // `completion?()`: nobody waits where there is none.
    if this.firstExpression > 0, case .local(let local) = code[ExpressionID(index: this.firstExpression - 1)],
      uses.aliases.contains(local)
    {
      return sequence(statement, from: state)
    }
    let calls = acts(statement)
    let taken = sequence(statement, from: state)
    var skipped = state
    if calls {
      // What would only be kept on the other way is not known to be called on it.
      if uses.calls(in: this.firstExpression..<max(this.firstExpression, this.endExpression)), this.span.end == this.span.start + 1, this.firstExpression > 0 {
        let base = code.spelling(of: ExpressionID(index: this.firstExpression - 1))
        skipped = way(nil, .init(kind: .chain, span: this.span, asked: base), from: state, others: true)
      } else {
        skipped = forgotten(state)
      }
    }
    skipped.add(taken)
    return skipped
  }

  func compilation(_ statement: Int32, _ hasElse: Bool, from state: Reaches) -> Reaches {
    var after = Reaches.none
    for block in children(of: statement) { after.add(sequence(block, from: state)) }
    if !hasElse { after.add(acts(statement) ? forgotten(state) : state) }
    return after
  }
}
