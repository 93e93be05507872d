import SwiftFacts

/// Properties that hold who waits, and what the change did to how they are emptied.
extension Matching {
  /// Continuations that a property keeps and an event resumes, and which stay there since the change: the next event
  /// resumes them once more. O(expressions of the rewritten functions).
  public func leftSlots() -> [Alteration] {
    functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), after.declaration(of: function).kind != .deinitializer,
        isRewritten(function)
      else { return [] }
      let was = before.resumedSlots(in: old)
      guard !was.isEmpty, case let emptied = before.emptiedProperties(in: old), !emptied.isEmpty else { return [] }
      let left = after.emptiedProperties(in: function)
      var told: Set<String> = []
      return after.resumedSlots(in: function).compactMap { slot in
        guard emptied.contains(slot.path), !left.contains(slot.path), was.contains(where: { $0.path == slot.path }),
          !after.isEmptiedByCallees(slot.name, of: function), told.insert(slot.path).inserted
        else { return nil }
        return Alteration(
          kind: .leftSlot, span: slot.span, name: slot.path, before: slot.spelling,
          affected: [after.name(of: function)])
      }
    }
  }
}

/// A continuation that is resumed where a property of the object, or of a part of it, holds it.
private struct ResumedSlot {
  var name: Symbol
  /// As it is spelled, without `self.`.
  var path: String
  var span: SourceSpan
  var spelling: String
}

extension Program {
  fileprivate func resumedSlots(in function: FunctionID) -> [ResumedSlot] {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let inference = Inference(program: self)
    return expressions(of: function).compactMap { at -> ResumedSlot? in
      guard case .call(let callee, let list) = code.expressions[at] else { return nil }
      if let handed = handed(list, in: frame) {
        let id = ExpressionID(index: Int32(at))
        return ResumedSlot(
          name: handed.name, path: handed.path, span: SourceSpan(file: frame.file, bytes: code.span(of: id)),
          spelling: code.spelling(of: id))
      }
      if let slot = calledOnce(callee, in: frame) {
        let id = ExpressionID(index: Int32(at))
        return ResumedSlot(
          name: slot.name, path: slot.path, span: SourceSpan(file: frame.file, bytes: code.span(of: id)),
          spelling: code.spelling(of: id))
      }
      guard case .member(let base, let method) = code[callee], knowledge[.resumes].contains(method),
        let slot = code.ownPath(base),
        let type = outsideName(of: inference.type(of: base, in: frame)),
        knowledge[.resumes][method].contains(where: { $0.type == type })
      else { return nil }
      let id = ExpressionID(index: Int32(at))
      return ResumedSlot(
        name: slot.name, path: slot.path, span: SourceSpan(file: frame.file, bytes: code.span(of: id)),
        spelling: code.spelling(of: id))
    }
  }

  /// A closure that a property of the object may hold and whose name says that it is told of an end.
  private func calledOnce(_ callee: ExpressionID, in frame: Frame) -> (name: Symbol, path: String)? {
    let code = frame.facts.code
    guard let owner = frame.context, let slot = code.ownPath(callee), slot.path == slot.name.text,
      knowledge[.completes].fits(slot.name) || knowledge[.isCompletion].fits(slot.name),
      let property = property(named: slot.name, of: owner), declaration(of: property).isStored,
      isOptional(property), case .function = Inference(program: self).type(of: property)
    else { return nil }
    return slot
  }

  /// A completion that a property of the object may hold, given to a call, which calls it when it is done.
  private func handed(_ list: ArgumentList, in frame: Frame) -> (name: Symbol, path: String)? {
    let code = frame.facts.code
    guard let owner = frame.context else { return nil }
    return code[list].compactMap { argument -> (name: Symbol, path: String)? in
      guard let slot = code.ownPath(argument.value), slot.path == slot.name.text,
        knowledge[.completes].fits(slot.name), let property = property(named: slot.name, of: owner),
        declaration(of: property).isStored, isOptional(property),
        case .function = Inference(program: self).type(of: property)
      else { return nil }
      return slot
    }.first
  }

  /// The properties that a function sets to `nil`, or to something else, as they are spelled without `self.`.
  fileprivate func emptiedProperties(in function: FunctionID) -> Set<String> {
    let code = self[file(of: function)].facts.code
    return Set(
      expressions(of: function).compactMap { at -> String? in
        switch code.expressions[at] {
        case .assign(let target, _): code.ownPath(target)?.path
        case .call(let callee, _):
          // `take()` and its like take out what they are called on.
          if case .member(let base, let name) = code[callee], knowledge[.takesOut].begins(name) {
            code.ownPath(base)?.path
          } else {
            nil
          }
        default: nil
        }
      })
  }

  /// Whether one of the functions that a function calls, on whatever object, sets a property of this name.
  fileprivate func isEmptiedByCallees(_ name: Symbol, of function: FunctionID) -> Bool {
    let frame = Frame(function, in: self)
    let inference = Inference(program: self)
    return expressions(of: function).contains { at in
      guard case .call = frame.facts.code.expressions[at],
        case .functions(let callees) = inference.target(of: ExpressionID(index: Int32(at)), in: frame).kind
      else { return false }
      return callees.contains { callee in
        let code = self[file(of: callee)].facts.code
        return expressions(of: callee).contains { index in
          guard case .assign(let target, _) = code.expressions[index] else { return false }
          return code.ownPath(target)?.name == name
        }
      }
    }
  }
}

extension Code {
  /// The property that an expression reads, of `self` or of a part of it; a constant that is bound to it stands for it.
  fileprivate func ownPath(_ id: ExpressionID) -> (name: Symbol, path: String)? {
    if case .local(let local) = self[id] {
      guard case .variable(isLet: true) = self[local].kind, let value = self[local].initializer else { return nil }
      return ownPath(value)
    }
    var root = id
    while ownProperty(root) == nil {
      guard case .member(let base, _) = self[root] else { return nil }
      root = base
    }
    switch self[id] {
    case .name(let name, _), .member(_, let name): return (name, plainSpelling(of: id))
    default: return nil
    }
  }
}
