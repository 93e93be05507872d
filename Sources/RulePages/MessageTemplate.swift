import ReviewModel

/// The message of a rule, with holes: "`{captured}` keeps `{keeper}`".
///
/// A brace that is no hole is written twice: `{{`.
public struct MessageTemplate: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  public var parts: [Part]

  /// The message of one finding; `value` says what stands for each placeholder.
  public func filled(_ value: (Placeholder) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): value(placeholder)
      }
    }.joined()
  }
}

extension FrontMatterReader {
  /// A template that names only what is offered; nil offers anything, for a page whose search is unknown.
  mutating func message(in entry: Entry, offered: [Placeholder]?) -> MessageTemplate? {
    guard let text = text(in: entry) else { return nil }
    guard !text.unicodeScalars.contains(where: \.isNewline) else {
      return refuse(entry, "a message is one line")
    }
    var parts: [MessageTemplate.Part] = []
    var isSound = true
    // By bytes: every page is read at every start.
    var rest = text.utf8[...]
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    while let brace = rest.firstIndex(where: { $0 == open || $0 == close }) {
      parts.append(.text(String(Substring(rest[..<brace]))))
      let byte = rest[brace]
      rest = rest[brace...].dropFirst()
      if rest.first == byte {
        parts.append(.text(byte == open ? "{" : "}"))
        rest = rest.dropFirst()
      } else if byte == open, let end = rest.firstIndex(of: close) {
        let name = String(Substring(rest[..<end]))
        rest = rest[end...].dropFirst()
        if let placeholder = placeholder(name, in: entry, offered: offered) {
          parts.append(.placeholder(placeholder))
        } else {
          isSound = false
        }
      } else {
        refuse(entry, "a lone `\(byte == open ? "{" : "}")`; write it twice where no placeholder is meant")
        isSound = false
      }
    }
    parts.append(.text(String(Substring(rest))))
    return isSound ? MessageTemplate(parts: parts.filter { $0 != .text("") }) : nil
  }

  private mutating func placeholder(
    _ name: String, in entry: Entry, offered: [Placeholder]?
  ) -> Placeholder? {
    guard let offered else { return .metavariable(name) }
    if let placeholder = offered.first(where: { $0.name == name }) { return placeholder }
    let names = offered.map(\.name)
    page.report(
      "unknown placeholder `{\(name)}`", at: position(of: "{\(name)}", from: entry.position),
      nearest: nearest(to: name, among: names), allowed: names)
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether a line ends with it.
  fileprivate var isNewline: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
