import SwiftFacts

/// What is to be called: a closure that somebody waits for, a continuation, the method that an override stands in for.
enum Callable: Hashable {
  /// Any of these parameters, called as functions.
  case parameters([LocalID])
  /// A method of the object in a local: `continuation.resume(…)`.
  case method(Symbol, of: LocalID)
  /// The method of the superclass with these labels.
  case superMethod(Symbol, labels: [Symbol?])
  /// What a property of `self` holds, or each of what it holds.
  case slot(Symbol)

  var locals: [LocalID] {
    switch self {
    case .parameters(let list): list
    case .method(_, let local): [local]
    case .superMethod, .slot: []
    }
  }
}

/// What an expression of a body means to a callable.
enum PathEvent: Hashable {
  case call
  /// It is an argument of a call: who knows what comes of it.
  case handing(position: Int)
  /// A closure that has to do with it is an argument of a call.
  case closure(ClosureID, position: Int)
  /// A closure that has to do with it is called.
  case running(ClosureID)
  /// It is kept, returned, or used in a way that tells nothing.
  case escape
  /// A property of `self` keeps it, or a closure that calls it.
  case keeping(Symbol, ClosureID?)
  /// A method of the same object is called that takes out what such a property holds.
  case taking(Symbol, FunctionID)
  /// The property is emptied.
  case emptying
  /// Something is assigned to, as it is spelled.
  case assignment(String)
}

/// Where a body has to do with a callable.
struct CallableUses {
  let code: Code
  let callable: Callable
  /// The locals that are the callable, under whatever name.
  private(set) var aliases: Set<LocalID>
  /// What happens at an expression; only at those where something does.
  private(set) var events: [Int32: [PathEvent]] = [:]
  /// The expressions with events, in order.
  private(set) var places: [Int32] = []
  /// The closures whose bodies have to do with it, at any depth.
  private(set) var closures: Set<ClosureID> = []
  /// Those of them that are run for each of what a property holds.
  private(set) var eachClosures: Set<ClosureID> = []
  /// What is assigned to anywhere, as it is spelled, without `self.`.
  private(set) var assigned: [String: [ExpressionID]] = [:]
  /// Whether it is called, or handed to a call, anywhere.
  private(set) var isUsed = false
  /// The expressions looked at.
  let range: Range<Int32>
  /// The loops that go through what a property holds.
  private(set) var slotLoops: Set<Int32> = []
  /// Where something else of the object is used than the method: `continuation` of `continuation.yield(…)`.
  private var idle: Set<Int32> = []
  private let finder: ClosureEscape
  private let frame: Frame

  init(_ callable: Callable, of range: Range<Int32>, locals: Range<Int32>, in frame: Frame, _ finder: ClosureEscape) {
    code = frame.facts.code
    self.callable = callable
    self.range = range
    self.frame = frame
    self.finder = finder
    aliases = Set(callable.locals)
    var consumed: Set<Int32> = []
    for index in locals {
      let local = code.locals[Int(index)]
      guard let value = local.initializer, isIt(value) else { continue }
      aliases.insert(LocalID(index: index))
      consumed.insert(value.index)
      if case .element(let all) = code[value] {
        consumed.insert(all.index)
        if let loop = loop(around: value) { slotLoops.insert(loop) }
      }
    }
    if case .slot = callable { findElements(range) }
    if case .method(let name, _) = callable { findIdle(range, but: name) }
    findClosures(range)
    var runners: [LocalID: ClosureID] = [:]
    for index in locals {
      let local = code.locals[Int(index)]
      if case .function(let id) = local.kind, closures.contains(id) { runners[LocalID(index: index)] = id }
      if case .variable(isLet: true) = local.kind, let value = local.initializer, case .closure(let id) = code[value],
        closures.contains(id)
      {
        runners[LocalID(index: index)] = id
        consumed.insert(value.index)
      }
    }
    find(range, runners, &consumed)
    findTakers(range)
    consumed.formUnion(idle)
    for (value, kind) in nilTests(range) where kind { consumed.insert(value.index) }
    for index in range where !consumed.contains(index) {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .local(let local) where aliases.contains(local) || runners[local] != nil: add(.escape, at: id)
      case .closure(let closure) where closures.contains(closure) && !code[closure].isLocalFunction:
        add(.escape, at: id)
      default: continue
      }
    }
    places = events.keys.sorted()
  }

  private func local(_ id: ExpressionID) -> LocalID? {
    if case .local(let local) = code[id] { local } else { nil }
  }

  /// Whether an expression is the callable, or what holds it.
  func isIt(_ id: ExpressionID) -> Bool {
    if case .local(let local) = code[id] { return aliases.contains(local) }
    guard case .slot(let name) = callable else { return false }
    if code.isMember(id, named: name) { return true }
    switch code[id] {
    case .element(let base), .subscripted(let base, _): return isIt(base)
    case .member(let base, let name): return isIt(base) && finder.program.knowledge[.goesThroughElements].contains(name)
    case .call(let callee, _):
      guard case .member(let base, let name) = code[callee] else { return false }
      return isIt(base) && finder.program.knowledge[.takesOut].begins(name)
    default: return false
    }
  }

  private func loop(around id: ExpressionID) -> Int32? {
    code.statements.indices.last { index in
      guard case .loop = code.statements[index].kind else { return false }
      return code.expressions(in: Int32(index)).contains(id.index)
    }.map { Int32($0) }
  }

  /// The parameters of closures that are given each of what the property holds.
  private mutating func findElements(_ range: Range<Int32>) {
    for index in range {
      guard case .call(let callee, let list) = code[ExpressionID(index: index)],
        case .member(let base, let name) = code[callee], isIt(base),
        finder.program.knowledge[.goesThroughElements].contains(name), let last = code[list].last,
        case .closure(let closure) = code[last.value],
        let element = code[closure].parameters.first
      else { continue }
      aliases.insert(element)
      eachClosures.insert(closure)
    }
  }

  private mutating func findIdle(_ range: Range<Int32>, but method: Symbol) {
    for index in range {
      guard case .member(let base, let name) = code[ExpressionID(index: index)], name != method, isIt(base) else {
        continue
      }
      idle.insert(base.index)
    }
  }

  /// The calls of methods that take out what some property keeps here.
  private mutating func findTakers(_ range: Range<Int32>) {
    var slots: Set<Symbol> = []
    if case .slot(let name) = callable { slots.insert(name) }
    for list in events.values { for case .keeping(let name, _) in list { slots.insert(name) } }
    for slot in slots.sorted(by: { $0.text < $1.text }) {
      let takers = finder.takers(of: slot, in: frame.file).filter { $0 != frame.function }
      for index in range {
        let id = ExpressionID(index: index)
        guard case .call(let callee, _) = code[id], let name = code.selfMember(callee) else { continue }
        let named = takers.filter { finder.program.declaration(of: $0).name == name }
        guard named.count == 1 else { continue }
        add(.taking(slot, named[0]), at: id)
      }
    }
  }

  /// The property of `self` that an expression is, or is a part of, if a stored one that others do not compute.
  private func keeper(_ target: ExpressionID) -> Symbol? {
    var place = target
    if case .subscripted(let base, _) = code[place] { place = base }
    guard let name = code.selfMember(place), let owner = frame.context,
      let property = finder.program.property(named: name, of: owner)
    else { return nil }
    return finder.program.declaration(of: property).isStored ? name : nil
  }

  private mutating func add(_ event: PathEvent, at id: ExpressionID) { events[id.index, default: []].append(event) }

  /// A closure has to do with the callable if its body names it, or calls the method of the superclass.
  private mutating func findClosures(_ range: Range<Int32>) {
    var count = -1
    // Functions in a body may call those that are declared after them.
    while count < closures.count {
      count = closures.count
      findMoreClosures(range)
    }
  }

  private mutating func findMoreClosures(_ range: Range<Int32>) {
    for (number, closure) in code.closures.enumerated()
    where !closures.contains(ClosureID(index: Int32(number))) && range.lowerBound <= closure.firstExpression
      && closure.endExpression <= range.upperBound && closure.firstExpression < closure.endExpression
    {
      let uses = (closure.firstExpression..<closure.endExpression).contains { index in
        let id = ExpressionID(index: index)
        switch code[id] {
        case .local(let local):
          if aliases.contains(local) { return !idle.contains(index) }
          // A function declared inside the body may do the calling, and so may a closure under a name.
          if case .function(let inner) = code[local].kind { return closures.contains(inner) }
          if let value = code[local].initializer, case .closure(let inner) = code[value] {
            return closures.contains(inner)
          }
          return false
        case .call: return isSuperCall(id)
        case .name, .member: return isIt(id)
        default: return false
        }
      }
      if uses { closures.insert(ClosureID(index: Int32(number))) }
    }
  }

  private func isSuperCall(_ id: ExpressionID) -> Bool {
    guard case .superMethod(let name, let labels) = callable, case .call(let callee, let list) = code[id],
      code.superMember(callee) == name
    else { return false }
    return code[list].map(\.label) == labels || code[list].contains(where: \.isTrailingClosure)
  }

  private mutating func find(
    _ range: Range<Int32>, _ runners: [LocalID: ClosureID], _ consumed: inout Set<Int32>
  ) {
    for index in range {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, let value):
        keep(value, in: target, at: id, runners, &consumed)
        assign(target, at: id)
        // `waiting = nil` of another name for it.
        if code[value] == .literal(.null), let name = local(target), aliases.contains(name) {
          consumed.insert(target.index)
          add(.emptying, at: id)
        }
      case .mutate(let target, _): assign(target, at: id)
      case .call(let callee, let list):
        look(at: id, callee, code[list], runners, &consumed)
      default: continue
      }
    }
  }

  private mutating func assign(_ target: ExpressionID, at id: ExpressionID) {
    add(.assignment(code.spelling(of: target)), at: id)
    assigned[code.plainSpelling(of: target), default: []].append(id)
    if case .slot(let name) = callable, code.isMember(target, named: name),
      !aliases.contains(where: { range.contains(code[$0].initializer?.index ?? -1) })
    {
      add(.emptying, at: id)
    }
  }

  /// A value that a property of `self` is given: the callable under some name, or a closure that calls it.
  private mutating func keep(
    _ value: ExpressionID, in target: ExpressionID, at id: ExpressionID, _ runners: [LocalID: ClosureID],
    _ consumed: inout Set<Int32>
  ) {
    var closure: ClosureID?
    switch code[value] {
    case .local(let local):
      guard isIt(value) || runners[local] != nil else { return }
      closure = runners[local]
    case .closure(let id) where closures.contains(id): closure = id
    default: return
    }
    guard let slot = keeper(target) else { return }
    consumed.insert(value.index)
    isUsed = true
    add(.keeping(slot, closure), at: id)
  }

  private mutating func look(
    at id: ExpressionID, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, _ runners: [LocalID: ClosureID],
    _ consumed: inout Set<Int32>
  ) {
    if case .member(let base, let name) = code[callee], isIt(base) {
      consumed.insert(base.index)
      if finder.program.knowledge[.goesThroughElements].contains(name), let last = arguments.last,
        case .closure(let closure) = code[last.value], eachClosures.contains(closure)
      {
        consumed.insert(last.value.index)
        add(.running(closure), at: id)
        return
      }
    }
    if case .member(let base, let name) = code[callee], finder.program.knowledge[.addsElement].contains(name),
      let first = arguments.first
    {
      keep(first.value, in: base, at: id, runners, &consumed)
      if consumed.contains(first.value.index) { return }
    }
    for (position, argument) in arguments.enumerated() {
      switch code[argument.value] {
      case _ where isIt(argument.value):
        consumed.insert(argument.value.index)
        isUsed = true
        add(.handing(position: position), at: id)
      case .member(let base, let name):
        // `continuation.resume` as a function.
        guard case .method(name, _) = callable, let local = local(base), aliases.contains(local) else { continue }
        consumed.insert(base.index)
        isUsed = true
        add(.handing(position: position), at: id)
      case .local(let local):
        guard let closure = runners[local] else { continue }
        consumed.insert(argument.value.index)
        add(.closure(closure, position: position), at: id)
      case .closure(let closure) where closures.contains(closure):
        consumed.insert(argument.value.index)
        add(.closure(closure, position: position), at: id)
      default: continue
      }
    }
    switch code[callee] {
    case _ where isIt(callee):
      switch callable {
      case .parameters, .slot: break
      case .method, .superMethod: return
      }
      consumed.insert(callee.index)
      isUsed = true
      add(.call, at: id)
    case .local(let local):
      guard let closure = runners[local] else { return }
      consumed.insert(callee.index)
      add(.running(closure), at: id)
    case .closure(let closure) where closures.contains(closure):
      consumed.insert(callee.index)
      add(.running(closure), at: id)
    case .member(let base, let name):
      if case .method(name, _) = callable, let local = local(base), aliases.contains(local) {
        consumed.insert(base.index)
        isUsed = true
        add(.call, at: id)
      } else if isSuperCall(id) {
        isUsed = true
        add(.call, at: id)
      } else if case .slot = callable, isIt(base), finder.program.knowledge[.resumes].contains(name) {
        isUsed = true
        add(.call, at: id)
      } else if name == "callAsFunction", let local = local(base), aliases.contains(local) {
        consumed.insert(base.index)
        isUsed = true
        add(.call, at: id)
      }
    default: return
    }
  }

  /// Values compared with `nil`, and whether they are the callable.
  private func nilTests(_ range: Range<Int32>) -> [(ExpressionID, Bool)] {
    range.compactMap { index in
      guard case .operation(let name, let list) = code[ExpressionID(index: index)],
        name.text == "==" || name.text == "!="
      else { return nil }
      let parts = Array(code[list])
      guard parts.count == 2, code[parts[1]] == .literal(.null), let local = local(parts[0]) else { return nil }
      return (parts[0], aliases.contains(local))
    }
  }

  /// The places in a stretch of expressions at which something happens.
  func places(in range: Range<Int32>) -> ArraySlice<Int32> {
    places[lowerBound(range.lowerBound)..<lowerBound(range.upperBound)]
  }

  /// Whether a stretch has anything in it that calls or hands on.
  func acts(in range: Range<Int32>) -> Bool {
    places(in: range).contains { place in
      events[place]?.contains { event in
        switch event {
        case .assignment, .emptying: false
        default: true
        }
      } ?? false
    }
  }

  /// Whether a stretch of the source has anything in it that calls or hands on.
  func acts(within span: ByteSpan) -> Bool {
    places.contains { place in span.contains(code.spans[Int(place)]) && acts(in: place..<place + 1) }
  }

  /// Whether a place is assigned to where something calls or hands on, so that it tells what has been done.
  func isSet(_ spelled: String) -> Bool {
    assigned[spelled]?.contains { place in
      guard let block = code.innermostBlock(around: place) else { return true }
      return acts(in: code.expressions(in: block))
    } ?? false
  }

  /// Whether a property that is asked for tells of another run of the function: the function sets it only behind the
  /// question. Whoever came with that run was given another closure than this one has.
  func isOfAnotherRun(_ asked: ExpressionID) -> Bool {
    guard case .parameters(let locals) = callable, code.ownProperty(asked) != nil,
      code.innermostClosure(around: asked) == nil, loop(around: asked) == nil,
      locals.allSatisfy({ local in frame.declaration.parameters.contains { $0.local == local } })
    else { return false }
    return assigned[code.plainSpelling(of: asked)]?.allSatisfy { asked.index < $0.index } ?? false
  }

  /// Whether a stretch has a call in it, or something that may come to one.
  func calls(in range: Range<Int32>) -> Bool {
    places(in: range).contains { place in
      events[place]?.contains { event in
        switch event {
        case .call, .handing, .closure, .running, .keeping, .taking: true
        case .assignment, .escape, .emptying: false
        }
      } ?? false
    }
  }

  private func lowerBound(_ place: Int32) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Code {
  /// The innermost block, or body of a closure, that an expression stands in.
  fileprivate func innermostBlock(around id: ExpressionID) -> Int32? {
    statements.indices.last { index in
      switch statements[index].kind {
      case .block, .closure: expressions(in: Int32(index)).contains(id.index)
      default: false
      }
    }.map { Int32($0) }
  }
}
