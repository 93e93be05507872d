import SwiftFacts

/// What of a whole program tells whether something is there once for all.
struct SharedTables: Sendable {
  /// How many statics and globals keep an object of a type.
  private(set) var keepers: [NominalID: Int] = [:]
  /// What production code gives a value to, changes in place or hands over to be changed, and what that is a part of.
  private(set) var changed: Set<Symbol> = []
  /// What production code assigns to.
  private(set) var set: Set<Symbol> = []
  /// The statics that production code assigns to.
  private(set) var replaced: Set<StaticName> = []

  /// A static, as it is named from outside of its type: `Session.current`.
  struct StaticName: Hashable, Sendable {
    var type: Symbol
    var name: Symbol
  }

  /// Whether something of a name is given a value, or changed where it is.
  func isChanged(_ name: Symbol, in program: Program) -> Bool {
    program.lookUp(\SharedTables.changed, name, in: self) { $0.changed.contains($1) }
  }

  init(of program: Program, threads: Int) {
    let changing = program.knowledge[.changesInPlace]
    for (index, source) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      let facts = source.facts
      let names = facts.derived { ChangedNames(facts) }
      set.formUnion(names.set)
      replaced.formUnion(names.replaced)
      changed.formUnion(names.changed)
      for call in names.called where changing.contains(call.method) { changed.formUnion(call.path) }
    }
    for held in program.heldTypes(threads: threads) where held.isShared && !held.isElement {
      keepers[held.type, default: 0] += 1
    }
  }
}

/// The names that the bodies of one file change things by. Kept with the facts of the file.
private struct ChangedNames: Sendable {
  private(set) var changed: Set<Symbol> = []
  private(set) var set: Set<Symbol> = []
  private(set) var replaced: Set<SharedTables.StaticName> = []
  /// The methods that are called, each with the names on the way to what it is called on.
  private(set) var called: [(method: Symbol, path: [Symbol])] = []

  init(_ facts: FileFacts) {
    let code = facts.code
    for at in facts.functions.indices {
      let function = facts.functions[at]
      for index in function.firstExpression..<max(function.firstExpression, function.endExpression) {
        let id = ExpressionID(index: index)
        if code.marks(of: id).contains(.inout) { changed.formUnion(code.path(to: id)) }
        switch code[id] {
        case .assign(let target, _), .mutate(let target, _):
          changed.formUnion(code.path(to: target))
          if let name = code.writtenName(target) { set.insert(name) }
          if case .member(let base, let name) = code[target], case .name(let type, _) = code[base] {
            replaced.insert(SharedTables.StaticName(type: type, name: name))
          }
        case .call(let callee, _):
          guard case .member(let base, let method) = code[callee], case let path = code.path(to: base), !path.isEmpty
          else { continue }
          called.append((method, path))
        default: continue
        }
      }
    }
  }
}

extension Code {
  /// The names on the way to a place: `limits`, `upper` and `count` of `Limits.upper[0].count`.
  fileprivate func path(to place: ExpressionID) -> [Symbol] {
    switch self[place] {
    case .member(let base, let name): [name] + path(to: base)
    case .subscripted(let base, _): path(to: base)
    case .name(let name, _): [name]
    default: []
    }
  }
}
