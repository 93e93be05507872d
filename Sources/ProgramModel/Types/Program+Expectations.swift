public import SwiftFacts

/// What the context of a closure, and the type of a property, ask for.
extension Program {
  /// Whether what a closure is given to, or put into, wants it to answer with something; nil where that is not known.
  public func isAskedForAnswer(_ closure: Closure, in file: FileID) -> Bool? {
    guard let function = function(holding: Int(closure.expression.index), in: file) else { return nil }
    let frame = Frame(function, in: self)
    guard case .function(_, let result) = Inference(program: self).expectedType(of: closure.expression, in: frame)
    else { return nil }
    switch result {
    case .tuple(let parts): return !parts.isEmpty
    case .foreign(let name), .parameter(let name, _):
      return name == Words.Void ? false : frame.generics[name] == nil ? true : nil
    case .nominal, .array, .dictionary, .function, .composition, .metatype: return true
    case .unknown: return nil
    }
  }

  /// The protocol that a property is declared to hold something of.
  public func protocolHeld(by property: PropertyID) -> NominalID? {
    Inference(program: self).type(of: property).nominal.flatMap { self[$0].kind == .protocol ? $0 : nil }
  }

  /// The structs and enums of the program that conform to a protocol.
  public func valuesConforming(to id: NominalID) -> [NominalID] {
    (descendants[id] ?? []).filter { self[$0].kind == .struct || self[$0].kind == .enum }
  }
}
