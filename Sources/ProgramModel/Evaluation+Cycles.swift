import SwiftFacts

/// Finds the cycles among the objects of one function.
extension Evaluation {
  /// A step of a walk along ownership.
  private enum Edge {
    case keep(Int)
    case part(ObjectID)
    case capture(ClosureID, Int)
    case method
    /// Two names of one object.
    case same
  }

  private struct Graph {
    var out: [[(to: ObjectID, edge: Edge)]]
  }

  func cycles() -> [Cycle] {
    guard !keeps.isEmpty else { return [] }
    let graph = ownership()
    return closureCycles(graph) + remoteClosureCycles(graph) + referenceCycles(graph) + keptForGood()
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
      if keep.slot != .element, let field = existing(.field(keep.holder, keep.slot)), field != keep.value {
        graph.out[Int(field.index)].append((keep.value, .same))
        if !isFunction(keep.value), given[.field(keep.holder, keep.slot)] == 1 {
          graph.out[Int(keep.value.index)].append((field, .same))
        }
      }
    }
    for (index, object) in objects.enumerated() {
      let id = ObjectID(index: Int32(index))
      switch object.kind {
      case .field(let base, _):
        if case .strong = object.hold { graph.out[Int(base.index)].append((id, .part(id))) }
      case .closure(let closure):
        for (position, capture) in captures(of: closure).enumerated() {
          graph.out[index].append((capture.object, .capture(closure, position)))
        }
      case .method(let base, _, _): graph.out[index].append((base, .method))
      default: break
      }
    }
    return graph
  }

  /// The shortest way from one object to another along ownership; empty if they are one.
  private func way(
    from start: ObjectID, to goal: ObjectID, in graph: Graph, avoiding: (ObjectID) -> Bool = { _ in false }
  ) -> [(from: ObjectID, to: ObjectID, edge: Edge)]? {
    var came: [ObjectID: (from: ObjectID, edge: Edge)] = [:]
    var queue = [start]
    var head = 0
    var seen: Set<ObjectID> = [start]
    if start == goal { return [] }
    while head < queue.count {
      let here = queue[head]
      head += 1
      for (next, edge) in graph.out[Int(here.index)] {
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
        guard !avoiding(next), self[next].kind != .system, seen.insert(next).inserted else { continue }
        came[next] = (here, edge)
        queue.append(next)
      }
    }
    return nil
  }

  // MARK: Closures of this function

  private func closureCycles(_ graph: Graph) -> [Cycle] {
    var result: [Cycle] = []
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
          function: function, closure: nil, span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)), captured: name)
      default: continue
      }
      // The same closure may be captured by several names; the shortest way back tells the most.
      guard let path = shortestRound(from: id, in: graph), isReal(path), !keepsOnlyItsSubscription(path) else { continue }
      var closing = remote
      if case .capture(let closure, let position)? = path.first?.edge { closing.captured = captures(of: closure)[position].name }
      guard let cycle = cycle(.closure(closing), path) else { continue }
      result.append(cycle)
    }
    return merge(result)
  }

  /// A closure that captures nothing but its own subscription is how one keeps a subscription until it fires.
  private func keepsOnlyItsSubscription(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Bool {
    path.allSatisfy { isFunction($0.to) || isSubscription($0.to) }
  }

  private func shortestRound(from start: ObjectID, in graph: Graph) -> [(from: ObjectID, to: ObjectID, edge: Edge)]? {
    var best: [(from: ObjectID, to: ObjectID, edge: Edge)]?
    for (next, edge) in graph.out[Int(start.index)] {
      guard let rest = way(from: next, to: start, in: graph) else { continue }
      let path = [(start, next, edge)] + rest
      if best == nil || path.count < best?.count ?? 0 { best = path }
    }
    return best
  }

  /// One subscription kept through several closures is one finding.
  private func merge(_ cycles: [Cycle]) -> [Cycle] {
    var result: [Cycle] = []
    for cycle in cycles {
      guard let statement = subscription(of: cycle) else {
        result.append(cycle)
        continue
      }
      if let at = result.firstIndex(where: { subscription(of: $0) == statement }), case .closure(let closure) = cycle.closing {
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
      if case .store(let slot) = link.how, slot == .element, link.steps.contains(where: {
        if case .knownFunction(_, .token) = $0.saying { true } else { false }
      }) {
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
      guard isReal(path), let cycle = cycle(.closure(closure), path) else { continue }
      result.append(cycle)
    }
    return result
  }

  // MARK: References

  private func referenceCycles(_ graph: Graph) -> [Cycle] {
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() {
      guard keep.closure == nil, !isFunction(keep.value), let named = property(of: keep.slot), isBackReference(keep),
        let back = program.stored(named)
      else { continue }
      guard let way = way(from: keep.value, to: keep.holder, in: graph, avoiding: isFunction) else { continue }
      let path = way + [(keep.holder, keep.value, .keep(index))]
      // A remote closure on the way has been reported as one.
      guard !path.contains(where: { if case .keep(let at) = $0.edge { keeps[at].closure != nil } else { false } }) else { continue }
      guard isReal(path), !result.contains(where: { $0.closing == .property(back) }) else { continue }
      if case .field = self[keep.value].kind, case .field = self[keep.holder].kind, way.isEmpty { continue }
      // An object that keeps itself is sure only where the code says `self.x = self`.
      if keep.value == keep.holder, self[keep.value].kind != .selfObject || !keep.steps.isEmpty { continue }
      guard var cycle = cycle(.property(back), path) else { continue }
      if isChainOfEquals(cycle) { for index in cycle.links.indices { cycle.links[index].proof = .guessed } }
      result.append(cycle)
    }
    return oneForEach(result)
  }

  /// Neighbours in a list refer to each other, and whoever removes one unlinks it.
  private func isChainOfEquals(_ cycle: Cycle) -> Bool {
    guard cycle.links.count > 1, let first = cycle.links.first?.type.nominal else { return false }
    return cycle.links.allSatisfy { $0.type.nominal == first && $0.how != .element && $0.how != .store(.element) }
  }

  /// Objects that refer to each other make one cycle, whichever reference one looks at first: the one that
  /// is named like a reference back tells it.
  private func oneForEach(_ cycles: [Cycle]) -> [Cycle] {
    var result: [Cycle] = []
    for cycle in cycles {
      if let at = result.firstIndex(where: { slots(of: $0) == slots(of: cycle) }) {
        if backwardness(of: cycle) > backwardness(of: result[at]) { result[at] = cycle }
      } else {
        result.append(cycle)
      }
    }
    return result
  }

  private func slots(of cycle: Cycle) -> Set<Symbol> {
    Set(
      cycle.links.compactMap { link in
        switch link.how {
        case .store(let slot): slot.name
        case .property(let property): program.declaration(of: property).name
        default: nil
        }
      })
  }

  private func backwardness(of cycle: Cycle) -> Int {
    guard case .property(let property) = cycle.closing else { return 0 }
    let declaration = program.declaration(of: property)
    let name = declaration.name.text.lowercased()
    var score = Self.backward.contains { name.hasSuffix($0) } ? 2 : 0
    if declaration.type != nil, !declaration.isLet { score += 1 }
    return score
  }

  private static let backward = [
    "delegate", "datasource", "parent", "owner", "coordinator", "presenter", "container", "superview", "controller",
    "listener", "observer", "source", "account", "service", "context", "output", "view",
  ]

  func property(of slot: Slot) -> PropertyID? {
    guard let owner = slot.owner, case .property(let property)? = program.member(slot.name, of: owner) else { return nil }
    return property
  }

  /// Of the links of a cycle, the one that points back: it is given an object that was there before.
  private func isBackReference(_ keep: Keep) -> Bool {
    switch self[keep.value].kind {
    case .selfObject, .parameter: break
    case .field(_, let slot):
      // One element of a collection is not another.
      if slot == .element { return false }
    default: return false
    }
    if case .field(_, .element) = self[keep.holder].kind, self[keep.holder].type == self[keep.value].type { return false }
    // A value is copied into what refers back, so only `self` in it is sure to be the one that owns it.
    if let owner = keep.slot.owner, program[owner].isValueType, self[keep.value].kind != .selfObject { return false }
    return program.isReference(self[keep.value].type) == true
  }

  // MARK: Kept for good

  private func keptForGood() -> [Cycle] {
    guard let system = existing(.system) else { return [] }
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() where keep.holder == system {
      guard case .closure(let closure) = self[keep.value].kind, !isTokenReleased(keep.site), !endsItself(closure) else {
        continue
      }
      guard
        let position = captures(of: closure).firstIndex(where: {
          self[$0.object].kind == .selfObject && program.isReference(self[$0.object].type) == true
        })
      else { continue }
      let capture = captures(of: closure)[position]
      let remote = RemoteClosure(
        function: function, closure: closure,
        span: SourceSpan(file: frame.file, bytes: facts.code.span(of: facts.code[closure].expression)), captured: capture.name)
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
  private func endsItself(_ closure: ClosureID) -> Bool {
    facts.code[closure].parameters.contains { parameter in
      value(ofLocal: parameter).contains(where: released.contains)
    }
  }

  /// Whether what the call answers with is handed to something that ends it, here or elsewhere.
  private func isTokenReleased(_ site: ExpressionID) -> Bool {
    guard let token = existing(.fresh(site)) else { return false }
    if released.contains(token) { return true }
    // Answering with it leaves the end of it to the caller.
    if resultObjects().contains(token) { return true }
    for keep in keeps where keep.value == token {
      if let field = existing(.field(keep.holder, keep.slot)), released.contains(field) { return true }
    }
    return false
  }

  /// Slots that hold the token of a closure kept for good.
  func tokenSlots(at site: ExpressionID) -> [Slot] {
    guard let token = existing(.fresh(site)) else { return [] }
    return keeps.filter { $0.value == token }.map(\.slot)
  }

  // MARK: Making cycles

  /// At least one object on the way must be one that is shared rather than copied.
  private func isReal(_ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Bool {
    path.contains { step in
      switch self[step.to].kind {
      case .closure, .method, .system, .global: return false
      default:
        return program.isReference(self[step.to].type) ?? isTreatedAsReference(step.to)
      }
    }
  }

  /// Where the type tells nothing, the use may: something of the system keeps things in it, or it is given a
  /// closure although it is a constant.
  private func isTreatedAsReference(_ id: ObjectID) -> Bool {
    keeps.contains { keep in
      keep.holder == id
        && keep.steps.contains { step in
          switch step.saying {
          case .unknownProperty, .knownProperty, .knownFunction, .knownKeep: true
          default: false
          }
        }
    }
  }

  private func cycle(_ closing: Cycle.Closing, _ path: [(from: ObjectID, to: ObjectID, edge: Edge)]) -> Cycle? {
    var links: [Cycle.Link] = []
    for step in path {
      let name = describe(step.from)
      let type = self[step.from].type
      switch step.edge {
      case .same: continue
      case .part(let field):
        guard case .field(_, let slot) = self[field].kind, case .strong(let proof) = self[field].hold else { return nil }
        let how: Cycle.How =
          slot == .element ? .element : property(of: slot).map { .property($0) } ?? .knownProperty(slot.name)
        links.append(.init(object: name, type: type, how: how, proof: proof, span: nil, steps: []))
      case .keep(let index):
        let keep = keeps[index]
        links.append(
          .init(
            object: name, type: type, how: .store(keep.slot), proof: keep.proof,
            span: SourceSpan(file: frame.file, bytes: facts.code.span(of: keep.site)), steps: keep.steps))
      case .capture(let closure, let position):
        let capture = captures(of: closure)[position]
        links.append(
          .init(
            object: name, type: type, how: .capture(capture.name), proof: .proven,
            span: SourceSpan(file: frame.file, bytes: facts.code.span(of: capture.site)), steps: []))
      case .method:
        guard case .method(_, let method, let site) = self[step.from].kind else { continue }
        links.append(
          .init(
            object: name, type: type, how: .methodReference(method), proof: .proven,
            span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)), steps: []))
      }
    }
    guard !links.isEmpty else { return nil }
    var cycle = Cycle(closing: closing, function: function, links: links)
    let captured = path.first { step in
      switch step.edge {
      case .capture, .method: !isFunction(step.to)
      default: false
      }
    }
    cycle.captured = captured.map { self[$0.to].type } ?? path.first.map { self[$0.from].type } ?? .unknown
    return cycle
  }

  /// How the code would call an object.
  func describe(_ id: ObjectID) -> String {
    switch self[id].kind {
    case .selfObject: return "self"
    case .parameter(let index):
      return frame.declaration.parameters.indices.contains(index)
        ? facts.code[frame.declaration.parameters[index].local].name.text : "newValue"
    case .field(let base, let slot):
      let outer = describe(base)
      if slot == .element || slot.isPayload { return outer }
      return outer == "self" ? slot.name.text : "\(outer).\(slot.name)"
    case .fresh(let expression):
      if let name = localName(holding: id) ?? slotName(holding: id) { return name }
      if isSubscription(id) { return Cycle.Link.subscription }
      return describe(expression) ?? self[id].type.nominal.map { program[$0].name.text } ?? "it"
    case .closure: return "this closure"
    case .method(_, let name, _): return name.text
    case .global(let name): return name.text
    case .local(let local): return facts.code[local].name.text
    case .system: return "the system"
    }
  }

  /// Whether an object is what a call like `sink` answers with.
  func isSubscription(_ id: ObjectID) -> Bool {
    guard case .fresh = self[id].kind else { return false }
    return keeps.contains { keep in
      keep.holder == id
        && keep.steps.contains { if case .knownFunction(_, .token) = $0.saying { true } else { false } }
    }
  }

  /// The variable that a new object is put into, if there is one.
  private func localName(holding id: ObjectID) -> String? {
    for index in frame.declaration.firstLocal..<frame.declaration.endLocal {
      let local = facts.code[LocalID(index: index)]
      guard case .variable = local.kind, value(ofLocal: LocalID(index: index)).contains(id) else { continue }
      return local.name.text
    }
    return nil
  }

  /// The property that a new object is put into, if there is one.
  private func slotName(holding id: ObjectID) -> String? {
    keeps.first { $0.value == id && $0.slot.owner != nil && $0.slot != .element && !$0.slot.isPayload }?.slot.name.text
  }

  private func describe(_ expression: ExpressionID) -> String? {
    switch facts.code[expression] {
    case .call(let callee, _): return describe(callee)
    case .name(let name, _): return name.isCapitalized ? name.text : "what `\(name)` returns"
    case .member(_, let name):
      if name == Names.init_ { return nil }
      return name.isCapitalized ? name.text : "what `\(name)` returns"
    default: return nil
    }
  }
}
