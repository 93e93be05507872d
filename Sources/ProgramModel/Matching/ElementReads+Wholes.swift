import SwiftFacts

/// Lists that are looked at as a whole.
extension ElementReads {
  /// The lists that a function takes as they come, whatever they hold, each with what does so: a loop goes through it,
  /// it is held against another, its elements are mapped.
  func walks() -> [String: String] {
    let knowledge = program.knowledge
    var result: [String: String] = [:]
    func note(_ list: ExpressionID, _ says: String) {
      guard code.accessPath(list) != nil || code.isMember(list) else { return }
      result[origin(of: list), default: says] = says
    }
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .element(let list): note(list, "for … in \(code.plainSpelling(of: list))")
      case .call(let callee, let list):
        let name = code.calleeName(callee)
        if case .member(let base, _) = code[callee],
          knowledge[.goesThroughElements].contains(name) || knowledge[.keepsElements].contains(name)
        {
          note(base, code.plainSpelling(of: callee))
        } else if knowledge[.pairsUp].contains(name) || knowledge[.assertsEqual].contains(name) {
          for argument in code[list] { note(argument.value, code.plainSpelling(of: callee)) }
        }
      // `#expect(day.rows == ["a", "b"])`
      case .operation(let name, let parts) where name == Words.equals && parts.count == 2:
        let sides = Array(code[parts])
        for (side, other) in zip(sides, sides.reversed()) {
          if case .array = code[other] { note(side, "\(code.plainSpelling(of: side)) ==") }
        }
      default: continue
      }
    }
    return result
  }

  /// The members that the function holds to others as a whole, each with what does so.
  func comparedWholes() -> [Symbol: String] {
    var result: [Symbol: String] = [:]
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .call(let callee, let list) where program.knowledge[.assertsEqual].contains(code.calleeName(callee)):
        // That there is none is no look at what there is.
        guard !code[list].contains(where: { code.isEmptyArray($0.value) }) else { continue }
        for argument in code[list] {
          if let name = member(argument.value) { result[name] = code.plainSpelling(of: callee) }
        }
      case .operation(let name, let parts) where name == Words.equals:
        for side in code[parts] {
          if let name = member(side) { result[name] = "\(code.plainSpelling(of: side)) ==" }
        }
      default: continue
      }
    }
    return result
  }

  /// The member that a list is, by what a local stands for.
  func member(_ list: ExpressionID) -> Symbol? {
    switch code[list] {
    case .local(let local):
      if case .variable = code[local].kind, let value = code[local].initializer { memberName(value) } else { nil }
    default: memberName(list)
    }
  }

  private func memberName(_ id: ExpressionID) -> Symbol? {
    if case .member(_, let name) = code[id] { name } else { nil }
  }
}

extension Code {
  fileprivate func isEmptyArray(_ id: ExpressionID) -> Bool {
    if case .array(let parts) = self[id] { parts.count == 0 } else { false }
  }

  /// Whether an expression is a member, of whatever.
  fileprivate func isMember(_ id: ExpressionID) -> Bool { if case .member = self[id] { true } else { false } }
}
