public import SwiftFacts

extension Program {
  /// Whether what a local variable is given where it is declared is kept by closures alone, as far as its function
  /// shows: one that holds it weakly would find it gone.
  public func isKeptByClosuresAlone(_ name: Symbol, in closure: ClosureID, of file: FileID) -> Bool {
    let code = self[file].facts.code
    let body = code[closure]
    let range = body.firstExpression..<body.endExpression
    guard let function = function(at: code.span(of: body.expression).start, in: file),
      let local = range.lazy.compactMap({ self.local(code[ExpressionID(index: $0)], named: name, in: code) }).first,
      case .variable = code[local].kind, let value = code[local].initializer, case .call = code[value]
    else { return false }
    let uses = ValueUses(of: function, in: self)
    return uses.mentions(of: local).allSatisfy { use in
      if uses.closure(around: use)?.expression != uses.closure(around: value)?.expression { return true }
      guard !uses.isResult(use) else { return false }
      guard let parent = uses.parent(of: use) else { return true }
      // What is asked of it, or put into it, keeps others.
      return switch code[parent] {
      case .member(use, _), .subscripted(use, _): true
      default: false
      }
    }
  }

  private func local(_ expression: Expression, named name: Symbol, in code: Code) -> LocalID? {
    if case .local(let local) = expression, code[local].name == name { local } else { nil }
  }
}
