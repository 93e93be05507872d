import SwiftSyntax

/// What an expression is marked with, wherever in it the mark stands.
struct Marks: OptionSet {
  let rawValue: Int

  static let attempt = Marks(rawValue: 1)
  static let await = Marks(rawValue: 2)
}

extension FormMaker {
  /// An expression with its `try` and `await` in front: they mark what may throw or wait and do nothing, so that
  /// `f(try g())` is `try f(g())`.
  ///
  /// Whether there are any stays: it may decide whether a closure throws.
  func expression(_ node: Syntax) -> Form.ID {
    // Its branches are expressions of their own.
    if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self) { return normal(node) }
    return marked { normal(node) }
  }

  /// What is made, as one expression.
  func marked(_ body: () -> Form.ID) -> Form.ID {
    let saved = marks
    marks = []
    let whole = body()
    let found = marks ?? []
    marks = saved
    return found.isEmpty ? whole : made(.effects, [leaf(.token, String(found.rawValue), bytes: 0..<0), whole])
  }

  /// Something inside of an expression that bears its own marks.
  func unmarked<Result>(_ body: () -> Result) -> Result {
    let saved = marks
    marks = nil
    defer { marks = saved }
    return body()
  }

  func attempt(_ node: TryExprSyntax) -> Form.ID {
    guard node.questionOrExclamationMark == nil else { return unmarked { generic(Syntax(node)) } }
    marks?.insert(.attempt)
    return make(node.expression)
  }

  func awaited(_ node: AwaitExprSyntax) -> Form.ID {
    marks?.insert(.await)
    return make(node.expression)
  }
}
