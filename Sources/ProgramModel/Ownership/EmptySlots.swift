import SwiftFacts

/// What is done where a property of an object is still empty, and fills it: once for each object.
extension Program {
  /// `if shared.app == nil { … shared.app = made }`: whether a call stands between the test and the assignment, and the
  /// place, which a static leads to, is never emptied. O(statements of the function × expressions of each).
  func fillsEmptyStatic(_ call: ExpressionID, of function: FunctionID) -> Bool {
    let body = Body(function, in: self)
    let code = body.code
    return body.statements.contains { statement in
      guard case .branch = code.statement(statement).kind, code.expressions(in: statement).contains(call.index) else {
        return false
      }
      let blocks = code.blocks(of: statement)
      return (code.expressions(in: statement).lowerBound..<call.index).contains { index in
        // Behind the `else`, if it is asked whether there is one.
        guard let (place, isEmpty) = code.askedPlace(ExpressionID(index: index)),
          let way = isEmpty ? blocks.first : blocks.dropFirst().first,
          code.expressions(in: way).contains(call.index), isOfStatic(place, in: function),
          let name = code.writtenName(place)
        else { return false }
        return (call.index..<code.expressions(in: way).upperBound).contains { index in
          guard case .assign(let target, let value) = code[ExpressionID(index: index)] else { return false }
          return code.plainSpelling(of: target) == code.plainSpelling(of: place) && code[value] != .literal(.null)
        } && !isEmptiedAnywhere(name)
      }
    }
  }

  /// Whether a place is a static of the function's type, or something of what that has.
  private func isOfStatic(_ place: ExpressionID, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    var root = place
    while case .member(let base, _) = code[root], !code.isSelf(base) { root = base }
    guard let owner = owner(of: function), let name = code.writtenName(root) else { return false }
    if name == self[owner].name { return root != place }
    return self[owner].properties[name].map { declaration(of: $0).isStatic } ?? false
  }

  private func isEmptiedAnywhere(_ name: Symbol) -> Bool {
    let settings: [PropertyUses.Setting] = propertyUses(calls(threads: 1)).assignments[name] ?? []
    return settings.contains { setting in
      self[file(of: setting.function)].facts.code[setting.value] == .literal(.null)
    }
  }

  /// Whether a call comes once for each object of a function's type: it fills what is empty, or stands behind a
  /// question.
  func comesOnceForItsObject(_ call: ExpressionID, of function: FunctionID) -> Bool {
    fillsEmptySlot(call, of: function) || isBehindQuestion(call, of: function)
  }

  /// `if window == nil { … window = made }`: whether a call stands between the test and the assignment, and the
  /// property is never emptied. O(expressions of the functions of the type).
  private func fillsEmptySlot(_ call: ExpressionID, of function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    guard let owner = owner(of: function), !declaration.isStatic else { return false }
    return code.statements(of: declaration).contains { statement in
      guard case .branch = statement.kind, statement.firstExpression <= call.index,
        call.index < statement.endExpression
      else { return false }
      let slots = (statement.firstExpression..<call.index).compactMap { code.emptySlot(ExpressionID(index: $0)) }
      return slots.contains { slot in
        code.fills(slot, in: call.index..<statement.endExpression) && !isEmptied(slot, by: owner)
      }
    }
  }

  /// Whether a type sets a property of its own to nothing.
  func isEmptied(_ property: Symbol, by owner: NominalID) -> Bool {
    functions(of: owner).contains { empties(property, in: $0) }
  }

  /// Whether a function sets a property of its object to nothing.
  func empties(_ property: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      guard case .assign(let target, let value) = code.expressions[index] else { return false }
      return code[value] == .literal(.null) && code.ownProperty(target) == property
    }
  }
}

extension Code {
  /// Whether something is put into an own property among some expressions.
  func fills(_ slot: Symbol, in range: Range<Int32>) -> Bool {
    range.contains { index in
      guard case .assign(let target, let value) = self[ExpressionID(index: index)] else { return false }
      return ownProperty(target) == slot && self[value] != .literal(.null)
    }
  }

  /// The place that an expression asks whether there is anything, and whether it holds where there is nothing.
  func askedPlace(_ test: ExpressionID) -> (place: ExpressionID, isEmpty: Bool)? {
    guard case .operation(let name, let sides) = self[test], self[sides].count == 2,
      name == AssertionNames.equals || name == AssertionNames.differs,
      self[sides].contains(where: { self[$0] == .literal(.null) }),
      let place = self[sides].first(where: { self[$0] != .literal(.null) })
    else { return nil }
    return (place, name == AssertionNames.equals)
  }

  /// The own property that an expression finds to be `nil`.
  fileprivate func emptySlot(_ test: ExpressionID) -> Symbol? {
    guard let (place, isEmpty) = askedPlace(test), isEmpty else { return nil }
    return ownProperty(place)
  }
}
