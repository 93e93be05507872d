import SwiftFacts

/// Subscriptions that went into a bag which was emptied first, and go into one that is not since the change.
extension Matching {
  /// Functions that may run again, in which nothing empties the bag any more before it is filled.
  func lostBagResets() -> [Alteration] {
    changedMembers { function, old, type, _ in
      guard !after.runsOnce(function, in: type) else { return [] }
      let (was, now) = (before.bags(in: old), after.bags(in: function))
      guard let reset = was.resets.first(where: { one in was.fills.contains { $0.bag == one.bag && one.at < $0.at } }),
        now.resets.isEmpty, now.fills.count >= was.fills.count,
        callsNothingNew(function, since: old),
        let first = now.fills.first(where: { fill in
          fill.bag == reset.bag
            || now.fills.count { $0.bag == fill.bag } > was.fills.count { $0.bag == fill.bag }
        }),
        let property = after.property(named: first.bag, of: type), after.declaration(of: property).isStored
      else { return [] }
      return [
        Alteration(
          kind: .overwrittenStart, span: first.span, name: first.bag.text, before: reset.spelling,
          affected: [after.name(of: function)])
      ]
    }
  }
}

/// Where a body puts subscriptions into a property, and where it empties one.
private struct Bags {
  struct Use {
    var bag: Symbol
    var at: ExpressionID
    var spelling: String
    var span: SourceSpan
  }
  var fills: [Use] = []
  var resets: [Use] = []
}

extension Program {
  fileprivate func bags(in function: FunctionID) -> Bags {
    let body = Body(function, in: self)
    let code = body.code
    var result = Bags()
    func use(_ bag: Symbol, _ id: ExpressionID) -> Bags.Use {
      Bags.Use(bag: bag, at: id, spelling: code.spelling(of: id), span: body.span(of: id))
    }
    for id in body.expressions {
      switch code[id] {
      case .assign(let target, _):
        if let name = code.ownProperty(target) { result.resets.append(use(name, id)) }
      case .mutate(let target, _):
        // `bag += subscription`, and not `count += 1`.
        if let name = code.ownProperty(target), isObject(name, of: function) { result.fills.append(use(name, id)) }
      case .call(let callee, let list):
        guard case .member(let base, let name) = code[callee] else { continue }
        if let bag = code.ownProperty(base),
          knowledge[.endsReceiver].contains(name) || knowledge[.takesAll].contains(name)
        {
          result.resets.append(use(bag, id))
        } else if knowledge[.fillsBag].contains(name),
          let bag = code[list].first.flatMap({ code.ownProperty($0.value) })
        {
          result.fills.append(use(bag, id))
        }
      default: continue
      }
    }
    let filled = Set(result.fills.map(\.bag))
    result.resets.removeAll { reset in !filled.contains(reset.bag) }
    return result
  }

  /// Whether a property holds an object, as far as is known.
  private func isObject(_ name: Symbol, of function: FunctionID) -> Bool {
    guard let type = owner(of: function), let property = property(named: name, of: type) else { return false }
    return switch Inference(program: self).type(of: property) {
    case .nominal(let id, _): isReference(id) == true
    case .foreign: true
    default: false
    }
  }
}
