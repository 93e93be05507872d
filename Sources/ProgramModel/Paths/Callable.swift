import SwiftFacts

/// What is to be called: a closure that somebody waits for, a continuation, the method that an override stands in for.
enum Callable: Hashable {
  /// Any of these parameters, called as functions.
  case parameters([LocalID])
  /// A method of the object in a local: `continuation.resume(…)`.
  case method(Symbol, of: LocalID)
  /// The method of the superclass with these labels.
  case superMethod(Symbol, labels: [Symbol?])

  var locals: [LocalID] {
    switch self {
    case .parameters(let list): list
    case .method(_, let local): [local]
    case .superMethod: []
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
  /// What is assigned to anywhere, as it is spelled, without `self.`.
  private(set) var assigned: Set<String> = []
  /// Whether it is called, or handed to a call, anywhere.
  private(set) var isUsed = false

  init(_ callable: Callable, of range: Range<Int32>, locals: Range<Int32>, in code: Code) {
    self.code = code
    self.callable = callable
    aliases = Set(callable.locals)
    var consumed: Set<Int32> = []
    for index in locals {
      let local = code.locals[Int(index)]
      guard let value = local.initializer, let original = self.local(value), aliases.contains(original) else { continue }
      aliases.insert(LocalID(index: index))
      consumed.insert(value.index)
    }
    findClosures(range)
    var runners: [LocalID: ClosureID] = [:]
    for index in locals {
      let local = code.locals[Int(index)]
      if case .function(let id) = local.kind, closures.contains(id) { runners[LocalID(index: index)] = id }
      if case .variable(isLet: true) = local.kind, let value = local.initializer, case .closure(let id) = code[value], closures.contains(id) {
        runners[LocalID(index: index)] = id
        consumed.insert(value.index)
      }
    }
    find(range, runners, &consumed)
    for (value, kind) in nilTests(range) where kind { consumed.insert(value.index) }
    for index in range where !consumed.contains(index) {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .local(let local) where aliases.contains(local) || runners[local] != nil: add(.escape, at: id)
      case .closure(let closure) where closures.contains(closure) && !code[closure].isLocalFunction: add(.escape, at: id)
      default: continue
      }
    }
    places = events.keys.sorted()
  }

  private func local(_ id: ExpressionID) -> LocalID? {
    if case .local(let local) = code[id] { local } else { nil }
  }

  private mutating func add(_ event: PathEvent, at id: ExpressionID) { events[id.index, default: []].append(event) }

  /// A closure has to do with the callable if its body names it, or calls the method of the superclass.
  private mutating func findClosures(_ range: Range<Int32>) {
    for (number, closure) in code.closures.enumerated()
    where range.lowerBound <= closure.firstExpression && closure.endExpression <= range.upperBound && closure.firstExpression < closure.endExpression {
      let uses = (closure.firstExpression..<closure.endExpression).contains { index in
        let id = ExpressionID(index: index)
        switch code[id] {
        case .local(let local):
          if aliases.contains(local) { return true }
          // A function declared inside the body may do the calling.
          if case .function(let inner) = code[local].kind { return closures.contains(inner) }
          return false
        case .call: return isSuperCall(id)
        default: return false
        }
      }
      if uses { closures.insert(ClosureID(index: Int32(number))) }
    }
  }

  private func isSuperCall(_ id: ExpressionID) -> Bool {
    guard case .superMethod(let name, let labels) = callable, case .call(let callee, let list) = code[id],
      case .member(let base, name) = code[callee], case .superReference = code[base]
    else { return false }
    return code[list].map(\.label) == labels || code[list].contains(where: \.isTrailingClosure)
  }

  private mutating func find(
    _ range: Range<Int32>, _ runners: [LocalID: ClosureID], _ consumed: inout Set<Int32>
  ) {
    for index in range {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        add(.assignment(code.spelling(of: target)), at: id)
        assigned.insert(code.plainSpelling(of: target))
      case .call(let callee, let list):
        look(at: id, callee, code[list], runners, &consumed)
      default: continue
      }
    }
  }

  private mutating func look(
    at id: ExpressionID, _ callee: ExpressionID, _ arguments: ArraySlice<Argument>, _ runners: [LocalID: ClosureID],
    _ consumed: inout Set<Int32>
  ) {
    for (position, argument) in arguments.enumerated() {
      switch code[argument.value] {
      case .local(let local) where aliases.contains(local):
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
    case .local(let local) where aliases.contains(local):
      guard case .parameters = callable else { return }
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
      guard case .operation(let name, let list) = code[ExpressionID(index: index)], name.text == "==" || name.text == "!=" else { return nil }
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
        case .assignment: false
        default: true
        }
      } ?? false
    }
  }

  /// Whether a stretch of the source has anything in it that calls or hands on.
  func acts(within span: ByteSpan) -> Bool {
    places.contains { place in span.contains(code.spans[Int(place)]) && acts(in: place..<place + 1) }
  }

  /// Whether a stretch has a call in it, or something that may come to one.
  func calls(in range: Range<Int32>) -> Bool {
    places(in: range).contains { place in
      events[place]?.contains { event in
        switch event {
        case .call, .handing, .closure, .running: true
        case .assignment, .escape: false
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
