import SwiftFacts

/// A call of the system's, and what it is made on.
struct SystemCall {
  var name: Symbol
  /// An object of the system's, a type, or nothing.
  var receiver: Value
  var foreign: ForeignCall
  var given: [Given]
  var activation: Activation
  var expression: ExpressionID?

  /// The last of the closures that it is given.
  var closure: Value? {
    given.last { if case .closure = $0.value { true } else { false } }?.value
  }

  func value(_ label: Symbol?) -> Value? { label.flatMap { label in given.first { $0.label == label }?.value } }

  var handle: Handle? { core?.handle }
  var core: Core? { if case .object(let reference) = receiver { reference.core } else { nil } }
}

/// What the system does by the roles that its functions play in the tables.
extension Interpreter {
  /// Does what a function of the system does; nil where no table says what that is.
  func callSystem(
    _ name: Symbol, on receiver: Value, of owner: NominalID?, _ given: [Given], _ activation: Activation,
    at id: ExpressionID?
  ) throws -> Value? {
    let foreign = ForeignCall(
      owner: owner, typeName: owner.map { program[$0].name }, name: name,
      labels: given.map { $0.isTrailingClosure ? nil : $0.label ?? Names.wildcard })
    let call = SystemCall(
      name: name, receiver: receiver, foreign: foreign, given: given, activation: activation, expression: id)
    if let done = try lock(call) ?? later(call) ?? pause(call) ?? task(call) ?? stream(call) ?? timer(call)
      ?? coding(call)
    {
      return done
    }
    if row(.tellsTime, call) != nil, given.count <= 1 {
      guard let one = given.first else { return .double(tick()) }
      if one.label == StandardWord.timeIntervalSinceNow.symbol, let time = seconds(one.value, nil) {
        return .double(now + time)
      }
    }
    if let owner, name == Names.init_, program.knowledge[.runsUnderLock].types.contains(program[owner].name),
      let guarded = given.first
    {
      return makeSystemObject(owner, call, keeping: [guarded.value])
    }
    guard let owner, isClass(owner) else { return nil }
    if name == Names.init_, let closure = call.closure {
      guard Knowledge.lookUp(foreign, label: nil, in: program) == .result else { return nil }
      return makeSystemObject(owner, call, keeping: [closure])
    }
    guard name == Names.init_ || answersWithOne(of: owner, call), given.allSatisfy({ isInert($0.value) }) else {
      return nil
    }
    let object = makeSystemObject(owner, call)
    if case .object(let reference) = object, case .int(let count)? = given.first?.value {
      reference.core.handle?.count = count
    }
    return object
  }

  /// The time, which goes on whenever somebody asks for it.
  func tick() -> Double {
    now += 0.000_001
    return now
  }

  func row(_ role: Role, _ call: SystemCall) -> RoleTable.Row? {
    Knowledge.row(role, for: call.foreign, in: program)?.row
  }

  /// Whether a static function is one of those that make objects of their own type, or its like.
  private func answersWithOne(of owner: NominalID, _ call: SystemCall) -> Bool {
    guard case .type = call.receiver else { return false }
    let name = program[owner].name
    return program.knowledge[.queuesBlock].types.contains(name)
      || program.knowledge[.keepsUntilCancelled].types.contains(name)
  }

  private func isClass(_ type: NominalID) -> Bool {
    guard program[type].kind == .foreign, let entry = program.knowledge.types[program[type].name] else { return false }
    return entry.kind == .class
  }

  func makeSystemObject(_ type: NominalID, _ call: SystemCall, keeping values: [Value] = []) -> Value {
    let site = call.expression.map { Site(function: call.activation.frame.function, expression: $0) }
    let reference = heap.makeObject(type, site: site, life: life)
    let handle = Handle()
    handle.kept = values.map { Field(value: $0, site: site, time: steps) }
    reference.core.handle = handle
    return .object(reference)
  }

  /// Whether a value leads to nothing that the program has made.
  func isInert(_ value: Value) -> Bool {
    switch value {
    case .unknown, .missing, .bool, .int, .double, .text, .range, .type, .identity, .keyPath: true
    case .nameless(_, let parts), .list(let parts), .set(let parts), .tuple(let parts, _): parts.allSatisfy(isInert)
    case .table(let entries): entries.allSatisfy { isInert($0.key) && isInert($0.value) }
    case .enumeration(let one): one.payload.allSatisfy(isInert)
    case .object(let reference): reference.core.handle.map { $0.kept.isEmpty && $0.work == nil } ?? false
    case .structure(let structure): structure.fields.values.allSatisfy(isInert)
    case .closure, .weak: false
    }
  }

  // MARK: Locks

  private func lock(_ call: SystemCall) throws -> Value? {
    if row(.locks, call) != nil || row(.unlocks, call) != nil { return .void }
    if row(.triesLock, call) != nil { return .bool(true) }
    guard let closure = call.closure else { return nil }
    if row(.suspends, call) != nil { return try suspend(call, closure) }
    if row(.waitsForBlock, call) != nil {
      let number = call.core?.number
      try wait { !self.works.contains { $0.queue == number && $0 !== self.current && $0.due <= self.now } }
      return try self.call(closure, [], caller: call.activation)
    }
    let isGuarding = row(.runsUnderLock, call) != nil || row(.guardsByLock, call) != nil && call.core != nil
    guard isGuarding || row(.runsOnceInPlace, call) != nil else { return nil }
    if program.knowledge[.runsCancellable].contains(call.name) { return try group(call, closure) }
    if call.given.filter({ if case .closure = $0.value { true } else { false } }).count > 1 { return nil }
    guard isGuarding, let handle = call.handle, let guarded = handle.kept.first else {
      return try self.call(closure, [], caller: call.activation)
    }
    let cell = Cell(guarded.value)
    let given = Given(value: current(cell), cell: cell, place: .cell(cell))
    let result = try self.call(closure, [given], caller: call.activation)
    handle.kept[0].value = current(cell)
    return result
  }

  // MARK: Queues

  private func later(_ call: SystemCall) throws -> Value? {
    let isAfter = row(.defersAction, call) != nil
    if isAfter || row(.queuesBlock, call) != nil {
      var due = now
      var closure = call.closure
      var group: Core?
      for one in call.given {
        if let time = seconds(one.value, one.label) { due = time < 1e8 ? now + time : time }
        guard case .object(let reference) = one.value, reference.core.handle != nil else { continue }
        if isWaitedFor(reference.core) { group = reference.core } else { closure = one.value }
      }
      guard let closure else { return nil }
      let work = try submit(closure, at: due, on: call.core)
      if case .object(let item) = closure {
        guard item.core.handle?.kept.first != nil else {
          throw halt(.unknownCallee, call.activation, at: call.expression)
        }
        item.core.handle?.parts = [work]
        if row(.startsArgument, call) != nil { work.whenOver = { [weak item] in item?.core.handle?.kept = [] } }
      }
      if let group {
        group.handle?.count += 1
        work.whenOver = { [weak group] in group?.handle?.count -= 1 }
      }
      return .void
    }
    if row(.cancelsWorkItem, call) != nil {
      call.handle?.isEnded = true
      return .void
    }
    return nil
  }

  /// Whether an object is waited for until all who joined it have left.
  private func isWaitedFor(_ core: Core) -> Bool {
    program.knowledge[.beginsWait].types.contains(program[core.type].name)
  }

  /// Does what a piece of work is, which is a closure or what was made of one.
  func perform(_ value: Value, _ given: [Value]) throws -> Value {
    guard case .object(let reference) = value, let handle = reference.core.handle else {
      return try call(value, with: given, caller: nil)
    }
    if !handle.isEnded { for field in handle.kept { _ = try call(field.value, with: given, caller: nil) } }
    return .void
  }

  // MARK: Waiting

  private func pause(_ call: SystemCall) throws -> Value? {
    if row(.beginsWait, call) != nil, let handle = call.handle {
      handle.count += 1
      return .void
    }
    if row(.endsWait, call) != nil, let core = call.core {
      core.handle?.count += isWaitedFor(core) ? -1 : 1
      return .int(0)
    }
    if let core = call.core, row(.waitsInPlace, call) != nil,
      program.knowledge[.queuesBlock].types.contains(program[core.type].name)
    {
      try wait { !self.works.contains { $0.queue == core.number && $0 !== self.current } }
      return .void
    }
    if row(.startsReceiver, call) != nil, let handle = call.handle, !handle.kept.isEmpty {
      return try perform(call.receiver, [])
    }
    if let core = call.core, let handle = core.handle, row(.waitsInPlace, call) != nil {
      let isGroup = isWaitedFor(core)
      let deadline = call.given.compactMap { seconds($0.value, $0.label) }.first
      let holds = { isGroup ? handle.count <= 0 : handle.count > 0 }
      try wait(until: deadline.map { $0 < now ? now + $0 : $0 }, for: holds)
      guard holds() else { return .nameless(StandardWord.timedOut.symbol, []) }
      if !isGroup { handle.count -= 1 }
      return .nameless(StandardWord.success.symbol, [])
    }
    if let core = call.core, let handle = core.handle, isWaitedFor(core), let closure = call.closure {
      let work = try submit(closure, at: .infinity)
      work.condition = { handle.count <= 0 }
      return .void
    }
    let sleeping = row(.sleeps, call)
    guard let passing = sleeping ?? row(.passesTime, call) else { return nil }
    var deadline: Double?
    for one in call.given {
      guard let time = seconds(one.value, one.label ?? passing.argument) else { continue }
      deadline = time < 1e8 ? now + time : time
    }
    if deadline == nil, call.given.contains(where: { $0.value.isUnknown }) { throw halt(.unknownCondition) }
    guard let deadline else {
      // Until something else has happened, or for ever.
      if current == nil, sleeping == nil, call.core != nil || call.receiver.isMissing {
        try drain()
        throw Ended()
      }
      try wait(until: now) { false }
      return .void
    }
    let work = current
    try wait(until: deadline) { sleeping != nil && work?.isCancelled ?? false }
    if sleeping != nil, work?.isCancelled ?? false { throw Thrown(value: .nameless(Self.cancellation, [])) }
    return .bool(true)
  }

  static let cancellation = StandardWord.CancellationError.symbol

  // MARK: Timers

  private func timer(_ call: SystemCall) throws -> Value? {
    if row(.repeatsWithBlock, call) != nil, let closure = call.closure, let type = call.foreign.owner {
      guard let interval = call.given.lazy.compactMap({ self.seconds($0.value, $0.label) }).first else {
        throw halt(.unknownCondition, call.activation, at: call.expression)
      }
      guard case .bool(let repeats)? = call.value(Words.repeats) else {
        throw halt(.unknownCondition, call.activation, at: call.expression)
      }
      let timer = makeSystemObject(type, call)
      guard case .object(let reference) = timer, let handle = reference.core.handle else { return nil }
      handle.interval = repeats ? max(interval, 0.000_1) : nil
      let work = try submit(closure, [timer], at: now + interval)
      work.interval = handle.interval
      handle.work = work
      if call.name == Names.init_ {
        // Until somebody has it run, the timer alone has its block.
        remove(work)
        handle.kept = [Field(value: closure)]
      }
      return timer
    }
    if row(.schedulesTimer, call) != nil, case .object(let timer)? = call.given.first?.value,
      let handle = timer.core.handle, let work = handle.work, !works.contains(where: { $0 === work })
    {
      handle.kept = []
      works.append(work)
      return .void
    }
    if row(.keepsUntilCancelled, call) != nil, let handle = call.handle, let core = call.core,
      let closure = call.closure
    {
      let site = call.expression.map { Site(function: call.activation.frame.function, expression: $0) }
      handle.kept.append(Field(value: closure, site: site, time: steps))
      guard handle.work == nil else { return .void }
      let work = try submit(.missing, owner: core, at: now + (handle.interval ?? 0.01))
      work.interval = handle.interval ?? 0.01
      handle.work = work
      return .void
    }
    guard let handle = call.handle else { return nil }
    if let apart = call.value(StandardWord.repeating.symbol).flatMap({ seconds($0, nil) }) {
      handle.interval = apart
      handle.work?.interval = apart
      return .void
    }
    guard let work = handle.work, work.isOwned || row(.endsTimer, call) != nil else { return nil }
    if row(.endsTimer, call) != nil || row(.endsReceiver, call) != nil {
      remove(work)
      (work.closure, work.given) = (.missing, [])
      let old = handle.kept
      handle.kept = []
      withExtendedLifetime(old) {}
      return .void
    }
    return call.given.allSatisfy { isInert($0.value) } ? .void : nil
  }

  // MARK: Time

  /// A time or a stretch of it, in seconds.
  func seconds(_ value: Value, _ unit: Symbol?) -> Double? {
    let number: Double
    var unit = unit
    switch value {
    case .double(let one): number = one
    case .int(let one): number = Double(one)
    case .nameless(let name, let parts) where parts.count == 1:
      unit = name
      switch parts[0] {
      case .int(let one): number = Double(one)
      case .double(let one): number = one
      default: return nil
      }
    case .nameless(let name, _): return StandardWord(name) == .now ? now : nil
    default: return nil
    }
    switch unit.flatMap({ StandardWord($0) }) {
    case .milliseconds?: return number / 1e3
    case .microseconds?: return number / 1e6
    case .nanoseconds?: return number / 1e9
    default: return number
    }
  }
}
