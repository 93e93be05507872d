import Quoting

/// A JSON value that remembers the order of its keys.
///
/// Foundation's encoder knows no order but the alphabet's, and its layout differs between systems;
/// a report is to have the same bytes everywhere.
enum JSON {
  case string(String)
  case number(Int)
  case bool(Bool)
  /// A share from 0 to 1, written with three digits at most.
  case share(Double)
  case array([JSON])
  case members([(key: String, value: JSON)])

  /// An object without the members that are nil.
  static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .members(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// The value laid out over lines, indented by two spaces.
  var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .string(let string):
      return string.json
    case .number(let number):
      return String(number)
    case .bool(let bool):
      return bool ? "true" : "false"
    case .share(let share):
      let thousandths = Int((share * 1000).rounded())
      if thousandths >= 1000 { return "1" }
      let digits = String(thousandths + 1000).dropFirst()
      return thousandths == 0 ? "0" : "0." + digits.trimmingZeros
    case .array(let elements):
      guard !elements.isEmpty else { return "[]" }
      let lines = elements.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .members(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { inner + $0.key.json + ": " + $0.value.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}

extension Substring {
  fileprivate var trimmingZeros: Substring {
    var rest = self
    while rest.last == "0" { rest.removeLast() }
    return rest
  }
}
