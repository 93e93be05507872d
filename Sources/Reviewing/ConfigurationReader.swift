import ReviewModel
import RulePages

/// Reads `.nitless.yml`; whatever is not what it should be is reported where it stands.
struct ConfigurationReader {
  private var file: PageText
  private let isInFolder: Bool

  private typealias Key = Configuration.Key

  init(_ text: String, path: String, isInFolder: Bool) {
    file = PageText(text, path: path)
    self.isInFolder = isInFolder
  }

  var problems: [PageProblem] { file.problems.sorted() }

  mutating func read() -> Configuration {
    var configuration = Configuration(path: file.path)
    // What is vendored is said for the whole repository.
    if isInFolder { configuration.vendoredFolders = [] }
    guard let root = file.yaml(in: file.lines.indices, called: "the configuration") else {
      return configuration
    }
    guard case .mapping(let pairs) = root.content else {
      // A file of comments alone is YAML's "nothing".
      if case .text("") = root.content { return configuration }
      file.report(
        "a configuration is lines of `key: value`", at: root.position, allowed: names)
      return configuration
    }
    for (entry, value) in pairs {
      guard case .text(let name) = entry.content, let key = known(name, at: entry.position) else {
        continue
      }
      configuration.origins[key] = (file.path, entry.position.line)
      read(value, as: key, into: &configuration)
    }
    return configuration
  }

  private mutating func read(_ value: Entry, as key: Configuration.Key, into configuration: inout Configuration) {
    switch key {
    case .extends: configuration.extended = mentions(in: value, called: "file")
    case .rules: configuration.rules = mentions(in: value, called: "folder")
    case .knowledge: configuration.knowledge = mentions(in: value, called: "file or folder")
    case .enable: configuration.enabled = mentions(in: value, called: "rule")
    case .disable: configuration.disabled = mentions(in: value, called: "rule")
    case .levels: configuration.levels = levels(in: value)
    case .paths: configuration.pathLevels = pathLevels(in: value)
    case .include:
      configuration.inclusions = mentions(in: value, called: "path or glob").map { Glob($0.text) }
    case .exclude:
      configuration.exclusions = mentions(in: value, called: "path or glob").map { Glob($0.text) }
    case .vendored:
      let folders = mentions(in: value, called: "name of a folder")
      for folder in folders where folder.text.contains("/") {
        file.report(
          "`\(folder.text)` is a path, and `vendored:` has names of folders at any depth; a path is for `exclude:`",
          at: folder.position)
      }
      configuration.vendoredFolders = Set(folders.map(\.text))
    case .generated:
      configuration.generatedMarkers = mentions(in: value, called: "text").map(\.text)
    case .baseline:
      configuration.baseline = text(in: value, called: "the name of a file").map {
        .init(text: $0, position: value.position, path: file.path)
      }
    case .failOn: configuration.failingLevel = level(in: value)
    case .defaultBranch:
      configuration.defaultBranch = text(in: value, called: "the name of a branch")
    case .rulesURL: configuration.rulesURL = url(in: value)
    }
  }

  private var names: [String] {
    Key.allCases.filter { !isInFolder || $0.isForFolders }.map(\.rawValue)
  }

  private mutating func known(_ name: String, at position: Position) -> Key? {
    if let key = Key(rawValue: name) {
      if isInFolder, !key.isForFolders {
        file.report(
          "`\(name)` holds for the whole repository, and stands in the file at its top", at: position, allowed: names)
        return nil
      }
      return key
    }
    file.report(
      "unknown key `\(name)`", at: position, nearest: nearest(to: name, among: names),
      allowed: names)
    return nil
  }

  /// `rule: level`, line by line.
  private mutating func levels(in entry: Entry) -> [Configuration.RuleLevel] {
    guard case .mapping(let pairs) = entry.content, !pairs.isEmpty else {
      file.report("expected lines of `rule: level` here, found \(entry.kind)", at: entry.position)
      return []
    }
    return pairs.compactMap { key, value in
      guard let rule = text(in: key, called: "a rule") else { return nil }
      let mention = Configuration.Mention(text: rule, position: key.position, path: file.path)
      if case .text("off") = value.content { return .init(rule: mention, verdict: .off) }
      return level(in: value, orOff: true).map { .init(rule: mention, verdict: .level($0)) }
    }
  }

  /// A list of `match:` with `levels:`.
  private mutating func pathLevels(in entry: Entry) -> [Configuration.PathLevels] {
    guard case .list(let items) = entry.content, !items.isEmpty else {
      file.report("expected a list here, each beginning with `- match:`; found \(entry.kind)", at: entry.position)
      return []
    }
    return items.compactMap { item in
      guard case .mapping(let pairs) = item.content else {
        file.report("expected `match:` and `levels:` here, found \(item.kind)", at: item.position)
        return nil
      }
      var result = Configuration.PathLevels(match: [], levels: [])
      let known = file.problems.count
      for (key, value) in pairs {
        switch key.content {
        case .text("match"): result.match = mentions(in: value, called: "path or glob").map { Glob($0.text) }
        case .text("levels"): result.levels = levels(in: value)
        default:
          let name = if case .text(let text) = key.content { text } else { key.kind }
          file.report(
            "unknown key `\(name)`", at: key.position, nearest: nearest(to: name, among: ["match", "levels"]),
            allowed: ["match", "levels"])
        }
      }
      guard !result.match.isEmpty, !result.levels.isEmpty else {
        if file.problems.count == known { file.report("`match:` and `levels:` go together", at: item.position) }
        return nil
      }
      return result
    }
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
      text(in: item, called: "a \(kind)").map { .init(text: $0, position: item.position, path: file.path) }
    }
  }

  private mutating func text(in entry: Entry, called what: String) -> String? {
    if case .text(let text) = entry.content, !text.isEmpty { return text }
    file.report("expected \(what) here, found \(entry.kind)", at: entry.position)
    return nil
  }

  /// A web address, without a slash at its end.
  private mutating func url(in entry: Entry) -> String? {
    guard let text = text(in: entry, called: "a web address") else { return nil }
    let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
    let others = "\"<>`\\^{|}()[]".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) && !others.contains($0) }
    guard isAddress, isPlain else {
      file.report(
        "`\(text)` is no web address: it begins with https:// and has no spaces, quotes or brackets", at: entry.position
      )
      return nil
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private mutating func level(in entry: Entry, orOff: Bool = false) -> Level? {
    let names = Level.allCases.reversed().map(\.rawValue) + (orOff ? ["off"] : [])
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
