import SwiftFacts

/// What an object does once, by something of its own that is asked first and set for good.
extension Program {
  /// `guard !isReady else { … } … isReady = true`, `guard store == nil else { … } … store = made`,
  /// `if let store { return store } … store = made`: whether a call stands behind a question for a flag of the object,
  /// or for what it may have already, that its function sets, and that nothing ever takes back. O(statements of the
  /// function + assignments to the flag).
  func isBehindQuestion(_ call: ExpressionID, of function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    guard declaration.hasBody, !declaration.isStatic, let owner = owner(of: function) else { return false }
    let code = self[file(of: function)].facts.code
    return code.inner(of: declaration.firstStatement).contains { statement in
      guard code.statement(statement).endExpression <= call.index else { return false }
      if let slot = code.slotThatLeaves(statement) {
        return code.fills(slot, in: call.index..<declaration.endExpression) && !isEmptied(slot, by: owner)
      }
      return code.flagThatLeaves(statement).map { isSetForGood($0, of: owner, by: function) } ?? false
    }
  }

  /// Whether a property starts as `false`, a function sets it, and all that anybody else does is to set it, too.
  private func isSetForGood(_ flag: Symbol, of owner: NominalID, by function: FunctionID) -> Bool {
    guard let property = property(named: flag, of: owner), self.declaration(of: property).isStored,
      let (first, code) = firstValue(of: property), code[first] == .literal(.boolean(false))
    else { return false }
    let settings: [PropertyUses.Setting] = propertyUses(calls(threads: 1)).assignments[flag] ?? []
    return settings.contains { $0.function == function }
      && settings.allSatisfy { setting in
        let code = self[file(of: setting.function)].facts.code
        return code[setting.value] == .literal(.boolean(true)) || isTest(file(of: setting.function))
      }
  }
}

extension Code {
  /// The own property that has a statement leave where there is something in it.
  fileprivate func slotThatLeaves(_ statement: Int32) -> Symbol? {
    let (conditions, blocks) = (conditions(of: statement), blocks(of: statement))
    if conditions.count == 1, case .guarding = self.statement(statement).kind,
      case .condition(.test, let value?) = self.statement(conditions[0]).kind
    {
      return askedPlace(value).flatMap { $0.isEmpty ? ownProperty($0.place) : nil }
    }
    guard conditions.count == 1, blocks.count == 1, self.statement(statement).kind == .branch,
      let last = lastStatement(of: blocks[0]), case .leave = self.statement(last).kind,
      case .condition(let kind, let value?) = self.statement(conditions[0]).kind
    else { return nil }
    switch kind {
    case .binding: return ownProperty(value)
    case .test: return askedPlace(value).flatMap { $0.isEmpty ? nil : ownProperty($0.place) }
    case .pattern, .availability: return nil
    }
  }

  /// The own property that has a statement leave where it is `true`.
  fileprivate func flagThatLeaves(_ statement: Int32) -> Symbol? {
    let conditions = conditions(of: statement)
    guard conditions.count == 1, case .condition(.test, let value?) = self.statement(conditions[0]).kind else {
      return nil
    }
    switch self.statement(statement).kind {
    case .guarding: return negated(value).flatMap(ownProperty)
    case .branch:
      let blocks = blocks(of: statement)
      guard blocks.count == 1, let last = lastStatement(of: blocks[0]), case .leave = self.statement(last).kind else {
        return nil
      }
      return ownProperty(value)
    default: return nil
    }
  }

  /// What is asked not to be so: `!value`, `value == false`.
  private func negated(_ value: ExpressionID) -> ExpressionID? {
    guard case .operation(let name, let list) = self[value], let first = self[list].first else { return nil }
    switch (name.text, list.count) {
    case ("!", 1): return first
    case ("==", 2): return self[list].last.map { self[$0] } == .literal(.boolean(false)) ? first : nil
    default: return nil
    }
  }
}
