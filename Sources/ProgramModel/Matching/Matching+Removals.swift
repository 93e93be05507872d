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
}

extension Program {
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
  fileprivate func adding(to list: Symbol, of type: NominalID) -> SourceSpan? {
    for function in functions(of: type) where declaration(of: function).kind == .function {
      let body = Body(function, in: self)
      let given = Set(declaration(of: function).parameters.map(\.local))
      func isGiven(_ id: ExpressionID) -> Bool {
        if case .local(let local) = body.code[id] { given.contains(local) } else { false }
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
