import SwiftFacts

/// Errors that come along with a value, and that nobody looks at since the change.
extension Matching {
  /// Functions and closures that are given a value or an error, looked at both before, and still take the value.
  func unreadErrors() -> [Alteration] {
    let inference = Inference(program: after)
    var result: [Alteration] = []
    for (function, old) in functions.sorted(by: { $0.key < $1.key })
    where changedFiles.contains(after.file(of: function)) && !after.isTest(after.file(of: function)) {
      let (now, was) = (after.answerTakers(in: function), before.answerTakers(in: old))
      let frame = Frame(function, in: after)
      for (key, one) in now.sorted(by: { $0.value.body.lowerBound < $1.value.body.lowerBound }) {
        guard let twin = was[key], twin.parameters.count == one.parameters.count,
          let at = one.parameters.indices.first(where: {
            after.isError(one.parameters[$0], in: frame, inference)
              // What the system calls a closure with is known by the name that it had.
              || key != .function && before.knowledge[.isError].ends(twin.code[twin.parameters[$0]].name)
          }),
          !one.reads(one.parameters[at]), twin.reads(twin.parameters[at]),
          !before.isOnlyLogged(twin.parameters[at], in: old)
        else { continue }
        let code = frame.facts.code
        if tellsOutcomeAlone(one, at), !one.parameters.contains(where: one.reads),
          before.asks(twin.parameters[at], in: old),
          one.body.contains(where: { changesSomething(code.expressions[$0]) })
        {
          result.append(
            Alteration(
              kind: .unreadOutcome,
              span: SourceSpan(file: frame.file, bytes: code[one.parameters[at]].span),
              name: twin.code[twin.parameters[at]].name.text, after: after.name(of: function)))
          continue
        }
        guard
          let value = one.parameters.indices.first(where: {
            $0 != at && one.reads(one.parameters[$0]) && twin.reads(twin.parameters[$0])
          }),
          !after.answersMissing(one.parameters[value], in: function),
          // What takes the place of the value is told by itself.
          after.hiddenError(of: one.parameters, in: one.body, frame, inference) == nil
        else { continue }
        result.append(
          Alteration(
            kind: .unreadError,
            span: SourceSpan(file: frame.file, bytes: code[one.parameters[at]].span),
            name: twin.code[twin.parameters[at]].name.text, before: code[one.parameters[value]].name.text))
      }
    }
    return result
  }

  /// Whether a closure is given nothing beside an error but whether all went well.
  private func tellsOutcomeAlone(_ one: AnswerTaker, _ error: Int) -> Bool { one.parameters.count < 3 }

  private func changesSomething(_ expression: Expression) -> Bool {
    switch expression {
    case .assign, .mutate, .call: true
    default: false
    }
  }
}

private enum AnswerTakerKey: Hashable {
  case function
  case closure(ClosureKey)
}

/// What is given several values at once: a function, or a closure that a call is given.
private struct AnswerTaker {
  let code: Code
  let parameters: [LocalID]
  let body: Range<Int>

  func reads(_ local: LocalID) -> Bool { body.contains { code.expressions[$0] == .local(local) } }
}

extension Program {
  /// The function itself, and its closures, that are given several values.
  fileprivate func answerTakers(in function: FunctionID) -> [AnswerTakerKey: AnswerTaker] {
    let declaration = declaration(of: function)
    guard declaration.hasBody else { return [:] }
    let code = self[file(of: function)].facts.code
    var result: [AnswerTakerKey: AnswerTaker] = [:]
    if declaration.parameters.count > 1 {
      result[.function] = AnswerTaker(
        code: code, parameters: declaration.parameters.map(\.local), body: expressions(of: function))
    }
    for (key, given) in givenClosures(in: function).filter({ !code[$0.id].parameters.isEmpty }).numbered() {
      let closure = code[given.id]
      let body = Int(closure.firstExpression)..<Int(max(closure.firstExpression, closure.endExpression))
      result[.closure(key)] = AnswerTaker(code: code, parameters: closure.parameters, body: body)
    }
    return result
  }

  /// Whether a function does something of its own where a local is `nil`, and for no other reason.
  fileprivate func answersMissing(_ local: LocalID, in function: FunctionID) -> Bool {
    let body = Body(function, in: self)
    let code = body.code
    return body.statements.contains { index in
      let kind = code.statement(index).kind
      guard kind == .guarding || kind == .branch else { return false }
      let conditions = code.conditions(of: index)
      guard conditions.count == 1, case .condition(.binding, let value?) = code.statement(conditions[0]).kind,
        code[value] == .local(local)
      else { return false }
      let blocks = code.blocks(of: index)
      guard let missing = blocks.last, kind == .guarding || blocks.count > 1 else { return false }
      return code.expressions(in: missing).contains { index in
        let id = ExpressionID(index: index)
        switch code[id] {
        case .assign, .mutate: return true
        case .call: return code.callee(of: id).map { !knowledge.logs($0) } ?? true
        default: return false
        }
      }
    }
  }

  /// Whether a function does something else where a local is `nil` than where it is not.
  fileprivate func asks(_ local: LocalID, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    let declaration = declaration(of: function)
    return (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).contains { index in
      guard case .condition = code.statement(index).kind else { return false }
      return code.expressions(in: index).contains { code[ExpressionID(index: $0)] == .local(local) }
    }
  }

  /// Whether all that is done with a local is to write it into a log.
  fileprivate func isOnlyLogged(_ local: LocalID, in function: FunctionID) -> Bool {
    let body = Body(function, in: self)
    let declaration = declaration(of: function)
    return body.uses(of: local).allSatisfy { use in
      // `if let failure`
      let bound = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).lazy
        .map { LocalID(index: $0) }.first { $0 != local && body.code[$0].initializer == use }
      if let bound { return isOnlyLogged(bound, in: function) }
      var inner = use
      while let outer = body.parent(of: inner) {
        if let name = body.code.callee(of: outer), knowledge.logs(name) { return true }
        inner = outer
      }
      return false
    }
  }
}
