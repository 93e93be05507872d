import SwiftFacts

/// Stand-ins of tests of which nobody notices whether they are there.
extension Program {
  /// Whether a type that is there for tests has functions, and all that happens in any of them is that an object of it
  /// notes something for itself: where nobody has the object, whoever asks a `nil` gets the same. Nor does a test that
  /// hands one over as it is made ask it anything, so that there whoever tells it something may tell a `nil` as well.
  func doesNothing(_ target: DroppedTarget, _ inference: Inference) -> Bool {
    let type = target.type
    guard isTest(type) || isTestDouble(type) else { return false }
    let isForgotten = target.local == nil && isTest(file(of: target.function))
    let functions = functions(of: type).filter { declaration(of: $0).kind == .function }
    return !functions.isEmpty && self[type].kind != .foreign
      && functions.allSatisfy {
        declaration(of: $0).hasBody && (notesOnly($0, inference) || isForgotten && isTold($0, inference))
      }
  }

  /// Whether a function answers nothing: by what it returns, by a closure, by what it was made with, or by what a type
  /// has for all to see.
  private func isTold(_ function: FunctionID, _ inference: Inference) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    if handsOnToGiven(function, inference) { return false }
    return declaration.result == nil && declaration.parameters.allSatisfy { $0.closureKind != .always }
      && !expressions(of: function).contains { index in
        guard case .member(let base, _) = code.expressions[index], case .name(let name, _) = code[base] else {
          return false
        }
        return name.isCapitalized
      }
  }

  /// Whether a function calls a closure that its object has to be made with, or something on such an object: whoever
  /// made it has that still, and asks it.
  private func handsOnToGiven(_ function: FunctionID, _ inference: Inference) -> Bool {
    guard let type = owner(of: function) else { return false }
    let code = self[file(of: function)].facts.code
    func isGiven(_ id: ExpressionID, _ isFit: (Type) -> Bool) -> Bool {
      guard let name = code.ownProperty(id), let property = property(named: name, of: type) else { return false }
      let declaration = declaration(of: property)
      return declaration.isStored && declaration.initialValue == nil && !isOptional(property)
        && isFit(inference.type(of: property))
    }
    return expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .call(let callee, _):
        if isGiven(callee, { if case .function = $0 { true } else { false } }) { return true }
        guard case .member(let base, _) = code[callee] else { return false }
        return isGiven(base) { self.isReference($0) == true }
      case .assign(let target, _), .mutate(let target, _):
        guard case .member(let base, _) = code[target] else { return false }
        return isGiven(base) { self.isReference($0) == true }
      default: return false
      }
    }
  }

  /// Whether a function answers with nothing and changes values in the object's own properties at most.
  private func notesOnly(_ function: FunctionID, _ inference: Inference) -> Bool {
    if expressions(of: function).isEmpty { return true }
    guard declaration(of: function).result == nil else { return false }
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    return expressions(of: function).allSatisfy { index in
      switch code.expressions[index] {
      case .call(let callee, _):
        guard case .member(let base, _) = code[callee], code.ownProperty(base) != nil else { return false }
        switch inference.type(of: base, in: frame) {
        case .array, .dictionary: return true
        default: return false
        }
      case .assign(let target, _): return code.ownProperty(target) != nil
      // What belongs to no object is there for all to see.
      case .name(let name, .some):
        return frame.context.flatMap { property(named: name, of: $0) } != nil
          || globalProperty(named: name, from: frame.file) == nil
      case .closure, .superReference: return false
      case .name(let name, nil): return !name.isCapitalized
      default: return true
      }
    }
  }
}
