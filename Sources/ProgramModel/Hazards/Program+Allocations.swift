import SwiftFacts

extension Program {
  /// Memory that is allocated by hand, kept in a local or in a property of a class, and freed by nothing.
  public func unfreedMemory() -> [Hazard] {
    let allocations = Allocations(program: self)
    var result: [Hazard] = []
    var owners: [Held: SourceSpan] = [:]
    for function in functions(mentioning: knowledge[.allocates].names) {
      let body = Body(function, in: self)
      let code = body.code
      let declaration = declaration(of: function)
      for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
        let local = code.locals[Int(index)]
        guard case .variable = local.kind, let initial = local.initializer,
          let call = allocations.allocation(initial, of: local.type, in: code),
          allocations.fate(of: LocalID(index: index), in: body) == .kept
        else { continue }
        result.append(Hazard(kind: .unfreedMemory, span: body.span(of: call), name: local.name.text))
      }
      for (property, call) in heldAllocations(in: body, allocations) where owners[property] == nil {
        owners[property] = body.span(of: call)
      }
    }
    for (held, span) in owners.sorted(by: { $0.value < $1.value }) where isNeverFreed(held, allocations) {
      let property = declaration(of: held.property)
      result.append(
        Hazard(
          kind: .unfreedMemory, span: span, name: property.name.text, owner: name(of: held.owner),
          evidence: [self.span(of: held.property)],
          essence: property.name.text))
    }
    return result
  }

  private struct Held: Hashable {
    var property: PropertyID
    var owner: NominalID
  }

  /// Allocations that a function puts into properties of its own class.
  private func heldAllocations(in body: Body, _ allocations: Allocations) -> [(Held, ExpressionID)] {
    guard let owner = owner(of: body.function), self[owner].kind == .class || self[owner].kind == .actor,
      !livesForever(owner)
    else { return [] }
    let declaration = declaration(of: body.function)
    let code = body.code
    func held(_ property: PropertyID, _ value: ExpressionID) -> (Held, ExpressionID)? {
      let one = self.declaration(of: property)
      guard one.isStored, !one.isStatic, self.owner(of: property) == owner,
        let call = allocations.allocation(value, of: nil, in: code)
          ?? (file(of: property) == body.file ? allocations.allocation(value, of: one.type, in: code) : nil)
      else { return nil }
      return (Held(property: property, owner: owner), call)
    }
    if case .initialValue(let index) = declaration.kind {
      guard let value = code[declaration.results].first else { return [] }
      return [held(property(index, in: body.file), value)].compactMap { $0 }
    }
    return body.expressions.compactMap { id in
      guard case .assign(let target, let value) = code[id], let name = code.ownProperty(target),
        let property = property(named: name, of: owner)
      else { return nil }
      return held(property, value)
    }
  }

  /// Whether nothing in the whole program frees what a property holds, or takes it elsewhere.
  private func isNeverFreed(_ held: Held, _ allocations: Allocations) -> Bool {
    let name = declaration(of: held.property).name
    for function in functions(mentioning: [name]) {
      let isOwn = owner(of: function) == held.owner
      let body = Body(function, in: self)
      for id in body.expressions {
        switch body.code[id] {
        case .name(name, .some) where isOwn: break
        case .member(_, name): break
        default: continue
        }
        if let parent = body.parent(of: id), case .assign(id, _) = body.code[parent] { continue }
        if allocations.fate(of: id, in: body) != .kept { return false }
      }
    }
    return true
  }
}
