import SwiftFacts

/// Work that has to be done though nobody keeps the object any more, and is skipped then since the change.
extension Matching {
  /// Closures that run later, once, kept their object until they had ended something, and hold it weakly now.
  public func loosenedEnds() -> [Alteration] {
    let finder = ClosureEscape(inference: Inference(program: after))
    return changedMembers { function, old, type, _ in
      let declaration = after.declaration(of: function)
      guard declaration.kind == .deinitializer || after.knowledge[.endsWork].begins(declaration.name),
        !after.isShown(type)
      else { return [] }
      let code = after[after.file(of: function)].facts.code
      let (was, now) = (before.lateClosures(in: old), after.lateClosures(in: function))
      return now.compactMap { one -> Alteration? in
        guard one.isWeak, let twin = was.first(where: { $0.key == one.key }), !twin.isWeak, twin.usesSelf,
          let end = after.ownEnd(in: one.id, code), after.runsOnceLater(one.id, in: function, finder)
        else { return nil }
        return Alteration(
          kind: .loosenedEnd,
          span: SourceSpan(file: after.file(of: function), bytes: code.span(of: code[one.id].expression)),
          name: one.callee, before: end, affected: [after.name(of: type)])
      }
    }
  }
}

private struct LateClosure {
  var id: ClosureID
  var callee: String
  /// Whether its capture list holds the object weakly.
  var isWeak: Bool
  var usesSelf: Bool
  /// What it is given to, and how many such closures stand before it.
  var key: String
}

extension Program {
  /// Whether objects of a type are views or screens, whose work is not wanted once they have gone.
  fileprivate func isShown(_ type: NominalID) -> Bool {
    lineage(of: type).contains {
      knowledge[.viewClass].contains(self[$0].name) || knowledge[.viewControllerClass].contains(self[$0].name)
    }
  }

  /// The closures of a body that stand in no other and are given to calls.
  fileprivate func lateClosures(in function: FunctionID) -> [LateClosure] {
    let code = self[file(of: function)].facts.code
    var counts: [String: Int] = [:]
    return code.closures(in: expressions(of: function)).compactMap { id -> LateClosure? in
      guard let call = code[id].call, let name = code.callee(of: call), !code.isInsideClosure(code[id].expression)
      else { return nil }
      let key = "\(name.text) \(counts[name.text, default: 0])"
      counts[name.text, default: 0] += 1
      let isWeak = code[id].captureList.contains { local in
        guard case .capture(let strength, let value) = code[local].kind, strength == .weak else { return false }
        return code.isSelf(value)
      }
      let usesSelf = (code[id].firstExpression..<code[id].endExpression).contains { at in
        switch code[ExpressionID(index: at)] {
        case .name(_, implicitSelf: .some): true
        case .local(let local): code[local].kind == .selfReference
        default: false
        }
      }
      return LateClosure(id: id, callee: name.text, isWeak: isWeak, usesSelf: usesSelf, key: key)
    }
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

  fileprivate func runsOnceLater(_ id: ClosureID, in function: FunctionID, _ finder: ClosureEscape) -> Bool {
    let code = self[file(of: function)].facts.code
    guard let call = code[id].call, case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { $0.value == code[id].expression })
    else { return false }
    let summary = finder.summary(
      ofArgument: position - code[list].startIndex, of: call, in: Frame(function, in: self))
    if case .once(.later, _, _) = summary.runs { return true }
    return false
  }
}
