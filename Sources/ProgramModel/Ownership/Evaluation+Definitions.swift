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
    guard let closure, facts.code[closure].firstLocal > local.index || facts.code[closure].endLocal <= local.index else {
      return reaching(all, at: use.index, within: closure)
    }
    // The closure sees the variable as it is when it runs: at once, or at the end.
    let now = reaching(all, at: use.index, within: closure)
    return now + reaching(all, at: frame.declaration.endExpression, within: nil).filter { !now.contains($0) }
  }

  /// What a captured variable holds once the function has returned, which is what the closure then keeps.
  func definitionsAtEnd(of local: LocalID) -> [ExpressionID] {
    let later = assignments[local] ?? []
    let first = facts.code[local].initializer.map { [Definition(value: $0, site: $0)] } ?? []
    return reaching(first + later, at: frame.declaration.endExpression, within: innermostClosure(declaring: local))
  }

  private func reaching(_ all: [Definition], at use: Int32, within closure: ClosureID?) -> [ExpressionID] {
    var result: [ExpressionID] = []
    for (index, definition) in all.enumerated() {
      let isEarlier = definition.site.index < use
      guard isEarlier || isInOneLoop(definition.site.index, use) || innermostClosure(around: definition.site) != closure else { continue }
      let isOverwritten =
        isEarlier
        && all[(index + 1)...].contains { other in
          definition.site.index < other.site.index && other.site.index < use && isCertain(other.site.index, before: use)
        }
      if !isOverwritten { result.append(definition.value) }
    }
    return result
  }

  /// Whether an expression is evaluated whenever a later one is: no statement that may be left out is around the
  /// one and not around the other.
  private func isCertain(_ earlier: Int32, before later: Int32) -> Bool {
    statements(around: earlier).allSatisfy { statement in
      switch statement.kind {
      case .block, .selectionCase, .skippable, .closure, .deferred:
        statement.firstExpression <= later && later < statement.endExpression || isWholeBody(statement)
      default: true
      }
    }
  }

  private func isInOneLoop(_ one: Int32, _ other: Int32) -> Bool {
    statements(around: one).contains { statement in
      guard case .loop = statement.kind else { return false }
      return statement.firstExpression <= other && other < statement.endExpression
    }
  }

  private func isWholeBody(_ statement: Statement) -> Bool { statement == facts.code.statements[Int(frame.declaration.firstStatement)] }

  private func statements(around expression: Int32) -> [Statement] {
    let range = Int(frame.declaration.firstStatement)..<max(Int(frame.declaration.firstStatement), Int(frame.declaration.endStatement))
    return facts.code.statements[range].filter { $0.firstExpression <= expression && expression < $0.endExpression }
  }

  /// The closure in which an expression stands; nil for the function itself.
  private func innermostClosure(around expression: ExpressionID) -> ClosureID? {
    smallest { $0.firstExpression <= expression.index && expression.index < $0.endExpression }
  }

  private func innermostClosure(declaring local: LocalID) -> ClosureID? {
    smallest { $0.firstLocal <= local.index && local.index < $0.endLocal }
  }

  private func smallest(where matches: (Closure) -> Bool) -> ClosureID? {
    closures.filter { matches(facts.code[$0]) }.min {
      facts.code[$0].endExpression - facts.code[$0].firstExpression < facts.code[$1].endExpression - facts.code[$1].firstExpression
    }
  }
}
