import ReviewModel
import RulePages

/// Reads `.nitless.yml`; whatever is not what it should be is reported where it stands.
struct ConfigurationReader {
  private var file: PageText

  private enum Key: String, CaseIterable {
    case rules, knowledge, enable, disable, exclude
    case failOn = "fail-on"
    case defaultBranch = "default-branch"
  }

  init(_ text: String, path: String) { file = PageText(text, path: path) }

  var problems: [PageProblem] { file.problems.sorted() }

  mutating func read() -> Configuration {
    var configuration = Configuration(path: file.path)
    guard let root = file.yaml(in: file.lines.indices, called: "the configuration") else {
      return configuration
    }
    guard case .mapping(let pairs) = root.content else {
      // A file of comments alone is YAML's "nothing".
      if case .text("") = root.content { return configuration }
      file.report(
        "a configuration is lines of `key: value`", at: root.position, allowed: Self.names)
      return configuration
    }
    for (key, value) in pairs {
      guard case .text(let name) = key.content, let key = known(name, at: key.position) else {
        continue
      }
      switch key {
      case .rules: configuration.rules = mentions(in: value, called: "folder")
      case .knowledge: configuration.knowledge = mentions(in: value, called: "file or folder")
      case .enable: configuration.enabled = mentions(in: value, called: "rule")
      case .disable: configuration.disabled = mentions(in: value, called: "rule")
      case .exclude:
        configuration.exclusions = mentions(in: value, called: "path or glob").map { Glob($0.text) }
      case .failOn: configuration.failingLevel = level(in: value)
      case .defaultBranch:
        configuration.defaultBranch = text(in: value, called: "the name of a branch")
      }
    }
    return configuration
  }

  private static let names = Key.allCases.map(\.rawValue)

  private mutating func known(_ name: String, at position: Position) -> Key? {
    if let key = Key(rawValue: name) { return key }
    file.report(
      "unknown key `\(name)`", at: position, nearest: nearest(to: name, among: Self.names),
      allowed: Self.names)
    return nil
  }

  /// One name, or a list of names.
  private mutating func mentions(in entry: Entry, called kind: String) -> [Configuration.Mention] {
    let items: [Entry]
    switch entry.content {
    case .list(let list): items = list
    case .text(let text) where !text.isEmpty: items = [entry]
    default:
      file.report(
        "expected a \(kind) here, or a list of them; found \(entry.kind)", at: entry.position)
      return []
    }
    return items.compactMap { item in
      text(in: item, called: "a \(kind)").map { .init(text: $0, position: item.position) }
    }
  }

  private mutating func text(in entry: Entry, called what: String) -> String? {
    if case .text(let text) = entry.content, !text.isEmpty { return text }
    file.report("expected \(what) here, found \(entry.kind)", at: entry.position)
    return nil
  }

  private mutating func level(in entry: Entry) -> Level? {
    let names = Level.allCases.reversed().map(\.rawValue)
    guard case .text(let text) = entry.content, !text.isEmpty else {
      file.report("expected a level here, found \(entry.kind)", at: entry.position, allowed: names)
      return nil
    }
    if let level = Level(rawValue: text) { return level }
    file.report(
      "unknown level `\(text)`", at: entry.position, nearest: nearest(to: text, among: names),
      allowed: names)
    return nil
  }
}
