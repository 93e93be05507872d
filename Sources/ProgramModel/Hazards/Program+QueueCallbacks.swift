import SwiftFacts

/// Closures that an object calls while it waits for its serial queue, or holds a lock, and that have it wait for the
/// queue, or ask for the lock, once more.
extension Program {
  func waitsThroughCallbacks() -> [Hazard] {
    let handed = HandedClosures(program: self)
    let tellers = tellers(handed)
    guard !tellers.isEmpty else { return [] }
    var names = Set(tellers.values.joined().map(\.slot))
    let keepers = keepers(of: tellers)
    names.formUnion(keepers.keys.map { declaration(of: $0).name })
    var result: [Hazard] = []
    for function in functions(mentioning: names) {
      let frame = handed.frames[function]
      for one in kept(in: frame, keepers, tellers, handed) { result += waits(of: one, in: frame, handed) }
    }
    return result
  }

  /// A function that calls what a property holds, in a block that it waits for on a serial queue, or under a lock.
  private struct Teller {
    var queue: Symbol
    var isLock = false
    var slot: Symbol
    var call: SourceSpan
  }

  /// A closure that an object is given, and calls in such a block.
  private struct Kept {
    var closure: ExpressionID
    var holder: ObjectPath
    var teller: Teller
    var given: SourceSpan
  }

  /// An object as its user names it: what `self` or a local has in a property.
  private struct ObjectPath: Hashable {
    /// Nil for `self`.
    var root: LocalID?
    var members: [Symbol]
  }

  private func tellers(_ handed: HandedClosures) -> [NominalID: [Teller]] {
    var result: [NominalID: [Teller]] = [:]
    for function in functions(mentioning: knowledge[.waitsForBlock].names) {
      guard let type = owner(of: function) else { continue }
      let frame = handed.frames[function]
      let code = frame.facts.code
      for id in expressions(of: function).lazy.map({ ExpressionID(index: Int32($0)) }) {
        guard let (queue, closure) = ownWait(id, in: frame) else { continue }
        let inside = code.expressions(in: code[closure].statement)
        for call in handed.callsInPlace(in: inside, within: inside, frame) {
          for one in handed.called(by: call, in: frame) {
            guard let slot = one.slot else { continue }
            result[type, default: []].append(Teller(queue: queue, slot: slot, call: one.span))
          }
        }
      }
    }
    for function in functions(mentioning: knowledge[.locks].names.union(knowledge[.runsUnderLock].names)) {
      guard let type = owner(of: function), !isTest(file(of: function)), declaration(of: function).hasBody else {
        continue
      }
      let frame = handed.frames[function]
      let code = frame.facts.code
      for (call, lock) in callsUnderLock(in: frame, handed) {
        guard let name = code.calledName(of: lock), !knowledge[.waitsForBlock].contains(name),
          let held = code.lock(takenBy: lock).flatMap(code.ownProperty)
        else { continue }
        for one in handed.called(by: call, in: frame) {
          guard let slot = one.slot else { continue }
          result[type, default: []].append(Teller(queue: held, isLock: true, slot: slot, call: one.span))
        }
      }
    }
    return result
  }

  /// The serial queue of its own object that a call waits for, and the block that it waits for.
  private func ownWait(_ id: ExpressionID, in frame: Frame) -> (queue: Symbol, block: ClosureID)? {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[id], case .member(let base, let name) = code[callee],
      knowledge[.waitsForBlock].contains(name),
      let queue = code.ownProperty(base), let type = frame.context, let property = property(named: queue, of: type),
      isSerialQueue(property),
      let last = code[list].last, case .closure(let closure) = code[last.value]
    else { return nil }
    return (queue, closure)
  }

  // MARK: Who is given what

  /// The functions that put a closure which they are given where a teller takes it from.
  private func keepers(of tellers: [NominalID: [Teller]]) -> [FunctionID: (parameter: Int, teller: Teller)] {
    var result: [FunctionID: (parameter: Int, teller: Teller)] = [:]
    for (type, all) in tellers {
      let related = Set(lineage(of: type) + (descendants[type] ?? []))
      for function in related.sorted(by: { $0.index < $1.index }).flatMap({
        self[$0].functions.values.joined().sorted()
      }) {
        let declaration = declaration(of: function)
        guard declaration.hasBody, declaration.kind == .function, !isTest(file(of: function)) else { continue }
        for (index, parameter) in declaration.parameters.enumerated()
        where parameter.closureKind != .never && parameter.isEscaping {
          guard let slot = slot(keeping: parameter.local, of: function),
            let teller = all.first(where: { $0.slot == slot })
          else { continue }
          result[function] = (index, teller)
        }
      }
    }
    return result
  }

  /// The property that a function puts a parameter into, or into an element of.
  private func slot(keeping local: LocalID, of function: FunctionID) -> Symbol? {
    let code = self[file(of: function)].facts.code
    var carriers: Set<ExpressionID> = []
    for index in expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      func carries(_ value: ExpressionID) -> Bool { code[value] == .local(local) || carriers.contains(value) }
      switch code[id] {
      case .call(let callee, let list):
        guard code[list].contains(where: { carries($0.value) }) else { continue }
        guard case .member(let base, let name) = code[callee] else {
          // What is made of it, and put there in its place.
          if code.typeName(callee)?.isCapitalized == true { carriers.insert(id) }
          continue
        }
        if knowledge[.addsElement].contains(name), let slot = code.ownProperty(code.container(base)) { return slot }
      case .assign(let target, let value) where carries(value):
        if let slot = code.ownProperty(code.container(target)) { return slot }
      case .tuple(let list): if code[list].contains(where: { carries($0.value) }) { carriers.insert(id) }
      default: continue
      }
    }
    return nil
  }

  /// The closures that a function gives to an object which calls them in a block of its queue.
  private func kept(
    in frame: Frame, _ keepers: [FunctionID: (parameter: Int, teller: Teller)], _ tellers: [NominalID: [Teller]],
    _ handed: HandedClosures
  ) -> [Kept] {
    let code = frame.facts.code
    return (frame.declaration.firstExpression..<frame.declaration.endExpression).compactMap { index in
      let id = ExpressionID(index: index)
      let given = SourceSpan(file: frame.file, bytes: code.span(of: id))
      switch code[id] {
      case .call(_, let list):
        let target = handed.inference.target(of: id, in: frame)
        guard case .functions(let targets) = target.kind, targets.count == 1, let keeper = keepers[targets[0]],
          case .expression(let base) = target.receiver, let holder = object(base, in: frame),
          let match = declaration(of: targets[0]).match(code[list]),
          let position = match.firstIndex(of: keeper.parameter)
        else { return nil }
        let value = code[list][code[list].startIndex + position].value
        return Kept(closure: value, holder: home(of: holder, in: frame), teller: keeper.teller, given: given)
      case .assign(let target, let value):
        guard case .member(let base, let slot) = code[target],
          let type = handed.inference.type(of: base, in: frame).nominal,
          let teller = lineage(of: type).lazy.flatMap({ tellers[$0] ?? [] }).first(where: { $0.slot == slot }),
          let holder = object(base, in: frame)
        else { return nil }
        return Kept(closure: value, holder: holder, teller: teller, given: given)
      default: return nil
      }
    }
  }

  /// The property of `self` that a parameter was put into, by which the rest of the type knows it.
  private func home(of object: ObjectPath, in frame: Frame) -> ObjectPath {
    guard let root = object.root, object.members.isEmpty else { return object }
    let code = frame.facts.code
    for index in frame.declaration.firstExpression..<frame.declaration.endExpression {
      guard case .assign(let target, let value) = code[ExpressionID(index: index)], code[value] == .local(root),
        let name = code.ownProperty(target), isGivenOnce(name)
      else { continue }
      return ObjectPath(root: nil, members: [name])
    }
    return object
  }

  /// The object that an expression names, if it names the same one whenever it is evaluated.
  private func object(_ id: ExpressionID, in frame: Frame) -> ObjectPath? {
    let code = frame.facts.code
    guard let path = code.accessPath(id), case .local(var root) = path.root else { return nil }
    while case .capture(_, let value) = code[root].kind, case .local(let inner) = code[value] { root = inner }
    guard path.members.allSatisfy({ isGivenOnce($0) }) else { return nil }
    if code.isSelf(root) { return path.members.isEmpty ? nil : ObjectPath(root: nil, members: path.members) }
    switch code[root].kind {
    case .parameter, .variable(isLet: true): return ObjectPath(root: root, members: path.members)
    default: return nil
    }
  }

  /// Whether properties of a name are given their object once, as far as production code is in sight.
  private func isGivenOnce(_ name: Symbol) -> Bool {
    var writes = 0
    for (index, file) in files.enumerated() where !isTestFile[index] {
      for declaration in file.facts.properties
      where declaration.name == name && !declaration.isLet && !declaration.isLazy {
        if !declaration.isStored && !declaration.isRequirement { return false }
        if declaration.initialValue != nil { writes += 1 }
      }
      let code = file.facts.code
      for expression in code.expressions {
        guard case .assign(let target, _) = expression else { continue }
        switch code[target] {
        case .name(name, .some), .member(_, name): writes += 1
        default: continue
        }
      }
    }
    return writes <= 1
  }

  // MARK: What it does

  /// The calls in a closure that wait for the queue in whose block it is called, or ask for the lock that is held then.
  private func waits(of one: Kept, in frame: Frame, _ handed: HandedClosures) -> [Hazard] {
    let code = frame.facts.code
    var range = frame.declaration.firstExpression..<frame.declaration.firstExpression
    var scene = frame
    if case .closure(let closure) = code[one.closure] {
      range = code.expressions(in: code[closure].statement)
    } else if one.holder.root == nil, let method = ownMethod(one.closure, in: frame) {
      scene = handed.frames[method]
      range =
        scene.declaration.firstExpression..<max(scene.declaration.firstExpression, scene.declaration.endExpression)
    }
    return waits(in: range, of: one, in: scene, handed, depth: 0)
  }

  private func waits(in range: Range<Int32>, of one: Kept, in frame: Frame, _ handed: HandedClosures, depth: Int)
    -> [Hazard]
  {
    handed.callsInPlace(in: range, within: range, frame).flatMap { waits(at: $0, of: one, in: frame, handed, depth) }
      + handed.readsInPlace(in: range, frame).flatMap { waits(reading: $0, of: one, in: frame, handed) }
  }

  /// A method of `self` that is given where a closure is asked for.
  private func ownMethod(_ id: ExpressionID, in frame: Frame) -> FunctionID? {
    guard let name = frame.facts.code.ownProperty(id), let type = frame.context,
      case .functions(let found)? = member(name, of: type),
      found.count == 1, declaration(of: found[0]).hasBody
    else { return nil }
    return found[0]
  }

  private func waits(at call: ExpressionID, of one: Kept, in frame: Frame, _ handed: HandedClosures, _ depth: Int)
    -> [Hazard]
  {
    let target = handed.inference.target(of: call, in: frame)
    if case .functions(let targets) = target.kind, targets.count == 1, case .expression(let base) = target.receiver,
      object(base, in: frame) == one.holder, let wait = ownWait(for: one.teller, in: targets[0], handed)
    {
      return [hazard(at: call, declaration(of: targets[0]).name, wait, of: one, in: frame)]
    }
    guard depth < 3, one.holder.root == nil, let method = handed.ownMethod(call, in: frame), method != frame.function
    else { return [] }
    let inner = handed.frames[method]
    let range =
      inner.declaration.firstExpression..<max(inner.declaration.firstExpression, inner.declaration.endExpression)
    return waits(in: range, of: one, in: inner, handed, depth: depth + 1)
  }

  /// A property of the object that is worked out each time.
  private func waits(reading id: ExpressionID, of one: Kept, in frame: Frame, _ handed: HandedClosures) -> [Hazard] {
    guard case .member(let base, let name) = frame.facts.code[id], object(base, in: frame) == one.holder,
      let type = handed.inference.type(of: base, in: frame).nominal,
      case .property(let property)? = valueMember(name, of: type),
      let getter = declaration(of: property).getter.map({ function($0, in: file(of: property)) }),
      let wait = ownWait(for: one.teller, in: getter, handed)
    else { return [] }
    return [hazard(at: id, name, wait, of: one, in: frame)]
  }

  private func hazard(at id: ExpressionID, _ asked: Symbol, _ wait: SourceSpan, of one: Kept, in frame: Frame)
    -> Hazard
  {
    Hazard(
      kind: one.teller.isLock ? .locksAgain : .waitsForItself,
      span: SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: id)), name: one.teller.queue.text,
      other: asked.text, evidence: [wait, one.teller.call, one.given], essence: "\(one.teller.slot)|\(asked)")
  }

  /// Where a function waits for a queue of its object, or asks for its lock, before it returns, whatever it is called
  /// for.
  private func ownWait(for teller: Teller, in function: FunctionID, _ handed: HandedClosures) -> SourceSpan? {
    let frame = handed.frames[function]
    guard frame.declaration.hasBody, !asksWhereItRuns(Body(function, in: self)) else { return nil }
    let code = frame.facts.code
    let range = frame.declaration.firstExpression..<frame.declaration.endExpression
    return handed.callsInPlace(in: range, within: range, frame).first { call in
      guard teller.isLock else { return ownWait(call, in: frame)?.queue == teller.queue }
      guard let name = code.calledName(of: call),
        knowledge[.locks].contains(name) || knowledge[.runsUnderLock].contains(name)
      else { return false }
      return code.lock(takenBy: call).flatMap(code.ownProperty) == teller.queue
    }.map { SourceSpan(file: frame.file, bytes: code.span(of: $0)) }
  }
}

extension Code {
  /// What a call calls, without what it is called on.
  fileprivate func calledName(of call: ExpressionID) -> Symbol? {
    if case .call(let callee, _) = self[call] { calledName(callee) } else { nil }
  }

  /// What an element or a part is of: `routes` of `routes[name, default: []]`.
  func container(_ id: ExpressionID) -> ExpressionID {
    var id = id
    while case .subscripted(let base, _) = self[id] { id = base }
    return id
  }
}
