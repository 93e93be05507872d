import ReviewModel
import SwiftSyntax

extension FormMaker {
  func switchExpression(_ node: SwitchExprSyntax) -> Form.ID {
    let (answers, target) = (isAnswer, target)
    (isAnswer, self.target) = (false, nil)
    let subject = make(node.subject)
    return form.add(
      .syntax(.switchExpr), [subject, cases(node.cases, answers: answers, target: target)],
      bytes: bytes(of: node.switchKeyword))
  }

  /// The cases of a `switch`. One that only falls through to the next is one of the next's patterns.
  func cases(_ list: SwitchCaseListSyntax, answers: Bool, target: Target? = nil) -> Form.ID {
    var parts: [Form.ID] = []
    var before: [SwitchCaseLabelSyntax] = []
    for (index, element) in list.enumerated() {
      guard case .switchCase(let node) = element else {
        parts.append(make(element))
        continue
      }
      if let label = onlyFallsThrough(node), let next = list.dropFirst(index + 1).first,
        case .switchCase(let other) = next, bindsNothing(other)
      {
        note(.spelling, node)
        before.append(label)
      } else {
        parts.append(switchCase(node, after: before, answers: answers, target: target))
        before = []
      }
    }
    return form.add(.syntax(.switchCaseList), parts, bytes: 0..<0)
  }

  /// The patterns of a case that does nothing but fall through, and binds no name.
  private func onlyFallsThrough(_ node: SwitchCaseSyntax) -> SwitchCaseLabelSyntax? {
    guard verbatim == 0, node.statements.count == 1, case .stmt(let statement)? = node.statements.first?.item,
      statement.is(FallThroughStmtSyntax.self),
      bindsNothing(node), case .case(let label) = node.label
    else { return nil }
    return label
  }

  private func bindsNothing(_ node: SwitchCaseSyntax) -> Bool {
    guard node.attribute == nil, case .case(let label) = node.label else { return false }
    return !label.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.let) || $0.tokenKind == .keyword(.var)
    }
  }

  func switchCase(
    _ node: SwitchCaseSyntax, after others: [SwitchCaseLabelSyntax] = [], answers: Bool = false, target: Target? = nil
  ) -> Form.ID {
    scoped {
      var parts: [Form.ID] = node.attribute.map { [make($0)] } ?? []
      switch node.label {
      case .default(let label): parts.append(leaf(label.defaultKeyword))
      case .case(let label):
        isAlternative = true
        let items = (others + [label]).flatMap(\.caseItems).map { item in
          made(.pattern, [pattern(item.pattern)] + (item.whereClause.map { [make($0.condition)] } ?? []))
        }
        isAlternative = false
        parts.append(form.add(.list, items, bytes: bytes(of: (others.first ?? label).caseKeyword)))
      }
      parts.append(target.flatMap { assigned(node.statements, to: $0) } ?? caseBody(node.statements, answers))
      return form.add(.syntax(.switchCase), parts, bytes: 0..<0)
    }
  }

  /// The statements of a case, without a `break` that is reached anyway.
  private func caseBody(_ items: CodeBlockItemListSyntax, _ answers: Bool) -> Form.ID {
    if items.count > 1, let last = items.last, let end = last.item.as(BreakStmtSyntax.self), end.label == nil {
      note(.redundant, last)
      foresee(items)
      return form.add(.list, items.dropLast().flatMap { statement($0) }, bytes: 0..<0)
    }
    return statements(items, returnsValue: answers, isTyped: answers)
  }
}
