import SwiftFacts

/// Addresses whose scheme was looked at before a change, and goes unseen since.
extension Matching {
  /// Where a function asked an address for its scheme, nobody in the changed files does any more, and the address still
  /// goes to what takes those of the web alone: at once, or as a part of what is made with it.
  public func lostSchemeChecks() -> [Alteration] {
    guard !changedFiles.contains(where: { after.asksForScheme(in: $0) }) else { return [] }
    return functions.sorted { $0.key < $1.key }.compactMap { function, old -> Alteration? in
      guard changedFiles.contains(after.file(of: function)), !after.isTest(after.file(of: function)) else { return nil }
      let (was, now) = (Body(old, in: before), Body(function, in: after))
      for id in was.expressions {
        guard case .member(let address, let name) = was.code[id], before.knowledge[.tellsScheme].contains(name) else {
          continue
        }
        let spelled = was.code.plainSpelling(of: address)
        guard let (use, opener) = after.opener(of: spelled, in: now) else { continue }
        return Alteration(
          kind: .lostSchemeCheck, span: now.span(of: use), name: spelled, before: was.code.plainSpelling(of: id),
          after: opener.callee.text, affected: [after.name(of: opener.function)], evidence: [opener.span])
      }
      return nil
    }
  }
}

private struct AddressOpener {
  var function: FunctionID
  var callee: Symbol
  var span: SourceSpan
}

extension Program {
  fileprivate func asksForScheme(in file: FileID) -> Bool {
    self[file].facts.code.expressions.contains { expression in
      if case .member(_, let name) = expression { knowledge[.tellsScheme].contains(name) } else { false }
    }
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
