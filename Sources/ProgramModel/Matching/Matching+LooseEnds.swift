import SwiftFacts

/// Work that has to be done though nobody keeps the object any more, and is skipped then since the change.
extension Matching {
  /// Closures that run later, once, kept their object until they had ended something, and hold it weakly now.
  public func loosenedEnds() -> [Alteration] { looseClosures() + looseWaits() }

  /// Closures that let go on who waits for a group or a semaphore, which they held themselves before the change and
  /// come to by an object since that they hold weakly.
  private func looseWaits() -> [Alteration] {
    changedMembers { function, old, type, _ in
      let (was, now) = (before.waitEnds(in: old), after.waitEnds(in: function))
      guard was.direct.count > now.direct.count, now.weak.count > was.weak.count, let end = was.direct.first else {
        return []
      }
      let code = after[after.file(of: function)].facts.code
      return now.weak.suffix(now.weak.count - was.weak.count).map { one in
        Alteration(
          kind: .loosenedEnd, span: SourceSpan(file: after.file(of: function), bytes: code.span(of: one)),
          name: code.closures(around: one, within: after.declaration(of: function).range).first
            .flatMap { code[$0].call }.flatMap { code.callee(of: $0)?.text } ?? "",
          before: before[before.file(of: old)].facts.code.spelling(of: end), affected: [after.name(of: type)])
      }
    }
  }

  private func looseClosures() -> [Alteration] {
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

extension FunctionDeclaration {
  fileprivate var range: Range<Int32> { firstExpression..<max(firstExpression, endExpression) }
}

extension Program {
  /// The calls in the closures of a body by which others go on that wait: those on a local that is held, and those on
  /// a part of what a closure holds weakly.
  fileprivate func waitEnds(in function: FunctionID) -> (direct: [ExpressionID], weak: [ExpressionID]) {
    let (code, declaration) = (self[file(of: function)].facts.code, declaration(of: function))
    var result: (direct: [ExpressionID], weak: [ExpressionID]) = ([], [])
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      guard case .call(let callee, _) = code[id], case .member(let base, let name) = code[callee],
        knowledge[.endsWait].contains(name), !code.closures(around: id, within: declaration.range).isEmpty,
        case .local(let local) = code[code.root(of: base)]
      else { continue }
      if code[local].isWeak { result.weak.append(id) } else if code[base] == .local(local) { result.direct.append(id) }
    }
    return result
  }

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
