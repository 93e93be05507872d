import SwiftFacts

extension Program {
  /// Subscripts that put something in the place that they are asked for, and never look at what is set.
  ///
  /// Their accessors stand in one body: what comes after the answer and ends with an assignment is what sets.
  func deafSubscripts() -> [DeafSetter] {
    productionFunctions.compactMap { function -> DeafSetter? in
      let declaration = declaration(of: function)
      guard declaration.kind == .subscript, declaration.hasBody, !declaration.parameters.isEmpty,
        let owner = owner(of: function)
      else { return nil }
      let body = Body(function, in: self)
      let code = body.code
      guard let answer = code[declaration.results].map(\.index).max(),
        let last = body.expressions.filter({ body.parent(of: $0) == nil }).last, last.index > answer,
        !body.isInClosure(last), case .assign(let target, let value) = code[last],
        case .subscripted(let base, let list) = code[target], code.ownProperty(base) != nil,
        code[list].contains(where: { place in
          declaration.parameters.contains { code[place.value] == .local($0.local) }
        })
      else { return nil }
      let setting = body.expressions.filter { $0.index > answer }
      // By whatever name it is given, it would be named.
      guard !setting.contains(where: { id in
        guard case .name(let name, nil) = code[id] else { return false }
        return !name.isCapitalized && !body.isCalled(id)
      }) else { return nil }
      let reads = setting.filter { id in
        guard id != target, case .subscripted(let read, _) = code[id] else { return false }
        if case .local(let local) = code[read] { return code.isSelf(local) }
        return code.plainSpelling(of: id) == code.plainSpelling(of: target)
      }
      guard !reads.isEmpty, reads.allSatisfy({ $0.index <= value.index }) else { return nil }
      return DeafSetter(
        property: "subscript", declaration: "\(name(of: owner)).subscript", span: body.span(of: last),
        parameter: Names.newValue, ownReads: reads.map { body.span(of: $0) })
    }
  }
}

extension Body {
  /// Whether an expression is what is called.
  fileprivate func isCalled(_ id: ExpressionID) -> Bool {
    guard let parent = parent(of: id), case .call(let callee, _) = code[parent] else { return false }
    return callee == id
  }
}
