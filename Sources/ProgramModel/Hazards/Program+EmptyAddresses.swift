import SwiftFacts

/// Empty texts that stand in for an address which is not there.
///
/// No address can be made of one, so that whoever was to open it leaves without a word.
extension Program {
  /// Where `?? ""` goes to what makes an address to be opened, and nothing is done where none can be made.
  public func emptyAddresses() -> [Hazard] {
    let makers = knowledge[.makesAddress].calledNames
    guard !makers.isEmpty else { return [] }
    let inference = Inference(program: self)
    var result: [Hazard] = []
    var takers: [AddressTaker: SourceSpan] = [:]
    for function in functions(mentioning: makers) where !isTest(file(of: function)) {
      let body = Body(function, in: self)
      for (text, place) in quietlyOpened(in: body, makers) {
        if let found = body.code.standsInEmpty(text) {
          result.append(hazard(found, in: body, place))
        } else if let taker = taker(text, in: body) {
          takers[taker] = body.span(of: place)
        }
      }
    }
    guard !takers.isEmpty else { return result }
    for function in productionFunctions {
      let body = Body(function, in: self)
      var frame: Frame?
      for id in body.expressions {
        guard case .call(let callee, let list) = body.code[id],
          body.code[list].contains(where: { body.code.standsInEmpty($0.value) != nil })
        else { continue }
        let here = frame ?? Frame(function, in: self)
        frame = here
        for (index, argument) in body.code[list].enumerated() {
          guard let found = body.code.standsInEmpty(argument.value),
            let place = place(takers, of: id, callee, index, here, inference)
          else { continue }
          result.append(hazard(found, in: body, nil, place))
        }
      }
    }
    return result.sorted { $0.span < $1.span }
  }

  private func hazard(
    _ found: (value: ExpressionID, text: ExpressionID), in body: Body, _ place: ExpressionID?,
    _ other: SourceSpan? = nil
  ) -> Hazard {
    let code = body.code
    let place = place.map { body.span(of: $0) } ?? other
    return Hazard(
      kind: .emptyAddress, span: body.span(of: found.text), name: code.plainSpelling(of: found.value),
      other: place.map { declarationName(at: $0.bytes.start, in: $0.file) } ?? "", evidence: [place].compactMap { $0 },
      essence: code.memberName(found.value))
  }

  /// What an address that is to be opened comes by: a parameter of a function, or what a case carries.
  private enum AddressTaker: Hashable {
    case parameter(FunctionID, Int)
    case payload(Symbol, Int)
  }

  private func taker(_ text: ExpressionID, in body: Body) -> AddressTaker? {
    guard case .local(let local) = body.code[text] else { return nil }
    if case .parameter = body.code[local].kind,
      let index = declaration(of: body.function).parameters.firstIndex(where: { $0.local == local })
    {
      return .parameter(body.function, index)
    }
    if let value = body.code[local].initializer, case .payload(_, let name, let index) = body.code[value] {
      return .payload(name, Int(index))
    }
    return nil
  }

  private func place(
    _ takers: [AddressTaker: SourceSpan], of call: ExpressionID, _ callee: ExpressionID, _ index: Int, _ frame: Frame,
    _ inference: Inference
  ) -> SourceSpan? {
    let code = frame.facts.code
    if let name = code.calledName(callee), let found = takers[.payload(name, index)] {
      switch (code[callee], inference.target(of: call, in: frame).kind) {
      case (.implicitMember, _), (_, .enumCase): return found
      default: break
      }
    }
    guard case .call(_, let list) = code[call],
      case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
      let match = declaration(of: targets[0]).match(code[list]), match.indices.contains(index)
    else { return nil }
    return takers[.parameter(targets[0], match[index])]
  }

  /// The texts of which an address is made and opened, where nothing is done if none can be made; each with where.
  private func quietlyOpened(
    in body: Body, _ makers: Set<Symbol>
  ) -> [(text: ExpressionID, place: ExpressionID)] {
    let code = body.code
    var result: [(ExpressionID, ExpressionID)] = []
    for statement in body.statements {
      let isGuard: Bool
      switch code.statement(statement).kind {
      case .guarding: isGuard = true
      case .branch: isGuard = false
      default: continue
      }
      let blocks = code.blocks(of: statement)
      guard isGuard ? blocks.last.map(code.leavesQuietly) ?? false : blocks.count == 1 else { continue }
      for condition in code.conditions(of: statement) {
        guard case .condition(.binding, let value?) = code.statement(condition).kind,
          case .call(_, let list) = code[value], let name = code.callee(of: value), makers.contains(name),
          let row = knowledge[.makesAddress].rows(calling: name).first,
          let text = code[list].first(where: { $0.label == row.argument })?.value, isOpened(value, in: body)
        else { continue }
        var origin = text
        if case .local(let local) = code[text], case .variable(isLet: true) = code[local].kind,
          let first = code[local].initializer, code.standsInEmpty(first) != nil
        {
          origin = first
        }
        result.append((origin, value))
      }
    }
    return result
  }

  /// Whether what a condition binds goes to what opens an address, by a table or by the word that it begins with.
  private func isOpened(_ value: ExpressionID, in body: Body) -> Bool {
    let code = body.code
    let declaration = declaration(of: body.function)
    let bound = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal))
      .map { LocalID(index: $0) }.first { code[$0].initializer == value }
    guard let bound else { return false }
    return body.uses(of: bound).contains { use in
      guard let call = body.parent(of: use), case .call(let callee, let list) = code[call],
        code[list].contains(where: { $0.value == use }), let name = code.calledName(callee)
      else { return false }
      return knowledge[.opensAnyAddress].contains(name) || knowledge[.wantsWebAddress].calledNames.contains(name)
        || knowledge[.opensSomething].begins(name)
    }
  }
}

extension Code {
  /// `link ?? ""`, with what is asked and the empty text.
  fileprivate func standsInEmpty(_ id: ExpressionID) -> (value: ExpressionID, text: ExpressionID)? {
    guard case .choice(let list) = self[id] else { return nil }
    let parts = Array(self[list])
    guard parts.count == 2, case .literal(.string(let text?)) = self[parts[1]], text.text.isEmpty else { return nil }
    switch self[parts[0]] {
    case .name, .member, .local, .subscripted, .call: return (parts[0], parts[1])
    default: return nil
    }
  }

  /// Whether all that a block does is to return, with nothing.
  fileprivate func leavesQuietly(_ block: Int32) -> Bool {
    expressions(in: block).isEmpty
      && lastStatement(of: block).map { statement($0).kind == .leave(.return, label: nil) } ?? false
  }
}
