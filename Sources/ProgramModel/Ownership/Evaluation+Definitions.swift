import SwiftFacts

/// Which of the values that a variable is given can be in it at a use: reaching definitions, by the nesting of
/// statements.
extension Evaluation {
  /// The values that a variable can have at an expression. Inside a closure that was made before, or that runs
  /// later, it can be any that is not overwritten for certain by the end of the function.
  func definitions(of local: LocalID, _ later: [Definition], reaching use: ExpressionID) -> [ExpressionID] {
    var all = later
    if let first = facts.code[local].initializer { all.insert(Definition(value: first, site: first), at: 0) }
    let closure = innermostClosure(around: use)
    guard let closure, facts.code[closure].firstLocal > local.index || facts.code[closure].endLocal <= local.index
    else {
      return reaching(all, at: use.index, within: closure)
    }
    // The closure sees the variable as it is when it runs: at once, or at the end.
    let now = reaching(all, at: use.index, within: closure)
    return now + reaching(all, at: frame.declaration.endExpression, within: nil).filter { !now.contains($0) }
  }

  /// Whether a variable holds, where it is read in a loop, an object that an earlier round has made: the one that this
  /// round makes is another.
  func isOfEarlierRound(_ object: ObjectID, _ definition: ExpressionID, at use: ExpressionID) -> Bool {
    guard definition > use, case .fresh(let made) = self[object].kind else { return false }
    return isInOneLoop(made.index, use.index)
  }

  /// What a captured variable holds once the function has returned, which is what the closure then keeps.
  func definitionsAtEnd(of local: LocalID) -> [ExpressionID] {
    let later = assignments[local] ?? []
    let first = facts.code[local].initializer.map { [Definition(value: $0, site: $0)] } ?? []
    return reaching(first + later, at: frame.declaration.endExpression, within: innermostClosure(declaring: local))
  }

  private func reaching(_ all: [Definition], at use: Int32, within closure: ClosureID?) -> [ExpressionID] {
    let last = all.lastIndex { $0.site.index < use && isCertain($0.site.index, before: use) }
    return all.enumerated().filter { index, definition in
      if definition.site.index < use { return last.map { index >= $0 } ?? true }
      return isInOneLoop(definition.site.index, use) || innermostClosure(around: definition.site) != closure
    }.map(\.element.value)
  }

  /// Whether an expression is evaluated whenever a later one is: no statement that may be left out is around the
  /// one and not around the other.
  func isCertain(_ earlier: Int32, before later: Int32) -> Bool {
    scope(of: earlier).map { $0.contains(later) } ?? true
  }

  /// The expressions of the innermost statement around one that may be left out; nil if there is none.
  private func scope(of expression: Int32) -> Range<Int32>? {
    if let known = scopes[expression] { return known }
    var result: Range<Int32>?
    for statement in statements(around: expression) where !isWholeBody(statement) {
      switch statement.kind {
      case .block, .selectionCase, .skippable, .closure, .deferred:
        result = statement.firstExpression..<max(statement.firstExpression, statement.endExpression)
      default: continue
      }
    }
    scopes[expression] = .some(result)
    return result
  }

  private func isInOneLoop(_ one: Int32, _ other: Int32) -> Bool {
    statements(around: one).contains { statement in
      guard case .loop = statement.kind else { return false }
      return statement.firstExpression <= other && other < statement.endExpression
    }
  }

  private func isWholeBody(_ statement: Statement) -> Bool {
    statement == facts.code.statements[Int(frame.declaration.firstStatement)]
  }

  private func statements(around expression: Int32) -> [Statement] {
    let range =
      Int(
        frame.declaration.firstStatement)..<max(
        Int(frame.declaration.firstStatement), Int(frame.declaration.endStatement))
    return facts.code.statements[range].filter { $0.firstExpression <= expression && expression < $0.endExpression }
  }

  /// The closure in which an expression stands; nil for the function itself.
  private func innermostClosure(around expression: ExpressionID) -> ClosureID? {
    let body = program.expressions(of: frame.function)
    return facts.code.closures(around: expression).first { body.contains(Int(facts.code[$0].expression.index)) }
  }

  private func innermostClosure(declaring local: LocalID) -> ClosureID? {
    closures.filter { facts.code[$0].firstLocal <= local.index && local.index < facts.code[$0].endLocal }.min {
      facts.code[$0].endExpression - facts.code[$0].firstExpression < facts.code[$1].endExpression
        - facts.code[$1].firstExpression
    }
  }
}
