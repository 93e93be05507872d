import SwiftFacts

/// The objects that one function makes, puts into one another, and hands out: a module of screens and their helpers.
///
/// Who keeps the object that is handed out keeps all the others by way of it: what leads back towards it owns nobody.
struct Assembly {
  private struct Edge: Hashable {
    var from: LocalID
    var slot: Symbol
    var to: LocalID
  }

  private var edges: Set<Edge> = []
  /// How many objects away each is from one that is handed out.
  private var distances: [LocalID: Int] = [:]

  /// O(expressions of the function).
  init(of function: FunctionID, in program: Program) {
    let code = program[program.file(of: function)].facts.code
    let declaration = program.declaration(of: function)
    var made: [ExpressionID: LocalID] = [:]
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = LocalID(index: index)
      if let value = code[local].initializer { made[value] = local }
    }
    var handedOut: Set<LocalID> = []
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .assign(let target, let value):
        guard case .member(let base, let slot) = code[target], let from = object(base, code),
          let to = code.object(value)
        else { continue }
        edges.insert(Edge(from: from, slot: slot, to: to))
      case .call(let callee, let list):
        for argument in code[list] {
          guard let given = code.object(argument.value) else { continue }
          if let holder = made[id] {
            edges.insert(Edge(from: holder, slot: argument.label ?? Names.wildcard, to: given))
          } else if case .member(let base, _) = code[callee], code.object(base) != nil {
            continue
          } else {
            handedOut.insert(given)
          }
        }
      default: continue
      }
    }
    handedOut.formUnion(code[declaration.results].compactMap(code.object))
    findDistances(from: handedOut)
  }

  /// The local whose object an expression is, or that has been put into the slot that it names: `screen.presenter?`.
  private func object(_ id: ExpressionID, _ code: Code) -> LocalID? {
    if let local = code.object(id) { return local }
    guard case .member(let base, let slot) = code[id], let from = object(base, code) else { return nil }
    let put = edges.filter { $0.from == from && $0.slot == slot }
    return put.count == 1 ? put.first?.to : nil
  }

  private mutating func findDistances(from handedOut: Set<LocalID>) {
    var next = handedOut
    var distance = 0
    while !next.isEmpty {
      for local in next { distances[local] = distance }
      distance += 1
      next = Set(edges.filter { next.contains($0.from) && distances[$0.to] == nil }.map(\.to))
    }
  }

  /// Which of some slots, each of which keeps the object of the next, leads back to the object nearest to what is
  /// handed out; nil where these objects are not put together so, or in more than one way.
  func back(among slots: [Symbol]) -> Int? {
    let rings = edges.filter { $0.slot == slots.first }.flatMap { closing([$0.from, $0.to], slots.dropFirst()) }
    guard let ring = rings.first, rings.count == 1 else { return nil }
    let reached = ring.compactMap { distances[$0] }
    guard reached.count == ring.count, let nearest = reached.min(), reached.count(where: { $0 == nearest }) == 1,
      let root = reached.firstIndex(of: nearest)
    else { return nil }
    return (root + slots.count - 1) % slots.count
  }

  /// The ways on from an object by some slots, each with an object for each slot, that come back to where they began.
  private func closing(_ way: [LocalID], _ slots: ArraySlice<Symbol>) -> [[LocalID]] {
    guard let slot = slots.first else { return way.first == way.last ? [way.dropLast()] : [] }
    return edges.filter { $0.from == way.last && $0.slot == slot }
      .flatMap { closing(way + [$0.to], slots.dropFirst()) }
  }
}

extension Program {
  /// The property of a cycle by which an object refers back to the one that its maker hands out, or to what is nearer
  /// to that; nil where no one function puts its objects together.
  public func assembledBack(in cycle: Cycle) -> PropertyID? {
    guard case .property = cycle.closing else { return nil }
    let properties = cycle.links.compactMap { link -> PropertyID? in
      switch link.how {
      case .property(let property): property
      case .store(let slot): slot.owner.flatMap { property(named: slot.name, of: $0) }
      default: nil
      }
    }
    guard properties.count == cycle.links.count, properties.count > 1,
      let at = Assembly(of: cycle.function, in: self).back(among: properties.map { declaration(of: $0).name })
    else { return nil }
    return canReferBack(properties[at]) ? properties[at] : nil
  }

  /// What begins with an object of its own, or is weak already, is not what refers back.
  func canReferBack(_ property: PropertyID) -> Bool {
    let own = declaration(of: property)
    return own.strength == .strong && !own.isLazy && !own.attributes.contains(where: knowledge[.outlet].contains)
  }
}

extension Code {
  /// The local whose object an expression is.
  fileprivate func object(_ id: ExpressionID) -> LocalID? {
    switch self[id] {
    case .local(let local): if case .variable = self[local].kind { local } else { nil }
    case .cast(let value, _): object(value)
    default: nil
    }
  }
}
