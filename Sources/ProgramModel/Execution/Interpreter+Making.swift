import SwiftFacts

/// Makes values and objects.
extension Interpreter {
  /// Evaluates arguments for an initialiser of a type, and runs it.
  func make(_ type: Type, _ arguments: [Argument], _ activation: Activation, at id: ExpressionID) throws -> Value {
    switch type {
    case .nominal(let owner, let generics) where program[owner].kind != .foreign && program[owner].kind != .protocol:
      let found = initializers(of: owner, fitting: arguments)
      var types: [Type] = []
      if found.isEmpty {
        types = memberwise(owner, arguments).map { $0.map(inference.type(of:)) ?? .unknown }
      }
      let isOpen = generics.isEmpty && !program[owner].generics.isEmpty
      let known = isOpen ? made(owner, activation, at: id) : generics
      types = types.map { $0.substituting(Dictionary(zip(program[owner].generics, known)) { first, _ in first }) }
      let own = Value.type(.nominal(owner, arguments: known))
      let given = try give(arguments[...], to: found.count == 1 ? found[0] : nil, on: own, types: types, activation)
      return try make(
        owner, known, given, arguments, site: Site(function: activation.frame.function, expression: id), activation)
    case .nominal(let owner, _):
      let given = try give(arguments[...], to: nil, activation)
      // What an extension gives a type of the system.
      let found = initializers(of: owner, fitting: arguments)
      if found.count == 1 { throw halt(.unknownCallee, activation, at: id) }
      return try makeForeign(program[owner].name, given, activation)
    case .foreign(let name): return try makeForeign(name, try give(arguments[...], to: nil, activation), activation)
    case .array:
      let given = try give(arguments[...], to: nil, activation)
      return try makeForeign(Words.Array, given, activation)
    case .dictionary:
      let given = try give(arguments[...], to: nil, activation)
      return try makeForeign(Words.Dictionary, given, activation)
    default: throw halt(.unknownCallee, activation, at: id)
    }
  }

  /// What the generic parameters of a type stand for of which a value is made, as the context tells.
  private func made(_ owner: NominalID, _ activation: Activation, at id: ExpressionID) -> [Type] {
    for type in [inference.type(of: id, in: activation.frame), expectedType(of: id, activation) ?? .unknown] {
      guard case .nominal(owner, let arguments) = type.substituting(activation.generics),
        arguments.count == program[owner].generics.count, !arguments.contains(where: \.isUnknown)
      else { continue }
      return arguments
    }
    return []
  }

  /// The same with arguments that are there already.
  func make(_ type: Type, _ given: [Given], _ arguments: [Argument], caller: Activation?) throws -> Value {
    guard let owner = type.nominal, program[owner].kind != .foreign, program[owner].kind != .protocol else {
      if case .foreign(let name) = type, let caller { return try makeForeign(name, given, caller) }
      if let owner = type.nominal, let caller { return try makeForeign(program[owner].name, given, caller) }
      throw halt(.unknownCallee, caller)
    }
    var generics: [Type] = []
    if case .nominal(_, let known) = type { generics = known }
    // What is used as a function is given no labels.
    if arguments.isEmpty, !given.isEmpty, initializers(of: owner, fitting: given.map(\.argument)).isEmpty {
      let all = program[owner].functions[Names.init_] ?? []
      let fitting = all.filter {
        program.declaration(of: $0).hasBody && program.declaration(of: $0).parameters.count == given.count
      }
      if fitting.count == 1 {
        let labels = program.declaration(of: fitting[0]).parameters.map(\.label)
        let labelled = zip(given, labels).map { Given(label: $1, value: $0.value) }
        return try make(owner, generics, labelled, labelled.map(\.argument), site: nil, caller)
      }
    }
    return try make(owner, generics, given, arguments.isEmpty ? given.map(\.argument) : arguments, site: nil, caller)
  }

  private func initializers(of owner: NominalID, fitting arguments: [Argument]) -> [FunctionID] {
    for type in classes(of: owner) {
      let own = (program[type].functions[Names.init_] ?? []).filter { program.declaration(of: $0).hasBody }
      let fitting = own.filter { program.declaration(of: $0).match(arguments[...]) != nil }
      if !fitting.isEmpty { return fitting }
    }
    for type in program.lineage(of: owner) where program[type].kind == .protocol {
      let own = (program[type].functions[Names.init_] ?? []).filter { program.declaration(of: $0).hasBody }
      let fitting = own.filter { program.declaration(of: $0).match(arguments[...]) != nil }
      if !fitting.isEmpty { return fitting }
    }
    return []
  }

  /// The stored properties that the initialiser takes which the compiler writes, by argument.
  private func memberwise(_ owner: NominalID, _ arguments: [Argument]) -> [PropertyID?] {
    let all = program[owner].storedProperties.filter { property in
      let declaration = program.declaration(of: property)
      return !declaration.isStatic && !declaration.isLazy && !(declaration.isLet && declaration.initialValue != nil)
    }
    var next = all.startIndex
    return arguments.map { argument in
      let found: Int?
      if let label = argument.label {
        found = all.firstIndex { program.declaration(of: $0).name == label }
      } else if argument.isTrailingClosure {
        let rest = all.indices.dropFirst(next)
        found = rest.first { if case .function = inference.type(of: all[$0]) { true } else { false } }
          ?? rest.first { program.declaration(of: all[$0]).initialValue == nil }
      } else {
        // Of an initialiser that is used as a function.
        found = all.indices.contains(next) ? next : nil
      }
      guard let found else { return nil }
      next = found + 1
      return all[found]
    }
  }

  private func make(
    _ owner: NominalID, _ generics: [Type], _ given: [Given], _ arguments: [Argument], site: Site?,
    _ caller: Activation?
  ) throws -> Value {
    let found = initializers(of: owner, fitting: arguments)
    switch program[owner].kind {
    case .class, .actor:
      let usage = Usage(at: moment, by: stack.last)
      let reference = heap.makeObject(owner, site: site, life: life, usage)
      defer { usage.isMade = true }
      reference.core.arguments = generics
      try begin(reference, caller)
      if found.isEmpty {
        guard given.isEmpty else { throw halt(.unknownCallee, caller) }
        try finishInitializing(reference, as: owner, caller)
        return .object(reference)
      }
      let function = try choose(found, arguments[...], given)
      guard try initialize(reference, by: function, given, caller) else {
        reference.core.isOver = true
        return .missing
      }
      return .object(reference)
    case .struct:
      let cell = Cell(.structure(Structure(type: owner, arguments: generics)))
      let activation = try activation(for: owner, caller)
      try fill(.cell(cell), owner, activation)
      if found.isEmpty {
        for (one, property) in zip(given, memberwise(owner, given.map(\.argument))) {
          guard let property else { throw halt(.unknownCallee, caller) }
          if wrapper(of: property) != nil, case .structure(var structure) = current(cell) {
            structure.fields[property] = nil
            cell.set(.structure(structure))
          }
          try store(one.value, in: property, of: .cell(cell), activation, at: nil)
        }
        return current(cell)
      }
      let function = try choose(found, arguments[...], given)
      let result = try invoke(function, on: cell, given, for: places(of: given, for: function), caller: caller)
      return fails(function, result) ? .missing : current(cell)
    case .enum:
      if given.count == 1, given[0].label == StandardWord.rawValue.symbol || given[0].label == nil && site == nil,
        found.isEmpty
      {
        return try enumeration(owner, raw: given[0].value)
      }
      guard !found.isEmpty else { throw halt(.unknownCallee, caller) }
      let function = try choose(found, arguments[...], given)
      let cell = Cell(.unknown)
      let result = try invoke(function, on: cell, given, for: places(of: given, for: function), caller: caller)
      return fails(function, result) ? .missing : current(cell)
    case .protocol, .foreign: throw halt(.unknownCallee, caller)
    }
  }

  /// Whether an initialiser has answered with `nil`.
  private func fails(_ function: FunctionID, _ result: Value) -> Bool {
    program.declaration(of: function).effects.contains(.fails) && result.isMissing
  }

  private func activation(for owner: NominalID, _ caller: Activation?) throws -> Activation {
    if let caller { return caller }
    throw halt(.notUnderstood)
  }

  // MARK: Objects

  /// Gives the stored properties of an object what they begin with.
  private func begin(_ reference: Reference, _ caller: Activation?) throws {
    let activation = try activation(for: reference.core.type, caller)
    for type in classes(of: reference.core.type) { try fill(.value(.object(reference)), type, activation) }
  }

  private func fill(_ place: ValuePlace, _ type: NominalID, _ activation: Activation) throws {
    for property in program[type].storedProperties {
      let declaration = program.declaration(of: property)
      guard !declaration.isStatic, !declaration.isLazy else { continue }
      let file = program.file(of: property)
      if let value = declaration.initialValue {
        let made = try initialValue(program.function(value, in: file), on: .type(.nominal(type, arguments: [])))
        try store(made, in: property, of: place, activation, at: nil)
      } else if let wrapper = wrapper(of: property),
        let made = try? makeWrapper(wrapper, of: property, nil, activation)
      {
        try storeWrapper(made, in: property, of: place, activation)
      }
    }
  }

  private func storeWrapper(
    _ value: Value, in property: PropertyID, of place: ValuePlace, _ activation: Activation
  ) throws {
    try store(value, in: property, of: .wrapping(Names.empty, of: place), activation, at: nil)
  }

  /// What a wrapper of the program is made from.
  func makeWrapper(
    _ wrapper: NominalID, of property: PropertyID, _ value: Value?, _ activation: Activation
  ) throws -> Value {
    let facts = program[program.file(of: property)].facts
    let span = program.declaration(of: property).span
    let attribute = facts.attributes.first {
      $0.name == program[wrapper].name && span.start <= $0.span.start && $0.span.end <= span.end
    }
    var given = value.map { [Given(label: Words.wrappedValue, value: $0)] } ?? []
    if let attribute {
      guard let arguments = SpelledArguments(attribute.text.text).list else { throw halt(.notUnderstood, activation) }
      given += arguments.map { Given(label: $0.label, value: $0.value) }
    }
    return try make(wrapper, generics(of: wrapper, property), given, given.map(\.argument), site: nil, activation)
  }

  /// What the one generic parameter of a wrapper stands for, where that is the type of what it wraps.
  private func generics(of wrapper: NominalID, _ property: PropertyID) -> [Type] {
    guard program[wrapper].generics.count == 1,
      let inner = findProperty(Words.wrappedValue, of: wrapper, isStatic: false),
      case .parameter = inference.type(of: inner)
    else { return [] }
    let type = inference.type(of: property)
    return type.isUnknown ? [] : [type]
  }

  /// Runs an initialiser on an object; false where it has failed.
  private func initialize(
    _ reference: Reference, by function: FunctionID, _ given: [Given], _ caller: Activation?
  ) throws -> Bool {
    let result = try invoke(
      function, on: Cell(.object(reference)), given, for: places(of: given, for: function), caller: caller)
    if fails(function, result) { return false }
    if let owner = program.owner(of: function) { try finishInitializing(reference, as: owner, caller) }
    return true
  }

  /// Runs what initialises the class above where the code leaves that to the compiler.
  private func finishInitializing(_ reference: Reference, as owner: NominalID, _ caller: Activation?) throws {
    reference.core.initialized.insert(owner)
    guard let above = classes(of: owner).dropFirst().first, program[above].kind == .class,
      !reference.core.initialized.contains(above)
    else { return }
    if let function = initializers(of: above, fitting: []).first {
      _ = try initialize(reference, by: function, [], caller)
    } else {
      try finishInitializing(reference, as: above, caller)
    }
  }

  /// `super.init(…)`.
  func initialize(
    _ reference: Reference, as above: NominalID, _ arguments: [Argument], _ activation: Activation, at id: ExpressionID
  ) throws {
    let found = program[above].kind == .foreign ? [] : initializers(of: above, fitting: arguments)
    let given = try give(arguments[...], to: found.count == 1 ? found[0] : nil, activation)
    if found.isEmpty {
      reference.core.initialized.insert(above)
      escape(given.map(\.value))
      if program[above].kind != .foreign { try finishInitializing(reference, as: above, activation) }
      return
    }
    let function = try choose(found, arguments[...], given)
    _ = try initialize(reference, by: function, given, activation)
  }

  /// `self.init(…)`.
  func initialize(
    again place: ValuePlace, _ arguments: [Argument], _ activation: Activation, at id: ExpressionID
  ) throws -> Value {
    let own = try read(place, activation)
    if case .object(let reference) = own {
      let found = initializers(of: reference.core.type, fitting: arguments)
      let given = try give(arguments[...], to: found.count == 1 ? found[0] : nil, activation)
      guard !found.isEmpty else {
        guard given.isEmpty else { throw halt(.unknownCallee, activation, at: id) }
        try finishInitializing(reference, as: reference.core.type, activation)
        return .void
      }
      let function = try choose(found, arguments[...], given)
      _ = try initialize(reference, by: function, given, activation)
      return .void
    }
    guard let context = activation.frame.context else { throw halt(.notUnderstood, activation, at: id) }
    let made = try make(.nominal(context, arguments: []), arguments, activation, at: id)
    try write(made, to: place, activation, at: id)
    return .void
  }

  // MARK: Enums

  private func enumeration(_ type: NominalID, raw: Value) throws -> Value {
    for one in cases(of: type) {
      guard let own = rawValue(of: one.name, in: type), let same = equal(own, raw) else { throw halt(.notUnderstood) }
      if same { return .enumeration(Enumeration(type: type, name: one.name)) }
    }
    return .missing
  }

  /// The raw value of a case: what is written, or what goes on from the case before.
  func rawValue(of name: Symbol, in type: NominalID) -> Value? {
    let isText = program[type].foreignSupertypes.contains(Words.String)
      || program.inherits(type, from: Words.String)
    var next = 0
    for one in cases(of: type) {
      var value = isText ? Value.text(one.name.text) : .int(next)
      if let written = one.rawValue?.text {
        if written.first == "\"" {
          value = .text(String(written.dropFirst().dropLast()))
        } else if let number = Int(written.replacing("_", with: "")) {
          value = .int(number)
        } else {
          return nil
        }
      }
      if case .int(let number) = value { next = number &+ 1 }
      if one.name == name { return value }
    }
    return nil
  }
}
