/// Questions for one case of an enum after another, read as the `switch` that they stand for.
extension Code {
  /// Every `if case … = value { … } else if case … = value { … } else { … }` among some statements that asks for
  /// one value throughout, as the `switch` that it stands for; what is left over is its default, and where nothing is
  /// done with that it has none. In the order of the source.
  public func caseChains(in range: Range<Int32>) -> [Selection] {
    range.compactMap { statement -> Selection? in
      guard self.statement(statement).kind == .branch, !continuesBranch(statement) else { return nil }
      var cases: [Selection.Case] = []
      var subject: ExpressionID?
      var next: Int32? = statement
      while let branch = next {
        next = nil
        guard let (item, asked) = onlyPattern(of: branch), case let blocks = blocks(of: branch), !blocks.isEmpty,
          subject.map({ spelling(of: $0) == spelling(of: asked) }) ?? true
        else { return nil }
        subject = subject ?? asked
        cases.append(Selection.Case(statement: branch, block: blocks[0], items: [item], isUnknown: false))
        if blocks.count == 1 { break }
        next = elseBranch(blocks[1])
        if next == nil {
          cases.append(Selection.Case(statement: blocks[1], block: blocks[1], items: [], isUnknown: false))
        }
      }
      return subject.map { Selection(statement: statement, subject: $0, cases: cases) }
    }
  }

  /// The pattern that is all that an `if` asks, and what it asks it of.
  private func onlyPattern(of branch: Int32) -> (item: Selection.Item, subject: ExpressionID)? {
    let conditions = conditions(of: branch)
    guard conditions.count == 1, case .condition(.pattern, _) = statement(conditions[0]).kind,
      let inner = inner(of: conditions[0]).first,
      case .matching(let pattern, let subject?, nil) = statement(inner).kind
    else { return nil }
    return (Selection.Item(pattern: self[pattern], condition: nil, span: statement(inner).span), subject)
  }
}
