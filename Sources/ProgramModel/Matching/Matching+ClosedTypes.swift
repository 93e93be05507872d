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

  /// Types that held whatever text came, and since a change hold one of an enum's cases in its place, or nothing:
  /// where such a case is made of what comes.
  private func closedProperties() -> [Alteration] {
    let closed = types.compactMap { now, was in
      let made = casesInPlaceOfText(of: now, was)
      return made.isEmpty ? nil : (type: now, names: Set(made.map { after[$0].name }))
    }
    guard !closed.isEmpty else { return [] }
    let all = closed.reduce(into: Set<Symbol>()) { $0.formUnion($1.names) }
    return after.functions(mentioning: all).filter { !after.isTest(after.file(of: $0)) }.flatMap {
      function -> [Alteration] in
      // What makes the type itself, or an object of it.
      let code = after[after.file(of: function)].facts.code
      let called = Set(after.expressions(of: function).compactMap { code.callee(of: ExpressionID(index: Int32($0))) })
      let names = closed.reduce(into: Set<Symbol>()) { names, one in
        let isOfIt = after.owner(of: function) == one.type || called.contains(after[one.type].name)
        if isOfIt { names.formUnion(one.names) }
      }
      let known = functions[function].map { Set(before.conversions(in: $0).map(\.key)) } ?? []
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

  /// The enums of which a type has a case now where it had a text.
  private func casesInPlaceOfText(of now: NominalID, _ was: NominalID) -> Set<NominalID> {
    guard after[now].declarations.contains(where: { changedFiles.contains($0.file) }), !after.isTest(now) else {
      return []
    }
    let texts = names(of: before.storedProperties(of: was).filter { isText($0, in: before) }, in: before)
    let left = names(of: after.storedProperties(of: now).filter { isText($0, in: after) }, in: after)
    guard !texts.subtracting(left).isEmpty else { return [] }
    let had = Set(
      before.storedProperties(of: was).compactMap { enumeration(in: $0, of: before).map { before[$0].name } })
    return Set(
      after.storedProperties(of: now).compactMap { property in
        enumeration(in: property, of: after).flatMap { made in
          had.contains(after[made].name) || keepsWhatItCannotName(made, after) ? nil : made
        }
      })
  }

  private func names(of properties: [PropertyID], in program: Program) -> Set<Symbol> {
    Set(properties.map { program.declaration(of: $0).name })
  }

  private func isText(_ property: PropertyID, in program: Program) -> Bool {
    guard let type = program.declaration(of: property).type else { return false }
    let code = program[program.file(of: property)].facts.code
    return switch code[type] {
    case .named(Words.String, _): true
    case .optional(let wrapped): if case .named(Words.String, _) = code[wrapped] { true } else { false }
    default: false
    }
  }

  /// The enum of the program that a property holds a case of.
  private func enumeration(in property: PropertyID, of program: Program) -> NominalID? {
    let made = Inference(program: program).type(of: property).nominal
    return made.flatMap { program[$0].kind == .enum ? $0 : nil }
  }
}
