import SwiftFacts

/// Addresses whose scheme was looked at before a change, and goes unseen since.
extension Matching {
  /// Where a function asked an address for its scheme, or had the system open it, whatever it is; nobody in the changed
  /// files does any more, and the address goes to what takes those of the web alone: at once, or as a part of what is
  /// made with it.
  public func lostSchemeChecks() -> [Alteration] {
    guard !changedFiles.contains(where: { after.asksForScheme(in: $0) }) else { return [] }
    return functions.sorted { $0.key < $1.key }.compactMap { function, old -> Alteration? in
      guard changedFiles.contains(after.file(of: function)), !after.isTest(after.file(of: function)) else { return nil }
      let (was, now) = (Body(old, in: before), Body(function, in: after))
      for id in was.expressions {
        guard let address = addressCared(for: id, in: was), case let spelled = was.code.plainSpelling(of: address),
          !now.expressions.contains(where: { after.opened(by: $0, in: now).map(now.code.plainSpelling) == spelled })
        else { continue }
        guard let (use, opener) = after.opener(of: spelled, in: now) else { continue }
        return Alteration(
          kind: .lostSchemeCheck, span: now.span(of: use), name: spelled, before: spelling(of: id, in: was.code),
          after: opener.callee.text, affected: [after.name(of: opener.function)], evidence: [opener.span])
      }
      return lostInAnswer(of: function, was, now)
    }
  }

  /// A function, or a getter, that answered with an address of a scheme that it had looked at, and does so no more,
  /// where its answer is opened.
  private func lostInAnswer(of function: FunctionID, _ was: Body, _ now: Body) -> Alteration? {
    guard
      let asked = was.expressions.first(where: { id in
        guard case .member(_, let name) = was.code[id] else { return false }
        return before.knowledge[.tellsScheme].contains(name)
      }), let opener = after.opener(ofAnswerOf: function)
    else { return nil }
    return Alteration(
      kind: .lostSchemeCheck, span: after.span(of: function), name: after.declaration(of: function).name.text,
      before: spelling(of: asked, in: was.code), after: opener.callee.text, affected: [after.name(of: opener.function)],
      evidence: [opener.span])
  }

  /// The address that an expression asks for its scheme, or has the system open.
  private func addressCared(for id: ExpressionID, in body: Body) -> ExpressionID? {
    if case .member(let address, let name) = body.code[id], before.knowledge[.tellsScheme].contains(name) {
      return address
    }
    return before.opened(by: id, in: body)
  }

  private func spelling(of id: ExpressionID, in code: Code) -> String {
    if case .call(let callee, _) = code[id] { code.plainSpelling(of: callee) } else { code.plainSpelling(of: id) }
  }
}

private struct AddressOpener {
  var function: FunctionID
  var callee: Symbol
  var span: SourceSpan
}

extension Program {
  /// The address that a call has the system open: by whatever is there for its scheme.
  fileprivate func opened(by id: ExpressionID, in body: Body) -> ExpressionID? {
    guard case .call(let callee, let list) = body.code[id], let name = body.code.calledName(callee),
      case let rows = knowledge[.opensAnyAddress][name], !rows.isEmpty, let first = body.code[list].first
    else { return nil }
    guard case .member(let base, _) = body.code[callee] else {
      return rows.contains { $0.type == nil } ? first.value : nil
    }
    let type = Inference(program: self).type(of: base, in: Frame(body.function, in: self)).nominal
    let isSystem = rows.contains { row in
      guard let type, let system = row.type else { return false }
      return inherits(type, from: system)
    }
    return isSystem ? first.value : nil
  }

  /// Whether a file asks an address what its scheme is; whether it has any is another question.
  fileprivate func asksForScheme(in file: FileID) -> Bool {
    let code = self[file].facts.code
    func isScheme(_ id: ExpressionID) -> Bool {
      if case .member(_, let name) = code[id] { knowledge[.tellsScheme].contains(name) } else { false }
    }
    let all = code.expressions.indices.map { ExpressionID(index: Int32($0)) }
    let presence = all.reduce(into: Set<ExpressionID>()) { known, id in
      guard case .operation(_, let parts) = code[id], code[parts].contains(where: { code[$0] == .literal(.null) })
      else { return }
      known.formUnion(code[parts].filter(isScheme))
    }
    return all.contains { isScheme($0) && !presence.contains($0) }
  }

  /// What opens the address that a function or a getter answers with.
  fileprivate func opener(ofAnswerOf function: FunctionID) -> AddressOpener? {
    let names = knowledge[.wantsWebAddress].calledNames
    let inference = Inference(program: self)
    let property: PropertyID? =
      if case .getter(let index) = declaration(of: function).kind { self.property(index, in: file(of: function)) } else
      {
        nil
      }
    for other in functions(mentioning: names) where !isTest(file(of: other)) {
      let body = Body(other, in: self)
      let frame = Frame(other, in: self)
      let presence = Presence(frame: frame, inference: inference)
      for id in body.expressions {
        guard case .call(_, let list) = body.code[id], let opener = body.code.callee(of: id), names.contains(opener),
          var address = body.code[list].first?.value
        else { continue }
        if case .local(let local) = body.code[address], let value = body.code[local].initializer { address = value }
        let isAnswer: Bool
        if let property {
          isAnswer = presence.property(address) == property
        } else if case .functions(let targets) = inference.target(of: address, in: frame).kind {
          isAnswer = targets == [function]
        } else {
          isAnswer = false
        }
        if isAnswer { return AddressOpener(function: other, callee: opener, span: body.span(of: id)) }
      }
    }
    return nil
  }

  /// What opens the address that a case of an enum of the program is made with: `case .link(let url): open(url)`.
  private func opener(
    ofPayload name: Symbol, at value: ExpressionID, in list: ArgumentList, _ body: Body
  ) -> AddressOpener? {
    guard let position = body.code[list].enumerated().first(where: { $0.element.value == value })?.offset,
      declaredTypes.contains(where: { type in self[type].kind == .enum && self[type].cases[name] != nil })
    else { return nil }
    let names = knowledge[.wantsWebAddress].calledNames
    for function in functions(mentioning: names) where !isTest(file(of: function)) {
      let other = Body(function, in: self)
      for call in other.expressions {
        guard case .call(_, let arguments) = other.code[call], let opener = other.code.callee(of: call),
          names.contains(opener), let first = other.code[arguments].first,
          case .local(let local) = other.code[first.value], let origin = other.code[local].initializer,
          case .payload(_, name, index: UInt16(position)) = other.code[origin]
        else { continue }
        return AddressOpener(function: function, callee: opener, span: other.span(of: call))
      }
    }
    return nil
  }

  /// Where a body hands on an address, and what opens it in the end.
  fileprivate func opener(of address: String, in body: Body) -> (use: ExpressionID, opener: AddressOpener)? {
    let names = knowledge[.wantsWebAddress].calledNames
    let inference = Inference(program: self)
    let frame = Frame(body.function, in: self)
    for id in body.expressions {
      guard case .call(_, let list) = body.code[id], let callee = body.code.callee(of: id),
        let given = body.code[list].first(where: { body.code.plainSpelling(of: $0.value) == address })
      else { continue }
      if names.contains(callee) {
        return (given.value, AddressOpener(function: body.function, callee: callee, span: body.span(of: id)))
      }
      if let found = opener(ofPayload: callee, at: given.value, in: list, body) { return (given.value, found) }
      guard let label = given.label, let type = inference.type(of: id, in: frame).nominal,
        property(named: label, of: type) != nil
      else { continue }
      for function in functions(mentioning: names) where !isTest(file(of: function)) {
        let other = Body(function, in: self)
        let inner = Frame(function, in: self)
        for call in other.expressions {
          guard case .call(_, let arguments) = other.code[call], let opener = other.code.callee(of: call),
            names.contains(opener), let first = other.code[arguments].first,
            case .member(let base, label) = other.code[first.value], inference.type(of: base, in: inner).nominal == type
          else { continue }
          return (given.value, AddressOpener(function: function, callee: opener, span: other.span(of: call)))
        }
      }
    }
    return nil
  }
}
