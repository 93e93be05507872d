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

  func step(_ state: inout State, at id: ExpressionID) {
    let code = frame.facts.code
    switch code[id] {
    case .assign(let target, let value):
      guard let path = code.accessPath(target) else { return }
      state.forget(path)
      if let (_, initializer) = summaries.making(value, in: frame) {
        if let initializer { state.add(summaries.summary(of: initializer), on: path, value) }
      } else if code[value] != .literal(.null) {
        state.given.insert(path)
      }
    case .call:
      if let local = locals[id], let initializer = summaries.making(id, in: frame)?.initializer {
        state.add(summaries.summary(of: initializer), on: AccessPath(root: .local(local)), id)
      } else if let (object, method) = summaries.method(id, in: frame, { made[$0] }) {
        state.add(summaries.summary(of: method), on: object, id)
      }
    default: break
    }
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
