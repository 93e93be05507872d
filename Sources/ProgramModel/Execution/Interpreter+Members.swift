import SwiftFacts

extension Interpreter {
  // MARK: Looking up

  /// The declared type of a value; nil for functions and what is not known.
  func nominal(of value: Value) -> NominalID? {
    switch value {
    case .object(let reference): reference.core.type
    case .structure(let structure): structure.type
    case .enumeration(let one): one.type
    case .list, .range: program.names.foreign[Words.Array]
    case .set: program.names.foreign[StandardWord.Set.symbol]
    case .table: program.names.foreign[Words.Dictionary]
    case .text: program.names.foreign[Words.String]
    case .int: program.names.foreign[Words.Int]
    case .double: program.names.foreign[Words.Double]
    case .bool: program.names.foreign[Words.Bool]
    default: nil
    }
  }

  /// A type and the classes above it, nearest first.
  func classes(of type: NominalID) -> [NominalID] { program.lineage(of: type).filter { program[$0].kind != .protocol } }

  /// The functions of a name that values of a type have, by who declares them: what hides another first.
  func methods(_ name: Symbol, of type: NominalID) -> [[FunctionID]] {
    let lineage = program.lineage(of: type)
    let ordered = lineage.filter { program[$0].kind != .protocol } + lineage.filter { program[$0].kind == .protocol }
    return ordered.compactMap { owner in
      let own = (program[owner].functions[name] ?? []).filter { program.declaration(of: $0).hasBody }
      return own.isEmpty ? nil : own
    }
  }

  /// The property of a name that values of a type have: stored or computed, no requirement.
  func findProperty(_ name: Symbol, of type: NominalID, isStatic: Bool) -> PropertyID? {
    let lineage = program.lineage(of: type)
    let ordered = lineage.filter { program[$0].kind != .protocol } + lineage.filter { program[$0].kind == .protocol }
    for owner in ordered {
      guard let property = program[owner].properties[name] else { continue }
      let declaration = program.declaration(of: property)
      if !declaration.isRequirement, declaration.isStatic == isStatic { return property }
    }
    return nil
  }

  /// What a type has by a name as a value: a case, a static property, a static function, a type inside it.
  func staticMember(_ name: Symbol, of type: NominalID) throws -> Value? {
    for owner in program.lineage(of: type) {
      if let found = program[owner].cases[name] {
        let declared = program[found.declaration.file].facts[found.declaration.type].cases[Int(found.index)]
        if declared.payload.isEmpty { return .enumeration(Enumeration(type: found.owner, name: name)) }
        return .closure(heap.makeClosure(.enumCase(found.owner, name)))
      }
      if let inner = program[owner].types[name] { return .type(.nominal(inner, arguments: [])) }
      if let alias = program[owner].aliases[name] {
        return .type(program.resolve(alias.type, in: alias.file, context: alias.parent))
      }
    }
    if let property = findProperty(name, of: type, isStatic: true) {
      return try read(property, of: .value(.type(.nominal(type, arguments: []))), nil)
    }
    let functions = methods(name, of: type).joined().filter { program.declaration(of: $0).isStatic }
    if !functions.isEmpty {
      let own = Value.type(.nominal(type, arguments: []))
      return .closure(heap.makeClosure(.functions(Array(functions), receiver: own)))
    }
    let own = methods(name, of: type).joined().filter { program.declaration(of: $0).kind == .function }
    if !own.isEmpty { return .closure(heap.makeClosure(.unapplied(Array(own)))) }
    if name == StandardWord.everyCase.symbol, program[type].kind == .enum {
      return .list(cases(of: type).map { .enumeration(Enumeration(type: type, name: $0.name)) })
    }
    return nil
  }

  func cases(of type: NominalID) -> [TypeDeclaration.EnumCase] {
    program[type].declarations.flatMap { program[$0.file].facts[$0.type].cases }
  }

  /// The property that a wrapper is applied to, by the name under which the wrapper itself is: `_name`, `$name`.
  func wrapped(_ name: Symbol, of type: NominalID) -> PropertyID? {
    guard let first = name.text.first, first == "_" || first == "$",
      let property = findProperty(Symbol(String(name.text.dropFirst())), of: type, isStatic: false),
      wrapper(of: property) != nil
    else { return nil }
    return property
  }

  /// The type of the program that wraps a property.
  func wrapper(of property: PropertyID) -> NominalID? {
    let declaration = program.declaration(of: property)
    guard !declaration.attributes.isEmpty else { return nil }
    let file = program.file(of: property)
    for attribute in declaration.attributes {
      guard
        let type = program.resolve(
          attribute, arguments: [], in: file, context: program.owner(of: property), generics: [:], depth: 0
        ).nominal, program[type].kind != .foreign, program[type].kind != .protocol,
        findProperty(Words.wrappedValue, of: type, isStatic: false) != nil
      else { continue }
      return type
    }
    return nil
  }

  // MARK: Reading

  func read(_ property: PropertyID, of whole: ValuePlace, _ activation: Activation?) throws -> Value {
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    if declaration.isStatic {
      if let getter = declaration.getter {
        let owner = program.owner(of: property).map { Value.type(.nominal($0, arguments: [])) } ?? .void
        return try invoke(program.function(getter, in: file), on: Cell(owner), [], caller: activation)
      }
      return current(try global(property))
    }
    // The wrapper itself.
    if case .wrapping(let name, let inner) = whole {
      let stored = try stored(property, in: try readWhole(inner, activation), activation)
      guard name.text.first == "$" else { return stored }
      return try memberValue(Words.projectedValue, of: stored, activation)
    }
    if let getter = declaration.getter {
      let cell = Cell(try readWhole(whole, activation))
      let result = try invoke(program.function(getter, in: file), on: cell, [], caller: activation)
      if cell.isWritten, let activation { try write(current(cell), to: whole, activation, at: nil) }
      return result
    }
    let own = try readWhole(whole, activation)
    if !declaration.isStored {
      guard let above = overridden(property) else { return .unknown }
      return try read(above, of: whole, activation)
    }
    if let wrapper = wrapper(of: property) {
      let box = try stored(property, in: own, activation)
      guard let value = findProperty(Words.wrappedValue, of: wrapper, isStatic: false) else { return .unknown }
      return try read(value, of: .value(box), activation)
    }
    if declaration.isLazy, isUnset(property, own), let value = declaration.initialValue {
      let made = try initialValue(program.function(value, in: file), on: own)
      if let activation {
        try store(coerced(made, to: inference.type(of: property)), in: property, of: whole, activation, at: nil)
      }
      return made
    }
    return try stored(property, in: own, activation)
  }

  private func readWhole(_ place: ValuePlace, _ activation: Activation?) throws -> Value {
    if let activation { return try read(place, activation) }
    if case .value(let value) = place { return value }
    throw halt(.notUnderstood)
  }

  func memberValue(_ name: Symbol, of value: Value, _ activation: Activation?) throws -> Value {
    guard let type = nominal(of: value), let property = findProperty(name, of: type, isStatic: false) else {
      return .unknown
    }
    return try read(property, of: .value(value), activation)
  }

  /// The property of a class above that one watches which overrides it.
  private func overridden(_ property: PropertyID) -> PropertyID? {
    guard let owner = program.owner(of: property) else { return nil }
    let name = program.declaration(of: property).name
    for ancestor in classes(of: owner).dropFirst() {
      if let found = program[ancestor].properties[name] { return found }
    }
    return nil
  }

  private func isClosure(_ value: Value) -> Bool { if case .closure = value { true } else { false } }

  private func isUnset(_ property: PropertyID, _ value: Value) -> Bool {
    switch value {
    case .object(let reference): reference.core.fields[property] == nil
    case .structure(let structure): structure.fields[property] == nil
    default: false
    }
  }

  private func stored(_ property: PropertyID, in value: Value, _ activation: Activation?) throws -> Value {
    let held: Value?
    switch value {
    case .object(let reference):
      held = reference.core.fields[property]?.value
      use(value, held.map(isClosure) ?? false ? .told : .read)
    case .structure(let structure): held = structure.fields[property]
    case .unknown: return .unknown
    default: throw halt(.notUnderstood, activation)
    }
    guard let held else { return .missing }
    if case .weak(let weak) = held, weak.isUnowned, weak.reference == nil { throw halt(.trap, activation) }
    return strong(held)
  }

  /// A global or a static property, made where it is first asked for.
  func global(_ property: PropertyID) throws -> Cell {
    if let known = globals[property] { return known }
    let declaration = program.declaration(of: property)
    let cell = Cell(
      .missing, weak: declaration.strength != .strong, unowned: declaration.strength == .unowned)
    globals[property] = cell
    guard let value = declaration.initialValue else { return cell }
    let owner = program.owner(of: property).map { Value.type(.nominal($0, arguments: [])) } ?? .void
    let made = try initialValue(program.function(value, in: program.file(of: property)), on: owner)
    cell.set(coerced(made, to: inference.type(of: property)))
    return cell
  }

  /// What stands after the `=` of a property.
  func initialValue(_ function: FunctionID, on own: Value) throws -> Value {
    try deeper {
      let frame = frame(of: function)
      let activation = Activation(frame, plan(of: frame.file))
      if let local = frame.declaration.selfLocal { activation.cells[local] = Cell(own) }
      guard let expression = frame.facts.code[frame.declaration.results].first else { return .unknown }
      var expected: Type?
      if case .initialValue(let property) = frame.declaration.kind {
        expected = inference.type(of: program.property(property, in: frame.file))
        if case .unknown? = expected { expected = nil }
      }
      return coerced(try evaluate(expression, activation, expecting: expected), to: expected)
    }
  }

  // MARK: Writing

  func write(
    _ value: Value, to property: PropertyID, of whole: ValuePlace, _ activation: Activation, at id: ExpressionID?
  ) throws {
    made.properties.insert(property)
    let declaration = program.declaration(of: property)
    let file = program.file(of: property)
    let plan = plan(of: file)
    let index = PropertyIndex(index: property.index - program.property(PropertyIndex(index: 0), in: file).index)
    if let setter = plan.setters[index] {
      let own = declaration.isStatic ? Value.type(.unknown) : try read(whole, activation)
      let cell = Cell(own)
      _ = try invoke(program.function(setter, in: file), on: cell, [Given(value: value)], caller: activation)
      if cell.isWritten { try write(current(cell), to: whole, activation, at: id) }
      return
    }
    if declaration.getter != nil { throw halt(.notUnderstood, activation, at: id) }
    let watchers = isUnwatched(whole, activation) ? [] : plan.observers[index] ?? []
    var old = Value.missing
    if !watchers.isEmpty {
      old = try read(property, of: whole, activation)
      for watcher in watchers where isBefore(watcher, in: file) {
        try tell(watcher, in: file, value, of: whole, declaration.isStatic, activation)
      }
    }
    if declaration.isStatic {
      try global(property).set(coerced(value, to: inference.type(of: property)))
    } else if !declaration.isStored {
      guard let above = overridden(property) else { throw halt(.notUnderstood, activation, at: id) }
      try write(value, to: above, of: whole, activation, at: id)
    } else {
      try store(value, in: property, of: whole, activation, at: id)
    }
    for watcher in watchers where !isBefore(watcher, in: file) {
      try tell(watcher, in: file, old, of: whole, declaration.isStatic, activation)
    }
  }

  /// Whether nobody watches what an initialiser puts into what it makes.
  private func isUnwatched(_ whole: ValuePlace, _ activation: Activation) -> Bool {
    guard activation.isMaking, case .cell(let cell) = whole, let local = activation.frame.declaration.selfLocal else {
      return false
    }
    return activation.cells[local] === cell
  }

  private func isBefore(_ watcher: FunctionIndex, in file: FileID) -> Bool {
    let facts = program[file].facts
    return facts[watcher].parameters.first.map { facts.code[$0.local].name == Names.newValue } ?? false
  }

  private func tell(
    _ watcher: FunctionIndex, in file: FileID, _ value: Value, of whole: ValuePlace, _ isStatic: Bool,
    _ activation: Activation
  ) throws {
    let cell = Cell(isStatic ? .void : try read(whole, activation))
    _ = try invoke(program.function(watcher, in: file), on: cell, [Given(value: value)], caller: activation)
    if cell.isWritten, !isStatic { try write(current(cell), to: whole, activation, at: nil) }
  }

  /// Puts something where a property is stored.
  func store(
    _ value: Value, in property: PropertyID, of whole: ValuePlace, _ activation: Activation, at id: ExpressionID?
  ) throws {
    let declaration = program.declaration(of: property)
    var value = coerced(value, to: inference.type(of: property))
    // The wrapper itself is given.
    if case .wrapping(_, let inner) = whole {
      return try put(value, into: property, of: inner, activation, at: id)
    }
    if let wrapper = wrapper(of: property) {
      let own = try read(whole, activation)
      if isUnset(property, own) {
        value = try makeWrapper(wrapper, of: property, value, activation)
        return try put(value, into: property, of: whole, activation, at: id)
      }
      guard let inner = findProperty(Words.wrappedValue, of: wrapper, isStatic: false) else { return }
      let box = Cell(try stored(property, in: own, activation))
      try write(value, to: inner, of: .cell(box), activation, at: id)
      if box.isWritten { try put(current(box), into: property, of: whole, activation, at: id) }
      return
    }
    if declaration.strength != .strong, case .object(let reference) = value {
      value = .weak(WeakReference(reference: reference, isUnowned: declaration.strength == .unowned))
    }
    try put(value, into: property, of: whole, activation, at: id)
  }

  private func put(
    _ value: Value, into property: PropertyID, of whole: ValuePlace, _ activation: Activation, at id: ExpressionID?
  ) throws {
    switch try read(whole, activation) {
    case .object(let reference):
      use(.object(reference), .written)
      let site = id.map { Site(function: activation.frame.function, expression: $0) }
      reference.core.put(Field(value: value, site: site, time: steps), into: property)
    case .structure(var structure):
      structure.fields[property] = value
      try write(.structure(structure), to: whole, activation, at: id)
    case .unknown: escape([value])
    default: throw halt(.notUnderstood, activation, at: id)
    }
  }
}
