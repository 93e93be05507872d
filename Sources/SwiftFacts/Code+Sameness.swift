extension Code {
  /// Whether two statements are the same but for where they stand: the same expressions, marks and statements, and what
  /// is declared outside of both is the very same.
  public func isSame(_ one: Int32, _ other: Int32) -> Bool {
    Sameness(code: self, one: statements[Int(one)], other: statements[Int(other)]).holds(one, other)
  }
}

/// A comparison of two statements of one file.
private struct Sameness {
  let code: Code
  let one: Statement
  let other: Statement

  func holds(_ first: Int32, _ second: Int32) -> Bool {
    let length = one.endExpression - one.firstExpression
    guard length == other.endExpression - other.firstExpression, one.end - first == other.end - second else {
      return false
    }
    let statementsAgree = zip(first + 1..<max(first + 1, one.end), second + 1..<max(second + 1, other.end)).allSatisfy {
      left, right in
      let (left, right) = (code.statement(left), code.statement(right))
      return left.firstExpression - one.firstExpression == right.firstExpression - other.firstExpression
        && left.endExpression - one.firstExpression == right.endExpression - other.firstExpression
        && left.count == right.count
        && agree(left.kind, right.kind)
    }
    guard statementsAgree else { return false }
    return (0..<length).allSatisfy { offset in
      let (left, right) = (
        ExpressionID(index: one.firstExpression + offset), ExpressionID(index: other.firstExpression + offset)
      )
      return code.meaning(of: left) == code.meaning(of: right) && code.words[left] == code.words[right]
        && agree(code[left], code[right])
    }
  }

  private func agree(_ left: ExpressionID, _ right: ExpressionID) -> Bool {
    let isInside = one.firstExpression <= left.index && left.index < one.endExpression
    return isInside ? left.index - one.firstExpression == right.index - other.firstExpression : left == right
  }

  private func agree(_ left: ExpressionID?, _ right: ExpressionID?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return agree(left, right)
  }

  private func agree(_ left: PartList, _ right: PartList) -> Bool {
    left.count == right.count && zip(code[left], code[right]).allSatisfy { agree($0, $1) }
  }

  private func agree(_ left: ArgumentList, _ right: ArgumentList) -> Bool {
    left.count == right.count
      && zip(code[left], code[right]).allSatisfy {
        $0.label == $1.label && $0.isTrailingClosure == $1.isTrailingClosure && agree($0.value, $1.value)
      }
  }

  private func agree(_ left: TypeID, _ right: TypeID) -> Bool { code.spelling(of: left) == code.spelling(of: right) }

  private func agree(_ left: TypeID?, _ right: TypeID?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return agree(left, right)
  }

  private func agree(_ left: LocalID, _ right: LocalID) -> Bool {
    if left == right { return true }
    let (first, second) = (code[left], code[right])
    return first.name == second.name && one.span.encloses(first.span) && other.span.encloses(second.span)
      && agree(first.type, second.type) && first.declaredWeak == second.declaredWeak && agree(first.kind, second.kind)
  }

  private func agree(_ left: Local.Kind, _ right: Local.Kind) -> Bool {
    switch (left, right) {
    case (.closureParameter(_, let first), .closureParameter(_, let second)): first == second
    case (.capture(let first, let value), .capture(let second, let twin)): first == second && agree(value, twin)
    case (.function, .function): true
    default: left == right
    }
  }

  private func agree(_ left: ClosureID, _ right: ClosureID) -> Bool {
    let (first, second) = (code[left], code[right])
    return first.isLocalFunction == second.isLocalFunction && first.statementCount == second.statementCount
      && first.parameters.count == second.parameters.count && first.captureList.count == second.captureList.count
      && zip(first.parameters + first.captureList, second.parameters + second.captureList).allSatisfy { agree($0, $1) }
      && agree(first.resultType, second.resultType)
  }

  private func agree(_ left: Expression, _ right: Expression) -> Bool {
    switch (left, right) {
    case (.local(let first), .local(let second)): agree(first, second)
    case (.member(let base, let name), .member(let twin, let other)): name == other && agree(base, twin)
    case (.call(let callee, let list), .call(let twin, let other)),
      (.subscripted(let callee, let list), .subscripted(let twin, let other)):
      agree(callee, twin) && agree(list, other)
    case (.closure(let first), .closure(let second)): agree(first, second)
    case (.assign(let target, let value), .assign(let twin, let other)),
      (.mutate(let target, let value), .mutate(let twin, let other)):
      agree(target, twin) && agree(value, other)
    case (.cast(let value, let type), .cast(let twin, let other)),
      (.test(let value, let type), .test(let twin, let other)):
      agree(value, twin) && agree(type, other)
    case (.type(let first), .type(let second)): agree(first, second)
    case (.choice(let first), .choice(let second)), (.array(let first), .array(let second)),
      (.dictionary(let first), .dictionary(let second)), (.compound(let first), .compound(let second)):
      agree(first, second)
    case (.operation(let name, let first), .operation(let other, let second)): name == other && agree(first, second)
    case (.tuple(let first), .tuple(let second)): agree(first, second)
    case (.element(let first), .element(let second)): agree(first, second)
    case (.payload(let first, let name, let index), .payload(let second, let other, let twin)):
      name == other && index == twin && agree(first, second)
    // A literal with interpolations is a compound of its parts.
    default: left == right
    }
  }

  private func agree(_ left: Pattern, _ right: Pattern) -> Bool {
    switch (left, right) {
    case (.binding(let first), .binding(let second)): agree(first, second)
    case (.optional(let first), .optional(let second)): agree(first, second)
    case (.enumCase(let name, let first), .enumCase(let other, let second)): name == other && agree(first, second)
    case (.tuple(let first), .tuple(let second)): agree(first, second)
    case (.type(let type, let first), .type(let other, let second)):
      agree(type, other) && agree(first.map { [$0] } ?? [], second.map { [$0] } ?? [])
    case (.value(let first), .value(let second)): agree(first, second)
    case (.unknown, _): false
    default: left == right
    }
  }

  private func agree(_ left: [Pattern], _ right: [Pattern]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { agree($0, $1) }
  }

  private func agree(_ left: Statement.Kind, _ right: Statement.Kind) -> Bool {
    switch (left, right) {
    case (.condition(let kind, let value), .condition(let other, let twin)): kind == other && agree(value, twin)
    case (.selection(let first), .selection(let second)): agree(first, second)
    case (.matching(let pattern, let value, let condition), .matching(let twin, let other, let question)):
      agree(code[pattern], code[twin]) && agree(value, other) && agree(condition, question)
    case (.skippable(let skip, let first), .skippable(let other, let second)): skip == other && agree(first, second)
    case (.closure(let first), .closure(let second)): agree(first, second)
    // What is declared here is not looked into.
    case (.declaration, _): false
    default: left == right
    }
  }
}

extension ByteSpan {
  fileprivate func encloses(_ other: ByteSpan) -> Bool { start <= other.start && other.end <= end }
}

extension Code {
  /// The marks of an expression that make a difference to what it is: a label in a pattern makes none.
  fileprivate func meaning(of id: ExpressionID) -> ExpressionMarks { marks(of: id).subtracting(.labelled) }
}
