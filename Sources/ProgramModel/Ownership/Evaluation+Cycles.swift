import SwiftFacts

/// Finds the cycles among the objects of one function.
extension Evaluation {
  /// A step of a walk along ownership.
  enum Edge {
    case keep(Int)
    case part(ObjectID)
    case capture(ClosureID, Int)
    case method
    /// From what shows screens or views to one that it shows.
    case shows(Symbol)
    /// From what an object refers back to, weakly, to the object.
    case owns(Symbol)
    /// Two names of one object.
    case same
  }

  struct Graph {
    var out: [[(to: ObjectID, edge: Edge)]]
    /// Worked out once all edges are there.
    var components = Components(count: 0) { _, _ in nil }

    /// Where an object leads; nowhere for one that was first met once the graph was there, while ways were looked for.
    func ways(from object: ObjectID) -> [(to: ObjectID, edge: Edge)] {
      has(object) ? out[Int(object.index)] : []
    }

    /// Whether two objects lead to each other.
    func areInOneRound(_ one: ObjectID, _ other: ObjectID) -> Bool {
      guard has(one), has(other) else { return false }
      return components.ofNode[Int(one.index)] == components.ofNode[Int(other.index)]
    }

    private func has(_ object: ObjectID) -> Bool { out.indices.contains(Int(object.index)) }
  }

  func cycles() -> [Cycle] {
    guard !keeps.isEmpty || objects.indices.contains(where: capturesFunction) else { return [] }
    let graph = ownership()
    localNames = namesOfLocals()
    defer { localNames = nil }
    return closureCycles(graph) + remoteClosureCycles(graph) + referenceCycles(graph) + keptForGood()
      + keptByTheProcess() + lentToTheProcess()
  }

  /// Whether an object is a closure that captures one, and so perhaps itself.
  private func capturesFunction(_ index: Int) -> Bool {
    guard case .closure(let closure) = objects[index].kind else { return false }
    return captures(of: closure).contains { isFunction($0.object) }
  }

  private func ownership() -> Graph {
    // Captures make objects, so they come first.
    var index = 0
    while index < objects.count {
      if case .closure(let closure) = objects[index].kind { _ = captures(of: closure) }
      index += 1
    }
    var graph = Graph(out: Array(repeating: [], count: objects.count))
    // A slot that is given several objects is one of them, and none is another.
    var given: [Object.Kind: Int] = [:]
    for keep in keeps { given[.field(keep.holder, keep.slot), default: 0] += 1 }
    for (index, keep) in keeps.enumerated() {
      graph.out[Int(keep.holder.index)].append((keep.value, .keep(index)))
      if keep.slot != .element, let field = existing(.field(keep.holder, keep.slot)), field != keep.value,
        !isReplaced(field, by: keep)
      {
        graph.out[Int(field.index)].append((keep.value, .same))
        // What a closure in the slot captures is not what is in the slot.
        if keep.closure == nil, !isFunction(keep.value), given[.field(keep.holder, keep.slot)] == 1 {
          graph.out[Int(keep.value.index)].append((field, .same))
        }
      }
    }
    for (index, object) in objects.enumerated() {
      let id = ObjectID(index: Int32(index))
      switch object.kind {
      case .field(let base, _), .element(let base, _):
        if case .strong = object.hold { graph.out[Int(base.index)].append((id, .part(id))) }
        if let list = shownList(of: id) { graph.out[index].append((base, .shows(list))) }
        if let name = backReference(id) { graph.out[index].append((base, .owns(name))) }
        if !isMadeHere(base), let value = content(of: id), value != id { graph.out[index].append((value, .same)) }
      case .closure(let closure):
        for (position, capture) in captures(of: closure).enumerated() {
          graph.out[index].append((capture.object, .capture(closure, position)))
        }
      case .method(let base, _, _): graph.out[index].append((base, .method))
      default: break
      }
    }
    // What leads to an object may have made it.
    graph.out += Array(repeating: [], count: objects.count - graph.out.count)
    let out = graph.out
    graph.components = Components(count: out.count) { node, position in
      out[node].indices.contains(position) ? Int(out[node][position].to.index) : nil
    }
    return graph
  }

  /// Whether what was in a slot is put somewhere else before something new takes its place.
  private func isReplaced(_ field: ObjectID, by keep: Keep) -> Bool {
    keeps.contains { $0.value == field && $0.site < keep.lastSite ?? keep.site }
  }

  /// The shortest way from one object to another along ownership; empty if they are one.
  func way(
    from start: ObjectID, to goal: ObjectID, in graph: Graph, avoiding: (ObjectID) -> Bool = { _ in false },
    without cut: Place? = nil
  ) -> [(from: ObjectID, to: ObjectID, edge: Edge)]? {
    var came: [ObjectID: (from: ObjectID, edge: Edge)] = [:]
    var queue = [start]
    var head = 0
    var seen: Set<ObjectID> = [start]
    if start == goal { return [] }
    while head < queue.count {
      let here = queue[head]
      head += 1
      for (next, edge) in graph.ways(from: here) {
        if let cut, place(of: edge, from: here) == cut { continue }
        if next == goal {
          came[next] = (here, edge)
          var result: [(from: ObjectID, to: ObjectID, edge: Edge)] = [(here, next, edge)]
          var at = here
          while at != start, let step = came[at] {
            result.append((step.from, at, step.edge))
            at = step.from
          }
          return result.reversed()
        }
        guard !avoiding(next), self[next].kind != .system, self[next].kind != .process, seen.insert(next).inserted
        else { continue }
        came[next] = (here, edge)
        queue.append(next)
      }
    }
    return nil
  }

  /// A slot of one object.
  struct Place: Hashable {
    var holder: ObjectID
    var slot: Slot
  }

  /// The slot by which an edge leads on.
  private func place(of edge: Edge, from holder: ObjectID) -> Place? {
    switch edge {
    case .keep(let index): Place(holder: holder, slot: keeps[index].slot)
    case .part(let field): self[field].kind.place.map { Place(holder: holder, slot: $0.slot) }
    case .capture, .method, .shows, .owns, .same: nil
    }
  }

  // MARK: Closures of this function

  private func closureCycles(_ graph: Graph) -> [Cycle] {
    var result: [Cycle] = []
    var further: [Cycle] = []
    // Of several closures on one way round, the one that captures an object tells it.
    var around: [(ways: Set<ObjectID>, isDirect: Bool)] = []
    for (index, object) in objects.enumerated() {
      let id = ObjectID(index: Int32(index))
      let remote: RemoteClosure
      switch object.kind {
      case .closure(let closure):
        guard !facts.code[closure].isLocalFunction || !captures(of: closure).isEmpty else { continue }
        remote = RemoteClosure(
          function: function, closure: closure,
          span: SourceSpan(file: frame.file, bytes: facts.code.span(of: facts.code[closure].expression)), captured: "")
      case .method(_, let name, let site):
        remote = RemoteClosure(
          function: function, closure: nil, span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)),
          captured: name)
      default: continue
      }
      // The same closure may be captured by several names; the shortest way back tells the most.
      let rounds = rounds(from: id, in: graph).filter {
        isReal($0) && !keepsOnlyItsSubscription($0) && !isDrained($0) && !endsWithItsSource($0, in: graph)
      }
      guard let shortest = rounds.min(by: { $0.count < $1.count }) else { continue }
      var closing = remote
      if case .capture(let closure, let position)? = shortest.first?.edge {
        closing.captured = captures(of: closure)[position].name
      }
      func add(_ path: Way, to cycles: inout [Cycle]) {
        guard var cycle = cycle(.closure(closing), path) else { return }
        cycle.token = site(of: path).flatMap(token)
        cycles.append(cycle)
      }
      let way = Set(shortest.map(\.to))
      let isDirect = shortest.first.map { !isFunction($0.to) } ?? false
      if let at = around.firstIndex(where: { $0.ways == way }), at < result.count {
        if around[at].isDirect || !isDirect { continue }
        result.remove(at: at)
        around.remove(at: at)
      }
      let count = result.count
      add(shortest, to: &result)
      if result.count > count { around.append((way, isDirect)) }
      for path in detours(of: shortest, in: graph) { add(path, to: &further) }
    }
    let merged = merge(result)
    return merged + further.filter { detour in merged.contains { $0.closing == detour.closing } }
  }

  /// Further rounds by way of other slots: what ends one of two need not end the other. O(steps × edges).
  private func detours(of path: Way, in graph: Graph) -> [Way] {
    guard let first = path.first, let last = path.last else { return [] }
    var result: [Way] = []
    var seen: Set<[Place]> = [path.compactMap { place(of: $0.edge, from: $0.from) }]
    for step in path.dropFirst() {
      guard let cut = place(of: step.edge, from: step.from), cut.slot != .element,
        let rest = way(from: first.to, to: last.to, in: graph, without: cut)
      else { continue }
      let other = [first] + rest
      guard isReal(other), !keepsOnlyItsSubscription(other), !isDrained(other), !endsWithItsSource(other, in: graph),
        seen.insert(other.compactMap { place(of: $0.edge, from: $0.from) }).inserted
      else { continue }
      result.append(other)
    }
    return result
  }

  /// A closure that captures nothing but its own subscription is how one keeps a subscription until it fires.
  private func keepsOnlyItsSubscription(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Bool {
    guard path.allSatisfy({ isFunction($0.to) || isSubscription($0.to) }) else { return false }
    guard path.count == 1, let step = path.first, !isSubscription(step.to) else { return true }
    return !capturesVariable(by: step.edge)
  }

  /// Whether a closure captures a variable, and so what that is given later, itself. A constant, or an entry of a
  /// capture list, holds what was there before.
  private func capturesVariable(by edge: Edge) -> Bool {
    guard case .capture(let closure, let position) = edge else { return false }
    let site = captures(of: closure)[position].site
    guard case .local(let local) = facts.code[site], case .variable(isLet: false) = facts.code[local].kind else {
      return false
    }
    return !facts.code[closure].captureList.contains { entry in
      if case .capture(_, value: site) = facts.code[entry].kind { true } else { false }
    }
  }

  /// Whether one of the objects, which no slot tells to others, lets go here of what it was given.
  private func isDrained(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Bool {
    path.contains { step in
      guard case .keep = step.edge, self[step.from].kind.place == nil else { return false }
      return drained.contains(step.from)
    }
  }

  /// The shortest ways back to an object, one for each of what it keeps.
  private func rounds(from start: ObjectID, in graph: Graph) -> [[(from: ObjectID, to: ObjectID, edge: Edge)]] {
    graph.ways(from: start).compactMap { next, edge in
      // What does not lead back is not searched.
      guard graph.areInOneRound(start, next), let rest = way(from: next, to: start, in: graph) else { return nil }
      return [(start, next, edge)] + rest
    }
  }

  /// One subscription kept through several closures is one finding.
  private func merge(_ cycles: [Cycle]) -> [Cycle] {
    var result: [Cycle] = []
    for cycle in cycles {
      guard let statement = subscription(of: cycle) else {
        result.append(cycle)
        continue
      }
      if let at = result.firstIndex(where: { subscription(of: $0) == statement }),
        case .closure(let closure) = cycle.closing
      {
        result[at].others.append(closure.span)
      } else {
        result.append(cycle)
      }
    }
    return result
  }

  /// The expression whose result keeps the closure, where it is a subscription.
  private func subscription(of cycle: Cycle) -> SourceSpan? {
    for link in cycle.links {
      if case .store(let slot) = link.how, slot == .element,
        link.steps.contains(where: {
          if case .knownFunction(_, .token) = $0.saying { true } else { false }
        })
      {
        return link.span.map { SourceSpan(file: $0.file, bytes: ByteSpan(start: $0.bytes.start, end: 0)) }
      }
    }
    return nil
  }

  // MARK: Closures inside called functions

  private func remoteClosureCycles(_ graph: Graph) -> [Cycle] {
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() {
      guard let closure = keep.closure, !isFunction(keep.value),
        !result.contains(where: { $0.closing == .closure(closure) })
      else { continue }
      guard let way = way(from: keep.value, to: keep.holder, in: graph, avoiding: isFunction) else { continue }
      let path = way + [(keep.holder, keep.value, .keep(index))]
      guard isReal(path), var cycle = cycle(.closure(closure), path) else { continue }
      cycle.token = path.reversed().lazy.compactMap { self.token(of: $0.edge) }.first
      result.append(cycle)
    }
    return result
  }

  // MARK: Kept for good

  private func keptForGood() -> [Cycle] {
    guard let system = existing(.system) else { return [] }
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() where keep.holder == system {
      guard !isTokenReleased(keep.site) else { continue }
      if case .method(let base, let name, let site) = self[keep.value].kind, self[base].kind == .selfObject,
        program.isReference(self[base].type) == true
      {
        let remote = RemoteClosure(
          function: function, closure: nil, span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)),
          captured: name)
        guard var cycle = cycle(.closure(remote), [(keep.value, base, .method), (system, keep.value, .keep(index))])
        else { continue }
        cycle.isKeptForGood = true
        cycle.captured = self[base].type
        cycle.tokenSlots = tokenSlots(at: keep.site)
        result.append(cycle)
      }
      guard case .closure(let closure) = self[keep.value].kind, !endsItself(closure) else { continue }
      guard
        let position = captures(of: closure).firstIndex(where: {
          self[$0.object].kind == .selfObject && program.isReference(self[$0.object].type) == true
        })
      else { continue }
      let capture = captures(of: closure)[position]
      let remote = RemoteClosure(
        function: function, closure: closure,
        span: SourceSpan(file: frame.file, bytes: facts.code.span(of: facts.code[closure].expression)),
        captured: capture.name)
      let path: [(from: ObjectID, to: ObjectID, edge: Edge)] = [
        (keep.value, capture.object, .capture(closure, position)), (system, keep.value, .keep(index)),
      ]
      guard var cycle = cycle(.closure(remote), path) else { continue }
      cycle.isKeptForGood = true
      cycle.captured = self[capture.object].type
      cycle.tokenSlots = tokenSlots(at: keep.site)
      result.append(cycle)
    }
    return result
  }

  /// `{ timer in … timer.invalidate() }`.
  func endsItself(_ closure: ClosureID) -> Bool {
    facts.code[closure].parameters.contains { parameter in
      value(ofLocal: parameter).contains(where: released.contains)
    }
  }

  /// Whether what the call answers with is handed to something that ends it, here or elsewhere.
  func isTokenReleased(_ site: ExpressionID) -> Bool {
    guard let token = existing(.fresh(site)) else { return false }
    if released.contains(token) { return true }
    // Answering with it leaves the end of it to the caller.
    if resultObjects().contains(token) { return true }
    for keep in keeps where keep.value == token {
      if let field = existing(.field(keep.holder, keep.slot)), released.contains(field) { return true }
    }
    return false
  }

  /// Slots that hold the token of a closure kept for good, or have the list that does.
  func tokenSlots(at site: ExpressionID) -> [Slot] {
    guard let token = existing(.fresh(site)) else { return [] }
    return keeps.filter { $0.value == token }.map { keep in
      keep.slot == .element ? self[keep.holder].kind.place?.slot ?? keep.slot : keep.slot
    }
  }

  /// What a call answers with, where the program keeps it somewhere.
  func token(at site: ExpressionID) -> Cycle.Token? {
    guard let answer = existing(.fresh(site)), let type = self[answer].type.nominal, program[type].kind == .class,
      !resultObjects().contains(answer)
    else { return nil }
    let slots = tokenSlots(at: site)
    return slots.isEmpty ? nil : Cycle.Token(type: type, slots: slots)
  }

  private func token(of edge: Edge) -> Cycle.Token? {
    if case .keep(let index) = edge { token(at: keeps[index].site) } else { nil }
  }

  /// The place at which the last step of a way keeps what it leads to.
  private func site(of path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> ExpressionID? {
    path.reversed().lazy.compactMap { step in
      if case .keep(let index) = step.edge { self.keeps[index].site } else { nil }
    }.first
  }
}
