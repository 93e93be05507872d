import SwiftFacts

/// Where a value is that can be read, and perhaps changed.
indirect enum ValuePlace {
  case value(Value)
  case cell(Cell)
  /// A property of an object, or of a value that is somewhere itself.
  case property(PropertyID, of: ValuePlace)
  case tupleElement(Int, of: ValuePlace)
  case element(Value, of: ValuePlace, orElse: Value?)
  case subscripted([FunctionID], [Given], [Argument], of: ValuePlace)
  /// A member that the standard library has.
  case standard(Symbol, of: ValuePlace)
  /// What holds the wrapper of a property, by the name under which that is: `_name`, `$name`.
  case wrapping(Symbol, of: ValuePlace)
}

/// An argument as it is handed over.
struct Given {
  var label: Symbol?
  var value: Value
  var isTrailingClosure = false
  /// Of `&x`: what the function changes, and where that goes when it is done.
  var cell: Cell?
  var place: ValuePlace?
}

extension Interpreter {
  /// Where an expression stands; nil where a `?` on the way to it has found nothing.
  func place(of id: ExpressionID, _ activation: Activation) throws -> ValuePlace? {
    let code = activation.code
    let found: ValuePlace
    switch code[id] {
    case .local(let local):
      if case .function(let closure) = code[local].kind {
        return .value(.closure(try makeClosure(closure, activation, at: code[closure].expression)))
      }
      guard let cell = activation.cells[local] else { throw halt(.notUnderstood, activation, at: id) }
      found = .cell(cell)
    case .superReference(let local):
      guard let local, let cell = activation.cells[local] else { throw halt(.notUnderstood, activation, at: id) }
      found = .cell(cell)
    case .name(let name, let implicit): found = try place(ofName: name, implicit, activation, at: id)
    case .member(let base, let name):
      if let type = inference.moduleMember(name, of: base, in: activation.frame), case .metatype(let inner) = type {
        return .value(.type(inner))
      }
      guard let whole = try markedPlace(of: base, activation) else { return nil }
      found = try place(of: name, in: whole, activation, at: id)
    case .subscripted(let base, let list):
      guard let whole = try markedPlace(of: base, activation) else { return nil }
      let type = inference.type(of: base, in: activation.frame).substituting(activation.generics)
      found = try place(of: list, in: whole, as: type, activation, at: id)
    default:
      guard let value = try evaluateChain(id, activation) else { return nil }
      return .value(value)
    }
    return found
  }

  /// The same, with what `!` and `?` after it ask for.
  func markedPlace(of id: ExpressionID, _ activation: Activation) throws -> ValuePlace? {
    guard let place = try place(of: id, activation) else { return nil }
    if activation.code.marks(of: id).isEmpty { return place }
    return try marked(try read(place, activation), id, activation) == nil ? nil : place
  }

  private func place(
    ofName name: Symbol, _ implicit: LocalID?, _ activation: Activation, at id: ExpressionID
  ) throws -> ValuePlace {
    if name == Names.Self_, let context = activation.frame.context {
      if let implicit, let cell = activation.cells[implicit] {
        let own = current(cell)
        if case .type = own { return .value(own) }
        if let type = nominal(of: own) { return .value(.type(.nominal(type, arguments: []))) }
      }
      return .value(.type(.nominal(context, arguments: [])))
    }
    if let implicit, let cell = activation.cells[implicit],
      let found = try member(name, of: .cell(cell), activation, at: id)
    {
      return found
    }
    for scope in program.scopes(from: activation.frame.context) {
      if let found = try staticMember(name, of: scope) { return .value(found) }
      if let property = findProperty(name, of: scope, isStatic: true) { return .property(property, of: .value(.void)) }
    }
    let properties = program.globalProperties(named: name, from: activation.frame.file)
    if properties.count == 1 { return .property(properties[0], of: .value(.void)) }
    let functions = program.globalFunctions(named: name, from: activation.frame.file)
    if !functions.isEmpty { return .value(.closure(heap.makeClosure(.functions(functions, receiver: nil)))) }
    if name.isMarked, name.text.first != "$" { return .value(.closure(heap.makeClosure(.operation(name)))) }
    if let own = ownStandardPlace(name, implicit, activation) { return .standard(name, of: own) }
    let type = program.resolve(
      name, arguments: [], in: activation.frame.file, context: activation.frame.context,
      generics: activation.frame.generics, depth: 0)
    switch type.substituting(activation.generics) {
    case .unknown: return .value(.unknown)
    case .foreign(let name) where !name.isCapitalized: return .value(.unknown)
    case let known: return .value(.type(known))
    }
  }

  /// What a name is a member of that stands by itself in what the program adds to a type of the standard library; nil
  /// where it stands for no such member.
  func ownStandardPlace(_ name: Symbol, _ implicit: LocalID?, _ activation: Activation) -> ValuePlace? {
    guard let word = StandardWord(name), !word.isFree, let implicit, let cell = activation.cells[implicit],
      let type = nominal(of: current(cell)), program[type].kind == .foreign
    else { return nil }
    return .cell(cell)
  }

  /// A member of what is somewhere.
  func place(
    of name: Symbol, in whole: ValuePlace, _ activation: Activation, at id: ExpressionID
  ) throws -> ValuePlace {
    if let found = try member(name, of: whole, activation, at: id) { return found }
    let base = try read(whole, activation)
    switch base {
    // What makes values of it.
    case .type where name == Names.init_: return .value(base)
    case .tuple(let values, let labels):
      if let index = labels.firstIndex(of: name) { return .tupleElement(index, of: whole) }
      if let index = Int(name.text), values.indices.contains(index) { return .tupleElement(index, of: whole) }
      if let index = tuplePlaces[name]?[values.count] { return .tupleElement(index, of: whole) }
      return .value(.unknown)
    case .unknown:
      return constant(name, of: id, activation).map { .property($0, of: .value(.void)) } ?? .value(.unknown)
    default: return dynamicPlace(name, in: whole, of: base) ?? .standard(name, of: whole)
    }
  }

  /// What the program adds to a type of the system that is named with the one it stands in, as in `Outer.Inner.name`.
  private func constant(_ name: Symbol, of id: ExpressionID, _ activation: Activation) -> PropertyID? {
    guard case .member(let base, name) = activation.code[id], case .member(_, let inner) = activation.code[base],
      inner.isCapitalized, let property = foreignConstants[name], let owner = program.owner(of: property),
      program[owner].name.text.split(separator: ".").last.map(String.init) == inner.text
    else { return nil }
    return property
  }

  /// What a type answers with for names that it does not declare.
  private func dynamicPlace(_ name: Symbol, in whole: ValuePlace, of base: Value) -> ValuePlace? {
    let label = StandardWord.dynamicMember.symbol
    guard let type = nominal(of: base), program[type].kind != .foreign else { return nil }
    for group in methods(Names.subscript_, of: type) {
      let fitting = group.filter { function in
        let parameters = program.declaration(of: function).parameters
        guard parameters.count == 1 else { return false }
        return (parameters[0].label ?? frame(of: function).facts.code[parameters[0].local].name) == label
      }
      guard let first = fitting.first else { continue }
      let parameter = program.declaration(of: first).parameters[0].type.map(frame(of: first).resolve)
      let isText = parameter.map { isOf(.text(""), $0) ?? false } ?? false
      let given = Given(label: label, value: isText ? .text(name.text) : .keyPath([name]))
      return .subscripted([first], [given], [given.argument], of: whole)
    }
    return nil
  }

  /// What the program's declarations say that a member is; nil where they know of none.
  func member(
    _ name: Symbol, of whole: ValuePlace, _ activation: Activation, at id: ExpressionID
  ) throws -> ValuePlace? {
    let base = try read(whole, activation)
    if case .type(let type) = base {
      guard let id = type.nominal else { return nil }
      if let property = findProperty(name, of: id, isStatic: true) { return .property(property, of: whole) }
      return try staticMember(name, of: id).map { .value($0) }
    }
    guard let type = nominal(of: base) else { return nil }
    if let property = findProperty(name, of: type, isStatic: false) { return .property(property, of: whole) }
    if let wrapped = wrapped(name, of: type) { return .property(wrapped, of: .wrapping(name, of: whole)) }
    let functions = methods(name, of: type).joined().filter { !program.declaration(of: $0).isStatic }
    guard !functions.isEmpty else { return nil }
    let site = Site(function: activation.frame.function, expression: id)
    return .value(.closure(heap.makeClosure(.functions(Array(functions), receiver: base), site: site)))
  }

  private func place(
    of list: ArgumentList, in whole: ValuePlace, as seen: Type, _ activation: Activation, at id: ExpressionID
  ) throws -> ValuePlace {
    let arguments = Array(activation.code[list])
    let base = try read(whole, activation)
    let type: NominalID? = if case .type(let type) = base { type.nominal } else { nominal(of: base) }
    var isStatic = false
    if case .type = base { isStatic = true }
    if let type {
      for group in methods(Names.subscript_, of: type) {
        let fitting = group.filter { function in
          let declaration = program.declaration(of: function)
          guard declaration.isStatic == isStatic, declaration.parameters.count == arguments.count else { return false }
          let code = frame(of: function).facts.code
          // The one name of a parameter is no label here.
          return zip(declaration.parameters, arguments).allSatisfy { parameter, argument in
            parameter.label == argument.label || argument.label == nil && parameter.label == code[parameter.local].name
          }
        }
        guard let first = fitting.first else { continue }
        let given = try give(arguments[...], to: fitting.count == 1 ? first : nil, activation)
        // What the standard library has for other keys.
        let called = frame(of: first)
        if program[type].kind == .foreign, fitting.count == 1,
          zip(program.declaration(of: first).parameters, given).contains(where: { parameter, one in
            parameter.type.map { isOf(one.value, called.resolve($0)) == false } ?? false
          })
        {
          continue
        }
        return .subscripted(fitting, given, arguments, of: whole)
      }
    }
    guard let first = arguments.first else { return .value(.unknown) }
    var (keyType, valueType) = (Type?.none, Type?.none)
    if case .dictionary(let key, let value) = self.type(of: whole) ?? seen { (keyType, valueType) = (key, value) }
    let key = coerced(try evaluate(first.value, activation, expecting: keyType), to: keyType)
    if case .keyPath(let names) = key {
      var place = whole
      for name in names { place = try self.place(of: name, in: place, activation, at: id) }
      return place
    }
    var otherwise: Value?
    if arguments.count == 2, arguments[1].label == StandardWord.default_ {
      otherwise = coerced(try evaluate(arguments[1].value, activation, expecting: valueType), to: valueType)
    }
    return .element(key, of: whole, orElse: otherwise)
  }

  // MARK: Reading and writing

  /// What a cell holds; nothing where what it refers to weakly is gone.
  func current(_ cell: Cell) -> Value { strong(cell.stored) }

  func strong(_ value: Value) -> Value {
    guard case .weak(let weak) = value else { return value }
    return weak.reference.map { .object($0) } ?? .missing
  }

  func read(_ place: ValuePlace, _ activation: Activation) throws -> Value {
    switch place {
    case .value(let value): return value
    case .cell(let cell):
      if case .weak(let weak) = cell.stored, weak.isUnowned, weak.reference == nil { throw halt(.trap) }
      return current(cell)
    case .property(let property, let whole): return try read(property, of: whole, activation)
    case .tupleElement(let index, let whole):
      guard case .tuple(let values, _) = try read(whole, activation), values.indices.contains(index) else {
        return .unknown
      }
      return values[index]
    case .element(let key, let whole, let otherwise):
      return try element(key, of: try read(whole, activation), activation) ?? otherwise ?? .missing
    case .subscripted(let functions, let given, let arguments, let whole):
      let function = try choose(functions, arguments[...], given)
      return try invokeSubscript(function, given, on: whole, setting: nil, activation)
    case .standard(let name, let whole): return try standardMember(name, of: try read(whole, activation), activation)
    case .wrapping(_, let whole): return try read(whole, activation)
    }
  }

  func write(_ value: Value, to place: ValuePlace, _ activation: Activation, at id: ExpressionID?) throws {
    _ = try bounded(value)
    switch place {
    case .value: escape([value])
    case .cell(let cell): cell.set(value)
    case .property(let property, let whole): try write(value, to: property, of: whole, activation, at: id)
    case .tupleElement(let index, let whole):
      guard case .tuple(var values, let labels) = try read(whole, activation), values.indices.contains(index) else {
        throw halt(.notUnderstood, activation)
      }
      values[index] = value
      try write(.tuple(values, labels: labels), to: whole, activation, at: id)
    case .element(let key, let whole, _):
      let changed = try putting(value, under: key, into: try read(whole, activation), activation)
      try write(changed, to: whole, activation, at: id)
    case .subscripted(let functions, let given, let arguments, let whole):
      let function = try choose(functions, arguments[...], given)
      _ = try invokeSubscript(function, given, on: whole, setting: value, activation, at: id)
    case .standard(let name, let whole):
      if case .object(let reference) = try read(whole, activation), let handle = reference.core.handle {
        return setSystemMember(name, of: reference.core, handle, to: value)
      }
      // A member of something out of sight.
      escape([value, try read(whole, activation)])
    case .wrapping(_, let whole): try write(value, to: whole, activation, at: id)
    }
  }

  /// The type that a place is declared with.
  func type(of place: ValuePlace) -> Type? {
    guard case .property(let property, _) = place else { return nil }
    let type = inference.type(of: property)
    return type.isUnknown ? nil : type
  }
}
