import SwiftFacts

/// What is likely of things that neither the source nor a table tells of. All of it is guessed.
extension Evaluation {
  // MARK: Members that no declaration is known of

  /// How an object keeps what it has under a name that its type does not tell of: an inherited class or a library,
  /// neither of which is at hand, has the declaration.
  func likelyHold(of name: Symbol, in base: ObjectID) -> Object.Hold {
    guard !program.leftNames.contains(name), !program.knowledge[.pointsBack].ends(name) else { return .unknown }
    switch self[base].type {
    case .nominal(let id, _): return program.hasUnknownSuperclass(id) ? .strong(.guessed) : .unknown
    case .foreign: return .strong(.guessed)
    default: return .unknown
    }
  }

  /// Whether the type of an object, or what that inherits, is called like what does its work once: as a rule it lets go
  /// of its closures when it has run.
  func worksOnce(_ id: ObjectID) -> Bool {
    switch self[id].type {
    case .nominal(let type, _):
      program.lineage(of: type).contains { ancestor in
        ([program[ancestor].name] + program[ancestor].foreignSupertypes)
          .contains { program.knowledge[.worksOnce].ends($0) }
      }
    case .foreign(let name): program.knowledge[.worksOnce].ends(name)
    default: false
    }
  }

  /// `button` in a class that inherits from one that is not at hand.
  func likelyMember(_ name: Symbol, of owner: LocalID) -> [ObjectID] {
    guard !name.isCapitalized, let context = frame.context, program.hasUnknownSuperclass(context) else { return [] }
    return value(ofLocal: owner).map { field(named: name, of: $0) }
  }

  func field(named name: Symbol, of base: ObjectID) -> ObjectID {
    object(.field(base, Slot(name: name, owner: nil)), type: .unknown, hold: likelyHold(of: name, in: base))
  }

  /// Whether all properties of a name and of an object's type that a table knows keep what they are given.
  func isKept(_ object: ObjectID, under name: Symbol) -> Bool {
    guard isMadeHere(object), let type = self[object].type.nominal else { return false }
    return program.typesKeptUnder[name]?.contains(program[type].name) ?? false
  }

  /// Whether something that is made here to carry a closure, as a table tells, has no other use than to be kept:
  /// a `UIAction`, a transformer.
  func carriesClosure(_ object: ObjectID) -> Bool {
    guard case .fresh = self[object].kind, self[object].type.nominal.map({ program[$0].kind == .foreign }) ?? true
    else { return false }
    return keeps.contains { keep in
      keep.holder == object && keep.slot == .element && keep.closure == nil && keep.proof == .known
        && isFunction(keep.value)
    }
  }

  /// The name of a weak property of this object that refers back: it is weak because who is there keeps the object,
  /// and in vain where a closure that the object keeps holds who is there.
  func backReference(_ id: ObjectID) -> Symbol? {
    guard case .field(let base, let slot) = self[id].kind, self[base].kind == .selfObject, self[id].hold == .weak,
      isBackward(slot.name), isDeclaredWeak(slot),
      !(self[id].type.nominal.map { program.inherits($0, fromAny: .leavesItsUser) } ?? false),
      !isOnlyShown(by: self[id].type), !cannotKeepThis(self[id].type)
    else { return nil }
    return slot.name
  }

  /// Whether a property of this object says itself that it is weak: what a wrapper reads need not have this object.
  private func isDeclaredWeak(_ slot: Slot) -> Bool {
    guard let owner = slot.owner, let property = program.property(named: slot.name, of: owner) else { return true }
    return !program.hasWrapper(property)
  }

  /// Whether whatever this object may refer back to has no property for it: a screen of which a protocol alone is known
  /// is shown, and goes when it is shown no longer; of a class of the program it is known what it keeps.
  private func isOnlyShown(by delegate: Type) -> Bool {
    guard let screen = frame.context, let delegate = delegate.nominal else { return false }
    let users: [NominalID]
    switch program[delegate].kind {
    case .protocol where program.inherits(screen, fromAny: .viewControllerClass):
      users = (program.descendants[delegate] ?? []).filter { program[$0].isConcrete }
    case .class where !program.inherits(delegate, fromAny: .viewClass)
      && !program.inherits(delegate, fromAny: .viewControllerClass):
      users = [delegate] + (program.descendants[delegate] ?? [])
    default: return false
    }
    return !users.isEmpty
      && !users.contains { user in
        program.lineage(of: user).flatMap { program.storedProperties(of: $0) }.contains { property in
          var type = inference.type(of: property)
          if case .array(let element) = type { type = element }
          guard case .nominal(let held, _) = type else { return false }
          return program.lineage(of: screen).contains(held) || program.lineage(of: held).contains(screen)
        }
      }
  }

  func isBackward(_ name: Symbol) -> Bool { program.knowledge[.pointsBack].ends(name) }

  /// `self.button.menu = nil`: of what is in a property, that of this object and no other.
  func noteEmptiedUnknown(_ name: Symbol, of holder: ObjectID, at site: ExpressionID) {
    let slot = Slot(name: name, owner: nil)
    switch self[holder].kind {
    case .selfObject, .field: noteReplaced(slot, of: holder, at: site)
    default: noteClear(slot, at: site)
    }
  }

  // MARK: Calls that no table knows

  /// Closures given to a function that is called as one that tells of events: what answers with something that is used
  /// answers with what keeps them, and what is called for its effect alone has its receiver keep them.
  func keepLikely(
    _ functions: [ObjectID], for argument: Argument, of call: ForeignCall, _ made: ObjectID, _ on: [ObjectID],
    at id: ExpressionID
  ) {
    guard tellsOfEvents(call, argument.label), !isInheritedOutOfSight(id) else { return }
    let step = Step(saying: .unknownProperty(call.name), span: nil, proof: .guessed)
    let holders = isDropped(id) || isOnlyAName(id) ? on : [made]
    for holder in holders {
      for function in functions { keep(holder, .element, function, .guessed, at: id, steps: [step]) }
    }
  }

  /// Whether what a call answers with is kept to be handed back, `removeHandler(id)`: it says which closure is to be
  /// taken out, and does not keep it.
  private func isOnlyAName(_ call: ExpressionID) -> Bool {
    guard let parent = uses.parent(of: call), case .assign(let target, call) = facts.code[parent],
      let property = facts.code.writtenName(target), let type = frame.context
    else { return false }
    return program.functions(of: type).contains { function in
      let code = program[program.file(of: function)].facts.code
      func isIt(_ id: ExpressionID) -> Bool {
        guard case .local(let local) = code[id], let value = code[local].initializer else {
          return code.writtenName(id) == property
        }
        return code.writtenName(value) == property
      }
      return program.expressions(of: function).contains { index in
        guard case .call(let callee, let arguments) = code.expressions[index], let name = code.calledName(callee),
          program.knowledge[.takesOut].begins(name) || program.knowledge[.endsArgument].contains(name)
        else { return false }
        return code[arguments].contains { isIt($0.value) }
      }
    }
  }

  /// The same of a function of the program that hands them to a stored closure, of which nothing is known.
  func keepHandedOn(
    by function: FunctionID, _ given: [Int: [ObjectID]], _ on: [ObjectID], _ answer: [ObjectID], at id: ExpressionID
  ) {
    guard let handsOn = summary(of: function)?.handsOn, !handsOn.isEmpty else { return }
    let name = program.declaration(of: function).name
    guard program.knowledge[.registersHandler].begins(name), !program.knowledge[.happensOnce].fits(name) else { return }
    let step = Step(saying: .unknownProperty(name), span: nil, proof: .guessed)
    for parameter in handsOn.sorted() {
      for closure in (given[parameter] ?? []).filter(isFunction) {
        for holder in isDropped(id) ? on : answer { keep(holder, .element, closure, .guessed, at: id, steps: [step]) }
      }
    }
  }

  /// What an unknown type is made with to carry a closure, it keeps: `MenuButton(primaryAction: UIAction { … })`.
  func keepCarried(_ call: ForeignCall, _ made: ObjectID, _ arguments: ArraySlice<Argument>, at id: ExpressionID) {
    guard isMadeUnknown(call) else { return }
    let step = Step(saying: .unknownProperty(call.typeName ?? call.name), span: nil, proof: .guessed)
    for argument in arguments where !(argument.label.map(isBackward) ?? false) {
      for object in value(of: argument.value) where carriesClosure(object) {
        keep(made, .element, object, .guessed, at: id, steps: [step])
      }
    }
  }

  /// Whether a call is of a method that some class of the program has of which only the name is known here, as in a
  /// file that no target builds: what it does is in the source, and no guess is called for.
  private func isInheritedOutOfSight(_ call: ExpressionID) -> Bool {
    guard case .call(let callee, _) = facts.code[call], let name = facts.code.selfMember(callee),
      let context = frame.context
    else { return false }
    return program.lineage(of: context).contains { ancestor in
      program[ancestor].foreignSupertypes.contains { superclass in
        (program.names.types[superclass] ?? []).contains { !(program[$0].functions[name] ?? []).isEmpty }
      }
    }
  }

  private func isOfUnknownType(_ call: ForeignCall) -> Bool {
    call.owner == nil || call.typeName.map { program.knowledge.types[$0] == nil } ?? true
  }

  /// Whether what a function does ends when what it answers with is dropped.
  func endsWithAnswer(_ call: ForeignCall) -> Bool {
    program.knowledge.endsWithAnswer[call.name]?.contains { $0.matches(call.labels) } ?? false
  }

  // To hold the tables as a whole is to copy them: this is asked of each closure that is given away.
  private func tellsOfEvents(_ call: ForeignCall, _ label: Symbol?) -> Bool {
    let isAtEvent = program.knowledge[.namesEvent].isWhole(call.name) && call.labels.count > 1
    let isForLater = (isMadeUnknown(call) || setsUpUnknown(call)) && (label.map(namesLateHandler) ?? false)
    guard isAtEvent || isForLater || program.knowledge[.registersHandler].begins(call.name),
      !program.knowledge[.happensOnce].fits(call.name), isOfUnknownType(call)
    else { return false }
    return label.map { label in
      !program.knowledge[.completes].fits(label) && !program.knowledge[.succeeds].fits(label)
        && !program.knowledge[.fails].fits(label)
    } ?? true
  }

  /// `linkHandler:`, `onTap:`.
  private func namesLateHandler(_ label: Symbol) -> Bool {
    program.knowledge[.isLateHandler].ends(label)
      || label.words.count > 1 && program.knowledge[.namesEvent].begins(label)
  }

  private func isMadeUnknown(_ call: ForeignCall) -> Bool {
    call.name == Names.init_ && call.typeName.map { program.knowledge.types[$0] == nil } ?? false
  }

  private func setsUpUnknown(_ call: ForeignCall) -> Bool {
    program.knowledge[.setsUp].begins(call.name) && call.typeName.map { program.knowledge.types[$0] == nil } ?? true
  }

  /// Whether nothing becomes of what a call answers with, as of the one call of a function that answers with nothing.
  private func isDropped(_ id: ExpressionID) -> Bool {
    uses.isDropped(id) || frame.declaration.isProcedure && facts.code[frame.declaration.results].contains(id)
  }

  /// Whether a call is made by such a name, or on such a bag, that more may come of it than a table tells.
  func isLikelyToKeep(_ callee: ExpressionID) -> Bool {
    guard case .member(let base, let name) = facts.code[callee] else { return false }
    return program.knowledge[.registersHandler].begins(name) || program.knowledge[.namesEvent].isWhole(name)
      || isTokenBag(base)
  }

  /// `bag += signal.onValue { … }`, `bag.add(signal.onValue { … })`: what is put into a bag of tokens keeps what it was
  /// made with.
  func keepInBag(_ bag: ExpressionID, _ tokens: [ObjectID], at site: ExpressionID) {
    guard isTokenBag(bag) else { return }
    for token in tokens where isOfUnknownCall(token) {
      for holder in value(of: bag) { keep(holder, .element, token, .guessed, at: site) }
      keepStream(token, [token], at: site, .guessed)
    }
  }

  /// Whether a call of something outside the program answers with it, of which no table tells what becomes of closures.
  private func isOfUnknownCall(_ id: ObjectID) -> Bool {
    guard case .fresh(let site) = self[id].kind, case .call(let callee, let list) = facts.code[site],
      case .foreign(let owner, let name, false) = inference.target(of: site, in: frame).kind
    else { return false }
    let arguments = facts.code[list]
    let call = inference.foreignCall(name, on: owner, false, callee, arguments, in: frame)
    return arguments.allSatisfy { Knowledge.lookUp(call, label: $0.label, in: program) == nil }
  }

  private func isTokenBag(_ id: ExpressionID) -> Bool {
    facts.code.ownProperty(id).map { program.knowledge[.isTokenBag].ends($0) } ?? false
  }
}

extension Program {
  /// Whether a class inherits from one that is neither in the source nor in a table, so that not all members are known.
  func hasUnknownSuperclass(_ id: NominalID) -> Bool {
    guard self[id].kind == .class else { return false }
    let ancestors = lineage(of: id)
    guard !ancestors.contains(where: { self[$0].kind == .foreign && knowledge.types[self[$0].name]?.kind == .class })
    else { return false }
    return ancestors.contains { ancestor in
      self[ancestor].kind == .class
        && self[ancestor].foreignSupertypes.contains { name in
          !knowledge[.isCallbackProtocol].ends(name) && knowledge.types[name] == nil
        }
    }
  }
}
