import SwiftFacts

extension Program {
  /// Positions in a list that are moved on as long as they are below the count, and so come to be the count, where
  /// another member asks the list by them and looks at nothing.
  func cursorsTooFar() -> [Hazard] {
    var moves: [(function: FunctionID, place: ExpressionID, cursor: Symbol)] = []
    for function in productionFunctions {
      guard let owner = owner(of: function), self[owner].kind != .foreign else { continue }
      let code = self[file(of: function)].facts.code
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        guard let target = code.steppedOn(id), let cursor = code.ownProperty(target) else { continue }
        moves.append((function, id, cursor))
      }
    }
    guard !moves.isEmpty else { return [] }
    let compared = comparisons(of: Set(moves.map(\.cursor)))
    return moves.compactMap { one in
      // Whoever looks at the position anywhere else may have thought of it.
      guard compared[one.cursor] == [one.function], let owner = owner(of: one.function),
        let tests = passedTests(at: [one.place], in: one.function)?[one.place], tests.count == 1,
        let test = tests.first, test.holds, case let body = Body(one.function, in: self),
        let list = body.code.listAbove(one.cursor, in: test.value, knowledge),
        body.expressions.filter({ body.code.written($0).map { body.code.ownProperty($0) } == one.cursor }).count == 1,
        let read = plainRead(of: list, at: one.cursor, by: owner, but: one.function)
      else { return nil }
      return Hazard(
        kind: .boundTooFar, span: body.span(of: test.value), name: "\(list)[\(one.cursor)]", other: one.cursor.text,
        owner: list.text, evidence: [read, body.span(of: one.place)], essence: "\(list)|\(one.cursor)")
    }
  }

  /// The functions in which something of a name is compared with anything.
  private func comparisons(of names: Set<Symbol>) -> [Symbol: Set<FunctionID>] {
    var result: [Symbol: Set<FunctionID>] = [:]
    for function in functions(mentioning: names) {
      let code = self[file(of: function)].facts.code
      for index in expressions(of: function) {
        guard case .operation(let name, let list) = code.expressions[index],
          ["<", "<=", ">", ">=", "==", "!="].contains(name.text)
        else { continue }
        func note(_ id: ExpressionID) {
          switch code[id] {
          case .name(let name, _), .member(_, let name):
            if names.contains(name) { result[name, default: []].insert(function) }
          default: break
          }
          code.children(of: id).forEach(note)
        }
        code[list].forEach(note)
      }
    }
    return result
  }

  /// Where another member of a type asks a list of its own by a position, and has looked at nothing.
  private func plainRead(
    of list: Symbol, at cursor: Symbol, by type: NominalID, but function: FunctionID
  ) -> SourceSpan? {
    let inference = Inference(program: self)
    for other in functions(of: type) + getters(of: type) where other != function {
      let body = Body(other, in: self)
      for id in body.expressions {
        guard case .subscripted(let base, let arguments) = body.code[id], arguments.count == 1,
          let index = body.code[arguments].first?.value, body.code.ownProperty(base) == list,
          body.code.ownProperty(index) == cursor,
          case .array = inference.type(of: base, in: Frame(other, in: self)),
          passedTests(at: [id], in: other)?[id]?.isEmpty == true
        else { continue }
        return body.span(of: id)
      }
    }
    return nil
  }
}

extension Code {
  /// What an expression writes to.
  fileprivate func written(_ id: ExpressionID) -> ExpressionID? {
    switch self[id] {
    case .assign(let target, _), .mutate(let target, _): target
    default: nil
    }
  }

  /// What `+= 1` is applied to.
  fileprivate func steppedOn(_ id: ExpressionID) -> ExpressionID? {
    guard case .mutate(let target, let value) = self[id], case .literal(.number(let digits)) = self[value],
      digits.text == "1", spelling(of: id).contains("+=")
    else { return nil }
    return target
  }

  /// The list whose count a test holds a position to be below: `position < pages.count`.
  fileprivate func listAbove(_ cursor: Symbol, in test: ExpressionID, _ knowledge: Knowledge) -> Symbol? {
    guard case .operation(let name, let list) = self[test], list.count == 2 else { return nil }
    let parts = Array(self[list])
    guard name.text == "<", ownProperty(parts[0]) == cursor, case .member(let base, let counts) = self[parts[1]],
      knowledge[.counts].contains(counts)
    else { return nil }
    return ownProperty(base)
  }
}
