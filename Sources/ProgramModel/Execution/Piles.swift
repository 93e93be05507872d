import SwiftFacts

/// What is left by what made it, counted by where that stands.
struct Piles {
  enum Key: Hashable {
    case object(NominalID, Site?)
    case closure(Traces.Place)
    /// A method used as a closure, by where it is named.
    case method(Site)

    /// Nil of what the system has, and of what no code of the program stands for.
    init?(_ thing: HeapGraph.Thing) {
      switch thing {
      case .object(let core):
        if core.handle != nil { return nil }
        self = .object(core.type, core.site)
      case .closure(let closure):
        switch closure.kind {
        case .code(let function, let id): self = .closure(Traces.Place(function: function, closure: id))
        case .functions(_, receiver: _?):
          guard let site = closure.site else { return nil }
          self = .method(site)
        default: return nil
        }
      }
    }
  }

  private(set) var counts: [Key: Int] = [:]
  private var lives: [Key: Set<Int>] = [:]
  private var usages: [Key: [Usage]] = [:]
  private var rounds: [Key: [Int]] = [:]
  private var nodes: [(number: Int, key: Key)] = []

  /// - Parameter isNested: Whether the body in which the program begins makes one call, which does the rest.
  init(_ graph: HeapGraph, without leaked: Set<Int>, _ isNested: Bool) {
    let hidden = graph.outOfSight
    for (number, thing) in graph.things.sorted(by: { $0.key < $1.key })
    where !leaked.contains(number) && !hidden.contains(number) {
      guard let key = Key(thing) else { continue }
      if case .object(let core) = thing {
        // What the body makes in which the program begins is there once.
        let life = isNested ? core.life.inner : core.life.outer
        guard life > 0 else { continue }
        lives[key, default: []].insert(life)
        usages[key, default: []].append(core.usage)
      }
      rounds[key, default: []].append(thing.round)
      counts[key, default: 0] += 1
      nodes.append((number, key))
    }
  }

  init(_ nodes: [(number: Int, key: Key)]) { self.nodes = nodes }

  /// Objects that are there to be used later, as what a program is set up with: nothing is done with any in the round
  /// that makes it, or most are come back to when the loop is over that has made them.
  ///
  /// - Parameter loops: The rounds of loops in which the program does what it does.
  private func waiting(_ loops: [Range<Int>]) -> Set<Key> {
    let found = usages.filter { _, all in
      if !all.contains(where: \.isUsedAtOnce) { return all.contains(where: \.isUsedLater) }
      let late = all.filter { usage in
        loops.contains { $0.contains(usage.round) && $0.upperBound <= usage.lastTold }
      }
      return late.count * 2 >= all.count
    }
    return Set(found.keys)
  }

  /// The same with the closures that have nothing else.
  func waiting(_ loops: [Range<Int>], _ graph: HeapGraph) -> Set<Key> {
    let objects = waiting(loops)
    guard !objects.isEmpty else { return [] }
    let keys = Dictionary(uniqueKeysWithValues: nodes.map { ($0.number, $0.key) })
    let closures = nodes.filter { number, key in
      if case .object = key { return false }
      let kept = (graph.edges[number] ?? []).compactMap { keys[$0.to] }
      return !kept.isEmpty && kept.allSatisfy(objects.contains)
    }
    return objects.union(closures.map(\.key))
  }

  /// What was made in some rounds alone.
  func keys(of range: Range<Int>) -> Set<Key> {
    Set(rounds.filter { $0.value.allSatisfy(range.contains) }.keys)
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
    for held in graph.registered { due.append((held.to, held.property, nil, nil)) }
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
      case .closure?, .method?:
        if let pile = pile(of: number, property, host, site, grown, graph, program) {
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
    of number: Int, _ list: PropertyID?, _ host: NominalID?, _ site: Site?, _ grown: [Int: Key], _ graph: HeapGraph,
    _ program: Program
  ) -> ExecutedProgram.Pile? {
    for edge in graph.edges[number] ?? [] {
      guard case .object(let type, let making)? = grown[edge.to],
        let (closure, own) = closure(number, edge, graph, program)
      else { continue }
      return .init(type: type, list: list, host: host, site: site ?? own, closure: closure, making: making)
    }
    return nil
  }

  /// A closure by where it stands, and what it has an object by.
  private func closure(
    _ number: Int, _ edge: HeapGraph.Edge, _ graph: HeapGraph, _ program: Program
  ) -> (RemoteClosure, Site)? {
    guard let object = graph.closure(number) else { return nil }
    switch (object.kind, edge.how) {
    case (.code(let function, let id), .capture(let local)):
      let code = program[program.file(of: function)].facts.code
      let site = Site(function: function, expression: code[id].expression)
      let span = SourceSpan(site, in: program)
      return (RemoteClosure(function: function, closure: id, span: span, captured: code[local].name), site)
    case (.functions(let functions, _), .receiver):
      guard let site = object.site, let first = functions.first else { return nil }
      let name = program.declaration(of: first).name
      let span = SourceSpan(site, in: program)
      return (RemoteClosure(function: site.function, closure: nil, span: span, captured: name), site)
    default: return nil
    }
  }
}

extension HeapGraph.Thing {
  /// The round in which it was made.
  var round: Int {
    switch self {
    case .object(let core): core.usage.round
    case .closure(let closure): closure.round
    }
  }
}
