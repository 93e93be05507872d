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
    guard !text.contains(where: \.isNewline) else {
      return refuse(entry, "a message is one line")
    }
    var parts: [MessageTemplate.Part] = []
    var isSound = true
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      parts.append(.text(String(rest[..<brace])))
      let character = rest[brace]
      rest = rest[brace...].dropFirst()
      if rest.first == character {
        parts.append(.text(String(character)))
        rest = rest.dropFirst()
      } else if character == "{", let end = rest.firstIndex(of: "}") {
        let name = String(rest[..<end])
        rest = rest[end...].dropFirst()
        if let placeholder = placeholder(name, in: entry, offered: offered) {
          parts.append(.placeholder(placeholder))
        } else {
          isSound = false
        }
      } else {
        refuse(entry, "a lone `\(character)`; write it twice where no placeholder is meant")
        isSound = false
      }
    }
    parts.append(.text(String(rest)))
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
