import SwiftFacts

extension Program {
  /// Numbers that stand for "none" in some runs, used as an index by functions that never hold them against anything.
  public func sentinelIndices(threads: Int) -> [Hazard] {
    let sentinels = sentinelProperties()
    return foundByFunction(.sentinels, given: Ground(sentinels), threads: threads, state: { $0 }) {
      program, inference, function in program.sentinelIndices(in: function, sentinels, inference)
    }
  }

  private func sentinelIndices(
    in function: FunctionID, _ sentinels: Set<Symbol>, _ inference: Inference
  ) -> [Hazard] {
    guard !isTest(file(of: function)) else { return [] }
    var result: [Hazard] = []
    let code = self[file(of: function)].facts.code
    let mentions = expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .name(let name, _), .member(_, let name): knowledge.absences[name] != nil || sentinels.contains(name)
      case .choice: true
      default: false
      }
    }
    guard mentions else { return [] }
    let body = Body(function, in: self)
    let frame = Frame(function, in: self)
    for id in body.expressions {
      for index in indices(of: id, in: body, frame, inference) {
        guard let origin = origin(of: index, in: body, frame, inference, sentinels), !isHeldAgainst(index, in: body),
          !isHeldAgainst(origin.value, in: body), !isSettledElsewhere(origin.value, in: body, function, frame)
        else { continue }
        result.append(
          Hazard(
            kind: .sentinelIndex, span: body.span(of: index), name: code.spelling(of: index),
            other: code.spelling(of: origin.value),
            owner: origin.sentinel, evidence: [body.span(of: origin.value)], essence: origin.name))
      }
    }
    return result
  }

  /// Integer properties that are given `-1` somewhere in the program, and are of one name only.
  private func sentinelProperties() -> Set<Symbol> {
    var result: Set<Symbol> = []
    for (index, file) in files.enumerated() where !isTestFile[index] {
      let code = file.facts.code
      for property in file.facts.properties {
        guard let value = property.initialValue, let first = code[file.facts[value].results].first,
          code.sentinel(first, knowledge) != nil,
          names.stored[property.name]?.count == 1
        else { continue }
        result.insert(property.name)
      }
    }
    return result
  }

  /// The parts of an expression that it uses as indices.
  private func indices(of id: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference) -> [ExpressionID] {
    let code = body.code
    switch code[id] {
    case .subscripted(let base, let list):
      guard list.count == 1, let argument = code[list].first, argument.label == nil else { return [] }
      switch inference.type(of: base, in: frame) {
      case .array: return [argument.value]
      case .foreign(let name) where knowledge[.indexedByInteger].contains(name): return [argument.value]
      default: return []
      }
    case .call(let callee, let list):
      let rows = code.callee(of: id).map { knowledge[.takesIndex].rows(calling: $0) } ?? []
      guard !rows.isEmpty else { return [] }
      if let argument = code[list].first(where: { argument in
        rows.contains { $0.argument == argument.label && argument.label != nil }
      }) {
        return [argument.value]
      }
      guard list.count == 1, let argument = code[list].first, argument.label == nil,
        case .member(let base, _) = code[callee],
        case let type = name(of: inference.type(of: base, in: frame)),
        rows.contains(where: { $0.argument == Names.wildcard && $0.type?.text == type })
      else { return [] }
      return [argument.value]
    default: return []
    }
  }

  private struct Origin {
    var value: ExpressionID
    var sentinel: String
    /// The member that it is an answer of.
    var name: String
  }

  /// Where an index is from, if that is something which answers with a sentinel.
  private func origin(
    of index: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference, _ sentinels: Set<Symbol>
  ) -> Origin? {
    let code = body.code
    switch code[index] {
    case .local(let local):
      guard case .variable(isLet: true) = code[local].kind, let initial = code[local].initializer else { return nil }
      return origin(of: initial, in: body, frame, inference, sentinels)
    case .choice(let parts):
      guard let last = code[parts].last, parts.count > 1, let sentinel = code.sentinel(last, knowledge) else {
        return nil
      }
      return Origin(value: index, sentinel: sentinel, name: "")
    case .name(let name, .some) where sentinels.contains(name):
      return Origin(value: index, sentinel: "-1", name: name.text)
    case .member(let base, let name):
      if sentinels.contains(name), code.ownProperty(index) != nil {
        return Origin(value: index, sentinel: "-1", name: name.text)
      }
      return absence(name, of: base, labels: nil, in: frame, inference).map {
        Origin(value: index, sentinel: $0.text, name: name.text)
      }
    case .call(let callee, let list):
      guard case .member(let base, let name) = code[callee] else { return nil }
      return absence(name, of: base, labels: code[list].map { $0.label ?? Names.wildcard }, in: frame, inference)
        .map { Origin(value: index, sentinel: $0.text, name: name.text) }
    default: return nil
    }
  }

  /// What a member of the system answers with where there is no index.
  func absence(
    _ name: Symbol, of base: ExpressionID, labels: [Symbol]?, in frame: Frame, _ inference: Inference
  ) -> Symbol? {
    guard let entries = knowledge.absences[name], let type = inference.type(of: base, in: frame).nominal else {
      return nil
    }
    return entries.first { $0.labels == labels && inherits(type, from: $0.fact.type) }?.fact.sentinel
  }

  /// Whether the source of this function does not tell if there may be none: an interface file does, or, for what a
  /// control sends, the code that lets the control be used only while there is one.
  private func isSettledElsewhere(_ value: ExpressionID, in body: Body, _ function: FunctionID, _ frame: Frame) -> Bool
  {
    let code = body.code
    guard case .member(let base, let name) = code[value], let own = code.ownProperty(base), let type = frame.context,
      let property = property(named: own, of: type),
      declaration(of: property).attributes.contains(where: knowledge[.outlet].contains)
    else { return false }
    if knowledge[.settledInInterface].contains(name) { return true }
    guard declaration(of: function).attributes.contains(where: knowledge[.seenByObjectiveC].contains) else {
      return false
    }
    return functions(of: type).contains {
      $0 != function && isHeldAgainst(code.spelling(of: value), in: Body($0, in: self))
    }
  }

  /// Whether a function compares a value with anything, or asks whether it is among the indices.
  private func isHeldAgainst(_ value: ExpressionID, in body: Body) -> Bool {
    isHeldAgainst(body.code.spelling(of: value), in: body)
  }

  private func isHeldAgainst(_ spelling: String, in body: Body) -> Bool {
    let code = body.code
    let isCompared = code.comparisons(in: body.range).contains { use in
      code.spelling(of: use.left) == spelling || code.spelling(of: use.right) == spelling
    }
    if isCompared || body.selections.contains(where: { code.spelling(of: $0.subject) == spelling }) { return true }
    return body.expressions.contains { id in
      switch code[id] {
      case .call(_, let list):
        guard let name = code.callee(of: id), knowledge[.asksForMember].contains(name) else { return false }
        return code[list].contains { code.spelling(of: $0.value) == spelling }
      case .operation("~=", let parts): return code[parts].contains { code.spelling(of: $0) == spelling }
      case .name(let name, _), .member(_, let name): return knowledge[.countsSelected].contains(name)
      default: return false
      }
    }
  }
}

extension Code {
  /// `-1` or `NSNotFound`, as it is spelled.
  func sentinel(_ id: ExpressionID, _ knowledge: Knowledge) -> String? {
    switch self[id] {
    case .name(let name, _): knowledge[.noIndex].contains(name) ? name.text : nil
    case .operation("-", let parts):
      parts.count == 1 && self[parts].first.map { self[$0] == .literal(.number("1")) } == true ? "-1" : nil
    default: nil
    }
  }
}
