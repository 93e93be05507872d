import SwiftFacts

extension Program {
  /// Whether all that is ever given to a property is one and the same literal: a flag that is only raised tells its
  /// `set` nothing by its value.
  func isOnlySetToOneValue(_ property: PropertyID) -> Bool {
    guard let owner = owner(of: property), isSetInSight(owner) else { return false }
    let name = declaration(of: property).name
    return isOneValue(functions(mentioning: [name, Symbol("$\(name)")])) { target, frame in
      switch frame.facts.code[target] {
      case .name(name, _), .member(_, name): true
      default: false
      }
    }
  }

  /// The same of a type's subscript.
  func isSubscriptOnlySetToOneValue(of type: NominalID) -> Bool {
    guard isSetInSight(type) else { return false }
    let inference = Inference(program: self)
    return isOneValue(productionFunctions) { target, frame in
      guard case .subscripted(let base, _) = frame.facts.code[target] else { return false }
      let set = inference.type(of: base, in: frame)
      return set.isUnknown ? nil : set.nominal == type
    }
  }

  /// Whether nobody out of sight sets what a type has.
  private func isSetInSight(_ type: NominalID) -> Bool {
    self[type].access < .everywhere || hasBeginning
  }

  /// - Parameter isIt: Whether what is set, or changed, is what is asked about; nil if that is not known.
  private func isOneValue(_ functions: [FunctionID], _ isIt: (ExpressionID, Frame) -> Bool?) -> Bool {
    var values: Set<Literal> = []
    for function in functions where !isTest(file(of: function)) {
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .assign(let target, let value):
          guard let isIt = isIt(target, frame) else {
            // One that may be another's, and may be this one's.
            return false
          }
          guard isIt else { continue }
          guard case .literal(let literal) = code[value], literal != .string(nil), literal != .other else {
            return false
          }
          values.insert(literal)
        case .mutate(let target, _):
          if isIt(target, frame) ?? true { return false }
        default:
          if code.marks(of: id).contains(.inout), isIt(id, frame) ?? true { return false }
        }
      }
    }
    return values.count == 1
  }
}
