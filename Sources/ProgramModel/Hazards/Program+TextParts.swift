import SwiftFacts

/// Parts of texts that are asked for by number.
extension Program {
  /// Where a text that comes from elsewhere is split, and a part of it is asked for by a number that it need not have.
  public func missingTextParts() -> [Hazard] {
    let splitters = knowledge[.splitsText].names
    var result: [Hazard] = []
    for function in functions(mentioning: splitters) {
      let body = Body(function, in: self)
      let code = body.code
      var found: [(place: ExpressionID, list: ExpressionID, split: ExpressionID)] = []
      for id in body.expressions {
        guard case .subscripted(let base, let list) = code[id], list.count == 1, let argument = code[list].first,
          argument.label == nil, case .literal(.number(let digits)) = code[argument.value],
          let index = Int(digits.text), let split = split(base, code), index > 0 || keepsNothing(split, code)
        else { continue }
        found.append((id, base, split))
      }
      guard !found.isEmpty, let passed = passedTests(at: Set(found.map(\.place)), in: function) else { continue }
      var told: Set<String> = []
      for one in found {
        guard case .call(let callee, _) = code[one.split], case .member(let text, _) = code[callee],
          isFromElsewhere(text, in: body), let tests = passed[one.place]
        else { continue }
        let (list, whole) = (code.plainSpelling(of: one.list), code.plainSpelling(of: text))
        let isAsked = tests.contains { code.mentions(list, in: $0.value) || code.mentions(whole, in: $0.value) }
        guard !isAsked, told.insert(whole).inserted else { continue }
        result.append(
          Hazard(
            kind: .missingPart, span: body.span(of: one.place), name: code.plainSpelling(of: one.place), other: whole,
            evidence: [body.span(of: one.split)], essence: code.callee(of: one.split)?.text ?? ""))
      }
    }
    return result
  }

  /// The call that splits a text, where a list is what it answers with, or that with each element made into another.
  private func split(_ list: ExpressionID, _ code: Code, _ depth: Int = 0) -> ExpressionID? {
    guard depth < 6 else { return nil }
    switch code[list] {
    case .local(let local):
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer else { return nil }
      return split(value, code, depth + 1)
    case .call(let callee, let arguments):
      guard case .member(let base, let name) = code[callee] else { return nil }
      let labels = code[arguments].map { $0.label ?? Names.wildcard }
      if knowledge[.splitsText][name].contains(where: { $0.labels == nil || $0.labels == labels }) { return list }
      return knowledge[.mapsElements].contains(name) && arguments.count == 1 ? split(base, code, depth + 1) : nil
    default: return nil
    }
  }

  /// Whether an empty text has no part at all.
  private func keepsNothing(_ split: ExpressionID, _ code: Code) -> Bool {
    guard case .call(_, let list) = code[split], let name = code.callee(of: split) else { return false }
    let labels = code[list].map { $0.label ?? Names.wildcard }
    return knowledge[.leavesOutEmpty][name].contains { $0.labels == labels }
  }

  /// Whether a function is given a text by whoever calls it.
  private func isFromElsewhere(_ id: ExpressionID, in body: Body) -> Bool {
    let code = body.code
    switch code[id] {
    case .local(let local):
      switch code[local].kind {
      case .parameter: return true
      // Each of the texts that it is given.
      case .closureParameter:
        return code.goneThrough(by: local, knowledge).map { isFromElsewhere($0, in: body) } ?? false
      default: return code[local].initializer.map { isFromElsewhere($0, in: body) } ?? false
      }
    // What is left of it without spaces, or in small letters.
    case .call(let callee, _):
      guard case .member(let base, let name) = code[callee], knowledge[.answersInKind].contains(name) else {
        return false
      }
      return isFromElsewhere(base, in: body)
    case .element(let list): return isFromElsewhere(list, in: body)
    default: return false
    }
  }
}
