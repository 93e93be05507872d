import SwiftFacts

/// What an execution has come by, whatever became of it.
struct Traces {
  struct Place: Hashable {
    var function: FunctionID
    var closure: ClosureID
  }

  var closures: Set<Place> = []
  var properties: Set<PropertyID> = []
}

/// Who keeps whom on the heap of an execution at one moment.
struct HeapGraph {
  /// A node by its number: an object or a closure.
  enum Thing {
    case object(Core)
    case closure(ClosureObject)
  }

  struct Edge {
    enum How: Hashable {
      case property(PropertyID)
      case capture(LocalID)
      /// What an object of the system's was given to keep.
      case kept
      /// What a method that is used as a closure is called on.
      case receiver
    }

    var to: Int
    var how: How
    var site: Site?
    var time = 0
  }

  /// What a value holds by itself, and the innermost property of a struct by which it does.
  struct Held {
    var to: Int
    var property: PropertyID?
  }

  private(set) var things: [Int: Thing] = [:]
  private(set) var edges: [Int: [Edge]] = [:]
  /// What globals and static properties keep.
  private(set) var roots: [(property: PropertyID, to: Int)] = []
  /// What the system keeps until it is told otherwise, and the body in which the program begins.
  private(set) var registered: [Held] = []
  private var weakEdges: [Int: [Int]] = [:]
  private var escaped: [Int] = []
  private let visits = Visits()

  /// How many parts of values were looked at: what is shared in the source is there many times over here.
  private final class Visits { var count = 0 }

  /// Whether there was more than is looked at, so that nothing is known of what keeps what.
  var isTooLarge: Bool { visits.count > ExecutionLimits.parts }

  /// - Parameter isUnderway: Whether the calls that are underway keep what they have.
  init(_ interpreter: Interpreter, isUnderway: Bool = false) {
    let heap = interpreter.heap
    for core in heap.objects { things[core.number] = .object(core) }
    for closure in heap.functions { things[closure.number] = .closure(closure) }
    for (number, thing) in things {
      switch thing {
      case .object(let core):
        for (property, field) in core.fields {
          note(field.value, from: number, .property(property), field.site, field.time)
        }
        if let handle = core.handle { note(handle, from: number) }
      case .closure(let closure):
        for (local, cell) in closure.captured { note(cell, from: number, .capture(local), closure.site) }
        switch closure.kind {
        case .functions(_, let receiver?): note(receiver, from: number, .receiver, closure.site, 0)
        case .standard(_, let receiver): note(receiver, from: number, .receiver, closure.site, 0)
        case .expression(_, let activation):
          for (local, cell) in activation.cells { note(cell, from: number, .capture(local), closure.site) }
        default: break
        }
      }
    }
    for property in interpreter.globals.keys.sorted() {
      guard let cell = interpreter.globals[property] else { continue }
      var found: [Held] = []
      var weak: [Int] = []
      collect(cell.stored, &found, &weak)
      roots += found.map { (property, $0.to) }
    }
    for call in [interpreter.main].compactMap({ $0 }) + (isUnderway ? interpreter.stack : []) {
      for (_, cell) in call.cells.sorted(by: { $0.key < $1.key }) {
        var weak: [Int] = []
        collect(cell.stored, &registered, &weak)
      }
    }
    for observer in interpreter.observers {
      var weak: [Int] = []
      collect(observer.closure, &registered, &weak)
    }
    for work in interpreter.works where !work.isOwned {
      if let keeper = work.keeper, keeper.reference != nil {
        for value in work.held { note(value, from: keeper.number, .kept, nil, 0) }
      } else {
        var weak: [Int] = []
        for value in work.held { collect(value, &registered, &weak) }
      }
    }
    let shared = interpreter.shared.keys.sorted {
      ($0.type?.text ?? "", $0.name.text) < ($1.type?.text ?? "", $1.name.text)
    }
    for key in shared {
      var weak: [Int] = []
      if let value = interpreter.shared[key] { collect(value, &registered, &weak) }
    }
    for number in edges.keys { edges[number]?.sort { ($0.time, $0.to) < ($1.time, $1.to) } }
    for value in interpreter.escaped {
      var found: [Held] = []
      var weak: [Int] = []
      collect(value, &found, &weak)
      escaped += found.map(\.to) + weak
    }
  }

  private mutating func note(
    _ cell: Cell, from number: Int, _ how: Edge.How, _ site: Site?
  ) {
    note(cell.stored, from: number, how, site, 0)
  }

  private mutating func note(_ handle: Handle, from number: Int) {
    for field in handle.kept { note(field.value, from: number, .kept, field.site, field.time) }
    for name in handle.named.keys.sorted(by: { $0.text < $1.text }) {
      if let value = handle.named[name] { note(value, from: number, .kept, nil, 0) }
    }
    for value in handle.values { note(value, from: number, .kept, nil, 0) }
    for work in [handle.work].compactMap({ $0 }) + handle.parts {
      switch work.outcome {
      case .value(let value)?, .thrown(let value)?: note(value, from: number, .kept, nil, 0)
      case nil: continue
      }
    }
  }

  private mutating func note(_ value: Value, from number: Int, _ how: Edge.How, _ site: Site?, _ time: Int) {
    var found: [Held] = []
    var weak: [Int] = []
    collect(value, &found, &weak)
    if !found.isEmpty { edges[number, default: []] += found.map { Edge(to: $0.to, how: how, site: site, time: time) } }
    if !weak.isEmpty { weakEdges[number, default: []] += weak }
  }

  /// The objects and closures that a value holds by itself.
  private func collect(
    _ value: Value, _ found: inout [Held], _ weak: inout [Int], by property: PropertyID? = nil
  ) {
    visits.count += 1
    if isTooLarge { return }
    switch value {
    case .object(let reference): found.append(Held(to: reference.core.number, property: property))
    case .closure(let closure): found.append(Held(to: closure.number, property: property))
    case .weak(let reference): if let core = reference.reference?.core { weak.append(core.number) }
    case .structure(let structure):
      for property in structure.fields.keys.sorted() {
        if let field = structure.fields[property] { collect(field, &found, &weak, by: property) }
      }
    case .enumeration(let one): for part in one.payload { collect(part, &found, &weak, by: property) }
    case .tuple(let parts, _), .list(let parts), .set(let parts), .nameless(_, let parts):
      for part in parts { collect(part, &found, &weak, by: property) }
    case .table(let entries):
      for entry in entries {
        collect(entry.key, &found, &weak, by: property)
        collect(entry.value, &found, &weak, by: property)
      }
    case .unknown, .missing, .bool, .int, .double, .text, .range, .type, .identity, .keyPath: break
    }
  }

  // MARK: Reaching

  /// What is reached from some nodes.
  ///
  /// - Parameter weakly: Whether who refers to something without keeping it gets at it as well.
  func reached(from start: [Int], weakly: Bool = false) -> Set<Int> {
    var result: Set<Int> = []
    var due = start
    while let next = due.popLast() {
      guard result.insert(next).inserted else { continue }
      due += (edges[next] ?? []).map(\.to)
      if weakly { due += weakEdges[next] ?? [] }
    }
    return result
  }

  /// What code out of sight may still get at.
  var outOfSight: Set<Int> { reached(from: escaped, weakly: true) }

  /// What nothing that lasts keeps, nor code out of sight may have: it is there because it keeps itself.
  var leaked: Set<Int> {
    Set(things.keys).subtracting(reached(from: roots.map(\.to) + registered.map(\.to))).subtracting(outOfSight)
  }

  func object(_ number: Int) -> Core? { if case .object(let core)? = things[number] { core } else { nil } }
  func closure(_ number: Int) -> ClosureObject? {
    if case .closure(let closure)? = things[number] { closure } else { nil }
  }

  /// A step along an edge.
  struct Step {
    var from: Int
    var edge: Edge
  }

  /// The shortest way from a node to another, or back to itself, among some.
  func way(from start: Int, to goal: Int, among nodes: Set<Int>) -> [Step]? {
    var came: [Int: Step] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let here = queue[head]
      head += 1
      for edge in edges[here] ?? [] where nodes.contains(edge.to) && came[edge.to] == nil {
        came[edge.to] = Step(from: here, edge: edge)
        if edge.to == goal {
          var result: [Step] = []
          var at = goal
          repeat {
            guard let step = came[at] else { return nil }
            result.append(step)
            at = step.from
          } while at != start
          return result.reversed()
        }
        queue.append(edge.to)
      }
    }
    return nil
  }

  /// The nodes of some that lead to each other, round by round, in the order of their numbers.
  func rounds(among nodes: Set<Int>) -> [[Int]] {
    let ordered = nodes.sorted()
    let places = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($0.element, $0.offset) })
    let ways = ordered.map { (edges[$0] ?? []).compactMap { places[$0.to] } }
    let components = Components(count: ordered.count) { node, position in
      ways[node].indices.contains(position) ? ways[node][position] : nil
    }
    let groups = Dictionary(grouping: ordered.indices) { components.ofNode[$0] }
    return groups.values
      .filter { group in group.count > 1 || ways[group[0]].contains(group[0]) }
      .map { group in group.map { ordered[$0] }.sorted() }
      .sorted { $0[0] < $1[0] }
  }
}
