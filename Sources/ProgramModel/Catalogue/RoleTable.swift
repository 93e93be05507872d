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
    public var source: TableLine

    public init(type: Symbol?, labels: [Symbol]?, source: TableLine) {
      self.type = type
      self.labels = labels
      self.source = source
    }
  }

  private var rows: [Symbol: [Row]] = [:]

  public init() {}

  /// The base names of all APIs of this role, whatever they are members of.
  public var names: Set<Symbol> { Set(rows.keys) }

  /// Whether an API of this base name plays the role, whatever it is a member of. O(1).
  public func contains(_ name: Symbol) -> Bool { rows[name] != nil }

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
  }
}

/// How near to an API the row is that answers for it, the surest first.
public enum Tier: Comparable, Sendable {
  case exact, supertype, anyReceiver, guessed
}

/// Whole words of names that make something likely.
public struct WordTable: Sendable {
  private var lines: [String: TableLine] = [:]

  public init() {}

  public func contains(_ word: some StringProtocol) -> Bool { lines[String(word)] != nil }

  /// Whether a whole word of a name in camel case is in the table. O(length).
  public func fits(_ name: String) -> Bool { name.words.contains { lines[$0] != nil } }

  /// Whether a whole word of a name in camel case is in the table. O(length).
  public func fits(_ name: Symbol) -> Bool { fits(name.text) }

  public mutating func add(_ word: String, at line: TableLine) { lines[word] = line }
}
