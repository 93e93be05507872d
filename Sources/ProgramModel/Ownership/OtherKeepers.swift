import SwiftFacts

extension Program {
  /// Whether something beside a property may keep what is in it: another property of the program can hold such an
  /// object, or the system does, as it keeps the screens and the views that are shown.
  ///
  /// Where there is none, the object goes as soon as the property is weak. O(properties) the first time.
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
    let keepers = asking("what keeps values of a type") { $0.keepersByType() }
    return Set(concrete.flatMap { lineage(of: $0) }).contains { kin in
      keepers[self[kin].name]?.contains { $0 != property } ?? false
    }
  }

  /// The properties of production code that keep what they have, by the names of all types that this may be of.
  private func keepersByType() -> [Symbol: Set<PropertyID>] {
    let inference = Inference(program: self)
    var result: [Symbol: Set<PropertyID>] = [:]
    for property in allProperties {
      let (declaration, file) = (declaration(of: property), file(of: property))
      guard declaration.isStored, declaration.strength == .strong, !isTest(file),
        owner(of: property).map({ self[$0].kind != .protocol }) ?? true
      else { continue }
      let names =
        declaration.type.map { self[file].facts.code.names(in: $0) } ?? inference.type(of: property).names(in: self)
      for name in names { result[name, default: []].insert(property) }
    }
    return result
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
  /// The types that values of one, as it is spelled, may have, itself among them.
  fileprivate func names(in id: TypeID) -> [Symbol] {
    func inner(_ list: TypeList) -> [Symbol] { self[list].flatMap(names) }
    return switch self[id] {
    case .named(let name, let arguments), .member(_, let name, let arguments): [name] + inner(arguments)
    case .optional(let type), .array(let type): names(in: type)
    case .dictionary(let key, let value): names(in: key) + names(in: value)
    case .tuple(let list), .composition(let list): inner(list)
    case .function, .metatype, .unknown: []
    }
  }
}

extension Type {
  fileprivate func names(in program: Program) -> [Symbol] {
    switch self {
    case .nominal(let id, let arguments): [program[id].name] + arguments.flatMap { $0.names(in: program) }
    case .foreign(let name): [name]
    case .parameter(_, let bound): bound?.names(in: program) ?? []
    case .array(let element): element.names(in: program)
    case .dictionary(let key, let value): key.names(in: program) + value.names(in: program)
    case .tuple(let types), .composition(let types): types.flatMap { $0.names(in: program) }
    case .function, .metatype, .unknown: []
    }
  }
}
