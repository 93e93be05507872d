import SwiftFacts

/// Properties that were worked out each time and are worked out once since the change.
extension Matching {
  /// Properties that keep what they were first asked for, though something changes what it was made of.
  public func frozenProperties() -> [Alteration] {
    var result: [Alteration] = []
    for (property, old) in properties.sorted(by: { $0.key.index < $1.key.index }) {
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, now.isLazy || now.isLet, !was.isStored, was.getter != nil, !now.isRequirement,
        !was.isRequirement,
        !after.isTest(after.file(of: property)), let owner = after.owner(of: property),
        let value = now.initialValue, after.laterWrite(to: now.name, of: owner) == nil
      else { continue }
      let maker = after.function(value, in: after.file(of: property))
      let code = after[after.file(of: property)].facts.code
      let sources = Set(after.expressions(of: maker).compactMap { code.ownProperty(ExpressionID(index: Int32($0))) })
      for source in sources.sorted(by: { $0.text < $1.text }) {
        guard let part = after.property(named: source, of: owner), after.declaration(of: part).isStored,
          !after.declaration(of: part).isLet, after.holdsPlainValue(part),
          let write = after.laterWrite(to: source, of: owner)
        else { continue }
        result.append(
          Alteration(
            kind: .frozenProperty, span: after.span(of: property), name: now.name.text, after: source.text,
            affected: [after.declarationName(at: write.bytes.start, in: write.file)], evidence: [write]))
        break
      }
    }
    return result
  }
}

extension Program {
  /// Whether what a property holds is copied where it is handed on.
  fileprivate func holdsPlainValue(_ property: PropertyID) -> Bool {
    switch Inference(program: self).type(of: property) {
    case .nominal(let id, _): self[id].isValueType
    case .array, .dictionary, .tuple: true
    case .foreign(let name): knowledge[.plainValue].contains(name)
    default: false
    }
  }

  /// Where a method of a type, and no initialiser, changes one of its properties.
  fileprivate func laterWrite(to name: Symbol, of type: NominalID) -> SourceSpan? {
    for function in functions(of: type) where declaration(of: function).kind != .initializer {
      let body = Body(function, in: self)
      for id in body.expressions {
        let base: ExpressionID
        switch body.code[id] {
        case .assign(let target, _), .mutate(let target, _): base = target
        case .call(let callee, _):
          guard case .member(let receiver, _) = body.code[callee], body.parent(of: id) == nil else { continue }
          base = receiver
        default:
          if body.code.marks(of: id).contains(.inout), body.code.ownProperty(id) == name { return body.span(of: id) }
          continue
        }
        var path = base
        while true {
          if body.code.ownProperty(path) == name { return body.span(of: id) }
          switch body.code[path] {
          case .member(let outer, _), .subscripted(let outer, _): path = outer
            continue
          default: break
          }
          break
        }
      }
    }
    return nil
  }
}
