import SwiftFacts

/// Types that took any value before a change, and take those alone since that they have a case for.
extension Matching {
  /// Where such a type is made of what comes, and what it has no case for goes on as `nil` or is left out.
  func closedTypes() -> [Alteration] {
    let closed = types.filter { now, was in
      after[now].kind == .enum && before[was].kind == .struct && !after.isTest(now)
    }
    guard !closed.isEmpty else { return [] }
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
      return made + mapped
    }
  }
}
