import SwiftFacts

/// Statements that decide between ways.
extension FlowBuilder {
  /// `if`, and `a ? b : c`.
  mutating func branch(_ statement: Int32) {
    let otherwise = graph.addBlock()
    test(code.conditions(of: statement), otherwise: otherwise)
    let blocks = code.blocks(of: statement)
    let after = graph.addBlock()
    arm(statement, blocks.first)
    join(after)
    begin(at: otherwise)
    arm(statement, blocks.dropFirst().first)
    join(after)
    begin(at: after)
  }

  private mutating func arm(_ statement: Int32, _ block: Int32?) {
    go(.enter(statement, block: block))
    if let block, current != nil { sequence(block) }
  }

  mutating func guarding(_ statement: Int32) {
    let otherwise = graph.addBlock()
    test(code.conditions(of: statement), otherwise: otherwise)
    let after = current
    begin(at: otherwise)
    arm(statement, code.blocks(of: statement).first)
    // The block of a `guard` never ends by running out.
    current = after
  }

  /// Conditions one after another; the first that does not hold leads elsewhere.
  private mutating func test(_ conditions: [Int32], otherwise: Int) {
    for condition in conditions {
      sequence(condition)
      guard let from = current else { return }
      follow(.test(condition, holds: false), from: from, to: otherwise)
      go(.test(condition, holds: true))
    }
  }

  // MARK: Patterns

  /// Patterns one after another. A match leads to `entry`; goes on where none has matched.
  private mutating func match(_ items: [Int32], entry: Int, isTotal: Bool) {
    for (position, item) in items.enumerated() {
      sequence(item)
      guard let from = current else { return }
      follow(.pattern(item, matches: true), from: from, to: entry)
      if isTotal, position == items.count - 1 {
        current = nil
      } else {
        go(.pattern(item, matches: false))
      }
    }
  }

  private func patterns(of statement: Int32) -> [Int32] {
    code.inner(of: statement).filter { if case .matching = code.statement($0).kind { true } else { false } }
  }

  mutating func selection(_ statement: Int32) {
    let label = takeLabel()
    guard let selection = code.selection(statement), let first = selection.cases.first else {
      sequence(statement)
      return
    }
    prefix(
      of: statement,
      before: code.inner(of: statement).first { part in
        switch code.statement(part).kind {
        case .selectionCase, .compilation: part <= first.statement
        default: false
        }
      })
    guard current != nil else { return }
    let after = graph.addBlock()
    let entries = selection.cases.map { _ in graph.addBlock() }
    let rest = selection.cases.firstIndex { $0.items.isEmpty }
    for (position, one) in selection.cases.enumerated() where !one.items.isEmpty {
      // Without `default` the last of the cases takes what is left.
      match(
        patterns(of: one.statement), entry: entries[position],
        isTotal: rest == nil && position == selection.cases.count - 1)
    }
    if let rest { join(entries[rest]) }
    for (position, one) in selection.cases.enumerated() {
      let next = position + 1 < entries.count ? entries[position + 1] : nil
      scopes.append(.target(label: label, after: after, again: nil, next: next, isPlain: true))
      begin(at: entries[position])
      arm(statement, one.block)
      scopes.removeLast()
      join(after)
    }
    begin(at: after)
  }

  // MARK: Loops

  mutating func loop(_ statement: Int32, _ kind: Statement.Loop) {
    let label = takeLabel()
    let body = code.blocks(of: statement).last
    let after = graph.addBlock()
    switch kind {
    case .each:
      let pattern = patterns(of: statement).first
      prefix(of: statement, before: pattern ?? body)
      let head = graph.addBlock()
      join(head)
      begin(at: head)
      guard current != nil else { return begin(at: after) }
      follow(.done(statement), from: head, to: after)
      go(.round(statement))
      if let pattern { test(pattern, again: head) }
      round(statement, body, label, after: after, again: head)
      join(head)
    case .condition, .endless:
      let head = graph.addBlock()
      let end = graph.addBlock()
      join(head)
      begin(at: head)
      if kind == .condition {
        test(code.conditions(of: statement), otherwise: end)
      } else {
        for condition in code.conditions(of: statement) { sequence(condition) }
      }
      go(.round(statement))
      round(statement, body, label, after: after, again: head)
      join(head)
      begin(at: end)
      join(after, .done(statement))
    case .atLeastOnce:
      let head = graph.addBlock()
      let question = graph.addBlock()
      let end = graph.addBlock()
      join(head)
      begin(at: head)
      go(.round(statement))
      round(statement, body, label, after: after, again: question)
      join(question)
      begin(at: question)
      test(code.conditions(of: statement), otherwise: end)
      join(head)
      begin(at: end)
      join(after, .done(statement))
    }
    begin(at: after)
  }

  /// An element that does not match is passed over.
  private mutating func test(_ pattern: Int32, again: Int) {
    sequence(pattern)
    guard let from = current, case .matching(let id, _, let condition) = code.statement(pattern).kind,
      condition != nil || !code[id].isTotal
    else { return }
    follow(.pattern(pattern, matches: false), from: from, to: again)
    go(.pattern(pattern, matches: true))
  }

  private mutating func round(_ statement: Int32, _ body: Int32?, _ label: Symbol?, after: Int, again: Int) {
    guard let body, current != nil else { return }
    scopes.append(.target(label: label, after: after, again: again, next: nil, isPlain: true))
    sequence(body)
    scopes.removeLast()
  }

  // MARK: Errors

  mutating func attempt(_ statement: Int32) {
    _ = takeLabel()
    let inside = code.inner(of: statement)
    guard let body = inside.first else { return }
    let catches = inside.dropFirst()
    guard !catches.isEmpty else { return sequence(body) }
    let handler = graph.addBlock()
    let after = graph.addBlock()
    scopes.append(.handler(handler))
    sequence(body)
    scopes.removeLast()
    join(after, .enter(statement, block: nil))
    begin(at: handler)
    for clause in catches {
      guard current != nil, case .catching(let isTotal) = code.statement(clause).kind else { continue }
      let entry = graph.addBlock()
      let items = patterns(of: clause)
      if items.isEmpty { join(entry) } else { match(items, entry: entry, isTotal: isTotal) }
      let rest = current
      begin(at: entry)
      arm(statement, code.blocks(of: clause).last.map { _ in clause })
      join(after)
      current = rest
    }
    if current != nil { unwindThrow(statement) }
    begin(at: after)
  }
}
