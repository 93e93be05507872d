extension Code {
  /// The expressions that an expression is made of.
  public func children(of id: ExpressionID) -> [ExpressionID] {
    var result: [ExpressionID] = []
    forEachChild(of: id) { result.append($0) }
    return result
  }

  /// Gives each expression that an expression is made of to `body`, in order, without a list of them.
  @inlinable public func forEachChild(of id: ExpressionID, _ body: (ExpressionID) -> Void) {
    switch self[id] {
    case .name, .local, .superReference, .implicitMember, .closure, .type, .literal, .keyPath: break
    case .member(let base, _), .cast(let base, _), .test(let base, _), .element(let base), .payload(let base, _, _):
      body(base)
    case .call(let base, let list), .subscripted(let base, let list):
      body(base)
      for argument in self[list] { body(argument.value) }
    case .assign(let target, let value), .mutate(let target, let value):
      body(target)
      body(value)
    case .choice(let parts), .array(let parts), .dictionary(let parts), .compound(let parts), .operation(_, let parts):
      for part in self[parts] { body(part) }
    case .tuple(let list):
      for argument in self[list] { body(argument.value) }
    }
  }
}
