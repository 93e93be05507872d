import SwiftFacts

/// Continuations, which have to be resumed once on every way.
extension Program {
  /// Ways on which a continuation is not resumed, or resumed twice, in the order of files.
  public func missedContinuations(threads: Int) -> [MissedCall] {
    foundByFunction(.continuations, threads: threads, state: { ClosureEscape(inference: $0) }) {
      program, own, function in
      program.missedContinuations(in: function, own)
    }
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
      result += missed(without: ExcludedWays(in: here, finder.inference)).filter { miss in
        !isAboutCaller(miss, of: code[closure].statement, in: here, finder)
      }
    }
    return result
  }

  /// Whether a way is taken where a weak property holds nothing, before anything is waited for, and only methods of
  /// what it holds call the function: who calls is still there.
  private func isAboutCaller(_ miss: MissedCall, of body: Int32, in frame: Frame, _ finder: ClosureEscape) -> Bool {
    guard miss.isAboutObject, miss.fork == .guard, let fork = miss.forkSpan, let owner = frame.context else {
      return false
    }
    let code = frame.facts.code
    let isAtOnce = code.closures.allSatisfy { closure in
      let span = code.statement(closure.statement).span
      return closure.statement == body || !span.contains(fork.bytes) || span.contains(code.statement(body).span)
    }
    guard isAtOnce,
      let guarding = code.statements.firstIndex(where: { $0.span == fork.bytes })
    else { return false }
    return code.conditions(of: Int32(guarding)).contains { condition in
      guard case .condition(.binding, let value?) = code.statement(condition).kind,
        let name = code.ownProperty(value), let property = property(named: name, of: owner),
        declaration(of: property).strength == .weak, let type = finder.inference.type(of: property).nominal
      else { return false }
      return finder.asked.isCalledOnly(from: type, frame.function)
    }
  }
}
