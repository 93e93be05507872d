import SwiftFacts

/// The properties and variables that a function sets to nothing, and the collections that it empties.
///
/// What is called on one of them right afterwards does nothing: `token = nil; token?.cancel()`.
struct EmptiedPlaces {
  private let code: Code
  private let declaration: FunctionDeclaration
  /// In the order of evaluation.
  private var emptyings: [Emptying] = []
  private let goesThroughElements: RoleTable

  private struct Emptying {
    var site: ExpressionID
    var place: ExpressionID
    /// A collection without elements, rather than nothing at all.
    var isCollection: Bool
  }

  /// O(expressions).
  init(of declaration: FunctionDeclaration, in code: Code, knowledge: Knowledge) {
    self.code = code
    self.declaration = declaration
    goesThroughElements = knowledge[.goesThroughElements]
    for index in declaration.firstExpression..<declaration.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .assign(let target, let value) where isPlace(target):
        switch code[value] {
        case .literal(.null): emptyings.append(Emptying(site: id, place: target, isCollection: false))
        case .array(let parts) where parts.count == 0, .dictionary(let parts) where parts.count == 0:
          emptyings.append(Emptying(site: id, place: target, isCollection: true))
        default: break
        }
      case .call(let callee, let list) where list.count == 0:
        guard case .member(let base, let name) = code[callee], knowledge[.takesAll].contains(name), isPlace(base)
        else { continue }
        emptyings.append(Emptying(site: id, place: base, isCollection: true))
      default: break
      }
    }
  }

  /// Whether a call or an assignment is made on what is surely empty there, so that nothing happens.
  func isOnNothing(_ site: ExpressionID) -> Bool {
    guard !emptyings.isEmpty, let whole = base(of: site) else { return false }
    // From the whole of what it is called on to what that begins with.
    var prefix: ExpressionID? = whole
    while let path = prefix {
      if isPlace(path), isEmptied(path, before: site, isWhole: path == whole) { return true }
      prefix = base(of: path)
    }
    return false
  }

  /// What something is called on, or set in.
  private func base(of id: ExpressionID) -> ExpressionID? {
    switch code[id] {
    case .call(let callee, _): base(of: callee)
    case .assign(let target, _): base(of: target)
    case .member(let base, _), .subscripted(let base, _): base
    default: nil
    }
  }

  /// A property of `self`, or a variable.
  private func isPlace(_ id: ExpressionID) -> Bool {
    if code.ownProperty(id) != nil { return true }
    if case .local(let local) = code[id], case .variable(isLet: false) = code[local].kind { return true }
    return false
  }

  private func isEmptied(_ place: ExpressionID, before site: ExpressionID, isWhole: Bool) -> Bool {
    let span = code.span(of: site)
    guard let last = emptyings.last(where: { $0.site < site && isSame($0.place, place) && !isLater($0, than: site) }),
      // A collection goes on being there: what goes through its elements finds none, and the rest may fill it.
      last.isCollection ? isWhole && goesThrough(site) : code.marks(of: place).contains(.chained),
      code.span(of: last.site).end <= span.start,
      code.innermostClosure(around: last.site) == code.innermostClosure(around: site),
      code.alwaysComes(from: code.span(of: last.site).end, to: span.start, in: declaration, bindingsHold: false)
    else { return false }
    // What runs between may fill it again.
    return !(last.site.index + 1..<site.index).contains { index in
      let between = ExpressionID(index: index)
      guard !span.contains(code.span(of: between)) else { return false }
      switch code[between] {
      case .call, .mutate: return true
      case .assign(let target, _): return isSame(target, place)
      default: return false
      }
    }
  }

  /// Whether a `defer` empties it, which the site is not in: that runs as the block around it is left.
  private func isLater(_ emptying: Emptying, than site: ExpressionID) -> Bool {
    code.statements(of: declaration).contains { statement in
      let inside = statement.firstExpression..<max(statement.firstExpression, statement.endExpression)
      return statement.kind == .deferred && inside.contains(emptying.site.index) && !inside.contains(site.index)
    }
  }

  /// Whether a call hands what the elements are to be given to: `list.forEach(stop)`.
  private func goesThrough(_ site: ExpressionID) -> Bool {
    guard case .call(let callee, _) = code[site], case .member(_, let name) = code[callee] else { return false }
    return goesThroughElements.contains(name)
  }

  private func isSame(_ one: ExpressionID, _ other: ExpressionID) -> Bool {
    if let name = code.ownProperty(one) { return name == code.ownProperty(other) }
    guard case .local(let local) = code[one] else { return false }
    return code[other] == .local(local)
  }
}
