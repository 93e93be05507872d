public import SwiftFacts

/// What a name means as a member of a type.
enum Member {
  case property(PropertyID)
  case functions([FunctionID])
  case type(NominalID)
  case enumCase(CaseReference)
  case alias(AliasReference)
  /// A property that a knowledge table describes.
  case known(Knowledge.PropertyEntry)
}

extension Program {
  /// Whether a type is, or inherits from, one with this name.
  public func inherits(_ id: NominalID, from name: Symbol) -> Bool {
    lineage(of: id).contains { self[$0].name == name || self[$0].foreignSupertypes.contains(name) }
  }

  /// What a type that inherits a method declares to run in its stead.
  func overrides(of method: FunctionID, declaredIn heir: NominalID) -> [FunctionID] {
    let inherited = declaration(of: method)
    let labels = inherited.parameters.map(\.label)
    return (self[heir].functions[inherited.name] ?? []).filter {
      let own = declaration(of: $0)
      return own.isOverride && own.parameters.map(\.label) == labels
    }
  }

  /// What `name` means where it is not called: a property, although a method may have the same name.
  func valueMember(_ name: Symbol, of id: NominalID) -> Member? {
    let member = member(name, of: id)
    guard case .functions? = member else { return member }
    for ancestor in lineage(of: id) {
      if let property = self[ancestor].properties[name] { return .property(property) }
      if let entry = knowledge.properties[.init(type: self[ancestor].name, name: name)] { return .known(entry) }
    }
    return member
  }

  /// What `name` means on a value or on the type itself. O(supertypes).
  func member(_ name: Symbol, of id: NominalID) -> Member? {
    var functions: [FunctionID] = []
    let isKnown = knownPropertyNames.contains(name)
    for ancestor in lineage(of: id) {
      let nominal = self[ancestor]
      // Most have no cases, types or aliases, and a look into an empty table costs as much as one into a full one.
      if functions.isEmpty {
        if let property = nominal.properties[name] { return .property(property) }
        if isKnown, let entry = knowledge.properties[.init(type: nominal.name, name: name)] { return .known(entry) }
        if !nominal.cases.isEmpty, let found = nominal.cases[name] { return .enumCase(found) }
        if !nominal.types.isEmpty, let found = nominal.types[name] { return .type(found) }
        if !nominal.aliases.isEmpty, let found = nominal.aliases[name] { return .alias(found) }
      }
      if let found = nominal.functions[name] { functions += found }
    }
    return functions.isEmpty ? nil : .functions(functions)
  }

  /// The types around a type, itself first.
  func scopes(from context: NominalID?) -> [NominalID] {
    guard let context else { return [] }
    let scopes = surroundings[Int(context.index)]
    if let reads { for scope in scopes { reads.note(.nominal(scope)) } }
    return scopes
  }

  // MARK: Names outside of all types

  /// The one type that an unqualified name leads to from a file: one of the program that the file sees, else one of the
  /// system or a library. Nil where there is none, and where there are several.
  func nominal(named name: Symbol, from file: FileID) -> NominalID? {
    let found = types(named: name, from: file)
    return found.isEmpty ? names.foreign[name] : found.count == 1 ? found[0] : nil
  }

  /// The types of the program that a name means in a file, outside of all types: several where Swift would have to
  /// choose.
  func types(named name: Symbol, from file: FileID) -> [NominalID] {
    guard let candidates = names.types[name] else { return [] }
    return modules.visible(candidates, from: file) { place(of: $0) }
  }

  /// The types of this name in the modules of another, which stands before the dot.
  func types(named name: Symbol, inModule module: Symbol, from file: FileID) -> [NominalID] {
    guard let candidates = names.types[name] else { return [] }
    let wanted = modules.modules(named: module, from: file)
    guard !wanted.isEmpty else { return [] }
    return candidates.filter { modules.ofFile[Int(place(of: $0).file.index)].contains(where: wanted.contains) }
  }

  private func place(of id: NominalID) -> ProgramModules.Place {
    .init(file: self[id].declarations[0].file, access: self[id].access)
  }

  /// Whether code outside of the repository can call a function.
  func isSeenOutside(_ function: FunctionID) -> Bool {
    declaration(of: function).isPublic && isOffered(owner(of: function), file(of: function))
  }

  /// Whether code outside of the repository can ask for a property.
  func isSeenOutside(_ property: PropertyID) -> Bool {
    declaration(of: property).isPublic && isOffered(owner(of: property), file(of: property))
  }

  /// Whether others than the repository's own can import what a file has, and see the type whose member it is.
  private func isOffered(_ owner: NominalID?, _ file: FileID) -> Bool {
    if let owner, self[owner].kind != .foreign, self[owner].access != .everywhere { return false }
    return modules.isOffered(file)
  }

  /// The functions of production code that have a body, in the order of files.
  var productionFunctions: [FunctionID] {
    reads?.note(.everything)
    return derived.production.known {
      allFunctions.filter { function in
        let declaration = declaration(of: function)
        return !isTest(file(of: function)) && declaration.firstExpression < declaration.endExpression
      }
    }
  }

  /// Whether a function is where the program begins.
  func isMain(_ function: FunctionID) -> Bool {
    guard declaration(of: function).isStatic, declaration(of: function).name == Words.main,
      let owner = owner(of: function)
    else { return false }
    return self[owner].declarations.contains { self[$0.file].facts[$0.type].attributes.contains(Words.main) }
  }

  /// The global functions that a name means in a file; overloads are several.
  func globalFunctions(named name: Symbol, from file: FileID) -> [FunctionID] {
    guard let candidates = names.functions[name] else { return [] }
    return modules.visible(candidates, from: file) { function in
      let declaration = declaration(of: function)
      return .init(
        file: self.file(of: function),
        access: declaration.isPrivate ? .file : declaration.isPublic ? .everywhere : .module)
    }
  }

  /// The one global constant or variable that a name means in a file.
  func globalProperty(named name: Symbol, from file: FileID) -> PropertyID? {
    let found = globalProperties(named: name, from: file)
    return found.count == 1 ? found[0] : nil
  }

  func globalProperties(named name: Symbol, from file: FileID) -> [PropertyID] {
    guard let candidates = names.properties[name] else { return [] }
    let found = modules.visible(candidates, from: file) { property in
      let declaration = declaration(of: property)
      return .init(
        file: self.file(of: property),
        access: declaration.isPrivate ? .file : declaration.isPublic ? .everywhere : .module)
    }
    return Set(found.map(self.file(of:))).count == 1 ? [found[0]] : found
  }

  /// What a name stands for where a `typealias` in sight says so: of a type around the place, or of the module.
  func alias(named name: Symbol, in file: FileID, context: NominalID?) -> AliasReference? {
    for scope in scopes(from: context) {
      if self[scope].types[name] != nil { return nil }
      if let found = self[scope].aliases[name] { return found }
    }
    let found = aliases(named: name, from: file)
    return found.count == 1 ? found[0] : nil
  }

  private func aliases(named name: Symbol, from file: FileID) -> [AliasReference] {
    guard let candidates = names.aliases[name] else { return [] }
    let found = modules.visible(candidates, from: file) { .init(file: $0.file, access: $0.access) }
    // Twice in one file is once for each platform: what holds on one of them holds.
    return Set(found.map(\.file)).count == 1 ? [found[0]] : found
  }

  /// The enum cases with payloads that `.name` can mean in a file where nothing says of which type it is.
  func cases(named name: Symbol, from file: FileID) -> [CaseReference] {
    guard let candidates = names.cases[name] else { return [] }
    return modules.visible(candidates, from: file) { .init(file: $0.declaration.file, access: .everywhere) }
  }

  // MARK: Types

  /// Resolves a spelled type. Unknown names become `.foreign`.
  func resolve(
    _ id: TypeID, in file: FileID, context: NominalID?, generics: [Symbol: Type] = [:], depth: Int = 0
  ) -> Type {
    guard depth < 12 else { return .unknown }
    let facts = self[file].facts
    func inner(_ id: TypeID) -> Type { resolve(id, in: file, context: context, generics: generics, depth: depth + 1) }
    switch facts.code[id] {
    case .named(let name, let arguments):
      return resolve(
        name, arguments: arguments.count == 0 ? [] : facts.code[arguments].map(inner), in: file, context: context,
        generics: generics, depth: depth)
    case .member(let base, let name, let arguments):
      let arguments = facts.code[arguments].map(inner)
      if case .named(let module, let none) = facts.code[base], none.count == 0,
        types(named: module, from: file).isEmpty
      {
        let found = types(named: name, inModule: module, from: file)
        if found.count == 1 { return .nominal(found[0], arguments: arguments) }
        if found.count > 1 { return .unknown }
      }
      let outerType = inner(base)
      if outerType.isUnknown { return .unknown }
      guard let outer = outerType.nominal else {
        // `UIKit.UIView`.
        return names.foreign[name].map { .nominal($0, arguments: arguments) } ?? .foreign(name)
      }
      switch member(name, of: outer) {
      case .type(let nested)?: return .nominal(nested, arguments: arguments)
      case .alias(let alias)?:
        return resolve(alias.type, in: alias.file, context: alias.parent, depth: depth + 1)
      default: return .foreign(name)
      }
    case .optional(let wrapped): return inner(wrapped)
    case .array(let element): return .array(inner(element))
    case .dictionary(let key, let value): return .dictionary(key: inner(key), value: inner(value))
    case .function(let parameters, let result):
      return .function(parameters: facts.code[parameters].map(inner), result: inner(result))
    case .tuple(let elements): return .tuple(facts.code[elements].map(inner))
    case .composition(let list): return .composition(facts.code[list].map(inner))
    case .metatype(let type): return .metatype(inner(type))
    case .unknown: return .unknown
    }
  }

  func resolve(
    _ name: Symbol, arguments: [Type], in file: FileID, context: NominalID?, generics: [Symbol: Type], depth: Int
  ) -> Type {
    if name == Names.Self_, let context {
      // In a protocol it is whatever conforms, in a class whatever inherits.
      let own = Type.nominal(context, arguments: [])
      return self[context].isValueType ? own : .parameter(Names.Self_, bound: own)
    }
    if let parameter = generics[name] { return parameter }
    for scope in scopes(from: context) {
      let nominal = self[scope]
      if nominal.name == name { return .nominal(scope, arguments: arguments) }
      if let nested = nominal.types[name] { return .nominal(nested, arguments: arguments) }
      if nominal.generics.contains(name) { return .parameter(name, bound: bound(of: name, in: scope, depth: depth)) }
      if let alias = nominal.aliases[name] {
        return resolve(alias.type, in: alias.file, context: alias.parent, depth: depth + 1)
      }
      for ancestor in lineage(of: scope).dropFirst() {
        let inherited = self[ancestor]
        // Most have neither, and a look into an empty table costs as much as one into a full one.
        if !inherited.types.isEmpty, let nested = inherited.types[name] {
          return .nominal(nested, arguments: arguments)
        }
        if !inherited.aliases.isEmpty, let alias = inherited.aliases[name] {
          return resolve(alias.type, in: alias.file, context: alias.parent, depth: depth + 1)
        }
      }
    }
    let found = types(named: name, from: file)
    if found.count == 1 { return .nominal(found[0], arguments: arguments) }
    if found.count > 1 { return .unknown }
    let aliases = aliases(named: name, from: file)
    if aliases.count > 1 { return .unknown }
    if let alias = aliases.first { return resolve(alias.type, in: alias.file, context: alias.parent, depth: depth + 1) }
    if arguments.count == 1, knowledge[.listType].contains(name) { return .array(arguments[0]) }
    if arguments.count == 2, name == Words.Dictionary { return .dictionary(key: arguments[0], value: arguments[1]) }
    return names.foreign[name].map { .nominal($0, arguments: arguments) } ?? .foreign(name)
  }

  private func bound(of parameter: Symbol, in id: NominalID, depth: Int) -> Type? {
    guard let declaration = self[id].declarations.first else { return nil }
    let type = self[declaration.file].facts[declaration.type]
    guard let bound = type.generics.first(where: { $0.name == parameter && $0.bound != nil })?.bound else { return nil }
    return resolve(bound, in: declaration.file, context: self[id].parent, depth: depth + 1)
  }

  /// The generic parameters of a function, as types.
  func generics(of function: FunctionDeclaration, in file: FileID, context: NominalID?) -> [Symbol: Type] {
    var result: [Symbol: Type] = [:]
    for parameter in function.generics {
      let bound = parameter.bound.map { resolve($0, in: file, context: context) }
      if case .parameter(_, let known?)? = result[parameter.name], bound == nil || bound == known { continue }
      result[parameter.name] = .parameter(parameter.name, bound: bound)
    }
    return result
  }

  // MARK: Kinds of types

  /// Whether values of a type are references to one shared object; nil where nothing tells.
  public func isReference(_ type: Type) -> Bool? {
    switch type {
    case .nominal(let id, _): return isReference(id)
    case .composition(let types):
      let answers = types.map(isReference)
      return answers.contains(true) ? true : answers.contains(nil) ? nil : false
    case .parameter(_, let bound): return bound.flatMap(isReference)
    case .foreign(let name): return name == Words.AnyObject ? true : nil
    case .function: return true
    case .array, .dictionary, .tuple, .metatype: return false
    case .unknown: return nil
    }
  }

  public func isReference(_ id: NominalID) -> Bool? {
    let nominal = self[id]
    switch nominal.kind {
    case .class, .actor: return true
    case .struct, .enum: return false
    case .protocol:
      if isClassBound(id) { return true }
      // Any class that conforms makes a cycle possible.
      let conformers = (descendants[id] ?? []).filter { self[$0].kind != .protocol }
      if conformers.contains(where: { self[$0].kind == .class || self[$0].kind == .actor }) { return true }
      return conformers.isEmpty ? nil : false
    case .foreign:
      switch knowledge.types[nominal.name]?.kind {
      case .class?, .classBoundProtocol?: return true
      case .struct?, .enum?: return false
      case .protocol?, nil: return nil
      }
    }
  }
}
