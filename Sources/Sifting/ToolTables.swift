public import ReviewModel

/// What the rules of other tools are about, from tables: one table a tool, one line a rule.
public struct ToolTables: Sendable {
  /// What a rule speaks of, where it is right.
  public enum Subject: Hashable, Sendable {
    /// What the program does.
    case behaviour(Trait)
    /// How fast the program does it.
    case performance
    /// A number that is counted in the source.
    case metric
    /// How the source is laid out, spelled, named or ordered.
    case style
  }

  public struct Entry: Hashable, Sendable {
    public var subject: Subject
    /// Why it is that, in one line.
    public var reason: String
    /// Whether the tool still has a rule of that name.
    public var isCurrent: Bool
  }

  /// What is wrong with a line of a table.
  public struct Problem: Hashable, Sendable {
    public var path: String
    /// Counted from 1.
    public var line: Int
    public var message: String
  }

  public private(set) var problems: [Problem] = []
  private var entries: [String: [String: Entry]] = [:]
  /// What people write, in small letters with a space around each word, in the order of the tables.
  private var phrases: [(words: String, entry: Entry)] = []

  public init() {}

  /// Reads tables; what a later one says of a rule goes before what an earlier one said.
  public init(_ files: [(path: String, text: String)]) {
    for (path, text) in files { read(text, path: path) }
  }

  /// What is said of a rule; nil if it is not known.
  public func entry(tool: String, rule: String) -> Entry? { entries[tool]?[rule] }

  /// What a comment in words alone is about, by the first phrase of the tables that stands in it; nil if none does.
  public func entry(ofProse text: String) -> Entry? {
    let words = " " + text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") + " "
    return phrases.first { words.contains($0.words) }?.entry
  }

  /// The tools that there are tables for, sorted.
  public var tools: [String] { entries.keys.sorted() }

  /// All rules of a tool, sorted by name.
  public func rules(of tool: String) -> [(rule: String, entry: Entry)] {
    (entries[tool] ?? [:]).sorted { $0.key < $1.key }.map { (rule: $0.key, entry: $0.value) }
  }

  /// Adds a table.
  public mutating func read(_ text: String, path: String) {
    var tool: String?
    var isCurrent: Bool?
    var isProse = false
    var seen: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      func report(_ message: String) { problems.append(.init(path: path, line: index + 1, message: message)) }
      let isIndented = line.first == " "
      let line = String(line).trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.firstIndex(of: ":") else {
        report("a line is `key: value`")
        continue
      }
      let key = String(line[..<colon])
      let value = String(line[line.index(after: colon)...]).trimmed
      guard isIndented else {
        switch key {
        case "tool": tool = value
        case "origin": break
        case "rules": isCurrent = true
        case "earlier": isCurrent = false
        case "phrases":
          isCurrent = true
          isProse = true
        default: report("`\(key)` is not a section: tool, origin, rules, earlier, phrases")
        }
        continue
      }
      guard let tool, let isCurrent else {
        report("`tool:` and then `rules:` come before the first rule")
        continue
      }
      if !seen.insert(key).inserted { report("`\(key)` is there already") }
      switch Self.entry(value, isCurrent: isCurrent) {
      case .success(let entry) where isProse: phrases.append((" \(key) ", entry))
      case .success(let entry): entries[tool, default: [:]][key] = entry
      case .failure(let wrong): report(wrong.message)
      }
    }
  }

  private struct Wrong: Error { var message: String }

  /// `crash, what happens then`.
  private static func entry(_ value: String, isCurrent: Bool) -> Result<Entry, Wrong> {
    guard let comma = value.firstIndex(of: ",") else {
      return .failure(Wrong(message: "what it is about and why are told apart by a comma"))
    }
    let word = String(value[..<comma])
    let reason = String(value[value.index(after: comma)...]).trimmed
    guard let subject = Subject(word) else {
      return .failure(Wrong(message: "`\(word)` is not what a rule is about: \(Subject.words.joined(separator: ", "))"))
    }
    return reason.isEmpty
      ? .failure(Wrong(message: "the reason is missing"))
      : .success(Entry(subject: subject, reason: reason, isCurrent: isCurrent))
  }
}

extension ToolTables.Subject {
  /// How tables and the command line write it: a trait for what is about behaviour.
  public init?(_ word: String) {
    switch word {
    case "performance": self = .performance
    case "metric": self = .metric
    case "style": self = .style
    default:
      guard let trait = Trait(rawValue: word) else { return nil }
      self = .behaviour(trait)
    }
  }

  public var word: String {
    switch self {
    case .behaviour(let trait): trait.rawValue
    case .performance: "performance"
    case .metric: "metric"
    case .style: "style"
    }
  }

  static let words = Trait.allCases.map(\.rawValue) + ["performance", "metric", "style"]
}
