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

  /// Calls that were given an object which refers to `self` weakly, and are given `self` since the change.
  public func lostProxies() -> [Alteration] {
    functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), let type = after.owner(of: function), after[type].kind == .class,
        !after.livesForever(type)
      else { return [] }
      let was = before.proxies(in: old)
      guard !was.isEmpty else { return [] }
      let (own, code) = (after.declaration(of: function).selfLocal, after[after.file(of: function)].facts.code)
      let inference = Inference(program: after)
      return after.expressions(of: function).compactMap { at -> Alteration? in
        let id = ExpressionID(index: Int32(at))
        guard let own, case .call(let callee, let list) = code[id] else { return nil }
        let spelled = code.plainSpelling(of: callee)
        for (position, argument) in code[list].enumerated() where code[argument.value] == .local(own) {
          guard
            let proxy = was.first(where: {
              $0.label == argument.label
                && ($0.callee == spelled && $0.position == position || $0.label.map(after.isDelegateName) ?? false)
            }), !after.isHeldWeakly(position, of: id, in: Frame(function, in: after), inference)
          else { continue }
          return Alteration(
            kind: .lostProxy, span: SourceSpan(file: after.file(of: function), bytes: code.span(of: argument.value)),
            name: code.calledName(callee)?.text ?? spelled, before: proxy.type.text, affected: [after.name(of: type)])
        }
        return nil
      }
    }
  }
}

/// An argument of a call that is made of `self`, and refers to it weakly.
private struct Proxy {
  var callee: String
  var position: Int
  var label: Symbol?
  var type: Symbol
}

extension Program {
  fileprivate func proxies(in function: FunctionID) -> [Proxy] {
    guard let own = declaration(of: function).selfLocal else { return [] }
    let code = self[file(of: function)].facts.code
    var inference: Inference?
    return expressions(of: function).flatMap { at -> [Proxy] in
      guard case .call(let callee, let list) = code.expressions[at] else { return [] }
      return code[list].enumerated().compactMap { position, argument -> Proxy? in
        guard case .call(_, let given) = code[argument.value], given.count == 1, let first = code[given].first,
          code[first.value] == .local(own)
        else { return nil }
        let here = inference ?? Inference(program: self)
        inference = here
        guard case .functions(let made) = here.target(of: argument.value, in: Frame(function, in: self)).kind,
          made.count == 1, declaration(of: made[0]).kind == .initializer, let type = owner(of: made[0]),
          onlyWeakSlot(ofParameter: 0, of: made[0]) != nil
        else { return nil }
        return Proxy(
          callee: code.plainSpelling(of: callee), position: position, label: argument.label, type: self[type].name)
      }
    }
  }

  /// Whether a function of the program puts what it is given into a weak property, and does nothing else with it.
  fileprivate func isHeldWeakly(_ position: Int, of call: ExpressionID, in frame: Frame, _ inference: Inference)
    -> Bool
  {
    guard case .call(_, let list) = frame.facts.code[call],
      case .functions(let functions) = inference.target(of: call, in: frame).kind
    else { return false }
    return functions.contains { function in
      guard let match = declaration(of: function).match(frame.facts.code[list]) else { return false }
      return onlyWeakSlot(ofParameter: match[position], of: function) != nil
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
