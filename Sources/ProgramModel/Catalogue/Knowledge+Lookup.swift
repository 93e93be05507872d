import SwiftFacts

/// A call of something outside the program, as the knowledge tables name it.
struct ForeignCall {
  var owner: NominalID?
  var typeName: Symbol?
  var name: Symbol
  /// nil for trailing closures, whose labels are not written.
  var labels: [Symbol?]
}

extension Knowledge {
  /// Whether a call of this name writes into a log, as far as names tell.
  func logs(_ name: Symbol) -> Bool { self[.writesLog].contains(name) || self[.logs].begins(name) }

  /// How long the function keeps the closure it is given under a label; nil where no table tells.
  ///
  /// Asked, as what follows, of the tables where they lie in the program: to hand them over costs more than to look.
  static func lookUp(_ call: ForeignCall, label: Symbol?, in program: Program) -> Lifetime? {
    guard mayBe(call, named: program.closureNames) else { return nil }
    for key in keys(for: call, in: program) {
      guard let overloads = program.knowledge.closures[key],
        let entry = overloads.first(where: { $0.matches(call.labels) })?.fact
      else { continue }
      // A closure alone, without a label, may be meant for several: `AsyncStream { … }` runs it at once.
      if call.labels == [nil], let plain = overloads.first(where: { $0.labels == nil })?.fact, plain.lifetime == .call {
        return .call
      }
      if let label, let special = entry.byLabel[label] { return special }
      return entry.lifetime
    }
    return nil
  }

  /// The names under which some property does not keep what it is given; and by name, the types of which all properties
  /// of that name do. O(properties).
  var namesByHolding: (left: Set<Symbol>, kept: [Symbol: Set<Symbol>]) {
    var left: Set<Symbol> = []
    var kept: [Symbol: Set<Symbol>] = [:]
    var lost: [Symbol: Set<Symbol>] = [:]
    for (key, entry) in properties {
      if entry.holding != .strong { left.insert(key.name) }
      guard let type = entry.type, !entry.isList else { continue }
      if entry.holding == .strong { kept[key.name, default: []].insert(type) }
      if entry.holding != .strong { lost[key.name, default: []].insert(type) }
    }
    return (left, kept.reduce(into: [:]) { $0[$1.key] = $1.value.subtracting(lost[$1.key] ?? []) })
  }

  static func lookUpObjects(_ call: ForeignCall, in program: Program) -> [ObjectEntry] {
    guard program.keepingNames.contains(call.name) else { return [] }
    for key in keys(for: call, in: program) {
      let found = (program.knowledge.objects[key] ?? []).filter { $0.matches(call.labels) }.map(\.fact)
      if !found.isEmpty { return found }
    }
    return []
  }

  static func isClear(_ call: ForeignCall, in program: Program) -> Bool {
    mayBe(call, named: program.clearingNames)
      && keys(for: call, in: program).contains { program.knowledge.clears.contains($0) }
  }

  /// Whether what it is called on keeps what a function answers with, and of which type that is known to be.
  static func lookUpKeptResult(_ call: ForeignCall, in program: Program) -> KeptResult? {
    guard program.keepingNames.contains(call.name) else { return nil }
    for key in keys(for: call, in: program) {
      if let found = program.knowledge.keptResults[key]?.first(where: { $0.matches(call.labels) }) { return found.fact }
    }
    return nil
  }

  /// The type of list that has a function which answers with the view of a row. O(such functions).
  static func list(handingOut name: Symbol, _ labels: [Symbol?], in program: Program) -> Symbol? {
    guard program.keepingNames.contains(name) else { return nil }
    let lists = program.knowledge[.asksDataSource].types
    return program.knowledge.keptResults.lazy.compactMap { key, overloads -> Symbol? in
      guard key.name == name, let type = key.type, lists.contains(type),
        overloads.contains(where: { $0.matches(labels) })
      else { return nil }
      return type
    }.min { $0.text < $1.text }
  }

  /// The row of a role that answers for a call, with how near to it the row is; nil where no table says it of the call.
  ///
  /// The program's own functions are no foreign calls, so what their source says goes before any row.
  static func row(_ role: Role, for call: ForeignCall, in program: Program) -> (row: RoleTable.Row, tier: Tier)? {
    guard program.knowledge[role].contains(call.name) else { return nil }
    return program.knowledge[role].row(for: call.name, of: types(of: call, in: program), labels: call.labels)
  }

  /// What a call may be a member of, the nearest first.
  static func types(of call: ForeignCall, in program: Program) -> [Symbol] {
    guard let owner = call.owner else { return call.typeName.map { [$0] } ?? [] }
    var types: [Symbol] = []
    for ancestor in program.lineage(of: owner) {
      types.append(program[ancestor].name)
      types += program[ancestor].foreignSupertypes
    }
    return types
  }

  /// Whether an entry for a call can be among those of some names. O(1), where `keys` asks for all ancestors.
  private static func mayBe(_ call: ForeignCall, named names: Set<Symbol>) -> Bool {
    names.contains(call.name)
      || (call.name == Names.init_ || call.name.isCapitalized) && call.typeName.map { outer in
        names.contains(call.name == Names.init_ ? outer : Names.init_)
      } ?? false
  }

  /// The names an entry for a call can have, the most telling first.
  private static func keys(for call: ForeignCall, in program: Program) -> [FunctionKey] {
    var result = types(of: call, in: program).map { FunctionKey(type: $0, name: call.name) }
    guard call.name == Names.init_ else {
      // `Outer.Inner(…)` makes one of a type inside of another.
      if call.name.isCapitalized, let outer = call.typeName {
        result.append(FunctionKey(type: Symbol("\(outer).\(call.name)"), name: Names.init_))
      }
      return result + [FunctionKey(type: nil, name: call.name)]
    }
    // A function may be called as types are: `CFRunLoopPerformBlock(…)`.
    if let name = call.typeName { result.append(FunctionKey(type: nil, name: name)) }
    return result
  }
}
