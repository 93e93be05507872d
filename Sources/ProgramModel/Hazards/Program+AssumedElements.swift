import SwiftFacts

/// Elements of a list that are asked for by plain numbers, however many there are.
extension Program {
  /// Where several elements of a list are asked for by plain numbers: one of as many values as others have handed over,
  /// and nobody asks how many these are.
  public func assumedElements() -> [Hazard] {
    let inference = Inference(program: self)
    var fillings: [PropertyID: Bool] = [:]
    return productionFunctions.flatMap { function -> [Hazard] in
      let plain = plainlyNumbered(in: function)
      guard !plain.isEmpty else { return [] }
      let elements = ElementReads(of: function, in: self)
      guard let checks = elements.checks() else { return [] }
      let lists = Dictionary(grouping: elements.reads.filter { plain.contains($0.list) }, by: \.list)
      let frame = Frame(function, in: self)
      let body = Body(function, in: self)
      return lists.sorted { $0.key < $1.key }.compactMap { list, reads -> Hazard? in
        // The one that needs the most elements, and of these the first.
        guard let most = reads.map({ number($0.index, elements.code) }).max(),
          let last = reads.first(where: { number($0.index, elements.code) == most }),
          reads.allSatisfy({ checks[$0.place]?.isEmpty == true }),
          !elements.isAskedOtherwise(elements.origin(of: last.base))
        else { return nil }
        if isHandedAnyNumber(last.base, of: frame, inference) {
          return Hazard(
            kind: .assumedElement, span: body.span(of: last.place), name: last.text, other: last.list,
            owner: declaration(of: function).name.text, essence: last.list)
        }
        guard let property = listProperty(last.base, in: frame, inference), !isCountAsked(property, around: function)
        else { return nil }
        let isFilled = fillings[property] ?? isFilledFromOutside(property, inference)
        fillings[property] = isFilled
        guard isFilled else { return nil }
        return Hazard(
          kind: .assumedElement, span: body.span(of: last.place), name: last.text,
          other: elements.origin(of: last.base), owner: name(of: property), evidence: [span(of: property)],
          essence: declaration(of: property).name.text)
      }
    }
  }

  /// The lists, as they are spelled, of which a function asks for two elements or more by plain numbers.
  private func plainlyNumbered(in function: FunctionID) -> Set<String> {
    let code = self[file(of: function)].facts.code
    var asked: [String: Set<Int>] = [:]
    for index in expressions(of: function) {
      guard case .subscripted(let base, let list) = code.expressions[index], list.count == 1,
        let argument = code[list].first, argument.label == nil, case let number = number(argument.value, code),
        number >= 0
      else { continue }
      asked[code.plainSpelling(of: base), default: []].insert(number)
    }
    return Set(asked.filter { $0.value.count > 1 && $0.value.contains(0) }.keys)
  }

  private func number(_ id: ExpressionID, _ code: Code) -> Int {
    guard case .literal(.number(let digits)) = code[id] else { return -1 }
    return Int(digits.text) ?? -1
  }

  /// Whether a list is a parameter of a private function, and all who call it hand it what they had to wait for and
  /// have not counted.
  private func isHandedAnyNumber(_ list: ExpressionID, of frame: Frame, _ inference: Inference) -> Bool {
    let declaration = frame.declaration
    guard case .local(let local) = frame.facts.code[list], declaration.isPrivate,
      let position = declaration.parameters.firstIndex(where: { $0.local == local }),
      isListOfOwn(inference.type(of: list, in: frame))
    else { return false }
    var isCalled = false
    for caller in functions(mentioning: [declaration.name]) {
      let code = self[file(of: caller)].facts.code
      for index in expressions(of: caller) {
        let id = ExpressionID(index: Int32(index))
        guard case .call(_, let list) = code[id], code.callee(of: id) == declaration.name,
          let match = declaration.match(code[list]),
          let given = zip(match, code[list]).first(where: { $0.0 == position })?.1.value
        else { continue }
        guard isUncounted(given, in: caller) else { return false }
        isCalled = true
      }
    }
    return isCalled
  }

  /// Whether a value is a local that holds what was waited for, of which nobody has asked how much it is.
  private func isUncounted(_ given: ExpressionID, in function: FunctionID) -> Bool {
    let body = Body(function, in: self)
    guard case .local(let local) = body.code[given], case .variable(isLet: true) = body.code[local].kind,
      let value = body.code[local].initializer
    else { return false }
    let isAwaited = body.statements.contains {
      body.code.statement($0).kind == .awaiting && body.code.expressions(in: $0).contains(value.index)
    }
    return isAwaited && !ElementReads(of: function, in: self).isAskedOtherwise(body.code.plainSpelling(of: value))
  }

  /// Whether a type is a list of values of the program's own, and of no views.
  private func isListOfOwn(_ type: Type) -> Bool {
    guard case .array(let element) = type, let nominal = element.nominal else { return false }
    switch self[nominal].kind {
    case .struct, .enum, .class: return !isView(nominal)
    default: return false
    }
  }

  /// The stored property whose elements a list has, in whatever order.
  private func listProperty(
    _ list: ExpressionID, in frame: Frame, _ inference: Inference, depth: Int = 0
  ) -> PropertyID? {
    guard depth < 6 else { return nil }
    let code = frame.facts.code
    func inner(_ id: ExpressionID) -> PropertyID? { listProperty(id, in: frame, inference, depth: depth + 1) }
    switch code[list] {
    case .local(let local):
      guard case .variable(isLet: true) = code[local].kind else { return nil }
      return code[local].initializer.flatMap(inner)
    case .call(let callee, _):
      if case .functions(let targets) = inference.target(of: list, in: frame).kind {
        return targets.count == 1 ? listProperty(answeredBy: targets[0], inference, depth + 1) : nil
      }
      guard case .member(let base, let name) = code[callee],
        knowledge[.keepsCount].contains(name) || knowledge[.keepsElements].contains(name)
      else { return nil }
      return inner(base)
    case .name, .member:
      guard let property = Presence(frame: frame, inference: inference).property(list) else { return nil }
      let declaration = declaration(of: property)
      if declaration.isStored { return property }
      guard let getter = declaration.getter else { return nil }
      return listProperty(answeredBy: self.function(getter, in: file(of: property)), inference, depth + 1)
    default: return nil
    }
  }

  private func listProperty(answeredBy function: FunctionID, _ inference: Inference, _ depth: Int) -> PropertyID? {
    let frame = Frame(function, in: self)
    return frame.onlyAnswer.flatMap { listProperty($0, in: frame, inference, depth: depth) }
  }

  /// Whether a type asks somewhere how many elements a property of that name has, or whoever calls a function does.
  private func isCountAsked(_ property: PropertyID, around asking: FunctionID) -> Bool {
    let name = declaration(of: property).name
    let callers = Set(functions(mentioning: [declaration(of: asking).name]))
    return functions(mentioning: [name]).contains { function in
      guard owner(of: function) == owner(of: asking) || callers.contains(function) else { return false }
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        guard case .member(let base, let asked) = code.expressions[index],
          knowledge[.counts].contains(asked) || knowledge[.tellsEmptiness].contains(asked)
        else { return false }
        return code.accessPath(base)?.members.last == name || code.ownProperty(base) == name
      }
    }
  }

  /// Whether all that a list holds, or what is added to it, is handed over by others: values of the program's own, of
  /// which there may be any number.
  private func isFilledFromOutside(_ property: PropertyID, _ inference: Inference) -> Bool {
    guard isListOfOwn(inference.type(of: property)), let owner = owner(of: property) else { return false }
    let declaration = declaration(of: property)
    if declaration.initialValue != nil {
      guard let (value, code) = firstValue(of: property), case .array(let list) = code[value], code[list].isEmpty
      else { return false }
    }
    var isFilled = false
    for function in functions(mentioning: [declaration.name]) {
      let code = self[file(of: function)].facts.code
      let frame = Frame(function, in: self)
      let presence = Presence(frame: frame, inference: inference)
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .assign(let target, let value), .mutate(let target, let value):
          guard presence.property(target) == property else { continue }
          guard isGiven(value, code) else { return false }
          isFilled = true
        case .call(let callee, let list):
          guard case .member(let base, let name) = code[callee], knowledge[.addsElement].contains(name),
            let value = code[list].first?.value, presence.property(base) == property
          else { continue }
          guard isGiven(value, code) else { return false }
          isFilled = true
        default: continue
        }
      }
    }
    // What is made of a literal has as many as that.
    return isFilled
      && !isMade(owner, giving: declaration.name) { value, code in
        if case .array(let elements) = code[value] { !code[elements].isEmpty } else { false }
      }
  }

  /// Whether a value is what a function, or a closure, was called with.
  private func isGiven(_ value: ExpressionID, _ code: Code) -> Bool {
    guard case .local(let local) = code[value] else { return false }
    switch code[local].kind {
    case .parameter, .closureParameter: return true
    default: return false
    }
  }
}
