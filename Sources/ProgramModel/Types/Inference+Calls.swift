import SwiftFacts

extension Inference {
  /// What a call runs, and on what.
  func target(of call: ExpressionID, in frame: Frame) -> CallTarget {
    if let known = frame.target(of: call) { return known }
    guard case .call(let callee, let list) = frame.facts.code[call] else {
      return CallTarget(kind: .value(call), receiver: .none)
    }
    // What is being worked out is not asked again by its own context.
    frame.set(CallTarget(kind: .value(call), receiver: .none), of: call)
    var result = findTarget(callee, frame.facts.code[list], of: call, in: frame)
    if case .value(let called) = result.kind, called != call,
      let method = methodBehind(called, frame.facts.code[list], in: frame)
    {
      result = method
    }
    frame.set(result, of: call)
    return result
  }

  /// The method that is called where a value of the program's is called as if it were a function: `loadOrders(since)`.
  private func methodBehind(
    _ value: ExpressionID, _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> CallTarget? {
    guard let type = type(of: value, in: frame).nominal, program[type].kind != .foreign,
      case .functions(let functions)? = program.member(Words.callAsFunction, of: type)
    else { return nil }
    return target(.functions(functions), value, arguments, receiver: .expression(value), in: frame)
  }

  private func findTarget(
    _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, of call: ExpressionID, in frame: Frame
  ) -> CallTarget {
    switch frame.facts.code[callee] {
    case .name(let name, let implicitSelf):
      for scope in program.scopes(from: frame.context) {
        guard let member = calledMember(name, of: scope, arguments, in: frame) else { continue }
        let receiver: CallTarget.Receiver = scope == frame.context ? implicitSelf.map { .local($0) } ?? .none : .none
        if let found = target(member, callee, arguments, receiver: receiver, in: frame) { return found }
      }
      let functions = program.globalFunctions(named: name, from: frame.file)
      if let found = overloads(functions, arguments, in: frame) {
        return target(of: found, callee, receiver: .none)
      }
      if !program.globalProperties(named: name, from: frame.file).isEmpty {
        return CallTarget(kind: .value(callee), receiver: .none)
      }
      if case .metatype(let type) = self.type(of: callee, in: frame) {
        return initializer(of: type, arguments, named: name, in: frame)
      }
      // A member of a superclass outside the program, on `self`, or a function of the system.
      return CallTarget(
        kind: .foreign(on: frame.context, name, isInitializer: false),
        receiver: implicitSelf.map { .local($0) } ?? .none)
    case .member(let base, let name):
      if case .metatype(let type)? = moduleMember(name, of: base, in: frame) {
        return initializer(of: type, arguments, named: Names.init_, in: frame)
      }
      return target(ofMember: name, on: base, callee, arguments, in: frame)
    case .type(let type):
      // `Outer.Inner<Part>(…)`, where of `Outer` alone is something known.
      if case .member(let outer, let name, _) = frame.facts.code[type], case .foreign = frame.resolve(type),
        let owner = frame.resolve(outer).nominal
      {
        return CallTarget(kind: .foreign(on: owner, name, isInitializer: false), receiver: .none)
      }
      return initializer(of: frame.resolve(type), arguments, named: Names.init_, in: frame)
    case .implicitMember(let name):
      let expected = expectedType(of: call, in: frame)
      if name == Names.init_, !expected.isUnknown {
        return initializer(of: expected, arguments, named: name, in: frame)
      }
      if let id = expected.nominal, let member = program.member(name, of: id),
        let found = target(member, callee, arguments, receiver: .none, in: frame)
      {
        return found
      }
      let fitting = program.cases(named: name, from: frame.file).filter { payloadCount($0) == arguments.count }
      if fitting.count == 1 { return CallTarget(kind: .enumCase(fitting[0]), receiver: .none) }
      // `timer = .scheduledTimer(…)`: a static function of the type that is expected there.
      return CallTarget(kind: .foreign(on: expected.nominal, name, isInitializer: false), receiver: .none)
    default:
      return CallTarget(kind: .value(callee), receiver: .none)
    }
  }

  private func payloadCount(_ reference: CaseReference) -> Int {
    program[reference.declaration.file].facts[reference.declaration.type].cases[Int(reference.index)].payload.count
  }

  private func target(
    ofMember name: Symbol, on base: ExpressionID, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>,
    in frame: Frame
  ) -> CallTarget {
    let baseType = type(of: base, in: frame)
    var receiver = CallTarget.Receiver.expression(base)
    if case .superReference(let local?) = frame.facts.code[base] {
      receiver = .local(local)
      for ancestor in frame.context.map({ program.lineage(of: $0).dropFirst() }) ?? [] {
        if let member = calledMember(name, of: ancestor, arguments, in: frame),
          let found = target(member, callee, arguments, receiver: receiver, in: frame)
        {
          return found
        }
      }
      return CallTarget(kind: .foreign(on: frame.context, name, isInitializer: name == Names.init_), receiver: receiver)
    }
    if case .metatype(let instance) = baseType {
      if name == Names.init_ { return initializer(of: instance, arguments, named: name, in: frame) }
      if let id = instance.nominal, let member = program.member(name, of: id),
        let found = target(member, callee, arguments, receiver: .none, in: frame)
      {
        return found
      }
      return CallTarget(kind: .foreign(on: instance.nominal, name, isInitializer: false), receiver: .none)
    }
    // `self.init(…)` delegates.
    if name == Names.init_, case .local(let local) = frame.facts.code[base] { receiver = .local(local) }
    for id in candidates(baseType) {
      if let member = calledMember(name, of: id, arguments, in: frame),
        let found = target(member, callee, arguments, receiver: receiver, in: frame)
      {
        return found
      }
    }
    if case .local = receiver, let id = baseType.nominal, program[id].kind == .struct {
      return CallTarget(kind: .memberwise(id), receiver: receiver)
    }
    return CallTarget(kind: .foreign(on: baseType.nominal, name, isInitializer: false), receiver: receiver)
  }

  /// What a name means where it is called: beside a property that is no function, or one that takes no closure where
  /// the call gives one, the method of the same name.
  private func calledMember(
    _ name: Symbol, of id: NominalID, _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> Member? {
    let member = program.member(name, of: id)
    guard case .property(let property)? = member else { return member }
    switch type(of: property) {
    case .function(let parameters, _):
      let givesClosure = arguments.contains { argument in
        if case .closure = frame.facts.code[argument.value] { true } else { false }
      }
      let takesClosure = parameters.contains { if case .function = $0 { true } else { false } }
      if takesClosure || !givesClosure { return member }
    case .array, .dictionary, .tuple: break
    case .nominal(let type, _) where !program[type].functions.keys.contains(Words.callAsFunction): break
    case .foreign(let type) where program.knowledge.types[type] != nil: break
    default: return member
    }
    let functions = program.lineage(of: id).flatMap { program[$0].functions[name] ?? [] }
    return functions.isEmpty ? member : .functions(functions)
  }

  private func candidates(_ type: Type) -> [NominalID] {
    switch type {
    case .array: program.names.foreign[Words.Array].map { [$0] } ?? []
    case .dictionary: program.names.foreign[Words.Dictionary].map { [$0] } ?? []
    default: type.nominals
    }
  }

  private func target(
    _ member: Member, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, receiver: CallTarget.Receiver,
    in frame: Frame
  ) -> CallTarget? {
    switch member {
    case .functions(let functions):
      guard functions.count <= Limits.overloads else {
        return Limits.hit(.overloads) ?? CallTarget(kind: .value(callee), receiver: .none)
      }
      // Nearest first: an override hides what it overrides.
      var owners: [NominalID?] = []
      for owner in functions.map(program.owner(of:)) where !owners.contains(owner) { owners.append(owner) }
      for owner in owners {
        let own = functions.filter { program.owner(of: $0) == owner }
        if let found = overloads(own, arguments, in: frame) { return target(of: found, callee, receiver: receiver) }
      }
      return nil
    case .property, .known: return CallTarget(kind: .value(callee), receiver: .none)
    case .enumCase(let reference): return CallTarget(kind: .enumCase(reference), receiver: .none)
    case .type(let id):
      return initializer(of: .nominal(id, arguments: []), arguments, named: program[id].name, in: frame)
    case .alias(let alias):
      return initializer(
        of: program.resolve(alias.type, in: alias.file, context: alias.parent), arguments, named: Names.init_, in: frame
      )
    }
  }

  private func initializer(
    of type: Type, _ arguments: ArraySlice<Argument>, named name: Symbol, in frame: Frame
  ) -> CallTarget {
    guard let id = type.nominal else {
      if case .foreign(let name) = type {
        return CallTarget(kind: .foreign(on: nil, name, isInitializer: true), receiver: .none)
      }
      return CallTarget(kind: .foreign(on: nil, name, isInitializer: true), receiver: .none)
    }
    for ancestor in program.lineage(of: id) where program[ancestor].kind != .protocol {
      if let found = overloads(program[ancestor].functions[Names.init_] ?? [], arguments, in: frame),
        found.count <= Self.overloadLimit
      {
        return CallTarget(kind: .functions(found), receiver: .none)
      }
    }
    // What the compiler writes takes the stored properties; anything else is what a protocol gives its types.
    let isMemberwise = arguments.allSatisfy { argument in
      argument.label.map { program[id].properties[$0] != nil } ?? true
    }
    if program[id].kind == .struct, isMemberwise { return CallTarget(kind: .memberwise(id), receiver: .none) }
    for ancestor in program.lineage(of: id) where !isMemberwise && program[ancestor].kind == .protocol {
      if let found = overloads(program[ancestor].functions[Names.init_] ?? [], arguments, in: frame), found.count == 1 {
        return CallTarget(kind: .functions(found), receiver: .none)
      }
    }
    return CallTarget(kind: .foreign(on: id, Names.init_, isInitializer: true), receiver: .none)
  }

  /// More functions than these that a call may run are as good as none.
  private static let overloadLimit = 8

  private func target(of functions: [FunctionID], _ callee: ExpressionID, receiver: CallTarget.Receiver) -> CallTarget {
    functions.count > Self.overloadLimit
      ? CallTarget(kind: .value(callee), receiver: .none) : CallTarget(kind: .functions(functions), receiver: receiver)
  }

  func type(ofCall call: ExpressionID, in frame: Frame) -> Type {
    guard case .call(let callee, let list) = frame.facts.code[call] else { return .unknown }
    let target = target(of: call, in: frame)
    switch target.kind {
    case .functions(let functions):
      guard let function = functions.first else { return .unknown }
      if functions.count > 1, Set(functions.map(resultType(of:))).count > 1 { return .unknown }
      // An inherited initialiser makes what is named, not what declares it.
      if program.declaration(of: function).kind == .initializer, case .metatype(let type) = made(callee, in: frame) {
        return made(type, by: function, frame.facts.code[list], in: frame)
      }
      return specialized(
        resultType(of: function), function, callee, frame.facts.code[list], receiver: target.receiver, in: frame)
    case .memberwise(let id):
      if case .metatype(let type) = made(callee, in: frame) { return type }
      return .nominal(id, arguments: [])
    // An implicit `.init` makes what its context expects.
    case .enumCase(let reference): return .nominal(reference.owner, arguments: [])
    case .value(let value):
      if case .function(_, let result) = type(of: value, in: frame) { return result }
      return .unknown
    case .foreign(let owner, let name, let isInitializer):
      if isInitializer {
        if case .metatype(let type) = made(callee, in: frame) { return type }
        return owner.map { .nominal($0, arguments: []) } ?? .unknown
      }
      if let list = mapped(name, callee, frame.facts.code[list], in: frame) { return list }
      // `storyboard.instantiateViewController(identifier: name) { Screen(coder: $0) }`.
      if program.knowledge[.makesScreen].contains(name), let last = frame.facts.code[list].last,
        case .function(_, let result) = type(of: last.value, in: frame)
      {
        return result
      }
      // `list.popLast()`, `list.first { … }`.
      if program.knowledge[.findsElement].contains(name) || program.knowledge[.takesElement].contains(name),
        case .member(let base, _) = frame.facts.code[callee],
        case .array(let element) = type(of: base, in: frame)
      {
        return element
      }
      // `DispatchQueue.global()`.
      if program.knowledge[.sharedInstance].contains(name), case .member(let base, _) = frame.facts.code[callee],
        case .metatype(let type) = type(of: base, in: frame)
      {
        return type
      }
      // Operations that answer with what they are called on.
      if case .expression(let base) = target.receiver, program.knowledge[.answersInKind].contains(name) {
        return type(of: base, in: frame)
      }
      let call = foreignCall(name, on: owner, false, callee, frame.facts.code[list], in: frame)
      return Knowledge.lookUpKeptResult(call, in: program)?.type.flatMap { program.names.foreign[$0] }
        .map { .nominal($0, arguments: []) } ?? .unknown
    }
  }

  /// `list.map { Item(…) }` is a list of items.
  private func mapped(
    _ name: Symbol, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> Type? {
    guard program.knowledge[.mapsElements].contains(name), case .member(let base, _) = frame.facts.code[callee],
      case .array = type(of: base, in: frame), let first = arguments.first,
      case .function(_, let result) = type(of: first.value, in: frame)
    else { return nil }
    return .array(result)
  }

  private func made(_ callee: ExpressionID, in frame: Frame) -> Type {
    if case .member(let base, let name) = frame.facts.code[callee], name == Names.init_ {
      return type(of: base, in: frame)
    }
    return type(of: callee, in: frame)
  }

  /// A function's result with its generic parameters read off the arguments.
  private func specialized(
    _ result: Type, _ function: FunctionID, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>,
    receiver: CallTarget.Receiver, in frame: Frame
  ) -> Type {
    var replacements = self.replacements(byReceiver: receiver, callee, of: function, in: frame)
    if !program.declaration(of: function).generics.isEmpty {
      for (name, type) in self.replacements(byCalling: function, arguments, in: frame) where replacements[name] == nil {
        replacements[name] = type
      }
    }
    return replacements.isEmpty ? result : result.substituting(replacements)
  }

  /// What a call's receiver tells about the generic parameters of its type, and of what `Self` is there.
  func replacements(
    byReceiver receiver: CallTarget.Receiver, _ callee: ExpressionID, of function: FunctionID, in frame: Frame
  ) -> [Symbol: Type] {
    guard let owner = program.owner(of: function) else { return [:] }
    var result: [Symbol: Type] = [:]
    if case .expression(let base) = receiver, case .nominal(let id, let generics) = type(of: base, in: frame) {
      result = replacements(owner, generics, of: id)
    }
    guard !program[owner].isValueType else { return result }
    result[Names.Self_] = ownType(receiver, callee, in: frame) ?? .nominal(owner, arguments: [])
    return result
  }

  /// The type of what a call is made on; nil where that is not known.
  private func ownType(_ receiver: CallTarget.Receiver, _ callee: ExpressionID, in frame: Frame) -> Type? {
    let type: Type
    switch receiver {
    case .expression(let base): type = self.type(of: base, in: frame)
    case .local(let local): type = self.type(of: local, in: frame)
    case .none:
      guard case .member(let base, _) = frame.facts.code[callee] else { return nil }
      type = self.type(of: base, in: frame)
    }
    switch type {
    case .metatype(let instance): return instance.isUnknown ? nil : instance
    case .unknown: return nil
    default: return type
    }
  }

  /// What a call's arguments tell about the generic parameters of the function and its type.
  ///
  /// - Parameter closuresToo: Whether what its closures answer with is asked as well.
  func replacements(
    byCalling function: FunctionID, _ arguments: ArraySlice<Argument>, closuresToo: Bool = true, in frame: Frame
  ) -> [Symbol: Type] {
    var replacements: [Symbol: Type] = [:]
    let declaration = program.declaration(of: function)
    guard let match = declaration.match(arguments) else { return [:] }
    let file = program.file(of: function)
    let owner = program.owner(of: function)
    let generics = program.generics(of: declaration, in: file, context: owner)
    for (argument, parameter) in zip(arguments, match) {
      guard let spelled = declaration.parameters[parameter].type else { continue }
      if !closuresToo, case .closure = frame.facts.code[argument.value] { continue }
      let wanted = program.resolve(spelled, in: file, context: owner, generics: generics)
      bind(wanted, to: type(of: argument.value, in: frame), &replacements)
    }
    return replacements
  }

  private func bind(_ wanted: Type, to given: Type, _ replacements: inout [Symbol: Type]) {
    switch (wanted, given) {
    case (_, .unknown): return
    case (.parameter(let name, _), _): if replacements[name] == nil { replacements[name] = given }
    case (.metatype(let inner), .metatype(let type)): bind(inner, to: type, &replacements)
    case (.array(let inner), .array(let element)): bind(inner, to: element, &replacements)
    case (.function(_, let inner), .function(_, let result)): bind(inner, to: result, &replacements)
    default: return
    }
  }
}
