import SwiftFacts

/// The arguments of an attribute, as far as they are literals.
struct SpelledArguments {
  private(set) var list: [(label: Symbol?, value: Value)]?

  init(_ text: String) {
    var parts: [String] = [""]
    var depth = 0
    var isText = false
    for character in text {
      switch character {
      case "\"": isText.toggle()
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0 && !isText:
        parts.append("")
        continue
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    var result: [(label: Symbol?, value: Value)] = []
    for part in parts {
      var rest = Self.trimmed(part)
      var label: Symbol?
      if let colon = rest.firstIndex(of: ":"), rest[..<colon].allSatisfy({ $0.isLetter || $0 == "_" || $0.isNumber }) {
        label = Symbol(String(rest[..<colon]))
        rest = Self.trimmed(String(rest[rest.index(after: colon)...]))
      }
      guard let value = Self.value(rest) else { return }
      result.append((label, value))
    }
    list = result
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func value(_ text: String) -> Value? {
    if let number = Int(text.replacing("_", with: "")) { return .int(number) }
    if let number = Double(text) { return .double(number) }
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "nil": return .missing
    case "[]": return .list([])
    default: break
    }
    if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1, !text.contains("\\") {
      return .text(String(text.dropFirst().dropLast()))
    }
    for (sign, more) in [("...", 1), ("..<", 0)] {
      let ends = text.split(separator: sign, omittingEmptySubsequences: false).map { trimmed(String($0)) }
      guard ends.count == 2 else { continue }
      if let low = Int(ends[0]), let high = Int(ends[1]), low <= high, high < .max { return .range(low, high + more) }
      if let low = value(ends[0]), let high = value(ends[1]) { return .nameless(Symbol(sign), [low, high]) }
    }
    if text.hasPrefix("."), text.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber }) {
      return .nameless(Symbol(String(text.dropFirst())), [])
    }
    return nil
  }
}
