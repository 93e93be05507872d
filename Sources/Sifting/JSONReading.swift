import Platform

/// Decodes JSON, and says in plain words what is wrong with it.
enum JSONReading {
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], line: Int? = nil
  ) throws(ReportProblem) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw problem(error, in: bytes, line: line)
    } catch {
      throw ReportProblem("it cannot be read: \(error.systemReason)", advice: advice)
    }
  }

  /// What is wrong with text that is to be JSON; nil if it is.
  static func problem(of bytes: [UInt8]) -> ReportProblem? {
    JSONFault(bytes).map { malformed($0, in: bytes, line: nil) }
  }

  private static let advice = "Let the tool write it again; a pipe or a disk that ended early leaves half a report"

  private static func problem(_ error: DecodingError, in bytes: [UInt8], line: Int?) -> ReportProblem {
    switch error {
    case .typeMismatch(let type, let context):
      return misfit("\(article(of: type)) is expected here", context.codingPath, line)
    case .valueNotFound(let type, let context):
      return misfit("\(article(of: type)) is expected here, and there is `null`", context.codingPath, line)
    case .keyNotFound(let key, let context):
      return misfit("`\(key.stringValue)` is missing", context.codingPath, line)
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return misfit(context.debugDescription, context.codingPath, line)
    default:
      return malformed(JSONFault(bytes) ?? JSONFault(at: 0, "a number of it does not fit"), in: bytes, line: line)
    }
  }

  private static func misfit(_ says: String, _ path: [any CodingKey], _ line: Int?) -> ReportProblem {
    var place = ""
    for key in path {
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    if let line { place = place.isEmpty ? "line \(line)" : "line \(line), \(place)" }
    return ReportProblem(says, at: place, advice: "--from FORMAT says what the report is, if it was taken for another")
  }

  private static func malformed(_ fault: JSONFault, in bytes: [UInt8], line: Int?) -> ReportProblem {
    ReportProblem(
      "it is no whole JSON: \(fault.says)", at: line.map { "line \($0)" } ?? position(fault.offset, in: bytes),
      advice: advice)
  }

  private static func position(_ offset: Int, in bytes: [UInt8]) -> String {
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Where it ends too early, the line is what helps.
    if offset == bytes.count { return "line \(line)" }
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    return "line \(line), column \(column)"
  }

  private static func article(of type: Any.Type) -> String {
    switch "\(type)" {
    case "String": "a string"
    case "Int": "a whole number"
    case "Bool": "true or false"
    case let name where name.hasPrefix("Array"): "a list"
    default: "an object"
    }
  }
}

/// A severity or an id that some tools write as a word and others as a number.
struct WordOrNumber: Decodable {
  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
    } else {
      text = try container.decode(String.self)
    }
  }
}

extension Remark {
  /// A tool's name as its remarks are called: `SwiftLint` is `swiftlint`, `Swift Format` `swift-format`.
  static func toolName(_ name: String) -> String {
    let words = name.split(whereSeparator: { $0.isWhitespace || $0 == "/" })
    return words.isEmpty ? "unknown" : words.joined(separator: "-").lowercased()
  }
}
