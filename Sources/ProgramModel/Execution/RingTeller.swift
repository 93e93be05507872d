import SwiftFacts

/// Tells objects that were left keeping each other as a cycle.
struct RingTeller {
  let program: Program
  let graph: HeapGraph
  /// The objects and closures that lead to each other.
  let nodes: Set<Int>
  /// All that is left.
  let leaked: Set<Int>

  var ring: ExecutedProgram.Ring? {
    guard graph.reached(from: Array(nodes)).contains(where: { graph.object($0) != nil }),
      let cycle = closureCycle ?? referenceCycle
    else { return nil }
    var ring = ExecutedProgram.Ring(cycle: cycle, closures: [], methods: [], properties: [])
    for number in nodes {
      if let closure = graph.closure(number) {
        switch closure.kind {
        case .code(let function, let id): ring.closures.insert(Traces.Place(function: function, closure: id))
        default: if let site = closure.site { ring.methods.insert(span(of: site)) }
        }
      }
      for edge in graph.edges[number] ?? [] where nodes.contains(edge.to) {
        if case .property(let property) = edge.how { ring.properties.insert(property) }
      }
    }
    return ring
  }

  private func span(of site: Site) -> SourceSpan { SourceSpan(site, in: program) }

  // MARK: Closures

  /// The shortest way round from a closure; one that has the object itself before one that has it by way of others.
  private var closureCycle: Cycle? {
    var best: (rank: Int, number: Int, way: [HeapGraph.Step])?
    for number in nodes.sorted() {
      guard graph.closure(number) != nil, closing(of: number, nil) != nil,
        let way = graph.way(from: number, to: number, among: nodes)
      else { continue }
      let isDirect = way.first.map { graph.object($0.edge.to) != nil } ?? false
      let rank = way.count + (isDirect ? 0 : 100)
      if best.map({ rank < $0.rank }) ?? true { best = (rank, number, way) }
    }
    guard let best, let closing = closing(of: best.number, best.way.first?.edge),
      let function = function(of: best.number)
    else { return nil }
    var cycle = Cycle(closing: .closure(closing), function: function, links: best.way.compactMap(link))
    let object = best.way.first { graph.object($0.edge.to) != nil }.flatMap { graph.object($0.edge.to) }
    cycle.captured = object.map { .nominal($0.type, arguments: []) } ?? .unknown
    return cycle
  }

  private func function(of number: Int) -> FunctionID? {
    guard let closure = graph.closure(number) else { return nil }
    if case .code(let function, _) = closure.kind { return function }
    return closure.site?.function
  }

  private func closing(of number: Int, _ edge: HeapGraph.Edge?) -> RemoteClosure? {
    guard let closure = graph.closure(number) else { return nil }
    switch closure.kind {
    case .code(let function, let id):
      let code = program[program.file(of: function)].facts.code
      var name = Names.self_
      if case .capture(let local)? = edge?.how { name = code[local].name }
      let site = Site(function: function, expression: code[id].expression)
      return RemoteClosure(function: function, closure: id, span: span(of: site), captured: name)
    case .functions(let functions, receiver: _?):
      guard let site = closure.site, let first = functions.first else { return nil }
      return RemoteClosure(
        function: site.function, closure: nil, span: span(of: site), captured: program.declaration(of: first).name)
    default: return nil
    }
  }

  // MARK: References

  /// The way round by what refers back most plainly.
  private var referenceCycle: Cycle? {
    var best: (rank: Int, time: Int, from: Int, edge: HeapGraph.Edge, property: PropertyID)?
    for number in nodes.sorted() {
      for edge in graph.edges[number] ?? [] where nodes.contains(edge.to) {
        guard case .property(let property) = edge.how, edge.site != nil else { continue }
        let rank = backwardness(of: property)
        if best.map({ (rank, edge.time) > ($0.rank, $0.time) }) ?? true {
          best = (rank, edge.time, number, edge, property)
        }
      }
    }
    guard let best, let site = best.edge.site else { return nil }
    var way: [HeapGraph.Step] = []
    if best.edge.to != best.from {
      guard let found = graph.way(from: best.edge.to, to: best.from, among: nodes) else { return nil }
      way = found
    }
    way.append(HeapGraph.Step(from: best.from, edge: best.edge))
    var cycle = Cycle(closing: .property(best.property), function: site.function, links: way.compactMap(link))
    cycle.captured = graph.object(best.edge.to).map { .nominal($0.type, arguments: []) } ?? .unknown
    return cycle
  }

  private func backwardness(of property: PropertyID) -> Int {
    let declaration = program.declaration(of: property)
    var score = program.knowledge[.pointsBack].ends(declaration.name) ? 4 : 0
    if !program.holdsSeveral(property), program.canBeWeak(property) { score += 2 }
    if declaration.type != nil, !declaration.isLet { score += 1 }
    return score
  }

  // MARK: Links

  private func link(_ step: HeapGraph.Step) -> Cycle.Link? {
    let place = step.edge.site.map(span)
    switch step.edge.how {
    case .property(let property):
      guard let core = graph.object(step.from) else { return nil }
      let how: Cycle.How =
        place == nil
        ? .property(property)
        : .store(Slot(name: program.declaration(of: property).name, owner: program.owner(of: property)))
      return .init(
        object: program[core.type].name.text, type: .nominal(core.type, arguments: []), how: how, proof: .proven,
        span: place, steps: [])
    case .capture(let local):
      guard let closure = graph.closure(step.from), case .code(let function, _) = closure.kind else { return nil }
      let name = program[program.file(of: function)].facts.code[local].name
      return .init(
        object: "this closure", type: .unknown, how: .capture(name), proof: .proven, span: place, steps: [])
    case .kept:
      guard let core = graph.object(step.from) else { return nil }
      return .init(
        object: program[core.type].name.text, type: .nominal(core.type, arguments: []), how: .store(.element),
        proof: .proven, span: place, steps: [])
    case .receiver:
      guard let closure = graph.closure(step.from), case .functions(let functions, _) = closure.kind,
        let first = functions.first
      else { return nil }
      let name = program.declaration(of: first).name
      return .init(
        object: name.text, type: .unknown, how: .methodReference(name), proof: .proven, span: place, steps: [])
    }
  }
}
