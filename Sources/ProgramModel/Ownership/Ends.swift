import SwiftFacts

/// What ends cycles: the places where slots are let go of, and who gets there.
struct Ends {
  private(set) var program: Program
  private var calls: CallIndex
  private(set) var walk: ReachWalk
  /// What all functions together say of ends. What is looked up in there is noted.
  private(set) var tables: EndTables
  let lifetimes: ProcessLifetime

  typealias Place = EndTables.Place

  /// Slots that the program empties while the objects live.
  private(set) var emptied: Set<Slot> = []

  init(program: Program, outcomes: [Int: SummaryFixpoint.Outcome], calls: CallIndex) {
    self.program = program
    self.calls = calls
    lifetimes = program.processLifetime(calls)
    tables = EndTables(unmade: program.unmadeTypes(calls))
    tables.takenOff = Set(
      program.knowledge[.takesOffScreen].names.flatMap { calls.sites[$0] ?? [] }.compactMap { site in
        let code = program[program.file(of: site.function)].facts.code
        guard case .call(let callee, _) = code[site.call] else { return nil }
        switch code[callee] {
        case .name(_, implicitSelf: .some): return program.owner(of: site.function)
        case .member(let base, _):
          guard case .local(let local) = code[base], code[local].kind == .selfReference else { return nil }
          return program.owner(of: site.function)
        default: return nil
        }
      })
    for (index, outcome) in outcomes where !outcome.homes.isEmpty {
      tables.homes[FunctionID(index: Int32(index))] = outcome.homes
    }
    walk = ReachWalk(program: program, calls: calls, tables: tables)
    for (index, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      tables.roots.formUnion(outcome.roots)
      for clear in outcome.clears {
        let place = Place(function: FunctionID(index: Int32(index)), clear: clear)
        for slot in slots(meantBy: clear.slot) { tables.places[slot, default: []].append(place) }
        if clear.reach == .slot, !calls.comesTooLate(place.function, in: program) { emptied.insert(clear.slot) }
      }
    }
  }

  /// The same, asked for one unit of work: what others have had worked out, that would not be seen to read.
  ///
  /// - Parameter program: The same one; notes what is asked.
  func asked(through program: Program) -> Ends {
    var ends = self
    ends.program = program
    ends.calls = program.calls(threads: 1)
    ends.walk = ReachWalk(program: program, calls: ends.calls, tables: tables)
    return ends
  }

  /// Where functions empty a slot, under its own name.
  private func places(of slot: Slot) -> [Place] {
    program.lookUp(\EndTables.places, slot, in: tables) { $0.places[$1] ?? [] }
  }

  /// A slot, and where a protocol requires it what its types have for it.
  private func slots(meantBy slot: Slot) -> [Slot] {
    guard let owner = slot.owner, program[owner].kind == .protocol else { return [slot] }
    return [slot]
      + (program.descendants[owner] ?? []).filter { program[$0].properties[slot.name] != nil }
      .map { Slot(name: slot.name, owner: $0) }
  }

  /// Where a slot is emptied, under its own name or, of one that a protocol asks for, that of the types which have it.
  private func places(emptying slot: Slot) -> [Place] {
    var seen: [FunctionID: Set<ByteSpan>] = [:]
    return slots(meantBy: slot).flatMap(places(of:)).filter {
      seen[$0.function, default: []].insert($0.clear.span).inserted
    }
  }

  /// Whether a slot of a cycle is emptied in more places than are looked into, one by one.
  private func isBeyondLimit(_ cycle: Cycle) -> Bool {
    (cycle.tokenSlots + cycle.links.compactMap(slot(of:))).contains { places(of: $0).count > Limits.clears }
  }

  /// Whether something ends a cycle, and the ends that do not.
  func judge(_ cycle: Cycle) -> (ended: Cycle.Ended, ends: [Cycle.End]) {
    var ended = Cycle.Ended.never
    var ends: [Cycle.End] = []
    if isBeyondLimit(cycle) { return (Limits.hit(.clears) ?? .surely, ends) }
    let tokenStays = tokenStays(of: cycle)
    func note(_ place: Place, at index: Int?) {
      var reach =
        isInTheSameRun(place, as: cycle) && !isOnAnotherBranch(place, cycle)
        ? [.everyDrop(place.function)]
        : walk.reach(
          of: place.clear, in: place.function, against: cycle, at: index, siblings: siblings(of: place),
            tokenStays: tokenStays,
          by: index.flatMap { overrides(of: place.function, by: cycle.links[$0].type).first })
      if let index, isForOneAlone(place, of: cycle, at: index) || takesNewestAlone(place, of: cycle, walk) {
        reach = reach.map { way in
          switch way {
          case .reached, .unknown: .oneOfMany(in: place.function)
          default: way
          }
        }
      }
      if index != nil, keepsAfterCall(place) {
        reach = reach.map { way in
          switch way {
          case .reached, .unknown: .notAfterEachCall(in: place.function)
          default: way
          }
        }
      }
      if place.clear.isSetAnew {
        reach = reach.map { way in
          switch way {
          case .reached, .unknown: .setAnew(by: place.function)
          default: way
          }
        }
      }
      let end = Cycle.End(
        slot: place.clear.slot, function: place.function,
        span: SourceSpan(file: program.file(of: place.function), bytes: place.clear.span), reach: reach)
      ends.append(end)
      ended = max(ended, judge(end, of: cycle, at: index))
    }
    let relay = cycle.lasting?.relay.map { RelayEnds($0, in: program) }
    if let relay, cycle.tokenSlots.contains(where: relay.isHandedOn) { return (.surely, ends) }
    for slot in cycle.tokenSlots {
      for place in places(of: slot) where counts(place, against: cycle, at: nil) && ended != .surely {
        note(place, at: nil)
      }
    }
    for (index, link) in cycle.links.enumerated() {
      if isOnStack(after: index, in: cycle) { return (.surely, ends) }
      if isTakenOffScreen(after: index, in: cycle) { return (.surely, ends) }
      guard let slot = slot(of: link), slot != .element else { continue }
      if isLetGoBySystem(slot, of: link.type) { return (.surely, ends) }
      // Whoever shows what is there, as a sheet is shown, empties it through a binding when that is dismissed.
      if calls.isBound(slot.name), isOptional(slot) { return (.surely, ends) }
      for place in places(emptying: slot) where counts(place, against: cycle, at: index) && ended != .surely {
        if place.function == relay?.function, relay?.isToldByToken(place.clear) ?? false { continue }
        note(place, at: index)
      }
    }
    return (ended, ends)
  }

  /// Whether a property may be empty, and has a wrapper: those are what there are bindings of.
  private func isOptional(_ slot: Slot) -> Bool {
    guard let owner = slot.owner, let property = program.property(named: slot.name, of: owner),
      case let declaration = program.declaration(of: property), let type = declaration.type,
      declaration.attributes.contains(where: { !program.knowledge[.seenByObjectiveC].contains($0) })
    else { return false }
    if case .optional = program[program.file(of: property)].facts.code[type] { return true }
    return false
  }

  /// Where the function of a place empties the same slot at the same time.
  private func siblings(of place: Place) -> [ByteSpan] {
    places(of: place.clear.slot).filter {
      $0.function == place.function && $0.clear.closure == place.clear.closure
    }.map(\.clear.span)
  }

  /// Whether what may end a cycle when it goes is kept by the objects of the cycle alone, and none of them drops it.
  private func tokenStays(of cycle: Cycle) -> Bool {
    guard let token = cycle.token else { return false }
    return token.slots.allSatisfy { slot in
      guard let owner = slot.owner, program[owner].kind == .class || program[owner].kind == .actor,
        walk.isMember(owner, of: cycle) || isKeptByMember(owner, of: cycle)
      else { return false }
      return isNeverEmptied(slot)
    }
  }

  /// Whether nothing empties a slot before its object goes.
  func isNeverEmptied(_ slot: Slot) -> Bool {
    places(emptying: slot).allSatisfy { calls.comesTooLate($0.function, in: program) }
  }

  private func judge(_ end: Cycle.End, of cycle: Cycle, at index: Int?) -> Cycle.Ended {
    let link = index.map { cycle.links[$0] }
    let next = index.flatMap { $0 + 1 < cycle.links.count ? cycle.links[$0 + 1] : nil }
    let isShown = link.map { isOnShow($0, value: next) } ?? false
    var result = Cycle.Ended.never
    for reach in end.reach {
      switch reach {
      case .everyDrop, .unknown: return .surely
      case .ownClosure where !isShown: return .surely
      case .reached(let function) where !isShown && program.declaration(of: function).kind == .deinitializer:
        return .surely
      // What shows something takes it away when there is nothing more to show, and may be left before.
      case .someWays, .ownClosure, .ownClosureOnSomeWays, .notAfterEachCall, .setAnew:
        result = max(result, .atTimes)
      case .reached: result = max(result, isShown ? .atTimes : .onRequest)
      case .membersDeinit, .nobody, .filledAgain, .anotherEntry, .oneOfMany: break
      }
    }
    return result
  }

  private func slot(of link: Cycle.Link) -> Slot? {
    switch link.how {
    case .store(let stored): stored
    case .property(let property): Slot(name: program.declaration(of: property).name, owner: program.owner(of: property))
    // `$name`: what a wrapper of the program projects.
    case .knownProperty(let name): name.isMarked ? Slot(name: name, owner: link.type.nominal) : nil
    default: nil
    }
  }

  private func counts(_ place: Place, against cycle: Cycle, at index: Int?) -> Bool {
    let link = index.map { cycle.links[$0] }
    let next = index.flatMap { $0 + 1 < cycle.links.count ? cycle.links[$0 + 1] : nil }
    if let link, isOverridden(place, by: link.type) || isOverridden(place, in: cycle)
      || isOfAnotherKind(place, than: link.type)
    {
      return false
    }
    // What the system keeps until it is told otherwise does not end with what refers to it.
    if index == nil, cycle.lasting == nil, !place.clear.tellsToEnd { return false }
    switch place.clear.extent {
    case .all: break
    case .nothing:
      if index != nil, place.function == cycle.function || next.map({ !letsGoOnceEnded($0.type) }) ?? true {
        return false
      }
    case .oneElement:
      // What holds the collection is one link, and what is put into it the next. Of what lasts, each is taken out once.
      if cycle.lasting == nil,
        [link, next].compactMap(\.self).contains(where: {
          isFill(of: $0, in: place.function) && !takesOutOwnEntry(place.clear, in: place.function, of: $0, in: cycle)
        })
      {
        return false
      }
    }
    switch place.clear.reach {
    case .slot: break
    // What has gone from a token's object is the token.
    case .contents where index == nil: break
    case .contents: if !isOfContents(next) { return false }
    // What a value of one case carries is gone where another takes its place.
    case .holds(let name):
      guard case .store(let payload)? = next?.how, payload.isPayload, !payload.name.text.hasPrefix("(\(name).") else {
        return false
      }
    // An object that replaces what is in a slot of its own is one like those of the cycle.
    case .replaced(in: nil): break
    case .replaced(let holder):
      // The object of the cycle is the one in this slot.
      let before = index.map { cycle.links[($0 + cycle.links.count - 1) % cycle.links.count] }
      guard before.flatMap(slot(of:)) == holder || before?.how == holder.map({ .knownProperty($0.name) }) else {
        return false
      }
    }
    guard isInTheSameRun(place, as: cycle), !isOnAnotherBranch(place, cycle) else { return true }
    return place.clear.isDeferred || comesAfterwards(place, cycle, link)
  }

  /// Whether the object of a link has a method of its own instead of the one that lets go, and does not call that.
  /// Where objects are made of its heirs alone, each of these has.
  private func isOverridden(_ place: Place, by type: Type) -> Bool {
    if hasOwn(insteadOf: place.function, type) { return true }
    guard let id = type.nominal, program[id].kind == .class, !calls.isConstructed(id, in: program) else { return false }
    let heirs = (program.descendants[id] ?? []).filter { calls.isConstructed($0, in: program) }
    return !heirs.isEmpty && heirs.allSatisfy { hasOwn(insteadOf: place.function, .nominal($0, arguments: [])) }
  }

  /// Whether the method that lets go is one of an object of the cycle, which has one of its own instead.
  private func isOverridden(_ place: Place, in cycle: Cycle) -> Bool {
    guard let owner = program.owner(of: place.function), program[owner].kind == .class else { return false }
    let members = ([cycle.captured] + cycle.links.map(\.type)).filter { type in
      type.nominal.map { program.lineage(of: $0).contains(owner) } ?? false
    }
    return !members.isEmpty && members.allSatisfy { isOverridden(place, by: $0) }
  }

  private func hasOwn(insteadOf method: FunctionID, _ type: Type) -> Bool {
    overrides(of: method, by: type).contains { function in
      let own = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      return !(own.firstExpression..<own.endExpression).contains { at in
        code.superMember(ExpressionID(index: at)) == own.name
      }
    }
  }

  /// What an object of a type has instead of a method, from its own class upward.
  private func overrides(of method: FunctionID, by type: Type) -> [FunctionID] {
    let declaration = program.declaration(of: method)
    guard let id = type.nominal, let owner = program.owner(of: method), id != owner,
      declaration.kind == .function, program[owner].kind == .class, program.lineage(of: id).contains(owner)
    else { return [] }
    return program.lineage(of: id).prefix { $0 != owner }.flatMap { program.overrides(of: method, declaredIn: $0) }
  }

  /// Whether the slot is one of an object that cannot be the one of the cycle: of two classes, neither is the other.
  private func isOfAnotherKind(_ place: Place, than type: Type) -> Bool {
    guard let holder = place.clear.holder, let id = type.nominal, program[holder].kind == .class,
      program[id].kind == .class
    else { return false }
    return !program.lineage(of: holder).contains(id) && !program.lineage(of: id).contains(holder)
  }

  /// Whether a function that takes out one element is the one that puts elements in, so that it leaves some.
  private func isFill(of link: Cycle.Link, in function: FunctionID) -> Bool {
    let file = program.file(of: function)
    guard let body = program[file].facts.code.statements(of: program.declaration(of: function)).first?.span else {
      return false
    }
    return link.steps.contains { step in
      guard let span = step.span, span.file == file else { return false }
      return body.start <= span.bytes.start && span.bytes.end <= body.end
    }
  }

  /// Whether a function that empties the slot of a completion after one call of it calls it as well on a way on which
  /// it does not.
  private func keepsAfterCall(_ place: Place) -> Bool {
    let name = place.clear.slot.name
    guard place.clear.reach == .slot, place.clear.closure == nil, program.knowledge[.isCompletion].fits(name) else {
      return false
    }
    let declaration = program.declaration(of: place.function)
    let code = program[program.file(of: place.function)].facts.code
    let ends = places(of: place.clear.slot).filter { $0.function == place.function && $0.clear.closure == nil }
    let deferred = code.statements(of: declaration).filter { $0.kind == .deferred }.map(\.span)
    func isFollowed(_ call: ByteSpan) -> Bool {
      ends.contains { end in
        if end.clear.isDeferred, let later = deferred.first(where: { $0.contains(end.clear.span) }) {
          return later.start < call.start
            ? code.alwaysComes(from: later.start + 1, to: call.start, in: declaration)
            : code.alwaysComes(from: call.end, to: later.start, in: declaration)
        }
        return call.end <= end.clear.span.start
          && code.alwaysComes(from: call.end, to: end.clear.span.start, in: declaration)
      }
    }
    let calls = (declaration.firstExpression..<declaration.endExpression).compactMap { index -> ByteSpan? in
      let id = ExpressionID(index: index)
      guard case .call(let callee, _) = code[id], code.ownProperty(callee) == name,
        code.innermostClosure(around: id) == nil
      else { return nil }
      return code.span(of: id)
    }
    return calls.contains(where: isFollowed) && !calls.allSatisfy(isFollowed)
  }

  /// Whether a place lets go of what one node of a list or of a tree has, and nothing goes through all of them there:
  /// no loop, no call of the function by itself.
  private func isForOneAlone(_ place: Place, of cycle: Cycle, at index: Int) -> Bool {
    let types = Set(cycle.links.compactMap(\.type.nominal))
    guard case .property = cycle.closing, types.count == 1, let node = types.first, place.clear.closure == nil else {
      return false
    }
    let owner = program.owner(of: place.function)
    let isOwn = owner.map { program.lineage(of: node).contains($0) || program.lineage(of: $0).contains(node) } ?? false
    let next = cycle.links[(index + 1) % cycle.links.count]
    // A tree is left by its root, a list by whoever has its ends.
    guard isOwn ? next.how == .element || next.how == .store(.element) : cycle.isAmongEquals else { return false }
    let name = program.declaration(of: place.function).name
    func isInLoop(_ span: ByteSpan, of function: FunctionID) -> Bool {
      let code = program[program.file(of: function)].facts.code
      return code.statements(of: program.declaration(of: function)).contains { statement in
        guard case .loop = statement.kind else { return false }
        return statement.span.start <= span.start && span.end <= statement.span.end
      }
    }
    let code = program[program.file(of: place.function)].facts.code
    let isRecursive = program.expressions(of: place.function).contains { at in
      switch code.expressions[at] {
      case .name(name, _), .member(_, name): true
      default: false
      }
    }
    return !isRecursive && !isInLoop(place.clear.span, of: place.function)
      && !walk.callers.isReferred(to: place.function)
      && walk.callers.sites(of: place.function).allSatisfy { site in
        let code = program[program.file(of: site.function)].facts.code
        return site.closure == nil && !isInLoop(code.span(of: site.call), of: site.function)
          && program.owner(of: site.function).map { !program.lineage(of: $0).contains(node) } ?? true
      }
  }

  /// Whether the code that fills a slot empties it on another of its branches, as it does in another run: instead of
  /// filling it, or further down, where it has not been filled.
  private func isOnAnotherBranch(_ place: Place, _ cycle: Cycle) -> Bool {
    guard let fill = fill(of: cycle) else { return false }
    let code = program[program.file(of: cycle.function)].facts.code
    let declaration = program.declaration(of: cycle.function)
    if code.areApart(place.clear.span.start, fill.start, in: declaration) { return true }
    return declaration.kind != .initializer && !program.knowledge.comesOnce(declaration)
      && code.areInTurn(fill.start, place.clear.span.start, in: declaration)
  }

  /// Where the last of the links is put in place by the code in which the cycle closes.
  private func fill(of cycle: Cycle) -> ByteSpan? {
    cycle.links.compactMap(\.span).filter { $0.file == program.file(of: cycle.function) }.map(\.bytes)
      .max { $0.end < $1.end }
  }

  /// Whether a slot is emptied by the code that fills it, and not by a closure in there at another time.
  private func isInTheSameRun(_ place: Place, as cycle: Cycle) -> Bool {
    guard place.function == cycle.function else { return false }
    return place.clear.isDeferred || place.clear.closure.map { $0 == closure(filling: cycle) } ?? true
  }

  /// The innermost closure around the code that puts the last link in place; nil for the function itself.
  private func closure(filling cycle: Cycle) -> ClosureID? {
    let file = program.file(of: cycle.function)
    let stores = cycle.links.compactMap { link -> ByteSpan? in
      guard case .store = link.how, let span = link.span, span.file == file else { return nil }
      return span.bytes
    }
    guard let fill = stores.max(by: { $0.start < $1.start }) else { return nil }
    let code = program[file].facts.code
    let spans = code.closures.map { code.span(of: $0.expression) }
    // Of those around it, the one that begins last is the innermost.
    return spans.indices.filter { spans[$0].start <= fill.start && fill.end <= spans[$0].end }
      .max { spans[$0].start < spans[$1].start }.map { ClosureID(index: Int32($0)) }
  }

  /// Whether a slot is emptied further down in the function that fills it, whatever happens between.
  private func comesAfterwards(_ place: Place, _ cycle: Cycle, _ link: Cycle.Link?) -> Bool {
    guard let fill = fill(of: cycle)?.end, place.clear.span.start >= fill else { return false }
    return program[program.file(of: cycle.function)].facts.code.alwaysComes(
      from: fill, to: place.clear.span.start, in: program.declaration(of: cycle.function))
  }

  /// Whether a link is one to something put into an object, rather than to one of its own parts.
  private func isOfContents(_ link: Cycle.Link?) -> Bool {
    switch link?.how {
    case .element, .knownProperty: true
    case .store(let slot): slot == .element || slot.owner.map { program[$0].kind == .foreign } ?? true
    case .property, .capture, .methodReference, nil: false
    }
  }

  /// Whether a screen among the `viewControllers` of a link stays there until they all go.
  func isRoot(after index: Int, in cycle: Cycle) -> Bool {
    guard index + 1 < cycle.links.count, let type = cycle.links[index + 1].type.nominal else { return false }
    return program.lookUp(\EndTables.roots, type, in: tables) { $0.roots.contains($1) }
  }

  // MARK: Views

  /// Whether the link is from a screen or a view to one that is shown inside it. Such a one is taken away when
  /// there is nothing more to show, and goes on being there if the screen is left before.
  private func isOnShow(_ link: Cycle.Link, value: Cycle.Link?) -> Bool {
    guard let holder = link.type.nominal, let shown = value?.type.nominal, isView(holder) || isController(holder) else {
      return false
    }
    return isView(shown) || isController(shown) && embeds(holder)
  }

  private func isView(_ type: NominalID) -> Bool { plays(.shownPart, type) }
  private func isController(_ type: NominalID) -> Bool { plays(.screen, type) }

  private func plays(_ role: Role, _ type: NominalID) -> Bool {
    program.knowledge[role].names.contains { program.inherits(type, from: $0) }
  }

  private func embeds(_ type: NominalID) -> Bool {
    program.knowledge[.embedsScreen].names.contains { name in
      (calls.callers[name] ?? []).contains { program.owner(of: $0) == type }
    }
  }
}
