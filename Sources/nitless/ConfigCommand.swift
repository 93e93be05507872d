import ArgumentParser
import Platform
import Git
import Quoting
import ReviewModel
import Reviewing
import RulePages

/// `nitless config`.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Prints the configuration that holds, and which file and line each value is from.",
    discussion: """
      nitless config                       for the whole repository
      nitless config Sources/App/A.swift   for one file, folders included
      """)

  @Argument(help: ArgumentHelp("A file of the repository.", valueName: "path"))
  var path: String?

  @OptionGroup var repositoryOptions: RepositoryOptions

  func run() throws {
    let repository = try repositoryOptions.repositoryIfAny()
    let workplace = try repositoryOptions.workplace(of: repository).checked()
    if repository == nil {
      try Output.error.write(
        "note: there is no git repository around here; this is what holds in one without a configuration\n")
    }
    for says in try workplace.misnamedConfigurations() { try Output.error.write("note: \(says)\n") }
    var text = Self.lines(of: workplace.configuration).joined()
    if let path {
      let base = repositoryOptions.directory ?? Paths.current
      guard let inside = Paths.inRepository(path, from: Paths.absolute(base), top: repository?.workTree) else {
        throw Failure(
          "`\(path)` lies outside the repository", advice: "Name a file of it, or another repository with --repo DIR")
      }
      if let top = repository?.workTree, !FileManager.default.fileExists(atPath: top + "/" + inside) {
        try Output.error.write("note: there is no file `\(path)`; this is what would hold for it\n")
      }
      for layer in workplace.policy.layers(around: inside) {
        text += "\nfor what lies in \(layer.folder.visible):\n"
        text += Self.lines(of: layer.configuration, isInFolder: true).joined()
      }
      guard workplace.policy.problems.isEmpty else { throw Failure(workplace.policy.problems) }
      text += "\n\(inside.visible): \(workplace.policy.excludes(inside) ? "nothing is said about it" : "is reviewed")\n"
    }
    try Output.standard.write(text)
  }

  /// One line for each key: its value, and in a comment where it is said.
  private static func lines(of configuration: Configuration, isInFolder: Bool = false) -> [String] {
    Configuration.Key.allCases.compactMap { key in
      let origin = configuration.origins[key]
      if isInFolder, origin == nil { return nil }
      let line = "\(key.rawValue): \(value(of: key, in: configuration))"
      let padding = String(repeating: " ", count: max(1, 44 - line.count))
      return line + padding + "# " + (origin.map { "\($0.path.visible):\($0.line)" } ?? "default") + "\n"
    }
  }

  private static func value(of key: Configuration.Key, in configuration: Configuration) -> String {
    switch key {
    case .extends: list(configuration.extended.map { scalar($0.text) })
    case .rules: list(configuration.rules.map { scalar($0.text) })
    case .knowledge: list(configuration.knowledge.map { scalar($0.text) })
    case .enable: list(configuration.enabled.map { scalar($0.text) })
    case .disable: list(configuration.disabled.map { scalar($0.text) })
    case .levels: levels(configuration.levels)
    case .paths:
      list(configuration.pathLevels.map { entry in
        "{match: \(list(entry.match.map { scalar($0.text) })), levels: \(levels(entry.levels))}"
      })
    case .include: list(configuration.inclusions.map { scalar($0.text) })
    case .exclude: list(configuration.exclusions.map { scalar($0.text) })
    case .vendored: list(configuration.vendoredFolders.sorted().map(scalar))
    case .generated: list(configuration.generatedMarkers.map(\.json))
    case .baseline: configuration.baseline.map { scalar($0.text) } ?? Baseline.fileName
    case .failOn: (configuration.failingLevel ?? .bug).rawValue
    case .rulesURL: configuration.rulesURL ?? "nowhere"
    case .defaultBranch: configuration.defaultBranch.map(scalar) ?? "what origin/HEAD points at"
    }
  }

  /// As a list of YAML can have it: `*.docc` would be an alias without quotation marks.
  private static func scalar(_ text: String) -> String {
    // What JSON writes by numbers, YAML reads so.
    if text.unicodeScalars.contains(where: \.misleads) { return text.json }
    let isPlain = text.first.map { $0.isLetter || $0.isNumber || "_./".contains($0) } ?? false
    return isPlain && !text.contains(where: { "[]{},:#".contains($0) })
      ? text : "'" + text.replacing("'", with: "''") + "'"
  }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

  private static func levels(_ levels: [Configuration.RuleLevel]) -> String {
    "{" + levels.map { entry in
      switch entry.verdict {
      case .off: "\(entry.rule.text): off"
      case .level(let level): "\(entry.rule.text): \(level.rawValue)"
      }
    }.joined(separator: ", ") + "}"
  }
}
