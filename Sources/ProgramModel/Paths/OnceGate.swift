import SwiftFacts

/// Objects that let one pass: the first who asks is told `true`, and everybody after that `false`.
extension Program {
  /// Whether a way is taken where another has passed a gate that the function makes anew each time it runs: whoever has
  /// passed it has called, or will.
  func isPastOnceGate(_ missed: MissedCall, in frame: Frame, _ inference: Inference) -> Bool {
    guard missed.fork == .guard || missed.fork == .branch, let span = missed.forkSpan?.bytes else { return false }
    let code = frame.facts.code
    return expressions(of: frame.function).contains { index in
      let id = ExpressionID(index: Int32(index))
      guard case .call(let callee, let list) = code[id], list.count == 0, span.contains(code.span(of: id)),
        missed.asked.contains(code.spelling(of: id)), case .member(let base, _) = code[callee],
        case .local(let gate) = code[base], let value = madeValue(of: gate, code), case .call = code[value],
        case .functions(let functions) = inference.target(of: id, in: frame).kind
      else { return false }
      return functions.allSatisfy(letsOnePass)
    }
  }

  /// What a constant of the function is made with, followed out of the closures that capture it.
  private func madeValue(of local: LocalID, _ code: Code) -> ExpressionID? {
    switch code[local].kind {
    case .variable(isLet: true): return code[local].initializer
    case .capture(_, let value):
      guard case .local(let outer) = code[value] else { return nil }
      return madeValue(of: outer, code)
    default: return nil
    }
  }

  /// Whether a method answers with `true` or `false` alone, and sets a flag of its object.
  private func letsOnePass(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    guard declaration.kind == .function, declaration.hasBody, declaration.parameters.isEmpty else { return false }
    let code = self[file(of: function)].facts.code
    let answers = Set(code[declaration.results].map { code[$0] })
    guard answers == [.literal(.boolean(true)), .literal(.boolean(false))] else { return false }
    return expressions(of: function).contains { index in
      guard case .assign(let target, let value) = code.expressions[index], code.ownProperty(target) != nil,
        case .literal(.boolean) = code[value]
      else { return false }
      return true
    }
  }
}
