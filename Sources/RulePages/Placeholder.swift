/// A name in braces that a message leaves for the finding to fill in: `{captured}`.
public enum Placeholder: Hashable, Sendable {
  case captured, keeper, slot, declaration, property, type, owner, `protocol`
  /// What `$VIEW` matched: `{view}`.
  case metavariable(String)

  /// As it stands between the braces.
  public var name: String {
    switch self {
    case .captured: "captured"
    case .keeper: "keeper"
    case .slot: "slot"
    case .declaration: "declaration"
    case .property: "property"
    case .type: "type"
    case .owner: "owner"
    case .protocol: "protocol"
    case .metavariable(let name): name.lowercased()
    }
  }

  /// What it stands for, in one sentence.
  public var says: String {
    switch self {
    case .captured: "The object that the closure holds, as the source calls it: `self`."
    case .keeper: "What keeps the subject alive: `downloader`."
    case .slot: "Where it is kept: `onDone`."
    case .declaration: "The declaration around the finding: `Viewer.start()`."
    case .property: "The property's name: `delegate`."
    case .type: "The name of the type that the finding is about or stands in: `Viewer`."
    case .owner: "The type that has the property: `Downloader`."
    case .protocol: "The protocol's name: `Fetching`."
    case .metavariable(let name): "The source that `$\(name)` matched."
    }
  }
}

extension Search {
  /// What a message of the page may name.
  public var placeholders: [Placeholder] {
    switch self {
    case .find(let subject): return subject.placeholders
    case .compare(let comparison): return comparison.placeholders
    case .pattern(let alternatives):
      // What only some alternatives match could be empty in a message.
      let common = alternatives.dropFirst().reduce(alternatives.first?.metavariables ?? []) { names, next in
        names.filter { name in next.metavariables.contains { $0.name == name.name } }
      }
      return common.map { .metavariable($0.name) } + CodePattern.placeholders
    }
  }
}
