import SwiftFacts

extension Interpreter {
  /// Runs a call; nil where a `?` before it has found nothing.
  func call(_ id: ExpressionID, _ activation: Activation, expecting: Type?) throws -> Value? {
    guard case .call(let callee, let list) = activation.code[id] else { return .unknown }
    let arguments = Array(activation.code[list])
    switch activation.code[callee] {
    case .name(let name, let implicit):
      return try call(name: name, implicit, callee, arguments, activation, at: id, expecting: expecting)
    case .member(let base, let name):
      return try call(member: name, of: base, callee, arguments, activation, at: id, expecting: expecting)
    case .implicitMember(let name):
      let expected = expecting ?? expectedType(of: id, activation)
      return try call(implicit: name, expected, arguments, activation, at: id)
    case .local(let local):
      if case .function(let closure) = activation.code[local].kind {
        let types = activation.code[closure].parameters.map {
          activation.code[$0].type.map(activation.resolve) ?? .unknown
        }
        let given = try give(arguments[...], to: nil, types: types, activation)
        let made = try makeClosure(closure, activation, at: nil)
        return try call(made, given, arguments: arguments, caller: activation)
      }
      if case .closure(let closure)? = activation.cells[local]?.stored,
        case .expression(let inner, let outer) = closure.kind
      {
        return try evaluate(inner, outer)
      }
    case .type(let type):
      return try make(activation.resolve(type), arguments, activation, at: id)
    default: break
    }
    guard let value = try evaluateChain(callee, activation) else { return nil }
    return try call(value: value, arguments, activation, callee, at: id)
  }

  private func call(
    value: Value, _ arguments: [Argument], _ activation: Activation, _ callee: ExpressionID, at id: ExpressionID
  ) throws -> Value {
    var types: [Type] = []
    if case .function(let parameters, _) = inference.type(of: callee, in: activation.frame) { types = parameters }
    if case .type(let type) = value { return try make(type, arguments, activation, at: id) }
    if case .closure(let closure) = value, case .functions(let functions, _) = closure.kind {
      let one = unambiguous(functions, arguments)
      let given = try give(arguments[...], to: one, types: types, activation)
      return try call(closure, given, arguments: arguments, caller: activation)
    }
    let given = try give(arguments[...], to: nil, types: types, activation)
    return try call(value, given, arguments: arguments, caller: activation)
  }

  /// The one function whose labels fit; nil where several do.
  private func unambiguous(_ functions: [FunctionID], _ arguments: [Argument]) -> FunctionID? {
    if functions.count == 1 { return functions[0] }
    let fitting = functions.filter { program.declaration(of: $0).match(arguments[...]) != nil }
    return fitting.count == 1 ? fitting[0] : nil
  }

  // MARK: By name

  private func call(
    name: Symbol, _ implicit: LocalID?, _ callee: ExpressionID, _ arguments: [Argument], _ activation: Activation,
    at id: ExpressionID, expecting: Type?
  ) throws -> Value? {
    if let implicit, let cell = activation.cells[implicit] {
      let seen = activation.frame.selfType
      if let found = try call(method: name, on: .cell(cell), seenAs: seen, arguments, activation, at: id) {
        return found
      }
      if case .type(let type) = current(cell), let owner = type.nominal,
        let found = try call(static: name, of: owner, as: type, arguments, activation, at: id)
      {
        return found
      }
    }
    for scope in program.scopes(from: activation.frame.context) {
      let type = Type.nominal(scope, arguments: [])
      if let found = try call(static: name, of: scope, as: type, arguments, activation, at: id) { return found }
    }
    let functions = program.globalFunctions(named: name, from: activation.frame.file)
    let fitting = functions.filter { program.declaration(of: $0).match(arguments[...]) != nil }
    if !fitting.isEmpty {
      let one = fitting.count == 1 ? fitting[0] : nil
      let given = try give(arguments[...], to: one, activation)
      let function = try choose(fitting, arguments[...], given)
      return try invoke(
        function, on: nil, given, for: places(of: given, for: function), caller: activation, at: id)
    }
    if let own = ownStandardPlace(name, implicit, activation) {
      return try callForeign(name, on: own, of: activation.frame.selfType, arguments, activation, at: id)
    }
    guard let place = try place(of: callee, activation),
      let value = try marked(try read(place, activation), callee, activation)
    else { return nil }
    switch value {
    case .unknown: return try callForeign(name, arguments, activation, at: id)
    case .type(let type): return try make(type, arguments, activation, at: id)
    default: return try call(value: value, arguments, activation, callee, at: id)
    }
  }

  /// Runs a method or what a property holds, on what is somewhere; nil where the program declares none of the name.
  private func call(
    method name: Symbol, on place: ValuePlace, seenAs: Type, _ arguments: [Argument], _ activation: Activation,
    at id: ExpressionID, above: NominalID? = nil
  ) throws -> Value? {
    let receiver = try read(place, activation)
    guard let type = nominal(of: receiver) else { return nil }
    let own = try above ?? starting(for: name, of: type, seenAs: seenAs, arguments)
    for group in methods(name, of: own) {
      let fitting = fitting(group, arguments)
      guard !fitting.isEmpty else { continue }
      let one = fitting.count == 1 ? fitting[0] : nil
      let given = try give(arguments[...], to: one, on: receiver, activation)
      let function = try choose(fitting, arguments[...], given)
      return try invoke(function, on: place, given, activation, at: id)
    }
    return nil
  }

  private func fitting(_ group: [FunctionID], _ arguments: [Argument]) -> [FunctionID] {
    group.filter { function in
      let declaration = program.declaration(of: function)
      return !declaration.isStatic && declaration.match(arguments[...]) != nil
    }
  }

  /// From which type on a method of a value is looked for. What nobody requires is chosen where the call stands, by
  /// the type that is seen there; what a protocol requires, by the class that conforms to it, which those below
  /// inherit.
  private func starting(
    for name: Symbol, of type: NominalID, seenAs: Type, _ arguments: [Argument]
  ) throws -> NominalID {
    func declares(_ owner: NominalID) -> Bool {
      !fitting(program[owner].functions[name] ?? [], arguments).isEmpty
    }
    let seen = seenAs.nominals
    guard seen.count == 1, program.lineage(of: type).contains(seen[0]) else {
      let owners = program.lineage(of: type).filter(declares)
      let (protocols, others) = (
        owners.filter { program[$0].kind == .protocol }, owners.filter { program[$0].kind != .protocol }
      )
      // Either may be meant.
      if seen.isEmpty, !others.isEmpty, !protocols.isEmpty, !protocols.contains(where: requires) {
        throw halt(.unknownCallee)
      }
      return type
    }
    func requires(_ owner: NominalID) -> Bool {
      fitting(program[owner].functions[name] ?? [], arguments).contains { !program.declaration(of: $0).hasBody }
    }
    if seen[0] == type { return type }
    switch program[seen[0]].kind {
    case .protocol:
      let protocols = program.lineage(of: seen[0]).filter(declares)
      guard !protocols.isEmpty else { return type }
      guard let requiring = protocols.first(where: requires) else { return seen[0] }
      let conforming = classes(of: type).last { program.lineage(of: $0).contains(requiring) }
      guard let conforming, conforming != type, !classes(of: conforming).contains(where: declares) else { return type }
      return conforming
    case .class, .actor: return classes(of: seen[0]).contains(where: declares) ? type : seen[0]
    default: return type
    }
  }

  /// Runs a method on what is somewhere, which it may change.
  private func invoke(
    _ function: FunctionID, on place: ValuePlace, _ given: [Given], _ activation: Activation, at id: ExpressionID
  ) throws -> Value {
    let own = Cell(try read(place, activation))
    let result = try invoke(
      function, on: own, given, for: places(of: given, for: function), caller: activation, at: id)
    if own.isWritten { try write(current(own), to: place, activation, at: id) }
    return result
  }

  private func call(
    static name: Symbol, of owner: NominalID, as type: Type, _ arguments: [Argument], _ activation: Activation,
    at id: ExpressionID
  ) throws -> Value? {
    for group in methods(name, of: owner) {
      let fitting = group.filter { function in
        let declaration = program.declaration(of: function)
        return declaration.isStatic && declaration.match(arguments[...]) != nil
      }
      guard !fitting.isEmpty else { continue }
      let one = fitting.count == 1 ? fitting[0] : nil
      let given = try give(arguments[...], to: one, on: .type(type), activation)
      let function = try choose(fitting, arguments[...], given)
      let places = places(of: given, for: function)
      return try invoke(function, on: Cell(.type(type)), given, for: places, caller: activation, at: id)
    }
    guard let found = try staticMember(name, of: owner) else { return nil }
    if case .closure(let closure) = found, case .enumCase(let id, let name) = closure.kind {
      let declared = cases(of: id).first { $0.name == name }?.payload ?? []
      let file = program[id].declarations[0].file
      let types = declared.map { program.resolve($0.type, in: file, context: id) }
      let given = try give(arguments[...], to: nil, types: types, activation)
      let payload = given.enumerated().map { position, one in
        coerced(one.value, to: types.indices.contains(position) ? types[position] : nil)
      }
      return .enumeration(Enumeration(type: id, name: name, payload: payload))
    }
    if case .type(let inner) = found { return try make(inner, arguments, activation, at: id) }
    if case .closure(let closure) = found, case .functions = closure.kind { return nil }
    if case .closure(let closure) = found, case .unapplied = closure.kind, arguments.count != 1 { return nil }
    return try call(found, try give(arguments[...], to: nil, activation), arguments: arguments, caller: activation)
  }

  private func call(
    implicit name: Symbol, _ expected: Type?, _ arguments: [Argument], _ activation: Activation, at id: ExpressionID
  ) throws -> Value {
    if name == Names.init_, let expected { return try make(expected, arguments, activation, at: id) }
    if let type = expected?.nominal,
      let found = try call(static: name, of: type, as: .nominal(type, arguments: []), arguments, activation, at: id)
    {
      return found
    }
    let given = try give(arguments[...], to: nil, activation)
    if name == StandardWord.some.symbol, given.count == 1 { return given[0].value }
    return .nameless(name, given.map(\.value))
  }

  // MARK: On something

  private func call(
    member name: Symbol, of base: ExpressionID, _ callee: ExpressionID, _ arguments: [Argument],
    _ activation: Activation, at id: ExpressionID, expecting: Type?
  ) throws -> Value? {
    if case .superReference(let local) = activation.code[base] {
      return try call(above: name, local, arguments, activation, at: id)
    }
    if case .metatype(let type)? = inference.moduleMember(name, of: base, in: activation.frame) {
      return try make(type, arguments, activation, at: id)
    }
    guard let place = try markedPlace(of: base, activation) else { return nil }
    let receiver = try read(place, activation)
    if receiver.isMissing, activation.code.marks(of: base).contains(.chained) { return nil }
    if case .type(let type) = receiver {
      if name == Names.init_ { return try make(type, arguments, activation, at: id) }
      guard let owner = type.nominal else {
        return try callForeign(name, on: place, of: .unknown, arguments, activation, at: id)
      }
      if let found = try call(static: name, of: owner, as: type, arguments, activation, at: id) { return found }
      return try callForeign(name, on: place, of: .unknown, arguments, activation, at: id)
    }
    if name == Names.init_, case .local(let local) = activation.code[base],
      activation.code[local].kind == .selfReference
    {
      return try initialize(again: place, arguments, activation, at: id)
    }
    let seen = inference.type(of: base, in: activation.frame)
    if let found = try call(method: name, on: place, seenAs: seen, arguments, activation, at: id) { return found }
    if let found = try member(name, of: place, activation, at: callee) {
      let value = try read(found, activation)
      // A `?` after a property that holds a closure.
      guard let value = try marked(value, callee, activation) else { return nil }
      // A method that fits was looked for already; what a property holds is called.
      if case .value = found {} else { return try call(value: value, arguments, activation, callee, at: id) }
    }
    if case .tuple = receiver {
      let value = try read(try self.place(of: name, in: place, activation, at: callee), activation)
      guard let value = try marked(value, callee, activation) else { return nil }
      return try call(value: value, arguments, activation, callee, at: id)
    }
    return try callForeign(name, on: place, of: seen, arguments, activation, at: id)
  }

  private func call(
    above name: Symbol, _ local: LocalID?, _ arguments: [Argument], _ activation: Activation, at id: ExpressionID
  ) throws -> Value {
    guard let local, let cell = activation.cells[local], let context = activation.frame.context,
      let above = classes(of: context).dropFirst().first
    else {
      for one in try give(arguments[...], to: nil, activation) { escape([one.value]) }
      return .unknown
    }
    if name == Names.init_ {
      guard case .object(let reference) = current(cell) else { throw halt(.notUnderstood, activation, at: id) }
      try initialize(reference, as: above, arguments, activation, at: id)
      return .void
    }
    if let found = try call(
      method: name, on: .cell(cell), seenAs: .unknown, arguments, activation, at: id, above: above)
    {
      return found
    }
    for one in try give(arguments[...], to: nil, activation) { escape([one.value]) }
    return .unknown
  }
}
