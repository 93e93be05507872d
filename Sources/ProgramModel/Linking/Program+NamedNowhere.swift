import SwiftFacts

extension Program {
  /// Whether an application has a function, or a property that is worked out, whose name stands nowhere but in itself,
  /// in tests, and in functions of which the same is true: no run comes to it.
  ///
  /// Not of what others than the program may call: what is offered by a library, overrides, is required, or is seen by
  /// Objective-C.
  func isNamedNowhereElse(_ function: FunctionID) -> Bool {
    hasBeginning && isNamedNowhereElse(function, asked: [])
  }

  /// - Parameter asked: The functions on the way here, which do not run if this one does not.
  private func isNamedNowhereElse(_ function: FunctionID, asked: Set<FunctionID>) -> Bool {
    let declaration = declaration(of: function)
    var name = declaration.name
    switch declaration.kind {
    case .function: break
    case .getter(let property): name = self[file(of: function)].facts[property].name
    default: return false
    }
    guard !declaration.isOverride, declaration.attributes.isEmpty, !isSeenOutside(function), !isMain(function),
      !isOperator(function), isAdded(function) || !mayBeCalledBySystem(function),
      knowledge[.saysWhatItShows][name].isEmpty, asked.count < HeapLimits.depth
    else { return false }
    let asked = asked.union([function])
    return functions(mentioning: [name]).allSatisfy { other in
      asked.contains(other) || isTest(file(of: other)) || isNamedNowhereElse(other, asked: asked)
    } && !isRequired(name)
  }

  /// Whether the program adds a function to a type of others, who know nothing of it.
  private func isAdded(_ function: FunctionID) -> Bool {
    owner(of: function).map { self[$0].kind == .foreign } ?? false
  }

  /// Whether a protocol of the program has a requirement of a name.
  private func isRequired(_ name: Symbol) -> Bool {
    declaredTypes.contains { self[$0].kind == .protocol && requirements(of: $0).contains(name) }
  }
}
