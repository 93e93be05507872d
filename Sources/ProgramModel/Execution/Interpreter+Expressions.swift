import SwiftFacts

extension Interpreter {
  func evaluate(_ id: ExpressionID, _ activation: Activation, expecting: Type? = nil) throws -> Value {
    guard activation.plan.trying[id.index] == .optional else {
      return try evaluateChain(id, activation, expecting: expecting) ?? .missing
    }
    do {
      return try evaluateChain(id, activation, expecting: expecting) ?? .missing
    } catch is Thrown {
      return .missing
    }
  }

  /// The same of what goes on after a `?`; nil where that has found nothing, and so all of the chain comes to nothing.
  func evaluateChain(_ id: ExpressionID, _ activation: Activation, expecting: Type? = nil) throws -> Value? {
    try step()
    here = Site(function: activation.frame.function, expression: id)
    guard let value = try evaluateUnmarked(id, activation, expecting: expecting) else { return nil }
    return try marked(bounded(value), id, activation)
  }

  /// What `!` and `?` make of a value.
  func marked(_ value: Value, _ id: ExpressionID, _ activation: Activation) throws -> Value? {
    let marks = activation.code.marks(of: id)
    guard value.isMissing, !marks.isEmpty else { return value }
    if marks.contains(.unwrapped) { throw halt(.trap, activation, at: id) }
    return marks.contains(.chained) ? nil : value
  }

  private func evaluateUnmarked(_ id: ExpressionID, _ activation: Activation, expecting: Type?) throws -> Value? {
    let code = activation.code
    switch code[id] {
    case .local, .name, .subscripted, .superReference:
      guard let place = try place(of: id, activation) else { return nil }
      return try read(place, activation)
    case .member(let base, let name): return try evaluate(member: name, of: base, id, activation)
    case .implicitMember(let name): return try implicitMember(name, expecting ?? expectedType(of: id, activation))
    case .call: return try call(id, activation, expecting: expecting)
    case .closure(let closure): return .closure(try makeClosure(closure, activation, at: id))
    case .assign(let target, let value):
      try assign(target, value, activation, at: id)
      return .void
    case .mutate(let target, let value):
      guard let place = try place(of: target, activation) else { return .void }
      let old = try read(place, activation)
      let operand = try evaluate(value, activation)
      let sign = code.words[id].map { Symbol(String($0.text.dropLast())) } ?? Names.empty
      try write(try operate(sign, [old, operand], activation, at: id), to: place, activation, at: id)
      return .void
    case .cast(let value, let type):
      let target = activation.resolve(type)
      let found = try evaluate(value, activation, expecting: target)
      let marks = code.marks(of: id)
      guard marks.contains(.conditional) || marks.contains(.forced) else { return coerced(found, to: target) }
      switch isOf(found, target) {
      case true?: return found
      case false?:
        if marks.contains(.forced) { throw halt(.trap, activation, at: id) }
        return .missing
      case nil:
        escape([found])
        return .unknown
      }
    case .test(let value, let type):
      return isOf(try evaluate(value, activation), activation.resolve(type)).map { .bool($0) } ?? .unknown
    case .type(let type): return .type(activation.resolve(type))
    case .literal(let literal): return self.literal(literal, expecting)
    case .choice(let parts):
      if let statement = activation.plan.deciding[id.index] {
        switch try run(deciding: statement, expecting: expecting, activation) {
        case .next(let value): return value
        default: throw halt(.notUnderstood, activation, at: id)
        }
      }
      var last = Value.missing
      for (at, part) in code[parts].enumerated() {
        last = try evaluate(part, activation, expecting: expecting)
        // What nobody knows, or one of what does nothing.
        let rest = code[parts].dropFirst(at + 1)
        if last.isUnknown, rest.allSatisfy({ if case .literal = code[$0] { true } else { false } }) { return .unknown }
        if last.isUnknown { throw halt(.unknownCondition, activation, at: part) }
        if !last.isMissing { return last }
      }
      return last
    case .array(let parts):
      let element: Type? =
        switch expecting {
        case .array(let element)?: element
        case .nominal(_, let arguments)? where arguments.count == 1: arguments[0]
        default: nil
        }
      let values = try code[parts].map { part in
        let type = element ?? spelledFirst(part, of: code[parts].first, activation)
        return coerced(try evaluate(part, activation, expecting: type), to: type)
      }
      if let expecting, isSet(expecting) { return .set(try unique(values, activation)) }
      return .list(values)
    case .dictionary(let parts):
      var (key, value) = (Type?.none, Type?.none)
      if case .dictionary(let one, let other)? = expecting { (key, value) = (one, other) }
      var table: [Value.Entry] = []
      let list = Array(code[parts])
      for index in stride(from: 0, to: list.count - 1, by: 2) {
        table.append(
          .init(
            key: try evaluate(list[index], activation, expecting: key),
            value: try evaluate(list[index + 1], activation, expecting: value)))
      }
      return .table(table)
    case .tuple(let list):
      var types: [Type] = []
      if case .tuple(let expected)? = expecting { types = expected }
      let values = try code[list].enumerated().map { position, part in
        try evaluate(part.value, activation, expecting: types.indices.contains(position) ? types[position] : nil)
      }
      return .tuple(values, labels: code[list].map(\.label))
    case .operation(let sign, let parts): return try operation(
      sign, Array(code[parts]), activation, at: id, expecting: expecting)
    case .keyPath:
      let text = code.words[id]?.text ?? ""
      let names = text.split(separator: ".").dropFirst().map { Symbol(String($0)) }
      return names.isEmpty || text.contains("[") || text.contains("?") ? .unknown : .keyPath(names)
    case .compound(let parts): return try compound(Array(code[parts]), activation, at: id)
    case .element, .payload: return .unknown
    }
  }

  private func isSet(_ type: Type) -> Bool {
    switch type {
    case .nominal(let id, _): program[id].kind == .foreign && program[id].name == StandardWord.Set.symbol
    case .foreign(let name): name == StandardWord.Set.symbol
    default: false
    }
  }

  private func literal(_ literal: Literal, _ expecting: Type?) -> Value {
    switch literal {
    case .null: return .missing
    case .boolean(let value): return .bool(value)
    case .string(let text): return text.map { .text(unescaped($0.text)) } ?? .unknown
    case .number(let digits):
      let text = digits.text.replacing("_", with: "")
      if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { .int($0) } ?? .unknown }
      if text.hasPrefix("0b") { return Int(text.dropFirst(2), radix: 2).map { .int($0) } ?? .unknown }
      if let value = Int(text) { return coerced(.int(value), to: expecting) }
      return Double(text).map { .double($0) } ?? .unknown
    case .other: return .unknown
    }
  }

  private func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    return text.replacing("\\n", with: "\n").replacing("\\t", with: "\t").replacing("\\\"", with: "\"")
      .replacing("\\\\", with: "\\")
  }

  /// A text with parts, or something that is not understood.
  private func compound(_ parts: [ExpressionID], _ activation: Activation, at id: ExpressionID) throws -> Value {
    let code = activation.code
    guard !parts.isEmpty, code.words[id] == nil else {
      for part in parts { escape([try evaluate(part, activation)]) }
      return .unknown
    }
    var text: String? = ""
    for part in parts {
      let piece: String?
      if case .literal(.other) = code[part], let word = code.words[part] {
        piece = unescaped(word.text)
      } else {
        piece = try spelledOut(try evaluate(part, activation), activation)
      }
      text = text.flatMap { text in piece.map { text + $0 } }
    }
    return text.map { .text($0) } ?? .unknown
  }

  /// The same, by what the program says of its own types.
  private func spelledOut(_ value: Value, _ activation: Activation) throws -> String? {
    if let type = nominal(of: value), program[type].kind != .foreign,
      let property = findProperty(StandardWord.description.symbol, of: type, isStatic: false)
    {
      return spelled(try read(property, of: .value(value), activation))
    }
    return spelled(value)
  }

  /// How a value is printed; nil where that is not known.
  func spelled(_ value: Value) -> String? {
    guard look() else { return nil }
    switch value {
    case .text(let text): return text
    case .int(let number): return String(number)
    case .bool(let holds): return String(holds)
    case .double(let number): return String(number)
    case .enumeration(let one) where one.payload.isEmpty: return one.name.text
    case .type(.nominal(let id, let arguments)) where arguments.isEmpty: return program[id].name.text
    case .type(.foreign(let name)): return name.text
    case .list(let values):
      let parts = values.map(spelled)
      return parts.contains(nil) ? nil : "[" + parts.compactMap { $0 }.joined(separator: ", ") + "]"
    default: return nil
    }
  }

  // MARK: Members

  private func evaluate(
    member name: Symbol, of base: ExpressionID, _ id: ExpressionID, _ activation: Activation
  ) throws -> Value? {
    if let type = inference.moduleMember(name, of: base, in: activation.frame), case .metatype(let inner) = type {
      return .type(inner)
    }
    guard let place = try place(of: id, activation) else { return nil }
    return try read(place, activation)
  }

  func expectedType(of id: ExpressionID, _ activation: Activation) -> Type? {
    let type = inference.expectedType(of: id, in: activation.frame)
    return type.isUnknown ? nil : type
  }

  /// The type of what a list begins with, where that is all that tells what a part after it is of, as in
  /// `[(Kind.first, 1), (.second, 2)]`.
  private func spelledFirst(_ part: ExpressionID, of first: ExpressionID?, _ activation: Activation) -> Type? {
    guard let first, first != part else { return nil }
    switch activation.code[part] {
    case .implicitMember, .tuple: break
    default: return nil
    }
    let type = inference.type(of: first, in: activation.frame).substituting(activation.generics)
    return type.isUnknown ? nil : type
  }

  /// `.name`, of a type that the context gives.
  func implicitMember(_ name: Symbol, _ expected: Type?) throws -> Value {
    if name == StandardWord.none.symbol, expected?.nominal.map({ program[$0].cases[name] == nil }) ?? true {
      return .missing
    }
    if let type = expected?.nominal, program[type].kind != .protocol, let found = try staticMember(name, of: type) {
      return found
    }
    if expected == nil, let property = foreignConstants[name] {
      return try read(property, of: .value(.void), nil)
    }
    return .nameless(name, [])
  }

  /// What a value comes to where one of a type is wanted.
  func coerced(_ value: Value, to type: Type?) -> Value {
    guard let type else { return value }
    switch value {
    case .int(let number):
      if case .foreign(let name) = type, program.knowledge[.decimal].contains(name) { return .double(Double(number)) }
      return value
    case .nameless(let name, let payload):
      guard let id = type.nominal else { return value }
      if program[id].cases[name] != nil { return .enumeration(Enumeration(type: id, name: name, payload: payload)) }
      guard payload.isEmpty, let found = try? staticMember(name, of: id) else { return value }
      return found
    case .list(let values) where isSet(type): return .set(values)
    case .tuple(let parts, let labels):
      guard case .tuple(let types) = type, types.count == parts.count else { return value }
      return .tuple(zip(parts, types).map { coerced($0, to: $1) }, labels: labels)
    default: return value
    }
  }

  // MARK: Assignment

  private func assign(
    _ target: ExpressionID, _ value: ExpressionID, _ activation: Activation, at id: ExpressionID
  ) throws {
    let code = activation.code
    if case .name(Names.wildcard, _) = code[target] {
      _ = try evaluate(value, activation)
      return
    }
    if case .compound(let parts) = code[target], parts.count == 0 {
      _ = try evaluate(value, activation)
      return
    }
    if case .tuple(let list) = code[target] {
      guard case .tuple(let values, _) = try evaluate(value, activation), values.count == Int(list.count) else {
        throw halt(.notUnderstood, activation, at: id)
      }
      for (argument, value) in zip(code[list], values) {
        if case .name(Names.wildcard, _) = code[argument.value] { continue }
        if case .compound = code[argument.value] { continue }
        guard let place = try place(of: argument.value, activation) else { continue }
        try write(value, to: place, activation, at: id)
      }
      return
    }
    guard let place = try place(of: target, activation) else { return }
    let expected = type(of: place) ?? nonempty(inference.type(of: target, in: activation.frame))
    let made = try evaluate(value, activation, expecting: expected)
    try write(coerced(made, to: expected), to: place, activation, at: id)
  }

  private func nonempty(_ type: Type) -> Type? { type.isUnknown ? nil : type }

  // MARK: Closures

  func makeClosure(_ id: ClosureID, _ activation: Activation, at expression: ExpressionID?) throws -> ClosureObject {
    let code = activation.code
    let site = expression.map { Site(function: activation.frame.function, expression: $0) }
    let made = heap.makeClosure(.code(activation.frame.function, id), site: site, round: moment.round)
    made.generics = activation.generics
    self.made.closures.insert(Traces.Place(function: activation.frame.function, closure: id))
    for local in code[id].captureList {
      guard case .capture(let strength, let value) = code[local].kind else { continue }
      let found = try evaluate(value, activation)
      made.capture(Cell(found, weak: strength != .strong, unowned: strength == .unowned), as: local)
    }
    for local in activation.plan.freeLocals(of: id, isMember: { isMember($0, activation) }) {
      if let cell = activation.cells[local] { made.capture(cell, as: local) }
    }
    return made
  }

  /// Whether a name that stands by itself is a member of the object whose code runs, and no function or operator of
  /// the module's.
  func isMember(_ name: Symbol, _ activation: Activation) -> Bool {
    activation.frame.context.map { program.isInstanceMember(name, of: $0) } ?? false
  }
}
