import SwiftFacts

/// Callbacks of the system's by which an object answered whoever waits, and that it does not have any more.
extension Matching {
  /// Where such a function called what a property holds, others still do, and none does so only since the change.
  func lostAnswers() -> [Alteration] {
    let earlier = Dictionary(types.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return lostFunctions.flatMap { old -> [Alteration] in
      guard !before.isTest(before.file(of: old)), let was = before.owner(of: old), let type = earlier[was],
        case let isOfSystem = before.isCalledByOthers(old), isOfSystem || isCalledNoMore(old), !isGiven(old, to: type)
      else { return [] }
      func lost(_ name: Symbol, _ span: SourceSpan) -> Alteration {
        Alteration(
          kind: .lostAnswer, span: span, name: name.text, before: before.declaration(of: old).name.text,
          affected: [after.name(of: type)])
      }
      let told = before.calledSlots(in: old)
      let slots = told.compactMap { slot -> Alteration? in
        guard isOfSystem, let property = after.property(named: slot, of: type),
          after.declaration(of: property).isStored,
          after.functions(of: type).contains(where: { after.calledSlots(in: $0).contains(slot) })
            || after.isFilled(slot, by: type),
          after.lineage(of: type).allSatisfy({ newCallers(of: slot, in: $0).isEmpty })
        else { return nil }
        return lost(slot, after.span(of: property))
      }
      let lists = before.listsAnswered(in: old).compactMap { list -> Alteration? in
        guard !told.contains(list.name), let property = after.property(named: list.name, of: type),
          after.declaration(of: property).isStored, after.isFilled(list.name, by: type),
          !gainedCallNames.contains(list.method), !isAnsweredAnew(list.name, in: type)
        else { return nil }
        return lost(list.name, after.span(of: property))
      }
      let methods = before.ownAnswers(in: old).compactMap { method -> Alteration? in
        guard isOfSystem, !told.contains(method), !gainedCallNames.contains(method),
          after.isOwnAnswer(method, of: type),
          let other = after.functions(of: type).first(where: { after.ownAnswers(in: $0).contains(method) })
        else { return nil }
        return lost(method, after.span(of: other))
      }
      return slots + lists + methods
    }
  }

  /// Whether a protocol gives its types a function that one of them had by itself before.
  private func isGiven(_ old: FunctionID, to type: NominalID) -> Bool {
    let gone = before.declaration(of: old)
    return after.lineage(of: type).filter { after[$0].kind == .protocol }.contains { asked in
      (after[asked].functions[gone.name] ?? []).contains { function in
        let own = after.declaration(of: function)
        return own.hasBody && own.parameters.map(\.label) == gone.parameters.map(\.label)
      }
    }
  }

  /// Whether those who called a function are still there and do nothing new in its stead, and nobody calls one of its
  /// name any more.
  private func isCalledNoMore(_ old: FunctionID) -> Bool {
    let name = before.declaration(of: old).name
    func callers(in program: Program) -> [FunctionID] {
      (program.calls(threads: 1).callers[name] ?? []).filter { !program.isTest(program.file(of: $0)) }
    }
    let was = callers(in: before)
    guard before.declaration(of: old).kind == .function, !was.isEmpty, callers(in: after).isEmpty else { return false }
    return was.allSatisfy { caller in
      functions.first { $0.value == caller }.map { callsNothingNew($0.key, since: caller) } ?? false
    }
  }

  /// Whether some function of a type answers who waits in a list, or for a promise, only since the change.
  private func isAnsweredAnew(_ list: Symbol, in type: NominalID) -> Bool {
    after.functions(of: type).contains { one in
      func answers(_ function: FunctionID, _ program: Program) -> Bool {
        program.listsAnswered(in: function).contains { $0.name == list }
      }
      return answers(one, after) && !(functions[one].map { answers($0, before) } ?? false)
    }
  }
}

extension Program {
  /// Whether a function of a type, or another one than a given one, puts something into a property of its object.
  func isFilled(_ name: Symbol, by type: NominalID, but other: FunctionID? = nil) -> Bool {
    functions(of: type).contains { function in
      if function == other { return false }
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { at in
        switch code.expressions[at] {
        case .assign(let target, let value):
          var place = target
          if case .subscripted(let base, _) = code[target] { place = base }
          return code.selfMember(place) == name && code[value] != .literal(.null)
        case .call(let callee, _):
          guard case .member(let base, let method) = code[callee] else { return false }
          return knowledge[.addsElement].contains(method) && code.selfMember(base) == name
        default: return false
        }
      }
    }
  }

  /// The methods of its own object by which a function answers who waits.
  fileprivate func ownAnswers(in function: FunctionID) -> Set<Symbol> {
    let code = self[file(of: function)].facts.code
    return Set(
      expressions(of: function).compactMap { at in
        guard case .call(let callee, _) = code.expressions[at] else { return nil }
        return ownAnswer(callee, in: function)?.name
      })
  }

  /// Whether others call a method without its name for it: who drops the object its `deinit`, who calls what it
  /// overrides, or the system a method that takes an object of the system's first, like those of its delegates, and
  /// that nothing in the program calls.
  fileprivate func isCalledByOthers(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    if declaration.kind == .deinitializer { return true }
    guard declaration.kind == .function else { return false }
    if declaration.isOverride { return true }
    guard !declaration.isPrivate, let type = declaration.parameters.first?.type,
      (calls(threads: 1).callers[declaration.name] ?? []).isEmpty
    else { return false }
    switch resolve(type, in: file(of: function), context: owner(of: function)) {
    case .foreign: return true
    case .nominal(let id, _): return isSystemType(id)
    default: return false
    }
  }
}
