import SwiftFacts

/// A flag of a function, and the value of it that what it is about takes.
struct AskedFlag: Equatable {
  var parameter: Int
  var value: Bool
}

extension CallbackSummary {
  /// What one call wants, by the flags that it says outright: `set(true, silently: true)`.
  func called(by call: ExpressionID, of declaration: FunctionDeclaration, in code: Code) -> CallbackSummary {
    guard !asked.isEmpty, case .call(_, let list) = code[call], let match = declaration.match(code[list]) else {
      return self
    }
    var result = self
    for (at, argument) in code[list].enumerated() where at < match.count {
      guard case .literal(.boolean(let value)) = code[argument.value] else { continue }
      for (path, flag) in asked where flag.parameter == match[at] && flag.value != value { result.wants[path] = nil }
    }
    return result
  }
}

/// Calls of callbacks by which nobody learns of anything: they say what the caller has said.
extension CallbackSummaries {
  /// Notes a call of a slot, with the flag that it depends on and whether it says more than what a property was given.
  func note(
    _ path: [Symbol], at call: ExpressionID, in body: Body, _ frame: Frame, _ result: inout CallbackSummary
  ) {
    let flag = flag(around: call, in: body, frame)
    if result.wants[path] == nil {
      result.wants[path] = body.span(of: call)
      result.asked[path] = flag
      if echoes(call, in: body, frame) { result.echoes.insert(path) }
    } else {
      if result.asked[path] != flag { result.asked[path] = nil }
      if !echoes(call, in: body, frame) { result.echoes.remove(path) }
    }
  }

  /// Whether all that a call says is what the caller has given and the object has put into properties of its own.
  func tellsCallerItsOwn(_ call: ExpressionID, in body: Body, _ frame: Frame) -> Bool {
    let code = body.code
    guard case .call(_, let list) = code[call] else { return false }
    let said = code[list].map(\.value).filter { !code.isSelf($0) }
    let kept = body.expressions.compactMap { id -> LocalID? in
      guard isGivenByCaller(id, in: body), case .assign(let target, let value) = code[id],
        code.ownProperty(target) != nil, case .local(let local) = code[value]
      else { return nil }
      return local
    }
    return !said.isEmpty
      && said.allSatisfy { value in
        if case .local(let local) = code[value] { kept.contains(local) } else { false }
      }
  }

  /// Whether an assignment puts what the function was given into something, as it is.
  func isGivenByCaller(_ assignment: ExpressionID, in body: Body) -> Bool {
    guard case .assign(_, let value) = body.code[assignment], case .local(let local) = body.code[value],
      case .parameter = body.code[local].kind
    else { return false }
    return !body.code.isSelf(local)
  }

  /// Whether a call in the observer of a property says that property's value and nothing else.
  private func echoes(_ call: ExpressionID, in body: Body, _ frame: Frame) -> Bool {
    let code = body.code
    guard case .observer(let property) = frame.declaration.kind, case .call(_, let list) = code[call] else {
      return false
    }
    let name = frame.facts[property].name
    let said = code[list].map(\.value).filter { !code.isSelf($0) }
    return !said.isEmpty && said.allSatisfy { code.ownProperty($0) == name || code.calledName($0) == Names.newValue }
  }

  /// The flag that a function is given and asks by itself before it comes to an expression.
  private func flag(around id: ExpressionID, in body: Body, _ frame: Frame) -> AskedFlag? {
    let code = body.code
    for statement in body.statements {
      guard case let conditions = code.conditions(of: statement), conditions.count == 1,
        case .condition(.test, let value?) = code.statement(conditions[0]).kind, let flag = flag(value, code, frame)
      else { continue }
      let blocks = code.blocks(of: statement)
      switch code.statement(statement).kind {
      case .branch:
        if let first = blocks.first, code.expressions(in: first).contains(id.index) { return flag }
        if blocks.count > 1, let last = blocks.last, code.expressions(in: last).contains(id.index) {
          return AskedFlag(parameter: flag.parameter, value: !flag.value)
        }
      case .guarding:
        guard let block = blocks.last, code.expressions(in: block).upperBound <= id.index,
          code.expressions(in: statement).upperBound <= id.index, code.innermostClosure(around: value) == nil
        else { continue }
        return flag
      default: continue
      }
    }
    return nil
  }

  /// The flag of a function that an expression asks for, and the value that it takes.
  private func flag(_ value: ExpressionID, _ code: Code, _ frame: Frame) -> AskedFlag? {
    switch code[value] {
    case .local(let local):
      guard let at = frame.declaration.parameters.firstIndex(where: { $0.local == local }) else { return nil }
      return AskedFlag(parameter: at, value: true)
    case .operation(let name, let parts):
      guard name.text == "!", parts.count == 1, let inner = code[parts].first else { return nil }
      return flag(inner, code, frame).map { AskedFlag(parameter: $0.parameter, value: !$0.value) }
    default: return nil
    }
  }
}
