/// The brackets that are open at a place. A `}` closes what parentheses are open within it, as the parser does where
/// one is missing; no other bracket closes one of another kind.
struct BracketStack {
  enum Kind { case square, parenthesis, brace }

  private(set) var kinds: [Kind] = []
  private(set) var (squares, parentheses, braces) = (0, 0, 0)

  mutating func open(_ kind: Kind) {
    kinds.append(kind)
    count(kind, 1)
  }

  /// - Returns: Whether it closes one.
  @discardableResult
  mutating func close(_ kind: Kind) -> Bool {
    if kind == .brace {
      guard let last = kinds.lastIndex(where: { $0 != .parenthesis }), kinds[last] == .brace else { return false }
      parentheses -= kinds.count - 1 - last
      kinds.removeLast(kinds.count - 1 - last)
    }
    guard kinds.last == kind else { return false }
    kinds.removeLast()
    count(kind, -1)
    return true
  }

  private mutating func count(_ kind: Kind, _ step: Int) {
    switch kind {
    case .square: squares += step
    case .parenthesis: parentheses += step
    case .brace: braces += step
    }
  }
}
