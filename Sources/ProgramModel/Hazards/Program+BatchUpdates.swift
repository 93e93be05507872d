import SwiftFacts

/// Batch updates of a list whose model is changed elsewhere.
extension Program {
  /// Blocks that take rows out of a table or put some in, while what the table counts changes before the block or
  /// after it, and not in it.
  public func uncountedUpdates() -> [Hazard] {
    let names = knowledge[.runsBatch].names
    var result: [Hazard] = []
    for function in functions(mentioning: names) {
      guard let type = owner(of: function) else { continue }
      let body = Body(function, in: self)
      let code = body.code
      for id in body.expressions {
        guard case .call(let callee, let list) = code[id], case .member(_, let name) = code[callee],
          names.contains(name)
        else { continue }
        let closures = code[list].compactMap { argument -> (label: Symbol?, closure: ClosureID)? in
          if case .closure(let closure) = code[argument.value] { (argument.label, closure) } else { nil }
        }
        guard let updates = closures.first?.closure else { continue }
        let changes = rowChanges(in: updates, code)
        guard let first = changes.first else { continue }
        // As many may go as come.
        let isOneWay = Set(changes.map { $0.puts }).count == 1
        let counted = countedProperties(of: type)
        guard !counted.isEmpty, !mentions(counted, in: updates, of: body, type) else { continue }
        let later = closures.dropFirst().lazy
          .compactMap { self.write(to: counted, in: self.range(of: $0.closure, code), body) }.first
        let earlier = write(to: counted, in: Int32(body.range.lowerBound)..<id.index, body) { !body.isInClosure($0) }
        guard let write = isOneWay ? later ?? earlier : earlier ?? later,
          isOneWay || ownName(write.written, code) != nil
        else { continue }
        result.append(
          Hazard(
            kind: write.place == later?.place ? .countedAfter : .countedBefore, span: body.span(of: first.call),
            name: code.plainSpelling(of: write.written), other: first.name.text, evidence: [body.span(of: write.place)],
            essence: name.text))
      }
    }
    return result
  }

  private func range(of closure: ClosureID, _ code: Code) -> Range<Int32> {
    code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
  }

  /// The calls that put rows in or take them out.
  private func rowChanges(in closure: ClosureID, _ code: Code) -> [(call: ExpressionID, name: Symbol, puts: Bool)] {
    range(of: closure, code).compactMap { index in
      let id = ExpressionID(index: index)
      guard let name = code.callee(of: id) else { return nil }
      if knowledge[.putsRows].contains(name) { return (id, name, true) }
      return knowledge[.takesRows].contains(name) ? (id, name, false) : nil
    }
  }

  /// The stored properties that a type's own answers to how many rows there are begin with.
  private func countedProperties(of type: NominalID) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for function in functions(of: type) {
      let declaration = declaration(of: function)
      let labels = declaration.parameters.map { $0.label ?? Names.wildcard }
      guard knowledge[.tellsRows][declaration.name].contains(where: { $0.labels == labels }) else { continue }
      let code = self[file(of: function)].facts.code
      for index in expressions(of: function) {
        guard let name = code.ownProperty(ExpressionID(index: Int32(index))),
          let property = property(named: name, of: type), self.declaration(of: property).isStored
        else { continue }
        result.insert(name)
      }
    }
    return result
  }

  /// `name` and `self.name`, in a closure that captures `self`, too.
  private func ownName(_ id: ExpressionID, _ code: Code) -> Symbol? {
    switch code[id] {
    case .name(let name, .some): return name
    case .member(let base, let name):
      if case .local(let local) = code[base], code.isSelf(local) { return name }
      return nil
    default: return nil
    }
  }

  /// The property of `self` that a chain of members begins with.
  private func root(_ id: ExpressionID, _ code: Code) -> Symbol? {
    if let name = ownName(id, code) { return name }
    switch code[id] {
    case .member(let base, _), .subscripted(let base, _): return root(base, code)
    default: return nil
    }
  }

  /// Whether a closure has anything to do with some properties, by itself or by a method of the same type.
  private func mentions(_ properties: Set<Symbol>, in closure: ClosureID, of body: Body, _ type: NominalID) -> Bool {
    range(of: closure, body.code).contains { index in
      let id = ExpressionID(index: index)
      if root(id, body.code).map(properties.contains) == true { return true }
      guard case .call(let callee, _) = body.code[id], let name = ownName(callee, body.code) else { return false }
      return functions(of: type).contains { method in
        guard declaration(of: method).name == name else { return false }
        let code = self[file(of: method)].facts.code
        return expressions(of: method).contains {
          root(ExpressionID(index: Int32($0)), code).map(properties.contains) == true
        }
      }
    }
  }

  /// Whether nobody takes what a call answers with, or `_` does.
  private func isDropped(_ call: ExpressionID, _ body: Body) -> Bool {
    guard let parent = body.parent(of: call) else { return true }
    guard case .assign(let target, call) = body.code[parent], case .compound(let parts) = body.code[target] else {
      return false
    }
    return parts.count == 0
  }

  /// A change of one of some properties: an assignment, or a call on it whose answer nobody takes.
  private func write(
    to properties: Set<Symbol>, in range: Range<Int32>, _ body: Body,
    where isHere: (ExpressionID) -> Bool = { _ in true }
  ) -> (place: ExpressionID, written: ExpressionID)? {
    let code = body.code
    for index in range {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        if root(target, code).map(properties.contains) == true, isHere(id) { return (id, target) }
      case .call(let callee, _):
        guard case .member(let base, _) = code[callee], isDropped(id, body),
          root(base, code).map(properties.contains) == true, isHere(id)
        else { continue }
        return (id, base)
      default: continue
      }
    }
    return nil
  }
}
