import SwiftFacts

extension Program {
  /// Whether something beside a property may keep what is in it: another property of the program can hold such an
  /// object, or the system does, as it keeps the screens and the views that are shown.
  ///
  /// Where there is none, the object goes as soon as the property is weak. O(properties).
  public func mayBeKept(beside property: PropertyID) -> Bool {
    guard let type = Inference(program: self).type(of: property).nominal, self[type].kind != .foreign else {
      return true
    }
    let concrete = [type] + (descendants[type] ?? [])
    if concrete.contains(where: { inherits($0, fromAny: .responderClass) || inherits($0, fromAny: .viewProtocol) }) {
      return true
    }
    // Who hands itself over is kept by whoever made it; so is what is made out of sight.
    let sites = calls(threads: 1).sites
    if isGivenSelf(property) || concrete.allSatisfy({ sites[self[$0].name] == nil }) { return true }
    let names = Set(concrete.flatMap { lineage(of: $0) }.map { self[$0].name })
    return allProperties.contains { other in
      guard other != property, case let declaration = declaration(of: other), declaration.isStored,
        declaration.strength == .strong, !isTest(file(of: other)),
        owner(of: other).map({ self[$0].kind != .protocol }) ?? true
      else { return false }
      if let spelled = declaration.type { return self[file(of: other)].facts.code.names(anyOf: names, spelled) }
      return Inference(program: self).type(of: other).names(anyOf: names, in: self)
    }
  }

  /// Whether an object puts itself into a property, or hands itself to whoever fills it.
  private func isGivenSelf(_ property: PropertyID) -> Bool {
    let name = declaration(of: property).name
    return functions(mentioning: [name]).contains { function in
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        switch code.expressions[index] {
        case .assign(let target, let value): code.writtenName(target) == name && code.isSelf(value)
        case .call(_, let list): code[list].contains { $0.label == name && code.isSelf($0.value) }
        default: false
        }
      }
    }
  }
}

extension Code {
  /// Whether values of a type, as it is spelled, may have one of some types.
  fileprivate func names(anyOf wanted: Set<Symbol>, _ id: TypeID) -> Bool {
    func inner(_ list: TypeList) -> Bool { self[list].contains { names(anyOf: wanted, $0) } }
    return switch self[id] {
    case .named(let name, let arguments), .member(_, let name, let arguments):
      wanted.contains(name) || inner(arguments)
    case .optional(let type), .array(let type): names(anyOf: wanted, type)
    case .dictionary(let key, let value): names(anyOf: wanted, key) || names(anyOf: wanted, value)
    case .tuple(let list), .composition(let list): inner(list)
    case .function, .metatype, .unknown: false
    }
  }
}

extension Type {
  fileprivate func names(anyOf wanted: Set<Symbol>, in program: Program) -> Bool {
    switch self {
    case .nominal(let id, let arguments):
      wanted.contains(program[id].name) || arguments.contains { $0.names(anyOf: wanted, in: program) }
    case .foreign(let name): wanted.contains(name)
    case .parameter(_, let bound): bound?.names(anyOf: wanted, in: program) ?? false
    case .array(let element): element.names(anyOf: wanted, in: program)
    case .dictionary(let key, let value):
      key.names(anyOf: wanted, in: program) || value.names(anyOf: wanted, in: program)
    case .tuple(let types), .composition(let types): types.contains { $0.names(anyOf: wanted, in: program) }
    case .function, .metatype, .unknown: false
    }
  }
}
