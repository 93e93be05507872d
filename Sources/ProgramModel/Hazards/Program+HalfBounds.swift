import SwiftFacts

extension Program {
  /// Lookups in lists with a look at the index that lets one through which no element has: one that is too small, or
  /// the count itself.
  public func halfBounds(threads: Int) -> [Hazard] {
    foundByFunction(.halfBounds, threads: threads, state: { $0 }) { program, inference, function in
      program.halfBounds(in: function, inference)
    } + cursorsTooFar()
  }

  private func halfBounds(in function: FunctionID, _ inference: Inference) -> [Hazard] {
    var result: [Hazard] = []
    guard !isTest(file(of: function)), asksForBounds(function) || isForAnyIndex(function) else { return [] }
    let elements = ElementReads(of: function, in: self)
    guard !elements.reads.isEmpty, let checks = elements.checks() else { return [] }
    let body = Body(function, in: self)
    let isForAny = isForAnyIndex(function)
    for read in elements.reads {
      if let place = elements.countAmongIndices(of: read), case .subscripted = body.code[read.place],
        (checks[read.place] ?? []).allSatisfy({
          // What is looked at before a loop keeps none of its numbers out: the last turn comes all the same.
          place != read.index && $0.test < place || $0.kinds.isDisjoint(with: [.below, .other, .perhaps])
        }),
        isCounted(read.base, in: Frame(function, in: self), inference),
        isUnchanged(elements.origin(of: read.base), from: place, to: read.place, body)
      {
        result.append(
          Hazard(
            kind: .boundTooFar, span: body.span(of: read.place), name: read.text,
            other: body.code.spelling(of: place), owner: read.list, evidence: [body.span(of: place)],
            essence: declaration(of: function).name.text))
        continue
      }
      guard case .local(let index) = elements.code[read.index], let known = checks[read.place] else { continue }
      let kinds = known.reduce(into: Set<ElementReads.Check.Kind>()) { $0.formUnion($1.kinds) }
      let kind: Hazard.Kind
      if isForAny, isOwn(read.base, body.code), case .parameter = body.code[index].kind,
        let open = openEnd(kinds, isChecked: !known.isEmpty)
      {
        kind = open
      } else if kinds.contains(.notAbove), kinds.isSubset(of: [.notAbove, .notNegative]),
        isSettled(index, body.code), case .subscripted = body.code[read.place],
        isCounted(read.base, in: Frame(function, in: self), inference),
        known.allSatisfy({ isUnchanged(elements.origin(of: read.base), from: $0.test, to: read.place, body) })
      {
        kind = .boundTooFar
      } else {
        continue
      }
      let shown = kind != .boundTooFar ? known : known.filter { $0.kinds.contains(.notAbove) }
      result.append(
        Hazard(
          kind: kind, span: body.span(of: read.place), name: read.text, other: body.code[index].name.text,
          owner: kind != .boundTooFar ? owner(of: function).map { name(of: $0) } ?? "" : read.list,
          evidence: shown.map { body.span(of: $0.test) }, essence: declaration(of: function).name.text))
    }
    return result
  }

  /// Whether a function holds something against a count, or asks for an element by it.
  private func asksForBounds(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    func isBound(_ id: ExpressionID) -> Bool {
      switch code[id] {
      case .member(_, let name), .name(let name, _): knowledge[.counts].contains(name)
      case .operation(_, let parts): code[parts].contains(where: isBound)
      default: false
      }
    }
    return expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .operation(_, let list): return list.count == 2 && code[list].contains(where: isBound)
      case .subscripted(_, let list): return code[list].contains { isBound($0.value) }
      default: return false
      }
    }
  }

  /// Whether a function is there for any index, as what extends a list itself and answers with an optional is; a type
  /// that has a list knows by what it is asked.
  private func isForAnyIndex(_ function: FunctionID) -> Bool {
    guard let type = declaration(of: function).result, case .optional = self[file(of: function)].facts.code[type],
      let owner = owner(of: function)
    else { return false }
    return knowledge[.indexedByInteger].contains(self[owner].name)
  }

  private func isOwn(_ base: ExpressionID, _ code: Code) -> Bool {
    if case .local(let local) = code[base] { code.isSelf(local) } else { false }
  }

  /// Whether a local is the same wherever it is named.
  private func isSettled(_ local: LocalID, _ code: Code) -> Bool {
    switch code[local].kind {
    case .parameter, .variable(isLet: true), .closureParameter: true
    default: false
    }
  }

  /// Whether a list is asked by numbers that begin with zero.
  private func isCounted(_ base: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    if isOwn(base, frame.facts.code) {
      return frame.context.map { knowledge[.indexedByInteger].contains(self[$0].name) } ?? false
    }
    if case .array = inference.type(of: base, in: frame) { return true }
    return false
  }

  /// Whether nothing is put into a list, or taken out of it, between two places.
  private func isUnchanged(_ list: String, from test: ExpressionID, to read: ExpressionID, _ body: Body) -> Bool {
    guard test < read else { return false }
    return !(test.index..<read.index).contains { index in
      let id = ExpressionID(index: index)
      switch body.code[id] {
      case .assign(let target, _), .mutate(let target, _): return body.code.mentions(list, in: target)
      case .call(let callee, _):
        guard case .member(let base, _) = body.code[callee], body.parent(of: id) == nil else { return false }
        return body.code.mentions(list, in: base)
      default: return false
      }
    }
  }
}

extension Program {
  /// The end at which an index of which this is known is let through, however far out it is.
  private func openEnd(_ kinds: Set<ElementReads.Check.Kind>, isChecked: Bool) -> Hazard.Kind? {
    if kinds == [.below] { return .halfBound }
    return isChecked && kinds.allSatisfy(\.isNoUpperEnd) ? .openBound : nil
  }
}

extension ElementReads.Check.Kind {
  /// Whether an index may be as large as it likes where this is all that is known.
  fileprivate var isNoUpperEnd: Bool {
    switch self {
    case .notNegative, .atLeast: true
    case .below, .notAbove, .other, .perhaps: false
    }
  }
}
