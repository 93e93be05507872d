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
        guard Set(twin.tried) == Set(one.tried), !(twin.isReport && one.logsError),
          !after.isSaidElsewhere(twin.setting, in: function)
        else { continue }
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
  /// What it does, if that is to set something to what is written out.
  var setting: String?
  /// Whether all that it does is to give the error to something that is no part of its object.
  var isReport: Bool
  /// Whether it gives the error as it is to a log that is an object.
  var logsError: Bool
  /// The names of what is called between the braces of the `do`.
  var tried: [Symbol]
}

extension Program {
  /// Whether a function has something from the start that a handler set it to: `name = "here"` of a local.
  fileprivate func isSaidElsewhere(_ setting: String?, in function: FunctionID) -> Bool {
    guard let setting else { return false }
    let (declaration, code) = (declaration(of: function), self[file(of: function)].facts.code)
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).contains { index in
      let local = LocalID(index: index)
      guard let first = code[local].initializer else { return false }
      return setting == "\(code[local].name) = \(code.plainSpelling(of: first))"
    }
  }

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
      isSilent: count == 0 || count == 1 && action == nil && prints && !decides,
      setting: action.flatMap { id in
        guard case .assign(_, let value) = self[id], isWrittenOut(value) else { return nil }
        return plainSpelling(of: id)
      },
      isReport: count == 1 && !decides && inside.contains { handedOver(by: $0)?.owner.isCapitalized == true },
      logsError: inside.contains { handedOver(by: $0).map { isLogging($0.callee, knowledge) } == true }, tried: tried)
  }

  /// What is called where a value is given as it is to something that has a name, or to a part of it, with that name:
  /// `Reporting.report(error)`, `Global.log.error(error)`.
  private func handedOver(by id: ExpressionID) -> (callee: ExpressionID, owner: Symbol)? {
    guard case .call(let callee, let list) = self[id], case .member(let base, _) = self[callee], list.count > 0,
      self[list].allSatisfy({ if case .local = self[$0.value] { true } else { false } })
    else { return nil }
    var root = base
    while case .member(let inner, _) = self[root] { root = inner }
    guard case .name(let owner, _) = self[root] else { return nil }
    return (callee, owner)
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
