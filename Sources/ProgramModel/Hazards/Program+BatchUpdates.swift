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
        let counted = Counted(own: countedProperties(of: type), ofParts: countedParts(of: type))
        guard !counted.isEmpty, !mayChange(counted, in: updates, of: body, type) else { continue }
        let later = closures.dropFirst().lazy
          .compactMap { self.write(to: counted, in: self.range(of: $0.closure, code), body) }.first
        let earlier = write(to: counted, in: Int32(body.range.lowerBound)..<id.index, body) { !body.isInClosure($0) }
        guard let write = isOneWay ? later ?? earlier : earlier ?? later,
          isOneWay || ownName(write.written, code) != nil
            || code.accessPath(write.written) != nil && path(write.written, code).count <= 2
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

  /// By property, what the object in it counts rows by: the source of a list, which a screen has beside the list.
  private func countedParts(of type: NominalID) -> [Symbol: Set<Symbol>] {
    let inference = Inference(program: self)
    var result: [Symbol: Set<Symbol>] = [:]
    for property in lineage(of: type).flatMap({ storedProperties(of: $0) }) {
      guard let part = inference.type(of: property).nominal, part != type, self[part].kind == .class else { continue }
      let counted = countedProperties(of: part)
      if !counted.isEmpty { result[declaration(of: property).name] = counted }
    }
    return result
  }

  /// What the rows of a list are counted by: properties of an object, and those of what it has.
  private struct Counted {
    var own: Set<Symbol>
    var ofParts: [Symbol: Set<Symbol>]

    var isEmpty: Bool { own.isEmpty && ofParts.isEmpty }

    func contains(_ path: [Symbol]) -> Bool {
      guard let first = path.first else { return false }
      return own.contains(first) || path.count > 1 && ofParts[first]?.contains(path[1]) == true
    }
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

  /// The members from `self` on that a chain begins with.
  private func path(_ id: ExpressionID, _ code: Code) -> [Symbol] {
    if let name = ownName(id, code) { return [name] }
    switch code[id] {
    case .member(let base, let name):
      let outer = path(base, code)
      return outer.isEmpty ? [] : outer + [name]
    case .subscripted(let base, _): return path(base, code)
    default: return []
    }
  }

  /// Whether a closure may change some properties, by itself or by a method of the same type. What is only copied out
  /// of them stays what it is.
  private func mayChange(_ properties: Counted, in closure: ClosureID, of body: Body, _ type: NominalID) -> Bool {
    let frame = Frame(body.function, in: self)
    let inference = Inference(program: self)
    return range(of: closure, body.code).contains { index in
      let id = ExpressionID(index: index)
      if properties.contains(path(id, body.code)) {
        return isReference(inference.type(of: id, in: frame)) != false || isWritten(id, body)
      }
      if isToldOfParts(id, properties, body) { return true }
      guard case .call(let callee, _) = body.code[id], let name = ownName(callee, body.code) else { return false }
      return functions(of: type).contains { method in
        guard declaration(of: method).name == name else { return false }
        let code = self[file(of: method)].facts.code
        return expressions(of: method).contains {
          properties.contains(path(ExpressionID(index: Int32($0)), code))
        }
      }
    }
  }

  /// Whether an expression is written to, lent, or called on for what it does.
  private func isWritten(_ id: ExpressionID, _ body: Body) -> Bool {
    if body.code.marks(of: id).contains(.inout) { return true }
    guard let parent = body.parent(of: id) else { return false }
    switch body.code[parent] {
    case .assign(id, _), .mutate(id, _): return true
    case .call(id, _): return body.parent(of: parent) == nil
    case .member(id, _), .subscripted(id, _): return isWritten(parent, body)
    default: return false
    }
  }

  /// Whether an object that rows are counted by is called, whatever that does to it.
  private func isToldOfParts(_ id: ExpressionID, _ properties: Counted, _ body: Body) -> Bool {
    guard case .call(let callee, _) = body.code[id], case .member(let base, _) = body.code[callee] else { return false }
    let path = path(base, body.code)
    return path.count == 1 && properties.ofParts[path[0]] != nil
  }

  /// Whether nobody takes what a call answers with, or `_` does.
  private func isDropped(_ call: ExpressionID, _ body: Body) -> Bool {
    guard let parent = body.parent(of: call) else { return true }
    guard case .assign(let target, call) = body.code[parent], case .compound(let parts) = body.code[target] else {
      return false
    }
    return parts.count == 0
  }

  /// Whether a method changes what an object counts rows by.
  private func changesPart(_ method: Symbol, of path: [Symbol], _ properties: Counted, _ body: Body) -> Bool {
    guard path.count == 1, let counted = properties.ofParts[path[0]], let type = owner(of: body.function),
      let property = property(named: path[0], of: type),
      let part = Inference(program: self).type(of: property).nominal,
      case .functions(let found)? = member(method, of: part), found.count == 1
    else { return false }
    let inner = Body(found[0], in: self)
    return write(
      to: Counted(own: counted, ofParts: [:]), in: Int32(inner.range.lowerBound)..<Int32(inner.range.upperBound), inner,
      where: { !inner.isInClosure($0) }) != nil
  }

  /// A change of one of some properties: an assignment, or a call on it whose answer nobody takes.
  private func write(
    to properties: Counted, in range: Range<Int32>, _ body: Body,
    where isHere: (ExpressionID) -> Bool = { _ in true }
  ) -> (place: ExpressionID, written: ExpressionID)? {
    let code = body.code
    for index in range {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        if properties.contains(path(target, code)), isHere(id) { return (id, target) }
      case .call(let callee, _):
        guard case .member(let base, let name) = code[callee], isDropped(id, body),
          properties.contains(path(base, code)) || changesPart(name, of: path(base, code), properties, body), isHere(id)
        else { continue }
        return (id, base)
      default: continue
      }
    }
    return nil
  }
}
