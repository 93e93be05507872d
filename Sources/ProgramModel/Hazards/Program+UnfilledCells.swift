import SwiftFacts

/// Views that are used again and keep what they showed where they are given something of another type.
extension Program {
  /// Functions that fill a reused view with a value of any type, and leave it as it was for a type that they do not
  /// know.
  public func unfilledCells(threads: Int) -> [Hazard] {
    return foundByFunction(.unfilledCells, threads: threads, state: { $0 }) { program, inference, function in
      program.unfilledCell(in: function, inference).map { [$0] } ?? []
    } + foundAsWhole("unfilled handouts", threads: threads) { program, _ in
      program.unfilledHandouts(Inference(program: program))
    }
  }

  private func unfilledCell(in function: FunctionID, _ inference: Inference) -> Hazard? {
    let declaration = declaration(of: function)
    guard declaration.kind == .function, declaration.parameters.count < 4, !isTest(file(of: function)),
      declaration.firstExpression < declaration.endExpression
    else { return nil }
    let code = self[file(of: function)].facts.code
    let models = declaration.parameters.filter { parameter in
      guard let type = parameter.type, case .named(let name, _) = code[type] else { return false }
      return knowledge[.typeOfAnything].contains(name)
        || isOfSeveralTypes(resolve(type, in: file(of: function), context: owner(of: function)))
    }
    guard let model = models.first, models.count == 1 else { return nil }
    let frame = Frame(function, in: self)
    guard fillsReused(declaration, frame, inference), let way = silentWay(for: model.local, declaration, code),
      !isCleared(before: way, frame)
    else { return nil }
    return Hazard(
      kind: .unfilledCell, span: SourceSpan(file: frame.file, bytes: code.statement(way).span),
      name: code[model.local].name.text, other: listedTypes(of: model.local, declaration, code),
      owner: name(of: function), essence: name(of: function))
  }

  /// Functions that hand out a view to be used again as it is where an element is of another type.
  private func unfilledHandouts(_ inference: Inference) -> [Hazard] {
    functions(mentioning: knowledge[.handsOutReused].names).compactMap { function -> Hazard? in
      let declaration = declaration(of: function)
      guard declaration.kind == .function, declaration.result != nil, !isTest(file(of: function)) else { return nil }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
        guard case .guarding = code.statement(index).kind, let block = code.blocks(of: index).last else { continue }
        let left = code.expressions(in: block)
        guard left.count == 1, let last = left.last, case .local(let view) = code[ExpressionID(index: last)],
          let made = code[view].initializer, let giver = code.callee(of: made),
          knowledge[.handsOutReused].contains(giver)
        else { continue }
        let asked = code.conditions(of: index).lazy.flatMap { code.expressions(in: $0) }
          .map { ExpressionID(index: $0) }.first { id in
            guard case .cast(let value, _) = code[id], code.marks(of: id).contains(.conditional) else { return false }
            return isOfSeveralTypes(inference.type(of: value, in: frame))
          }
        guard let asked, case .cast(let value, to: let type) = code[asked] else { continue }
        return Hazard(
          kind: .unfilledCell, span: SourceSpan(file: frame.file, bytes: code.statement(index).span),
          name: code.plainSpelling(of: value), other: "`\(code.spelling(of: type))`", owner: name(of: function),
          essence: name(of: function))
      }
      return nil
    }
  }

  /// Whether values of a type can be of several: it says nothing of them, or is a protocol to which several types of
  /// the program conform.
  private func isOfSeveralTypes(_ type: Type) -> Bool {
    switch type {
    case .foreign(let name): return knowledge[.typeOfAnything].contains(name)
    case .nominal(let id, _):
      guard self[id].kind == .protocol else { return false }
      return (descendants[id] ?? []).count { self[$0].kind != .protocol && !isTest($0) } > 1
    default: return false
    }
  }

  /// Whether a function belongs to a view that is used again, or is given one, and assigns to what it shows or calls
  /// something on it.
  private func fillsReused(_ declaration: FunctionDeclaration, _ frame: Frame, _ inference: Inference) -> Bool {
    func isReused(_ type: NominalID?) -> Bool { type.map { inherits($0, fromAny: .reusedView) } ?? false }
    let isGiven = declaration.parameters.contains { parameter in
      isReused(parameter.type.flatMap { frame.resolve($0).nominal })
    }
    guard isGiven || isReused(frame.context) else { return false }
    let code = frame.facts.code
    return (declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)).contains {
      switch code[ExpressionID(index: $0)] {
      case .assign(let target, _):
        if case .member = code[target] { return true }
        return false
      case .call(let callee, let list):
        guard case .member(let base, _) = code[callee], case .local(let view) = code[base], list.count > 0 else {
          return false
        }
        return isReused(inference.type(of: base, in: frame).nominal) && !code.isSelf(view)
      default: return false
      }
    }
  }

  /// Where a value that is of none of the types asked for is passed over: an `else` that only leaves, a `default:`
  /// that does nothing.
  private func silentWay(for model: LocalID, _ declaration: FunctionDeclaration, _ code: Code) -> Int32? {
    for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
      switch code.statement(index).kind {
      case .guarding:
        let asks = code.conditions(of: index).contains { condition in
          code.expressions(in: condition).contains { isCast(ExpressionID(index: $0), of: model, code) }
        }
        guard asks, let block = code.blocks(of: index).last, code.expressions(in: block).isEmpty else { continue }
        return index
      case .selection(let subject):
        guard code[subject] == .local(model), let selection = code.selection(index),
          let rest = selection.cases.first(where: \.isDefault), code.expressions(in: rest.block).isEmpty,
          selection.cases.contains(where: { $0.items.contains { if case .type = $0.pattern { true } else { false } } })
        else { continue }
        return rest.statement
      default: continue
      }
    }
    return nil
  }

  private func isCast(_ id: ExpressionID, of model: LocalID, _ code: Code) -> Bool {
    guard case .cast(let value, _) = code[id], code.marks(of: id).contains(.conditional) else { return false }
    return code[value] == .local(model)
  }

  /// The types that a value is asked for, each in backticks.
  private func listedTypes(of model: LocalID, _ declaration: FunctionDeclaration, _ code: Code) -> String {
    var types: [String] = []
    for index in declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression) {
      let id = ExpressionID(index: index)
      if isCast(id, of: model, code), case .cast(_, let type) = code[id] { types.append(code.spelling(of: type)) }
    }
    for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
      guard let selection = code.selection(index), code[selection.subject] == .local(model) else { continue }
      for item in selection.cases.flatMap(\.items) {
        if case .type(let type, _) = item.pattern { types.append(code.spelling(of: type)) }
      }
    }
    return types.map { "`\($0)`" }.joined(separator: " or ")
  }
}
