public import SwiftFacts

/// A line of a knowledge table, for whoever asks where a fact comes from.
public struct TableLine: Hashable, Sendable {
  /// The table, counted in the order of reading.
  public var table: Int
  /// Counted from 1.
  public var line: Int

  public init(table: Int, line: Int) {
    self.table = table
    self.line = line
  }
}

/// The APIs that play one role.
public struct RoleTable: Sendable {
  /// One API of a role.
  public struct Row: Hashable, Sendable {
    /// What the API is a member of; nil for types, free functions, and members of any receiver.
    public var type: Symbol?
    /// In order, `_` for none; nil for any.
    public var labels: [Symbol]?
    /// The argument that the row is about; nil if it is about the whole call.
    public var argument: Symbol?
    public var source: TableLine

    public init(type: Symbol?, labels: [Symbol]?, argument: Symbol? = nil, source: TableLine) {
      self.type = type
      self.labels = labels
      self.argument = argument
      self.source = source
    }
  }

  private var rows: [Symbol: [Row]] = [:]

  public init() {}

  /// The base names of all APIs of this role, whatever they are members of.
  public private(set) var names: Set<Symbol> = []

  /// Whether an API of this base name plays the role, whatever it is a member of. O(1).
  public func contains(_ name: Symbol) -> Bool { rows[name] != nil }

  /// The names that calls of these APIs go by: a function's own, the type's for an initialiser.
  public private(set) var calledNames: Set<Symbol> = []

  /// The types that the APIs of this role are members of.
  public private(set) var types: Set<Symbol> = []

  /// The names of the APIs of this role that are members of a type. O(rows).
  public func names(of type: Symbol) -> Set<Symbol> { Set(rows.filter { $0.value.contains { $0.type == type } }.keys) }

  /// The one name of a role that a single API plays; nil if there are none or several.
  public var only: Symbol? { rows.count == 1 ? rows.first?.key : nil }

  /// Whether some row is about an argument of this label. O(rows).
  public func takes(_ argument: Symbol) -> Bool { rows.values.contains { $0.contains { $0.argument == argument } } }

  /// The rows of what a call names: a function, or the type that it makes one of.
  public func rows(calling name: Symbol) -> [Row] {
    self[name] + (rows[Names.init_] ?? []).filter { $0.type == name }
  }

  /// The rows of a base name.
  public subscript(name: Symbol) -> [Row] { rows[name] ?? [] }

  /// A row for a member of one of `types`, the nearest first, or of any receiver. O(types).
  public func row(for name: Symbol, of types: [Symbol], labels: [Symbol?]? = nil) -> (row: Row, tier: Tier)? {
    guard let found = rows[name] else { return nil }
    let fitting = found.filter { row in
      guard let labels else { return true }
      return Knowledge.Overload(labels: row.labels, fact: ()).matches(labels)
    }
    for (at, type) in types.enumerated() {
      if let row = fitting.first(where: { $0.type == type }) { return (row, at == 0 ? .exact : .supertype) }
    }
    return fitting.first { $0.type == nil }.map { ($0, .anyReceiver) }
  }

  public mutating func add(_ row: Row, named name: Symbol) {
    // What a later table says goes before what an earlier one said.
    rows[name, default: []].insert(row, at: 0)
    names.insert(name)
    if let type = row.type { types.insert(type) }
    if let called = name == Names.init_ ? row.type : name { calledNames.insert(called) }
  }
}

/// How near to an API the row is that answers for it, the surest first.
public enum Tier: Comparable, Sendable {
  case exact, supertype, anyReceiver, guessed
}

/// Whole words of names that make something likely.
///
/// A word of the table also stands for two that follow each other: `setup` for `setUp`.
public struct WordTable: Equatable, Sendable {
  private var lines: [String: TableLine] = [:]

  public init() {}

  public var isEmpty: Bool { lines.isEmpty }

  public func contains(_ word: String) -> Bool { lines[word] != nil }

  /// Whether a whole word of a name in camel case is in the table. O(length).
  public func fits(_ name: String) -> Bool { fits(name.words) }
  public func fits(_ name: Symbol) -> Bool { fits(name.words) }

  private func fits(_ words: [String]) -> Bool { words.contains { lines[$0] != nil } }

  /// Whether the first word of a name, or its first two together, are in the table.
  public func begins(_ name: Symbol) -> Bool {
    let words = name.wordsAndPairs
    return has(words.all.first) || has(words.firstTwo)
  }

  /// Whether the last word of a name, or its last two together, are in the table.
  public func ends(_ name: Symbol) -> Bool {
    let words = name.wordsAndPairs
    return has(words.all.last) || has(words.lastTwo)
  }

  public func ends(_ name: String) -> Bool {
    let words = name.words
    return has(words.last) || words.count > 1 && has(words[words.count - 2] + words[words.count - 1])
  }

  /// Whether all words of a name together are in the table.
  public func isWhole(_ name: Symbol) -> Bool { has(name.wordsAndPairs.whole) }

  private func has(_ word: String?) -> Bool { word.map { lines[$0] != nil } ?? false }

  public mutating func add(_ word: String, at line: TableLine) { lines[word] = line }
}
