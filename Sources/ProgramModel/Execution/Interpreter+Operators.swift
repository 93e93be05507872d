import SwiftFacts

extension Interpreter {
  /// An operator with its operands, of which some may not be evaluated.
  func operation(
    _ sign: Symbol, _ parts: [ExpressionID], _ activation: Activation, at id: ExpressionID, expecting: Type? = nil
  ) throws -> Value {
    switch sign.text {
    case "&&", "||":
      let stops = sign.text == "||"
      for part in parts {
        // Whether what comes next is evaluated depends on it.
        guard case .bool(let holds) = try evaluate(part, activation) else {
          throw halt(.unknownCondition, activation, at: part)
        }
        if holds == stops { return .bool(stops) }
      }
      return .bool(!stops)
    default:
      var values: [Value] = []
      for part in parts {
        let known = values.first.flatMap { nominal(of: $0) }.map { Type.nominal($0, arguments: []) }
        let expected = known ?? (isNameless(part, activation.code) ? expecting : nil)
        values.append(try evaluate(part, activation, expecting: expected))
      }
      if values.count > 2 {
        // One operator joins them all, from the left.
        var result = values[0]
        for value in values.dropFirst() { result = try operate(sign, [result, value], activation, at: id) }
        return result
      }
      return try operate(sign, values, activation, at: id)
    }
  }

  /// Whether an operand is `.name`, whose type the context gives.
  private func isNameless(_ part: ExpressionID, _ code: Code) -> Bool {
    switch code[part] {
    case .implicitMember: true
    case .call(let callee, _): isNameless(callee, code)
    default: false
    }
  }

  func operate(_ sign: Symbol, _ given: [Value], _ activation: Activation?, at id: ExpressionID?) throws -> Value {
    var values = given
    if values.count == 2 {
      // `.name` is of the type of the other.
      for (one, other) in [(0, 1), (1, 0)] {
        if case .nameless = values[one], let type = nominal(of: values[other]) {
          values[one] = coerced(values[one], to: .nominal(type, arguments: []))
        }
      }
    }
    if let own = try ownOperator(sign, values, activation) { return own }
    guard values.count == 2 else { return unary(sign.text, values.first ?? .unknown) }
    let (left, right) = (values[0], values[1])
    switch sign.text {
    case "==": return try compared(left, right, activation).map { .bool($0) } ?? .unknown
    case "!=": return try compared(left, right, activation).map { .bool(!$0) } ?? .unknown
    case "===": return identical(left, right).map { .bool($0) } ?? .unknown
    case "!==": return identical(left, right).map { .bool(!$0) } ?? .unknown
    case "<": return try ordered(left, right, activation).map { .bool($0) } ?? .unknown
    case ">": return try ordered(right, left, activation).map { .bool($0) } ?? .unknown
    case "<=": return try ordered(right, left, activation).map { .bool(!$0) } ?? .unknown
    case ">=": return try ordered(left, right, activation).map { .bool(!$0) } ?? .unknown
    case "..<", "...":
      guard case .int(let low) = left, case .int(let high) = right else {
        return isInert(left) && isInert(right) ? .nameless(sign, [left, right]) : .unknown
      }
      let (end, overflows) = high.addingReportingOverflow(sign.text == "..." ? 1 : 0)
      guard !overflows, low <= end else { throw halt(.trap, activation, at: id) }
      return .range(low, end)
    case "~=":
      if case .range(let low, let high) = left, case .int(let number) = right {
        return .bool(low <= number && number < high)
      }
      if case .nameless(let range, let ends) = left, ends.count == 2 {
        return try lies(right, between: ends, range, activation).map { .bool($0) } ?? .unknown
      }
      return try compared(left, right, activation).map { .bool($0) } ?? .unknown
    default: break
    }
    switch (left, right) {
    case (.nameless, _), (_, .nameless):
      guard let one = seconds(left, nil), let other = seconds(right, nil) else { return .unknown }
      return computed(sign.text, one, other)
    case (.int(let one), .int(let other)): return try computed(sign.text, one, other, activation, at: id)
    case (.double(let one), .double(let other)): return computed(sign.text, one, other)
    case (.int(let one), .double(let other)): return computed(sign.text, Double(one), other)
    case (.double(let one), .int(let other)): return computed(sign.text, one, Double(other))
    case (.text(let one), .text(let other)) where sign.text == "+": return .text(one + other)
    case (.list(let one), .list(let other)) where sign.text == "+": return .list(one + other)
    case (.set(let one), .list(let other)) where sign.text == "+": return .list(one + other)
    default: return .unknown
    }
  }

  /// An operator that the program declares for the type of an operand.
  private func ownOperator(_ sign: Symbol, _ values: [Value], _ activation: Activation?) throws -> Value? {
    let types = values.compactMap { nominal(of: $0) }
    for type in types where program[type].kind != .foreign || !(program[type].functions[sign] ?? []).isEmpty {
      for group in methods(sign, of: type) {
        let fitting = group.filter { fits($0, values) }
        guard let function = fitting.first else { continue }
        let own = Cell(.type(.nominal(type, arguments: [])))
        return try invoke(function, on: own, values.map { Given(value: $0) }, caller: activation)
      }
    }
    guard let activation else { return nil }
    let fitting = program.globalFunctions(named: sign, from: activation.frame.file).filter { fits($0, values) }
    guard let function = fitting.first else { return nil }
    return try invoke(function, on: nil, values.map { Given(value: $0) }, caller: activation)
  }

  private func fits(_ function: FunctionID, _ values: [Value]) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.parameters.count == values.count, declaration.hasBody else { return false }
    let frame = frame(of: function)
    return zip(declaration.parameters, values).allSatisfy { parameter, value in
      parameter.type.map { isOf(value, frame.resolve($0)) ?? true } ?? true
    }
  }

  private func unary(_ sign: String, _ value: Value) -> Value {
    switch (sign, value) {
    case ("!", .bool(let holds)): .bool(!holds)
    case ("-", .int(let number)): number == .min ? .unknown : .int(-number)
    case ("-", .double(let number)): .double(-number)
    case ("+", _): value
    case ("...", .int(let low)): .range(low, .max)
    default: .unknown
    }
  }

  private func computed(
    _ sign: String, _ one: Int, _ other: Int, _ activation: Activation?, at id: ExpressionID?
  ) throws -> Value {
    let result: (partialValue: Int, overflow: Bool)
    switch sign {
    case "+": result = one.addingReportingOverflow(other)
    case "-": result = one.subtractingReportingOverflow(other)
    case "*": result = one.multipliedReportingOverflow(by: other)
    case "/": result = one.dividedReportingOverflow(by: other)
    case "%": result = one.remainderReportingOverflow(dividingBy: other)
    case "&+": return .int(one &+ other)
    case "&-": return .int(one &- other)
    case "&*": return .int(one &* other)
    case "&": return .int(one & other)
    case "|": return .int(one | other)
    case "^": return .int(one ^ other)
    case "<<": return .int(one << other)
    case ">>": return .int(one >> other)
    default: return .unknown
    }
    if result.overflow { throw halt(.trap, activation, at: id) }
    return .int(result.partialValue)
  }

  private func computed(_ sign: String, _ one: Double, _ other: Double) -> Value {
    switch sign {
    case "+": .double(one + other)
    case "-": .double(one - other)
    case "*": .double(one * other)
    case "/": .double(one / other)
    default: .unknown
    }
  }

  // MARK: Comparing

  /// Whether two are one object; nil where one of them is not known.
  func identical(_ one: Value, _ other: Value) -> Bool? {
    switch (one, other) {
    case (.object(let left), .object(let right)): left.core === right.core
    case (.missing, .missing): true
    case (.missing, .object), (.object, .missing): false
    case (.type(let left), .type(let right)): left == right
    default: nil
    }
  }

  /// `==`, as the program declares it where it does.
  func compared(_ one: Value, _ other: Value, _ activation: Activation?) throws -> Bool? {
    if let type = nominal(of: one), let right = nominal(of: other), program[type].kind != .foreign,
      program[right].kind != .foreign
    {
      for group in methods(Words.equals, of: type) {
        guard let function = group.first(where: { fits($0, [one, other]) }) else { continue }
        let own = Cell(.type(.nominal(type, arguments: [])))
        let result = try invoke(function, on: own, [Given(value: one), Given(value: other)], caller: activation)
        if case .bool(let holds) = result { return holds }
        return nil
      }
    }
    switch (one, other) {
    case (.list(let left), .list(let right)):
      guard left.count == right.count else { return false }
      for (first, second) in zip(left, right) {
        guard let same = try compared(first, second, activation) else { return nil }
        if !same { return false }
      }
      return true
    default: return equal(one, other)
    }
  }

  /// Whether two values are the same in all their parts; nil where that is not known.
  func equal(_ one: Value, _ other: Value) -> Bool? {
    guard look() else { return nil }
    func all(_ left: [Value], _ right: [Value]) -> Bool? {
      guard left.count == right.count else { return false }
      let answers = zip(left, right).map { equal($0, $1) }
      return answers.contains(false) ? false : answers.contains(nil) ? nil : true
    }
    switch (one, other) {
    case (.unknown, _), (_, .unknown): return nil
    case (.missing, .missing): return true
    case (.missing, _), (_, .missing): return false
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.double(let left), .double(let right)): return left == right
    case (.int(let left), .double(let right)): return Double(left) == right
    case (.double(let left), .int(let right)): return left == Double(right)
    case (.text(let left), .text(let right)): return left == right
    case (.identity(let left), .identity(let right)): return left == right
    case (.object(let left), .object(let right)): return left.core === right.core
    case (.type(let left), .type(let right)): return left == right
    case (.keyPath(let left), .keyPath(let right)): return left == right
    case (.range(let a, let b), .range(let c, let d)): return a == c && b == d
    case (.list(let left), .list(let right)): return all(left, right)
    case (.tuple(let left, _), .tuple(let right, _)): return all(left, right)
    case (.enumeration(let left), .enumeration(let right)):
      return left.type != right.type || left.name != right.name ? false : all(left.payload, right.payload)
    case (.nameless(let left, let a), .nameless(let right, let b)): return left != right ? false : all(a, b)
    case (.structure(let left), .structure(let right)):
      guard left.type == right.type else { return false }
      let fields = left.fields.keys.sorted()
      func values(_ one: Structure) -> [Value] { fields.map { strong(one.fields[$0] ?? .missing) } }
      return all(values(left), values(right))
    case (.set(let left), .set(let right)):
      guard left.count == right.count else { return false }
      return left.allSatisfy { one in right.contains { equal(one, $0) == true } }
    case (.table(let left), .table(let right)):
      guard left.count == right.count else { return false }
      return left.allSatisfy { one in
        right.contains { equal(one.key, $0.key) == true && equal(one.value, $0.value) == true }
      }
    default: return nil
    }
  }

  /// Whether a value lies between two; nil where that is not known.
  func lies(_ value: Value, between ends: [Value], _ sign: Symbol, _ activation: Activation?) throws -> Bool? {
    guard ends.count == 2, let below = try ordered(value, ends[0], activation),
      let above = try sign == "..." ? ordered(ends[1], value, activation) : ordered(value, ends[1], activation).map(!)
    else { return nil }
    return !below && !above
  }

  /// `<`; nil where that is not known.
  func ordered(_ one: Value, _ other: Value, _ activation: Activation?) throws -> Bool? {
    switch (one, other) {
    case (.int(let left), .int(let right)): return left < right
    case (.double(let left), .double(let right)): return left < right
    case (.int(let left), .double(let right)): return Double(left) < right
    case (.double(let left), .int(let right)): return left < Double(right)
    case (.text(let left), .text(let right)): return left < right
    case (.tuple(let left, _), .tuple(let right, _)) where left.count == right.count:
      for (first, second) in zip(left, right) {
        guard let same = try compared(first, second, activation) else { return nil }
        if !same { return try ordered(first, second, activation) }
      }
      return false
    case (.nameless(let left, let one), .nameless(let right, let other)) where left == right && one.count == 1:
      return other.count == 1 ? try ordered(one[0], other[0], activation) : nil
    default:
      let less: Symbol = "<"
      guard case .bool(let holds)? = try ownOperator(less, [one, other], activation) else { return nil }
      return holds
    }
  }
}
