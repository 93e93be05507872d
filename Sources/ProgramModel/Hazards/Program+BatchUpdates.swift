import SwiftFacts

/// Batch updates of a list whose model is changed elsewhere.
extension Program {
  /// Blocks that take rows out of a table or put some in, while what the table counts changes before the block or
  /// after it, and not in it.
  public func uncountedUpdates() -> [Hazard] {
    let names = knowledge[.runsBatch].names
    var result: [Hazard] = []
    for function in functions(mentioning: names) {
      let type = owner(of: function)
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
        let changes = rowChanges(in: range(of: updates, code), of: Frame(function, in: self), Inference(program: self))
        guard let first = changes.first else { continue }
        // As many may go as come.
        let isOneWay = Set(changes.map { $0.puts }).count == 1
        let counted = counted(in: body)
        guard !counted.isEmpty, !mayChange(counted, in: updates, of: body, type) else { continue }
        let later = closures.dropFirst().lazy
          .compactMap { self.write(to: counted, in: self.range(of: $0.closure, code), body) }.first
        let earlier = write(to: counted, in: Int32(body.range.lowerBound)..<id.index, body) { !body.isInClosure($0) }
        guard let write = isOneWay ? later ?? earlier : earlier ?? later,
          isOneWay || ownName(write.written, code) != nil
            || code.accessPath(write.written) != nil && path(write.written, code).members.count <= 2
        else { continue }
        result.append(
          Hazard(
            kind: write.place == later?.place ? .countedAfter : .countedBefore, span: body.span(of: first.call),
            name: code.plainSpelling(of: write.written), other: first.name.text, evidence: [body.span(of: write.place)],
            essence: name.text))
      }
    }
    return result + rowsAnnouncedEarly()
  }

  private func range(of closure: ClosureID, _ code: Code) -> Range<Int32> {
    code[closure].firstExpression..<max(code[closure].firstExpression, code[closure].endExpression)
  }

  /// The calls that put rows in or take them out, by themselves or by what they call in turn.
  private func rowChanges(
    in range: Range<Int32>, of frame: Frame, _ inference: Inference, depth: Int = 0
  ) -> [(call: ExpressionID, name: Symbol, puts: Bool)] {
    let code = frame.facts.code
    return range.flatMap { index -> [(call: ExpressionID, name: Symbol, puts: Bool)] in
      let id = ExpressionID(index: index)
      guard case .call = code[id], let name = code.callee(of: id) else { return [] }
      if knowledge[.putsRows].contains(name) { return [(id, name, true)] }
      if knowledge[.takesRows].contains(name) { return [(id, name, false)] }
      guard depth < 3, case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1
      else { return [] }
      return (witnesses(of: targets[0]) ?? targets).flatMap { function in
        let inner = Frame(function, in: self)
        let expressions = expressions(of: function)
        return rowChanges(
          in: Int32(expressions.lowerBound)..<Int32(expressions.upperBound), of: inner, inference, depth: depth + 1)
          .map { (id, $0.name, $0.puts) }
      }
    }
  }

  /// The stored properties that a type's own answers to how many rows there are begin with.
  func countedProperties(of type: NominalID) -> Set<Symbol> {
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
  func countedParts(of type: NominalID) -> [Symbol: Set<Symbol>] {
    let inference = Inference(program: self)
    var result: [Symbol: Set<Symbol>] = [:]
    for property in lineage(of: type).flatMap({ storedProperties(of: $0) }) {
      guard let part = inference.type(of: property).nominal, part != type, self[part].kind == .class else { continue }
      let counted = countedProperties(of: part)
      if !counted.isEmpty { result[declaration(of: property).name] = counted }
    }
    return result
  }

  /// By parameter and `let`, what the object in it counts rows by: the source of a list that a helper is given.
  func countedLocals(of body: Body) -> [LocalID: Set<Symbol>] {
    let inference = Inference(program: self)
    let frame = Frame(body.function, in: self)
    var result: [LocalID: Set<Symbol>] = [:]
    for index in frame.declaration.firstLocal..<max(frame.declaration.firstLocal, frame.declaration.endLocal) {
      let local = LocalID(index: index)
      switch body.code[local].kind {
      case .parameter, .variable(isLet: true): break
      default: continue
      }
      guard let type = inference.type(of: local, in: frame).nominal, self[type].kind == .class else { continue }
      let counted = countedProperties(of: type)
      if !counted.isEmpty { result[local] = counted }
    }
    return result
  }

  /// What the lists that a body may know of count their rows by.
  func counted(in body: Body) -> Counted {
    let type = owner(of: body.function)
    return Counted(
      own: type.map(countedProperties) ?? [], ofParts: type.map(countedParts) ?? [:], ofLocals: countedLocals(of: body))
  }

  /// What the rows of a list are counted by: properties of an object, those of what it has, and of what a function is
  /// given.
  struct Counted {
    var own: Set<Symbol>
    var ofParts: [Symbol: Set<Symbol>]
    var ofLocals: [LocalID: Set<Symbol>] = [:]

    var isEmpty: Bool { own.isEmpty && ofParts.isEmpty && ofLocals.isEmpty }

    func contains(_ path: Path) -> Bool {
      guard let first = path.members.first else { return false }
      if let local = path.local { return ofLocals[local]?.contains(first) == true }
      return own.contains(first) || path.members.count > 1 && ofParts[first]?.contains(path.members[1]) == true
    }

    /// Whether a path leads to an object that rows are counted by.
    func hasPart(_ path: Path) -> Bool {
      if let local = path.local { return path.members.isEmpty && ofLocals[local] != nil }
      return path.members.count == 1 && ofParts[path.members[0]] != nil
    }
  }

  /// The members that a chain begins with, from `self` on or from a local.
  struct Path {
    var local: LocalID?
    var members: [Symbol] = []

    static let unknown = Path()
  }

  /// `name` and `self.name`, in a closure that captures `self`, too.
  func ownName(_ id: ExpressionID, _ code: Code) -> Symbol? {
    switch code[id] {
    case .name(let name, .some): return name
    case .member(let base, let name):
      if case .local(let local) = code[base], code.isSelf(local) { return name }
      return nil
    default: return nil
    }
  }

  func path(_ id: ExpressionID, _ code: Code) -> Path {
    if let name = ownName(id, code) { return Path(members: [name]) }
    switch code[id] {
    case .local(let local):
      // What a closure's list captures is the same object.
      if case .capture(_, let value) = code[local].kind { return path(value, code) }
      return code.isSelf(local) ? .unknown : Path(local: local)
    case .member(let base, let name):
      var outer = path(base, code)
      guard outer.local != nil || !outer.members.isEmpty else { return .unknown }
      outer.members.append(name)
      return outer
    case .subscripted(let base, _): return path(base, code)
    default: return .unknown
    }
  }

  /// Whether a closure may change some properties, by itself or by a method of the same type. What is only copied out
  /// of them stays what it is.
  private func mayChange(_ properties: Counted, in closure: ClosureID, of body: Body, _ type: NominalID?) -> Bool {
    let frame = Frame(body.function, in: self)
    let inference = Inference(program: self)
    return range(of: closure, body.code).contains { index in
      let id = ExpressionID(index: index)
      if properties.contains(path(id, body.code)) {
        return isReference(inference.type(of: id, in: frame)) != false || isWritten(id, body)
      }
      if isToldOfParts(id, properties, body) { return true }
      guard let type, case .call(let callee, _) = body.code[id], let name = ownName(callee, body.code) else {
        return false
      }
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
    return properties.hasPart(path(base, body.code))
  }

  /// Whether nobody takes what a call answers with, or `_` does.
  func isDropped(_ call: ExpressionID, _ body: Body) -> Bool {
    guard let parent = body.parent(of: call) else { return true }
    guard case .assign(let target, call) = body.code[parent], case .compound(let parts) = body.code[target] else {
      return false
    }
    return parts.count == 0
  }

  /// Whether a method changes what an object counts rows by.
  private func changesPart(_ method: Symbol, of path: Path, _ properties: Counted, _ body: Body) -> Bool {
    guard properties.hasPart(path) else { return false }
    let inference = Inference(program: self)
    let part: NominalID?
    if let local = path.local {
      part = inference.type(of: local, in: Frame(body.function, in: self)).nominal
    } else {
      part = owner(of: body.function).flatMap { property(named: path.members[0], of: $0) }
        .flatMap { inference.type(of: $0).nominal }
    }
    guard let part, case .functions(let found)? = member(method, of: part), found.count == 1 else { return false }
    let counted = countedProperties(of: part)
    let inner = Body(found[0], in: self)
    return write(
      to: Counted(own: counted, ofParts: [:]), in: Int32(inner.range.lowerBound)..<Int32(inner.range.upperBound), inner,
      where: { !inner.isInClosure($0) }) != nil
  }

  /// A change of one of some properties: an assignment, or a call on it whose answer nobody takes.
  func write(
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
