import SwiftFacts

/// Types that took any value before a change, and take those alone since that they have a case for.
extension Matching {
  /// Where such a type is made of what comes, and what it has no case for goes on as `nil` or is left out.
  func closedTypes() -> [Alteration] {
    let closed = types.filter { now, was in
      after[now].kind == .enum && (before[was].kind == .struct || isOpen(was) && !keepsWhatItCannotName(now, after))
        && !after.isTest(now)
    }
    guard !closed.isEmpty else { return closedProperties() }
    let names = Set(closed.keys.map { after[$0].name })
    return after.functions(mentioning: names).flatMap { function -> [Alteration] in
      let body = Body(function, in: after)
      let code = body.code
      func alteration(_ id: ExpressionID, _ type: Symbol, _ now: String) -> Alteration {
        Alteration(
          kind: .untoldFailure, span: body.span(of: id), name: "\(type)(rawValue:)",
          before: "what came was taken as it was", after: now)
      }
      let made = after.conversions(in: function).compactMap { one -> Alteration? in
        guard let type = names.first(where: { one.key == "\($0)(rawValue:)" }), let outcome = one.failure,
          outcome.isSilent
        else { return nil }
        return alteration(one.place, type, outcome.goesOn)
      }
      // `names.compactMap(Kind.init(rawValue:))`
      let mapped = body.expressions.compactMap { id -> Alteration? in
        guard case .call(let callee, let list) = code[id], case .member(_, let name) = code[callee],
          after.knowledge[.mapsElements].contains(name), list.count == 1, let argument = code[list].first?.value,
          let maker = code.caseMaker(argument),
          let type = names.first(where: { $0.text == code.plainSpelling(of: maker) })
        else { return nil }
        let isLeftOut = after.knowledge[.leavesOutMissing].contains(name)
        return alteration(
          id, type, isLeftOut ? "it is left out without a word" : Conversion.Failure.passed.goesOn)
      }
      let told = Set((made + mapped).map(\.span))
      let left = body.expressions.compactMap { id -> Alteration? in
        guard case .call(let callee, let list) = code[id], code[list].first?.label == Words.rawValue,
          let type = code.calledName(callee).flatMap({ names.contains($0) ? $0 : nil }),
          let closure = code.innermostClosure(around: id), let call = code[closure].call,
          code.callee(of: call).map(after.knowledge[.leavesOutMissing].contains) == true,
          !told.contains(body.span(of: id))
        else { return nil }
        return alteration(id, type, "it is left out without a word")
      }
      return made + mapped + left
    } + closedProperties()
  }

  /// Whether an enum was made of any text, with a case that kept what had no case of its own.
  private func isOpen(_ type: NominalID) -> Bool {
    guard before[type].kind == .enum, keepsWhatItCannotName(type, before) else { return false }
    return (before[type].functions[Names.init_] ?? []).contains { function in
      let declaration = before.declaration(of: function)
      let code = before[before.file(of: function)].facts.code
      guard declaration.effects.isDisjoint(with: [.fails, .throws_]), declaration.parameters.count == 1,
        let type = declaration.parameters[0].type, case .named(Words.String, _) = code[type]
      else { return false }
      return true
    }
  }

  private func keepsWhatItCannotName(_ type: NominalID, _ program: Program) -> Bool {
    program.enumCases(of: type).contains { $0.payload.count == 1 }
  }

  /// Properties that held whatever text came, and since a change hold one of an enum's cases or nothing:
  /// where a function that gave them what came makes such a case of it.
  private func closedProperties() -> [Alteration] {
    var closed: [NominalID: Set<Symbol>] = [:]
    for (property, old) in properties {
      guard let owner = after.owner(of: property), !after.isTest(owner), after.isOptional(property),
        let type = after.declaration(of: property).type, !before.isOptional(old),
        let former = before.declaration(of: old).type,
        case .named(Words.String, _) = before[before.file(of: old)].facts.code[former],
        case .optional(let wrapped) = after[after.file(of: property)].facts.code[type],
        let made = after.resolve(wrapped, in: after.file(of: property), context: owner).nominal,
        after[made].kind == .enum
      else { continue }
      closed[owner, default: []].insert(after[made].name)
    }
    return functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard let names = after.owner(of: function).flatMap({ closed[$0] }) else { return [] }
      let known = Set(before.conversions(in: old).map(\.key))
      return after.conversions(in: function).compactMap { one -> Alteration? in
        guard names.contains(where: { one.key == "\($0)(rawValue:)" }), !known.contains(one.key),
          let outcome = one.failure, outcome.isSilent
        else { return nil }
        return Alteration(
          kind: .untoldFailure, span: Body(function, in: after).span(of: one.place), name: one.key,
          before: "what came was taken as it was", after: outcome.goesOn)
      }
    }
  }
}
