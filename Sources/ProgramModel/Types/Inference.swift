import SwiftFacts

/// Infers the types of expressions from declarations, initialisers and calls, across files.
///
/// Works without the system's interfaces, so `.unknown` is a common answer and never an error.
/// Not safe for use from several threads: each worker has its own.
final class Inference {
  let program: Program
  private var propertyTypes: [PropertyID: Type] = [:]
  /// What functions answer with and take, as it is declared; kept where nobody notes what it is read from.
  private var resultTypes: [FunctionID: Type] = [:]
  private var parameterTypes: [Parameter: Type?] = [:]

  private struct Parameter: Hashable {
    var function: FunctionID
    var place: Int

    func _rawHashValue(seed: Int) -> Int {
      mixed(UInt64(UInt32(bitPattern: function.index)) << 32 | UInt64(truncatingIfNeeded: place), seed: seed)
    }
  }
  var requirementHolds: [PropertyID: Object.Hold] = [:]
  private var underway: Set<PropertyID> = []
  /// How often something was taken for unknown that is only being worked out, or is too deep.
  private var provisional = 0
  private var depth = 0
  private static let depthLimit = 60

  init(program: Program) { self.program = program }

  // MARK: Declarations

  func type(of property: PropertyID) -> Type {
    if let known = propertyTypes[property] {
      program.reads?.note(.property(property))
      return known
    }
    if program.reads == nil, let known = program.derived.propertyTypes[property] {
      propertyTypes[property] = known
      return known
    }
    guard underway.insert(property).inserted else {
      provisional += 1
      return .unknown
    }
    defer { underway.remove(property) }
    let before = provisional
    let result = program.deriving(from: property) { findType(of: property) }
    propertyTypes[property] = result
    // What is the same whoever asks first is left to all who ask.
    if program.reads == nil, provisional == before { program.derived.propertyTypes.put(result, of: property) }
    return result
  }

  private func findType(of property: PropertyID) -> Type {
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    var result = Type.unknown
    if let type = declaration.type {
      result = program.resolve(type, in: file, context: program.owner(of: property))
    } else if let value = declaration.initialValue {
      let frame = Frame(program.function(value, in: file), in: program)
      if let expression = frame.facts.code[frame.declaration.results].first { result = type(of: expression, in: frame) }
    }
    return result
  }

  func resultType(of function: FunctionID) -> Type {
    guard program.reads == nil else { return findResultType(of: function) }
    if let known = resultTypes[function] { return known }
    let found = findResultType(of: function)
    resultTypes[function] = found
    return found
  }

  /// The type of a parameter as it is declared; nil where it has none of its own.
  func declaredType(at place: Int, of function: FunctionID) -> Type? {
    guard program.reads == nil else { return findDeclaredType(at: place, of: function) }
    let parameter = Parameter(function: function, place: place)
    if let known = parameterTypes[parameter] { return known }
    let found = findDeclaredType(at: place, of: function)
    parameterTypes.updateValue(found, forKey: parameter)
    return found
  }

  private func findDeclaredType(at place: Int, of function: FunctionID) -> Type? {
    let declaration = program.declaration(of: function)
    guard let spelled = declaration.parameters[place].type else { return nil }
    let (file, owner) = (program.file(of: function), program.owner(of: function))
    let generics = program.generics(of: declaration, in: file, context: owner)
    return program.resolve(spelled, in: file, context: owner, generics: generics)
  }

  private func findResultType(of function: FunctionID) -> Type {
    let declaration = program.declaration(of: function)
    let owner = program.owner(of: function)
    switch declaration.kind {
    case .initializer:
      return owner.map { .nominal($0, arguments: []) } ?? .unknown
    default:
      guard let result = declaration.result else { return .unknown }
      let file = program.file(of: function)
      return program.resolve(
        result, in: file, context: owner, generics: program.generics(of: declaration, in: file, context: owner))
    }
  }

  // MARK: Expressions

  func type(of expression: ExpressionID, in frame: Frame) -> Type {
    if let known = frame.type(of: expression) { return known }
    guard depth < Self.depthLimit else {
      provisional += 1
      return .unknown
    }
    depth += 1
    defer { depth -= 1 }
    frame.set(.unknown, of: expression)
    let result = infer(expression, in: frame)
    frame.set(result, of: expression)
    return result
  }

  private func infer(_ expression: ExpressionID, in frame: Frame) -> Type {
    switch frame.facts.code[expression] {
    case .local(let local): return type(of: local, in: frame)
    case .superReference: return frame.selfType
    case .name(let name, _): return type(ofName: name, in: frame)
    case .member(let base, let name):
      return moduleMember(name, of: base, in: frame) ?? type(ofMember: name, on: type(of: base, in: frame), in: frame)
    case .call: return type(ofCall: expression, in: frame)
    case .subscripted(let base, let arguments):
      switch type(of: base, in: frame) {
      case .array(let element): return element
      case .dictionary(_, let value): return value
      case .nominal(let id, let generics):
        guard case .functions(let list)? = program.member(Names.subscript_, of: id) else { return .unknown }
        let match = list.first { program.declaration(of: $0).parameters.count == Int(arguments.count) } ?? list.first
        return match.map { match in
          resultType(of: match).substituting(replacements(program.owner(of: match) ?? id, generics, of: id))
        } ?? .unknown
      default: return .unknown
      }
    case .closure(let id):
      let closure = frame.facts.code[id]
      let result =
        closure.resultType.map(frame.resolve)
        ?? frame.facts.code[closure.results].lazy.map { self.type(of: $0, in: frame) }.first { !$0.isUnknown }
        ?? .unknown
      return .function(parameters: [], result: result)
    case .cast(_, let target): return frame.resolve(target)
    case .type(let type): return .metatype(frame.resolve(type))
    case .literal(let literal):
      switch literal {
      case .string: return .foreign("String")
      case .boolean: return .foreign("Bool")
      case .number(let digits): return .foreign(digits.text.contains(".") ? Words.Double : Words.Int)
      case .null, .other: return .unknown
      }
    case .choice(let parts):
      return frame.facts.code[parts].lazy.map { self.type(of: $0, in: frame) }.first { !$0.isUnknown } ?? .unknown
    case .array(let parts):
      return .array(frame.facts.code[parts].first.map { type(of: $0, in: frame) } ?? .unknown)
    case .dictionary(let parts):
      let list = Array(frame.facts.code[parts].prefix(2))
      guard list.count == 2 else { return .unknown }
      return .dictionary(key: type(of: list[0], in: frame), value: type(of: list[1], in: frame))
    case .tuple(let arguments): return .tuple(frame.facts.code[arguments].map { type(of: $0.value, in: frame) })
    case .element(let source):
      switch type(of: source, in: frame) {
      case .array(let element): return element
      case .dictionary(let key, let value): return .tuple([key, value])
      default: return .unknown
      }
    case .payload(let source, let name, let index):
      return type(ofPayload: Int(index), of: name, in: type(of: source, in: frame))
    case .test: return .foreign("Bool")
    case .implicitMember, .assign, .mutate, .operation, .keyPath, .compound: return .unknown
    }
  }

  /// `Core.Store`, where `Core` is a module.
  func moduleMember(_ name: Symbol, of base: ExpressionID, in frame: Frame) -> Type? {
    guard case .name(let module, _) = frame.facts.code[base] else { return nil }
    // `Foundation.Timer`, which is told from one of the program's own by that.
    let isOfSystem = name.isCapitalized && program.knowledge.types[name] != nil && frame.facts.imports.contains(module)
    guard isOfSystem || program.modules.isName(module), program.types(named: module, from: frame.file).isEmpty
    else { return nil }
    guard program.modules.isName(module) else { return .metatype(.foreign(name)) }
    let found = program.types(named: name, inModule: module, from: frame.file)
    return found.count == 1 ? .metatype(.nominal(found[0], arguments: [])) : nil
  }

  func type(of id: LocalID, in frame: Frame) -> Type {
    let local = frame.facts.code[id]
    if let type = local.type { return frame.resolve(type) }
    switch local.kind {
    case .selfReference: return frame.selfType
    case .parameter:
      switch frame.declaration.kind {
      case .setter(let property), .observer(let property):
        return type(of: program.property(property, in: frame.file))
      default: return .unknown
      }
    case .closureParameter(let closure, let position): return type(ofParameter: Int(position), of: closure, in: frame)
    case .variable, .capture: return local.initializer.map { type(of: $0, in: frame) } ?? .unknown
    case .function(let closure):
      return .function(parameters: [], result: frame.facts.code[closure].resultType.map(frame.resolve) ?? .unknown)
    }
  }

  private func type(ofPayload index: Int, of name: Symbol, in type: Type) -> Type {
    guard let id = type.nominal, case .enumCase(let reference)? = program.member(name, of: id) else { return .unknown }
    let file = reference.declaration.file
    let payload = program[file].facts[reference.declaration.type].cases[Int(reference.index)].payload
    guard payload.indices.contains(index) else { return .unknown }
    return program.resolve(payload[index].type, in: file, context: reference.owner)
  }

  /// The type that the context gives a parameter of a closure.
  private func type(ofParameter position: Int, of closure: ClosureID, in frame: Frame) -> Type {
    guard let call = frame.facts.code[closure].call, case .call(let callee, let arguments) = frame.facts.code[call]
    else {
      return .unknown
    }
    let list = frame.facts.code[arguments]
    let own = frame.facts.code[closure].expression
    guard let index = list.firstIndex(where: { $0.value == own }) else { return .unknown }
    if case .functions(let functions) = target(of: call, in: frame).kind, let function = functions.first {
      let declaration = program.declaration(of: function)
      guard let match = declaration.match(list), let type = declaration.parameters[match[index - list.startIndex]].type
      else { return .unknown }
      let owner = program.owner(of: function)
      let file = program.file(of: function)
      let resolved = program.resolve(
        type, in: file, context: owner, generics: program.generics(of: declaration, in: file, context: owner))
      guard case .function(let parameters, _) = resolved, parameters.indices.contains(position) else { return .unknown }
      var known = replacements(byReceiver: target(of: call, in: frame).receiver, callee, of: function, in: frame)
      if !declaration.generics.isEmpty {
        known.merge(replacements(byCalling: function, list, closuresToo: false, in: frame)) { own, _ in own }
      }
      return parameters[position].substituting(known)
    }
    if case .member(let base, _) = frame.facts.code[callee], let type = pairType(of: base, at: position, in: frame) {
      return type
    }
    if position == 0, let name = frame.facts.code.calledName(callee),
      program.knowledge[.laysOutElements].contains(name),
      let first = list.first, first.label == nil, case .array(let element) = self.type(of: first.value, in: frame)
    {
      return element
    }
    if position == 0, let argument = argumentHandedBack(by: callee, list, frame.facts.code) {
      return self.type(of: argument, in: frame)
    }
    if case .member(let base, let name) = frame.facts.code[callee],
      position == 0
        ? program.knowledge[.handsOutElements].contains(name)
        : position == 1 && program.knowledge[.foldsElements].contains(name)
    {
      switch type(of: base, in: frame) {
      case .array(let element): return element
      case .nominal(let id, let generics) where program.knowledge[.mapsElements].contains(name):
        return .nominal(id, arguments: generics)
      default: return .unknown
      }
    }
    return type(filled: position, by: callee, in: frame) ?? listType(at: position, of: closure, in: frame) ?? .unknown
  }

  /// What a call gives its closure first, because it, or the call that it is made on, was given that for it.
  private func argumentHandedBack(
    by callee: ExpressionID, _ list: ArraySlice<Argument>, _ code: Code
  ) -> ExpressionID? {
    if let name = code.calledName(callee) {
      let labels = program.knowledge[.handsBackArgument][name].compactMap(\.argument)
      if let argument = list.first(where: { $0.label.map(labels.contains) ?? false }) { return argument.value }
    }
    guard case .member(let base, _) = code[callee], case .call(let before, let given) = code[base],
      let name = code.calledName(before), program.knowledge[.handsOnArgument].contains(name)
    else { return nil }
    return code[given].first?.value
  }

  private func type(ofName name: Symbol, in frame: Frame) -> Type {
    if name == Names.Self_ { return frame.context.map { .metatype(.nominal($0, arguments: [])) } ?? .unknown }
    for scope in program.scopes(from: frame.context) {
      if let member = program.valueMember(name, of: scope) {
        return type(of: member, on: .nominal(scope, arguments: []), in: frame)
      }
    }
    if let context = frame.context, let property = program.projected(name, of: context) {
      return projectedType(of: property, as: name)
    }
    let properties = program.globalProperties(named: name, from: frame.file)
    if !properties.isEmpty { return properties.count == 1 ? type(of: properties[0]) : .unknown }
    if !program.globalFunctions(named: name, from: frame.file).isEmpty { return .unknown }
    let type = program.resolve(
      name, arguments: [], in: frame.file, context: frame.context, generics: frame.generics, depth: 0)
    switch type {
    case .foreign(let name): return name.isCapitalized ? .metatype(type) : .unknown
    case .unknown: return .unknown
    default: return .metatype(type)
    }
  }

  func type(ofMember name: Symbol, on base: Type, in frame: Frame) -> Type {
    switch base {
    case .metatype(let instance):
      if name == Words.Type_ { return base }
      guard let id = instance.nominal else { return .unknown }
      if let member = program.member(name, of: id) { return type(of: member, on: instance, in: frame) }
      // `Foo.shared` of a system type is one.
      return program.knowledge[.sharedInstance].contains(name) ? instance : .unknown
    case .array(let element):
      return program.knowledge[.oneElement].contains(name)
        ? element : program.knowledge[.answersInKind].contains(name) ? base : .unknown
    case .dictionary(let key, let value):
      return program.knowledge[.allValues].contains(name)
        ? .array(value) : program.knowledge[.allKeys].contains(name) ? .array(key) : .unknown
    case .tuple(let elements):
      if name.isMarked, let index = Int(name.text), elements.indices.contains(index) { return elements[index] }
      return .unknown
    case .composition(let types):
      for type in types {
        let found = self.type(ofMember: name, on: type, in: frame)
        if !found.isUnknown { return found }
      }
      return .unknown
    case .parameter(_, let bound?): return type(ofMember: name, on: bound, in: frame)
    case .nominal(let id, _):
      guard let member = program.valueMember(name, of: id) else {
        return program.projected(name, of: id).map { projectedType(of: $0, as: name) } ?? .unknown
      }
      return type(of: member, on: base, in: frame)
    case .foreign, .function, .parameter, .unknown: return .unknown
    }
  }

  private func type(of member: Member, on base: Type, in frame: Frame) -> Type {
    switch member {
    case .property(let property):
      let result = type(of: property)
      guard case .nominal(let id, let arguments) = base, let owner = program.owner(of: property),
        !program[owner].generics.isEmpty, owner != id || !arguments.isEmpty
      else { return result }
      return result.substituting(replacements(owner, arguments, of: base.nominal))
    case .known(let entry):
      return type(ofKnown: entry, on: base, from: frame.file)
    case .type(let id): return .metatype(.nominal(id, arguments: []))
    case .alias(let alias): return .metatype(program.resolve(alias.type, in: alias.file, context: alias.parent))
    case .enumCase(let reference): return .nominal(reference.owner, arguments: [])
    case .functions: return .unknown
    }
  }

  /// The type that a knowledge table gives a property of a value of type `base`.
  func type(ofKnown entry: Knowledge.PropertyEntry, on base: Type, from file: FileID) -> Type {
    guard let name = entry.type else { return .unknown }
    // `rootView` is what its hosting controller is generic over.
    if name == Words.Content, let id = base.nominal { return superclassArgument(of: id) ?? .unknown }
    let type = program.resolve(name, arguments: [], in: file, context: nil, generics: [:], depth: 0)
    return entry.isList ? .array(type) : type
  }

  /// The one generic argument that a class gives to what it inherits.
  func superclassArgument(of id: NominalID) -> Type? {
    for ancestor in program.lineage(of: id) {
      guard let declaration = program[ancestor].declarations.first else { continue }
      let facts = program[declaration.file].facts
      for inherited in facts[declaration.type].inherited {
        if case .named(_, let arguments) = facts.code[inherited.type], arguments.count == 1,
          let argument = facts.code[arguments].first
        {
          return program.resolve(argument, in: declaration.file, context: program[ancestor].parent)
        }
      }
    }
    return nil
  }

  /// What the generic parameters of a type stand for, seen from a value of it or of a type that inherits it.
  ///
  /// - Parameters:
  ///   - arguments: Those of the value's own type.
  ///   - id: The value's own type; nil for `owner` itself.
  func replacements(_ owner: NominalID, _ arguments: [Type], of id: NominalID? = nil) -> [Symbol: Type] {
    guard !program[owner].generics.isEmpty else { return [:] }
    guard let id, id != owner else { return bound(owner, arguments) }
    return inherited(owner, by: id, bound(id, arguments), depth: 0) ?? [:]
  }

  private func bound(_ id: NominalID, _ arguments: [Type]) -> [Symbol: Type] {
    Dictionary(zip(program[id].generics, arguments), uniquingKeysWith: { first, _ in first })
  }

  /// `class Screen: Base<Model>` says what `Base`'s parameter is for a `Screen`.
  private func inherited(_ owner: NominalID, by id: NominalID, _ known: [Symbol: Type], depth: Int) -> [Symbol: Type]? {
    guard depth < 16 else { return nil }
    for declaration in program[id].declarations {
      let facts = program[declaration.file].facts
      for clause in facts[declaration.type].inherited {
        guard
          case .nominal(let parent, let arguments) = program.resolve(clause.type, in: declaration.file, context: id),
          parent != id, program.lineage(of: parent).contains(owner)
        else { continue }
        let given = bound(parent, arguments.map { $0.substituting(known) })
        if parent == owner { return given }
        if let found = inherited(owner, by: parent, given, depth: depth + 1) { return found }
      }
    }
    return nil
  }
}
