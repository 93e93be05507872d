import Platform
import SwiftFacts
import Synchronization

/// What running a program shows, as far as it could be followed.
struct ExecutedProgram: Sendable {
  /// Objects that keep each other when what made them is over.
  struct Ring: Sendable {
    /// What it is told as.
    var cycle: Cycle
    /// All the closures among the objects, and all the properties by which they keep each other.
    var closures: Set<Traces.Place>
    var methods: Set<SourceSpan>
    var properties: Set<PropertyID>
  }

  /// Objects that something lasting keeps, more of them each time that the program does what it does.
  struct Pile: Sendable {
    var type: NominalID
    /// What keeps them, nil for the system, and where they were put there.
    var list: PropertyID?
    var host: NominalID?
    var site: Site
    /// The closure that is in the list, and by what it has the object; nil where the object itself is.
    var closure: RemoteClosure?
    /// Where the object was made.
    var making: Site?
  }

  var rings: [Ring] = []
  var piles: [Pile] = []
  /// Where the program begins.
  var entries: [FileID] = []
  /// Whether all that the program does was followed to its end, and nothing of it was out of sight.
  var isWhole = false
  /// What was made or filled on the way.
  var made = Traces()
  /// Closures that are more each time.
  var growing: Set<Traces.Place> = []
  /// Types of which more objects are there each time.
  var growingTypes: Set<NominalID> = []

  /// Runs each entry of a program, one after the other. Nothing, where none is in sight.
  init(running program: Program) {
    let entries = program.entries()
    guard !entries.isEmpty else { return }
    let found = Mutex<ExecutedProgram?>(nil)
    let body = { @Sendable in
      var result = ExecutedProgram()
      result.isWhole = true
      let inference = Inference(program: program)
      result.entries = entries.map { $0.file(in: program) }
      for entry in entries { result.run(entry, program, inference) }
      found.withLock { [result] in $0 = result }
    }
    if DeepThread.isCurrent { body() } else { DeepThread.apart(body) }
    if let found = found.withLock({ $0 }) { self = found }
  }

  private init() {}

  private mutating func run(_ entry: Execution.Entry, _ program: Program, _ inference: Inference) {
    var execution = Execution(entry, of: program, inference)
    let interpreter = execution.interpreter
    defer { interpreter.tearDown() }
    guard execution.halt == nil else {
      isWhole = false
      return
    }
    if interpreter.hasLeftSight { isWhole = false }
    let graph = HeapGraph(interpreter)
    if graph.isTooLarge { return isWhole = false }
    let leaked = graph.leaked
    let rounds = graph.rounds(among: leaked)
    for round in rounds {
      let teller = RingTeller(program: program, graph: graph, nodes: Set(round), leaked: leaked)
      if let ring = teller.ring, !rings.contains(where: { $0.cycle.closing == ring.cycle.closing }) {
        rings.append(ring)
      }
    }
    made.closures.formUnion(interpreter.made.closures)
    made.properties.formUnion(interpreter.made.properties)
    let isNested = interpreter.life.outer < 2
    let piles = Piles(graph, without: leaked, isNested)
    guard piles.isWorthRunningAgain else { return }
    // What is bounded comes to its bound; what is not goes on.
    var counts = [piles.counts]
    var last = graph
    var left = leaked
    for _ in 1..<ExecutionLimits.runs {
      execution.run()
      guard execution.halt == nil else { return isWhole = false }
      last = HeapGraph(interpreter)
      if last.isTooLarge { return isWhole = false }
      left = last.leaked
      counts.append(Piles(last, without: left, isNested).counts)
    }
    let growing = Set(
      counts[0].keys.filter { key in
        zip(counts, counts.dropFirst()).allSatisfy { ($0[key] ?? 0) < ($1[key] ?? 0) }
      })
    for key in growing {
      switch key {
      case .object(let type, _): growingTypes.insert(type)
      case .closure(let place): self.growing.insert(place)
      }
    }
    let found = Piles(last, without: left, isNested).piles(growing, last, program)
    for pile in found
    where !self.piles.contains(where: { $0.list == pile.list && $0.type == pile.type && $0.closure == pile.closure }) {
      self.piles.append(pile)
    }
  }
}

/// What is left by what made it, counted by where that stands.
struct Piles {
  enum Key: Hashable {
    case object(NominalID, Site?)
    case closure(Traces.Place)
  }

  private(set) var counts: [Key: Int] = [:]
  private var lives: [Key: Set<Int>] = [:]
  private var nodes: [(number: Int, key: Key)] = []

  /// - Parameter isNested: Whether the body in which the program begins makes one call, which does the rest.
  init(_ graph: HeapGraph, without leaked: Set<Int>, _ isNested: Bool) {
    let hidden = graph.outOfSight
    for (number, thing) in graph.things.sorted(by: { $0.key < $1.key })
    where !leaked.contains(number) && !hidden.contains(number) {
      let key: Key
      switch thing {
      case .object(let core):
        if core.handle != nil { continue }
        key = .object(core.type, core.site)
        // What the body makes in which the program begins is there once.
        let life = isNested ? core.life.inner : core.life.outer
        guard life > 0 else { continue }
        lives[key, default: []].insert(life)
      case .closure(let closure):
        guard case .code(let function, let id) = closure.kind else { continue }
        key = .closure(Traces.Place(function: function, closure: id))
      }
      counts[key, default: 0] += 1
      nodes.append((number, key))
    }
  }

  /// Whether objects of more than one call of the program's are left.
  var isWorthRunningAgain: Bool { lives.values.contains { $0.count > 1 } }

  /// The growing objects that something keeps which does not grow itself, or by way of a closure.
  func piles(_ growing: Set<Key>, _ graph: HeapGraph, _ program: Program) -> [ExecutedProgram.Pile] {
    let grown = Dictionary(
      uniqueKeysWithValues: nodes.filter { growing.contains($0.key) }.map { ($0.number, $0.key) })
    var result: [ExecutedProgram.Pile] = []
    var seen: Set<Int> = []
    /// The roots, then what they keep, the nearest first.
    var due: [(number: Int, property: PropertyID?, host: NominalID?, site: Site?)] = []
    for (property, to) in graph.roots { due.append((to, property, program.owner(of: property), nil)) }
    for number in graph.registered { due.append((number, nil, nil, nil)) }
    var head = 0
    while head < due.count {
      let (number, property, host, site) = due[head]
      head += 1
      guard seen.insert(number).inserted else { continue }
      switch grown[number] {
      case .object(let type, let making)?:
        if let property, let host = host ?? program.owner(of: property), let site = site ?? making {
          result.append(.init(type: type, list: property, host: host, site: site, making: making))
        }
        continue
      case .closure(let place)?:
        if let pile = pile(of: number, place, property, host, site, grown, graph, program) {
          result.append(pile)
          continue
        }
        // What has no object itself may have closures that do.
      case nil: break
      }
      for edge in graph.edges[number] ?? [] {
        if case .property(let inner) = edge.how {
          due.append((edge.to, inner, graph.object(number)?.type, edge.site))
        } else {
          due.append((edge.to, property, host, site))
        }
      }
    }
    return result
  }

  /// A closure in a list, and the first of the growing objects that it keeps.
  private func pile(
    of number: Int, _ place: Traces.Place, _ list: PropertyID?, _ host: NominalID?, _ site: Site?,
    _ grown: [Int: Key], _ graph: HeapGraph, _ program: Program
  ) -> ExecutedProgram.Pile? {
    for edge in graph.edges[number] ?? [] {
      guard case .capture(let local) = edge.how, case .object(let type, let making)? = grown[edge.to] else { continue }
      let file = program.file(of: place.function)
      let code = program[file].facts.code
      let expression = code[place.closure].expression
      let closure = RemoteClosure(
        function: place.function, closure: place.closure,
        span: SourceSpan(file: file, bytes: code.span(of: expression)), captured: code[local].name)
      let own = Site(function: place.function, expression: expression)
      return .init(type: type, list: list, host: host, site: site ?? own, closure: closure, making: making)
    }
    return nil
  }
}
