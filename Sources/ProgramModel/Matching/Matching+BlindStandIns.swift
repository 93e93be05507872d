import SwiftFacts

/// New tests that ask a stand-in whether it was called, where another one notes with what.
extension Matching {
  /// The tests that a change adds and that claim nothing but what a stand-in sets whatever it is given; one for each.
  func blindStandIns() -> [Alteration] {
    changedFiles.sorted().filter(after.isTest).flatMap { file in
      after[file].facts.functions.indices.compactMap { at -> Alteration? in
        let test = after.function(FunctionIndex(index: Int32(at)), in: file)
        guard functions[test] == nil, after.isTestCase(test), case let claims = after.claims(in: test),
          let first = claims.first
        else { return nil }
        let frame = Frame(test, in: after)
        let code = frame.facts.code
        let inference = Inference(program: after)
        var found: BlindMethod?
        for claim in claims {
          guard let flag = claim.claim.flag(in: code), case .member(let base, let name) = code[flag],
            let standIn = inference.type(of: base, in: frame).nominal, after.isTest(standIn),
            let blind = after.blindMethod(setting: name, of: standIn)
          else { return nil }
          found = found ?? blind
        }
        guard let found, let witness = noting(found) else { return nil }
        return Alteration(
          kind: .blindStandIn, span: after.span(of: test), name: after.name(of: test),
          before: code.spelling(of: first.expression), after: after.name(of: witness),
          affected: [after.name(of: found.method)], evidence: [after.span(of: found.method), after.span(of: witness)])
      }
    }
  }

  /// Another stand-in's method for the same requirement that was there before the change and looks at what it is given.
  private func noting(_ blind: BlindMethod) -> FunctionID? {
    for kind in after.descendants[blind.protocol] ?? [] where kind != blind.type && after.isTest(kind) {
      for method in after.functions(of: kind)
      where after.declaration(of: method).name == after.declaration(of: blind.method).name && functions[method] != nil {
        if after.looksAtParameters(method) { return method }
      }
    }
    return nil
  }
}

private struct BlindMethod {
  var method: FunctionID
  var type: NominalID
  var `protocol`: NominalID
}

extension Program {
  /// The one method of a stand-in that sets a property, and looks at nothing of what it is given, where a protocol of
  /// the program asks for it.
  fileprivate func blindMethod(setting name: Symbol, of type: NominalID) -> BlindMethod? {
    let setters = functions(of: type).filter { function in
      declaration(of: function).kind == .function && sets(name, in: function)
    }
    guard setters.count == 1, let method = setters.first, !declaration(of: method).parameters.isEmpty,
      !looksAtParameters(method)
    else { return nil }
    let asks = lineage(of: type).first { ancestor in
      self[ancestor].kind == .protocol && !(self[ancestor].functions[declaration(of: method).name] ?? []).isEmpty
    }
    return asks.map { BlindMethod(method: method, type: type, protocol: $0) }
  }

  fileprivate func looksAtParameters(_ function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    let given = Set(declaration(of: function).parameters.map(\.local))
    return expressions(of: function).contains { index in
      if case .local(let local) = code.expressions[index] { given.contains(local) } else { false }
    }
  }

  private func sets(_ name: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .assign(let target, _), .mutate(let target, _): code.ownProperty(target) == name
      default: false
      }
    }
  }
}
