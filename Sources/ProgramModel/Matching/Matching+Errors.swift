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
        // What is tried is still tried.
        guard !Set(twin.tried).isDisjoint(with: one.tried) else { continue }
        result.append(
          Alteration(
            kind: .lostErrorHandling, span: SourceSpan(file: after.file(of: function), bytes: one.clause.keywordSpan),
            name: after.name(of: function), before: done))
      }
    }
    return result
  }
}

/// A `catch`, with what is called in it and in its `do`.
struct Handler {
  var clause: CatchClause
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
    let facts = self[file(of: id)].facts
    let span = declaration(of: id).span
    return facts.details.catches.filter { span.start <= $0.bodySpan.start && $0.bodySpan.end <= span.end }
      .sorted { $0.bodySpan.start < $1.bodySpan.start }
      .map { clause in
        var action: String?
        var tried: [Symbol] = []
        for index in expressions(of: id) {
          let here = facts.code.spans[index]
          let expression = ExpressionID(index: Int32(index))
          let isInside = clause.bodySpan.start <= here.start && here.end <= clause.bodySpan.end
          switch facts.code[expression] {
          case .call(let callee, _):
            let name = facts.code.calleeName(callee)
            if isInside, !facts.code.isLogging(callee), action == nil {
              action = facts.code.spelling(of: expression)
            }
            if clause.triedSpan.start <= here.start, here.end <= clause.triedSpan.end { tried.append(name) }
          case .assign, .mutate:
            if isInside, action == nil { action = facts.code.spelling(of: expression) }
          default: break
          }
        }
        let prints = clause.statementCount <= 1 && action == nil
        return Handler(clause: clause, action: action, isSilent: clause.statementCount == 0 || prints && clause.statementCount == 1 && isPrint(clause, in: facts), tried: tried)
      }
  }

  /// Whether the one statement of a `catch` is a call that prints.
  private func isPrint(_ clause: CatchClause, in facts: FileFacts) -> Bool {
    facts.code.expressions.indices.contains { index in
      let span = facts.code.spans[index]
      guard clause.bodySpan.start <= span.start, span.end <= clause.bodySpan.end,
        case .call(let callee, _) = facts.code.expressions[index]
      else { return false }
      return facts.code.isLogging(callee)
    }
  }
}

extension Code {
  /// A call that only developers hear of, or that makes a text for one: `print`, `os_log`, `logger.error`.
  fileprivate func isLogging(_ callee: ExpressionID) -> Bool {
    if Words.printing.contains(calleeName(callee)) { return true }
    let spelled = spelling(of: callee)
    let words = spelled.split { !$0.isLetter }.map { $0.lowercased() }
    return words.contains { $0 == "log" || $0.hasSuffix("log") || $0.hasPrefix("logg") || $0.hasPrefix("ddlog") || $0.hasPrefix("oslog") }
  }
}

extension Words {
  static let printing: Set<Symbol> = ["print", "debugPrint", "NSLog", "dump", "String", "describing", "URL"]
}
