extension Code {
  /// A body as text, the same for the same code however it is laid out: its statements, each with the expressions in it
  /// that are no part of another.
  public func description(of statement: Int32) -> String { lines(of: statement, "").joined(separator: "\n") }

  private func lines(of index: Int32, _ indent: String) -> [String] {
    let this = statement(index)
    var result = [indent + headline(this.kind)]
    var place = this.firstExpression
    for child in inner(of: index) {
      let nested = statement(child)
      result += wholes(place..<max(place, nested.firstExpression)).map { "\(indent)  \(structure(of: $0))" }
      place = max(place, nested.endExpression)
      result += lines(of: child, indent + "  ")
    }
    return result + wholes(place..<max(place, this.endExpression)).map { "\(indent)  \(structure(of: $0))" }
  }

  /// The expressions of a stretch that are no part of another one of it.
  private func wholes(_ range: Range<Int32>) -> [ExpressionID] {
    let all = range.map { ExpressionID(index: $0) }
    let parts = Set(all.flatMap { children(of: $0) })
    return all.filter { !parts.contains($0) }
  }

  private func headline(_ kind: Statement.Kind) -> String {
    switch kind {
    case .condition(let kind, _): "condition \(kind)"
    case .selection(let subject): "selection of \(structure(of: subject))"
    case .selectionCase(let isUnknown): isUnknown ? "unknown case" : "case"
    case .matching(let pattern, _, let condition):
      "matching \(structure(of: self[pattern]))" + (condition.map { " where \(structure(of: $0))" } ?? "")
    case .loop(let kind): "loop \(kind)"
    case .catching(let isTotal): isTotal ? "catching all" : "catching"
    case .leave(let exit, let label): "\(exit)" + (label.map { " \($0)" } ?? "")
    case .skippable(let skip, let value): "\(skip) after \(structure(of: value))"
    case .trying(let kind): "try \(kind)"
    case .compilation(let hasElse): hasElse ? "compilation with else" : "compilation"
    case .closure: "closure"
    case .labelled(let label): "label \(label)"
    case .block, .branch, .guarding, .ternary, .attempt, .deferred, .awaiting, .declaration: "\(kind)"
    }
  }

  /// An expression with all its parts and marks, operators first: `(+ a (* b c))`.
  public func structure(of id: ExpressionID) -> String {
    let marks = self.marks(of: id)
    let signs = [
      marks.contains(.unwrapped) ? "!" : "", marks.contains(.chained) ? "?" : "", marks.contains(.inout) ? "&" : "",
      marks.contains(.interpolated) ? "$" : "",
    ]
    return structureWithoutMarks(of: id) + signs.joined()
  }

  private func structureWithoutMarks(of id: ExpressionID) -> String {
    func list(_ name: String, _ parts: some Sequence<ExpressionID>) -> String {
      "(" + ([name] + parts.map { structure(of: $0) }).joined(separator: " ") + ")"
    }
    func arguments(_ list: ArgumentList) -> String {
      self[list].map { ($0.label.map { "\($0): " } ?? "") + structure(of: $0.value) }.joined(separator: ", ")
    }
    return switch self[id] {
    case .name, .local, .superReference, .implicitMember, .type: spelling(of: id)
    case .literal: words[id].map { "'\($0)'" } ?? spelling(of: id)
    case .keyPath: words[id]?.text ?? spelling(of: id)
    case .closure: "{…}"
    case .member(let base, let name): "\(structure(of: base)).\(name)"
    case .call(let callee, let list): "\(structure(of: callee))(\(arguments(list)))"
    case .subscripted(let base, let list): "\(structure(of: base))[\(arguments(list))]"
    case .assign(let target, let value): list("=", [target, value])
    case .mutate(let target, let value): list(words[id]?.text ?? "", [target, value])
    case .cast(let value, let type):
      "(as\(marks(of: id).contains(.conditional) ? "?" : marks(of: id).contains(.forced) ? "!" : "") "
        + "\(structure(of: value)) \(spelling(of: type)))"
    case .test(let value, let type): "(is \(structure(of: value)) \(spelling(of: type)))"
    case .choice(let parts): list("choice", self[parts])
    case .array(let parts): list("array", self[parts])
    case .dictionary(let parts): list("dictionary", self[parts])
    case .tuple(let list): "(\(arguments(list)))"
    case .operation(let name, let parts): list(name.text, self[parts])
    case .compound(let parts): list(words[id]?.text ?? "compound", self[parts])
    case .element(let source): "element of \(structure(of: source))"
    case .payload(let source, let name, let index): "\(structure(of: source)).\(name)#\(index)"
    }
  }

  private func structure(of pattern: Pattern) -> String {
    switch pattern {
    case .any: "_"
    case .binding(let local): "let \(self[local].name)"
    case .optional(let inner): "\(structure(of: inner))?"
    case .enumCase(let name, let payload):
      payload.isEmpty ? ".\(name)" : ".\(name)(\(payload.map { structure(of: $0) }.joined(separator: ", ")))"
    case .tuple(let parts): "(\(parts.map { structure(of: $0) }.joined(separator: ", ")))"
    case .type(let type, let inner): "\(inner.map { structure(of: $0) } ?? "is") as \(spelling(of: type))"
    case .value(let value): structure(of: value)
    case .unknown: "…"
    }
  }
}
