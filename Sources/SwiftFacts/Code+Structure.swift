/// What statements are made of. All of it is read from `Code.statements`; nothing is kept beside them.
extension Code {
  public func statement(_ index: Int32) -> Statement { statements[Int(index)] }

  /// The statements directly inside one, in order.
  public func inner(of statement: Int32) -> [Int32] {
    var result: [Int32] = []
    var next = statement + 1
    let end = statements[Int(statement)].end
    while next < end {
      result.append(next)
      next = max(next + 1, statements[Int(next)].end)
    }
    return result
  }

  /// The blocks directly inside a statement.
  public func blocks(of statement: Int32) -> [Int32] {
    inner(of: statement).filter { statements[Int($0)].kind == .block }
  }

  /// The expressions inside a statement, those of nested ones and of closures included.
  public func expressions(in statement: Int32) -> Range<Int32> {
    let this = statements[Int(statement)]
    return this.firstExpression..<max(this.firstExpression, this.endExpression)
  }

  /// What decides whether the first block of a `branch`, a `guarding` or a loop runs.
  public func conditions(of statement: Int32) -> [Int32] {
    inner(of: statement).filter { if case .condition = statements[Int($0)].kind { true } else { false } }
  }

  /// The branch that stands after `else`, where that is another `if`.
  public func elseBranch(_ block: Int32) -> Int32? {
    guard statements[Int(block)].kind == .block, statements[Int(block)].count == 0, let only = inner(of: block).first,
      statements[Int(only)].kind == .branch
    else { return nil }
    return only
  }

  /// Whether a statement is an `if` that stands after another's `else`.
  public func continuesBranch(_ statement: Int32) -> Bool {
    statement > 0 && statements[Int(statement)].kind == .branch && elseBranch(statement - 1) == statement
  }

  /// The value of a block that is one boolean literal, or returns one.
  public func answer(of block: Int32) -> Bool? {
    let range = expressions(in: block)
    guard statements[Int(block)].count == 1, range.count == 1,
      case .literal(.boolean(let value)) = self[ExpressionID(index: range.lowerBound)]
    else { return nil }
    return value
  }

  /// The statement that a block ends with, if it is no plain expression.
  public func lastStatement(of block: Int32) -> Int32? {
    guard let last = inner(of: block).last, statements[Int(last)].endExpression == statements[Int(block)].endExpression
    else { return nil }
    return last
  }
}

/// `switch value { … }`, as a statement or an expression.
public struct Selection: Sendable {
  public var statement: Int32
  public var subject: ExpressionID
  public var cases: [Case]

  public struct Case: Sendable {
    public var statement: Int32
    public var block: Int32
    public var items: [Item]
    public var isUnknown: Bool

    /// `default:`, or `case _:`; not `@unknown default:`.
    public var isDefault: Bool {
      !isUnknown && (items.isEmpty || items.contains { $0.pattern == .any && $0.condition == nil })
    }
    /// The enum cases that its patterns name.
    public var names: [Symbol] { items.compactMap { $0.pattern.caseName } }
    /// Whether all of its patterns name enum cases.
    public var isPlain: Bool {
      items.allSatisfy { $0.pattern.caseName != nil || $0.pattern == .any && $0.condition == nil }
    }
  }

  /// One of several patterns between commas.
  public struct Item: Sendable {
    public var pattern: Pattern
    /// The condition after `where`.
    public var condition: ExpressionID?
    public var span: ByteSpan
  }
}

extension Pattern {
  /// The enum case that it names: `.a`, `.a(let x)`, `.a?`.
  public var caseName: Symbol? {
    switch self {
    case .enumCase(let name, _): name
    case .optional(let inner): inner.caseName ?? Names.some
    default: nil
    }
  }
}

extension Code {
  /// The `switch` that a statement is.
  public func selection(_ statement: Int32) -> Selection? {
    guard case .selection(let subject) = statements[Int(statement)].kind else { return nil }
    return Selection(statement: statement, subject: subject, cases: cases(in: statement))
  }

  /// Every `switch` among some statements, in the order of the source.
  public func selections(in range: Range<Int32>) -> [Selection] { range.compactMap { selection($0) } }

  private func cases(in statement: Int32) -> [Selection.Case] {
    inner(of: statement).flatMap { index -> [Selection.Case] in
      switch statements[Int(index)].kind {
      case .compilation: return cases(in: index)
      case .selectionCase(let isUnknown):
        guard let block = blocks(of: index).last else { return [] }
        let items = inner(of: index).compactMap { item -> Selection.Item? in
          guard case .matching(let pattern, _, let condition) = statements[Int(item)].kind else { return nil }
          return Selection.Item(pattern: self[pattern], condition: condition, span: statements[Int(item)].span)
        }
        return [Selection.Case(statement: index, block: block, items: items, isUnknown: isUnknown)]
      default: return []
      }
    }
  }
}

extension Code {
  /// The closures and local functions among some expressions, nested ones included, in their order. O(expressions): a
  /// look at all closures of a file for each of its functions is not.
  public func closures(in expressions: Range<Int>) -> [ClosureID] {
    expressions.compactMap { index -> ClosureID? in
      if case .closure(let id) = self.expressions[index] { id } else { nil }
    }.sorted()
  }
}

extension Code {
  /// Whether some `if let x {` or `guard let x else` says the name alone. O(locals).
  public var unwrapsByNameAlone: Bool {
    locals.contains { local in
      guard case .variable = local.kind, let value = local.initializer, span(of: value) == local.span else {
        return false
      }
      return switch self[value] {
      case .local, .name: true
      default: false
      }
    }
  }
}
