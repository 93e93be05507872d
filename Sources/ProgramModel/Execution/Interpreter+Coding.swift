import SwiftFacts

/// What is written as data, and read from it again.
extension Interpreter {
  /// Data that is made of a value that leads to no object has that value, and gives it back; nil of other calls.
  func coding(_ call: SystemCall) -> Value? {
    guard call.core != nil, row(.codesWhole, call) != nil, let first = call.given.first?.value else { return nil }
    guard call.given.count > 1 else {
      return isInert(first) && !first.isUnknown ? .nameless(call.name, [first]) : .unknown
    }
    guard case .nameless(let name, let parts)? = call.given.last?.value, parts.count == 1,
      program.knowledge[.codesWhole].contains(name), let type = spelledType(first), isWhole(parts[0], type)
    else { return .unknown }
    return parts[0]
  }

  /// A type as a value, which may be written as a collection of types.
  private func spelledType(_ value: Value) -> Type? {
    switch value {
    case .type(let type): type
    case .list(let parts): parts.count == 1 ? spelledType(parts[0]).map { .array($0) } : nil
    case .table(let entries):
      if entries.count == 1, let key = spelledType(entries[0].key), let held = spelledType(entries[0].value) {
        .dictionary(key: key, value: held)
      } else {
        nil
      }
    default: nil
    }
  }

  /// Whether a value is of a type in all its elements.
  private func isWhole(_ value: Value, _ type: Type) -> Bool {
    switch (value, type) {
    case (.list(let parts), .array(let element)): parts.allSatisfy { isWhole($0, element) }
    case (.list(let parts), .nominal(_, let elements)) where elements.count == 1:
      parts.allSatisfy { isWhole($0, elements[0]) }
    case (.table(let entries), .dictionary(let key, let held)):
      entries.allSatisfy { isWhole($0.key, key) && isWhole($0.value, held) }
    default: isOf(value, type) ?? false
    }
  }
}
