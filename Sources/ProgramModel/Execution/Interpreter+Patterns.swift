import SwiftFacts

extension Interpreter {
  /// Whether a value matches a pattern; what that binds is declared.
  func match(_ pattern: Pattern, _ value: Value, _ activation: Activation) throws -> Bool {
    switch pattern {
    case .any: return true
    case .binding(let local):
      activation.declare(local, coerced(value, to: activation.code[local].type.map(activation.resolve)))
      return true
    case .optional(let inner):
      if value.isMissing { return false }
      if value.isUnknown { throw halt(.unknownCondition, activation) }
      return try match(inner, value, activation)
    case .tuple(let parts):
      guard case .tuple(let values, _) = value, values.count == parts.count else {
        guard pattern.isTotal else { throw halt(.unknownCondition, activation) }
        for part in parts { _ = try match(part, .unknown, activation) }
        return true
      }
      for (part, value) in zip(parts, values) where try match(part, value, activation) == false { return false }
      return true
    case .type(let type, let inner):
      guard let fits = isOf(value, activation.resolve(type)) else { throw halt(.unknownCondition, activation) }
      guard fits, let inner else { return fits }
      return try match(inner, value, activation)
    case .enumCase(let name, let payload):
      return try match(case: name, payload, value, activation)
    case .value(let expression):
      return try holds(expression, for: value, activation)
    case .unknown: throw halt(.unknownCondition, activation)
    }
  }

  private func match(
    case name: Symbol, _ payload: [Pattern], _ value: Value, _ activation: Activation
  ) throws -> Bool {
    let own: (name: Symbol, payload: [Value])
    switch value {
    case .enumeration(let one) where program[one.type].cases[name] != nil: own = (one.name, one.payload)
    case .nameless(let one, let values): own = (one, values)
    case .missing: return name == StandardWord.none.symbol
    case .unknown: throw halt(.unknownCondition, activation)
    default:
      if name == StandardWord.none.symbol { return false }
      // A static member that is compared.
      guard payload.isEmpty, let type = nominal(of: value), let member = try staticMember(name, of: type),
        let same = equal(member, value)
      else { throw halt(.unknownCondition, activation) }
      return same
    }
    guard own.name == name else { return false }
    if payload.count == 1, own.payload.count > 1 {
      let labels = own.payload.map { _ in Symbol?.none }
      return try match(payload[0], .tuple(own.payload, labels: labels), activation)
    }
    if payload.isEmpty { return true }
    guard payload.count == own.payload.count else { throw halt(.unknownCondition, activation) }
    for (part, value) in zip(payload, own.payload) where try match(part, value, activation) == false { return false }
    return true
  }

  /// `~=`.
  private func holds(_ expression: ExpressionID, for value: Value, _ activation: Activation) throws -> Bool {
    let expected: Type? = nominal(of: value).map { .nominal($0, arguments: []) }
    let wanted = try evaluate(expression, activation, expecting: expected)
    switch (wanted, value) {
    case (.range(let low, let high), .int(let number)): return low <= number && number < high
    case (.missing, _): return value.isMissing
    case (.nameless(let sign, let ends), _) where ends.count == 2 && sign.isMarked:
      guard let lies = try lies(value, between: ends, sign, activation) else {
        throw halt(.unknownCondition, activation, at: expression)
      }
      return lies
    default: break
    }
    guard let same = try compared(wanted, value, activation) else {
      throw halt(.unknownCondition, activation, at: expression)
    }
    return same
  }

  // MARK: Types

  /// Whether a value is of a type; nil where nothing tells.
  func isOf(_ value: Value, _ type: Type) -> Bool? {
    // A place in a text is none of the plain types.
    if case .nameless(let name, _) = value, name == StandardWord.index.symbol { return false }
    switch type {
    case .nominal(let id, _):
      switch value {
      case .missing: return false
      case .unknown: return nil
      default: break
      }
      guard let own = nominal(of: value) else { return nil }
      if program.lineage(of: own).contains(id) { return true }
      if program[id].kind == .foreign { return program[own].kind == .foreign ? own == id : nil }
      return false
    case .foreign(let name):
      if name == Words.anything { return true }
      if name == Words.AnyObject { if case .object = value { return true } else { return nil } }
      switch value {
      case .int: return name == Words.Int
      case .text: return name == Words.String
      case .bool: return name == Words.Bool
      case .double: return name == Words.Double
      case .missing: return false
      case .object(let reference):
        return classes(of: reference.core.type).contains { program[$0].foreignSupertypes.contains(name) } ? true : nil
      default: return nil
      }
    // What it stands for is not known, but no more than that.
    case .parameter(_, let bound?): return isOf(value, bound) == false ? false : nil
    case .composition(let parts):
      let answers = parts.map { isOf(value, $0) }
      return answers.contains(false) ? false : answers.contains(nil) ? nil : true
    default: return nil
    }
  }
}
