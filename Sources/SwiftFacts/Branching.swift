import SwiftSyntax

/// An `if`, a `switch` or `a ? b : c` with branches that are the same: all of them, so that it decides nothing, or
/// two that follow on each other, each for another object.
///
/// Only branches that do something count: a call, an assignment. A branch that reads what its own condition
/// binds is never the same as another.
public struct Branching: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case conditional, selection, ternary }

  public var kind: Kind
  public var span: ByteSpan
  /// Whether one of its branches runs whatever the conditions are, and all are the same. Otherwise the two
  /// are each for one object, told by `===`.
  public var areAllSame: Bool
  /// A branch and the next one like it, from its opening to its closing brace.
  public var first: ByteSpan
  public var second: ByteSpan
  /// How many branches there are.
  public var count: Int32
}

extension Lowering {
  private struct Branch {
    var body: Syntax
    /// The body with what encloses it.
    var block: Syntax
    /// What decides whether it runs; may bind names.
    var condition: Syntax?

    /// Whether it runs for one object.
    var tellsObjects: Bool {
      condition?.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .binaryOperator("===") } ?? false
    }
  }

  func note(branchesOf node: IfExprSyntax) {
    if let outer = node.parent?.as(IfExprSyntax.self), outer.elseBody?.as(IfExprSyntax.self)?.id == node.id { return }
    var branches: [Branch] = []
    var next = node
    var hasElse = false
    while true {
      // A check for a version decides more than what runs: what the names mean.
      if next.conditions.contains(where: { if case .availability = $0.condition { true } else { false } }) { return }
      branches.append(Branch(body: Syntax(next.body.statements), block: Syntax(next.body), condition: Syntax(next.conditions)))
      if case .ifExpr(let inner)? = next.elseBody {
        next = inner
        continue
      }
      if case .codeBlock(let block)? = next.elseBody {
        branches.append(Branch(body: Syntax(block.statements), block: Syntax(block)))
        hasElse = true
      }
      break
    }
    note(branches, .conditional, node, isTotal: hasElse)
  }

  func note(branchesOf node: SwitchExprSyntax) {
    // Cases that are spelled out are answered one by one on purpose, even if all answers are the same.
    guard case .switchCase(let last)? = node.cases.last, case .default = last.label else { return }
    var branches: [Branch] = []
    for element in node.cases {
      guard case .switchCase(let one) = element else { return }
      // What is the same for cases that are not known yet is so on purpose.
      if one.attribute != nil { return }
      branches.append(Branch(body: Syntax(one.statements), block: Syntax(one), condition: Syntax(one.label)))
    }
    note(branches, .selection, node, isTotal: true)
  }

  func note(ternary node: some SyntaxProtocol, at whole: ByteSpan, _ then: [ExprSyntax], _ otherwise: [ExprSyntax]) {
    guard tokens(then).elementsEqual(tokens(otherwise)), let first = then.first, let second = otherwise.first, let last = otherwise.last
    else { return }
    facts.details.branchings.append(
      Branching(
        kind: .ternary, span: whole, areAllSame: true, first: span(first),
        second: ByteSpan(start: span(second).start, end: span(last).end), count: 2))
  }

  private func tokens(_ nodes: [ExprSyntax]) -> some Sequence<TokenKind> {
    nodes.lazy.flatMap { $0.tokens(viewMode: .sourceAccurate).lazy.map(\.tokenKind) }
  }

  private func note(_ branches: [Branch], _ kind: Branching.Kind, _ node: some SyntaxProtocol, isTotal: Bool) {
    guard branches.count > 1 else { return }
    let pairs = zip(branches, branches.dropFirst()).filter { isSame($0, $1) }
    let areAllSame = isTotal && pairs.count == branches.count - 1
    // Two conditions side by side that lead to the same are an "or", unless they tell one object from another.
    guard let pair = areAllSame ? pairs.first : pairs.first(where: { $0.0.tellsObjects && $0.1.tellsObjects }), pair.0.body.doesSomething
    else { return }
    facts.details.branchings.append(
      Branching(
        kind: kind, span: span(node), areAllSame: areAllSame, first: span(pair.0.block), second: span(pair.1.block),
        count: Int32(branches.count)))
  }

  private func isSame(_ one: Branch, _ other: Branch) -> Bool {
    var left = one.body.tokens(viewMode: .sourceAccurate).makeIterator()
    var right = other.body.tokens(viewMode: .sourceAccurate).makeIterator()
    var isEmpty = true
    while let token = left.next() {
      guard let twin = right.next(), twin.tokenKind == token.tokenKind else { return false }
      isEmpty = false
    }
    guard right.next() == nil, !isEmpty else { return false }
    let bound = BoundNames(viewMode: .sourceAccurate)
    for condition in [one.condition, other.condition] { if let condition { bound.walk(condition) } }
    return bound.names.isEmpty || !one.body.tokens(viewMode: .sourceAccurate).contains { bound.names.contains($0.text) }
  }
}

private final class BoundNames: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.text)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

private final class Doings: SyntaxVisitor {
  var found = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: AssignmentExprSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text.hasSuffix("="), !["==", "!=", "<=", ">=", "===", "!=="].contains(node.operator.text) { found = true }
    return .skipChildren
  }
}

extension Syntax {
  /// Whether a call or an assignment is in it.
  fileprivate var doesSomething: Bool {
    let finder = Doings(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.found
  }
}
