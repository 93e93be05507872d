extension Code {
  /// What each expression is a part of; what none has is one by itself. O(expressions).
  public var parents: [ExpressionID: ExpressionID] {
    var result: [ExpressionID: ExpressionID] = [:]
    for index in expressions.indices {
      let id = ExpressionID(index: Int32(index))
      for child in children(of: id) where result[child] == nil { result[child] = id }
    }
    return result
  }

  /// Whether an expression is a text as it is written, also one with values put into it.
  public func isText(_ id: ExpressionID) -> Bool {
    if case .literal(.string) = self[id] { true } else { isInterpolated(id) }
  }

  /// Whether an expression is a text with values put into it.
  public func isInterpolated(_ id: ExpressionID) -> Bool {
    guard case .compound(let parts) = self[id], words[id] == nil else { return false }
    return self[parts].contains { part in
      marks(of: part).contains(.interpolated) || self[part] == .literal(.other) && words[part] != nil
    }
  }
}
