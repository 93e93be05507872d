import SwiftFacts

/// Switches that the compiler no longer asks about when their enum grows.
extension Matching {
  /// Switches that named each case of an enum of the program, and leave some of its cases to a `default:` since the
  /// change, or to the `else` after questions for one case after another.
  public func openedSwitches() -> [Alteration] {
    var result: [Alteration] = []
    let (inference, earlier) = (Inference(program: after), Inference(program: before))
    for (function, old) in functions.sorted(by: { $0.key < $1.key })
    where changedFiles.contains(after.file(of: function)) && !after.isTest(after.file(of: function)) {
      let now = plainSelections(of: function, in: after) + caseChains(of: function, in: after)
      guard now.contains(where: { $0.cases.contains(where: \.isDefault) || isChain($0, in: function) }) else {
        continue
      }
      let was = plainSelections(of: old, in: before)
      let code = after[after.file(of: function)].facts.code
      let oldCode = before[before.file(of: old)].facts.code
      for one in now {
        let subject = code.plainSpelling(of: one.subject)
        let rest = one.cases.first(where: \.isDefault)
        let isChain = isChain(one, in: function)
        guard rest != nil || isChain,
          now.count(where: { code.plainSpelling(of: $0.subject) == subject }) == 1,
          let twin = was.first(where: { oldCode.plainSpelling(of: $0.subject) == subject }),
          was.count(where: { oldCode.plainSpelling(of: $0.subject) == subject }) == 1,
          !twin.cases.contains(where: { $0.isDefault || $0.isUnknown }),
          let type = inference.type(of: one.subject, in: Frame(function, in: after)).nominal, after[type].kind == .enum,
          let typeBefore = earlier.type(of: twin.subject, in: Frame(old, in: before)).nominal,
          before[typeBefore].kind == .enum, after.name(of: type) == before.name(of: typeBefore)
        else { continue }
        let named = Set(one.cases.flatMap(\.names))
        let (all, allBefore) = (after.enumCases(of: type), before.enumCases(of: typeBefore))
        // What the compiler was content with named each of them.
        guard Set(twin.cases.flatMap(\.names)) == Set(allBefore.map(\.name)) else { continue }
        let left = all.map(\.name).filter { !named.contains($0) }
        // A case that comes with the change had no place before; one question after another has none for it, either.
        guard isChain ? !left.isEmpty : left.contains(where: { name in allBefore.contains { $0.name == name } }),
          rest.map({ !names(Set(left), in: $0, of: function) }) ?? true
        else { continue }
        let place = rest?.statement ?? one.statement
        let span = SourceSpan(file: after.file(of: function), bytes: code.statement(place).span)
        result.append(
          Alteration(
            kind: rest == nil ? .openedToNothing : .openedSwitch, span: span, name: subject,
            after: after.name(of: type), affected: left.map { $0.text }))
      }
    }
    return result + openedByCasts()
  }

  /// Whether a `default:` calls what tells some cases apart in its stead.
  private func names(_ cases: Set<Symbol>, in rest: Selection.Case, of function: FunctionID) -> Bool {
    guard let type = after.owner(of: function) else { return false }
    let code = after[after.file(of: function)].facts.code
    let called = Set(code.expressions(in: rest.block).compactMap { code.callee(of: ExpressionID(index: $0)) })
    return after.functions(of: type).contains { other in
      other != function && called.contains(after.declaration(of: other).name)
        && plainSelections(of: other, in: after).contains { cases.isSubset(of: $0.cases.flatMap(\.names)) }
    }
  }

  /// Whether it stands for one question after another.
  private func isChain(_ selection: Selection, in function: FunctionID) -> Bool {
    after[after.file(of: function)].facts.code.statement(selection.statement).kind == .branch
  }

  private func caseChains(of function: FunctionID, in program: Program) -> [Selection] {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody else { return [] }
    return program[program.file(of: function)].facts.code
      .caseChains(in: declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement))
      // Asking for one case alone is no table of them.
      .filter { one in one.cases.count { !$0.isDefault } > 1 && one.cases.allSatisfy { $0.isPlain || $0.isDefault } }
  }

  /// The switches of a function all of whose patterns name cases, those of its closures included.
  func plainSelections(of function: FunctionID, in program: Program) -> [Selection] {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody else { return [] }
    return program[program.file(of: function)].facts.code
      .selections(in: declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement))
      .filter { one in one.cases.allSatisfy { $0.isPlain || $0.isDefault } }
  }
}
