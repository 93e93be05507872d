import SwiftFacts

extension Interpreter {
  // MARK: Functions

  /// Runs a function on what it is called on, with what it is given for each of its parameters in order.
  ///
  /// - Parameter places: By argument, the parameter that it is for; nil where there is one argument for each.
  func invoke(
    _ function: FunctionID, on own: Cell?, _ given: [Given], for places: [Int]? = nil, caller: Activation?,
    at call: ExpressionID? = nil
  ) throws -> Value {
    try step()
    if let own { use(current(own), .called) }
    return try callingFunction {
      let frame = frame(of: function)
      let activation = Activation(frame, plan(of: frame.file))
      if let local = frame.declaration.selfLocal { activation.cells[local] = own ?? Cell(.void) }
      activation.generics = own.map { generics(of: current($0)) } ?? [:]
      stack.append(activation)
      defer { if !stack.isEmpty { stack.removeLast() } }
      bindGenerics(given, for: places ?? Array(given.indices), activation)
      if let call, let caller { bindGenerics(from: call, caller, activation) }
      try bind(given, for: places, activation)
      activation.isMaking = frame.declaration.kind == .initializer
      let result = try runBody(frame.declaration.firstStatement, activation)
      if let caller { try handBack(given, caller) }
      return result
    }
  }

  private func handBack(_ given: [Given], _ caller: Activation) throws {
    for one in given {
      guard let cell = one.cell, let place = one.place, cell.isWritten else { continue }
      try write(current(cell), to: place, caller, at: nil)
    }
  }

  private func bind(_ given: [Given], for places: [Int]?, _ activation: Activation) throws {
    let parameters = activation.frame.declaration.parameters
    let places = places ?? Array(given.indices)
    for (index, parameter) in parameters.enumerated() {
      let own = zip(given, places).filter { $0.1 == index }.map(\.0)
      let type = parameter.type.map(activation.resolve)
      if parameter.isVariadic {
        activation.cells[parameter.local] = Cell(.list(own.map { coerced($0.value, to: type) }))
      } else if let one = own.first {
        activation.cells[parameter.local] = one.cell ?? Cell(coerced(one.value, to: type))
      } else if let value = parameter.defaultValue {
        activation.cells[parameter.local] = Cell(coerced(try evaluate(value, activation, expecting: type), to: type))
      } else {
        activation.cells[parameter.local] = Cell(.unknown)
      }
    }
  }

  /// What the generic parameters of a value's type stand for.
  private func generics(of own: Value) -> [Symbol: Type] {
    let arguments: [Type]
    switch own {
    case .object(let reference): arguments = reference.core.arguments
    case .structure(let structure): arguments = structure.arguments
    case .type(.nominal(_, let given)): arguments = given
    default: return [:]
    }
    guard !arguments.isEmpty, let type = declaredType(of: own) else { return [:] }
    return Dictionary(zip(program[type].generics, arguments)) { first, _ in first }
  }

  private func declaredType(of own: Value) -> NominalID? {
    if case .type(let type) = own { type.nominal } else { nominal(of: own) }
  }

  private func runBody(_ block: Int32, _ activation: Activation) throws -> Value {
    guard activation.frame.declaration.hasBody else { throw halt(.unknownCallee) }
    let result = activation.frame.declaration.result.map(activation.resolve)
    if let builder = builder(of: activation.frame.function) { return try build(block, activation, builder) }
    if let id = activation.plan.onlyExpression(of: block) {
      return coerced(try evaluate(id, activation, expecting: result), to: result)
    }
    switch try run(block: block, activation) {
    case .return(let value), .next(let value): return coerced(value, to: result)
    default: throw halt(.notUnderstood, activation)
    }
  }

  // MARK: Closures

  func call(
    _ closure: ClosureObject, _ given: [Given], arguments: [Argument] = [], caller: Activation?
  ) throws -> Value {
    try step()
    switch closure.kind {
    case .code(let function, let id):
      return try deeper {
        let frame = frame(of: function)
        let activation = Activation(frame, plan(of: frame.file), cells: closure.captured)
        activation.generics = closure.generics
        stack.append(activation)
        defer { if !stack.isEmpty { stack.removeLast() } }
        let code = frame.facts.code
        let parameters = code[id].parameters
        var values = given
        // A tuple for several parameters.
        if given.count == 1, code[id].hasSignature || code[id].isLocalFunction, parameters.count > 1,
          case .tuple(let parts, _) = given[0].value, parts.count == parameters.count
        {
          values = parts.map { Given(value: $0) }
        }
        for (index, local) in parameters.enumerated() {
          guard values.indices.contains(index) else {
            if code[id].isLocalFunction { throw halt(.notUnderstood) }
            continue
          }
          let type = code[local].type.map(activation.resolve)
          activation.cells[local] = values[index].cell ?? Cell(coerced(values[index].value, to: type))
        }
        let result = code[id].resultType.map(activation.resolve)
        let value: Value
        if let builder = closure.builder {
          value = try build(code[id].statement, activation, builder)
        } else if let only = activation.plan.onlyExpression(of: code[id].statement) {
          value = try evaluate(only, activation, expecting: result)
        } else {
          switch try run(block: code[id].statement, activation) {
          case .return(let answer), .next(let answer): value = answer
          default: throw halt(.notUnderstood, activation)
          }
        }
        if let caller { try handBack(given, caller) }
        return coerced(value, to: result)
      }
    case .functions(let functions, let receiver):
      let function = try choose(functions, arguments[...], given)
      let places = places(of: given, for: function)
      let cell = receiver.map { Cell($0) }
      return try invoke(function, on: cell, given, for: places, caller: caller)
    case .unapplied(let functions):
      guard let first = given.first else { throw halt(.unknownCallee, caller) }
      return .closure(heap.makeClosure(.functions(functions, receiver: first.value), site: closure.site))
    case .maker(let type): return try make(type, given, arguments, caller: caller)
    case .enumCase(let type, let name):
      return .enumeration(Enumeration(type: type, name: name, payload: given.map(\.value)))
    case .expression(let id, let outer): return try evaluate(id, outer)
    case .standard(let name, let receiver):
      return try callStandard(name, on: .value(receiver), given, caller: caller)
    case .operation(let sign): return try operate(sign, given.map(\.value), caller, at: nil)
    }
  }

  /// Calls what a value is, which should be a function.
  func call(_ value: Value, _ given: [Given], arguments: [Argument] = [], caller: Activation?) throws -> Value {
    switch value {
    case .closure(let closure): return try call(closure, given, arguments: arguments, caller: caller)
    case .type(let type): return try make(type, given, arguments, caller: caller)
    case .keyPath(let names):
      guard let first = given.first, let caller else { return .unknown }
      var place = ValuePlace.value(first.value)
      for name in names { place = try self.place(of: name, in: place, caller, at: ExpressionID(index: 0)) }
      return try read(place, caller)
    case .missing: throw halt(.trap, caller)
    default:
      if let type = nominal(of: value), let group = methods(StandardWord.callAsFunction.symbol, of: type).first {
        let function = try choose(group, arguments[...], given)
        return try invoke(function, on: Cell(value), given, for: places(of: given, for: function), caller: caller)
      }
      escape([value] + given.map(\.value))
      throw halt(.unknownCallee, caller)
    }
  }

  func call(_ value: Value, with values: [Value], caller: Activation?) throws -> Value {
    try call(value, values.map { Given(value: $0) }, caller: caller)
  }

  // MARK: Choosing

  /// Which parameter each argument is for.
  func places(of given: [Given], for function: FunctionID) -> [Int]? {
    let declaration = program.declaration(of: function)
    return declaration.match(given.map(\.argument)[...])
  }

  /// The function of several that takes what is given.
  func choose(_ functions: [FunctionID], _ arguments: ArraySlice<Argument>, _ given: [Given]) throws -> FunctionID {
    if functions.count == 1 { return functions[0] }
    var fitting = functions.filter { program.declaration(of: $0).match(arguments) != nil }
    // What a function that is used as a value is given has no labels.
    if fitting.isEmpty { fitting = functions.filter { program.declaration(of: $0).parameters.count == given.count } }
    if let first = fitting.first {
      let owner = program.owner(of: first)
      fitting = fitting.filter { program.owner(of: $0) == owner }
    }
    if fitting.count > 1 {
      fitting = fitting.filter { function in
        let declaration = program.declaration(of: function)
        guard let match = declaration.match(arguments) else { return true }
        let frame = frame(of: function)
        return zip(given, match).allSatisfy { one, place in
          declaration.parameters[place].type.map { isOf(one.value, frame.resolve($0)) ?? true } ?? true
        }
      }
    }
    guard let first = fitting.first else { throw halt(.unknownCallee) }
    if fitting.count > 1, fitting.contains(where: { program.declaration(of: $0).effects.contains(.suspends) }) {
      return fitting.first { !program.declaration(of: $0).effects.contains(.suspends) } ?? first
    }
    return first
  }

  // MARK: Arguments

  /// Evaluates arguments for a function, or for whoever takes them.
  ///
  /// - Parameter own: What the function is called on, which tells what the generic parameters of its type stand for.
  func give(
    _ arguments: ArraySlice<Argument>, to function: FunctionID?, on own: Value? = nil, types: [Type] = [],
    _ activation: Activation
  ) throws -> [Given] {
    let generics = own.map(generics(of:)) ?? [:]
    let declaration = function.map { program.declaration(of: $0) }
    let match = declaration?.match(arguments)
    let frame = function.map { self.frame(of: $0) }
    return try arguments.enumerated().map { position, argument in
      let parameter = match.flatMap { match in declaration.map { $0.parameters[match[position]] } }
      var one = Given(label: argument.label, value: .unknown, isTrailingClosure: argument.isTrailingClosure)
      if activation.code.marks(of: argument.value).contains(.inout),
        let place = try place(of: argument.value, activation)
      {
        let cell = Cell(try read(place, activation))
        (one.cell, one.place) = (cell, place)
        one.value = current(cell)
      } else if let parameter, parameter.isAutoclosure {
        one.value = .closure(heap.makeClosure(.expression(argument.value, apart(argument.value, activation))))
      } else {
        let type =
          parameter?.type.flatMap { type in frame.map { $0.resolve(type).substituting(generics) } }
          ?? (types.indices.contains(position) ? types[position] : nil)
        one.value = try evaluate(argument.value, activation, expecting: type)
        if let name = parameter?.builder, let function, case .closure(let closure) = one.value,
          let builder = builder(name, around: function)
        {
          closure.builder = builder
        }
      }
      return one
    }
  }

  /// What an expression needs of a call to be evaluated later, and no more.
  private func apart(_ id: ExpressionID, _ activation: Activation) -> Activation {
    var cells: [LocalID: Cell] = [:]
    func note(_ local: LocalID) {
      if let cell = activation.cells[local] { cells[local] = cell }
    }
    func visit(_ id: ExpressionID) {
      switch activation.code[id] {
      case .local(let local): note(local)
      case .superReference(let local?): note(local)
      case .name(let name, implicitSelf: let local?): if isMember(name, activation) { note(local) }
      case .closure(let closure):
        for local in activation.plan.freeLocals(of: closure, isMember: { isMember($0, activation) }) {
          note(local)
        }
        for local in activation.code[closure].captureList {
          if case .capture(_, let value) = activation.code[local].kind { visit(value) }
        }
      default: break
      }
      activation.code.forEachChild(of: id, visit)
    }
    visit(id)
    let result = Activation(activation.frame, activation.plan, cells: cells)
    result.generics = activation.generics
    return result
  }

  /// Gets or sets by a subscript, both of which stand in one body.
  func invokeSubscript(
    _ function: FunctionID, _ given: [Given], on whole: ValuePlace, setting value: Value?, _ caller: Activation,
    at id: ExpressionID? = nil
  ) throws -> Value {
    try deeper {
      let frame = frame(of: function)
      let activation = Activation(frame, plan(of: frame.file))
      let own = Cell(try read(whole, caller))
      use(current(own), .called)
      if let local = frame.declaration.selfLocal { activation.cells[local] = own }
      activation.generics = generics(of: current(own))
      bindGenerics(given, for: Array(given.indices), activation)
      try bind(given, for: nil, activation)
      let result = frame.declaration.result.map(activation.resolve)
      let setter = frame.declaration.setterLocal.map { frame.facts.code[$0].span }
      let isSetting = value != nil
      if let value {
        guard let local = frame.declaration.setterLocal else { throw halt(.notUnderstood, caller) }
        activation.cells[local] = Cell(coerced(value, to: result))
      }
      let answer = try run(part: frame.declaration.firstStatement, activation) { span in
        guard let setter else { return !isSetting }
        return (setter.start <= span.start && span.end <= setter.end) == isSetting
      }
      if own.isWritten { try write(current(own), to: whole, caller, at: id) }
      return coerced(answer, to: result)
    }
  }
}

/// Who wants to be told of what is posted.
struct Observer {
  var token: Value
  var topic: Value
  var closure: Value
  /// From whom it is, under the label by which that is said; nil where from anybody.
  var sender: Given?
}

extension Given {
  /// The same as it is written in a call.
  var argument: Argument {
    Argument(label: label, value: ExpressionID(index: 0), isTrailingClosure: isTrailingClosure)
  }
}
