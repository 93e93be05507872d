import SwiftFacts

extension Program {
  /// Whether an application has a function, or a property that is worked out, whose name stands nowhere but in itself:
  /// no run comes to it.
  ///
  /// Not of what others than the program may call: what is offered by a library, overrides, is required, or is seen by
  /// Objective-C.
  func isNamedNowhereElse(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    var name = declaration.name
    switch declaration.kind {
    case .function: break
    case .getter(let property): name = self[file(of: function)].facts[property].name
    default: return false
    }
    guard !declaration.isOverride, declaration.attributes.isEmpty, !isSeenOutside(function), !isMain(function),
      !isOperator(function), knowledge[.saysWhatItShows][name].isEmpty,
      functions(mentioning: [name]).allSatisfy({ $0 == function }), !isRequired(name)
    else { return false }
    return ProcessLifetime.hasBeginning(self)
  }

  /// Whether a protocol of the program has a requirement of a name.
  private func isRequired(_ name: Symbol) -> Bool {
    declaredTypes.contains { self[$0].kind == .protocol && requirements(of: $0).contains(name) }
  }
}
