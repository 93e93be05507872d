import SwiftFacts

/// A place that a body reads and writes: a local, `self`, or a name, with the members after it.
struct AccessPath: Hashable {
  enum Root: Hashable { case local(LocalID), name(Symbol) }

  var root: Root
  var members: [Symbol] = []

  /// Whether a write to one changes what is read from the other.
  func overlaps(_ other: AccessPath) -> Bool {
    root == other.root && (members.starts(with: other.members) || other.members.starts(with: members))
  }
}

extension Code {
  /// The place that an expression reads, if it is one that stays the same while nothing is written to it.
  func accessPath(_ id: ExpressionID) -> AccessPath? {
    switch self[id] {
    case .local(let local): return AccessPath(root: .local(local))
    case .name(let name, let implicitSelf?): return AccessPath(root: .local(implicitSelf), members: [name])
    case .name(let name, nil): return AccessPath(root: .name(name))
    case .member(let base, let name):
      guard var path = accessPath(base) else { return nil }
      path.members.append(name)
      return path
    default: return nil
    }
  }
}

extension Code {
  /// The place that an assignment writes to; for an element, the place of what it is an element of.
  func writtenPath(_ id: ExpressionID) -> AccessPath? {
    var target: ExpressionID
    switch self[id] {
    case .assign(let written, _), .mutate(let written, _): target = written
    default: return nil
    }
    while case .subscripted(let base, _) = self[target] { target = base }
    return accessPath(target)
  }
}
