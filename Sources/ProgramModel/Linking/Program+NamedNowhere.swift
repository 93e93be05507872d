import SwiftFacts

extension Program {
  /// Whether an application has a function, or a property that is worked out, whose name stands nowhere but in itself,
  /// in tests, and in functions of which the same is true: no run comes to it.
  ///
  /// Not of what others than the program may call: what is offered by a library, overrides, is required, or is seen by
  /// Objective-C.
  func isNamedNowhereElse(_ function: FunctionID) -> Bool {
    guard hasBeginning else { return false }
    // The functions on the way here, which do not run if this one does not.
    var asked: Set<FunctionID> = [function]
    var waiting = [function]
    var names: Set<Symbol> = []
    while let next = waiting.popLast() {
      guard let name = nameOfAllCalls(next), asked.count <= Self.mostOnTheWay else { return false }
      // Who mentions a name is asked once, however many have it.
      guard names.insert(name).inserted else { continue }
      waiting += functions(mentioning: [name]).filter { !isTest(file(of: $0)) && asked.insert($0).inserted }
    }
    // Last: all protocols are asked.
    return !names.contains(where: isRequired)
  }

  /// More functions on the way to one are not looked through.
  private static let mostOnTheWay = 32

  /// The name that whoever calls a function has to write; nil of what may be called without one.
  private func nameOfAllCalls(_ function: FunctionID) -> Symbol? {
    let declaration = declaration(of: function)
    var name = declaration.name
    switch declaration.kind {
    case .function: break
    case .getter(let property): name = self[file(of: function)].facts[property].name
    default: return nil
    }
    guard !declaration.isOverride, declaration.attributes.isEmpty, !isSeenOutside(function), !isMain(function),
      !isOperator(function), isAdded(function) || !mayBeCalledBySystem(function),
      knowledge[.saysWhatItShows][name].isEmpty
    else { return nil }
    return name
  }

  /// Whether the program adds a function to a type of others, who know nothing of it.
  private func isAdded(_ function: FunctionID) -> Bool {
    owner(of: function).map { self[$0].kind == .foreign } ?? false
  }

  /// Whether a protocol that others may see has a requirement of a name: who calls that within the program names it.
  private func isRequired(_ name: Symbol) -> Bool {
    declaredTypes.contains { type in
      self[type].kind == .protocol && requirements(of: type).contains(name)
        && !self[type].declarations.allSatisfy { isInside($0.file) }
    }
  }
}
