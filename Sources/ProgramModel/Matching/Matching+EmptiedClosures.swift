import SwiftFacts

/// Closures that are still handed over, and do nothing since the change.
extension Matching {
  /// Closures that called a method by which the object is done, or says so, and that nothing calls in their stead.
  func emptiedClosures(in function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let (code, oldCode) = (after[after.file(of: function)].facts.code, before[before.file(of: old)].facts.code)
    let (now, was) = (after.handedClosures(in: function), before.handedClosures(in: old))
    guard now.count == was.count, zip(now, was).allSatisfy({ $0.key == $1.key }) else { return [] }
    let names = Set(after.callNames(in: function))
    guard names.isSubset(of: before.callNames(in: old)) else { return [] }
    return zip(now, was).compactMap { closure, twin -> Alteration? in
      let (this, earlier) = (code[closure.id], oldCode[twin.id])
      guard this.firstExpression == this.endExpression, earlier.firstExpression < earlier.endExpression,
        let done = before.tellsEnd(twin.id, oldCode), !isCalledMore(done.name),
        after.callNames(in: function).count(where: { $0 == done.name })
          < before.callNames(in: old).count(where: { $0 == done.name })
      else { return nil }
      return Alteration(
        kind: .emptiedCallback,
        span: SourceSpan(file: after.file(of: function), bytes: code.span(of: this.expression)), name: closure.callee,
        before: done.spelling, affected: [after.name(of: function)])
    }
  }
}

private struct HandedClosure {
  var id: ClosureID
  var callee: String
  /// What it is given to, by name and label.
  var key: String
}

extension Program {
  /// The closures of a body that calls are given, in the order of the source.
  fileprivate func handedClosures(in function: FunctionID) -> [HandedClosure] {
    let code = self[file(of: function)].facts.code
    return code.closures(in: expressions(of: function)).compactMap { id -> HandedClosure? in
      guard let call = code[id].call, case .call(let callee, let list) = code[call], !code[id].isLocalFunction,
        let position = code[list].firstIndex(where: { $0.value == code[id].expression }),
        let name = code.calledName(callee)
      else { return nil }
      return HandedClosure(
        id: id, callee: name.text, key: "\(name) \(position - code[list].startIndex) \(code[list].count)")
    }
  }

  /// The call of a closure by which its object says that something is done: of a method of its own, or of a closure
  /// that the function was given.
  fileprivate func tellsEnd(_ id: ClosureID, _ code: Code) -> (name: Symbol, spelling: String)? {
    for index in code[id].firstExpression..<code[id].endExpression {
      let call = ExpressionID(index: index)
      guard case .call(let callee, _) = code[call], let name = code.calledName(callee),
        knowledge[.completes].fits(name) || knowledge[.isCompletion].fits(name)
      else { continue }
      switch code[callee] {
      case .name(_, implicitSelf: .some), .local: return (name, code.spelling(of: call))
      case .member(let base, _):
        if case .local(let local) = code[base], knowledge[.meansSelf].fits(code[local].name) {
          return (name, code.spelling(of: call))
        }
      default: continue
      }
    }
    return nil
  }
}
