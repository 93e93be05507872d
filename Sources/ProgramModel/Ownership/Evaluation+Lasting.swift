import SwiftFacts

/// Closures that something which lasts keeps, with the objects that they capture: no cycle, and yet never freed.
extension Evaluation {
  typealias Way = [(from: ObjectID, to: ObjectID, edge: Edge)]

  func keptByTheProcess() -> [Cycle] {
    guard existing(.process) != nil, !isSetUpOfTheProcess else { return [] }
    var result: [Cycle] = []
    for (index, keep) in keeps.enumerated() {
      guard let way = wayFromTheProcess(to: keep.holder) else { continue }
      let (kept, inside) = closure(inside: keep.value)
      guard let held = heldForGood(by: kept, of: keep) else { continue }
      let captured = held.object
      let relay = relay(of: keep, holding: captured)
      // What waits for an answer is in a slot until the next one; what is told again and again, in a list.
      if keep.closure != nil, relay == nil || !isList(keep) || !isTokenInSight(keep.site) { continue }
      let path: Way = held.capture + way + [(keep.holder, keep.value, .keep(index))] + inside + held.rest
      guard var cycle = cycle(.closure(held.closure), path) else { continue }
      cycle.captured = self[captured].type
      cycle.token = token(at: keep.site)
      let isList = isList(keep)
      cycle.lasting = Cycle.Lasting(
        keeper: describe(keep.slot == .element ? keep.holder : place(keep)), isList: isList, relay: relay,
        closure: keep.closure)
      cycle.isKeptForGood = true
      if relay != nil { cycle.tokenSlots = tokenSlots(at: keep.site) }
      // A slot keeps the last closure alone, and a key its own; what was made here may be made once.
      // Of objects in a set, one that is equal to another is not put in.
      let mayBeIn = !inside.isEmpty && !isSpelledAsArray(keep.holder)
      if !isList || !isHandedIn(captured) || mayBeIn {
        for at in cycle.links.indices { cycle.links[at].proof = .guessed }
      }
      result.append(cycle)
    }
    return result
  }

  /// The closure that an object made here holds, as an observer does what it is to call; the object itself otherwise.
  private func closure(inside id: ObjectID) -> (closure: ObjectID, way: Way) {
    guard isConstructed(id) else { return (id, []) }
    for (index, keep) in keeps.enumerated() where keep.holder == id && keep.closure == nil && isFunction(keep.value) {
      return (keep.value, [(id, keep.value, .keep(index))])
    }
    return (id, [])
  }

  /// Whether the collection in a property is declared as `[Element]`.
  private func isSpelledAsArray(_ id: ObjectID) -> Bool {
    guard let slot = self[id].kind.place?.slot, let property = property(of: slot),
      let type = program.declaration(of: property).type
    else { return false }
    if case .array = program[program.file(of: property)].facts.code[type] { return true }
    return false
  }

  /// The object in the slot that is filled.
  private func place(_ keep: Keep) -> ObjectID { field(keep.slot, of: keep.holder, at: keep.site) }

  /// What fills a static or a global before anything else runs is there once.
  private var isSetUpOfTheProcess: Bool {
    switch frame.declaration.kind {
    case .topLevel: true
    case .initialValue(let property): facts[property].isStatic || facts[property].parent == nil
    default: false
    }
  }

  /// The function that is given the closure and keeps it inside one of its own.
  private func relay(of keep: Keep, holding captured: ObjectID) -> Cycle.Relay? {
    guard let closure = keep.closure, case .call(_, let list) = facts.code[keep.site],
      case .functions([closure.function]) = inference.target(of: keep.site, in: frame).kind,
      let match = program.declaration(of: closure.function).match(facts.code[list])
    else { return nil }
    let given = zip(facts.code[list], match).filter { value(of: $0.0.value).contains(captured) }.map(\.1)
    return Cycle.Relay(function: closure.function, given: Set(given))
  }

  /// Whether nothing but a property of the function's own object, if anything, gets what a call answers with; and
  /// nothing ends by itself where it is dropped.
  private func isTokenInSight(_ site: ExpressionID) -> Bool {
    guard case .functions(let functions) = inference.target(of: site, in: frame).kind,
      functions.contains(where: { program.declaration(of: $0).result != nil })
    else { return true }
    if isTokenReleased(site) { return false }
    let uses = ValueUses(of: function, in: program)
    if uses.isDropped(site) {
      guard let type = inference.type(of: site, in: frame).nominal, program[type].kind != .foreign else { return false }
      return program.lineage(of: type).allSatisfy { ancestor in
        !program.functions(of: ancestor).contains { program.declaration(of: $0).kind == .deinitializer }
          && program[ancestor].storedProperties.allSatisfy { isIdle(inference.type(of: $0)) }
      }
    }
    guard let parent = uses.parent(of: site), case .assign(_, site) = facts.code[parent] else { return false }
    let kept = keeps.filter { $0.value == existing(.fresh(site)) }
    return !kept.isEmpty
      && kept.allSatisfy { self[$0.holder].kind == .selfObject && property(of: $0.slot) != nil }
  }

  /// Whether values of a type do nothing when they go.
  private func isIdle(_ type: Type) -> Bool { if case .function = type { true } else { isPlain(type) } }

  /// Whether what is put in stays beside what was put in before.
  func isList(_ keep: Keep) -> Bool {
    guard keep.slot == .element else { return false }
    if keep.isAdded { return true }
    if case .array = self[keep.holder].type { return true }
    // Under a key of its own, each object leaves one behind.
    guard case .dictionary = self[keep.holder].type, case .assign(let target, _) = facts.code[keep.site],
      case .subscripted(_, let arguments) = facts.code[target],
      let key = facts.code[arguments].first
    else { return false }
    return isNewKey(key.value, for: keep.value)
  }

  /// `UUID()`, `ObjectIdentifier(self)`: a key under which there is nothing yet. What is put in may be handed over:
  /// `list[ObjectIdentifier(observer)] = observer`.
  private func isNewKey(_ key: ExpressionID, for kept: ObjectID) -> Bool {
    switch facts.code[definition(of: key)] {
    case .call(let callee, let list):
      let name = facts.code.calledName(callee)
      return facts.code[list].contains { facts.code.isSelf($0.value) }
        || list.count == 0 && name.map { program.knowledge[.makesKey].contains($0) } ?? false
        || list.count == 1 && name.map { program.knowledge[.tellsIdentity].contains($0) } ?? false
          && facts.code[list].allSatisfy { value(of: $0.value) == [kept] }
    case .member(let base, _): return isNewKey(base, for: kept)
    default: return false
    }
  }

  private func isHandedIn(_ id: ObjectID) -> Bool {
    switch self[id].kind {
    case .selfObject, .parameter: true
    default: false
    }
  }

  /// From a global or a static property along strong slots; nil for what nothing lasting keeps.
  func wayFromTheProcess(to id: ObjectID) -> Way? {
    var way: Way = []
    var here = id
    while self[here].kind != .process {
      guard let (base, _) = self[here].kind.place, case .strong = self[here].hold else { return nil }
      way.insert((base, here, .part(here)), at: 0)
      here = base
    }
    return way
  }

  /// An object that something keeps by way of a closure.
  private struct Held {
    var object: ObjectID
    var closure: RemoteClosure
    /// The step from a closure of this function to what it captures.
    var capture: Way = []
    /// The step from a closure that a called function makes.
    var rest: Way = []
  }

  /// What is kept with a closure: what that captures, here or in the function that makes it or puts it away.
  private func heldForGood(by kept: ObjectID, of keep: Keep) -> Held? {
    func remote(_ closure: ClosureID?, _ site: ExpressionID, _ name: Symbol) -> RemoteClosure {
      RemoteClosure(
        function: function, closure: closure, span: SourceSpan(file: frame.file, bytes: facts.code.span(of: site)),
        captured: name)
    }
    let isInList = isList(keep) || isPutUnderAnyKey(keep)
    if let (name, object, step) = capturedForGood(by: kept, isInList: isInList) {
      switch self[kept].kind {
      case .closure(let closure):
        return Held(object: object, closure: remote(closure, facts.code[closure].expression, name), capture: [step])
      case .method(_, _, let site): return Held(object: object, closure: remote(nil, site, name), capture: [step])
      default: return nil
      }
    }
    // A value that the closure captures has the object.
    if case .closure(let closure) = self[kept].kind, !endsItself(closure) {
      for (position, capture) in captures(of: closure).enumerated() where isMadeHere(capture.object) {
        for (index, inner) in keeps.enumerated()
        where inner.holder == capture.object && inner.closure == nil && self[inner.value].kind == .selfObject
          && isCounted(inner.value, isInList: isInList)
        {
          return Held(
            object: inner.value, closure: remote(closure, facts.code[closure].expression, capture.name),
            capture: [(kept, capture.object, .capture(closure, position))],
            rest: [(capture.object, inner.value, .keep(index))])
        }
      }
    }
    // The function that is called has a closure of its own hold what it is given.
    if keep.closure != nil {
      guard kept == keep.value, isCounted(kept, isInList: isInList) else { return nil }
      return Held(object: kept, closure: remote(nil, keep.site, Symbol(describe(kept))))
    }
    // It answers with such a closure.
    guard case .fresh = self[kept].kind, isFunction(kept) else { return nil }
    for (index, inner) in keeps.enumerated() where inner.holder == kept && isCounted(inner.value, isInList: isInList) {
      guard let closure = inner.closure else { continue }
      return Held(object: inner.value, closure: closure, rest: [(kept, inner.value, .keep(index))])
    }
    return nil
  }

  /// Whether there may be many of an object.
  private func isCounted(_ object: ObjectID, isInList: Bool) -> Bool {
    switch self[object].kind {
    case .selfObject, .fresh: break
    case .parameter: guard isInList else { return false }
    default: return false
    }
    guard let type = self[object].type.nominal else { return false }
    return program[type].kind == .class || program[type].kind == .actor
  }

  /// An object that a closure holds of which there may be many: that of the function, rather than what that makes.
  private func capturedForGood(by id: ObjectID, isInList: Bool) -> (name: Symbol, object: ObjectID, step: Way.Element)?
  {
    switch self[id].kind {
    case .closure(let closure):
      guard !endsItself(closure) else { return nil }
      let counted = captures(of: closure).enumerated().filter { isCounted($0.element.object, isInList: isInList) }
      let own = counted.first { self[$0.element.object].kind == .selfObject }
      guard let (position, capture) = own ?? counted.first else { return nil }
      return (capture.name, capture.object, (id, capture.object, .capture(closure, position)))
    case .method(let base, let name, _):
      if isCounted(base, isInList: isInList) { return (name, base, (id, base, .method)) }
    default: break
    }
    return nil
  }

  /// The lists of what lasts that this function puts its own object into, as it is and in no box, or one that is made
  /// for it.
  var joins: [SummaryFixpoint.Join] {
    keeps.compactMap { keep in
      guard keep.slot == .element, keep.closure == nil, let list = listProperty(of: keep.holder),
        program.declaration(of: list).attributes.isEmpty, isKeptByWhatLasts(keep.holder)
      else { return nil }
      let site = SourceSpan(file: frame.file, bytes: facts.code.span(of: keep.site))
      if self[keep.value].kind == .selfObject {
        return isList(keep) ? SummaryFixpoint.Join(list: list, site: site) : nil
      }
      if let type = handed(keep), isList(keep), isSpelledAsArray(keep.holder) {
        return SummaryFixpoint.Join(list: list, site: site, made: type, isHanded: true)
      }
      // Of a set, what is equal to something in it is not put in.
      guard let made = madeFor(keep),
        isList(keep) && (isSpelledAsArray(keep.holder) || areEqualOnlyToThemselves(made)) || isPutUnderAnyKey(keep)
      else { return nil }
      return SummaryFixpoint.Join(list: list, site: site, made: made)
    }
  }

  /// The property that has a collection, or the collection that it is inside of: `lists[key]`.
  private func listProperty(of id: ObjectID) -> PropertyID? {
    var here = id
    while let (base, slot) = self[here].kind.place, slot == .element { here = base }
    guard case .field(_, let slot) = self[here].kind else { return nil }
    return property(of: slot)
  }

  /// The class of an object that the function is given, or that is in a property of what lasts.
  private func handed(_ keep: Keep) -> NominalID? {
    guard !isSetUpOfTheProcess, let type = self[keep.value].type.nominal, program[type].kind == .class,
      !program[type].declarations.isEmpty
    else { return nil }
    switch self[keep.value].kind {
    case .parameter: return type
    case .field(let base, _):
      let lasts = self[base].kind == .process || self[base].type.nominal.map(program.livesForever) ?? false
      return lasts ? type : nil
    case .element: return type
    default: return nil
    }
  }

  /// Whether a class says that each of its objects is equal to itself alone, so that a set takes in all of them.
  private func areEqualOnlyToThemselves(_ type: NominalID) -> Bool {
    let compared = program[type].functions[Words.equals] ?? []
    return !compared.isEmpty
      && compared.allSatisfy { function in
        let code = program[program.file(of: function)].facts.code
        let operations = program.expressions(of: function).compactMap { at -> Symbol? in
          if case .operation(let name, _) = code.expressions[at] { name } else { nil }
        }
        return operations == [Words.isIdentical]
      }
  }

  /// The class of an object that is made anew each time to be put somewhere, here or by the call that puts it there.
  private func madeFor(_ keep: Keep) -> NominalID? {
    guard !isSetUpOfTheProcess, let type = self[keep.value].type.nominal,
      program[type].kind == .class || program[type].kind == .actor, !program[type].declarations.isEmpty
    else { return nil }
    // A closure in it that holds something is told by itself.
    let inside = closure(inside: keep.value).closure
    if inside != keep.value, capturedForGood(by: inside, isInList: true) != nil { return nil }
    switch self[keep.value].kind {
    case .fresh(let site): return isConstructed(keep.value) || site == keep.site ? type : nil
    case .field(let base, let slot):
      if self[base].kind == .selfObject, let property = property(of: slot), isMadeWithOwner(property) { return type }
      let isMade = keeps.contains { $0.holder == base && $0.slot == slot && isConstructed($0.value) }
      return isMade ? type : nil
    default: return nil
    }
  }

  /// Whether a property has an object of its own from the start, and no other ever: `let sink = Sink()`.
  private func isMadeWithOwner(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.isLet || declaration.isPrivate, !declaration.isLazy, !declaration.isStatic,
      let first = declaration.initialValue
    else { return false }
    let made = Frame(program.function(first, in: program.file(of: property)), in: program)
    let results = made.facts.code[made.declaration.results]
    guard results.count == 1, let result = results.first, case .call = made.facts.code[result] else { return false }
    switch inference.target(of: result, in: made).kind {
    case .memberwise: return true
    case .functions(let functions): return functions.allSatisfy { program.declaration(of: $0).kind == .initializer }
    case .foreign(_, _, let isInitializer): return isInitializer
    default: return false
    }
  }

  /// `list[key] = …` with a key that is no constant.
  private func isPutUnderAnyKey(_ keep: Keep) -> Bool {
    guard case .dictionary = self[keep.holder].type, case .assign(let target, _) = facts.code[keep.site],
      case .subscripted(_, let list) = facts.code[target], list.count == 1, let key = facts.code[list].first
    else { return false }
    return EntryKey(key.value, in: facts.code) == nil
  }

  /// Whether an object is in a strong slot of the process, or of something of which the program has one for good.
  private func isKeptByWhatLasts(_ id: ObjectID) -> Bool {
    var here = id
    while let (base, _) = self[here].kind.place, case .strong = self[here].hold {
      if self[base].kind == .process || self[base].type.nominal.map(program.livesForever) ?? false { return true }
      here = base
    }
    return false
  }
}
