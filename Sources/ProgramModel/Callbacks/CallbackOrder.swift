import SwiftFacts

/// Which callbacks may have been called, and which have been set, when a way through a body comes to a place.
struct CallbackOrder: Transfer {
  struct State: Lattice {
    /// May have been called before they were set: by which call, and where.
    var wanted: [AccessPath: Wish] = [:]
    var given: Set<AccessPath> = []

    struct Wish: Hashable {
      var call: ExpressionID
      var at: SourceSpan
    }

    mutating func join(_ other: State) {
      wanted.merge(other.wanted) { one, other in one.call < other.call ? one : other }
      given.formUnion(other.given)
    }

    mutating func add(_ summary: CallbackSummary, on object: AccessPath, _ call: ExpressionID) {
      for (path, span) in summary.wants {
        let path = object.appending(path)
        if wanted[path] == nil, !given.contains(path) { wanted[path] = Wish(call: call, at: span) }
      }
      for path in summary.gives { given.insert(object.appending(path)) }
    }

    mutating func forget(_ object: AccessPath) {
      wanted = wanted.filter { !$0.key.isPart(of: object) }
      given = given.filter { !$0.isPart(of: object) }
    }
  }

  let frame: Frame
  let summaries: CallbackSummaries
  /// The class of the object at a path, by where it is made.
  let made: [AccessPath: NominalID]
  /// The locals that calls are the first values of.
  let locals: [ExpressionID: LocalID]
  /// Where the object of a local is put: what is done to the one is done to the other.
  let aliases: [LocalID: AccessPath]

  func step(_ state: inout State, at id: ExpressionID) {
    let code = frame.facts.code
    switch code[id] {
    case .assign(let target, let value):
      guard let path = code.accessPath(target).map(canonical), code.accessPath(value).map(canonical) != path else {
        return
      }
      state.forget(path)
      if let (_, initializer) = summaries.making(value, in: frame) {
        if let initializer { state.add(summaries.summary(of: initializer), on: path, value) }
      } else if code[value] != .literal(.null) {
        state.given.insert(path)
      }
      observe(target, id, &state)
    case .mutate(let target, _): observe(target, id, &state)
    case .call:
      // In a loop it is another object each time.
      if let local = locals[id] { state.forget(canonical(AccessPath(root: .local(local)))) }
      for (object, wants) in locals[id].map({ summaries.wantsOfMade(by: id, as: $0, in: frame) }) ?? [] {
        state.add(CallbackSummary(wants: wants), on: canonical(object), id)
      }
      if let local = locals[id], let initializer = summaries.making(id, in: frame)?.initializer {
        state.add(summaries.summary(of: initializer), on: canonical(AccessPath(root: .local(local))), id)
      } else if let (object, method) = summaries.method(id, in: frame, { made[canonical($0)] }) {
        let declaration = summaries.program.declaration(of: method)
        state.add(
          summaries.summary(of: method).called(by: id, of: declaration, in: code), on: canonical(object), id)
      }
      for (object, wants) in summaries.wantsOfGiven(by: id, in: frame) {
        state.add(CallbackSummary(wants: wants), on: canonical(object), id)
      }
      for (object, gives) in summaries.givesOfGiven(by: id, in: frame) {
        state.add(CallbackSummary(gives: Set(gives.keys)), on: canonical(object), id)
      }
    default: break
    }
  }

  /// What a property's observer calls back, where something else than its own object gives it a value.
  private func observe(_ target: ExpressionID, _ id: ExpressionID, _ state: inout State) {
    let code = frame.facts.code
    guard case .member(let base, let name) = code[target], let object = code.accessPath(base).map(canonical),
      let type = made[object] ?? summaries.inference.type(of: base, in: frame).nominal
    else { return }
    for observer in summaries.observers(of: name, in: type) {
      state.add(summaries.summary(of: observer), on: object, id)
    }
  }

  /// A path by the place that the object of its local is put into.
  func canonical(_ path: AccessPath) -> AccessPath {
    guard case .local(let local) = path.root, let place = aliases[local] else { return path }
    return AccessPath(root: place.root, members: place.members + path.members)
  }

  /// What a call may call back.
  func wants(at id: ExpressionID) -> Set<AccessPath> {
    var state = State()
    step(&state, at: id)
    return Set(state.wanted.keys)
  }
}

extension AccessPath {
  fileprivate func appending(_ path: [Symbol]) -> AccessPath { AccessPath(root: root, members: members + path) }

  /// Whether it leads through another, or to it.
  fileprivate func isPart(of other: AccessPath) -> Bool { root == other.root && members.starts(with: other.members) }
}
