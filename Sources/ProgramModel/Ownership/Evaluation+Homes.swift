import SwiftFacts

/// Where the closures of a function are kept to be called later.
extension Evaluation {
  /// By closure, the slots it is put into; none for one that may be called, or kept, in any other way.
  ///
  /// What such a closure does is done by whoever calls what is in the slots, and not by the function that makes it.
  var homes: [ClosureID: [Slot]] {
    var result: [ClosureID: [Slot]] = [:]
    for index in frame.declaration.firstExpression..<frame.declaration.endExpression {
      switch facts.code[ExpressionID(index: index)] {
      case .assign(let target, let value):
        guard case .closure(let closure) = facts.code[value], facts.code.ownProperty(target) != nil || isMember(target)
        else { continue }
        result[closure] = slots(holding: closure)
      case .call(_, let list):
        let call = ExpressionID(index: index)
        guard facts.code[list].contains(where: { if case .closure = facts.code[$0.value] { true } else { false } })
        else { continue }
        for (closure, isOnlyKept) in closures(handedTo: call, facts.code[list]) where isOnlyKept {
          result[closure] = slots(holding: closure)
        }
      default: continue
      }
    }
    return result.filter { !$0.value.isEmpty }
  }

  private func isMember(_ id: ExpressionID) -> Bool { if case .member = facts.code[id] { true } else { false } }

  /// The slots of the program's own types that hold a closure; none where something else does as well.
  private func slots(holding closure: ClosureID) -> [Slot] {
    guard let object = existing(.closure(closure)) else { return [] }
    var result: [Slot] = []
    for keep in keeps where keep.value == object {
      let slot = keep.slot == .element ? self[keep.holder].kind.place?.slot ?? keep.slot : keep.slot
      guard keep.closure == nil, !slot.isPart, let property = property(of: slot), isOwn(property) else { return [] }
      if !result.contains(slot) { result.append(slot) }
    }
    return result
  }

  /// Whether nobody outside the program can call what is in a property.
  private func isOwn(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    return declaration.isStored && !declaration.isPublic && declaration.attributes.isEmpty
  }

  /// The closures that a call is given, and whether what it runs only puts them away.
  private func closures(handedTo call: ExpressionID, _ arguments: ArraySlice<Argument>) -> [(ClosureID, Bool)] {
    let given = arguments.compactMap { argument -> (argument: Argument, closure: ClosureID)? in
      if case .closure(let closure) = facts.code[argument.value] { (argument, closure) } else { nil }
    }
    switch inference.target(of: call, in: frame).kind {
    case .memberwise: return given.map { ($0.closure, true) }
    case .functions(let functions):
      return given.map { one in
        let isOnlyKept = functions.allSatisfy { function in
          guard let match = program.declaration(of: function).match(arguments),
            let at = arguments.firstIndex(where: { $0.value == one.argument.value }),
            let summary = summary(of: function)
          else { return false }
          let parameter = match[at - arguments.startIndex]
          let given = Summary.Path(root: .parameter(parameter), fields: [])
          let effects = summary.effects.filter { $0.value == given }
          return !effects.isEmpty && effects.allSatisfy { $0.closure == nil }
            && !summary.invocations.contains { $0.closure == given } && isMentionedOnce(parameter, of: function)
        }
        return (one.closure, isOnlyKept)
      }
    default: return []
    }
  }

  /// Whether a function does one thing only with what it is given.
  private func isMentionedOnce(_ parameter: Int, of function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    let code = program[program.file(of: function)].facts.code
    guard declaration.hasBody, declaration.parameters.indices.contains(parameter) else { return false }
    let local = declaration.parameters[parameter].local
    return (declaration.firstExpression..<declaration.endExpression).count {
      code[ExpressionID(index: $0)] == .local(local)
    } == 1
  }
}
