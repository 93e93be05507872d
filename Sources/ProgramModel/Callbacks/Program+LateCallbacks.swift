import SwiftFacts

extension Program {
  /// Callbacks and delegates that an object is given after a call which may already have wanted them, in the order of
  /// files.
  ///
  /// The object was given nothing before: it is made in the same body or for a property of the same object, and no
  /// other code gives it one.
  public func lateCallbacks(threads: Int) -> [Hazard] {
    let slots = callbackSlots(threads: threads)
    let started = closuresForStartedWork()
    guard !slots.isEmpty else { return started }
    let tables = CallbackTables(of: self, slots)
    return started
      + foundByFunction(
        .lateCallbacks, given: Ground(slots), tables: tables, isDearToNote: true, threads: threads,
        state: { LateCallbacks($0.program, slots, tables) }
      ) { _, finder, function in finder.find(in: function) }
  }

  /// The names of what there is to be called back through.
  private func callbackSlots(threads: Int) -> Set<Symbol> {
    Set(
      foundByFile(.callbackSlots, threads: threads, state: { CallbackSummaries($0.program) }) {
        program, summaries, file in
        program[file].facts.properties.indices.map { program.property(PropertyIndex(index: Int32($0)), in: file) }
          .filter { summaries.isSlot($0) || summaries.isSubject($0) }.map { program.declaration(of: $0).name }
      })
  }
}

/// Looks for callbacks that come after a call which may have wanted them, in one program.
final class LateCallbacks {
  let program: Program
  private let slots: Set<Symbol>
  private let tables: CallbackTables
  let summaries: CallbackSummaries
  private var partsOf: [NominalID: [(path: [Symbol], type: NominalID)]] = [:]

  init(_ program: Program, _ slots: Set<Symbol>, _ tables: CallbackTables) {
    self.program = program
    self.slots = slots
    self.tables = tables
    summaries = CallbackSummaries(program)
  }

  private func setters(_ name: Symbol) -> Set<FunctionID>? {
    program.lookUp(\CallbackTables.setters, name, in: tables) { $0.setters[$1] }
  }

  func listeners(_ name: Symbol) -> Set<FunctionID>? {
    program.lookUp(\CallbackTables.listeners, name, in: tables) { $0.listeners[$1] }
  }

  /// Whether a method of a name, or an initialiser of a type of it, sets a slot of an object that it is given.
  private func gives(_ name: Symbol) -> Bool {
    program.lookUp(\CallbackTables.givers, name, in: tables) { $0.givers.contains($1) }
  }

  private func writes(_ slot: Symbol) -> [CallbackTables.Write] {
    program.lookUp(\CallbackTables.writes, slot, in: tables) { $0.writes[$1] ?? [] }
  }

  func find(in function: FunctionID) -> [Hazard] {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody, declaration.firstExpression < declaration.endExpression else { return [] }
    let code = program[program.file(of: function)].facts.code
    let assignments = program.expressions(of: function).map { ExpressionID(index: Int32($0)) }.filter { id in
      switch code[id] {
      case .assign(let target, let value):
        guard case .member(_, let name) = code[target] else { return false }
        return slots.contains(name) && code[value] != .literal(.null)
      case .call(let callee, _):
        return code.calledName(callee).map {
          isOnlyCaller(function, of: $0) || program.knowledge[.answersWithSubscription].contains($0)
            || gives($0)
        } ?? false
      default: return false
      }
    }
    guard !assignments.isEmpty else { return [] }
    return find(assignments, in: Body(function, in: program), summaries.frames[function])
  }

  /// Whether nobody else calls what sets a slot; each test has objects of its own.
  private func isOnlyCaller(_ function: FunctionID, of setter: Symbol) -> Bool {
    guard let callers = program.lookUp(\CallbackTables.callers, setter, in: tables, { $0.callers[$1] }),
      callers.contains(function)
    else { return false }
    return callers.allSatisfy { $0 == function || program.isTestCase($0) && program.isTestCase(function) }
  }

  private func find(_ assignments: [ExpressionID], in body: Body, _ frame: Frame) -> [Hazard] {
    guard let graph = program.flow(of: frame.declaration.firstStatement, in: frame.file) else { return [] }
    let order = order(in: frame)
    guard let solution = graph.solve(order, from: start(in: frame)) else { return [] }
    var result: [Hazard] = []
    for (block, before) in solution.before.enumerated() {
      guard var state = before else { continue }
      for id in graph.blocks[block].ranges.joined().lazy.map({ ExpressionID(index: $0) }) {
        if assignments.contains(id), let found = hazard(at: id, state, order, body, frame) { result.append(found) }
        order.step(&state, at: id)
      }
    }
    return result.sorted { $0.span.bytes.start < $1.span.bytes.start }
  }

  private func hazard(
    at id: ExpressionID, _ state: CallbackOrder.State, _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Hazard? {
    let code = body.code
    if case .call = code[id] {
      return hazard(subscribing: id, state, order, body, frame) ?? hazard(inCall: id, state, order, body, frame)
        ?? hazard(listeningIn: id, state, order, body, frame) ?? hazard(handingOn: id, state, order, body, frame)
    }
    guard case .assign(let target, _) = code[id], case .member(let base, let slot) = code[target],
      let path = code.accessPath(target).map(order.canonical), let object = code.accessPath(base).map(order.canonical),
      !isWantedAgain(path, after: id, order, body, frame), !mayBeMeant(after: id, body, frame),
      case let owner = order.made[object] ?? summaries.inference.type(of: base, in: frame).nominal,
      !isToldWhenSet(slot, of: owner)
    else { return nil }
    guard let early = state.wanted[path] else {
      guard let start = startInInit(path, object, slot, order, frame) else { return nil }
      return Hazard(
        kind: .lateCallback, span: body.span(of: id), name: code.plainSpelling(of: target), other: start.callee,
        owner: owner.map(program.name(of:)) ?? "", evidence: [start.call, start.at],
        essence: "\(slot)|\(start.callee)")
    }
    // What is set up before is not to be told of.
    guard !state.given.contains(path), case .call = code[early.call],
      isUntouched(object, slot, order, frame)
        || isFromOutside(base, code) && owner.map({ isGiven(slot, of: $0, in: frame.function) }) == true,
      !isDoneHere(id, object, slot, early.call, order, body)
    else { return nil }
    let callee = code.callee(of: early.call)?.text ?? ""
    return Hazard(
      kind: .lateCallback, span: body.span(of: id), name: code.plainSpelling(of: target), other: callee,
      owner: owner.map(program.name(of:)) ?? "", evidence: [body.span(of: early.call), early.at],
      essence: "\(slot)|\(callee)")
  }

  /// Whether an object is a property of the same object, or was handed over; a `let` of such an object is the same.
  func isFromOutside(_ id: ExpressionID, _ code: Code) -> Bool {
    guard case .local(let local) = code[id] else { return code.ownProperty(id) != nil }
    switch code[local].kind {
    case .parameter: return true
    case .variable(isLet: true):
      return code[local].initializer.map { isFromOutside(handedBack($0, code), code) } ?? false
    default: return false
    }
  }

  /// A callback that a method of the same object sets, which nobody else calls.
  private func hazard(
    inCall id: ExpressionID, _ state: CallbackOrder.State, _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Hazard? {
    guard let (prefix, method) = summaries.method(id, in: frame, { order.made[$0] }),
      case .local(let own) = prefix.root, setters(program.declaration(of: method).name) == [method],
      !asksFirst(method)
    else { return nil }
    let inner = summaries.frames[method]
    let code = inner.facts.code
    let wants = summaries.summary(of: method).wants
    guard body.code[own].kind == .selfReference, prefix.members.isEmpty else {
      return hazard(inCall: id, on: prefix, of: method, state, order, body, frame)
    }
    for at in program.expressions(of: method) {
      guard case .assign(let target, let value) = code.expressions[at], code[value] != .literal(.null),
        case .member(let base, let slot) = code[target], let set = code.accessPath(target),
        case .local(let local) = set.root,
        code[local].kind == .selfReference, wants[set.members] == nil, let holder = code.accessPath(base)
      else { continue }
      let (path, object) = (
        AccessPath(root: prefix.root, members: set.members), AccessPath(root: prefix.root, members: holder.members)
      )
      guard let early = state.wanted[path], !state.given.contains(path),
        isUntouched(object, slot, order, frame, besides: method) || isHandedOver(base, slot, in: method),
        !isWantedAgain(path, after: id, order, body, frame), !mayBeMeant(after: id, body, frame)
      else { continue }
      let callee = body.code.callee(of: early.call)?.text ?? ""
      let place = SourceSpan(file: inner.file, bytes: code.spans[at])
      return Hazard(
        kind: .lateCallback, span: body.span(of: id), name: code.plainSpelling(of: target), other: callee,
        owner: order.made[object].map(program.name(of:)) ?? "", evidence: [body.span(of: early.call), early.at, place],
        essence: "\(slot)|\(callee)")
    }
    return nil
  }

  /// Whether an object was handed over, to a method that is the only one to give such an object a callback.
  private func isHandedOver(_ base: ExpressionID, _ slot: Symbol, in method: FunctionID) -> Bool {
    let frame = summaries.frames[method]
    // The callbacks of an object may stand together in a struct that it has.
    var holder = base
    while case .member(let outer, _) = frame.facts.code[holder],
      let type = summaries.inference.type(of: holder, in: frame).nominal, program[type].kind == .struct
    {
      holder = outer
    }
    guard isFromOutside(holder, frame.facts.code),
      let object = summaries.inference.type(of: holder, in: frame).nominal, program[object].kind == .class,
      let type = summaries.inference.type(of: base, in: frame).nominal
    else { return false }
    return isGiven(slot, of: type, in: method)
  }

  /// Whether a method that sets a callback asks something before, as for what has come already.
  func asksFirst(_ method: FunctionID) -> Bool {
    let body = Body(method, in: program)
    let set = body.expressions.first { id in
      guard case .assign(let target, _) = body.code[id] else { return false }
      return body.code.writtenName(target).map(slots.contains) ?? false
    }
    guard let set else { return false }
    return body.statements.contains { statement in
      guard case .condition = body.code.statement(statement).kind else { return false }
      return body.code.expressions(in: statement).contains {
        $0 < set.index && !body.isInClosure(ExpressionID(index: $0))
      }
    }
  }

  /// A callback that the object is given by a method of its own: `reader.whenRead(show)`.
  private func hazard(
    inCall id: ExpressionID, on object: AccessPath, of method: FunctionID, _ state: CallbackOrder.State,
    _ order: CallbackOrder, _ body: Body, _ frame: Frame
  ) -> Hazard? {
    let object = order.canonical(object)
    let summary = summaries.summary(of: method)
    for given in summary.gives.sorted(by: { $0.map(\.text).lexicographicallyPrecedes($1.map(\.text)) }) {
      let path = AccessPath(root: object.root, members: object.members + given)
      guard given.count == 1, let slot = given.first, slots.contains(slot), summary.wants[given] == nil,
        let early = state.wanted[path], !state.given.contains(path), !tellsWhoeverIsGiven(method),
        isUntouched(object, slot, order, frame, besides: method),
        !isWantedAgain(path, after: id, order, body, frame), !mayBeMeant(after: id, body, frame)
      else { continue }
      let callee = body.code.callee(of: early.call)?.text ?? ""
      return Hazard(
        kind: .lateCallback, span: body.span(of: id), name: slot.text, other: callee,
        owner: order.made[object].map(program.name(of:)) ?? "", evidence: [body.span(of: early.call), early.at],
        essence: "\(slot)|\(callee)")
    }
    return nil
  }

  /// Whether a function is the only one of the program that gives a slot of a type something.
  private func isGiven(_ slot: Symbol, of type: NominalID, in function: FunctionID) -> Bool {
    guard case .property? = program.valueMember(slot, of: type) else { return false }
    return writes(slot).allSatisfy { write in
      let (target, other) = (write.target, write.function)
      if other == function { return true }
      let frame = summaries.frames[other]
      let holder: NominalID? =
        switch frame.facts.code[target] {
        case .member(let base, _): summaries.inference.type(of: base, in: frame).nominal
        default: frame.context
        }
      return holder.map { !program.lineage(of: $0).contains(type) && !program.lineage(of: type).contains($0) } ?? false
    }
  }

  // MARK: What is where

  private func order(in frame: Frame) -> CallbackOrder {
    let code = frame.facts.code
    var made: [AccessPath: NominalID] = [:]
    var locals: [ExpressionID: LocalID] = [:]
    for index in frame.declaration.firstLocal..<max(frame.declaration.firstLocal, frame.declaration.endLocal) {
      let local = LocalID(index: index)
      guard case .variable = code[local].kind, let value = code[local].initializer,
        let (type, _) = summaries.making(value, orHandingOutIn: frame)
      else { continue }
      locals[value] = local
      made[AccessPath(root: .local(local))] = type
    }
    if let own = frame.declaration.selfLocal, let context = frame.context {
      for (path, type) in parts(of: context) { made[AccessPath(root: .local(own), members: path)] = type }
    }
    var aliases = otherNames(in: frame)
    var seen: Set<LocalID> = []
    for index in program.expressions(of: frame.function) {
      guard case .assign(let target, let value) = code.expressions[index] else { continue }
      // A local that is given something else, or put into two places, is known by no other name.
      if case .local(let local) = code[target] {
        seen.insert(local)
        aliases[local] = nil
      }
      guard let path = code.accessPath(target) else { continue }
      if case .local(let local) = code[value], case .parameter = code[local].kind, isObject(value, in: frame) {
        aliases[local] = seen.insert(local).inserted && isOwn(path, code) ? path : nil
      } else if case .local(let local) = code[value], let type = made[AccessPath(root: .local(local))] {
        aliases[local] = seen.insert(local).inserted ? path : nil
        made[path] = type
      } else if let (type, _) = summaries.making(value, in: frame) {
        made[path] = type
      }
    }
    return CallbackOrder(frame: frame, summaries: summaries, made: made, locals: locals, aliases: aliases)
  }

  /// The objects of properties that a `let` is another name of: `let store = self.store`.
  private func otherNames(in frame: Frame) -> [LocalID: AccessPath] {
    let code = frame.facts.code
    var result: [LocalID: AccessPath] = [:]
    for index in frame.declaration.firstLocal..<max(frame.declaration.firstLocal, frame.declaration.endLocal) {
      let local = LocalID(index: index)
      guard case .variable(isLet: true) = code[local].kind, let value = code[local].initializer,
        case let source = handedBack(value, code),
        let path = code.accessPath(source), isOwn(path, code), isObject(source, in: frame)
      else { continue }
      result[local] = path
    }
    return result
  }

  /// Whether a path leads to a property of the same object.
  private func isOwn(_ path: AccessPath, _ code: Code) -> Bool {
    guard path.members.count == 1, case .local(let root) = path.root else { return false }
    return code[root].kind == .selfReference
  }

  /// Whether a value is an object: a copy of a struct is another one.
  private func isObject(_ value: ExpressionID, in frame: Frame) -> Bool {
    guard let type = summaries.inference.type(of: value, in: frame).nominal else { return false }
    switch program[type].kind {
    case .class, .actor, .protocol: return true
    default: return false
    }
  }

  /// What objects that come along with a new one have done when it is there.
  private func start(in frame: Frame) -> CallbackOrder.State {
    var state = CallbackOrder.State()
    guard let own = frame.declaration.selfLocal, let context = frame.context else { return state }
    for property in program.storedProperties(of: context) {
      guard let (value, outer) = firstValue(of: property),
        let initializer = summaries.making(value, in: outer)?.initializer
      else { continue }
      let path = AccessPath(root: .local(own), members: [program.declaration(of: property).name])
      state.add(summaries.summary(of: initializer), on: path, value)
    }
    return state
  }

  /// The objects that are made along with one of a type, or kept in one of its properties alone, by path.
  ///
  /// Empty where there are too many to be followed.
  private func parts(of type: NominalID) -> [(path: [Symbol], type: NominalID)] {
    if let known = partsOf[type] { return known }
    var found: [(path: [Symbol], type: NominalID)] = []
    var asked = 0
    func isFollowed(_ type: NominalID, at path: [Symbol]) -> Bool {
      for property in program.lineage(of: type).flatMap({ program.storedProperties(of: $0) }) {
        asked += 1
        guard asked <= Limits.parts else { return false }
        guard let made = classMade(for: property) ?? onlyClass(for: property) else { continue }
        let inner = path + [program.declaration(of: property).name]
        found.append((inner, made))
        if inner.count < 3, !isFollowed(made, at: inner) { return false }
      }
      return true
    }
    if !isFollowed(type, at: []) { found = Limits.hit(.parts) ?? [] }
    // Who notes what is asked is to see it asked each time.
    if program.reads == nil { partsOf[type] = found }
    return found
  }

  /// The one class of which all that a property is ever given are new objects.
  private func classMade(for property: PropertyID) -> NominalID? {
    var found: Set<NominalID> = []
    if let (value, outer) = firstValue(of: property), outer.facts.code[value] != .literal(.null) {
      guard let (type, _) = summaries.making(value, in: outer) else { return nil }
      found.insert(type)
    }
    let name = program.declaration(of: property).name
    for given in program.lookUp(\CallbackTables.values, name, in: tables, { $0.values[$1] ?? [] }) {
      let (value, frame) = (given.value, summaries.frames[given.function])
      if frame.facts.code[value] == .literal(.null) { continue }
      guard let (type, _) = making(value, in: frame) else { return nil }
      found.insert(type)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The one class of the program that conforms to the protocol which a constant is declared as.
  private func onlyClass(for property: PropertyID) -> NominalID? {
    guard program.declaration(of: property).isLet, let type = summaries.inference.type(of: property).nominal,
      program[type].kind == .protocol, program[type].access < .everywhere
    else { return nil }
    let known = (program.descendants[type] ?? []).filter { program[$0].kind != .protocol && !program.isTest($0) }
    return known.count == 1 && program[known[0]].kind == .class ? known[0] : nil
  }

  /// What makes a new object, be it through a local that is given nothing else.
  private func making(_ value: ExpressionID, in frame: Frame) -> (type: NominalID, initializer: FunctionID?)? {
    let code = frame.facts.code
    guard case .local(let local) = code[value] else { return summaries.making(value, in: frame) }
    guard case .variable = code[local].kind, let first = code[local].initializer,
      !program.expressions(of: frame.function).contains(where: {
        if case .assign(let target, _) = code.expressions[$0] { code[target] == .local(local) } else { false }
      })
    else { return nil }
    return summaries.making(first, in: frame)
  }

  private func firstValue(of property: PropertyID) -> (ExpressionID, Frame)? {
    guard let value = program.declaration(of: property).initialValue else { return nil }
    let frame = summaries.frames[program.function(value, in: program.file(of: property))]
    return frame.facts.code[frame.declaration.results].first.map { ($0, frame) }
  }

  // MARK: What speaks against it

  /// Whether nothing has given the object anything before the body began.
  ///
  /// - Parameter setter: A method that the body calls, and no other.
  func isUntouched(
    _ object: AccessPath, _ slot: Symbol, _ order: CallbackOrder, _ frame: Frame, besides setter: FunctionID? = nil
  ) -> Bool {
    guard case .local(let root) = object.root, order.made[object] != nil else { return false }
    let code = frame.facts.code
    if code[root].kind != .selfReference {
      // What is made in this body alone.
      return object.members.isEmpty && order.locals.values.contains(root)
    }
    guard let name = object.members.last,
      object.members.indices.dropLast().allSatisfy({
        order.made[.init(root: object.root, members: Array(object.members[...$0]))] != nil
      })
    else { return false }
    if frame.declaration.kind == .initializer { return true }
    let writes = writes(slot)
    guard writes.count <= Limits.writes else { return Limits.hit(.writes) ?? false }
    return writes.allSatisfy { write in
      let (target, function) = (write.target, write.function)
      return function == frame.function || function == setter
        || isForOtherTests(function, than: frame.function)
        || isOther(target, than: name, in: function)
        || isOfOtherType(target, than: name, of: object, in: function, frame)
    }
  }

  /// Whether a function is another test, or what other tests alone call: each has objects of its own.
  private func isForOtherTests(_ function: FunctionID, than test: FunctionID) -> Bool {
    guard program.isTestCase(test) else { return false }
    if program.isTestCase(function) { return true }
    let name = program.declaration(of: function).name
    guard let callers = program.lookUp(\CallbackTables.callers, name, in: tables, { $0.callers[$1] }) else {
      return false
    }
    return callers.allSatisfy { $0 != test && program.isTestCase($0) }
  }

  /// Whether what has the slot that is assigned to is kept in a property of this name of a type that has nothing to do
  /// with this one, where every object of the property here is made for it.
  private func isOfOtherType(
    _ target: ExpressionID, than name: Symbol, of object: AccessPath, in function: FunctionID, _ frame: Frame
  ) -> Bool {
    guard object.members.count == 1, let context = frame.context,
      case .property(let property)? = program.valueMember(name, of: context), classMade(for: property) != nil,
      case let other = summaries.frames[function], case .member(let base, _) = other.facts.code[target]
    else { return false }
    let owner: NominalID? =
      switch other.facts.code[base] {
      case .member(let outer, _): summaries.inference.type(of: outer, in: other).nominal
      case .name(_, .some): other.context
      default: nil
      }
    return owner.map { !program.lineage(of: $0).contains(context) && !program.lineage(of: context).contains($0) }
      ?? false
  }

  /// Whether what has the slot that is assigned to is no object of a property of this name.
  private func isOther(_ target: ExpressionID, than name: Symbol, in function: FunctionID) -> Bool {
    let frame = summaries.frames[function]
    let code = frame.facts.code
    guard case .member(let base, _) = code[target] else { return false }
    switch code[base] {
    case .member(_, let other): return other != name
    case .name(let other, _): return other != name
    case .local(let local):
      guard case .variable = code[local].kind, let value = code[local].initializer else { return false }
      return summaries.making(value, orHandingOutIn: frame) != nil
        && !code.expressions.contains { expression in
          if case .assign(let target, let value) = expression {
            code[value] == .local(local) && code.writtenName(target) == name
          } else {
            false
          }
        }
    default: return false
    }
  }
}
