extension Code {
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
