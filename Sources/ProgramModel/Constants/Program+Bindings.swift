import SwiftFacts

/// Bindings that are set to what they already are.
extension Program {
  /// The closures, outside of tests, by which a binding is set and that put back what the binding's own `get` answers
  /// with, in the order of files.
  func deafBindings() -> [DeafSetter] {
    var result: [DeafSetter] = []
    for function in functions(mentioning: knowledge[.makesBinding].calledNames) where !isTest(file(of: function)) {
      let body = Body(function, in: self)
      let code = body.code
      for id in body.expressions {
        guard case .call(_, let list) = code[id],
          code.callee(of: id).map(knowledge[.makesBinding].calledNames.contains) == true,
          let reader = closure(labelled: Words.get, in: list, code),
          let writer = closure(labelled: Words.set, in: list, code),
          code[code[reader].results].count == 1, let source = code[code[reader].results].first,
          case .member = code[source],
          case let inside = code.expressions(in: code[writer].statement),
          !readsParameter(of: writer, in: inside, code),
          let read = putsBack(code.plainSpelling(of: source), in: inside, code)
        else { continue }
        result.append(
          DeafSetter(
            property: code.plainSpelling(of: source), declaration: name(of: function),
            span: body.span(of: code[writer].expression), parameter: "$0", isClosure: true,
            ownReads: [body.span(of: read)]))
      }
    }
    return result
  }

  private func closure(labelled label: Symbol, in list: ArgumentList, _ code: Code) -> ClosureID? {
    code[list].first { $0.label == label }.flatMap { code.closure($0.value) }
  }

  private func readsParameter(of closure: ClosureID, in range: Range<Int32>, _ code: Code) -> Bool {
    range.contains { index in
      guard case .local(let local) = code[ExpressionID(index: index)],
        case .closureParameter(closure, _) = code[local].kind
      else { return false }
      return true
    }
  }

  /// Where a value is given back to the very object that it is read from: `model.volume = model.volume`,
  /// `model.update(volume: model.volume)`.
  private func putsBack(_ source: String, in range: Range<Int32>, _ code: Code) -> ExpressionID? {
    for id in range.lazy.map({ ExpressionID(index: $0) }) {
      switch code[id] {
      case .assign(let target, let value):
        if code.plainSpelling(of: target) == source, code.plainSpelling(of: value) == source { return value }
      case .call(let callee, let list):
        guard list.count == 1, let value = code[list].first?.value, code.plainSpelling(of: value) == source,
          case .member(let base, _) = code[callee], case .member(let owner, _) = code[value],
          code.plainSpelling(of: base) == code.plainSpelling(of: owner)
        else { continue }
        return value
      default: continue
      }
    }
    return nil
  }
}

extension Words {
  fileprivate static let get: Symbol = "get"
  fileprivate static let set: Symbol = "set"
}
