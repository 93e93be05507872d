import SwiftFacts

/// Which stored properties of a type a function reads from one of its values.
struct Reading {
  let program: Program
  let type: NominalID
  /// Expressions that mention the value and read nothing of it: a comparison of references.
  var harmless: Set<ExpressionID> = []

  /// The names of stored properties that a function reads of `value`, by itself or through other members;
  /// nil where the value goes somewhere that it cannot be followed to.
  func properties(of value: LocalID, in function: FunctionID) -> Set<Symbol>? {
    var visited: Set<FunctionID> = []
    return properties(of: value, in: function, &visited)
  }

  private func properties(of value: LocalID, in function: FunctionID, _ visited: inout Set<FunctionID>) -> Set<Symbol>?
  {
    guard visited.insert(function).inserted, visited.count < 40 else { return [] }
    let code = program[program.file(of: function)].facts.code
    let isSelf = code[value].kind == .selfReference
    var whole: Set<ExpressionID> = []
    var result: Set<Symbol> = []
    var members: [Symbol] = []
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .local(value): whole.insert(id)
      case .member(let base, let name) where whole.remove(base) != nil: members.append(name)
      case .name(let name, .some) where isSelf && !name.isCapitalized: members.append(name)
      case .call(let callee, let list):
        // `type(of: value)` says nothing about what is in it.
        if case .name("type", _) = code[callee], let argument = code[list].first, argument.label == "of" {
          whole.remove(argument.value)
        }
      default: break
      }
    }
    guard whole.subtracting(harmless).isEmpty else { return nil }
    for name in members {
      guard let found = reads(name, isSelf: isSelf, &visited) else { return nil }
      result.formUnion(found)
    }
    return result
  }

  /// The stored properties behind a member.
  private func reads(_ name: Symbol, isSelf: Bool, _ visited: inout Set<FunctionID>) -> Set<Symbol>? {
    switch program.valueMember(name, of: type) {
    case .property(let property)?:
      let declaration = program.declaration(of: property)
      if declaration.isStatic { return [] }
      if declaration.isStored { return [name] }
      guard let getter = declaration.getter else { return nil }
      let function = program.function(getter, in: program.file(of: property))
      guard let own = program.declaration(of: function).selfLocal else { return nil }
      return properties(of: own, in: function, &visited)
    case .functions(let functions)?:
      var result: Set<Symbol> = []
      for function in functions {
        guard program.declaration(of: function).hasBody, let own = program.declaration(of: function).selfLocal,
          let found = properties(of: own, in: function, &visited)
        else { return nil }
        result.formUnion(found)
      }
      return result
    case .type?, .enumCase?, .alias?: return []
    case .known?: return nil
    // A function or a variable outside the type, or a member that something unseen gives it.
    case nil: return isSelf ? [] : nil
    }
  }
}
