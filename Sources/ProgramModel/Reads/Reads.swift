import SwiftFacts

/// Notes what a unit of work asks of a program, so that its result can be kept until one of the answers is another.
///
/// Not safe for use from several threads: each worker has its own.
final class Reads {
  /// What was asked for.
  enum Key: Hashable, Sendable {
    /// What a file declares, and its code.
    case file(FileID)
    /// What a type's declarations say together, and what it inherits.
    case nominal(NominalID)
    /// Which types inherit from one.
    case descendants(NominalID)
    /// Where a name leads that is looked up from outside any type.
    case name(Symbol)
    /// Whether the objects of a type live as long as the process.
    case lasting(NominalID)
    /// The type of a property, and what is worked out from it; what that was read from is kept once for all units.
    case property(PropertyID)
    /// Where a name stands in production code, and for what: called, set, bound, handed on.
    case uses(Symbol)
    /// What a table that an analysis has made of the whole program says of a key.
    case lookup(Lookup)
    /// What a question to the program as a whole comes to, which is asked again of a later one.
    case asked(WholeAnswer)
    /// What cannot be told apart: any difference between two programs is one.
    case everything
  }

  /// What the unit at hand has asked for, in the order in which it first did.
  private var log: [Key] = []
  /// By kind and number, the unit that last asked for it.
  private var stamps: [[UInt32]] = Array(repeating: [], count: 8)
  private var epoch: UInt32 = 0
  private var units: UInt32 = 0
  /// What the types of properties were read from.
  private var ofProperties: [PropertyID: [Key]] = [:]
  /// What the unit at hand has looked up.
  private var lookedUp: Set<LookedUp> = []
  /// What it has asked of the program as a whole.
  private var asked: Set<WholeAnswer> = []

  private struct LookedUp: Hashable {
    var table: AnyKeyPath
    var key: AnyHashable
  }

  /// What was looked up in a table, as a question that a later table of the same kind answers as well.
  final class Lookup: Hashable, Sendable {
    /// Whether a later table gives the same answer.
    let holds: @Sendable (AnyTables) -> Bool

    init(holds: @escaping @Sendable (AnyTables) -> Bool) { self.holds = holds }

    static func == (left: Lookup, right: Lookup) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Tables that are looked up in, whatever they are: by reference, for many lookups ask which.
  class AnyTables: @unchecked Sendable {
    fileprivate init() {}
  }

  private final class SomeTables<Tables: Sendable>: AnyTables, @unchecked Sendable {
    let all: Tables

    init(_ all: Tables) {
      self.all = all
      super.init()
    }
  }

  static func tables(_ all: any Sendable) -> AnyTables {
    func some<Tables: Sendable>(_ all: Tables) -> AnyTables { SomeTables(all) }
    return some(all)
  }

  func note(_ key: Key) {
    guard let (kind, index) = key.place else {
      if case .asked(let answer) = key, !asked.insert(answer).inserted { return }
      return log.append(key)
    }
    if index >= stamps[kind].count {
      stamps[kind] += [UInt32](repeating: 0, count: max(index + 1, 2 * stamps[kind].count) - stamps[kind].count)
    }
    if stamps[kind][index] == epoch { return }
    stamps[kind][index] = epoch
    log.append(key)
  }

  /// Notes what a table says of a key, once for each unit.
  fileprivate func note<Tables: Sendable, Answer: Equatable & Sendable>(
    _ table: AnyKeyPath, _ key: some Hashable, _ answer: Answer, _ ask: @escaping @Sendable (Tables) -> Answer
  ) {
    guard lookedUp.insert(LookedUp(table: table, key: AnyHashable(key))).inserted else { return }
    log.append(.lookup(Lookup { tables in (tables as? SomeTables<Tables>).map { ask($0.all) == answer } ?? false }))
  }

  /// Does some work, and answers with all that it asked for as well.
  func unit<Result>(_ work: () -> Result) -> (result: Result, reads: [Key]) {
    let outer = (log, epoch, lookedUp, asked)
    units += 1
    (log, epoch, lookedUp, asked) = ([], units, [], [])
    let result = work()
    let reads = log
    (log, epoch, lookedUp, asked) = outer
    return (result, reads)
  }

  /// Works something out of a property that is kept for units to come.
  func derive<Result>(from property: PropertyID, _ work: () -> Result) -> Result {
    let (result, reads) = unit(work)
    ofProperties[property, default: []] += reads
    note(.property(property))
    return result
  }

  /// All that is in one list or another.
  static func merged(_ one: [Key], _ other: [Key]) -> [Key] {
    let noted = Set(one)
    return one + other.filter { !noted.contains($0) }
  }

  /// What the types of properties were read from since this was last asked.
  func takeProperties() -> [PropertyID: [Key]] {
    defer { ofProperties = [:] }
    return ofProperties
  }
}

extension Reads.Key {
  /// Its kind, and a number that it alone has among those of its kind; nil where it has none.
  fileprivate var place: (kind: Int, index: Int)? {
    switch self {
    case .file(let id): (0, Int(id.index))
    case .nominal(let id): (1, Int(id.index))
    case .descendants(let id): (2, Int(id.index))
    case .name(let name): (3, Int(name.id >> 2))
    case .lasting(let id): (4, Int(id.index))
    case .property(let id): (5, Int(id.index))
    case .everything: (6, 0)
    case .uses(let name): (7, Int(name.id >> 2))
    case .lookup, .asked: nil
    }
  }
}

extension Program {
  /// Works something out of a property that is kept for whoever asks next.
  func deriving<Result>(from property: PropertyID, _ work: () -> Result) -> Result {
    guard let reads else { return work() }
    return reads.derive(from: property, work)
  }

  /// What tables that an analysis has made of the whole program say of a key.
  ///
  /// - Parameters:
  ///   - table: The table among them.
  ///   - ask: Looks up the key, and nothing else; it is given all that it needs, for it is made for each look.
  @inline(__always) func lookUp<Tables: Sendable, Key: Hashable & Sendable, Answer: Equatable & Sendable>(
    _ table: @autoclosure () -> PartialKeyPath<Tables>, _ key: Key, in tables: Tables,
    _ ask: @escaping @Sendable (Tables, Key) -> Answer
  ) -> Answer {
    let answer = ask(tables, key)
    // To name the table costs more than to look into it.
    if let reads { reads.note(table(), key, answer) { ask($0, key) } }
    return answer
  }
}
