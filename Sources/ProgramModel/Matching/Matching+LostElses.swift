import SwiftFacts

/// Values that may not be there, after which a function did something where they were not, and leaves it out now.
extension Matching {
  func lostElses(_ function: FunctionID, _ old: FunctionID) -> [Alteration] {
    // What is called and set as before is not lost.
    guard isRewritten(function) else { return [] }
    let (now, was) = (Body(function, in: after), Body(old, in: before))
    let missed = was.answeredAbsences
    guard !missed.isEmpty else { return [] }
    let kept = now.absences
    let calls = Set(
      now.expressions.compactMap { id -> Symbol? in
        if case .call(let callee, _) = now.code[id] { now.code.calledName(callee) } else { nil }
      })
    lazy var sets = Set(now.expressions.compactMap { now.setting($0)?.text })
    return missed.compactMap { one in
      let twins = kept.filter { $0.key == one.key }
      guard let first = twins.first, twins.allSatisfy({ $0.block.map(now.isIdle) ?? true }),
        missed.count(where: { $0.key == one.key }) == 1
      else { return nil }
      // What was done may have come to stand somewhere else.
      let said: String
      if !one.calls.isEmpty, one.calls.isDisjoint(with: calls) {
        said = "`\(one.said)` was called"
      } else if let lost = one.sets.first(where: { !sets.contains($0.text) }), one.calls.isDisjoint(with: calls) {
        said = "`\(lost.name)` was set"
      } else {
        return nil
      }
      return Alteration(
        kind: .untoldElse, span: now.span(of: first.value), name: one.key, before: said,
        after: "nothing is done and nobody hears of it")
    }
  }
}

extension Body {
  fileprivate struct Absence {
    /// What may not be there, as it is spelled.
    var key: String
    var value: ExpressionID
    /// What runs where it is not; nil where nothing does.
    var block: Int32?
    /// What is called there.
    var calls: Set<Symbol> = []
    var said = ""
    /// The properties of its own object that are set there, each with the whole assignment as it is spelled.
    var sets: [(name: Symbol, text: String)] = []
  }

  /// The property of its own object that an expression sets; `nil` is what one begins with, and tells nobody anything.
  fileprivate func setting(_ id: ExpressionID) -> (name: Symbol, text: String)? {
    guard case .assign(let target, let value) = code[id], let name = code.ownProperty(target) else { return nil }
    if case .literal(.null) = code[value] { return nil }
    return (name, "\(name) = \(code.plainSpelling(of: value))")
  }

  /// The values that an `if` or a `guard` alone asks to be there.
  fileprivate var absences: [Absence] {
    statements.compactMap { index in
      let statement = code.statement(index)
      guard statement.kind == .branch || statement.kind == .guarding else { return nil }
      let bound = code.conditions(of: index)
      guard let first = bound.first, case .condition(.binding, let value?) = code.statement(first).kind else {
        return nil
      }
      switch code[value] {
      case .call, .member, .subscripted, .name: break
      default: return nil
      }
      let blocks = code.blocks(of: index)
      // The one block of a `guard` is what runs without.
      let isAnswered = statement.kind == .guarding || blocks.count > 1
      return Absence(key: code.plainSpelling(of: value), value: value, block: isAnswered ? blocks.last : nil)
    }
  }

  /// Those for which something of the program's own is called where they are not there.
  fileprivate var answeredAbsences: [Absence] {
    absences.compactMap { one in
      guard let block = one.block else { return nil }
      var one = one
      for index in code.expressions(in: block) {
        let id = ExpressionID(index: index)
        if let set = setting(id) { one.sets.append(set) }
        guard case .call(let callee, _) = code[id], let name = code.calledName(callee), !name.isCapitalized,
          program.declaresMethod(name),
          !program.knowledge.logs(name), !program.knowledge[.mayStop].contains(name),
          !program.knowledge[.neverReturns].contains(name)
        else { continue }
        if one.said.isEmpty { one.said = name.text }
        one.calls.insert(name)
      }
      guard !program.knowledge[.logs].fits(Symbol(one.said)) else { return nil }
      return one.calls.isEmpty && one.sets.isEmpty ? nil : one
    }
  }

  /// Whether a block does nothing but leave, without an answer.
  fileprivate func isIdle(_ block: Int32) -> Bool { code.expressions(in: block).isEmpty }
}

extension Program {
  /// Whether the program has a function of a name: what is called of the system does its work, and tells nobody.
  fileprivate func declaresMethod(_ name: Symbol) -> Bool {
    declaresFunction(name)
      || allFunctions.contains { declaration(of: $0).name == name && declaration(of: $0).kind == .function }
  }
}
