import SwiftFacts

/// Subscriptions that went into a bag before a change, which ended them as it went, and that nothing ends since.
extension Matching {
  /// Those whose answer is thrown away now, and those that a property keeps which nobody ends them by.
  func lostBagFills() -> [Alteration] {
    changedMembers { function, old, type, _ in
      let was = before.baggedCalls(in: old)
      guard !was.isEmpty, callsNothingNew(function, since: old) else { return [] }
      let now = after.baggedCalls(in: function)
      let uses = ValueUses(of: function, in: after)
      let (left, oldLeft) = (after.calls(in: function), before.calls(in: old))
      var result: [Alteration] = []
      for name in Set(was.map(\.name)).sorted(by: { $0.text < $1.text }) {
        let lost = was.filter { $0.name == name }.count - now.filter { $0.name == name }.count
        // What has gone as a whole needs no end.
        guard lost > 0, left.count(where: { $0.name == name }) >= oldLeft.count(where: { $0.name == name }),
          let filling = was.first(where: { $0.name == name })
        else { continue }
        let loose = left.filter { call in
          call.name == name && after.goesOn(call.id, uses, in: function, of: type)
        }
        result += loose.suffix(lost).map { call in
          Alteration(
            kind: .lostLocalEnd, span: after.span(of: call.id, in: function), name: filling.bag, before: filling.end,
            affected: [after.name(of: type)])
        }
      }
      return result
    }
  }
}

/// A call whose answer goes into a bag.
private struct BaggedCall {
  var name: Symbol
  var bag: String
  /// What puts it there, as it is spelled.
  var end: String
}

extension Program {
  /// The calls of a body whose answers go into bags: `source.subscribe { … }.disposed(by: bag)`.
  fileprivate func baggedCalls(in function: FunctionID) -> [BaggedCall] {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).compactMap { at -> BaggedCall? in
      guard case .call(let callee, let list) = code.expressions[at], case .member(let base, let fill) = code[callee],
        knowledge[.fillsBag].contains(fill), case .call(let inner, _) = code[base],
        let name = code.calledName(inner), let bag = code[list].first
      else { return nil }
      let spelled = code.spelling(of: bag.value)
      let label = bag.label.map { "\($0.text): " } ?? ""
      return BaggedCall(name: name, bag: spelled, end: "\(fill.text)(\(label)\(spelled))")
    }
  }

  fileprivate func calls(in function: FunctionID) -> [(id: ExpressionID, name: Symbol)] {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).compactMap { at in
      guard case .call(let callee, _) = code.expressions[at], let name = code.calledName(callee) else { return nil }
      return (ExpressionID(index: Int32(at)), name)
    }
  }

  /// Whether what a call begins goes on though nobody ends it: nothing keeps its answer, or a property does that it is
  /// not ended by, and it does not end as it is let go of.
  fileprivate func goesOn(
    _ call: ExpressionID, _ uses: ValueUses, in function: FunctionID, of type: NominalID
  ) -> Bool {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let inference = Inference(program: self)
    guard case .call(let callee, _) = code[call], let name = code.calledName(callee),
      knowledge.endsWithAnswer[name] == nil, !endsByItself(inference.type(of: call, in: frame))
    else { return false }
    if uses.isDropped(call) { return true }
    guard let parent = uses.parent(of: call), case .assign(let target, call) = code[parent],
      let kept = code.writtenName(target), let property = keptProperty(target, named: kept, in: frame, of: type),
      case .foreign(let held) = bare(inference.type(of: property)), !knowledge[.endsWhenDropped].contains(held)
    else { return false }
    return !isEndedSomewhere(kept)
  }

  /// The stored property that a target is: of the object, or of a local's.
  private func keptProperty(
    _ target: ExpressionID, named name: Symbol, in frame: Frame, of type: NominalID
  ) -> PropertyID? {
    let code = frame.facts.code
    var owner: NominalID? = type
    if code.ownProperty(target) == nil, case .member(let base, _) = code[target] {
      owner = Inference(program: self).type(of: base, in: frame).nominal
    }
    guard let owner, let property = property(named: name, of: owner), declaration(of: property).isStored else {
      return nil
    }
    return property
  }

  private func bare(_ type: Type) -> Type {
    if case .nominal(let id, _) = type, self[id].kind == .foreign { .foreign(self[id].name) } else { type }
  }

  /// Whether production code calls what ends something on a property of a name, or hands it on.
  private func isEndedSomewhere(_ name: Symbol) -> Bool {
    productionFunctions.contains { function in
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { at in
        guard case .call(let callee, let list) = code.expressions[at] else { return false }
        if case .member(let base, let method) = code[callee], code.writtenName(base) == name {
          return knowledge[.endsReceiver].contains(method) || knowledge[.endsWork].begins(method)
            || knowledge[.fillsBag].contains(method)
        }
        return code[list].contains { code.writtenName($0.value) == name }
      }
    }
  }

  fileprivate func span(of id: ExpressionID, in function: FunctionID) -> SourceSpan {
    SourceSpan(file: file(of: function), bytes: self[file(of: function)].facts.code.span(of: id))
  }
}
