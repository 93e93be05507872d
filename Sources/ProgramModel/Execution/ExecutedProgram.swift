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
    let loops = interpreter.rounds.found
    // What the program is set up with, and what comes to a bound if it goes on.
    var waiting = piles.waiting(loops.filter { $0.depth == (isNested ? 1 : 0) }.map(\.range), graph)
    var places: [LoopPlace] = []
    for loop in loops where places.count < ExecutionLimits.loops && !places.contains(loop.place) {
      places.append(loop.place)
      guard let left = lengthened(loop, of: entry, program, inference) else { continue }
      note(left.done.piles, left.done.growing)
      waiting.formUnion(piles.keys(of: loop.range).filter { !left.isUnbounded($0) })
    }
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
      }
    ).subtracting(waiting)
    note(Piles(last, without: left, isNested).piles(growing, last, program), growing)
  }

  /// What a loop leaves that goes on; nil where that could not be followed.
  private func lengthened(
    _ loop: Rounds.Loop, of entry: Execution.Entry, _ program: Program, _ inference: Inference
  ) -> LoopRemains? {
    for factor in ExecutionLimits.lengthening where factor <= loop.most {
      var longer = loop
      longer.factor = factor
      let execution = Execution(entry, of: program, inference, longer: longer)
      defer { execution.interpreter.tearDown() }
      // What comes to more in each round may be followed for fewer of them.
      if execution.halt?.reason == .tooLong || execution.halt?.reason == .tooLarge { continue }
      return execution.halt == nil ? execution.interpreter.rounds.left : nil
    }
    return nil
  }

  private mutating func note(_ found: [Pile], _ growing: Set<Piles.Key>) {
    for key in growing {
      switch key {
      case .object(let type, _): growingTypes.insert(type)
      case .closure(let place): self.growing.insert(place)
      case .method: continue
      }
    }
    for pile in found
    where !piles.contains(where: { $0.list == pile.list && $0.type == pile.type && $0.closure == pile.closure }) {
      piles.append(pile)
    }
  }
}
