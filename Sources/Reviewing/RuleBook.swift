import Git
public import ProgramModel
import ReviewModel
import RuleEngine
public import RulePages

/// The rules and tables that hold for a repository: those built in and the team's own.
public struct RuleBook: Sendable {
  /// A rule, and what the configuration makes of it.
  public struct Rule: Sendable {
    public var page: RulePage
    /// The page's own text.
    public var text: String
    /// Names the text.
    var digest: String
    public var isOn: Bool
    /// Whether its findings are off wherever nothing else is said of a file: by `levels:`, or by `disable:` where
    /// another rule tells some of what it finds.
    public var isMuted = false
    /// Whether it is on, and its findings are told where nothing else is said of a file.
    public var isTold: Bool { isOn && !isMuted }
    /// Whether it is the team's rather than built in.
    public var isTeams: Bool
  }

  /// Sorted by id.
  public private(set) var rules: [Rule] = []
  /// What the tables say. They are read when somebody first asks, unless the team has some of its own, in which
  /// something may be wrong.
  public var knowledge: Knowledge { allTables.value }
  /// What is wrong with the pages and tables, and with what the configuration says of them.
  public private(set) var problems: [PageProblem] = []

  /// Name the tables as they were read.
  private var tables: [String] = []
  private var allTables = Lazy { Knowledge() }

  /// Names the rules that are on and all that tables say: two books of one name find the same.
  public var name: String {
    let pages = rules.filter(\.isOn).flatMap { [$0.page.id, $0.digest] }
    return BlobID(hashing: (pages + ["tables"] + tables).joined(separator: "\u{0}")).hex
  }

  /// The rules that are asked: also those whose findings `levels:` has off, for a folder may want them.
  public var switchedOn: [RulePage] { rules.filter(\.isOn).map(\.page) }

  /// The rules that are on by themselves and that the configuration switches off, in either way, by id.
  public var switchedOff: [String] {
    rules.filter { $0.page.isEnabled && !$0.isTold }.map(\.page.id)
  }

  /// The rule of an id.
  public func rule(_ id: String) -> Rule? { rules.first { $0.page.id == id } }

  /// Reads all that the configuration names, and remembers everything that is wrong with it.
  ///
  /// - Parameter tree: What the configuration's paths are relative to.
  public init(builtIn: BuiltInRules, configuration: Configuration, in tree: any FileTree) throws {
    for file in builtIn.files { add(file, isTeams: false) }
    for mention in configuration.rules {
      guard let files = try PageFile.read(below: mention.text, of: tree) else {
        let isOutside = mention.text.split(separator: "/").contains("..") || mention.text.hasPrefix("/")
        report(
          isOutside
            ? "`\(mention.text)` is outside of the repository, where no rule is read: a clone would not have it"
            : "there is no folder `\(mention.text)`", at: mention, of: configuration)
        continue
      }
      for file in files { add(file, isTeams: true) }
    }
    rules.sort { $0.page.id < $1.page.id }
    for mention in configuration.enabled { turn(mention, on: true, of: configuration) }
    for mention in configuration.disabled {
      if configuration.enabled.contains(where: { $0.text == mention.text }) {
        report("`\(mention.text)` is enabled and disabled", at: mention, of: configuration)
      }
      turn(mention, on: false, of: configuration)
    }
    for entry in configuration.levels + configuration.pathLevels.flatMap(\.levels) {
      // A rule that is off by its page is asked where some file has a level for it.
      guard let index = index(of: entry.rule, in: configuration) else { continue }
      if entry.verdict != .off { rules[index].isOn = true }
    }
    for entry in configuration.levels {
      guard let index = rules.firstIndex(where: { $0.page.id == entry.rule.text }) else { continue }
      rules[index].isMuted = entry.verdict == .off
    }
    tables = [builtIn.digestOfTables]
    allTables = Lazy { builtIn.reader.value.knowledge }
    if !configuration.knowledge.isEmpty { try readTables(after: builtIn.reader.value, configuration, in: tree) }
  }

  private mutating func add(_ file: PageFile, isTeams: Bool) {
    problems += file.problems
    guard let page = file.page else { return }
    if let other = rule(page.id) {
      guard other.page.path != page.path else { return }
      let owner = other.isTeams ? "`\(other.page.path)`" : "nitless itself"
      problems.append(
        PageProblem(
          path: file.path, position: Position(line: 1, column: 1),
          says: "\(owner) has a rule `\(page.id)` already; give this one another name"))
      return
    }
    rules.append(Rule(page: page, text: file.text, digest: file.digest, isOn: page.isEnabled, isTeams: isTeams))
  }

  private mutating func turn(
    _ mention: Configuration.Mention, on: Bool, of configuration: Configuration
  ) {
    guard let index = index(of: mention, in: configuration) else { return }
    // Without what finds cycles, no cycle would be told by the rule of lost weak references either.
    let isNeeded = !on && rules[index].isOn && rules[index].page.findsCycles
    rules[index].isOn = on || isNeeded
    rules[index].isMuted = isNeeded
  }

  /// Reports a rule that there is not.
  private mutating func index(of mention: Configuration.Mention, in configuration: Configuration) -> Int? {
    if let index = rules.firstIndex(where: { $0.page.id == mention.text }) { return index }
    // A page that cannot be read is a problem of its own, and no unknown rule.
    if problems.contains(where: { $0.path.hasSuffix("/\(mention.text).md") }) { return nil }
    let near = nearest(to: mention.text, among: rules.map(\.page.id))
    report(
      "unknown rule `\(mention.text)`" + (near == nil ? "; `nitless rules list` has all that there are" : ""),
      at: mention, of: configuration, nearest: near)
    return nil
  }

  private mutating func report(
    _ says: String, at mention: Configuration.Mention, of configuration: Configuration,
    nearest: String? = nil
  ) {
    problems.append(PageProblem(path: mention.path, position: mention.position, says: says, nearest: nearest))
  }
}

extension RuleBook {
  /// Reads the team's tables after those that are built in.
  private mutating func readTables(
    after builtIn: KnowledgeReader, _ configuration: Configuration, in tree: any FileTree
  ) throws {
    var reader = builtIn
    for mention in configuration.knowledge {
      if try tree.content(of: mention.text) != nil, !Self.isTable(mention.text) {
        report("`\(mention.text)` is no table: its name has to end in .yml", at: mention, of: configuration)
        continue
      }
      guard let paths = try Self.tables(at: mention.text, in: tree) else {
        report("there is no file or folder `\(mention.text)`", at: mention, of: configuration)
        continue
      }
      for path in paths {
        guard let bytes = try tree.content(of: path) else { continue }
        if let text = String(validating: bytes, as: UTF8.self) {
          reader.read(text, path: tree.shown(path))
          self.tables += [path, text]
        } else {
          problems.append(.notUTF8(tree.shown(path)))
        }
      }
    }
    problems += reader.problems.map {
      PageProblem(
        path: $0.path, position: Position(line: $0.line, column: 1), says: $0.message, nearest: $0.nearest)
    }
    let knowledge = reader.knowledge
    allTables = Lazy { knowledge }
  }

  private static func tables(at path: String, in tree: any FileTree) throws -> [String]? {
    if try tree.content(of: path) != nil { return [path] }
    return try tree.files(below: path)?.filter(isTable)
  }

  private static func isTable(_ path: String) -> Bool { path.hasSuffix(".yml") || path.hasSuffix(".yaml") }
}
