import SwiftFacts

/// Tasks, what they wait for, and the streams that they go through.
extension Interpreter {
  // MARK: Tasks

  func task(_ call: SystemCall) throws -> Value? {
    if row(.startsTask, call) != nil, let closure = call.closure, let type = call.foreign.owner {
      let work = try submit(closure)
      let task = makeSystemObject(type, call)
      if case .object(let reference) = task { reference.core.handle?.work = work }
      return task
    }
    if row(.cancelsTask, call) != nil, let work = call.handle?.work {
      work.isCancelled = true
      return .void
    }
    if row(.asksForCancellation, call) != nil, call.given.isEmpty {
      if call.foreign.name == StandardWord.checkCancellation.symbol, current?.isCancelled ?? false {
        throw Thrown(value: .nameless(Self.cancellation, []))
      }
      return .void
    }
    guard let handle = call.handle, program.knowledge[.runsCancellable].contains(call.name), let closure = call.closure
    else { return nil }
    handle.parts.append(try submit(closure))
    return .void
  }

  /// What has become of a piece of work, once it is over.
  func outcome(of work: Work, kept core: Core) throws -> Value {
    try wait(by: core) { work.isOver }
    switch work.outcome {
    case .value(let value)?: return value
    case .thrown(let value)?: throw Thrown(value: value)
    case nil: throw halt(.endless)
    }
  }

  // MARK: Groups

  /// Calls a closure with a group of tasks, and waits for all of them.
  func group(_ call: SystemCall, _ closure: Value) throws -> Value? {
    guard let type = program.knowledge[.taskGroup].names.sorted(by: { $0.text < $1.text })
      .lazy.compactMap({ self.program.names.foreign[$0] }).first
    else { return nil }
    let group = makeSystemObject(type, call)
    guard case .object(let reference) = group, let handle = reference.core.handle else { return nil }
    let result = try self.call(closure, with: [group], caller: call.activation)
    for part in handle.parts { try wait(by: reference.core) { part.isOver } }
    return result
  }

  /// What the part of a group answers with that is over first; nothing where there is none.
  private func next(of core: Core, _ handle: Handle) throws -> Value {
    guard !handle.parts.isEmpty else { return .missing }
    try wait(by: core) { handle.parts.contains { $0.isOver } }
    guard let at = handle.parts.firstIndex(where: { $0.isOver }) else { return .missing }
    return try outcome(of: handle.parts.remove(at: at), kept: core)
  }

  private func isGroup(_ core: Core) -> Bool { program.knowledge[.taskGroup].contains(program[core.type].name) }

  // MARK: Continuations

  /// Hands out what lets whoever calls go on, and waits for that.
  func suspend(_ call: SystemCall, _ closure: Value) throws -> Value? {
    let types = program.knowledge[.resumes].types.sorted { $0.text < $1.text }
    guard let type = types.lazy.compactMap({ self.program.names.foreign[$0] }).first else { return nil }
    var object = makeSystemObject(type, call)
    guard case .object(let reference) = object, let handle = reference.core.handle else { return nil }
    weak let core = reference.core
    _ = try self.call(closure, with: [object], caller: call.activation)
    object = .missing
    try forget(reference) { rest in
      try self.wait(by: core) { handle.isEnded }
      _ = rest
    }
    guard let answer = handle.work?.outcome else { throw halt(.endless) }
    switch answer {
    case .value(let value): return value
    case .thrown(let value): throw Thrown(value: value)
    }
  }

  private func forget(_ reference: Reference, _ body: (Core) throws -> Void) throws { try body(reference.core) }

  private func resume(_ call: SystemCall) throws -> Value? {
    guard row(.resumes, call) != nil, let handle = call.handle else { return nil }
    if handle.isEnded { throw halt(.trap, call.activation, at: call.expression) }
    let work = Work(.missing, [], owner: nil, due: now, order: 0, Work.Context())
    let value = call.given.first?.value ?? .void
    switch call.given.first?.label.flatMap({ StandardWord($0) }) {
    case .throwing?: work.outcome = .thrown(value)
    case .with?:
      guard case .nameless(let name, let parts) = value else { throw halt(.unknownCondition) }
      work.outcome = name == StandardWord.success.symbol
        ? .value(parts.first ?? .void) : .thrown(parts.first ?? .unknown)
    default: work.outcome = .value(value)
    }
    handle.work = work
    handle.isEnded = true
    return .void
  }

  // MARK: Streams

  func stream(_ call: SystemCall) throws -> Value? {
    if let done = try resume(call) { return done }
    if let type = call.foreign.owner, program.knowledge[.ownStream].contains(program[type].name) {
      if call.name == Names.init_, let closure = call.closure {
        let (stream, continuation) = makeStream(type, call)
        _ = try self.call(closure, with: [continuation], caller: call.activation)
        return stream
      }
      if call.name == StandardWord.makeStream.symbol {
        let (stream, continuation) = makeStream(type, call)
        return .tuple([stream, continuation], labels: [StandardWord.stream.symbol, StandardWord.continuation.symbol])
      }
    }
    guard let core = call.core, let handle = core.handle else { return nil }
    if isGroup(core) {
      switch StandardWord(call.name) {
      case .next?: return try next(of: core, handle)
      case .waitForAll?:
        while !handle.parts.isEmpty { _ = try next(of: core, handle) }
        return .void
      case .cancelAll?:
        for part in handle.parts { part.isCancelled = true }
        return .void
      default: return nil
      }
    }
    guard case .object(let stream)? = handle.kept.first?.value, let storage = stream.core.handle,
      program.knowledge[.ownStream].contains(program[stream.core.type].name)
    else { return nil }
    if program.knowledge[.closesStream].contains(call.name) {
      storage.isEnded = true
      if case .thrown? = call.given.first.map({ Work.Outcome.thrown($0.value) }), let error = call.given.first {
        storage.named[StandardWord.throwing.symbol] = error.value
      }
      let told = storage.named.removeValue(forKey: StandardWord.onTermination.symbol)
      if let told, case .closure = told { _ = try self.call(told, with: [.unknown], caller: call.activation) }
      return .void
    }
    guard program.knowledge[.feedsStream].contains(call.name) else { return nil }
    if !storage.isEnded { storage.values.append(call.given.first?.value ?? .void) }
    return .unknown
  }

  private func makeStream(_ type: NominalID, _ call: SystemCall) -> (stream: Value, continuation: Value) {
    let stream = makeSystemObject(type, call)
    return (stream, makeSystemObject(type, call, keeping: [stream]))
  }

  /// What a loop goes through that waits for each element; nil where it is no stream.
  func elements(comingFrom value: Value) -> Elements? {
    guard case .object(let reference) = value, let handle = reference.core.handle else { return nil }
    let core = reference.core
    if isGroup(core) { return Elements { try self.next(of: core, handle) } }
    guard program.knowledge[.ownStream].contains(program[core.type].name), handle.kept.isEmpty else { return nil }
    return Elements { try self.next(from: reference, handle) }
  }

  private func next(from stream: Reference, _ handle: Handle) throws -> Value {
    let work = current
    try wait(by: stream.core) { !handle.values.isEmpty || handle.isEnded || work?.isCancelled ?? false }
    if !handle.values.isEmpty { return handle.values.removeFirst() }
    if let error = handle.named[StandardWord.throwing.symbol] { throw Thrown(value: error) }
    if !handle.isEnded {
      handle.isEnded = true
      let told = handle.named.removeValue(forKey: StandardWord.onTermination.symbol)
      if let told, case .closure = told { _ = try call(told, with: [.unknown], caller: nil) }
    }
    return .missing
  }

  // MARK: Members

  /// What a property of the system's answers with; nil where no table tells.
  func systemMember(_ name: Symbol, of value: Value, _ activation: Activation?) throws -> Value? {
    switch value {
    case .type(let type):
      guard let owner = type.nominal, program[owner].kind == .foreign else { return nil }
      let own = program[owner].name
      func has(_ role: Role) -> Bool {
        program.knowledge[role].row(for: name, of: [own]).map { $0.tier == .exact } ?? false
      }
      if has(.asksForCancellation) { return .bool(current?.isCancelled ?? false) }
      if has(.tellsTime) { return .double(tick()) }
      guard program.knowledge.types[own]?.kind == .class, !name.isCapitalized else { return nil }
      let key = Knowledge.FunctionKey(type: own, name: name)
      if let known = shared[key] { return known }
      let reference = heap.makeObject(owner, site: nil, life: Life())
      reference.core.handle = Handle()
      shared[key] = .object(reference)
      return .object(reference)
    case .object(let reference):
      let core = reference.core
      guard let handle = core.handle else { return nil }
      if let known = handle.named[name] { return known }
      if program.knowledge[.asksForCancellation].contains(name) {
        return .bool(handle.isEnded || handle.work?.isCancelled ?? false)
      }
      guard let work = handle.work, !work.isOwned else { return nil }
      switch StandardWord(name) {
      case .value?: return try outcome(of: work, kept: core)
      case .result?:
        try wait(by: core) { work.isOver }
        switch work.outcome {
        case .value(let value)?: return .nameless(StandardWord.success.symbol, [value])
        case .thrown(let value)?: return .nameless(StandardWord.failure.symbol, [value])
        case nil: throw halt(.endless)
        }
      default: return nil
      }
    default: return nil
    }
  }

  /// Puts something into a property of the system's.
  func setSystemMember(_ name: Symbol, of core: Core, _ handle: Handle, to value: Value) {
    // What a continuation is given, its stream keeps.
    if case .object(let stream)? = handle.kept.first?.value,
      program.knowledge[.ownStream].contains(program[stream.core.type].name)
    {
      stream.core.handle?.named[name] = value
    } else {
      handle.named[name] = value
    }
  }
}
