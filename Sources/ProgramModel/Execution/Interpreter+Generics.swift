import SwiftFacts

/// What generic parameters stand for in a call.
extension Interpreter {
  /// What the arguments of a call say of the function's generic parameters.
  func bindGenerics(_ given: [Given], for places: [Int], _ activation: Activation) {
    let declaration = activation.frame.declaration
    guard !declaration.generics.isEmpty else { return }
    for (one, place) in zip(given, places) where declaration.parameters.indices.contains(place) {
      guard let spelled = declaration.parameters[place].type else { continue }
      bind(activation.frame.resolve(spelled), to: one.value, activation)
    }
  }

  /// What the result that a call is wanted for says of them.
  func bindGenerics(from call: ExpressionID, _ caller: Activation, _ activation: Activation) {
    let declaration = activation.frame.declaration
    guard declaration.generics.contains(where: { activation.generics[$0.name] == nil }),
      let result = declaration.result
    else { return }
    let spelled = activation.frame.resolve(result)
    for type in [inference.type(of: call, in: caller.frame), expectedType(of: call, caller) ?? .unknown] {
      bind(spelled, to: type.substituting(caller.generics), activation)
    }
  }

  private func bind(_ spelled: Type, to value: Value, _ activation: Activation) {
    switch (spelled, value) {
    case (.metatype(let inner), .type(let type)): bind(inner, to: type, activation)
    case (.array(let element), .list(let values)):
      if let first = values.first { bind(element, to: first, activation) }
    case (.dictionary(let key, let held), .table(let entries)):
      guard let first = entries.first else { return }
      bind(key, to: first.key, activation)
      bind(held, to: first.value, activation)
    case (.function(let parameters, let result), .closure(let closure)):
      guard case .code(let function, let id) = closure.kind else { return }
      let frame = frame(of: function)
      let code = frame.facts.code
      for (type, local) in zip(parameters, code[id].parameters) {
        guard let declared = code[local].type else { continue }
        bind(type, to: frame.resolve(declared).substituting(closure.generics), activation)
      }
      if let declared = code[id].resultType {
        bind(result, to: frame.resolve(declared).substituting(closure.generics), activation)
      } else if let only = plan(of: frame.file).onlyExpression(of: code[id].statement) {
        bind(result, to: inference.type(of: only, in: frame).substituting(closure.generics), activation)
      }
    default: bind(spelled, to: type(of: value), activation)
    }
  }

  /// The type of a value, as far as it tells by itself.
  private func type(of value: Value) -> Type {
    switch value {
    // What is declared may be a class above.
    case .object(let reference) where classes(of: reference.core.type).count > 1: .unknown
    case .object(let reference): .nominal(reference.core.type, arguments: reference.core.arguments)
    case .structure(let structure): .nominal(structure.type, arguments: structure.arguments)
    case .enumeration(let one): .nominal(one.type, arguments: [])
    case .text, .int, .double, .bool: nominal(of: value).map { .nominal($0, arguments: []) } ?? .unknown
    default: .unknown
    }
  }

  private func bind(_ spelled: Type, to type: Type, _ activation: Activation) {
    if type.isUnknown { return }
    switch (spelled, type) {
    case (.parameter(let name, _), _):
      if case .parameter = type { return }
      if activation.generics[name] == nil { activation.generics[name] = type }
    case (.nominal(let one, let parts), .nominal(let other, let arguments)):
      guard one == other, parts.count == arguments.count else { return }
      for (part, argument) in zip(parts, arguments) { bind(part, to: argument, activation) }
    case (.array(let one), .array(let other)), (.metatype(let one), .metatype(let other)):
      bind(one, to: other, activation)
    case (.dictionary(let key, let value), .dictionary(let otherKey, let otherValue)):
      bind(key, to: otherKey, activation)
      bind(value, to: otherValue, activation)
    case (.tuple(let parts), .tuple(let others)) where parts.count == others.count:
      for (part, other) in zip(parts, others) { bind(part, to: other, activation) }
    case (.function(let parameters, let result), .function(let others, let otherResult)):
      for (part, other) in zip(parameters, others) { bind(part, to: other, activation) }
      bind(result, to: otherResult, activation)
    default: return
    }
  }
}
