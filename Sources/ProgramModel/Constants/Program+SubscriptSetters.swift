import SwiftFacts

extension Program {
  /// Subscripts that are set, do something, and never look at what is set.
  func deafSubscripts() -> [DeafSetter] {
    productionFunctions.compactMap { function -> DeafSetter? in
      let declaration = declaration(of: function)
      guard let given = declaration.setterLocal, !declaration.isOverride, let owner = owner(of: function) else {
        return nil
      }
      let body = Body(function, in: self)
      let code = body.code
      let accessor = code[given].span
      let setting = body.expressions.filter { accessor.contains(code.span(of: $0)) }
      guard let first = setting.first, let last = setting.last,
        changesSomething(Int(first.index)..<Int(last.index) + 1, code)
      else { return nil }
      let written = setting.compactMap { id -> ExpressionID? in
        guard case .assign(let target, _) = code[id] else { return nil }
        return target
      }
      let reads = setting.filter { id in
        guard case .subscripted(let read, _) = code[id], !written.contains(id) else { return false }
        if case .local(let local) = code[read] { return code.isSelf(local) }
        return written.contains { code.plainSpelling(of: $0) == code.plainSpelling(of: id) }
      }
      guard isUnread(given, among: setting, body, orOnlyLogged: !reads.isEmpty),
        !isSubscriptOnlySetToOneValue(of: owner)
      else { return nil }
      return DeafSetter(
        property: "subscript", declaration: "\(name(of: owner)).subscript",
        span: SourceSpan(file: file(of: function), bytes: accessor), parameter: code[given].name,
        ownReads: reads.map { body.span(of: $0) })
    }
  }

  /// Whether nothing looks at what a setter is given, or nothing does but what writes it into a log.
  func isUnread(_ given: LocalID, among setting: [ExpressionID], _ body: Body, orOnlyLogged: Bool) -> Bool {
    setting.allSatisfy { id in
      guard body.code[id] == .local(given) else { return true }
      return orOnlyLogged && isLogged(id, body)
    }
  }

  private func isLogged(_ id: ExpressionID, _ body: Body) -> Bool {
    var inner = id
    while let outer = body.parent(of: inner) {
      if case .call(let callee, _) = body.code[outer], callee != inner {
        return knowledge.logs(body.code.calleeName(callee)) || isOfLog(callee, body.code)
      }
      inner = outer
    }
    return false
  }
}
