import Quoting

/// A JSON document whose keys keep the order in which they are written.
enum JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case string(String)
  case bool(Bool)
  case number(Int)
  case array([JSON])
  case object([(key: String, value: JSON)])

  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { ($0, $1) }) }

  /// Two spaces deeper for each level; without a line break at the end.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .string(let string): return string.json
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let number): return String(number)
    case .array(let items) where items.isEmpty: return "[]"
    case .array(let items):
      return "[\n" + items.map { inner + $0.text(indent: inner) }.joined(separator: ",\n")
        + "\n\(indent)]"
    case .object(let pairs) where pairs.isEmpty: return "{}"
    case .object(let pairs):
      let lines = pairs.map { "\(inner)\($0.key.json): \($0.value.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}
