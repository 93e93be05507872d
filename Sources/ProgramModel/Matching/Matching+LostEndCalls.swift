import SwiftFacts

/// Calls that ended something in a function which otherwise does what it did.
extension Matching {
  /// What an object or another holds was ended there, with `self` or without, and nothing has come in its stead.
  func lostEndCalls() -> [Alteration] {
    changedMembers { function, old, type, oldType in
      guard after.declaration(of: function).kind != .deinitializer, callsNothingNew(function, since: old) else {
        return []
      }
      let (others, oldOthers) = (after.callNames(in: function), before.callNames(in: old))
      let now = after.endCalls(in: function, of: type)
      var left: [String: Int] = [:]
      for end in now { left[end.spelling, default: 0] += 1 }
      let lost = before.endCalls(in: old, of: oldType).filter { end in
        left[end.spelling, default: 0] -= 1
        return left[end.spelling, default: 0] < 0
      }
      // Where more has gone than what ends, the function may have come to be for something else.
      let (logs, empties) = (after.knowledge[.logs], after.knowledge[.endsReceiver])
      let gone = Set(oldOthers).subtracting(others).filter { !logs.fits($0) && !empties.contains($0) }
      guard !lost.isEmpty, lost.count <= 2, gone.isSubset(of: Set(lost.flatMap(\.around))),
        // What does nothing any more ended something if its name says so.
        !others.isEmpty || after.knowledge[.endsWork].begins(after.declaration(of: function).name)
      else { return [] }
      return lost.compactMap { end -> Alteration? in
        // `for timer in all { timer.invalidate() }` ends each of them as well.
        if case .held = end.ended,
          !after.spelledCalls(of: end.method, in: function).isSubset(of: before.spelledCalls(of: end.method, in: old))
        {
          return nil
        }
        guard !gainedCallNames.contains(end.method), isStillThere(end, of: type, oldType, in: function),
          !isIdle(end, in: old)
        else { return nil }
        return Alteration(
          kind: .lostEndOnOneWay, span: place(of: end, in: function, old), name: end.name, before: end.spelling,
          after: after.declaration(of: function).name.text, affected: [after.name(of: type)])
      }
    }
  }

  /// Whether there is still something to be ended.
  private func isStillThere(
    _ end: EndCall, of type: NominalID, _ oldType: NominalID, in function: FunctionID
  ) -> Bool {
    switch end.ended {
    case .held(let name, let isOwn): return (!isOwn || isStored(name, of: type)) && !assigns(name, in: function)
    case .given(let name): return isStored(name, of: type)
    case .letGo(let name):
      // One that is filled again is told of by what empties bags.
      return isStored(name, of: type) && !assigns(name, in: function) && !after.fillsBag(name, in: function)
    case .observers(let key):
      return after.functions(of: type).contains { $0 != function && after.addsObserver(of: key, in: $0) }
    case .all(let method):
      guard before.endsSomething(method, of: oldType) else { return false }
      if let now = functions.first(where: { $0.value == method })?.key { return after.endsSomething(now, of: type) }
      // The method has gone with the call: what it ended is there, and nothing else ends it.
      let now = after.functions(of: type).flatMap { after.endCalls(in: $0, of: type).map(\.ended) }
      return before.endCalls(in: method, of: oldType).contains { one in
        if case .all = one.ended { return false }
        return isStillThere(one, of: type, oldType, in: function) && !now.contains(one.ended)
      }
    }
  }

  /// Whether what a call ran in the program does nothing any more.
  private func isIdle(_ end: EndCall, in old: FunctionID) -> Bool {
    let frame = Frame(old, in: before)
    let code = frame.facts.code
    guard case .call(let callee, _) = code[end.id], case .member(let base, end.method) = code[callee],
      let was = Inference(program: before).type(of: base, in: frame).nominal,
      let now = types.first(where: { $0.value == was })?.key
    else { return false }
    let isNow = does(end.method, of: now, in: after)
    return isNow == false && does(end.method, of: was, in: before) == true
  }

  /// Whether some body that a call of a method on an object of a type may run does anything; nil where there is none.
  private func does(_ method: Symbol, of type: NominalID, in program: Program) -> Bool? {
    let own = Set(program.lineage(of: type) + (program.descendants[type] ?? []))
    let bodies = own.flatMap { program[$0].functions[method] ?? [] }
      .filter { program.declaration(of: $0).hasBody && !program.isTest(program.file(of: $0)) }
    return bodies.isEmpty ? nil : bodies.contains { !program.expressions(of: $0).isEmpty }
  }

  /// Whether a type has a stored property that is given something.
  private func isStored(_ name: Symbol, of type: NominalID) -> Bool {
    guard let property = after.property(named: name, of: type), after.declaration(of: property).isStored else {
      return false
    }
    return after.owner(of: property) != type || !after.gifts(to: property, of: type).isEmpty
  }

  /// Whether a function puts something into a property, or empties it.
  private func assigns(_ name: Symbol, in function: FunctionID) -> Bool {
    let body = Body(function, in: after)
    return body.expressions.contains { id in
      if case .assign(let target, _) = body.code[id] { body.code.writtenName(target) == name } else { false }
    }
  }

  /// The call that stood before it and still does, or the one behind it; the function where there is neither.
  private func place(of end: EndCall, in function: FunctionID, _ old: FunctionID) -> SourceSpan {
    let (was, now) = (Body(old, in: before), Body(function, in: after))
    func calls(_ body: Body) -> [(id: ExpressionID, spelling: String)] {
      body.expressions.compactMap { id in
        if case .call = body.code[id] { (id, body.code.spelling(of: id)) } else { nil }
      }
    }
    let (then, here) = (calls(was), calls(now))
    let earlier = then.filter { $0.id < end.id }.reversed()
    let later = then.filter { $0.id > end.id }
    for one in Array(earlier) + later {
      guard let twin = here.first(where: { $0.spelling == one.spelling }) else { continue }
      return now.span(of: twin.id)
    }
    return after.span(of: function)
  }
}

extension Program {
  /// Whether a body adds an observer for its object, of something or of anything.
  fileprivate func addsObserver(of key: String?, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code[ExpressionID(index: Int32(at))],
        let name = code.calledName(callee), knowledge[.addsObserver].contains(name)
      else { return false }
      guard let key else { return true }
      return code[list].contains { code.spelling(of: $0.value) == key }
    }
  }

  /// The calls by a name in a body, as they are spelled.
  fileprivate func spelledCalls(of name: Symbol, in function: FunctionID) -> Set<String> {
    let code = self[file(of: function)].facts.code
    return Set(
      expressions(of: function).compactMap { at in
        let id = ExpressionID(index: Int32(at))
        return code.callee(of: id) == name ? code.spelling(of: id) : nil
      })
  }

  /// Whether a body puts a subscription into a property.
  fileprivate func fillsBag(_ bag: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code[ExpressionID(index: Int32(at))],
        let name = code.calledName(callee), knowledge[.fillsBag].contains(name)
      else { return false }
      return code[list].contains { code.ownProperty($0.value) == bag }
    }
  }
}
