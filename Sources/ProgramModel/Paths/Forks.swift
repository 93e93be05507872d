import SwiftFacts

/// What the forks of a body are for something that is called: which of their ways call, and what they ask.
struct Forks {
  let code: Code
  let uses: CallableUses
  /// What was asked of whole statements: each way into one asks again.
  private let known = Known()

  private final class Known {
    /// The blocks of a statement that call.
    var acting: [Int32: (blocks: [Int32], isAll: Bool)] = [:]
    var allCall: [Int32: Bool] = [:]
  }

  init(code: Code, uses: CallableUses) {
    self.code = code
    self.uses = uses
  }

  func acts(_ statement: Int32) -> Bool { uses.acts(in: code.expressions(in: statement)) }

  // MARK: Turns

  /// The way into a block of a statement, or past it; nil where nothing is decided while the program runs.
  func turn(into statement: Int32, _ block: Int32?) -> Reach.Turn? {
    let this = code.statement(statement)
    switch this.kind {
    case .branch, .ternary:
      let kind: Reach.Turn.Kind =
        block == nil ? .noElse : block == code.blocks(of: statement).first ? .branch : .otherwise
      return .init(
        kind: kind, span: this.span, asked: asked(statement), isPastAnswer: leavesOnceTold(statement),
        bound: bound(statement))
    case .guarding: return .init(kind: .guardElse, span: this.span, asked: asked(statement), bound: bound(statement))
    case .selection(let subject):
      return block.flatMap { label(of: $0) }.map {
        .init(kind: .selectionCase, span: $0, asked: code.spelling(of: subject))
      }
    case .attempt:
      guard let block else { return .init(kind: .done, span: this.span, asked: "", isPastAnswer: true) }
      return .init(kind: .catching, span: code.statement(block).span, asked: "")
    default: return nil
    }
  }

  /// The `guard` that a condition belongs to.
  func guarding(_ condition: Int32) -> Int32? {
    var index = condition - 1
    while index >= 0, code.statement(index).end <= condition { index -= 1 }
    guard index >= 0, case .guarding = code.statement(index).kind else { return nil }
    return index
  }

  /// The way past a `guard`.
  func passed(_ statement: Int32) -> Reach.Turn {
    .init(kind: .guardPassed, span: code.statement(statement).span, asked: asked(statement), isPastAnswer: true)
  }

  /// Whether some block of a statement calls, and leaves then.
  private func leavesOnceTold(_ statement: Int32) -> Bool {
    code.blocks(of: statement).contains { block in
      guard acts(block), let last = code.lastStatement(of: block), case .leave = code.statement(last).kind else {
        return false
      }
      return true
    }
  }

  private func bound(_ statement: Int32) -> [ExpressionID] {
    code.conditions(of: statement).compactMap { condition in
      if case .condition(.binding, let value) = code.statement(condition).kind { value } else { nil }
    }
  }

  private func asked(_ statement: Int32) -> String {
    code.conditions(of: statement).compactMap { condition in
      guard case .condition(_, let value?) = code.statement(condition).kind else { return nil }
      return code.spelling(of: value)
    }.joined(separator: ", ")
  }

  /// The case that a block belongs to, which stands before it.
  private func selectionCase(of block: Int32) -> Int32? {
    var index = block - 1
    while index >= 0 {
      if case .selectionCase = code.statement(index).kind, code.statement(index).end > block { return index }
      index -= 1
    }
    return nil
  }

  private func label(of block: Int32) -> ByteSpan? { selectionCase(of: block).map { code.statement($0).span } }

  func isUnknownCase(_ block: Int32) -> Bool {
    selectionCase(of: block).map { code.statement($0).kind == .selectionCase(isUnknown: true) } ?? false
  }

  /// The innermost way of a fork, or loop, around a statement.
  func turn(around statement: Int32, in body: Int32) -> Reach.Turn? {
    var best: Reach.Turn?
    var index = body
    while index < statement {
      let this = code.statement(index)
      guard this.end > statement else {
        index = max(index + 1, this.end)
        continue
      }
      switch this.kind {
      case .loop: best = .init(kind: .loop, span: this.span, asked: "")
      case .branch, .ternary, .guarding:
        if let block = code.blocks(of: index).first(where: { $0 <= statement && statement < code.statement($0).end }) {
          best = turn(into: index, block)
        }
      case .selectionCase:
        if let block = code.blocks(of: index).last, block <= statement {
          best = .init(kind: .selectionCase, span: this.span, asked: "")
        }
      case .catching: best = .init(kind: .catching, span: this.span, asked: "")
      default: break
      }
      index += 1
    }
    return best
  }

  /// Whether a fork asks what can be made of a value, by a cast, a lookup or a decoding: what earlier forks have asked
  /// of other values says nothing of it.
  func asksAnew(_ statement: Int32) -> Bool {
    let subjects = code.conditions(of: statement).compactMap { condition -> LocalID? in
      guard case .condition(.binding, let value?) = code.statement(condition).kind, isMade(value, in: condition) else {
        return nil
      }
      return code.expressions(in: condition).lazy.compactMap { index -> LocalID? in
        if case .local(let local) = code.expressions[Int(index)] { local } else { nil }
      }.first
    }
    guard let subject = subjects.first else { return false }
    var earlier = statement - 1
    while earlier >= 0, code.statement(earlier).firstExpression >= uses.range.lowerBound {
      // Of what stands too far back nothing is known.
      guard statement - earlier <= Self.mostEarlier else { return false }
      if code.statement(earlier).end <= statement, asks(earlier, of: subject), acts(earlier) { return false }
      earlier -= 1
    }
    return true
  }

  private static let mostEarlier: Int32 = 256

  /// Whether a fork's conditions name a local.
  private func asks(_ statement: Int32, of local: LocalID) -> Bool {
    code.conditions(of: statement).contains { condition in
      code.expressions(in: condition).contains { code.expressions[Int($0)] == .local(local) }
    }
  }

  /// Whether a value is something only where it can be made.
  private func isMade(_ value: ExpressionID, in condition: Int32) -> Bool {
    switch code[value] {
    case .cast, .subscripted: true
    case .call:
      (condition..<code.statement(condition).end).contains { code.statement($0).kind == .trying(.optional) }
    default: false
    }
  }

  // MARK: Ways

  /// Whether another way of a fork than the one into a block calls.
  func othersAct(_ statement: Int32, besides block: Int32?) -> Bool {
    acting(statement).blocks.contains { $0 != block }
  }

  /// The blocks of a statement that call, and whether all do.
  private func acting(_ statement: Int32) -> (blocks: [Int32], isAll: Bool) {
    if let answer = known.acting[statement] { return answer }
    let all: [Int32]
    switch code.statement(statement).kind {
    case .selection: all = code.selection(statement)?.cases.map(\.block) ?? []
    case .attempt: all = code.inner(of: statement)
    default: all = code.blocks(of: statement)
    }
    let blocks = all.filter(acts)
    let answer = (blocks: blocks, isAll: blocks.count == all.count)
    known.acting[statement] = answer
    return answer
  }

  /// Whether one block of a statement runs in any case, and all of them call.
  func allAct(_ statement: Int32) -> Bool {
    switch code.statement(statement).kind {
    case .selection: return acting(statement).isAll
    case .branch, .ternary:
      let (blocks, isAll) = acting(statement)
      return blocks.count == 2 && isAll
    default: return false
    }
  }

  /// Whether each block of a statement calls by itself, whatever is asked.
  func allCall(_ statement: Int32) -> Bool {
    if let answer = known.allCall[statement] { return answer }
    let answer = worksOutAllCall(statement)
    known.allCall[statement] = answer
    return answer
  }

  private func worksOutAllCall(_ statement: Int32) -> Bool {
    guard allAct(statement) else { return false }
    let outside = code.innermostClosure(around: ExpressionID(index: code.statement(statement).firstExpression))
    let blocks = code.selection(statement)?.cases.map(\.block) ?? code.blocks(of: statement)
    return blocks.allSatisfy { block in
      !isForked(block)
        && uses.places(in: code.expressions(in: block)).contains { place in
          uses.events[place]?.contains(.call) ?? false
            && code.innermostClosure(around: ExpressionID(index: place)) == outside
        }
    }
  }

  /// Whether a block has ways of its own.
  private func isForked(_ block: Int32) -> Bool {
    (block + 1..<max(block + 1, code.statement(block).end)).contains { inner in
      switch code.statement(inner).kind {
      case .branch, .ternary, .guarding, .selection, .attempt, .loop, .skippable: true
      default: false
      }
    }
  }

  /// Whether a `defer` of the body calls, so that every way after it does.
  var callsInDefer: Bool {
    code.statements.contains { statement in
      guard case .deferred = statement.kind else { return false }
      let inside = statement.firstExpression..<max(statement.firstExpression, statement.endExpression)
      return uses.range.contains(inside) && uses.acts(in: inside)
    }
  }

  /// Whether the conditions of a branch ask for something that one of its ways sets, or that has been set before.
  func isFlagged(_ statement: Int32) -> Bool {
    let question = asked(statement)
    if asksWhatIsSet(statement) { return true }
    return !asksOfAnotherRun(statement) && code.blocks(of: statement).contains { sets(question, in: $0) }
  }

  /// Whether all that a condition asks for tells of another run of the function.
  private func asksOfAnotherRun(_ statement: Int32) -> Bool {
    let subjects = code.conditions(of: statement).flatMap { condition -> [ExpressionID] in
      guard case .condition(_, let value?) = code.statement(condition).kind else { return [] }
      return operands(of: value).filter { if case .literal = code[$0] { false } else { true } }
    }
    return !subjects.isEmpty && subjects.allSatisfy(uses.isOfAnotherRun)
  }

  /// Whether a condition is about a flag that the same body sets, or about the answer of what does the calling: it
  /// tells what has been done already.
  func asksWhatIsSet(_ statement: Int32) -> Bool {
    code.conditions(of: statement).contains { condition in
      guard case .condition(_, let value?) = code.statement(condition).kind else { return false }
      return operands(of: value).contains { subject in
        if case .local(let local) = code[subject], let answer = code[local].initializer,
          uses.acts(within: code.span(of: answer))
        {
          return true
        }
        return uses.isSet(code.plainSpelling(of: subject)) && !uses.isOfAnotherRun(subject)
      }
    }
  }

  /// What operators put together.
  private func operands(of value: ExpressionID) -> [ExpressionID] {
    guard case .operation(_, let parts) = code[value] else { return [value] }
    return code[parts].flatMap(operands(of:))
  }

  /// Whether a block assigns to something that a question names.
  private func sets(_ question: String, in block: Int32) -> Bool {
    uses.places(in: code.expressions(in: block)).contains { place in
      uses.events[place]?.contains { event in
        if case .assignment(let target) = event { question.contains(target) } else { false }
      } ?? false
    }
  }
}
