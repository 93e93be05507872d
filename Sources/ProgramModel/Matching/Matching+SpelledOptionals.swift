import SwiftFacts

/// Texts that had a value in them before a change, and have `Optional(…)` since.
extension Matching {
  /// Values that a text interpolates as before, and that are optionals only since the change.
  ///
  /// What is a log, or for those who make the program, may spell out what it likes.
  public func spelledOptionals() -> [Alteration] {
    let names = namesOfNewOptionals()
    var known: Set<SourceSpan>?
    var result: [Alteration] = []
    let inference = Inference(program: after)
    let earlier = Inference(program: before)
    for index in after.files.indices {
      let file = FileID(index: Int32(index))
      guard !after.isTest(file),
        changedFiles.contains(file) || !names.isEmpty && after.mentions(anyOf: names, in: file),
        // Last: it takes the path apart.
        !after.isForDevelopers(file)
      else { continue }
      let code = after[file].facts.code
      for one in after.interpolations(in: file) where !one.isChained {
        guard let function = after.function(holding: Int(one.value.index), in: file), let old = twin(of: function),
          after.isOptional(one.value, in: Frame(function, in: after), inference),
          before.interpolatesPlainly(code.plainSpelling(of: one.value), in: old, earlier),
          !after.isForDevelopers(one.literal, in: function)
        else { continue }
        let span = SourceSpan(file: file, bytes: code.span(of: one.value))
        let told = known ?? Set(after.optionalsInTexts().map(\.span))
        known = told
        guard !told.contains(span) else { continue }
        result.append(
          Alteration(
            kind: .spelledOptional, span: span, name: code.spelling(of: one.value),
            affected: [after.name(of: function)]))
      }
    }
    return result
  }

  /// The names of what is declared as an optional, or answers with one, only since the change.
  private func namesOfNewOptionals() -> Set<Symbol> {
    let values = properties.filter { after.isOptional($0.key) && !before.isOptional($0.value) }
      .map { after.declaration(of: $0.key).name }
    let answers = functions.filter { after.answersWithOptional($0.key) && !before.answersWithOptional($0.value) }
      .map { after.declaration(of: $0.key).name }
    return Set(values).union(answers)
  }
}

extension Program {
  fileprivate func answersWithOptional(_ function: FunctionID) -> Bool {
    declaration(of: function).result.map { self[file(of: function)].facts.code.isOptional($0) } ?? false
  }

  /// Whether a file mentions one of some names.
  fileprivate func mentions(anyOf names: Set<Symbol>, in file: FileID) -> Bool {
    self[file].facts.code.expressions.contains { expression in
      switch expression {
      case .name(let name, _), .member(_, let name): names.contains(name)
      default: false
      }
    }
  }

  /// Whether a function puts a value of this spelling into texts, and it is no optional anywhere there.
  fileprivate func interpolatesPlainly(_ spelling: String, in function: FunctionID, _ inference: Inference) -> Bool {
    let code = self[file(of: function)].facts.code
    let frame = Frame(function, in: self)
    let values = expressions(of: function).flatMap { index -> [ExpressionID] in
      guard case .compound(let parts) = code.expressions[index] else { return [] }
      return code[parts].filter { code.marks(of: $0).contains(.interpolated) && code.plainSpelling(of: $0) == spelling }
    }
    return !values.isEmpty && values.allSatisfy { !isOptional($0, in: frame, inference) }
  }

  /// Whether a text is given to a log or to what ends a program, is what an object says of itself, or what went wrong.
  fileprivate func isForDevelopers(_ literal: ExpressionID, in function: FunctionID) -> Bool {
    if knowledge[.describesItself].contains(declaration(of: function).name) { return true }
    let body = Body(function, in: self)
    var inner = literal
    while let outer = body.parent(of: inner) {
      if case .call(let callee, _) = body.code[outer], callee != inner, let name = body.code.calledName(callee) {
        if knowledge.logs(name) || knowledge[.logs].fits(Symbol(body.code.spelling(of: callee))) { return true }
        if body.code.endsProgram(outer, knowledge) { return true }
      }
      inner = outer
    }
    return false
  }
}
