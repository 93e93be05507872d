import SwiftFacts

/// Calls that may throw and results of such calls, with what a function does where they have failed.
extension Program {
  /// One entry for each call after `try`, called as it is spelled without what it is called on, and for each local of
  /// which a function asks whether it is a success or a failure.
  func triedCalls(in body: Body, _ declaration: FunctionDeclaration) -> [Conversion] {
    let code = body.code
    return body.statements.compactMap { index -> Conversion? in
      switch code.statement(index).kind {
      case .trying(let trying):
        guard let call = code.tried(in: index), let key = code.triedKey(call) else { return nil }
        var one = Conversion(place: call, key: key)
        switch trying {
        case .propagating: one.failure = wayOut(of: index, body, declaration)
        case .optional: one.failure = outcome(of: call, in: body, declaration)
        case .forced: one.failure = .trapped
        }
        return one
      case .selection: return code.selection(index).flatMap { asked($0, code) }
      case .branch: return askedForSuccess(index, body)
      default: return nil
      }
    }
  }

  /// What becomes of an error that a `try` lets out: it leaves the function, or a `catch` around it does something.
  private func wayOut(of trying: Int32, _ body: Body, _ declaration: FunctionDeclaration) -> Conversion.Failure? {
    let code = body.code
    let around = body.statements.last { outer in
      guard outer < trying, trying < code.statement(outer).end else { return false }
      switch code.statement(outer).kind {
      case .closure: return true
      case .attempt: return code.inner(of: outer).first.map { trying < code.statement($0).end } ?? false
      default: return false
      }
    }
    guard let around else { return declaration.effects.contains(.throws_) ? .thrown : nil }
    guard code.statement(around).kind == .attempt, let clause = code.inner(of: around).last,
      code.statement(clause).kind == .catching(isTotal: true), let block = code.blocks(of: clause).last
    else { return nil }
    if let told = told(block, code) { return told }
    let done = deeds(in: block, code)
    guard !done.isEmpty else { return nil }
    // `do { items = try load() } catch { items = [] }`: what tells of the failure elsewhere stands in for nothing.
    let attempted = code.expressions(in: around).lowerBound..<code.expressions(in: clause).lowerBound
    let answers = Set(
      attempted.compactMap { index -> String? in
        guard case .assign(let target, let value) = code[ExpressionID(index: index)], !code.isWrittenOut(value) else {
          return nil
        }
        return code.plainSpelling(of: target)
      })
    let values = done.map { id -> ExpressionID? in
      guard case .assign(let target, let value) = code[id], code.isWrittenOut(value),
        answers.contains(code.plainSpelling(of: target))
      else { return nil }
      return value
    }
    if let first = values.first, let value = first, !values.contains(nil) { return .replaced(code.spelling(of: value)) }
    return .answered(text: done.map { code.plainSpelling(of: $0) }.joined(separator: " "))
  }

  /// A `switch` over a local that has a case for what went wrong and one for what did not.
  private func asked(_ selection: Selection, _ code: Code) -> Conversion? {
    guard let key = code.resultKey(selection.subject), selection.cases.count == 2,
      let failed = selection.cases.first(where: { $0.names.contains { knowledge[.fails].fits($0) } }),
      selection.cases.contains(where: { $0.names.contains { knowledge[.succeeds].fits($0) } })
    else { return nil }
    var one = Conversion(place: selection.subject, key: key)
    one.failure = told(failed.block, code)
    if one.failure == nil {
      let done = deeds(in: failed.block, code)
      if !done.isEmpty { one.failure = .answered(text: done.map { code.plainSpelling(of: $0) }.joined(separator: " ")) }
    }
    return one
  }

  /// `if case .success(let value) = result { … }`, with nothing for the other case, there or elsewhere.
  private func askedForSuccess(_ branch: Int32, _ body: Body) -> Conversion? {
    let code = body.code
    let conditions = code.conditions(of: branch)
    guard conditions.count == 1, code.blocks(of: branch).count == 1, code.inner(of: branch).count == 2,
      let item = code.inner(of: conditions[0]).first,
      case .matching(let pattern, .some(let subject), nil) = code.statement(item).kind,
      let name = code[pattern].caseName, knowledge[.succeeds].fits(name), let key = code.resultKey(subject),
      // Nothing else asks it for what went wrong.
      body.expressions.count(where: { code[$0] == code[subject] }) == 1
    else { return nil }
    return Conversion(place: subject, key: key, failure: .skipped)
  }

  /// What a block calls or changes, apart from what only developers hear of.
  func deeds(in block: Int32, _ code: Code) -> [ExpressionID] {
    code.expressions(in: block).map { ExpressionID(index: $0) }.filter { id in
      switch code[id] {
      case .assign, .mutate: return true
      case .call:
        return code.callee(of: id).map {
          !$0.isCapitalized && !knowledge.logs($0) && !knowledge[.mayStop].contains($0)
        } ?? false
      default: return false
      }
    }
  }
}

extension Code {
  /// The call that a `try` stands before.
  fileprivate func tried(in statement: Int32) -> ExpressionID? {
    guard let last = expressions(in: statement).last.map({ ExpressionID(index: $0) }), case .call = self[last] else {
      return nil
    }
    return last
  }

  /// `decode(String.self, forKey: .name)`; for `result.get()` the result.
  fileprivate func triedKey(_ call: ExpressionID) -> String? {
    guard case .call(let callee, let list) = self[call], let name = self.callee(of: call) else { return nil }
    if list.count == 0, case .member(let base, _) = self[callee], let key = resultKey(base) { return key }
    let whole = self[list].map { argument in
      (argument.label.map { "\($0): " } ?? "") + plainSpelling(of: argument.value)
    }.joined(separator: ", ")
    if whole.utf8.count <= Self.longestSpelling { return "\(name)(\(whole))" }
    return "\(name)(\(self[list].map { "\($0.label ?? Names.wildcard):" }.joined()))"
  }

  private static let longestSpelling = 60

  /// A local that is given from outside: the name of the parameter.
  fileprivate func resultKey(_ id: ExpressionID) -> String? {
    guard case .local(let local) = self[id] else { return nil }
    switch self[local].kind {
    case .parameter, .closureParameter: return self[local].name.text
    default: return nil
    }
  }

  /// `[]`, `[:]`, `""`, `0`, `false`, `nil`.
  func isWrittenOut(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .literal: true
    case .array(let parts), .dictionary(let parts): parts.count == 0
    default: false
    }
  }
}
