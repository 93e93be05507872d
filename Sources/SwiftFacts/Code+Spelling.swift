extension Code {
  /// The expression written out again, without its layout. The same for code that differs in layout alone.
  public func spelling(of id: ExpressionID) -> String { spelling(of: id, isShown: false) }

  /// For people: also what tells no expression from another, such as the values in a text.
  public func shown(_ id: ExpressionID) -> String { spelling(of: id, isShown: true) }

  private func spelling(of id: ExpressionID, isShown: Bool) -> String {
    func spelling(of id: ExpressionID) -> String { self.spelling(of: id, isShown: isShown) }
    func spelling(of list: ArgumentList) -> String {
      self[list].map { ($0.label.map { "\($0): " } ?? "") + spelling(of: $0.value) }.joined(separator: ", ")
    }
    if isShown, let parted = parted(id) { return parted }
    return switch self[id] {
    case .name(let name, _): name.text
    case .local(let local): self[local].name.text
    case .superReference: "super"
    case .member(let base, let name): "\(spelling(of: base)).\(name)"
    case .implicitMember(let name): ".\(name)"
    case .call(let callee, let list): "\(spelling(of: callee))(\(spelling(of: list)))"
    case .subscripted(let base, let list): "\(spelling(of: base))[\(spelling(of: list))]"
    case .closure: "{ … }"
    case .assign(let target, let value): "\(spelling(of: target)) = \(spelling(of: value))"
    case .mutate(let target, let value): "\(spelling(of: target)) += \(spelling(of: value))"
    case .cast(let value, _): spelling(of: value)
    case .test(let value, _): spelling(of: value)
    case .type(let type): self.spelling(of: type)
    case .literal(let literal):
      switch literal {
      case .null: "nil"
      case .boolean(let value): "\(value)"
      case .string(let text): "\"\(text?.text ?? "…")\""
      case .number(let digits): digits.text
      case .other: "…"
      }
    case .choice(let parts): self[parts].map { spelling(of: $0) }.joined(separator: " ?? ")
    case .array(let parts), .dictionary(let parts): "[\(self[parts].map { spelling(of: $0) }.joined(separator: ", "))]"
    case .tuple(let list): "(\(spelling(of: list)))"
    case .operation(let name, let parts):
      parts.count == 1
        ? "\(name)\(self[parts].first.map { spelling(of: $0) } ?? "")"
        : self[parts].map { spelling(of: $0) }.joined(separator: " \(name) ")
    case .keyPath(let name): "\\.\(name?.text ?? "")"
    case .compound: "…"
    case .element(let source), .payload(let source, _, _): spelling(of: source)
    }
  }

  /// What only people are shown.
  private func parted(_ id: ExpressionID) -> String? {
    switch self[id] {
    case .choice(let parts) where parts.count == 2:
      // The value comes right after the statement that decides.
      guard
        let ternary = statements.indices.first(where: {
          statements[$0].kind == .ternary && statements[$0].endExpression == id.index
        }), let condition = conditions(of: Int32(ternary)).first ?? inner(of: Int32(ternary)).first,
        case .condition(_, let value?) = statement(condition).kind
      else { return nil }
      return "\(shown(value)) ? " + self[parts].map(shown).joined(separator: " : ")
    case .dictionary(let parts):
      let values = self[parts].map(shown)
      let pairs = stride(from: 0, to: values.count - 1, by: 2).map { "\(values[$0]): \(values[$0 + 1])" }
      return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
    case .compound(let parts) where isInterpolated(id):
      let texts = self[parts].map { part in
        marks(of: part).contains(.interpolated) ? "\\(\(shown(part)))" : words[part]?.text ?? "\\(\(shown(part)))"
      }
      return "\"\(texts.joined())\""
    default: return nil
    }
  }

  public func spelling(of type: TypeID) -> String {
    switch self[type] {
    case .named(let name, let arguments):
      arguments.count == 0 ? name.text : "\(name)<\(self[arguments].map { spelling(of: $0) }.joined(separator: ", "))>"
    case .member(let base, let name, _): "\(spelling(of: base)).\(name)"
    case .optional(let wrapped): "\(spelling(of: wrapped))?"
    case .array(let element): "[\(spelling(of: element))]"
    case .dictionary(let key, let value): "[\(spelling(of: key)): \(spelling(of: value))]"
    case .function: "closure"
    case .tuple(let list): "(\(self[list].map { spelling(of: $0) }.joined(separator: ", ")))"
    case .composition(let list): self[list].map { spelling(of: $0) }.joined(separator: " & ")
    case .metatype(let inner): "\(spelling(of: inner)).Type"
    case .unknown: "_"
    }
  }
}
