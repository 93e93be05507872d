import SwiftFacts

extension Program {
  /// Numbers that `??` puts in the place of an element that was looked for and not found, used as an index where
  /// nothing asks whether the list has any.
  ///
  /// Where nothing is found, the element of that number is not the one that was meant, and an empty list has none.
  public func fallbackIndices(threads: Int) -> [Hazard] {
    let finders = knowledge[.findsIndex].names.union(knowledge.absences.keys)
    let names = finders.union(namesAnsweredWithFallback(finders))
    return foundByFile(.fallbackIndices, given: Ground(names), threads: threads, state: { $0 }) {
      program, inference, file in
      program.functions(mentioning: names, in: file).flatMap { program.fallbackIndices(in: $0, inference) }
    }
  }

  private func fallbackIndices(in function: FunctionID, _ inference: Inference) -> [Hazard] {
    let body = Body(function, in: self)
    let frame = Frame(function, in: self)
    let code = body.code
    var found: [(place: ExpressionID, list: ExpressionID, index: ExpressionID, origin: FallbackIndex)] = []
    for id in body.expressions {
      guard let use = use(of: id, in: frame, inference), let origin = fallback(use.index, in: body, frame, inference)
      else { continue }
      found.append((id, use.list, use.index, origin))
    }
    guard !found.isEmpty, let passed = passedTests(at: Set(found.map(\.place)), in: function) else { return [] }
    return found.compactMap { one in
      let list = code.plainSpelling(of: one.list)
      // Whoever has asked the list, or the number, has thought of it.
      guard let tests = passed[one.place],
        !tests.contains(where: {
          code.mentions(list, in: $0.value) || code.mentions(code.plainSpelling(of: one.index), in: $0.value)
            || code.mentions(one.origin.searched, in: $0.value)
        }), !isFilled(one.list, in: frame)
      else { return nil }
      return Hazard(
        kind: .fallbackIndex, span: body.span(of: one.index), name: code.plainSpelling(of: one.place),
        other: list, owner: one.origin.standIn, evidence: [one.origin.span], essence: one.origin.essence)
    }
  }

  private struct FallbackIndex {
    var span: SourceSpan
    /// What is asked first, and what stands in, as they are spelled.
    var searched: String
    var standIn: String
    var essence: String

    init(_ value: ExpressionID, search: ExpressionID, standIn: ExpressionID, in body: Body) {
      span = body.span(of: value)
      searched = body.code.plainSpelling(of: search)
      self.standIn = body.code.spelling(of: standIn)
      essence = body.code.callee(of: search)?.text ?? body.code.memberName(search)
    }
  }

  /// The names of properties and methods that mention what finds an index: who asks them need not.
  private func namesAnsweredWithFallback(_ finders: Set<Symbol>) -> Set<Symbol> {
    Set(
      functions(mentioning: finders).filter { function in
        let declaration = declaration(of: function)
        let code = self[file(of: function)].facts.code
        guard declaration.results.count > 0, declaration.results.count < 3 else { return false }
        return code[declaration.results].allSatisfy { result in
          switch code[result] {
          case .choice, .call, .member, .local, .literal: true
          default: false
          }
        }
      }.map { declaration(of: $0).name })
  }

  /// The list and the index where an expression takes, replaces or removes an element by its number.
  private func use(
    of id: ExpressionID, in frame: Frame, _ inference: Inference
  ) -> (list: ExpressionID, index: ExpressionID)? {
    let code = frame.facts.code
    switch code[id] {
    case .subscripted(let base, let list):
      guard list.count == 1, let argument = code[list].first, argument.label == nil else { return nil }
      switch inference.type(of: base, in: frame) {
      case .array: return (base, argument.value)
      case .nominal(let type, _): return asksPlainly(type) ? (base, argument.value) : nil
      default: return nil
      }
    case .call(let callee, let list):
      guard case .member(let base, let name) = code[callee] else { return nil }
      if list.count == 1, let argument = code[list].first, let label = argument.label,
        knowledge[.takesIndex][name].contains(where: { $0.argument == label }),
        case .array = inference.type(of: base, in: frame)
      {
        return (base, argument.value)
      }
      // A method of the program's own that goes on to do so.
      guard case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1,
        let taken = numberTaken(by: targets[0]), let match = declaration(of: targets[0]).match(code[list])
      else { return nil }
      return zip(code[list], match).first { $0.1 == taken }.map { (base, $0.0.value) }
    default: return nil
    }
  }

  /// The parameter by which a method of a list, or of what has one, takes an element with no look at anything.
  private func numberTaken(by function: FunctionID) -> Int? {
    let declaration = declaration(of: function)
    guard declaration.kind == .function, declaration.hasBody, !declaration.isStatic, declaration.parameters.count < 4
    else { return nil }
    let elements = ElementReads(of: function, in: self)
    guard !elements.reads.isEmpty, let checks = elements.checks() else { return nil }
    let inference = Inference(program: self)
    let frame = Frame(function, in: self)
    return declaration.parameters.firstIndex { parameter in
      elements.reads.contains { read in
        guard elements.code[read.index] == .local(parameter.local), checks[read.place]?.isEmpty == true else {
          return false
        }
        if case .local(let own) = elements.code[read.base], elements.code.isSelf(own) {
          return frame.context.map { knowledge[.indexedByInteger].contains(self[$0].name) } ?? false
        }
        guard elements.code.ownProperty(read.base) != nil, case .array = inference.type(of: read.base, in: frame) else {
          return false
        }
        return true
      }
    }
  }

  /// Whether the one subscript of a type takes an element of a list by the number it is given, and looks at nothing.
  private func asksPlainly(_ type: NominalID) -> Bool {
    let subscripts = functions(of: type).filter { function in
      declaration(of: function).kind == .subscript && declaration(of: function).parameters.count == 1
    }
    guard subscripts.count == 1, let only = subscripts.first, let parameter = declaration(of: only).parameters.first
    else { return false }
    let elements = ElementReads(of: only, in: self)
    guard let checks = elements.checks() else { return false }
    return elements.reads.contains {
      elements.code[$0.index] == .local(parameter.local) && checks[$0.place]?.isEmpty == true
    }
  }

  /// What stands in for an index that was looked for: of a local that is set once, or of a part of it.
  private func fallback(
    _ index: ExpressionID, in body: Body, _ frame: Frame, _ inference: Inference, depth: Int = 0
  ) -> FallbackIndex? {
    let code = body.code
    switch code[index] {
    case .local(let local):
      guard case .variable(let isLet) = code[local].kind else { return nil }
      let given = values(givenTo: local, in: body)
      if isLet, given.count == 1 { return fallback(given[0], in: body, frame, inference, depth: depth) }
      return pair(of: given, for: index, in: body)
    // The row of an index path.
    case .member(let base, _) where answer(to: index, in: frame, inference) == nil:
      if case .local = code[base] { return fallback(base, in: body, frame, inference, depth: depth) }
      return answered(base, in: frame, inference, depth)
    // A property that is worked out, or a method that is asked for it.
    case .name, .member: return answered(index, in: frame, inference, depth)
    case .choice(let list):
      let parts = Array(code[list])
      guard parts.count == 2, isSearch(parts[0], code), isFixed(parts[1], code) else { return nil }
      return FallbackIndex(index, search: parts[0], standIn: parts[1], in: body)
    // `max(table.selectedRow, 0)`: the first row where none is selected.
    case .call(let callee, let list):
      guard case .name(let name, _) = code[callee], knowledge[.greatest].contains(name), list.count == 2 else {
        return answered(index, in: frame, inference, depth)
      }
      let parts = code[list].map(\.value)
      guard let search = parts.first(where: { answersBelowZero($0, in: frame, inference) }),
        let standIn = parts.first(where: { $0 != search }), isFixed(standIn, code)
      else { return nil }
      return FallbackIndex(index, search: search, standIn: standIn, in: body)
    default: return nil
    }
  }

  /// All that a local is given: where it is declared, and anywhere else in the body.
  private func values(givenTo local: LocalID, in body: Body) -> [ExpressionID] {
    let later = body.expressions.compactMap { id -> ExpressionID? in
      guard case .assign(let target, let value) = body.code[id], body.code[target] == .local(local) else { return nil }
      return value
    }
    return (body.code[local].initializer.map { [$0] } ?? []) + later
  }

  /// What stands in, where of two values one is where something was found, and the other a number:
  /// `if let found = list.firstIndex(of: x) { index = found } else { index = 0 }`.
  private func pair(of values: [ExpressionID], for index: ExpressionID, in body: Body) -> FallbackIndex? {
    let code = body.code
    guard values.count == 2, let standIn = values.first(where: { isFixed($0, code) }),
      let found = values.first(where: { $0 != standIn }), case .local(let local) = code[found],
      case .variable(isLet: true) = code[local].kind, let search = code[local].initializer, isSearch(search, code)
    else { return nil }
    return FallbackIndex(index, search: search, standIn: standIn, in: body)
  }

  /// What stands in where a property or a method of the program is asked for an index.
  private func answered(
    _ id: ExpressionID, in frame: Frame, _ inference: Inference, _ depth: Int
  ) -> FallbackIndex? {
    // One that asks the next: what asks itself in the end has no answer.
    guard depth < 3, let function = answer(to: id, in: frame, inference), function != frame.function else { return nil }
    let (inner, body) = (Frame(function, in: self), Body(function, in: self))
    let results = Array(inner.facts.code[inner.declaration.results])
    return results.count == 1
      ? fallback(results[0], in: body, inner, inference, depth: depth + 1)
      : pair(of: results, for: results[0], in: body)
  }

  /// The getter or the method of the program that answers where a property is read, or something is called.
  private func answer(to id: ExpressionID, in frame: Frame, _ inference: Inference) -> FunctionID? {
    let code = frame.facts.code
    let found: FunctionID?
    switch code[id] {
    case .call:
      guard case .functions(let functions) = inference.target(of: id, in: frame).kind, functions.count == 1 else {
        return nil
      }
      found = functions[0]
    case .name(let name, .some):
      found = frame.context.flatMap { getter(of: name, in: $0) }
    case .member(let base, let name):
      found = inference.type(of: base, in: frame).nominal.flatMap { getter(of: name, in: $0) }
    default: return nil
    }
    guard let found, declaration(of: found).hasBody, declaration(of: found).kind != .initializer else { return nil }
    return found
  }

  private func getter(of name: Symbol, in type: NominalID) -> FunctionID? {
    guard let property = property(named: name, of: type), let getter = declaration(of: property).getter else {
      return nil
    }
    return function(getter, in: file(of: property))
  }

  /// Whether an expression answers with where something is, or with a number below zero.
  private func answersBelowZero(_ id: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    let sentinel: Symbol? =
      switch code[id] {
      case .member(let base, let name): absence(name, of: base, labels: nil, in: frame, inference)
      case .call(let callee, let list):
        if case .member(let base, let name) = code[callee] {
          absence(name, of: base, labels: code[list].map { $0.label ?? Names.wildcard }, in: frame, inference)
        } else {
          nil
        }
      default: nil
      }
    return sentinel.flatMap { Int($0.text) }.map { $0 < 0 } ?? false
  }

  /// Whether an expression answers with where an element is, or with `nil`.
  private func isSearch(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .call: code.callee(of: id).map(knowledge[.findsIndex].contains) ?? false
    case .member(let base, let name):
      // `indexPathsForSelectedItems?.first?.item`
      knowledge[.findsIndex].contains(name)
        || (knowledge[.firstElement].contains(name) || code.marks(of: base).contains(.chained)) && isSearch(base, code)
    default: false
    }
  }

  /// Whether an expression is a number, the first index of a list, or made of such.
  private func isFixed(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .literal(.number(let digits)): Int(digits.text) != nil
    case .call(_, let list): list.count > 0 && code[list].allSatisfy { isFixed($0.value, code) }
    case .member(_, Words.startIndex), .name(Words.startIndex, .some): true
    default: false
    }
  }

  /// Whether a list is a constant that is written out with elements in it.
  private func isFilled(_ list: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    switch code[list] {
    case .local(let local):
      guard let value = code[local].initializer, case .array(let parts) = code[value] else { return false }
      return parts.count > 0
    case .name(let name, _), .member(_, let name):
      if knowledge[.listsCases].contains(name) { return true }
      guard let type = frame.context, let property = property(named: name, of: type),
        declaration(of: property).isLet, declaration(of: property).initialValue != nil
      else { return false }
      // An object stays the same, and what it holds does not.
      return isReference(Inference(program: self).type(of: property)) != true
    default: return false
    }
  }
}

extension Code {
  /// Whether something is written in an expression, as it is or as a part.
  func mentions(_ spelling: String, in id: ExpressionID) -> Bool {
    plainSpelling(of: id) == spelling || children(of: id).contains { mentions(spelling, in: $0) }
  }
}
