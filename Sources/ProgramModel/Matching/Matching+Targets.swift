import SwiftFacts

/// Timers that did not keep their object before the change, and do now.
extension Matching {
  public func keptTargets() -> [Alteration] {
    let inference = Inference(program: after)
    let calls = after.calls(threads: 1)
    return functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), before.startsWeakTimer(old) else { return [] }
      return after.systemGuests(in: function, inference).compactMap { guest in
        guard guest.helper == nil, after.knowledge[.repeatsWithBlock].types.contains(guest.host) else { return nil }
        let ends = after.ends(of: guest, calls)
        // Ended whenever the object is dropped, it keeps nothing for long.
        guard !ends.contains(where: { after.comesWhenDropped($0, calls) }) else { return nil }
        return Alteration(
          kind: .keptTarget, span: guest.span, name: guest.host.text, affected: [after.name(of: guest.type)],
          evidence: [])
      }
    }
  }
}

extension Program {
  /// Whether a function starts a timer whose block refers to the object weakly.
  fileprivate func startsWeakTimer(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee),
        !knowledge[.repeatsWithBlock].rows(calling: name).isEmpty,
        let block = code[list].last.flatMap({ code.closure($0.value) })
      else { return false }
      return code[block].captureList.contains { code[$0].isWeak && code[$0].name == Names.self_ }
    }
  }

  /// Whether a function is a callback that comes whenever its object is dropped, or may be called by one.
  fileprivate func comesWhenDropped(_ function: FunctionID, _ calls: CallIndex, depth: Int = 0) -> Bool {
    let name = declaration(of: function).name
    if knowledge[.comesWhenDropped].contains(name) { return true }
    return depth < 3 && (calls.callers[name] ?? []).contains { comesWhenDropped($0, calls, depth: depth + 1) }
  }
}
