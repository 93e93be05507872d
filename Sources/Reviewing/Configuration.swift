public import ReviewModel
public import RulePages

/// What a repository's `.nitless.yml` says, with what the files say that it extends.
public struct Configuration: Sendable {
  /// The name of the file at the top of a work tree, and in its folders.
  public static let fileName = ".nitless.yml"

  /// Names that somebody may give it by mistake, as other tools have theirs.
  public static let mistakenNames = [".nitless.yaml", "nitless.yml", "nitless.yaml", ".nitless"]

  /// A name that a file mentions, and where: it may yet turn out to name nothing.
  public struct Mention: Hashable, Sendable {
    public var text: String
    public var position: Position
    /// As messages name the file.
    public var path: String
  }

  /// What a rule's findings are.
  public enum Verdict: Hashable, Sendable {
    case level(Level)
    case off
  }

  public struct RuleLevel: Hashable, Sendable {
    public var rule: Mention
    public var verdict: Verdict
  }

  /// Levels that hold for some files only.
  public struct PathLevels: Hashable, Sendable {
    public var match: [Glob]
    public var levels: [RuleLevel]
  }

  /// What a configuration can say.
  public enum Key: String, CaseIterable, Sendable {
    case extends, rules, knowledge, enable, disable, levels, paths, include, exclude, vendored, generated, baseline
    case failOn = "fail-on"
    case defaultBranch = "default-branch"
    case rulesURL = "rules-url"

    /// Whether a file in a folder may say it of what lies there; all others hold for the whole repository.
    var isForFolders: Bool {
      switch self {
      case .extends, .disable, .levels, .paths, .include, .exclude: true
      case .rules, .knowledge, .enable, .vendored, .generated, .baseline, .failOn, .defaultBranch, .rulesURL: false
      }
    }
  }

  /// As messages name the file.
  public var path: String
  /// Other configurations, relative to the file, whose keys hold where this one does not say them.
  public var extended: [Mention] = []
  /// Folders of the team's own rule pages, relative to the file.
  public var rules: [Mention] = []
  /// The team's own knowledge tables, or folders of such.
  public var knowledge: [Mention] = []
  /// Rules that are on though their pages say otherwise.
  public var enabled: [Mention] = []
  /// Rules that are off.
  public var disabled: [Mention] = []
  /// Rules whose findings are of another level here, or none.
  public var levels: [RuleLevel] = []
  public var pathLevels: [PathLevels] = []
  /// Files that something is said about; all where none are named.
  public var inclusions: [Glob] = []
  /// Files that nothing is said about.
  public var exclusions: [Glob] = []
  /// Folders, by name (`*.docc`: by its ending) and at any depth, of code that others wrote and that is only kept here,
  /// or that documentation shows and no compiler reads; nothing is said about it. Most are what GitHub's linguist takes
  /// for vendored.
  public var vendoredFolders: Set<String> = [
    "Pods", "Carthage", "node_modules", "vendor", "vendors", "Vendor", "Vendors", "vendored", "Vendored", "third_party",
    "third-party", "thirdparty", "ThirdParty", "Third Party", "3rdparty", "3rdParty", ".build", "SourcePackages",
    "*.docc",
  ]
  /// What a comment at the top of a file says that a program has written; nothing is said about such files.
  public var generatedMarkers = ["@generated", "DO NOT EDIT", "Do not edit", "Generated using"]
  /// The file of findings that count as standing.
  public var baseline: Mention?
  /// The level from which findings make a run fail.
  public var failingLevel: Level?
  /// The branch that a work tree is compared with.
  public var defaultBranch: String?
  /// Where the rules can be read on the web: what `nitless rules book` writes, published.
  public var rulesURL: String?
  /// Where each key is said: a file, as messages name it, and a line.
  public var origins: [Key: (path: String, line: Int)] = [:]

  /// What holds where there is no file.
  public init(path: String = Configuration.fileName) { self.path = path }

  /// Whether nothing is to be said about the file at a path, relative to the configuration's folder.
  public func excludes(_ path: String) -> Bool {
    exclusions.contains { $0.matches(path) } || isVendored(path)
      || !inclusions.isEmpty && !inclusions.contains { $0.matches(path) }
  }

  /// Whether a folder around a path has the name of one for others' code.
  func isVendored(_ path: String) -> Bool {
    !vendoredFolders.isEmpty
      && path.split(separator: "/").dropLast().contains { folder in
        vendoredFolders.contains(String(folder))
          || folder.lastIndex(of: ".").map { vendoredFolders.contains("*" + folder[$0...]) } ?? false
      }
  }

  /// What it says of a rule's findings in the file at a path; nil if it says nothing of them.
  func verdict(on rule: String, at path: String) -> Verdict? {
    for entry in pathLevels where entry.match.contains(where: { $0.matches(path) }) {
      if let found = entry.levels.last(where: { $0.rule.text == rule }) { return found.verdict }
    }
    if let found = levels.last(where: { $0.rule.text == rule }) { return found.verdict }
    return disabled.contains { $0.text == rule } ? .off : nil
  }

  /// The rules that it names anywhere.
  var mentionedRules: [Mention] {
    enabled + disabled + levels.map(\.rule) + pathLevels.flatMap { $0.levels.map(\.rule) }
  }

  /// The same, with what another says where this one does not. Levels are taken rule by rule.
  func over(_ base: Configuration) -> Configuration {
    var result = self
    for (key, origin) in base.origins {
      let isSaid = origins[key] != nil
      if !isSaid { result.origins[key] = origin }
      switch key {
      case .extends: break
      case .levels:
        let own = Set(levels.map(\.rule.text))
        result.levels = base.levels.filter { !own.contains($0.rule.text) } + levels
      case _ where isSaid: break
      case .rules: result.rules = base.rules
      case .knowledge: result.knowledge = base.knowledge
      case .enable: result.enabled = base.enabled
      case .disable: result.disabled = base.disabled
      case .paths: result.pathLevels = base.pathLevels
      case .include: result.inclusions = base.inclusions
      case .exclude: result.exclusions = base.exclusions
      case .vendored: result.vendoredFolders = base.vendoredFolders
      case .generated: result.generatedMarkers = base.generatedMarkers
      case .baseline: result.baseline = base.baseline
      case .failOn: result.failingLevel = base.failingLevel
      case .defaultBranch: result.defaultBranch = base.defaultBranch
      case .rulesURL: result.rulesURL = base.rulesURL
      }
    }
    return result
  }
}

extension Configuration {
  /// Reads the file, and says everything that is wrong with it at once; what it extends is not read.
  ///
  /// - Parameter isInFolder: Whether it is the file of a folder below the top, which may say less.
  public static func read(_ bytes: [UInt8], path: String, isInFolder: Bool = false) -> (
    configuration: Configuration, problems: [PageProblem]
  ) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return (Configuration(path: path), [.notUTF8(path)])
    }
    var reader = ConfigurationReader(text, path: path, isInFolder: isInFolder)
    let configuration = reader.read()
    return (configuration, reader.problems)
  }

  /// Reads the file at a path of a tree, and all that it extends.
  ///
  /// - Returns: Nil if there is no file at the path.
  public static func read(
    at path: String, of tree: any FileTree, shownAs shown: String? = nil, isInFolder: Bool = false
  ) throws -> (configuration: Configuration, problems: [PageProblem])? {
    guard let bytes = try tree.content(of: path) else {
      guard let obstacle = try tree.obstacle(at: path) else { return nil }
      let name = shown ?? tree.shown(path)
      let says = "this is \(obstacle), and a configuration is a file of the repository"
      return (Configuration(path: name), [PageProblem(path: name, position: Position(line: 1, column: 1), says: says)])
    }
    var problems: [PageProblem] = []
    let configuration = try chain(
      bytes, at: path, shownAs: shown ?? tree.shown(path), of: tree, isInFolder: isInFolder, below: [], &problems)
    return (configuration, problems.sorted())
  }

  private static func chain(
    _ bytes: [UInt8], at path: String, shownAs shown: String, of tree: any FileTree, isInFolder: Bool,
    below: [String], _ problems: inout [PageProblem]
  ) throws -> Configuration {
    let read = read(bytes, path: shown, isInFolder: isInFolder)
    problems += read.problems
    var configuration = read.configuration
    let folder = path.split(separator: "/").dropLast()
    func joined(_ name: String) -> String {
      var parts = folder.map(String.init)
      if name.hasPrefix("/") { return name }
      for part in name.split(separator: "/") where part != "." {
        if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(String(part)) }
      }
      return parts.joined(separator: "/")
    }
    configuration.rules = configuration.rules.map { mention in
      var mention = mention
      mention.text = joined(mention.text)
      return mention
    }
    configuration.knowledge = configuration.knowledge.map { mention in
      var mention = mention
      mention.text = joined(mention.text)
      return mention
    }
    // Of several, the later one holds where both say something.
    for mention in configuration.extended.reversed() {
      let target = joined(mention.text)
      func report(_ says: String) {
        problems.append(PageProblem(path: shown, position: mention.position, says: says))
      }
      guard below.count < 20, problems.count < 100 else {
        report("files extend each other more than 20 deep")
        continue
      }
      guard !below.contains(target), target != path else {
        report("`\(mention.text)` extends this file in turn")
        continue
      }
      guard let inner = try tree.content(of: target) else {
        report("there is no file `\(mention.text)`")
        continue
      }
      configuration = configuration.over(
        try chain(
          inner, at: target, shownAs: tree.shown(target), of: tree, isInFolder: isInFolder, below: below + [path],
          &problems))
    }
    return configuration
  }
}

extension PageProblem {
  static func notUTF8(_ path: String) -> PageProblem {
    PageProblem(path: path, position: Position(line: 1, column: 1), says: "the file is not UTF-8")
  }
}
