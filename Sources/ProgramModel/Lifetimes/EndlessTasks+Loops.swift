import SwiftFacts

/// Loops that go round until their task is cancelled, or for ever.
extension Program {
  /// A loop that goes round until its task is cancelled, or for ever.
  func loopWithoutEnd(
    in range: Range<Int32>, of frame: Frame, within closure: Closure?, _ uses: ValueUses
  ) -> (name: String, place: SourceSpan, start: ExpressionID, isDeaf: Bool)? {
    let code = frame.facts.code
    let all = closure.map(code.statements) ?? code.statements(of: frame.declaration)
    for (index, statement) in zip(all.indices, all) {
      guard case .loop(let kind) = statement.kind, kind == .condition || kind == .endless,
        range.contains(statement.firstExpression), statement.endExpression <= range.upperBound,
        uses.closure(around: ExpressionID(index: statement.firstExpression)) == closure
      else { continue }
      let inside = all[(index + 1)...].prefix { $0.span.start < statement.span.end }
      let asked = inside.prefix { $0.kind != .block }
      guard let test = asked.first, case .condition(.test, let value?) = test.kind,
        asked.count(where: { if case .condition = $0.kind { true } else { false } }) == 1, goesOn(while: value, code),
        !inside.contains(where: { mayEndLoop($0, inside, closure, code, uses) })
      else { continue }
      let place = SourceSpan(file: frame.file, bytes: code.span(of: value))
      let isDeaf =
        code[value] == .literal(.boolean(true)) && !inside.contains { $0.kind == .trying(.propagating) }
        && !inside.contains { isOnceCancelled($0, inside, code) }
      return ("while \(code.spelling(of: value))", place, ExpressionID(index: statement.firstExpression), isDeaf)
    }
    return nil
  }

  /// `true`, `!Task.isCancelled`.
  private func goesOn(while condition: ExpressionID, _ code: Code) -> Bool {
    switch code[condition] {
    case .literal(.boolean(true)): return true
    case .operation("!", let parts):
      guard let asked = code[parts].first, case .member(_, let name) = code[asked] else { return false }
      return knowledge[.asksForCancellation].contains(name)
    default: return false
    }
  }

  /// Whether a statement stands where the task has found itself cancelled: `if Task.isCancelled { break }`, `guard
  /// !Task.isCancelled else { return }`.
  private func isOnceCancelled(_ statement: Statement, _ inside: ArraySlice<Statement>, _ code: Code) -> Bool {
    let around = inside.indices.last { at in
      let other = inside[at]
      guard other.kind == .branch || other.kind == .guarding else { return false }
      return other.span.start < statement.span.start && statement.span.end <= other.span.end
    }
    guard case .leave = statement.kind, let around else { return false }
    let asked = inside[(around + 1)...].prefix { $0.kind != .block }
    guard asked.count == 1, case .condition(.test, let value?)? = asked.first?.kind,
      let block = inside[(around + 1)...].first(where: { $0.kind == .block }),
      block.span.contains(statement.span)
    else { return false }
    if inside[around].kind == .guarding { return goesOn(while: value, code) && code[value] != .literal(.boolean(true)) }
    guard case .member(_, let name) = code[value] else { return false }
    return knowledge[.asksForCancellation].contains(name)
  }

  /// Whether a statement may end the loop around it: a way out, or an error of something else than a cancelled sleep.
  func mayEndLoop(
    _ statement: Statement, _ inside: ArraySlice<Statement>, _ closure: Closure?, _ code: Code, _ uses: ValueUses
  ) -> Bool {
    let first = ExpressionID(index: statement.firstExpression)
    switch statement.kind {
    case .leave(.return, _), .leave(.throw, _), .leave(.break, _):
      // What a closure inside leaves is the closure.
      return !isOnceCancelled(statement, inside, code) && !isOnceWoken(statement, inside, code)
        && !inside.contains { other in
          guard case .closure = other.kind else { return false }
          return other.span.contains(statement.span)
        }
    case .trying(.propagating):
      guard uses.closure(around: first) == closure else { return false }
      let isCaught = inside.contains { $0.kind == .attempt && $0.span.contains(statement.span) }
      return !isCaught && !onlySleeps(statement, code)
    default: return false
    }
  }

  /// Whether all that may throw in a statement is a sleep, or the question whether the task is cancelled: an error is
  /// the end of the task.
  private func onlySleeps(_ statement: Statement, _ code: Code) -> Bool {
    let calls = (statement.firstExpression..<statement.endExpression).map { ExpressionID(index: $0) }.filter {
      if case .call = code[$0] { true } else { false }
    }
    let sleeps = calls.filter { call in
      guard case .call(let callee, _) = code[call], let name = code.calledName(callee) else { return false }
      return knowledge[.sleeps].contains(name) || knowledge[.asksForCancellation].contains(name)
    }
    // How long it is to be is worked out in its arguments: `.seconds(1)`.
    return !sleeps.isEmpty
      && calls.allSatisfy { call in sleeps.contains { code.span(of: $0).contains(code.span(of: call)) } }
  }

  /// Whether a statement stands where a sleep has been ended: `do { try await Task.sleep(…) } catch { break }`.
  private func isOnceWoken(_ statement: Statement, _ inside: ArraySlice<Statement>, _ code: Code) -> Bool {
    func isAround(_ other: Statement) -> Bool { other.span.contains(statement.span) }
    guard case .leave = statement.kind,
      inside.contains(where: { if case .catching = $0.kind { isAround($0) } else { false } }),
      let attempt = inside.last(where: { $0.kind == .attempt && isAround($0) }),
      let tried = inside.first(where: { $0.kind == .block && $0.span.start >= attempt.span.start }),
      !isAround(tried)
    else { return false }
    let trying = inside.filter { $0.kind == .trying(.propagating) && tried.span.contains($0.span) }
    return !trying.isEmpty && trying.allSatisfy { onlySleeps($0, code) }
  }
}
