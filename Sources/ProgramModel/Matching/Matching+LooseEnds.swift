import SwiftFacts

/// Work that has to be done though nobody keeps the object any more, and is skipped then since the change.
extension Matching {
  /// Closures that run later, once, kept their object until they had ended something, and hold it weakly now.
  public func loosenedEnds() -> [Alteration] {
    let finder = ClosureEscape(inference: Inference(program: after))
    return changedMembers { function, old, type, _ in
      let declaration = after.declaration(of: function)
      guard declaration.kind == .deinitializer || after.knowledge[.endsWork].begins(declaration.name),
        // What a screen does is not wanted once it has gone.
        !after.isViewOrScreen(type)
      else { return [] }
      let code = after[after.file(of: function)].facts.code
      let (was, now) = (before.lateClosures(in: old), after.lateClosures(in: function))
      return now.sorted { $0.value.given.id < $1.value.given.id }.compactMap { key, one -> Alteration? in
        let id = one.given.id
        guard one.isWeak, let twin = was[key], !twin.isWeak, twin.usesSelf,
          let end = after.ownEnd(in: id, code),
          case .once(let moment, _, _) = finder.summary(of: id, in: Frame(function, in: after)).runs, moment != .inPlace
        else { return nil }
        return Alteration(
          kind: .loosenedEnd,
          span: SourceSpan(file: after.file(of: function), bytes: code.span(of: code[id].expression)),
          name: one.given.callee.text, before: end, affected: [after.name(of: type)])
      }
    }
  }
}

/// What a closure that a call is given has of its object.
private struct LateClosure {
  var given: GivenClosure
  /// Whether its capture list holds the object weakly.
  var isWeak: Bool
  var usesSelf: Bool
}

extension Program {
  /// The closures of a body that stand in no other and are given to calls.
  fileprivate func lateClosures(in function: FunctionID) -> [ClosureKey: LateClosure] {
    let code = self[file(of: function)].facts.code
    let outer = givenClosures(in: function).filter { !code.isInsideClosure(code[$0.id].expression) }
    var result: [ClosureKey: LateClosure] = [:]
    for (key, given) in outer.numbered() {
      let closure = code[given.id]
      let isWeak = closure.captureList.contains { local in
        guard case .capture(let strength, let value) = code[local].kind, strength == .weak else { return false }
        return code.isSelf(value)
      }
      let usesSelf = (closure.firstExpression..<closure.endExpression).contains { at in
        switch code[ExpressionID(index: at)] {
        case .name(_, implicitSelf: .some): true
        case .local(let local): code[local].kind == .selfReference
        default: false
        }
      }
      result[key] = LateClosure(given: given, isWeak: isWeak, usesSelf: usesSelf)
    }
    return result
  }

  /// The call in a closure by which its object ends something.
  fileprivate func ownEnd(in id: ClosureID, _ code: Code) -> String? {
    for at in code[id].firstExpression..<code[id].endExpression {
      let call = ExpressionID(index: at)
      guard case .call(let callee, _) = code[call], let name = code.calledName(callee),
        knowledge[.endsWork].begins(name)
      else { continue }
      return code.spelling(of: call)
    }
    return nil
  }
}
