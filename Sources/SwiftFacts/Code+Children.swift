extension Code {
  /// The expressions that an expression is made of.
  public func children(of id: ExpressionID) -> [ExpressionID] {
    switch self[id] {
    case .name, .local, .superReference, .implicitMember, .closure, .type, .literal, .keyPath: []
    case .member(let base, _), .cast(let base, _), .test(let base, _), .element(let base), .payload(let base, _, _):
      [base]
    case .call(let base, let list), .subscripted(let base, let list): [base] + self[list].map(\.value)
    case .assign(let target, let value), .mutate(let target, let value): [target, value]
    case .choice(let parts), .array(let parts), .dictionary(let parts), .compound(let parts), .operation(_, let parts):
      Array(self[parts])
    case .tuple(let list): self[list].map(\.value)
    }
  }
}
