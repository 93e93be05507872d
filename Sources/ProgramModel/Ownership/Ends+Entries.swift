import SwiftFacts

extension Ends {
  /// Whether a closure takes out the very entry that its function puts in: both name it by the same key.
  ///
  /// `callbacks[id] = callback; return Token { callbacks.removeValue(forKey: id) }`
  func takesOutOwnEntry(
    _ clear: Clear, in function: FunctionID, of link: Cycle.Link, in cycle: Cycle
  ) -> Bool {
    let declaration = program.declaration(of: function)
    // Who is answered with the way out and leaves it lying has none.
    guard clear.closure != nil, declaration.result == nil || !dropsAnswer(cycle) else { return false }
    let file = program.file(of: function)
    let code = program[file].facts.code
    let body = (declaration.firstExpression..<declaration.endExpression).lazy.map { ExpressionID(index: $0) }
    func key(_ arguments: ArgumentList) -> LocalID? {
      guard code[arguments].count == 1, let only = code[arguments].first, case .local(let key) = code[only.value] else {
        return nil
      }
      return key
    }
    let taken = body.compactMap { id -> LocalID? in
      guard case .call(_, let arguments) = code[id], code.span(of: id) == clear.span else { return nil }
      return key(arguments)
    }.first
    guard let taken else { return false }
    return body.contains { id in
      guard case .assign(let target, _) = code[id], case .subscripted(_, let arguments) = code[target],
        key(arguments) == taken
      else { return false }
      let fill = code.span(of: id)
      return link.steps.contains { step in
        step.span.map { $0.file == file && $0.bytes.start < fill.end && fill.start < $0.bytes.end } ?? false
      }
    }
  }

  /// Whether nothing becomes of what the call answers with that is given the closure of a cycle.
  private func dropsAnswer(_ cycle: Cycle) -> Bool {
    guard case .closure(let closure) = cycle.closing, program.file(of: cycle.function) == closure.span.file else {
      return false
    }
    let code = program[closure.span.file].facts.code
    let uses = ValueUses(of: cycle.function, in: program)
    return program.expressions(of: cycle.function).contains { index in
      guard case .call(_, let arguments) = code.expressions[index],
        code[arguments].contains(where: { code.span(of: $0.value) == closure.span.bytes })
      else { return false }
      return uses.isDropped(ExpressionID(index: Int32(index)))
    }
  }

  /// Whether an object of a cycle has a property for what holds tokens, and never lets go of what is in it.
  func isKeptByMember(_ bag: NominalID, of cycle: Cycle) -> Bool {
    let inference = Inference(program: program)
    let properties = Set(([cycle.captured] + cycle.links.map(\.type)).compactMap(\.nominal)).flatMap { member in
      program.lineage(of: member).flatMap { program.storedProperties(of: $0) }
    }.filter { program.declaration(of: $0).strength == .strong && inference.type(of: $0).nominal == bag }
    return !properties.isEmpty
      && properties.allSatisfy {
        isNeverEmptied(Slot(name: program.declaration(of: $0).name, owner: program.owner(of: $0)))
      }
  }
}
