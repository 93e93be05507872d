public import SwiftFacts

/// What is asked of the calls on the ways through a body.
public struct CallQuestion {
  /// Which way to err about calls that are made on some ways only.
  public enum Leaning { case towardsCall, awayFromCall }

  /// Whether a call is one that is looked for, in whatever body it stands.
  public var isCall: (ExpressionID, FileID) -> Bool
  /// Whether it undoes one.
  public var isBetween: (ExpressionID, FileID) -> Bool
  public var leaning: Leaning

  public init(
    leaning: Leaning, isCall: @escaping (ExpressionID, FileID) -> Bool,
    isBetween: @escaping (ExpressionID, FileID) -> Bool = { _, _ in false }
  ) {
    self.leaning = leaning
    self.isCall = isCall
    self.isBetween = isBetween
  }
}

/// What some code may have come to when it is over, as far as the calls of a question go; none where it is never over.
struct CallEffects: OptionSet, Hashable {
  let rawValue: UInt8
  /// It is as it was before.
  static let same = CallEffects(rawValue: 1)
  static let made = CallEffects(rawValue: 2)
  static let undone = CallEffects(rawValue: 4)

  /// The one that counts where there may be several.
  func settled(_ leaning: CallQuestion.Leaning) -> CallEffects {
    if isEmpty { return self }
    let (wanted, other): (CallEffects, CallEffects) = leaning == .towardsCall ? (.made, .undone) : (.undone, .made)
    return contains(wanted) ? wanted : self == other ? other : .same
  }
}

/// The ways of getting to a place, each with the last of the calls on it and what tests have told.
struct CallHistory: Lattice {
  struct Way: Hashable {
    var last: CallEffects
    var facts = Refinement()
  }

  private(set) var ways: [Way] = []

  init(_ ways: some Sequence<Way>) {
    for way in ways { add(way) }
  }

  static let start = CallHistory([Way(last: .same)])

  private mutating func add(_ way: Way) {
    if ways.contains(way) { return }
    guard ways.count >= Limits.states, let at = ways.firstIndex(where: { $0.last == way.last }) else {
      ways.append(way)
      return
    }
    // Too many to tell apart: what they agree on is kept.
    ways[at].facts = ways[at].facts.common(with: way.facts)
  }

  mutating func join(_ other: Self) {
    for way in other.ways { add(way) }
  }

  mutating func change(_ change: (inout Way) -> Bool) {
    self = CallHistory(
      ways.compactMap { way in
        var way = way
        return change(&way) ? way : nil
      })
  }

  var effects: CallEffects { ways.reduce(into: []) { $0.formUnion($1.last) } }
}

/// Follows the calls of a question through one body: a client of the forward driver.
struct CallTracking: Transfer {
  let code: Code
  /// The closures of the body: where one stands, it is made and does not run.
  let closures: [Range<Int32>]
  /// The locals that get their first value by an expression.
  let declared: [ExpressionID: [LocalID]]
  /// The object that the calls are made on; nil where any will do.
  let object: AccessPath?
  let leaning: CallQuestion.Leaning
  /// What an expression does when it is evaluated; nil where it has nothing to do with the question.
  let effects: (ExpressionID) -> CallEffects?
  /// Whether an expression asks the object for what may tell that the calls have been made.
  let mayTell: (ExpressionID) -> Bool

  /// - Parameter range: The expressions of the body.
  init(
    _ code: Code, _ range: Range<Int32>, of object: AccessPath?, leaning: CallQuestion.Leaning,
    mayTell: @escaping (ExpressionID) -> Bool, effects: @escaping (ExpressionID) -> CallEffects?
  ) {
    self.code = code
    self.object = object
    self.leaning = leaning
    self.mayTell = mayTell
    self.effects = effects
    closures = code.closures.filter { range.contains($0.expression.index) }.map {
      $0.firstExpression..<max($0.firstExpression, $0.endExpression)
    }
    var declared: [ExpressionID: [LocalID]] = [:]
    for (index, local) in code.locals.enumerated() {
      guard let value = local.initializer, range.contains(value.index) else { continue }
      declared[value, default: []].append(LocalID(index: Int32(index)))
    }
    self.declared = declared
  }

  func isInClosure(_ id: ExpressionID) -> Bool { closures.contains { $0.contains(id.index) } }

  func step(_ state: inout CallHistory, at expression: ExpressionID) {
    if isInClosure(expression) { return }
    if let path = code.writtenPath(expression) { write(path, assigned(by: expression), &state) }
    if code.marks(of: expression).contains(.inout), let path = code.accessPath(expression) { write(path, nil, &state) }
    for local in declared[expression] ?? [] { write(AccessPath(root: .local(local)), expression, &state) }
    guard let done = effects(expression), done != .same else { return }
    state.change { way in
      way.last = done
      // What never ends leads nowhere.
      return !done.isEmpty
    }
  }

  private func assigned(by expression: ExpressionID) -> ExpressionID? {
    if case .assign(_, let value) = code[expression] { value } else { nil }
  }

  /// A place is written to: what was told of it is forgotten, and what is spelled out is known.
  private func write(_ path: AccessPath, _ value: ExpressionID?, _ state: inout CallHistory) {
    let replaces = object.map { $0.root == path.root && $0.members.starts(with: path.members) } ?? false
    let known: (Refinement.Question, Bool)? =
      switch value.map({ code[$0] }) {
      case .literal(.boolean(let answer))?: (.isTrue(path), answer)
      case .literal(.null)?: (.isPresent(path), false)
      case .implicitMember(let name)?: (.isCase(path, name), true)
      default: nil
      }
    state.change { way in
      way.facts.forget(path)
      if let known { _ = way.facts.learn(known.0, known.1) }
      if replaces { way.last = .undone }
      return true
    }
  }

  func cross(_ state: inout CallHistory, _ edge: FlowGraph.Edge) -> Bool {
    if case .round(let loop) = edge.kind {
      // What a round was told of its own values says nothing of the next one, and its own object is another.
      let span = code.statement(loop).span
      var isAnother = false
      if let object, case .local(let local) = object.root { isAnother = code.isDeclared(local, within: span) }
      state.change { way in
        way.facts.forget { code.isDeclared($0, within: span) }
        if isAnother { way.last = .undone }
        return true
      }
    }
    let told = code.told(by: edge.kind)
    let isAsked = leaning == .awayFromCall && asksObject(edge.kind)
    if told.isEmpty, !isAsked { return !state.ways.isEmpty }
    state.change { way in
      if isAsked { way.last = .undone }
      return way.facts.learn(told)
    }
    return !state.ways.isEmpty
  }

  /// Whether a way is chosen by what the object says of itself.
  private func asksObject(_ edge: FlowGraph.Edge.Kind) -> Bool {
    if object == nil { return false }
    var asked: [Int32] = []
    switch edge {
    case .test(let statement, _), .pattern(let statement, _): asked = Array(code.expressions(in: statement))
    case .skippable(let statement, _):
      guard case .skippable(let skip, let value) = code.statement(statement).kind, skip == .and || skip == .or else {
        return false
      }
      asked = code.whole(value)
    case .next, .enter, .round, .done, .thrown: return false
    }
    if case .pattern(let statement, _) = edge, case .matching(_, let subject?, _) = code.statement(statement).kind {
      asked += code.whole(subject)
    }
    return asked.contains { mayTell(ExpressionID(index: $0)) }
  }
}

extension Code {
  /// An expression and all that it is made of.
  fileprivate func whole(_ id: ExpressionID) -> [Int32] {
    let span = span(of: id)
    var first = id.index
    while first > 0, span.contains(spans[Int(first) - 1]) { first -= 1 }
    return Array(first...id.index)
  }
}
