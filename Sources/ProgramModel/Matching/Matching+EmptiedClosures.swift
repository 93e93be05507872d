import SwiftFacts

/// Closures that are still handed over, and do nothing since the change.
extension Matching {
  /// Closures that called a method by which the object is done, or says so, and that nothing calls in their stead.
  func emptiedClosures(in function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let (code, oldCode) = (after[after.file(of: function)].facts.code, before[before.file(of: old)].facts.code)
    let (now, was) = (after.givenClosures(in: function), before.givenClosures(in: old))
    guard now.count == was.count,
      zip(now, was).allSatisfy({ $0.place(in: code) == $1.place(in: oldCode) })
    else { return [] }
    guard callsNothingNew(function, since: old) else { return [] }
    return zip(now, was).compactMap { closure, twin -> Alteration? in
      let (this, earlier) = (code[closure.id], oldCode[twin.id])
      guard this.firstExpression == this.endExpression, earlier.firstExpression < earlier.endExpression,
        let done = before.tellsEnd(twin.id, oldCode), !gainedCallNames.contains(done.name),
        after.callNames(in: function).count(where: { $0 == done.name })
          < before.callNames(in: old).count(where: { $0 == done.name })
      else { return nil }
      return Alteration(
        kind: .emptiedCallback,
        span: SourceSpan(file: after.file(of: function), bytes: code.span(of: this.expression)),
        name: closure.callee.text, before: done.spelling, affected: [after.name(of: function)])
    }
  }
}

private struct ArgumentPlace: Equatable {
  var callee: Symbol
  var position: Int
  var count: Int
}

extension GivenClosure {
  /// What it is given to: by name, by its place among the arguments, and by how many there are.
  fileprivate func place(in code: Code) -> ArgumentPlace? {
    guard case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { $0.value == code[id].expression })
    else { return nil }
    return ArgumentPlace(callee: callee, position: position - code[list].startIndex, count: Int(list.count))
  }
}

extension Program {
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
