import SwiftFacts

/// Continuations, which have to be resumed once on every way.
extension Program {
  /// Ways on which a continuation is not resumed, or resumed twice, in the order of files.
  public func missedContinuations(threads: Int) -> [MissedCall] {
    let found = Workers.map(
      count: functionCount, threads: threads, state: { ClosureEscape(inference: Inference(program: self)) }
    ) { finder, index -> [MissedCall] in
      self.missedContinuations(in: FunctionID(index: Int32(index)), finder)
    }
    return found.flatMap { $0 }
  }

  private func missedContinuations(in id: FunctionID, _ finder: ClosureEscape) -> [MissedCall] {
    let declaration = declaration(of: id)
    let file = file(of: id)
    guard declaration.hasBody, declaration.firstExpression < declaration.endExpression, !isTest(file) else { return [] }
    let code = self[file].facts.code
    var result: [MissedCall] = []
    var frame: Frame?
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .call(let callee, let list) = code[ExpressionID(index: index)], let name = code.calledName(callee),
        knowledge[.suspends].contains(name), let resume = knowledge[.resumes].only, let last = code[list].last,
        case .closure(let closure) = code[last.value],
        let parameter = code[closure].parameters.first
      else { continue }
      let here = frame ?? Frame(id, in: self)
      frame = here
      func missed(without excluded: ExcludedWays?) -> [MissedCall] {
        finder.walk(.method(resume, of: parameter), in: code[closure], of: here, without: excluded).map { walk, ends in
          walk.missedCalls(named: code[parameter].name, ends: ends)
        } ?? []
      }
      // What values can be is asked only where it makes a difference.
      if missed(without: nil).isEmpty { continue }
      result += missed(without: ExcludedWays(in: here, finder.inference))
    }
    return result
  }
}
