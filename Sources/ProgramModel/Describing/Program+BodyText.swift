import SwiftFacts

extension Program {
  /// The bodies at a place as they were understood, as text: statements and the expressions that are no part of
  /// another, each with its line; the same on every run.
  ///
  /// - Parameter line: Counted from 1; the innermost body around it, or all of the file without it.
  public func describeBodies(in file: FileID, line: Int? = nil) -> String {
    bodies(in: file, line: line).map { function in
      let declaration = declaration(of: function)
      let first = self[file].facts.position(of: declaration.span.start).line
      let lines = bodyItems(of: function).map { "\(String(repeating: "  ", count: $0.depth))\($0.line): \($0.text)" }
      return (["\(first): \(name(of: function))"] + lines).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// The control flow graphs at a place as text, the same on every run: blocks with what they evaluate and
  /// where they lead, and what becomes of closures that are handed in.
  ///
  /// - Parameter line: Counted from 1; the innermost body around it, or all of the file without it.
  public func describeFlows(in file: FileID, line: Int? = nil) -> String {
    let escape = ClosureEscape(inference: Inference(program: self))
    let code = self[file].facts.code
    return bodies(in: file, line: line).map { function in
      let declaration = declaration(of: function)
      let first = self[file].facts.position(of: declaration.span.start).line
      let given = declaration.parameters.indices.filter { declaration.parameters[$0].closureKind == .always }
      let closures = given.map { index in
        let name = code[declaration.parameters[index].local].name
        return "the closure \(name): \(escape.summary(ofParameter: index, of: function))\n"
      }
      return "\(first): \(name(of: function))\n\(describeFlow(of: function))\n" + closures.joined()
    }.joined(separator: "\n")
  }

  /// The functions that have code and whose source a line is part of, the innermost alone; all of the file without one.
  func bodies(in file: FileID, line: Int?) -> [FunctionID] {
    let facts = self[file].facts
    let all = facts.functions.indices.filter { facts.functions[$0].endExpression > facts.functions[$0].firstExpression }
    let chosen: [Int]
    if let line {
      let around = all.filter { index in
        let span = facts.functions[index].span
        return facts.position(of: span.start).line <= line && line <= facts.position(of: span.end).line
      }
      chosen = around.max { facts.functions[$0].span.start < facts.functions[$1].span.start }.map { [$0] } ?? []
    } else {
      chosen = all
    }
    return chosen.map { function(FunctionIndex(index: Int32($0)), in: file) }
  }

  /// The lines of a body without where they stand, so that it can be compared with another.
  func bodyText(of function: FunctionID) -> [String] {
    bodyItems(of: function).map { String(repeating: "  ", count: $0.depth) + $0.text }
  }

  /// What a body is made of, in the order of the source, and how deep it is nested.
  private func bodyItems(of function: FunctionID) -> [(depth: Int, line: Int, text: String)] {
    let facts = self[file(of: function)].facts
    let code = facts.code
    let declaration = declaration(of: function)
    var items: [(span: ByteSpan, isStatement: Bool, text: String)] = []
    for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
      let statement = code.statements[Int(index)]
      items.append((statement.span, true, String("\(statement.kind)".prefix { $0 != "(" })))
    }
    let expressions = (declaration.firstExpression..<declaration.endExpression).map { ExpressionID(index: $0) }
    let parts = Set(expressions.flatMap { code.children(of: $0) })
    for expression in expressions where !parts.contains(expression) {
      items.append((code.span(of: expression), false, code.spelling(of: expression)))
    }
    for closure in code.closures where expressions.contains(closure.expression) {
      let captured = capturedNames(by: closure, in: code)
      let text = "closure, captures \(captured.isEmpty ? "nothing" : captured.joined(separator: ", "))"
      items.append((code.span(of: closure.expression), true, text))
    }
    // What begins first, and of those the longest, comes first.
    items.sort { left, right in
      if left.span != right.span { return (left.span.start, right.span.end) < (right.span.start, left.span.end) }
      return left.isStatement != right.isStatement ? left.isStatement : left.text < right.text
    }
    var around: [ByteSpan] = []
    return items.map { item in
      while let last = around.last, last.end <= item.span.start { around.removeLast() }
      defer { if item.isStatement { around.append(item.span) } }
      return (around.count + 1, facts.position(of: item.span.start).line, item.text)
    }
  }

  /// The names from outside that a closure uses, weak ones marked, sorted.
  private func capturedNames(by closure: Closure, in code: Code) -> [String] {
    var names: Set<String> = []
    for local in closure.captureList { names.insert((code[local].isWeak ? "weak " : "") + code[local].name.text) }
    let own = closure.firstLocal..<closure.endLocal
    for index in closure.firstExpression..<closure.endExpression {
      let used: LocalID? =
        switch code.expressions[Int(index)] {
        case .local(let local): local
        case .name(_, let implicitSelf): implicitSelf
        case .superReference(let local): local
        default: nil
        }
      if let used, !own.contains(used.index) { names.insert((code[used].isWeak ? "weak " : "") + code[used].name.text) }
    }
    return names.sorted()
  }
}

extension Program {
  /// The declaration that the first code of a line stands in; empty where it stands in none.
  public func declarationName(atLine line: Int, in file: FileID) -> String {
    firstCode(ofLine: line, in: file).map { declarationName(at: $0, in: file) } ?? ""
  }

  /// The byte at which the first code of a line begins, or the line itself where it has none; nil past the end.
  ///
  /// - Parameter line: Counted from 1.
  public func firstCode(ofLine line: Int, in file: FileID) -> UInt32? {
    let facts = self[file].facts
    guard facts.lineStarts.indices.contains(line - 1) else { return nil }
    let start = facts.lineStarts[line - 1]
    let end = facts.lineStarts.indices.contains(line) ? facts.lineStarts[line] : .max
    let names = facts.properties.map(\.nameSpan) + facts.functions.map(\.nameSpan)
    return (facts.code.spans + names).filter { start <= $0.start && $0.start < end }.map(\.start).min() ?? start
  }
}
