import SwiftFacts

/// Addresses that are opened by what takes those of the web alone.
extension Program {
  /// Where an address that others have written goes, with no look at its scheme, to what ends the program for any but
  /// the web's.
  public func uncheckedAddresses() -> [Hazard] {
    let names = knowledge[.wantsWebAddress].calledNames
    guard !names.isEmpty else { return [] }
    let inference = Inference(program: self)
    let callers = functions(mentioning: names)
    let askers = callers.isEmpty ? [] : namesThatAskForSchemes()
    var result: [Hazard] = []
    for function in callers {
      let body = Body(function, in: self)
      let code = body.code
      guard !asksForScheme(function, or: askers) else { continue }
      let frame = Frame(function, in: self)
      for id in body.expressions {
        guard case .call(_, let list) = code[id], let name = code.callee(of: id),
          let row = knowledge[.wantsWebAddress].rows(calling: name).first,
          let address = code[list].first(where: { $0.label == row.argument })?.value,
          let origin = foreignAddress(address, frame, inference)
        else { continue }
        result.append(
          Hazard(
            kind: .anyAddress, span: body.span(of: id), name: code.plainSpelling(of: address),
            other: code.plainSpelling(of: origin), owner: name.text, evidence: [body.span(of: origin)],
            essence: name.text))
      }
    }
    return result
  }

  /// What the program calls its own functions and properties that look at a scheme and say yes or no, and those that
  /// use one of them.
  private func namesThatAskForSchemes() -> Set<Symbol> {
    var result: Set<Symbol> = []
    for _ in 0..<2 {
      for function in functions(mentioning: knowledge[.tellsScheme].names.union(result))
      where asksForScheme(function, or: result) {
        let code = self[file(of: function)].facts.code
        let (name, answer): (Symbol, TypeID?)
        if case .getter(let index) = declaration(of: function).kind {
          let property = declaration(of: property(index, in: file(of: function)))
          (name, answer) = (property.name, property.type)
        } else {
          (name, answer) = (declaration(of: function).name, declaration(of: function).result)
        }
        if let answer, case .named(Words.Bool, _) = code[answer] { result.insert(name) }
      }
    }
    return result
  }

  private func asksForScheme(_ function: FunctionID, or askers: Set<Symbol>) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .name(let name, _), .member(_, let name): knowledge[.tellsScheme].contains(name) || askers.contains(name)
      default: false
      }
    }
  }

  /// What others have written, where an address is made of it or is a part of it: a text that a function is given, a
  /// property of what is decoded.
  private func foreignAddress(
    _ id: ExpressionID, _ frame: Frame, _ inference: Inference, _ depth: Int = 0
  ) -> ExpressionID? {
    let code = frame.facts.code
    guard depth < 6 else { return nil }
    switch code[id] {
    case .local(let local):
      // What an optional hands on to a closure of its own.
      if case .closureParameter(let closure, 0) = code[local].kind, let call = code[closure].call,
        case .call(let callee, _) = code[call], case .member(let base, let name) = code[callee],
        knowledge[.mapsElements].contains(name)
      {
        return foreignAddress(base, frame, inference, depth + 1)
      }
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer else { return nil }
      return foreignAddress(value, frame, inference, depth + 1)
    case .call(let callee, let list):
      // `link.flatMap { URL(string: $0) }`
      if case .member(_, let name) = code[callee], knowledge[.mapsElements].contains(name), list.count == 1,
        let made = code[list].first?.value, case .closure(let closure) = code[made]
      {
        let results = code[code[closure].results]
        guard results.count == 1, let result = results.first else { return nil }
        return foreignAddress(result, frame, inference, depth + 1)
      }
      // An address that is made of a text.
      let labels = code[list].map { $0.label ?? Names.wildcard }
      guard let name = code.callee(of: id), list.count == 1, let text = code[list].first?.value,
        knowledge[.mayAnswerNothing].rows(calling: name).contains(where: { $0.labels == labels })
      else { return nil }
      if case .local(let local) = code[text], case .parameter = code[local].kind { return text }
      return foreignAddress(text, frame, inference, depth + 1)
    case .member(let base, let name):
      guard let type = inference.type(of: base, in: frame).nominal, let property = property(named: name, of: type),
        isForeign(property, of: type, inference, depth)
      else { return nil }
      return id
    case .name(let name, .some):
      guard let type = frame.context, let property = property(named: name, of: type),
        isForeign(property, of: type, inference, depth)
      else { return nil }
      return id
    default: return nil
    }
  }

  /// Whether a property is decoded, or is made of one that is, without a look at a scheme.
  private func isForeign(_ property: PropertyID, of type: NominalID, _ inference: Inference, _ depth: Int) -> Bool {
    let declaration = declaration(of: property)
    if declaration.isStored { return isDecoded(type) }
    guard let getter = declaration.getter.map({ function($0, in: file(of: property)) }) else { return false }
    let frame = Frame(getter, in: self)
    let results = frame.facts.code[frame.declaration.results]
    guard results.count == 1, let result = results.first, !asksForScheme(getter, or: []) else { return false }
    return foreignAddress(result, frame, inference, depth + 1) != nil
  }

  private func isDecoded(_ type: NominalID) -> Bool {
    lineage(of: type).contains { ancestor in
      self[ancestor].foreignSupertypes.contains(where: knowledge[.decodable].contains)
        || knowledge[.decodable].contains(self[ancestor].name)
    }
  }
}
