import SwiftFacts

/// What waits for ever on streams and continuations of the program's own, because nobody ends or resumes them.
final class OwnWaits {
  private let program: Program
  private let readers: SlotReaders
  private let walk: ReachWalk
  private let inference: Inference
  /// By function, the property that it puts the continuation into which it waits for.
  private var slots: [FunctionID: Slot?] = [:]

  init(program: Program, calls: CallIndex, inference: Inference) {
    self.program = program
    self.inference = inference
    walk = ReachWalk(program: program, calls: calls, tables: EndTables(unmade: program.unmadeTypes(calls)))
    readers = walk.readers
  }

  /// Whether the stream in a property never ends: all that ends it comes too late, or nobody gets there.
  ///
  /// - Parameter holder: The type whose objects are held as long as the stream goes on.
  func goesOn(_ stream: PropertyID, holding holder: NominalID) -> Bool {
    guard program.declaration(of: stream).isStored, isStream(inference.type(of: stream)),
      let owner = program.owner(of: stream)
    else { return false }
    let continuations = program.storedProperties(of: owner).filter(isContinuation)
    guard continuations.count == 1, let continuation = continuations.first,
      !program.declaration(of: continuation).isPublic
    else { return false }
    let slot = Slot(name: program.declaration(of: continuation).name, owner: owner)
    return readers.readers(of: slot).allSatisfy { reader in
      onlyFeeds(slot.name, in: reader.function) || isUntimely(reader.function, [owner, holder], depth: 0)
    }
  }

  /// Whether no run of the program comes to a function.
  func isDead(_ function: FunctionID) -> Bool { walk.isDead(function) }

  /// Whether a function waits for a continuation that it puts away, and that nobody takes up again.
  func waitsForEver(_ function: FunctionID, holding holder: NominalID) -> Bool {
    guard let owner = program.owner(of: function), program.declaration(of: function).hasBody,
      let slot = slotOfContinuation(in: function, of: owner)
    else { return false }
    let found = readers.readers(of: slot)
    return found.allSatisfy {
      $0.function != function && isUntimely($0.function, [owner, holder], depth: 0, reading: slot.name)
    }
  }

  /// Whether a function answers with a stream of which it puts away the continuation, and nobody ends it in time.
  func givesStreamWithoutEnd(_ function: FunctionID, holding holder: NominalID) -> Bool {
    guard let owner = program.owner(of: function), program.declaration(of: function).hasBody else { return false }
    let code = program[program.file(of: function)].facts.code
    let uses = ValueUses(of: function, in: program)
    for at in program.expressions(of: function) {
      guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee),
        program.knowledge[.ownStream].contains(name),
        let closure = code[list].last.flatMap({ code.closure($0.value) }),
        let parameter = code[closure].parameters.first
      else { continue }
      var slots: [Slot] = []
      for mention in uses.mentions(of: parameter) {
        guard let parent = uses.parent(of: mention) else { return false }
        if case .member(_, let member) = code[parent], program.knowledge[.feedsStream].contains(member) { continue }
        guard let property = place(taking: mention, in: parent, code), let slot = stored(property, of: owner) else {
          return false
        }
        slots.append(slot)
      }
      guard let slot = slots.first, slots.count == 1 else { return false }
      return readers.readers(of: slot).allSatisfy { reader in
        !endsStreams(in: reader.function) || isUntimely(reader.function, [owner, holder], depth: 0)
      }
    }
    return false
  }

  /// Whether a function ends a stream, whichever it may be.
  private func endsStreams(in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return program.expressions(of: function).contains { at in
      guard case .member(_, let name) = code.expressions[at] else { return false }
      return program.knowledge[.closesStream].contains(name)
    }
  }

  private func isStream(_ type: Type) -> Bool { program.isNamed(type, in: .ownStream) }

  private func isContinuation(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard let type = declaration.type else { return false }
    return names(type, in: program[program.file(of: property)].facts.code)
  }

  private func names(_ type: TypeID, in code: Code) -> Bool {
    switch code[type] {
    case .member(_, let name, _): program.knowledge[.streamContinuation].contains(name)
    case .optional(let inner): names(inner, in: code)
    default: false
    }
  }

  /// Whether a function only gives a stream its values.
  private func onlyFeeds(_ name: Symbol, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    let uses = ValueUses(of: function, in: program)
    return program.expressions(of: function).allSatisfy { at in
      let id = ExpressionID(index: Int32(at))
      guard code.calledName(id) == name else { return true }
      guard let parent = uses.parent(of: id), case .member(_, let member) = code[parent] else { return false }
      return program.knowledge[.feedsStream].contains(member)
    }
  }

  /// Whether a function runs only when an object has gone that is held until it runs, or never.
  ///
  /// - Parameter slot: What it takes up there: a call that gives constants with which it does not come to that does
  ///   not run it for this.
  private func isUntimely(
    _ function: FunctionID, _ held: [NominalID], depth: Int, reading slot: Symbol? = nil
  ) -> Bool {
    let declaration = program.declaration(of: function)
    if declaration.kind == .deinitializer {
      return program.owner(of: function).map { owner in
        held.contains { $0 == owner || program.lineage(of: $0).contains(owner) }
      } ?? false
    }
    if walk.isDead(function) { return true }
    guard declaration.kind == .function, depth < HeapLimits.depth, !program.hasCallersByAttribute(function),
      !declaration.isOverride, !program.isSeenOutside(function), !walk.callers.isReferred(to: function),
      walk.callers.requirements(of: function).isEmpty
    else { return false }
    let sites = walk.callers.sites(of: function)
    return !sites.isEmpty
      && sites.allSatisfy { site in
        isUntimely(site.function, held, depth: depth + 1)
          || slot.map { isShutOut(of: $0, in: function, by: site) } ?? false
      }
  }

  private func isShutOut(of slot: Symbol, in function: FunctionID, by site: Callers.Site) -> Bool {
    let code = program[program.file(of: function)].facts.code
    let places = program.expressions(of: function).map { ExpressionID(index: Int32($0)) }.filter {
      code.calledName($0) == slot
    }
    return program.isShutOut(ofAll: places, in: function, by: site)
  }

  /// The property that a function of a type puts the continuation into which it waits for.
  private func slotOfContinuation(in function: FunctionID, of owner: NominalID) -> Slot? {
    if let known = slots[function] { return known }
    let found = keptContinuation(in: function, of: owner)
    slots[function] = .some(found)
    return found
  }

  private func keptContinuation(in function: FunctionID, of owner: NominalID) -> Slot? {
    let code = program[program.file(of: function)].facts.code
    let uses = ValueUses(of: function, in: program)
    for at in program.expressions(of: function) {
      guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee) else {
        continue
      }
      if program.knowledge[.handlesCancellation].contains(name) { return nil }
      guard program.knowledge[.suspends].contains(name),
        let closure = code[list].last.flatMap({ code.closure($0.value) }),
        let parameter = code[closure].parameters.first
      else { continue }
      let mentions = uses.mentions(of: parameter)
      guard mentions.count == 1, let parent = uses.parent(of: mentions[0]),
        let property = place(taking: mentions[0], in: parent, code), let slot = stored(property, of: owner)
      else { return nil }
      return slot
    }
    return nil
  }

  /// `waiting = continuation`, `waiting[key] = continuation`, `waiters.append(continuation)`.
  private func place(taking value: ExpressionID, in parent: ExpressionID, _ code: Code) -> Symbol? {
    switch code[parent] {
    case .assign(let target, value): return code.ownProperty(code.container(target))
    case .call(let callee, _):
      guard case .member(let base, let name) = code[callee], program.knowledge[.addsElement].contains(name) else {
        return nil
      }
      return code.ownProperty(code.container(base))
    default: return nil
    }
  }

  private func stored(_ name: Symbol, of owner: NominalID) -> Slot? {
    guard case .property(let property)? = program.member(name, of: owner), program.declaration(of: property).isStored,
      !program.declaration(of: property).isPublic
    else { return nil }
    return Slot(name: name, owner: program.owner(of: property))
  }
}
