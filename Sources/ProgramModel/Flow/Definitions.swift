import SwiftFacts

/// Which writes to the locals of a body reach a place: use–definition, by the forward driver.
struct Definitions {
  /// A write to a local.
  struct Definition: Hashable {
    var local: LocalID
    /// The assignment, or the value that its declaration gives it; nil for what it is when the body begins.
    var at: ExpressionID?
    /// What it is given; nil where that is no one expression.
    var value: ExpressionID?
  }

  /// The definitions that reach each read of a local. Nil for a local that a closure or a call may write to.
  private let reaching: [ExpressionID: Set<Definition>]
  private let unsure: Set<LocalID>
  private let code: Code

  /// What a read of a local reads: every write that may have come last; nil where it cannot be told.
  func definitions(of use: ExpressionID) -> Set<Definition>? {
    guard case .local(let local) = code[use], !unsure.contains(local) else { return nil }
    return reaching[use]
  }

  /// The one value that a read of a local reads.
  func value(of use: ExpressionID) -> ExpressionID? {
    guard let all = definitions(of: use), all.count == 1 else { return nil }
    return all.first?.value
  }

  /// Nil where the graph is not solved within the limits. O(expressions × writes) at worst.
  init?(_ graph: FlowGraph, in code: Code) {
    self.code = code
    let transfer = ReachingDefinitions(graph, code)
    guard let solution = graph.solve(transfer, from: DefinitionState()) else { return nil }
    var reaching: [ExpressionID: Set<Definition>] = [:]
    for (number, block) in graph.blocks.enumerated() {
      guard var state = solution.before[number] else { continue }
      for range in block.ranges {
        for index in range {
          let id = ExpressionID(index: index)
          // A place that is written to is not read.
          if case .local(let local) = code[id], !transfer.targets.contains(id) {
            reaching[id, default: []].formUnion(state.writes[local] ?? [Definition(local: local, at: nil, value: nil)])
          }
          transfer.step(&state, at: id)
        }
      }
    }
    self.reaching = reaching
    unsure = transfer.unsure
  }
}

/// The last writes, by local; none for what is as the body found it.
struct DefinitionState: Lattice {
  var writes: [LocalID: Set<Definitions.Definition>] = [:]

  mutating func join(_ other: Self) {
    for local in Set(writes.keys).union(other.writes.keys) {
      let untouched: Set = [Definitions.Definition(local: local, at: nil, value: nil)]
      writes[local] = (writes[local] ?? untouched).union(other.writes[local] ?? untouched)
    }
  }
}

private struct ReachingDefinitions: Transfer {
  let code: Code
  /// Where a declaration gives a local its first value.
  private(set) var declared: [ExpressionID: [LocalID]] = [:]
  /// Locals that are named as the target of a write.
  private(set) var targets: Set<ExpressionID> = []
  /// Locals that may be written to where no write is seen.
  private(set) var unsure: Set<LocalID> = []

  init(_ graph: FlowGraph, _ code: Code) {
    self.code = code
    var inside: Set<Int32> = []
    for block in graph.blocks { for range in block.ranges { inside.formUnion(range) } }
    guard let root = graph.root else { return }
    let whole = code.expressions(in: root)
    for (index, local) in code.locals.enumerated() {
      if let value = local.initializer, inside.contains(value.index) {
        declared[value, default: []].append(LocalID(index: Int32(index)))
      }
    }
    for index in whole {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        guard case .local(let local) = code[target] else { continue }
        if inside.contains(index) { targets.insert(target) } else { unsure.insert(local) }
      case .local(let local):
        if code.marks(of: id).contains(.inout) { unsure.insert(local) }
      default: continue
      }
    }
  }

  func step(_ state: inout DefinitionState, at expression: ExpressionID) {
    if case .assign(let target, let value) = code[expression], case .local(let local) = code[target] {
      state.writes[local] = [.init(local: local, at: expression, value: value)]
    } else if case .mutate(let target, _) = code[expression], case .local(let local) = code[target] {
      state.writes[local] = [.init(local: local, at: expression, value: nil)]
    }
    for local in declared[expression] ?? [] {
      state.writes[local] = [.init(local: local, at: expression, value: expression)]
    }
  }
}
