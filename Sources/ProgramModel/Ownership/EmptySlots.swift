import SwiftFacts

/// What is done where a property of an object is still empty, and fills it: once for each object.
extension Program {
  /// `if window == nil { … window = made }`: whether a call stands between the test and the assignment, and the
  /// property is never emptied. O(expressions of the functions of the type).
  func fillsEmptySlot(_ call: ExpressionID, of function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    guard let owner = owner(of: function), !declaration.isStatic else { return false }
    return code.statements(of: declaration).contains { statement in
      guard case .branch = statement.kind, statement.firstExpression <= call.index,
        call.index < statement.endExpression
      else { return false }
      let slots = (statement.firstExpression..<call.index).compactMap { code.emptySlot(ExpressionID(index: $0)) }
      return slots.contains { slot in
        (call.index..<statement.endExpression).contains { index in
          guard case .assign(let target, let value) = code[ExpressionID(index: index)] else { return false }
          return code.ownProperty(target) == slot && code[value] != .literal(.null)
        } && !isEmptied(slot, by: owner)
      }
    }
  }

  /// Whether a type sets a property of its own to nothing.
  func isEmptied(_ property: Symbol, by owner: NominalID) -> Bool {
    functions(of: owner).contains { function in
      let declaration = declaration(of: function)
      let code = self[file(of: function)].facts.code
      return (declaration.firstExpression..<declaration.endExpression).contains { index in
        guard case .assign(let target, let value) = code[ExpressionID(index: index)] else { return false }
        return code[value] == .literal(.null) && code.ownProperty(target) == property
      }
    }
  }
}

extension Code {
  /// The own property that an expression finds to be `nil`.
  fileprivate func emptySlot(_ test: ExpressionID) -> Symbol? {
    guard case .operation(AssertionNames.equals, let sides) = self[test], self[sides].count == 2,
      self[sides].contains(where: { self[$0] == .literal(.null) })
    else { return nil }
    return self[sides].lazy.compactMap(ownProperty).first
  }
}
