import SwiftFacts

/// Handlers of errors that do nothing since the change.
extension Matching {
  public func emptiedHandlers() -> [Alteration] {
    var result: [Alteration] = []
    for (function, old) in functions.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: function)) {
      let (was, now) = (before.handlers(in: old), after.handlers(in: function))
      guard !now.isEmpty, was.count == now.count else { continue }
      for (twin, one) in zip(was, now) {
        guard one.isSilent, let done = twin.action, !one.tried.isEmpty else { continue }
        // Where something else is tried, something else may have to be done about it, or nothing.
        guard Set(twin.tried) == Set(one.tried) else { continue }
        result.append(
          Alteration(
            kind: .lostErrorHandling, span: SourceSpan(file: after.file(of: function), bytes: one.keyword),
            name: after.name(of: function), before: done))
      }
    }
    return result
  }
}

/// A `catch`, with what is called in it and in its `do`.
struct Handler {
  /// The word `catch`.
  var keyword: ByteSpan
  /// The first thing it does that someone notices.
  var action: String?
  /// Whether it does nothing but print.
  var isSilent: Bool
  /// The names of what is called between the braces of the `do`.
  var tried: [Symbol]
}

extension Program {
  /// In the order in which they stand.
  func handlers(in id: FunctionID) -> [Handler] {
    let code = self[file(of: id)].facts.code
    let declaration = declaration(of: id)
    let attempts = (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).filter {
      code.statement($0).kind == .attempt
    }
    return attempts.flatMap { attempt in
      let inside = code.inner(of: attempt)
      guard let body = inside.first else { return [Handler]() }
      let tried = code.expressions(in: body).compactMap { index -> Symbol? in
        guard case .call(let callee, _) = code[ExpressionID(index: index)] else { return nil }
        return code.calleeName(callee)
      }
      return inside.dropFirst().compactMap { code.handler($0, tried: tried, knowledge) }
    }.sorted { $0.keyword.start < $1.keyword.start }
  }
}

extension Code {
  fileprivate func handler(_ clause: Int32, tried: [Symbol], _ knowledge: Knowledge) -> Handler? {
    guard case .catching = statement(clause).kind, let block = blocks(of: clause).last else { return nil }
    let inside = expressions(in: block).map { ExpressionID(index: $0) }
    let action = inside.first { id in
      switch self[id] {
      case .call(let callee, _): !isLogging(callee, knowledge)
      case .assign, .mutate: true
      default: false
      }
    }
    let prints = inside.contains {
      if case .call(let callee, _) = self[$0] { isLogging(callee, knowledge) } else { false }
    }
    let count = statement(block).count
    // What is asked there, and where it goes then, is an answer to the failure.
    let decides = inner(of: block).contains { item in
      switch statement(item).kind {
      case .branch, .guarding, .selection, .leave: true
      default: false
      }
    }
    let start = statement(clause).span.start
    return Handler(
      keyword: ByteSpan(start: start, end: start + UInt32("catch".utf8.count)), action: action.map { spelling(of: $0) },
      isSilent: count == 0 || count == 1 && action == nil && prints && !decides, tried: tried)
  }
}

extension Code {
  /// A call that only developers hear of, or that makes a text for one: `print`, `os_log`, `logger.error`.
  fileprivate func isLogging(_ callee: ExpressionID, _ knowledge: Knowledge) -> Bool {
    let name = calleeName(callee)
    return knowledge[.writesLog].contains(name) || knowledge[.makesText].contains(name)
      || knowledge[.logs].fits(spelling(of: callee))
  }
}
