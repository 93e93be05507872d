import SwiftFacts

/// Who gets to the code that ends something.
public enum EndReach: Hashable, Sendable {
  /// The program or the system does, by way of this function, on some way or other.
  case reached(from: FunctionID)
  /// A callback of the system that comes whenever the object is dropped.
  case everyDrop(FunctionID)
  /// A function that lets go of the object on all of its ways, and comes by on some: it made it, or is a `deinit`.
  case someWays(of: FunctionID)
  /// A function that lets go of a closure after it has called it, and on another of its ways calls it and keeps it.
  case notAfterEachCall(in: FunctionID)
  /// Only the closure of the cycle itself: it ends the cycle if it is called, and then only.
  case ownClosure
  /// Only the closure of the cycle itself, and that on some of its ways: what it is told decides.
  case ownClosureOnSomeWays
  /// A call that lets go of what another object has, or of what is kept under another key.
  case anotherEntry(in: FunctionID)
  /// A function that lets go of what one of many has, and goes through no more of them.
  case oneOfMany(in: FunctionID)
  /// Only the `deinit` of an object of the cycle, which never runs in one.
  case membersDeinit
  /// Nobody: it is never called, and nothing outside the program can call it.
  case nobody
  /// Callers may be out of sight.
  case unknown
  /// A function that puts something else into the slot, made of what its caller gives it.
  case setAnew(by: FunctionID)
  /// A function that fills the slot anew on all of its ways, so that it is never left empty.
  case filledAgain(by: FunctionID)
}

/// Walks from the place of an end up to whoever sets it off.
///
/// A worklist over the call graph; each function is visited once, so a query is O(callers).
struct ReachWalk {
  let program: Program
  let callers: Callers
  let readers: SlotReaders
  private let tables: EndTables
  let frames: Frames
  let inference: Inference
  private let escape: ClosureEscape
  private let held: HeldValues
  private let ways: KnownWays
  private let tests: KnownTests

  init(program: Program, calls: CallIndex, tables: EndTables) {
    self.program = program
    callers = Callers(program: program, calls: calls)
    readers = SlotReaders(program: program, calls: calls)
    self.tables = tables
    frames = Frames(of: program)
    inference = Inference(program: program)
    escape = ClosureEscape(inference: inference)
    tests = KnownTests(of: program)
    held = HeldValues(program: program, callers: callers, tests: tests)
    ways = KnownWays(of: program)
  }

  /// - Parameters:
  ///   - clear: The place, in the function.
  ///   - cycle: The cycle that the end is to break: its own closure and its members' `deinit` are told apart.
  ///   - index: The link of the cycle whose slot is emptied; nil for a token's.
  ///   - siblings: All places of the function that empty the slot.
  ///   - tokenStays: Whether nothing drops what may end the cycle when it goes.
  ///   - heir: What the object of the cycle has instead of the function, which calls that as `super`.
  func reach(
    of clear: Clear, in function: FunctionID, against cycle: Cycle, at index: Int?, siblings: [ByteSpan],
    tokenStays: Bool, by heir: FunctionID?
  ) -> [EndReach] {
    var found: [EndReach] = []
    func add(_ reach: EndReach) { if !found.contains(reach) { found.append(reach) } }
    var seen: Set<FunctionID> = []
    var seenSlots: Set<Slot> = []
    var work: [Stop] = []
    let target = EndTarget(of: cycle, at: index, by: function, frames, inference, callers, in: program)
    let teller = program.keyParameter(of: clear, in: function).map(EntryTeller.parameter)
    let entry = index.flatMap { self.entry(of: cycle, after: $0, toldBy: teller, in: function) }
    // What a closure does that waits in a slot is done by who calls it.
    func enter(
      _ function: FunctionID, _ closure: ClosureID?, _ key: EntryTeller?, _ isCertain: Bool, isLater: Bool = false,
      by place: ExpressionID? = nil
    ) {
      if isInside(closure, of: function, the: cycle) {
        return add(isCertain || index == nil || cycle.isKeptForGood ? .ownClosure : .ownClosureOnSomeWays)
      }
      guard let slots = home(of: closure, in: function) else {
        guard seen.insert(function).inserted else { return }
        let isLater = isLater || runsLater(closure, in: function)
        return work.append(
          Stop(function: function, key: key, isCertain: isCertain, isLater: isLater, place: place))
      }
      for slot in slots where seenSlots.insert(slot).inserted {
        let readers = readers.readers(of: slot)
        if readers.isEmpty { add(.nobody) }
        for reader in readers { enter(reader.function, reader.closure, nil, false) }
      }
    }
    let refill = Refill(of: cycle, in: program) { isRunAtOnce($0, in: cycle.function) }
    if refill.always(comesAfter: clear, in: function, calls: callers) { return [.filledAgain(by: function)] }
    if let heir {
      if refill.alwaysComesAfterSuper(of: function, in: heir, calls: callers) { return [.filledAgain(by: heir)] }
      seen.insert(function)
      enter(heir, nil, nil, true)
    } else {
      let place = program.expression(of: clear, in: function)
      if let place, held.exclude(place, in: function, isDead: isDead) { return [.nobody] }
      // Whoever ends it on several ways has thought of all.
      let isCertain = siblings.count > 1 || ways.comeAlways(to: siblings, in: function, within: clear.closure)
      enter(
        function, clear.closure, teller, isCertain, by: Set(siblings).count == 1 ? place : nil)
    }
    while let stop = work.popLast() {
      let (next, key) = (stop.function, stop.key)
      if tokenStays, isDeinit(next, of: cycle.token) { add(.membersDeinit); continue }
      let isFirst = next == function && heir == nil
      if let reach = ownReach(
        of: next, against: cycle, isLater: stop.isLater, other: isFirst ? { target.isOfAnother($0, in: $1) } : nil)
      {
        add(reach)
        continue
      }
      let sites = ([next] + callers.requirements(of: next)).flatMap(callers.sites)
      for site in sites {
        let given = key.flatMap { self.given(for: $0, by: site, to: next) }
        if isOnLoneCopy(site, by: next) || isFirst && program.isCall(site, onAnotherThan: target) {
          add(.anotherEntry(in: site.function))
          continue
        }
        if let wanted = target.key, case .constant(let other) = given, other != wanted {
          add(.anotherEntry(in: site.function))
          continue
        }
        if case .parameter(let position)? = key,
          let (value, _) = program.argument(position, of: site.call, to: next, in: site.function),
          target.isKeyOfAnother(value, in: site.function)
        {
          add(.anotherEntry(in: site.function))
          continue
        }
        if held.exclude(site.call, in: site.function, isDead: isDead) { add(.nobody); continue }
        if let place = stop.place, program.isShutOut(of: place, in: next, by: site, tests: tests) {
          add(.nobody)
          continue
        }
        if isAskedByOwnDeinit(site, of: next, in: cycle) { add(.membersDeinit); continue }
        // Who takes itself out leaves the others in.
        if given == .itself, !isRelated(program.owner(of: site.function), to: cycle) { continue }
        if let given, let entry, !mayBe(given, entry, in: site.function) { continue }
        if site.closure == nil, refill.always(comesAfter: site.call, in: site.function, calls: callers) {
          add(.filledAgain(by: site.function))
          continue
        }
        if isOnSomeWays(site), !isInside(site.closure, of: site.function, the: cycle),
          !isMembersDeinit(site.function, of: cycle)
        {
          add(.someWays(of: site.function))
        } else {
          let isCertain =
            stop.isCertain
            && ways.comeAlways(
              to: sites.filter { $0.function == site.function && $0.closure == site.closure }.map {
                program[program.file(of: site.function)].facts.code.span(of: $0.call)
              }, in: site.function, within: site.closure)
          let isOnly = sites.count { $0.function == site.function } == 1
          enter(
            site.function, site.closure, given?.teller(ofObject: entry != nil), isCertain, isLater: stop.isLater,
            by: isOnly ? site.call : nil)
        }
      }
      if sites.isEmpty { add(outsideReach(of: next, against: cycle)) }
    }
    return found
  }

  /// Whether tests let nobody come to a place.
  func excludes(_ place: ExpressionID, in function: FunctionID) -> Bool {
    held.exclude(place, in: function, isDead: isDead)
  }

  /// A function on the way up.
  private struct Stop {
    var function: FunctionID
    /// What of the function tells whose entry it takes out.
    var key: EntryTeller?
    /// Whether each run of the function ends what it is about.
    var isCertain: Bool
    /// Whether the function only starts what comes to the end: a closure that the system runs at a later time.
    var isLater: Bool
    /// Where in the function it goes on to the end, if in one place only.
    var place: ExpressionID?
  }

  /// Whether a closure, or one around it, is run by somebody outside of the program after the call that it is given to.
  private func runsLater(_ closure: ClosureID?, in function: FunctionID) -> Bool {
    guard let closure else { return false }
    let code = program[program.file(of: function)].facts.code
    let frame = frames[function]
    let body = frame.declaration.firstExpression..<frame.declaration.endExpression
    return ([closure] + code.closures(around: code[closure].expression, within: body)).contains { one in
      guard let call = code[one].call, case .foreign = inference.target(of: call, in: frame).kind else { return false }
      return escape.fate(of: one, in: frame) != .inPlace
    }
  }

  /// Whether a function of the program runs a closure that it is given before it answers.
  private func isRunAtOnce(_ closure: ClosureID, in function: FunctionID) -> Bool {
    let frame = frames[function]
    guard let call = frame.facts.code[closure].call,
      case .functions = inference.target(of: call, in: frame).kind
    else { return false }
    return escape.fate(of: closure, in: frame) == .inPlace
  }

  /// The slots in which the innermost closure around a place waits that is known to wait in some.
  private func home(of closure: ClosureID?, in function: FunctionID) -> [Slot]? {
    guard let closure,
      let known = program.lookUp(\EndTables.homes, function, in: tables, { $0.homes[$1] })
    else { return nil }
    let code = program[program.file(of: function)].facts.code
    return known.filter { outer, _ in
      code[outer].firstExpression <= code[closure].firstExpression
        && code[closure].endExpression <= code[outer].endExpression
    }.max { code[$0.key].firstExpression < code[$1.key].firstExpression }?.value
  }

  private func isDeinit(_ function: FunctionID, of token: Cycle.Token?) -> Bool {
    guard let token, program.declaration(of: function).kind == .deinitializer, let owner = program.owner(of: function)
    else { return false }
    return program.lineage(of: token.type).contains(owner)
  }

  /// What a function's own kind tells, before its callers are asked.
  ///
  /// - Parameter other: Whether a place uses the function of another object.
  private func ownReach(
    of function: FunctionID, against cycle: Cycle, isLater: Bool,
    other: ((ExpressionID, FunctionID) -> Bool)? = nil
  ) -> EndReach? {
    let declaration = program.declaration(of: function)
    switch declaration.kind {
    case .deinitializer:
      return isMember(program.owner(of: function), of: cycle) ? .membersDeinit : .reached(from: function)
    // An object that is only being made is in no cycle yet.
    case .initializer where isMember(program.owner(of: function), of: cycle):
      return isLater ? .reached(from: function) : .nobody
    case .initializer, .function: break
    case .setter(let property), .observer(let property):
      return callers.isSetOutOfSight(program.property(property, in: program.file(of: function)))
        ? .reached(from: function) : nil
    case .getter, .subscript, .initialValue, .topLevel: return .reached(from: function)
    }
    if program.isMain(function) { return .reached(from: function) }
    if program.knowledge[.mayNeverCome].contains(declaration.name), declaration.isOverride { return .nobody }
    if program.knowledge[.comesWhenDropped].contains(declaration.name), !declaration.isPrivate,
      program.owner(of: function).map(mayBeKnownOutside) ?? true
    {
      return .everyDrop(function)
    }
    let isCalledFromOutside =
      isSeenOutside(function, with: cycle) || program.hasCallersByAttribute(function)
      || isAskedForOutside(declaration, function)
      || callers.isReferred(to: function, other: other)
    return isCalledFromOutside ? .reached(from: function) : nil
  }

  /// Whether somebody out of sight may call a function on what is in a cycle: not where that closes in another module,
  /// about an object that nobody outside of that one can see.
  private func isSeenOutside(_ function: FunctionID, with cycle: Cycle) -> Bool {
    guard program.isSeenOutside(function) else { return false }
    guard let captured = cycle.captured.nominal, program[captured].kind == .class || program[captured].kind == .actor,
      program[captured].access != .everywhere
    else { return true }
    return program.areTogether(program.file(of: function), seenFrom: program.file(of: cycle.function))
  }

  /// Whether no run of the program comes to a function: nobody calls it, and nothing outside can, or only such do.
  func isDead(_ function: FunctionID) -> Bool {
    var seen: Set<FunctionID> = [function]
    var work = [function]
    var asked = 0
    while let next = work.popLast() {
      let declaration = program.declaration(of: next)
      // What needs no object runs without one.
      if !declaration.isStatic, isNeverMade(program.owner(of: next)) { continue }
      guard declaration.kind == .function, !declaration.isOverride, !program.hasCallersByAttribute(next),
        !program.isMain(next),
        !program.isSeenOutside(next), !isOfForeignKind(next), !callers.isReferred(to: next)
      else { return false }
      let sites = ([next] + callers.requirements(of: next)).flatMap(callers.sites)
      if sites.isEmpty {
        guard let owner = program.owner(of: next), callers.areInSight(of: owner) else { return false }
      }
      asked += sites.count
      guard asked <= Limits.callers else { return Limits.hit(.callers) ?? false }
      for site in sites where seen.insert(site.function).inserted { work.append(site.function) }
    }
    return true
  }

  /// Whether what the system knows a type as may ask for a function: a protocol of its own, or something unknown.
  private func isOfForeignKind(_ function: FunctionID) -> Bool {
    guard let owner = program.owner(of: function) else { return false }
    // Some protocols ask for nothing that is called without a label.
    let isPlain = program.declaration(of: function).parameters.allSatisfy { $0.label == nil }
    if isPlain, program.declaration(of: function).isStatic { return false }
    func asks(_ name: Symbol) -> Bool { !isPlain || !program.knowledge[.asksForNothing].contains(name) }
    let isKnown = program.lineage(of: owner).allSatisfy { ancestor in
      let name = program[ancestor].name
      let isClass =
        program[ancestor].kind != .foreign || program.knowledge.types[name]?.kind == .class || !asks(name)
      return isClass && !program[ancestor].foreignSupertypes.contains(where: asks)
    }
    return !isKnown || !program.declaration(of: function).hasBody
  }

  /// Whether a type is, or stands on, one that is not of the program.
  private func mayBeKnownOutside(_ type: NominalID) -> Bool {
    program[type].kind == .protocol
      || program.lineage(of: type).contains {
        program[$0].kind == .foreign || !program[$0].foreignSupertypes.isEmpty
      }
  }

  /// Whether no run of the program has an object of a type: all who can see it are in sight.
  private func isNeverMade(_ type: NominalID?) -> Bool {
    guard let type else { return false }
    if program.lookUp(\EndTables.unmade, type, in: tables, { $0.unmade.contains($1) }) { return true }
    return program[type].kind == .class && (program[type].access == .file || program[type].access == .body)
      && !callers.areInSight(of: type) && !callers.isMentioned(type)
  }

  private func outsideReach(of function: FunctionID, against cycle: Cycle) -> EndReach {
    if let owner = program.owner(of: function), callers.areInSight(of: owner) { return .nobody }
    // What needs no object to be called has its callers where those of the cycle are.
    guard program.owner(of: function) == nil || program.declaration(of: function).isStatic else { return .unknown }
    return isLive(cycle.function) ? .nobody : .unknown
  }

  /// Whether the program begins somewhere in sight and comes to a function from there.
  private func isLive(_ function: FunctionID) -> Bool {
    var seen: Set<FunctionID> = [function]
    var work = [function]
    while let next = work.popLast() {
      let declaration = program.declaration(of: next)
      let isBegun =
        declaration.kind == .topLevel || declaration.isOverride || program.hasCallersByAttribute(next)
        || program.isMain(next)
        || isAskedForOutside(declaration, next)
      if isBegun { return true }
      for site in ([next] + callers.requirements(of: next)).flatMap(callers.sites)
      where seen.insert(site.function).inserted {
        work.append(site.function)
      }
    }
    return false
  }

  /// Whether a function may be what a protocol or a superclass outside the program asks for.
  private func isAskedForOutside(_ declaration: FunctionDeclaration, _ function: FunctionID) -> Bool {
    guard !declaration.isPrivate, let owner = program.owner(of: function) else { return false }
    return program.lineage(of: owner).contains { ancestor in
      if declaration.isOverride, program[ancestor].kind == .foreign || !program[ancestor].foreignSupertypes.isEmpty {
        return true
      }
      let isForeign =
        program[ancestor].kind == .foreign && program.knowledge.types[program[ancestor].name]?.kind != .class
      let asking = program[ancestor].foreignSupertypes.filter { !program.knowledge[.asksForNothing].contains($0) }
      let asks = isForeign && !program.knowledge[.asksForNothing].contains(program[ancestor].name)
      guard asks || !asking.isEmpty else { return false }
      // What a protocol of the system asks for is told who asks, or with what.
      guard let first = declaration.parameters.first else { return false }
      guard let label = first.label, program[ancestor].foreignSupertypes.isEmpty,
        program.knowledge.types[program[ancestor].name]?.kind == .classBoundProtocol
      else { return true }
      return program.knowledge[.importedLabel].begins(label)
    }
  }

  private func isMembersDeinit(_ function: FunctionID, of cycle: Cycle) -> Bool {
    program.declaration(of: function).kind == .deinitializer && isMember(program.owner(of: function), of: cycle)
  }

  /// Whether the function that makes an object, or the `deinit` of what has it, comes by a call on it only under a
  /// condition.
  private func isOnSomeWays(_ site: Callers.Site) -> Bool {
    let code = program[program.file(of: site.function)].facts.code
    let declaration = program.declaration(of: site.function)
    if declaration.kind == .deinitializer {
      return !code.alwaysComes(from: declaration.nameSpan.end, to: code.span(of: site.call).start, in: declaration)
    }
    guard site.closure == nil, case .call(let callee, _) = code[site.call], case .member(let base, _) = code[callee],
      case .local(let local) = code[base], case .variable = code[local].kind, let made = code[local].initializer,
      case .call(let maker, _) = code[made], code.calledName(maker)?.isCapitalized ?? false
    else { return false }
    return !code.alwaysComes(from: code.span(of: made).end, to: code.span(of: site.call).start, in: declaration)
  }

  func isMember(_ type: NominalID?, of cycle: Cycle) -> Bool {
    guard let type else { return false }
    // What is known of an object may be a superclass; who has the slot is one of its types.
    if cycle.slots(in: program).contains(where: { $0.owner == type }), program[type].kind == .class { return true }
    return ([cycle.captured] + cycle.links.map(\.type)).contains { member in
      member.nominal.map { $0 == type || program.lineage(of: $0).contains(type) } ?? false
    }
  }

  /// Whether an object of a cycle may be one of a type.
  private func isRelated(_ type: NominalID?, to cycle: Cycle) -> Bool {
    guard let type, cycle.captured.nominal != nil else { return true }
    return isMember(type, of: cycle)
      || ([cycle.captured] + cycle.links.map(\.type)).contains { member in
        member.nominal.map { program.lineage(of: type).contains($0) } ?? false
      }
  }

  private func isInside(_ closure: ClosureID?, of function: FunctionID, the cycle: Cycle) -> Bool {
    guard let closure, case .closure(let own) = cycle.closing, own.function == function, let root = own.closure else {
      return false
    }
    let code = program[program.file(of: function)].facts.code
    return code[root].firstExpression <= code[closure].firstExpression
      && code[closure].endExpression <= code[root].endExpression
  }
}

extension Program {
  /// Whether an attribute of a function may have it called by what is not in sight: `@objc`.
  func hasCallersByAttribute(_ function: FunctionID) -> Bool {
    !knowledge.tellNothingOfCallers(declaration(of: function).attributes)
  }

  /// The expression that lets go.
  fileprivate func expression(of clear: Clear, in function: FunctionID) -> ExpressionID? {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).first { code.spans[$0] == clear.span }.map { ExpressionID(index: Int32($0)) }
  }

  /// Whether a call is made on what another property has than the one that is to be emptied.
  fileprivate func isCall(_ site: Callers.Site, onAnotherThan target: EndTarget) -> Bool {
    guard case .call(let callee, _) = self[file(of: site.function)].facts.code[site.call] else { return false }
    return target.isOfAnother(callee, in: site.function)
  }
}

extension Knowledge {
  /// Whether none of some attributes may have code called by what is not in sight.
  func tellNothingOfCallers(_ attributes: [Symbol]) -> Bool {
    attributes.allSatisfy(self[.tellsNothingOfCallers].contains)
  }
}
