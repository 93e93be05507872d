public import SwiftFacts

extension Program {
  /// The name of an expression's type, without `?`; empty where the source does not tell it.
  public func typeName(of expression: ExpressionID, in file: FileID) -> String {
    guard let function = function(holding: Int(expression.index), in: file) else { return "" }
    return name(of: Inference(program: self).type(of: expression, in: Frame(function, in: self)))
  }

  /// Whether a type of this name is declared in another, or in an extension of it.
  public func hasType(_ name: Symbol, in type: NominalID) -> Bool { self[type].types[name] != nil }
}
