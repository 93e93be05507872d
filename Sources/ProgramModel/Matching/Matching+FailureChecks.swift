import SwiftFacts

/// Conversions whose failure was told before the change, and goes on as something else since.
extension Matching {
  /// Conversions after whose failure a function threw, answered with `nil` or ended the program, and that it makes
  /// still without doing so.
  public func lostFailureChecks() -> [Alteration] {
    var result: [Alteration] = []
    for (function, old) in functions.sorted(by: { $0.key < $1.key })
    where changedFiles.contains(after.file(of: function)) && !after.isTest(after.file(of: function)) {
      let was = before.conversions(in: old)
      guard was.contains(where: { $0.told != nil }) else { continue }
      let now = after.conversions(in: function)
      var seen: Set<String> = []
      for one in now where seen.insert(one.key).inserted {
        let (twins, all) = (was.filter { $0.key == one.key }, now.filter { $0.key == one.key })
        // Each of them was told, and none is.
        guard let told = twins.first?.told, twins.allSatisfy({ $0.told != nil }), twins.count == all.count,
          all.allSatisfy({ $0.told == nil && $0.outcome != nil }), let outcome = one.outcome
        else { continue }
        let span = SourceSpan(
          file: after.file(of: function),
          bytes: after[after.file(of: function)].facts.code.span(of: one.place))
        result.append(
          Alteration(
            kind: outcome == .ends ? .endingFailure : .untoldFailure, span: span, name: one.key,
            before: told.says, after: outcome.says))
      }
    }
    return result
  }
}

/// Something that may come to nothing, and what a function does then.
private struct Conversion {
  /// How the failure gets out of the function.
  enum Told: Hashable {
    case thrown, null, end

    var says: String {
      switch self {
      case .thrown: "an error was thrown"
      case .null: "the answer was `nil`"
      case .end: "the program ended"
      }
    }
  }

  /// What becomes of a failure that is not told.
  enum Outcome: Hashable {
    case ends, skipped, passed, replaced(String)

    var says: String {
      switch self {
      case .ends: "the program ends"
      case .skipped: "the rest is left out without a word"
      case .passed: "`nil` goes on as if it were an answer"
      case .replaced(let text): "`\(text)` goes on as if it were the answer"
      }
    }
  }

  var place: ExpressionID
  /// What is converted to what, whatever it is called.
  var key: String
  var told: Told?
  var outcome: Outcome?
}

extension Program {
  fileprivate func conversions(in function: FunctionID) -> [Conversion] {
    let declaration = declaration(of: function)
    guard declaration.hasBody else { return [] }
    let body = Body(function, in: self)
    let code = body.code
    return body.expressions.compactMap { id in
      guard let key = key(of: id, code) else { return nil }
      var one = Conversion(place: id, key: key)
      if code.marks(of: id).contains(.unwrapped) || code.marks(of: id).contains(.forced) {
        one.outcome = .ends
      } else if let fallback = fallback(for: id, in: body) {
        one.outcome = .replaced(code.spelling(of: fallback))
      } else if let failing = failingBlock(of: id, in: body) {
        one.told = told(failing, code)
        if one.told == nil, leavesAlone(failing, code) { one.outcome = .skipped }
      } else if isHandedOn(id, in: body) {
        one.outcome = .passed
      }
      return one
    }
  }

  /// What names a conversion: a cast to a type, or an initialiser that may answer with `nil`.
  private func key(of id: ExpressionID, _ code: Code) -> String? {
    switch code[id] {
    case .cast(_, let type):
      return code.marks(of: id).isDisjoint(with: [.conditional, .forced]) ? nil : "as \(code.spelling(of: type))"
    case .call(let callee, let list):
      guard let name = code.callee(of: id), name.isCapitalized else { return nil }
      if case .member(_, let last) = code[callee], last != name { return nil }
      let labels = code[list].map { $0.label ?? Names.wildcard }
      let rows = knowledge[.mayAnswerNothing].rows(calling: name)
      let isKnown = rows.contains { $0.labels == nil || $0.labels == labels }
      guard isKnown || labels == [Words.rawValue] else { return nil }
      return "\(name)(\(labels.map { "\($0):" }.joined()))"
    default: return nil
    }
  }

  /// What `??` puts in the place of a conversion, or of what is made of it.
  private func fallback(for id: ExpressionID, in body: Body) -> ExpressionID? {
    let code = body.code
    var inner = id
    var steps = 0
    while steps < 6 {
      steps += 1
      if let outer = body.parent(of: inner) {
        if case .choice(let list) = code[outer] {
          let parts = Array(code[list])
          guard parts.count > 1, parts[0] == inner, let last = parts.last else { return nil }
          return last
        }
        guard case .member = code[outer] else { return nil }
        inner = outer
      } else if let closure = code.closures.first(where: { code[$0.results].contains(inner) && $0.call != nil }),
        let call = closure.call, body.range.contains(Int(call.index)),
        code.callee(of: call).map(knowledge[.mapsElements].contains) == true
      {
        inner = call
      } else {
        return nil
      }
    }
    return nil
  }

  /// Whether `nil` is handed on as an argument or kept.
  private func isHandedOn(_ id: ExpressionID, in body: Body) -> Bool {
    guard let parent = body.parent(of: id) else { return false }
    return switch body.code[parent] {
    case .call(let callee, _): callee != id
    case .assign(_, let value): value == id
    default: false
    }
  }

  /// The block that runs where a conversion that is bound has failed.
  private func failingBlock(of id: ExpressionID, in body: Body) -> Int32? {
    let code = body.code
    for statement in body.statements {
      guard case .condition(.binding, let value?) = code.statement(statement).kind, value == id else { continue }
      let around = body.statements.last { outer in
        outer < statement && statement < code.statement(outer).end
          && (code.statement(outer).kind == .guarding || code.statement(outer).kind == .branch)
      }
      guard let around else { return nil }
      let blocks = code.blocks(of: around)
      return code.statement(around).kind == .guarding ? blocks.last : blocks.count > 1 ? blocks.last : nil
    }
    return nil
  }

  private func told(_ block: Int32, _ code: Code) -> Conversion.Told? {
    if let last = code.lastStatement(of: block), case .leave(let exit, _) = code.statement(last).kind {
      switch exit {
      case .throw: return .thrown
      case .return:
        let range = code.expressions(in: last)
        guard let value = range.last.map({ ExpressionID(index: $0) }) else { return nil }
        if code[value] == .literal(.null) { return .null }
        return code.callee(of: value).map(knowledge[.neverReturns].contains) == true ? .end : nil
      default: return nil
      }
    }
    return code.expressions(in: block).contains { index in
      code.callee(of: ExpressionID(index: index)).map(knowledge[.neverReturns].contains) == true
    } ? .end : nil
  }

  /// Whether a block does nothing but leave.
  private func leavesAlone(_ block: Int32, _ code: Code) -> Bool {
    guard code.expressions(in: block).isEmpty, let last = code.lastStatement(of: block) ?? code.inner(of: block).last,
      case .leave = code.statement(last).kind
    else { return false }
    return true
  }
}
