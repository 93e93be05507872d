import SwiftFacts

/// Closures that others have handed over, and that nobody takes out any more.
extension Matching {
  /// Lists of closures that a type took something out of before the change, and only puts something into since.
  public func lostRemovals() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].kind == .class && !after.isTest(type)
      && after[type].declarations.contains(where: { changedFiles.contains($0.file) })
    {
      result += lostDepartingObjects(from: type, old)
      let takers = before.closureLists(of: old).compactMap { before.taking($0, from: old) }
      let lists = after.closureLists(of: type)
      guard let taking = takers.first, lists.allSatisfy({ after.taking($0, from: type) == nil }) else { continue }
      for list in lists {
        guard let place = after.adding(to: list, of: type) else { continue }
        result.append(
          Alteration(
            kind: .lostRemoval, span: place, name: list.text, before: before.declaration(of: taking).name.text,
            after: after.name(of: type)))
      }
    }
    return result
  }

  /// Lists of objects whose methods a type calls one by one, to tell them something: who left by a closure, or by a
  /// method that is there for that, cannot any more.
  private func lostDepartingObjects(from type: NominalID, _ old: NominalID) -> [Alteration] {
    let was = before.toldLists(of: old)
    return after.toldLists(of: type).filter(was.contains).compactMap { list -> Alteration? in
      guard let taking = before.taking(list, from: old), before.isLeaving(taking, list),
        after.taking(list, from: type) == nil, let place = after.adding(to: list, of: type, orMade: true)
      else { return nil }
      return Alteration(
        kind: .lostRemoval, span: place, name: list.text, before: before.declaration(of: taking).name.text,
        after: after.name(of: type))
    }
  }
}

extension Program {
  /// The properties of a type that hold lists of objects, each of which it calls a method of for what that does.
  fileprivate func toldLists(of type: NominalID) -> [Symbol] {
    let inference = Inference(program: self)
    let lists = storedProperties(of: type).filter { property in
      switch inference.type(of: property) {
      case .array(let held), .dictionary(_, let held):
        held.nominal.map { isReference($0) == true && !isViewOrScreen($0) } ?? false
      default: false
      }
    }.map { declaration(of: $0).name }
    if lists.isEmpty { return [] }
    var told: Set<Symbol> = []
    for function in functions(of: type) {
      let body = Body(function, in: self)
      for id in body.expressions {
        guard case .call(let callee, _) = body.code[id], case .member(let base, _) = body.code[callee],
          case .local(let local) = body.code[base], let list = body.code.goneThrough(by: local, knowledge),
          let name = body.code.ownProperty(body.code.container(list))
        else { continue }
        told.insert(name)
      }
    }
    return lists.filter(told.contains)
  }

  /// Whether a function takes an object out of a list in a closure, or says by its name that it does.
  fileprivate func isLeaving(_ function: FunctionID, _ list: Symbol) -> Bool {
    let name = declaration(of: function).name
    if knowledge[.takesOut].begins(name) || knowledge[.endsWork].begins(name) { return true }
    let body = Body(function, in: self)
    return body.expressions.contains { id in
      guard case .call(let callee, _) = body.code[id], case .member(let base, let taken) = body.code[callee],
        body.code.selfMember(body.code.container(base)) == list,
        knowledge[.takesElement].contains(taken) || knowledge[.takesAll].contains(taken)
          || knowledge[.takesOut].begins(taken)
      else { return false }
      return body.code.innermostClosure(around: id) != nil
    }
  }

  /// The properties of a type that hold lists of closures.
  fileprivate func closureLists(of type: NominalID) -> [Symbol] {
    let inference = Inference(program: self)
    /// Whether it holds closures, be it in lists of lists.
    func isOfClosures(_ type: Type) -> Bool {
      switch type {
      case .array(.function), .dictionary(_, .function): true
      case .array(let inner), .dictionary(_, let inner): isOfClosures(inner)
      default: false
      }
    }
    return storedProperties(of: type).filter { isOfClosures(inference.type(of: $0)) }.map { declaration(of: $0).name }
  }

  /// A function that takes something out of a list of its own type, or puts another in its place.
  fileprivate func taking(_ list: Symbol, from type: NominalID) -> FunctionID? {
    functions(of: type).first { function in
      guard declaration(of: function).kind != .initializer else { return false }
      let body = Body(function, in: self)
      return body.expressions.contains { id in
        switch body.code[id] {
        case .assign(let target, let value):
          if body.code.ownProperty(target) == list { return true }
          // What a closure does that is handed out to do it is done as well.
          guard case .subscripted = body.code[target], body.code.selfMember(body.code.container(target)) == list else {
            return false
          }
          return body.code[value] == .literal(.null)
        case .call(let callee, _):
          guard case .member(let base, let name) = body.code[callee],
            body.code.selfMember(body.code.container(base)) == list
          else { return false }
          return knowledge[.takesElement].contains(name) || knowledge[.takesAll].contains(name)
            || knowledge[.takesOut].begins(name)
        default: return body.code.marks(of: id).contains(.inout) && body.code.ownProperty(id) == list
        }
      }
    }
  }

  /// Where a function puts what it is given into a list of its own type.
  fileprivate func adding(to list: Symbol, of type: NominalID, orMade: Bool = false) -> SourceSpan? {
    for function in functions(of: type) where declaration(of: function).kind == .function {
      let body = Body(function, in: self)
      let given = Set(declaration(of: function).parameters.map(\.local))
      func isGiven(_ id: ExpressionID) -> Bool {
        guard case .local(let local) = body.code[id] else { return false }
        if given.contains(local) { return true }
        guard orMade, let value = body.code[local].initializer, case .call = body.code[value] else { return false }
        return true
      }
      for id in body.expressions {
        switch body.code[id] {
        case .assign(let target, let value):
          guard case .subscripted = body.code[target],
            body.code.ownProperty(body.code.container(target)) == list, isGiven(value)
          else { continue }
        case .call(let callee, let arguments):
          guard case .member(let base, let name) = body.code[callee], knowledge[.addsElement].contains(name),
            body.code.ownProperty(body.code.container(base)) == list,
            body.code[arguments].contains(where: { isGiven($0.value) })
          else { continue }
        default: continue
        }
        return body.span(of: id)
      }
    }
    return nil
  }
}
