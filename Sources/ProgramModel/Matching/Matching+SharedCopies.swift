import SwiftFacts

/// Values that were copied, and are objects since the change, which whoever copied them shares.
extension Matching {
  /// Places that keep what a property holds and go on to change the property: the copy is no longer what it was.
  public func sharedCopies() -> [Alteration] {
    var turned: [NominalID: NominalID] = [:]
    for (type, old) in types where !after.isTest(type) {
      guard before[old].kind == .struct || before[old].kind == .enum else { continue }
      switch after[type].kind {
      case .class, .actor: turned[type] = old
      case .protocol where after.isClassBound(type): turned[type] = old
      default: continue
      }
    }
    let inference = Inference(program: after)
    for (type, old) in types where !after.isTest(type) && after[type].kind == .struct && before[old].kind == .struct {
      if sharesItsParts(type, old, inference) { turned[type] = old }
    }
    guard !turned.isEmpty else { return [] }
    var result: [Alteration] = []
    for function in after.productionFunctions {
      let body = Body(function, in: after)
      var frame: Frame?
      for id in body.expressions {
        guard let copy = copy(id, in: body) else { continue }
        let here = frame ?? Frame(function, in: after)
        frame = here
        guard let type = inference.type(of: copy.value, in: here).nominal, turned[type] != nil,
          let changed = change(of: copy, in: body, here)
        else { continue }
        result.append(
          Alteration(
            kind: .sharedCopy, span: body.span(of: copy.value), name: copy.name, before: after.name(of: type),
            after: body.code.plainSpelling(of: copy.value),
            affected: [after.declarationName(at: changed.bytes.start, in: changed.file)],
            evidence: [changed] + (after.span(of: type).map { [$0] } ?? [])))
      }
    }
    return result
  }

  /// Whether a struct changes what is behind a reference, which was a value of its own before the change: its copies
  /// have it in common since.
  private func sharesItsParts(_ type: NominalID, _ old: NominalID, _ inference: Inference) -> Bool {
    let earlier = Inference(program: before)
    let parts = after.storedProperties(of: type).filter { property in
      guard after.isReference(inference.type(of: property)) == true,
        let was = before.property(named: after.declaration(of: property).name, of: old),
        before.declaration(of: was).isStored
      else { return false }
      switch earlier.type(of: was) {
      case .array, .dictionary, .tuple: return true
      case .nominal(let held, _): return before[held].kind == .struct || before[held].kind == .enum
      default: return false
      }
    }
    guard !parts.isEmpty else { return false }
    let functions = after.functions(of: type)
    // Whoever asks whether it is alone has it copied first.
    let asks = functions.contains { function in
      Body(function, in: after).expressions.contains { id in
        after[after.file(of: function)].facts.code.callee(of: id).map(after.knowledge[.asksForCopies].contains) == true
      }
    }
    return !asks
      && parts.contains { part in
        let name = after.declaration(of: part).name
        return functions.contains { write(to: name, in: Body($0, in: after), after: nil) != nil }
      }
  }

  /// What is kept beside the property that it comes from.
  private struct Copy {
    var name: String
    /// The local that it is kept in; nil for a property.
    var local: LocalID?
    var property: Symbol?
    /// The property that it comes from; nil for what a function is given.
    var sourceProperty: Symbol?
    /// The property, or what the function is given, whose part it is: `shelf` of `shelf.books[0]`.
    var lender: Symbol?
    /// The local that it is a copy of.
    var sourceLocal: LocalID?
    var value: ExpressionID
  }

  private func copy(_ id: ExpressionID, in body: Body) -> Copy? {
    let code = body.code
    if case .assign(let target, let value) = code[id], let kept = code.ownProperty(target),
      let source = code.ownProperty(value), kept != source
    {
      return Copy(name: kept.text, property: kept, sourceProperty: source, value: value)
    }
    // What another object goes on to have.
    if case .assign(let target, let value) = code[id], let kept = code.ownProperty(target),
      let lender = lender(of: value, code), lender != kept
    {
      return Copy(name: kept.text, property: kept, lender: lender, value: value)
    }
    // What is put into two properties: they were two values.
    if case .assign(let target, let value) = code[id], let kept = code.ownProperty(target),
      case .local(let local) = code[value], let other = other(than: kept, given: local, in: body)
    {
      return Copy(name: kept.text, property: kept, sourceProperty: other, value: value)
    }
    // What is put into a list.
    if case .call(let callee, let list) = code[id], case .member(let base, let name) = code[callee],
      after.knowledge[.addsElement].contains(name), let kept = code.ownProperty(base),
      let value = code[list].first?.value, let source = code.ownProperty(value), kept != source
    {
      return Copy(name: kept.text, property: kept, sourceProperty: source, value: value)
    }
    let source = code.ownProperty(id)
    var sourceLocal: LocalID?
    if source == nil {
      guard case .local(let given) = code[id] else { return nil }
      switch code[given].kind {
      case .parameter: break
      case .variable: sourceLocal = given
      default: return nil
      }
    }
    let declaration = after.declaration(of: body.function)
    for index in declaration.firstLocal..<declaration.endLocal
    where code[LocalID(index: index)].initializer == id {
      let local = LocalID(index: index)
      guard case .variable = code[local].kind else { continue }
      return Copy(
        name: code[local].name.text, local: local, sourceProperty: source, sourceLocal: sourceLocal, value: id)
    }
    return nil
  }

  /// The property, or what a function is given, that a value is a part of: an element of its list, a member.
  private func lender(of value: ExpressionID, _ code: Code) -> Symbol? {
    switch code[value] {
    case .subscripted(let base, _), .member(let base, _):
      if let own = code.ownProperty(base) { return own }
      if case .local(let local) = code[base], case .parameter = code[local].kind { return code[local].name }
      return lender(of: base, code)
    default: return nil
    }
  }

  /// Another property of the object that a body puts the value of a local into.
  private func other(than kept: Symbol, given local: LocalID, in body: Body) -> Symbol? {
    body.expressions.lazy.compactMap { id -> Symbol? in
      guard case .assign(let target, let value) = body.code[id], body.code[value] == .local(local),
        let name = body.code.ownProperty(target), name != kept
      else { return nil }
      return name
    }.first
  }

  /// Where the property is changed while the copy is still to be read: further down for a local; in any method of the
  /// type for what a property keeps.
  private func change(of copy: Copy, in body: Body, _ frame: Frame) -> SourceSpan? {
    if let local = copy.local, let source = copy.sourceLocal {
      return change(through: local, whileReading: source, from: copy.value, in: body).map { body.span(of: $0) }
    }
    if let local = copy.local {
      // What is put into the copy is put into what it comes from.
      if let write = write(toCopy: local, in: body, of: after), isStillUsed(copy, local, in: body) {
        return body.span(of: write)
      }
      guard let source = copy.sourceProperty, let last = body.uses(of: local).last,
        let write = write(to: source, or: twins(of: copy, in: body), in: body, after: copy.value), write < last
      else { return nil }
      return body.span(of: write)
    }
    guard let type = frame.context, let property = copy.property else { return nil }
    let functions = after.functions(of: type)
    let isRead = (functions + after.getters(of: type)).contains { function in
      let other = Body(function, in: after)
      return other.expressions.contains { id in
        guard other.code.ownProperty(id) == property else { return false }
        if let parent = other.parent(of: id), case .assign(id, _) = other.code[parent] { return false }
        return true
      }
    }
    guard isRead else { return nil }
    for function in functions where after.declaration(of: function).kind != .initializer {
      let other = Body(function, in: after)
      // What is changed in the copy, and not put back on the spot, was changed in the copy alone.
      if let lender = copy.lender, let old = twin(of: function), let write = change(inside: property, in: other),
        change(inside: property, in: Body(old, in: before)) != nil,
        !other.expressions.contains(where: { other.code.ownProperty($0) == lender })
      {
        return other.span(of: write)
      }
      if let source = copy.sourceProperty, let write = write(to: source, in: other, after: nil) {
        return other.span(of: write)
      }
    }
    return nil
  }

  /// A change of a part of a local copy, by an assignment or by a method that changes its object, before the local that
  /// it is a copy of is read for the last time.
  private func change(
    through local: LocalID, whileReading source: LocalID, from start: ExpressionID, in body: Body
  ) -> ExpressionID? {
    guard let last = body.uses(of: source).last else { return nil }
    return write(toCopy: local, in: body, of: after) { start < $0 && $0 < last }
  }

  /// An assignment to a part of what a property holds, however deep.
  private func change(inside property: Symbol, in body: Body) -> ExpressionID? {
    func isInside(_ id: ExpressionID) -> Bool {
      switch body.code[id] {
      case .member(let base, _), .subscripted(let base, _): body.code.ownProperty(base) == property || isInside(base)
      default: false
      }
    }
    return body.expressions.first { id in
      switch body.code[id] {
      case .assign(let target, _), .mutate(let target, _): isInside(target)
      default: false
      }
    }
  }

  /// The first change of a part of a local copy that counts: a member that is assigned, or a method that changes its
  /// object.
  private func write(
    toCopy local: LocalID, in body: Body, of program: Program, where counts: (ExpressionID) -> Bool = { _ in true }
  ) -> ExpressionID? {
    let code = body.code
    lazy var frame = Frame(body.function, in: program)
    lazy var inference = Inference(program: program)
    return body.expressions.first { id in
      guard counts(id) else { return false }
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        guard let path = code.accessPath(target), case .local(local) = path.root else { return false }
        return !path.members.isEmpty
      case .call(let callee, _):
        guard case .member(let base, _) = code[callee], code[base] == .local(local), body.isDropped(id),
          case .functions(let targets) = inference.target(of: id, in: frame).kind
        else { return false }
        return targets.contains(where: program.changesItsObject)
      default: return false
      }
    }
  }

  /// Whether what is copied is still there for somebody else, and the copy for its own sake: it is handed on.
  private func isStillUsed(_ copy: Copy, _ local: LocalID, in body: Body) -> Bool {
    guard
      body.uses(of: local).contains(where: { use in
        guard let parent = body.parent(of: use) else { return true }
        if case .member = body.code[parent] { return false }
        return true
      })
    else { return false }
    // What was put back, or not changed before, was no copy of its own.
    guard let old = functions[body.function], case let was = Body(old, in: before) else { return false }
    let declaration = before.declaration(of: old)
    let spelled = body.code.plainSpelling(of: copy.value)
    let earlier = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal))
      .map { LocalID(index: $0) }
      .filter { was.code[$0].name.text == copy.name }
      .first { one in was.code[one].initializer.map { was.code.plainSpelling(of: $0) } == spelled }
    guard let twin = earlier, write(toCopy: twin, in: was, of: before) != nil else { return false }
    return !was.expressions.contains { id in
      guard case .assign(let target, let value) = was.code[id], was.code[value] == .local(twin) else { return false }
      return copy.sourceProperty.map { was.code.ownProperty(target) == $0 } ?? false
    }
  }

  /// The other locals that are given what the property holds: each was a copy of its own.
  private func twins(of copy: Copy, in body: Body) -> Set<LocalID> {
    let declaration = after.declaration(of: body.function)
    return Set(
      (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).map { LocalID(index: $0) }.filter {
        guard $0 != copy.local, case .variable = body.code[$0].kind, let value = body.code[$0].initializer else {
          return false
        }
        return body.code.ownProperty(value) == copy.sourceProperty
      })
  }

  /// A change of a part of what a property holds, and not of the property itself: a member that is assigned, a call
  /// whose answer nobody takes, or that is given the property to change.
  private func write(
    to source: Symbol, or twins: Set<LocalID> = [], in body: Body, after start: ExpressionID?
  ) -> ExpressionID? {
    let code = body.code
    func isSource(_ id: ExpressionID) -> Bool {
      if case .local(let local) = code[id], twins.contains(local) { return true }
      return code.ownProperty(id) == source
    }
    return body.expressions.first { id in
      if let start, id <= start { return false }
      let base: ExpressionID
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        switch code[target] {
        case .member(let outer, _), .subscripted(let outer, _): base = outer
        default: return false
        }
      case .call(let callee, let list):
        if code[list].contains(where: {
          code.marks(of: $0.value).contains(.inout) && code.ownProperty($0.value) == source
        }) {
          return true
        }
        guard case .member(let outer, let name) = code[callee], body.isDropped(id) else { return false }
        // `filter.tags.insert(tag)`: a part that is a value.
        if case .member(let inner, _) = code[outer], after.knowledge[.changesInPlace].contains(name) {
          return isSource(inner)
        }
        base = outer
      default: return false
      }
      return isSource(base)
    }
  }
}

extension Body {
  /// Whether nobody takes what an expression answers with, but for a closure that answers with nothing else.
  fileprivate func isDropped(_ id: ExpressionID) -> Bool { parent(of: id) == nil }
}

extension Code {
  /// What a part that is assigned to is a part of: `cards` of `cards[0].name`.
  fileprivate func outermost(of id: ExpressionID) -> ExpressionID {
    switch self[id] {
    case .subscripted(let base, _): return outermost(of: base)
    case .member(let base, _): return ownProperty(id) == nil ? outermost(of: base) : id
    default: return id
    }
  }
}

extension Program {
  /// Whether a method, or one that stands behind a requirement, puts something into a property of its object.
  fileprivate func changesItsObject(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    if !declaration.hasBody, let owner = owner(of: function) {
      return (descendants[owner] ?? []).contains { heir in
        self[heir].kind != .protocol
          && (self[heir].functions[declaration.name] ?? []).contains {
            self.declaration(of: $0).hasBody && changesItsObject($0)
          }
      }
    }
    let body = Body(function, in: self)
    return body.expressions.contains { id in
      switch body.code[id] {
      case .assign(let target, _), .mutate(let target, _):
        return body.code.ownProperty(body.code.outermost(of: target)) != nil
      case .call(let callee, _):
        guard case .member(let base, let name) = body.code[callee] else { return false }
        return knowledge[.changesInPlace].contains(name) && body.code.ownProperty(base) != nil
      default: return false
      }
    }
  }
}
