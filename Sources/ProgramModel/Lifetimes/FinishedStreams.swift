import SwiftFacts

/// Streams that come to an end because the program's own code ends them, or asks for one answer.
extension Program {
  /// Whether the program's own function that makes a stream finishes it, too, or hands on that of one request.
  func isFinished(_ made: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    guard case .call = frame.facts.code[made],
      case .functions(let functions) = inference.target(of: made, in: frame).kind
    else { return false }
    return functions.flatMap(bodies).contains { function in
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        guard case .call(let callee, _) = code.expressions[index], case .member(_, let name) = code[callee] else {
          return false
        }
        return knowledge[.tellsWhoWaits].contains(name)
      } || isOfOneRequest(function, code, inference)
    }
  }

  /// A function, or for a requirement those that conforming types outside of tests have for it.
  private func bodies(of function: FunctionID) -> [FunctionID] {
    let declaration = declaration(of: function)
    guard !declaration.hasBody, let owner = owner(of: function), self[owner].kind == .protocol else {
      return [function]
    }
    let labels = declaration.parameters.map(\.label)
    return (descendants[owner] ?? []).flatMap { self[$0].functions[declaration.name] ?? [] }.filter { candidate in
      let other = self.declaration(of: candidate)
      return other.hasBody && other.parameters.map(\.label) == labels && !isTest(file(of: candidate))
    }
  }

  /// Whether all that a function answers with comes from a library by a call whose name says that something is done
  /// once.
  private func isOfOneRequest(_ function: FunctionID, _ code: Code, _ inference: Inference) -> Bool {
    let results = code[declaration(of: function).results]
    return !results.isEmpty
      && results.allSatisfy { result in
        guard case .call(let callee, _) = code[result], let name = code.calledName(callee),
          case .foreign = inference.target(of: result, in: Frame(function, in: self)).kind
        else { return false }
        return knowledge[.doesOnce].begins(name) && !knowledge[.tellsWithoutEnd].fits(name)
      }
  }
}
